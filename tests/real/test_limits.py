#!/usr/bin/python3
"""One short game of each of the four, side by side, at a homeserver with its own limits (0.2
messages a second): each by an account of its own, whose limits nobody has lifted.

test_limits.py DEADDROP"""

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
PATIENCE_S = 900
OPTIONS = {"interceptor": " pace=async", "decrypto": " pace=async",
           "infiltrators": " mission=T1 pace=async", "spyfall": " rounds=1 pace=async"}


class Play(threading.Thread):
    """One game with a house of its own; people are not what is limited here."""

    def __init__(self, server, program, name):
        super().__init__()
        self.server, self.name = server, name
        self.house = House(server, program, lifted=False)
        self.game, seats = games.ALL[name]
        self.people = [Person(server, called) for called in NAMES[:seats]]
        for person in self.people:
            person.patience_s = PATIENCE_S
            server.lift_limits(person.user)
        self.problem = None
        self.took_s = 0

    def run(self):
        start = time.monotonic()
        try:
            self.house.start()
            table = Table(self.house, self.people, wait_s=PATIENCE_S)
            table.sit(self.name)
            teams = self.game(table, OPTIONS[self.name], short=True)
            self.took_s = time.monotonic() - start
            views.check_rooms(table)
            views.check_secrets(table, teams)
            views.check_once(table)
            views.check_traffic(self.house)
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
        print(f"{play.name}: {play.took_s:.0f} s, {refused} requests were too many")


main()
