#!/usr/bin/env python3
"""A disk that errs in the middle of games: writes that fail, that find no room or write less than
they were given, syncs that fail; now and then the program is killed while it errs. Nothing that was
acknowledged is lost, nothing is told twice, and what is on the disk afterwards has no damage.

disk_errors.py DEADDROP LIBRARY [GAMES [SEED]]"""

import os
import random
import sys
from collections import Counter

from game import Table
from playground import Gone, Server
from walk_crash_points import Game, differences

GAMES = 2
SEED = 20261123
ERRORS = {"a write fails": 1, "no room": 2, "half a write": 3, "a sync fails": 4}
TRIES = 3  # of an act, while the disk errs
BACK = "I can write again"


class Erring:
    """A server whose disk errs when it is told to."""

    def __init__(self, binary, library, dice):
        self.dice = dice
        self.met = Counter()
        self.downs_killed = 0  # outages that ended with the program
        self.server = Server(binary, LD_PRELOAD=library)
        folder = self.server.folder
        self.control = os.path.join(folder, "control")
        self.server.environment["DISK_ERRORS_UNDER"] = os.path.join(folder, "deaddrop.db")
        self.server.environment["DISK_ERRORS_CONTROL"] = self.control
        self.server.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"
        self.well()
        assert self.server.start(), self.server.log()

    def well(self):
        self.write(0, 0)

    def errs(self):
        """From here on some calls, or all of them, meet an error of one kind."""
        name = self.dice.choice(list(ERRORS))
        self.write(ERRORS[name], self.dice.choice((16, 64, 255)))
        return name

    def write(self, error, share):
        with open(self.control + ".new", "wb") as file:
            file.write(bytes((error, share, self.dice.randrange(256))))
        os.rename(self.control + ".new", self.control)

    def again(self, code):
        """Killed by us, or ended by itself: both begin again on a disk that is well."""
        self.met["killed" if code == -9 else f"ended with {code}"] += 1
        assert code in (-9, 75, 78), f"ended with {code}\n{self.server.log()}"
        self.well()
        log = self.server.log()
        self.downs_killed = log.count("store_down") - log.count("store_back")
        assert self.server.start(), self.server.log()

    def act(self, table, who, text, room):
        """One act, most of it on a disk that errs."""
        op, sent = {"op": "say", "room": room, "text": text}, {}
        if self.dice.random() < 0.7:
            self.try_act(who, op, sent, self.errs())
            self.well()
        table.do(who, op, sent)

    def until_back(self, who):
        """Until the store takes turns again: who tries all the time meanwhile is too fast."""
        while (log := self.server.log()).count("store_down") > log.count("store_back") + \
                self.downs_killed:
            came = who.socket.next(0.1)
            if came is not None:
                who.take(came)

    def try_act(self, who, op, sent, error):
        try:
            sent.update(who.act(op))
            for _ in range(TRIES):
                if self.dice.random() < 0.1:
                    self.server.process.kill()
                answer = who.answer(sent)
                self.met[f"{error}: {answer['op']}"] += 1
                if answer["op"] == "done":
                    return
                assert answer["again"], answer
                who.answers.pop(sent["id"])
                who.socket.send(sent)
            who.answer(sent)
        except Gone:
            pass  # table.do brings everybody back, and sends it again


def play(binary, library, dice):
    """A game: what was told, and what was met."""
    erring = Erring(binary, library, dice)
    table = Table(erring.server, erring.again)
    table.sit()
    table.start()
    table.before_again = erring.until_back
    for act in table.acts():
        erring.act(table, *act)
    table.end()
    told = table.told()
    for line in [line for line in told if BACK in line[3]]:
        told.pop(line)
    table.prove()
    table.soft_end()
    code, text = erring.server.tool("check")
    assert code == 0, text
    erring.server.remove()
    return told, erring.met


def main():
    binary, library = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else GAMES
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else SEED
    dice = random.Random(seed)
    want = Game(binary).play()
    met, failed = Counter(), 0
    for game in range(1, games + 1):
        told, errors = play(binary, library, dice)
        wrong = differences(want, told)
        failed += bool(wrong)
        met += errors
        print(f"game {game}:", *wrong or ["nobody missed anything"], sep="\n  ", flush=True)
    print(f"seed {seed}: {games} games, {failed} went wrong;", "; ".join(
        f"{name} {count}" for name, count in sorted(met.items())))
    assert any("sorry" in name for name in met), "the disk never erred"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
