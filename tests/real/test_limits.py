#!/usr/bin/python3
"""One short game of each of the four, side by side, at a homeserver with its own limits (0.2
messages a second): each by an account and a process of its own, whose limits nobody has lifted. In
the middle of it each process is killed or ended, and once the homeserver.

test_limits.py DEADDROP [GAME…]"""

import sys
import threading
import time

import games
import homeserver
import views
from house import House
from people import Person
from table import Table

NAMES = ("Ana", "Ben", "Cy", "Dee")
PATIENCE_S = 240  # less than the suite has: what was waited for in vain is said
OPTIONS = {"interceptor": " pace=async",
           "decrypto": " pace=async max_rounds=1 first_intercept=1",
           "infiltrators": " mission=T1 pace=async", "spyfall": " rounds=1 pace=async"}


def killed(play):
    play.house.kill()
    play.house.start()


def ended(play):
    status = play.house.stop()
    assert status == 0, (status, play.house.log()[-2000:])
    play.house.start()


def away(play):
    """For all games: what each of them has under way then is nobody's choice."""
    if play.server.started_by_us():
        play.server.restart()


# What happens behind which act of which game.
TROUBLE = {
    "interceptor": {3: ended, 8: killed},
    "decrypto": {6: killed, 9: ended},
    "infiltrators": {4: killed, 6: away},
    "spyfall": {6: killed},
}


SLOW = "lets me write only now and then"


class Play(threading.Thread):
    """One game with a house of its own; people are not what is limited here."""

    def __init__(self, server, program, name):
        super().__init__(daemon=True)  # the first problem ends them all
        self.server, self.name = server, name
        self.house = House(server, program, lifted=False)
        self.game, seats = games.ALL[name]
        self.people = [Person(server, called) for called in NAMES[:seats]]
        for person in self.people:
            person.patience_s = PATIENCE_S
            server.lift_limits(person.user)
        self.problem = None
        self.took_s = 0
        self.acts = 0
        self.room = None

    def after(self, number):
        self.acts = number
        trouble = TROUBLE[self.name].get(number)
        if trouble:
            trouble(self)

    def run(self):
        start = time.monotonic()
        try:
            self.house.start()
            table = Table(self.house, self.people, self.after, PATIENCE_S)
            table.sit(self.name)
            self.room = table.room
            teams = self.game(table, OPTIONS[self.name], short=True)
            self.took_s = time.monotonic() - start
            assert max(TROUBLE[self.name]) <= self.acts, (self.name, self.acts)
            views.check_rooms(table)
            views.check_secrets(table, teams)
            views.check_once(table)
            views.check_traffic(self.house)
            views.check_log(self.house)
        except Exception as problem:  # handed to the main thread, which ends with it
            self.problem = problem
        finally:
            self.house.leave_nothing()


def main():
    server = homeserver.find(strict=True)
    plays = [Play(server, sys.argv[1], name) for name in sys.argv[2:] or games.ALL]
    for play in plays:
        play.start()
    for play in plays:
        play.join()
        if play.problem:
            raise play.problem
        refused = sum(record["status"] == 429 for record in play.house.recorder.taken())
        print(f"{play.name}: {play.took_s:.0f} s, {play.house.starts} starts, "
              f"{refused} requests were too many", flush=True)
        assert refused, "nothing was limited"
    told = [len(play.people[0].heard(play.room, SLOW)) for play in plays]
    assert any(told) and max(told) <= max(play.house.starts for play in plays), told
    print(f"told {told} times that it takes longer")


main()
