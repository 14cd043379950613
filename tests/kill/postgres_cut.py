#!/usr/bin/env python3
"""Between a game and its PostgreSQL stands what cuts the line, halves it in the middle of a COMMIT
or of its answer, delays all of it, or swallows it without a word; other sessions lock each other
out with ours, transactions are refused for a clash, and the program's clock is hours away from the
server's. Play goes on by itself each time, and everybody is told what an undisturbed game tells:
nothing that was not kept, nothing twice.

postgres.py postgres_cut.py DEADDROP [SEED [TROUBLE…]]"""

import glob
import pathlib
import random
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from full_disk import BACK, STILL
from game import Table
from playground import Server, database
from postgres_gone import admin
from proxy import Proxy
from walk_crash_points import Game, differences

SEED = 20261128
AGAIN_S = 0.3
NOTICED_S = 45  # an answer is waited for 30 s, then the way is tried again
SLOW_S = 0.03
SHORT_S = 3
LOCKED_S = 0.2  # until the other session has its first row
SETTLED_S = 1.5  # until the server has counted what it met
QUIET_S = 0.3  # nothing was asked of the server for so long: an act is over, with all it sends


class Line:
    """A program whose database is behind a proxy."""

    def __init__(self, binary, **place):
        url = database()["DEADDROP_STORE_URL"]
        folder = re.search(r"host=([^&]*)", url).group(1)
        self.schema = url.split("search_path%3D")[1]
        self.proxy = Proxy(f"{folder}/.s.PGSQL.5432")
        self.server = Server(binary, DEADDROP_STORE_URL=(
            f"postgresql://deaddrop@127.0.0.1:{self.proxy.port}/deaddrop?sslmode=disable&"
            f"options=-csearch_path%3D{self.schema}"), **place)
        self.killed = False
        self.said = 0  # how much of the log is of lives before

    def again(self, code):
        """Killed by us, or begun anew by itself, since turns that it had called failed were kept:
        where the way was gone, nobody could say so in time."""
        log = self.server.log()
        kept = code == 75 and "event=store.kept_after_all" in log[self.said:]
        assert kept or (self.killed and code == -9), f"ended with {code}\n{log}"
        self.killed = False
        self.said = len(log)
        while not self.server.start():
            code = self.server.wait()
            assert code == 75, f"ended with {code}\n{self.server.log()}"

    def kill(self):
        self.killed = True
        self.server.process.kill()

    def seated(self):
        assert self.server.start(), self.server.log()
        table = Table(self.server, self.again)
        table.before_again = lambda _: time.sleep(AGAIN_S)
        table.sit()
        table.start()
        return table

    def quiet(self):
        """Waits until nothing is under way."""
        busy = ("SELECT count(*) FROM pg_stat_activity WHERE usename = 'deaddrop' AND (state <> "
                f"'idle' OR state_change > clock_timestamp() - interval '{QUIET_S} s')")
        while int(admin(busy)):
            time.sleep(QUIET_S / 3)

    def finished(self, table, want):
        table.end()
        told = table.told()
        for line in list(told):
            if STILL in line[3] or BACK in line[3]:
                del told[line]
        table.prove()
        table.soft_end()
        self.proxy.close()
        self.server.remove()
        return differences(want, told)


def commits(binary, want, dice):
    """A cut in each COMMIT of a game, killed or not in the same moment."""
    line = Line(binary)
    table = line.seated()
    for number, act in enumerate(table.acts()):
        trouble = ("halved", "unanswered", "half answered")[number % 3]
        line.proxy.break_next(trouble, line.kill if dice.random() < 0.4 else None)
        table.rounds([act])
        assert line.proxy.troubled.is_set(), "nothing was committed"
    return line.finished(table, want)


def cuts(binary, want, dice):
    """Cut at any moment, and refused for a while now and then."""
    line = Line(binary)
    table = line.seated()
    over = threading.Event()

    def cut():
        while not over.wait(dice.uniform(0.05, 0.4)):
            line.proxy.refuses = dice.random() < 0.3
            line.proxy.cut()

    thread = threading.Thread(target=cut, daemon=True)
    thread.start()
    table.rounds()
    over.set()
    thread.join()
    line.proxy.refuses = False
    return line.finished(table, want)


def idle(binary, want, _dice):
    """Cut while nothing is under way, as firewalls do: nobody is told of anything."""
    line = Line(binary)
    table = line.seated()
    for act in table.acts():
        line.quiet()
        line.proxy.cut()
        table.before_again = None
        table.rounds([act])
        for person in table.people:
            assert not [what for _, what in person.notes if STILL in what], person.notes
    return line.finished(table, want)


def slow(binary, want, _dice):
    """Everything takes its time, and then nothing passes for some seconds."""
    line = Line(binary)
    table = line.seated()
    acts = table.acts()
    line.proxy.delay_s = SLOW_S
    table.rounds(acts[:6])
    timer = threading.Timer(SHORT_S, line.proxy.open.set)
    line.proxy.stall()
    timer.start()
    table.rounds(acts[6:9])
    line.proxy.delay_s = 0
    table.rounds(acts[9:])
    return line.finished(table, want)


def swallowed(binary, want, _dice):
    """A black hole is noticed in bounded time, and what was sent into it is not taken for kept."""
    line = Line(binary)
    table = line.seated()
    acts = table.acts()
    table.rounds(acts[:7])
    who, text, room = acts[7]
    line.proxy.stall()
    began = time.monotonic()
    sent = who.act({"op": "say", "room": room, "text": text})
    who.until(lambda op: op.get("id") == sent["id"] and op["op"] == "sorry", NOTICED_S)
    print(f"  noticed after {time.monotonic() - began:.1f} s")
    line.proxy.flow()
    table.rounds(acts[7:])
    return line.finished(table, want)


def clashes(binary, want, _dice):
    """Transactions that are refused for a clash, some of them for longer than they are tried."""
    line = Line(binary)
    table = line.seated()
    schema = line.schema
    admin(f"CREATE SEQUENCE {schema}.tries; GRANT USAGE ON SEQUENCE {schema}.tries TO deaddrop; "
          f"CREATE FUNCTION {schema}.clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
          f"IF nextval('{schema}.tries') % 7 < 5 THEN RAISE EXCEPTION 'clash' USING ERRCODE = "
          "'40001'; END IF; RETURN NEW; END $$; "
          f"CREATE TRIGGER clash BEFORE INSERT ON {schema}.journal FOR EACH STATEMENT EXECUTE "
          f"FUNCTION {schema}.clash()")
    table.rounds()
    return line.finished(table, want)


def deadlocks(binary, want, _dice):
    """Another session takes the same rows the other way round."""
    line = Line(binary)
    table = line.seated()
    acts = table.acts()

    def lock():
        admin(f"SET deadlock_timeout = '10s'; BEGIN; SELECT 1 FROM {line.schema}.mark FOR UPDATE; "
              f"SELECT pg_sleep(0.5); UPDATE {line.schema}.standing SET id = id; COMMIT")

    for act in acts[:4]:
        thread = threading.Thread(target=lock)
        thread.start()
        time.sleep(LOCKED_S)
        table.rounds([act])
        thread.join()
    time.sleep(SETTLED_S)
    met = admin("SELECT deadlocks FROM pg_stat_database WHERE datname = 'deaddrop'")
    assert int(met) > 0, "there was none"
    table.rounds(acts[4:])
    return line.finished(table, want)


def clocks(binary, want, _dice):
    """The clock of the program is hours ahead of the server's, then hours behind."""
    library = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not library:
        print("  left out: no faketime here")
        return []
    line = Line(binary, LD_PRELOAD=library[0], FAKETIME_DONT_FAKE_MONOTONIC="1", FAKETIME="+5h")
    table = line.seated()
    acts = table.acts()
    table.rounds(acts[:7])
    assert line.server.stop() == 0, line.server.log()
    line.server.environment["FAKETIME"] = "-5h"
    assert line.server.start(), line.server.log()
    for person in table.people:
        person.connect()
    table.rounds(acts[7:])
    return line.finished(table, want)


TROUBLES = (commits, cuts, idle, slow, swallowed, clashes, deadlocks, clocks)


def main():
    binary = sys.argv[1]
    dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else SEED)
    want = Game(binary).play()
    failed = 0
    only = sys.argv[3:]
    for trouble in TROUBLES:
        if only and trouble.__name__ not in only:
            continue
        began = time.monotonic()
        wrong = trouble(binary, want, dice)
        failed += len(wrong)
        print(f"{trouble.__name__}, {time.monotonic() - began:.0f} s:",
              *wrong or ["nobody missed anything"], sep="\n  ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
