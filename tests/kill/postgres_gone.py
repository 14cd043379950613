#!/usr/bin/env python3
"""The PostgreSQL of a game goes away in the middle of it, twice, and then may only be read: play
stands still and says so, questions are answered, nothing that was acknowledged is lost, nothing is
told twice; when it is back the game goes on by itself.

postgres.py postgres_gone.py DEADDROP"""

import os
import shlex
import subprocess
import sys
import time

from full_disk import BACK, STILL, full, once
from game import Table
from playground import Server
from walk_crash_points import Game, differences


PAUSE_S = 1  # until the server has been found again; who asks more often is too fast


def control(*words):
    subprocess.run([*shlex.split(os.environ["DD_POSTGRES_CTL"]), *words], check=True, cwd="/",
                   stdout=subprocess.DEVNULL)


def admin(sql):
    """As its administrator; what it gives, as text."""
    url = os.environ["DD_POSTGRES"].replace("deaddrop@", "postgres@")
    return subprocess.run(["psql", url, "-qAtc", sql], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.strip()


class Crashing:
    """A disk as full_disk.py has it, that is a server which is killed and started."""

    def fill(self):
        control("-m", "immediate", "stop")

    def drop(self):
        control("start")


class ReadOnly:
    """A server that has become one for reading."""

    def set(self, read_only):
        admin(f"ALTER ROLE deaddrop SET default_transaction_read_only = {read_only}")
        admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'deaddrop'")

    def fill(self):
        self.set("on")

    def drop(self):
        self.set("off")


def gone(server, disk, want):
    """A game with two outages in which nothing can be read either: whoever acts is told to try
    again, and then it goes on. What was wrong."""
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    acts = table.acts()
    done = 0
    for at in 5, 13:
        table.rounds(acts[done:at])
        who, text, room = acts[at]
        disk.fill()
        for _ in range(2):
            answer = once(who, text, room)
            assert answer["op"] == "sorry" and answer["again"], answer
        disk.drop()
        while once(who, text, room)["op"] != "done":
            time.sleep(PAUSE_S)
        done = at + 1
    table.rounds(acts[done:])
    table.end()
    told = table.told()
    for line in list(told):
        if STILL in line[3] or BACK in line[3]:
            del told[line]
    table.prove()
    table.soft_end()
    return differences(want, told)


def main():
    binary = sys.argv[1]
    want = Game(binary).play()
    failed = 0
    for disk, outages in (Crashing(), gone), (ReadOnly(), full):
        wrong = outages(Server(binary), disk, want)
        print(f"{type(disk).__name__}, twice:", *wrong or ["nobody missed anything"], sep="\n  ")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
