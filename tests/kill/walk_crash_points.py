#!/usr/bin/env python3
"""Ends the program at each named crash point, early and late in a game, in its first life and after
a restart, starts it again and plays on: everybody must have been told exactly what an undisturbed
game tells, nothing twice, nothing missing.

walk_crash_points.py DEADDROP [POINT…]"""

import subprocess
import sys

from game import Table
from playground import Server

FIRST_LIFE = (1, 6, 27)
SECOND_LIFE = (1, 3)  # passes of a process that finds a game which has begun
LAST_LIFE = (1,)  # and of one that finds it finished
CLEAN_GAMES = 3
# Points that a game does not come by: why.
ELSEWHERE = {
    "store.events_sorted": "comes with 50,000 heard events",
    "store.folded": "comes a day after the end of a table: unit.store.store_keep",
    "store.sealed": "comes with a key for the store: unit.store.seal",
    "store.tidied": "comes with what is too old: unit.store.store_keep",
    "backup.copied": "comes with a folder for copies: restore_drill.py",
    "backup.named": "comes with a folder for copies: restore_drill.py",
    "outbox.order_ended": "comes with a team's own room: team_rooms.py",
    "item.deferred": "comes when somebody acts at a table that is not in memory yet",
}


def points(binary):
    listed = subprocess.run([binary, "--crash-points"], capture_output=True, text=True, check=True)
    names = [line.split()[0] for line in listed.stdout.splitlines() if line.strip()]
    return [name for name in names if not name.startswith("matrix.")]  # on_matrix.py


class Game:
    """One game on a server that may be armed, at its start or from the middle of the game."""

    def __init__(self, binary, first=None, second=None, last=None):
        self.server = Server(binary)
        self.armed = first or second or last
        self.second = second
        self.last = last
        self.crashes = 0
        if not self.server.start(first):
            self.again(self.server.wait())
        self.table = Table(self.server, self.again)

    def again(self, code):
        assert code == 99 and self.armed and not self.crashes, \
            f"{self.armed}: ended with {code}\n{self.server.log()}"
        self.crashes += 1
        assert self.server.start(), self.server.log()

    def killed_in_the_middle(self):
        self.server.kill()
        if not self.server.start(self.second):
            self.again(self.server.wait())
        self.table.settle(lambda: [person.connect() for person in self.table.people])

    def play(self):
        """What was told."""
        self.table.sit()
        self.table.start()
        acts = self.table.acts()
        self.table.rounds(acts[:5])
        if self.second:
            self.killed_in_the_middle()
        self.table.rounds(acts[5:])
        self.table.end(self.last)
        told = self.table.told()
        self.table.prove()
        self.table.soft_end()
        self.server.remove()
        return told


def differences(want, got):
    return [f"missing {n}: {line}" for line, n in (want - got).items()] + \
           [f"too much {n}: {line}" for line, n in (got - want).items()]


def walk(binary, point, want):
    """How often the point was reached, and what was wrong."""
    reached = []
    wrong = []
    lives = [("first", n) for n in FIRST_LIFE] + [("second", n) for n in SECOND_LIFE] + \
        [("last", n) for n in LAST_LIFE]
    for life, passes in lives:
        game = Game(binary, **{life: f"{point}:{passes}"})
        bad = differences(want, game.play())
        reached += [f"{life} {passes}"] if game.crashes else []
        wrong += [f"{point} {life} {passes}: {line}" for line in bad]
    print(f"{point}: {', '.join(reached) or 'never reached'}", *wrong, sep="\n  ", flush=True)
    if not reached and point not in ELSEWHERE:
        wrong.append(f"{point}: never reached")
    return len(reached), len(wrong)


def main():
    binary = sys.argv[1]
    if not points(binary):
        print("no crash points in this build")
        return 77
    want = Game(binary).play()
    wrong = sum(len(differences(want, Game(binary).play())) for _ in range(CLEAN_GAMES - 1))
    assert not wrong, "two undisturbed games differ"
    walked = 0
    for point in sys.argv[2:] or points(binary):
        crashes, bad = walk(binary, point, want)
        walked += crashes
        wrong += bad
    print(f"{walked} crashes walked, {wrong} wrong")
    return 1 if wrong or not walked else 0


if __name__ == "__main__":
    sys.exit(main())
