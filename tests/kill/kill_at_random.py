#!/usr/bin/env python3
"""kill -9 at random moments of games, until it was killed often enough: everybody is told what an
undisturbed game tells, each journal replays, each record proves itself.

kill_at_random.py DEADDROP [KILLS [SEED]]"""

import random
import sys
import threading

from game import Table
from playground import Server
from walk_crash_points import Game, differences

KILLS = 48
SEED = 20261122
LONGEST_S = 0.4  # a life


class Hunted:
    """A server whose lives are short."""

    def __init__(self, binary, dice):
        self.server = Server(binary)
        self.dice = dice
        self.kills = 0
        self.timer = None
        self.start()

    def start(self):
        """Lives until the dice say, or until spare(); a life may end before it listens."""
        while True:
            alive = self.server.start(hurry=self.hurry)
            if alive:
                return
            self.buried(self.server.wait())

    def hurry(self, process):
        self.timer = threading.Timer(self.dice.uniform(0, LONGEST_S), process.kill)
        self.timer.start()

    def buried(self, code):
        self.timer.cancel()
        assert code == -9, f"ended with {code}, and nobody killed it so\n{self.server.log()}"
        self.kills += 1

    def again(self, code):
        self.buried(code)
        self.start()

    def spare(self):
        """From here on it lives; when the last shot has hit, it is started again."""
        self.timer.cancel()
        self.timer.join()
        if self.server.ended():
            self.buried(self.server.wait())
            assert self.server.start(), self.server.log()


def play(binary, dice):
    hunted = Hunted(binary, dice)
    table = Table(hunted.server, hunted.again)
    table.sit()
    table.start()
    table.rounds()
    table.see("the Journalists win")
    hunted.spare()
    table.settle(lambda: [person.connect() for person in table.people])
    table.end()
    told = table.told()
    table.prove()
    table.soft_end()
    hunted.server.remove()
    return told, hunted.kills


def main():
    binary = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else KILLS
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else SEED
    dice = random.Random(seed)
    want = Game(binary).play()
    games = killed = failed = 0
    while killed < kills:
        told, deaths = play(binary, dice)
        wrong = differences(want, told)
        games += 1
        killed += deaths
        failed += bool(wrong)
        print(f"game {games}: killed {deaths} times", *wrong, sep="\n  ", flush=True)
    print(f"seed {seed}: {games} games, {killed} kills, {failed} games went wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
