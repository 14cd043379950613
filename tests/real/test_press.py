#!/usr/bin/python3
"""People who know no command play whole games at a real homeserver, by what they are shown alone;
the house is killed in the middle. Games go on side by side, each with an account and a process of
its own.

test_press.py DEADDROP [GAME ...] [SEED]"""

import os
import re
import sys
import threading
import time

import homeserver
import views
from house import House
from people import Person
from player import Player
from screen import screen
from table import Table

GAMES = {"interceptor": 4, "decrypto": 4, "infiltrators": 2, "spyfall": 4}
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve")
# Short ones, so that a run takes a minute or two.
SHORT = {"interceptor": "max_rounds=2", "decrypto": "max_rounds=2", "infiltrators": "mission=T1",
         "spyfall": "rounds=1"}
STEPS_MAX = 400
STUCK_MAX = 40
KILL_AT = 15
QUIET_S = 0.6
SETTLED_S = 20  # at the latest
UNKIND = ("A little more is needed", "not possible at this point", "doesn't fit",
          "I don't know that word", "no such action", "That belongs elsewhere")
OVER = re.compile("The game is over|finished")


class Game:
    def __init__(self, house, server, name, seed, person=Person):
        self.name = name
        people = [person(server, called) for called in NAMES[:GAMES[name] + 1]]
        self.table = Table(house, people)
        self.table.sit(name)
        self.players = [Player(person, seed * 100 + i, self.table.room, host=i == 0,
                               plays=i < GAMES[name])
                        for i, person in enumerate(people)]
        self.dice = self.players[0].dice
        self.acts, self.faults, self.log = 0, [], []
        self.kill_at, self.killed = KILL_AT, False

    def settle(self, act=None):
        """Until the house was told of the act and says no more, and everybody has read that; who is
        invited comes in, and what follows is waited for too."""
        end = time.monotonic() + SETTLED_S
        rooms = -1
        while (now := sum(len(one.rooms) for one in self.table.people)) > rooms and \
                time.monotonic() < end:
            rooms = now
            self.table.house.recorder.until_still(act, QUIET_S, end)
            for person in self.table.people:
                person.sync()

    def newest(self, player):
        told = [message for message in screen(player.person) if message.direct]
        return told[-1] if told else None

    def act(self, player, eager):
        control = player.choose(eager)
        if control is None:
            return False
        before = self.newest(player)
        did = player.use(control)
        self.acts += 1
        self.log.append(did)
        self.settle(player.act)
        after = self.newest(player)
        if after and (before is None or after.event != before.event):
            unkind = [words for words in UNKIND if words in after.text]
            if unkind:
                self.faults.append(f"{did}: {after.text[:200]}")
        return True

    def know(self):
        public = [message for message in screen(self.players[0].person) if not message.direct]
        board = next((one for one in reversed(public) if "#1 · " in one.text), None)
        for player in self.players:
            player.seated = any("You're in" in one.text or "your seat" in one.text or one.direct
                                for one in screen(player.person))
        sit = sum(player.seated for player in self.players)
        self.players[0].starts = sit >= GAMES[self.name]
        return any(OVER.search(one.text) for one in public), board

    def play(self, house):
        self.settle(
            self.table.people[0].say(self.table.room, f"!{self.name} {SHORT[self.name]}"))
        stuck = 0
        while self.acts < STEPS_MAX and stuck < STUCK_MAX:
            over, _ = self.know()
            if over:
                return
            order = self.dice.sample(self.players, len(self.players))
            eager = self.dice.random() < 0.85
            done = any(self.act(player, eager) for player in order) or \
                any(self.act(player, False) for player in order)
            stuck = 0 if done else stuck + 1
            if not done:
                self.settle()
            if self.acts >= self.kill_at and not self.killed:
                self.killed = True
                house.kill()
                house.start()
        self.faults.append(f"it does not end: {self.log[-10:]}")


class Play(threading.Thread):
    """One game, with its own house."""

    def __init__(self, server, program, name, seed):
        super().__init__(name=name)
        self.server, self.seed = server, seed
        self.house = House(server, program)
        self.faults, self.problem, self.said = [], None, ""

    def run(self):
        try:
            self.house.start()
            self.play()
            status = self.house.stop()
            assert status == 0, (status, self.house.log()[-2000:])
            views.check_log(self.house)
        except Exception as problem:  # handed to the main thread, which ends with it
            self.problem = problem
        finally:
            self.house.leave_nothing()

    def play(self):
        start = time.monotonic()
        game = Game(self.house, self.server, self.name, self.seed)
        try:
            game.play(self.house)
        finally:
            os.makedirs("press", exist_ok=True)
            with open(f"press/{self.name}.txt", "w", encoding="utf-8") as file:
                file.write(game.players[0].person.transcript())
        views.check_once(game.table)
        lines = game.table.people[0].rooms[game.table.room].messages(self.house.user)
        self.said = f"{self.name}: {game.acts} acts, {len(lines)} messages for all to read, " \
                    f"{time.monotonic() - start:.1f} s"
        self.faults = [f"{self.name}: {fault}" for fault in game.faults]


def main():
    server = homeserver.find()
    names = [word for word in sys.argv[2:] if word in GAMES]
    seed = next((int(word) for word in sys.argv[2:] if word.isdigit()), 1)
    plays = [Play(server, sys.argv[1], name, seed) for name in names or GAMES]
    for one in plays:
        one.start()
    for one in plays:
        one.join()
    for one in plays:
        if one.problem:
            raise one.problem
        print(one.said, flush=True)
        for fault in one.faults:
            print(fault)
    sys.exit(1 if any(one.faults for one in plays) else 0)


if __name__ == "__main__":
    main()
