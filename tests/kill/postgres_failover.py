#!/usr/bin/env python3
"""The PostgreSQL of a game is killed (-9), and its standby takes over, found by a URL with both.

With a synchronous standby the game goes on by itself and everybody is told what an undisturbed game
tells. Without one its end is lost on the way: the program ends (75), its next start says how much
is lost and what to do (78), and either way that it names is gone: back to the server that has all,
and on without it.

postgres_failover.py DEADDROP [TIMES [SEED]]"""

import os
import pathlib
import random
import shutil
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres
from full_disk import BACK, STILL, once
from game import Table
from playground import Person, Server
from walk_crash_points import Game, differences

TIMES = 2
SEED = 20261128
AGAIN_S = 0.3
PATIENCE_S = 30
ENDED, REFUSED = 75, 78


class Pair:
    """A server and its standby, and the URL that finds the one that writes."""

    def __init__(self, synchronous):
        conf = ["synchronous_standby_names = '*'"] if synchronous else []
        self.first = postgres.Cluster(False)
        self.second = postgres.Cluster(False, of=self.first)
        for line in conf:
            self.first.sql(f"ALTER SYSTEM SET {line}")
        self.first.sql("SELECT pg_reload_conf()")
        self.url = f"postgresql://deaddrop@/deaddrop?host={self.first.folder}," \
                   f"{self.second.folder}&target_session_attrs=read-write"

    def until(self, sql, wanted):
        until = time.monotonic() + PATIENCE_S
        while self.first.sql(sql) != wanted:
            assert time.monotonic() < until, f"{sql} is never {wanted}"
            time.sleep(0.1)

    def cut_off(self):
        """The standby hears of nothing any more."""
        self.second.sql("ALTER SYSTEM SET primary_conninfo = ''")
        self.second.sql("SELECT pg_reload_conf()")
        self.until("SELECT count(*) FROM pg_stat_replication", "0")

    def fail_over(self):
        self.first.kill()
        self.second.promote()

    def close(self):
        self.first.close()
        self.second.close()


def begun_anew(server, code):
    """Turns whose COMMIT had no answer were called failed, and are there after all."""
    assert code == ENDED and "store.kept_after_all" in server.log(), (code, server.log())
    while not server.start():
        assert server.wait() == ENDED, server.log()


def seated(server):
    assert server.start(), server.log()
    table = Table(server, lambda code: begun_anew(server, code))
    table.before_again = lambda _: time.sleep(AGAIN_S)
    table.sit()
    table.start()
    return table


def finished(table, want):
    """The end of a game; what was wrong with what was told."""
    table.end()
    told = table.told()
    for line in list(told):
        if STILL in line[3] or BACK in line[3]:
            del told[line]
    table.prove()
    table.soft_end()
    return differences(want, told)


def nothing_lost(binary, want, dice):
    """The first is killed at some moment, acts under way."""
    pair = Pair(synchronous=True)
    try:
        pair.until("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1")
        server = Server(binary, DEADDROP_STORE_URL=pair.url)
        table = seated(server)
        acts = table.acts()
        begin = dice.randrange(1, 12)
        table.rounds(acts[:begin])
        timer = threading.Timer(dice.uniform(0, 0.2), pair.fail_over)
        timer.start()
        table.rounds(acts[begin:begin + 3])
        timer.join()
        table.rounds(acts[begin + 3:])
        wrong = finished(table, want)
        if "store.connected_again" not in server.log():
            wrong.append("it was never connected to the second")
        server.remove()
        return wrong
    finally:
        pair.close()


def ends(server, table, act):
    """An act finds that the end is lost."""
    who, text, room = act
    try:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            answer = once(who, text, room)
            assert answer["op"] == "sorry" and answer["again"], answer
            time.sleep(AGAIN_S)
    except Exception as problem:  # the line is cut
        assert server.ended() or "Gone" in type(problem).__name__, problem
    assert server.wait() == ENDED, server.log()
    assert "store.end_lost" in server.log(), server.log()
    assert table.people


def refused(server):
    """What the next start says."""
    assert not server.start(), "it starts on a store that has lost its end"
    assert server.wait() == REFUSED, server.log()
    line = server.log().rstrip("\n").split("\n")[-1]
    assert "transactions are lost" in line and "--accept-loss" in line, line
    return line


def accepted(server):
    """On without what is lost; then that is forgotten again."""
    beside = server.environment["DEADDROP_STORE_PATH"] + ".lock"
    shutil.copy(beside, beside + ".kept")
    code, said = server.tool("check", "--accept-loss")
    assert code == 0, said
    assert server.start(), server.log()
    person = Person(server, "Eve")
    person.connect()
    assert once(person, "help", "~")["op"] == "done"
    person.socket.close()
    assert server.stop() == 0, server.log()
    code, said = server.tool("check")
    assert code == 0 and "sound" in said, said
    os.replace(beside + ".kept", beside)


def end_lost(binary, want):
    pair = Pair(synchronous=False)
    try:
        server = Server(binary, DEADDROP_STORE_URL=pair.url)
        table = seated(server)
        acts = table.acts()
        table.rounds(acts[:5])
        pair.cut_off()
        table.rounds(acts[5:9])
        pair.fail_over()
        ends(server, table, acts[9])
        print("  " + refused(server))
        accepted(server)
        # the other way: back to the one that has them
        pair.second.stop()
        pair.first.start()
        assert server.start(), server.log()
        for person in table.people:
            person.connect()
        table.rounds(acts[9:])
        wrong = finished(table, want)
        server.remove()
        return wrong
    finally:
        pair.close()


def main():
    if postgres.missing():
        print(f"SKIPPED: no {postgres.missing()[0]} here")
        return 77
    binary = sys.argv[1]
    times = int(sys.argv[2]) if len(sys.argv) > 2 else TIMES
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else SEED)
    want = Game(binary).play()
    failed = 0
    for number in range(times):
        wrong = nothing_lost(binary, want, dice)
        failed += len(wrong)
        print(f"with a synchronous standby, {number + 1}:", *wrong or ["nobody missed anything"],
              sep="\n  ", flush=True)
    print("without one:", flush=True)
    wrong = end_lost(binary, want)
    print(*wrong or ["said, and both ways go on"], sep="\n  ")
    return 1 if failed + len(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
