#!/usr/bin/env python3
"""Ends the program at each named crash point, early and late in a game, in its first life and after
a restart, starts it again and plays on: everybody must have been told exactly what an undisturbed
game tells, nothing twice, nothing missing.

walk_crash_points.py DEADDROP [POINT…]"""

import concurrent.futures
import os
import subprocess
import sys

from game import Table
from playground import Server

FIRST_LIFE = (1, 6, 27)
SECOND_LIFE = (1, 3)  # passes of a process that finds a game which has begun
LAST_LIFE = (1,)  # and of one that finds it finished
CLEAN_GAMES = 3
BESIDE = 4  # games at once: each waits more than it works
# Points that a game does not come by: why.
ELSEWHERE = {
    "store.events_sorted": "comes with 50,000 heard events",
    "store.folded": "comes a day after the end of a table: unit.store.store_keep",
    "store.sealed": "comes with a key for the store: unit.store.seal",
    "store.tidied": "comes with what is too old: unit.store.store_keep",
    "copy.written": "comes with `deaddrop copy`: unit.store.postgres.store_copy",
    "backup.copied": "comes with a folder for copies: restore_drill.py",
    "backup.named": "comes with a folder for copies: restore_drill.py",
    "outbox.order_ended": "comes with a team's own room: team_rooms.py",
    "item.deferred": "comes when somebody acts at a table that is not in memory yet",
}
if "DD_POSTGRES" in os.environ:
    ELSEWHERE["store.after_checkpoint"] = "is the server's own"


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


def lives(point):
    """Which lives of each game are armed, and at which pass: one game for all where none should
    come by."""
    if point in ELSEWHERE:
        return [("first second last", 1)]
    return [("first", n) for n in FIRST_LIFE] + [("second", n) for n in SECOND_LIFE] + \
        [("last", n) for n in LAST_LIFE]


def once(binary, point, want, armed, passes):
    """Was the point reached, and what was wrong."""
    game = Game(binary, **{life: f"{point}:{passes}" for life in armed.split()})
    bad = differences(want, game.play())
    return game.crashes, [f"{point} {armed} {passes}: {line}" for line in bad]


def walk(point, games):
    """How often the point was reached, and what was wrong, in a game for each of its lives."""
    reached = []
    wrong = []
    for (armed, passes), game in zip(lives(point), games):
        crashes, bad = game.result()
        reached += [f"{armed} {passes}"] if crashes else []
        wrong += bad
    print(f"{point}: {', '.join(reached) or 'never reached'}", *wrong, sep="\n  ", flush=True)
    if not reached and point not in ELSEWHERE:
        wrong.append(f"{point}: never reached")
    return len(reached), len(wrong)


def main():
    binary = sys.argv[1]
    if not points(binary):
        print("no crash points in this build")
        return 77
    walked = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
        want, *more = pool.map(lambda _: Game(binary).play(), range(CLEAN_GAMES))
        assert not any(differences(want, told) for told in more), "two undisturbed games differ"
        all_games = [(point, [pool.submit(once, binary, point, want, *one) for one in lives(point)])
                     for point in sys.argv[2:] or points(binary)]
        for point, games in all_games:
            crashes, bad = walk(point, games)
            walked += crashes
            wrong += bad
    print(f"{walked} crashes walked, {wrong} wrong")
    return 1 if wrong or not walked else 0


if __name__ == "__main__":
    sys.exit(main())
