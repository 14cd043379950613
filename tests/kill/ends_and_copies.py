#!/usr/bin/env python3
"""Ends that are asked for, being away, and copies: SIGTERM in the midst of acts loses nothing and
takes less than it may; a house that was away moves its deadlines and says so; a backup taken while
people play goes on as if nothing had happened, and repeats nothing.

ends_and_copies.py DEADDROP"""

import os
import subprocess
import sys
import time

from game import ROOM, Table
from playground import Server, doc_text
from walk_crash_points import Game, differences

DRAIN_S = 5
ENDS = 12


def begin(binary):
    server = Server(binary)
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    return server, table


def asked_to_end(binary):
    """All talk at once, and the end comes in the midst of it; the very same is said again after it.
    """
    server, table = begin(binary)
    for number in range(ENDS):
        sent = [(person, person.act({"op": "say", "room": ROOM, "text": f"{number} {what}"}))
                for what in ("one", "two") for person in table.people]
        began = time.monotonic()
        code = server.stop()
        took = time.monotonic() - began
        assert code == 0 and took < DRAIN_S, (code, took, server.log())
        assert server.start(), server.log()
        for person in table.people:
            person.connect()
        for person, act in sent:
            table.do(person, act, act)
    assert "run.not_all_sent" not in server.log(), server.log()
    table.compare_rooms()
    for person in table.people:
        for number in range(ENDS):
            for what in ("one", "two"):
                heard = [m for m in person.seen(ROOM) if doc_text(m) == f"{number} {what}"]
                assert len(heard) == len(table.people), (person.name, number, what, len(heard))
    assert server.stop() == 0
    server.remove()


def until_of(person):
    """The deadline that the board shows."""
    board = next(m for m in person.seen(ROOM) if m.get("doc", {}).get("kind") == "board")
    return next((b["until"] for b in board["doc"]["blocks"] if b["t"] == "countdown"), 0)


def away(binary):
    """Deadlines move by the time that the house was away, and that is said once."""
    server, table = begin(binary)
    table.rounds(table.acts()[:5])
    host = table.people[0]
    host.wait_for(ROOM, "leads the first round")
    host.until_it_is(lambda: until_of(host))
    before = until_of(host)
    server.kill()
    assert server.start(), server.log()
    for person in table.people:
        person.connect()
    table.see("I was away")
    host.until_it_is(lambda: until_of(host) > before)
    server.stop()
    assert server.start(), server.log()
    for person in table.people:
        person.connect()
    table.see("I was away", times=2)
    table.compare_rooms()
    for person in table.people:
        said = sum("I was away" in doc_text(m) for m in person.seen(ROOM))
        assert said == 2, (person.name, said)
    assert server.stop() == 0
    server.remove()


def copied(binary, want):
    """A backup in the midst of acts; the house goes on from it. What was wrong."""
    server, table = begin(binary)
    acts = table.acts()
    table.rounds(acts[:4])
    path = os.path.join(server.folder, "copy.db")
    backup = subprocess.Popen([binary, "backup", path], env=server.environment)
    sent = [{} for _ in acts]
    for (person, text, room), act in zip(acts[4:9], sent[4:9]):
        table.do(person, {"op": "say", "room": room, "text": text}, act)
    assert backup.wait(timeout=20) == 0
    server.kill()
    for end in ("", "-wal", "-shm"):
        if os.path.exists(server.environment["DEADDROP_STORE_PATH"] + end):
            os.unlink(server.environment["DEADDROP_STORE_PATH"] + end)
    os.rename(path, server.environment["DEADDROP_STORE_PATH"])
    assert server.start(), server.log()
    for person in table.people:  # nobody has what came after the copy
        person.forget()
        person.connect()
    for (person, text, room), act in zip(acts[4:], sent[4:]):
        table.do(person, {"op": "say", "room": room, "text": text}, act)
    table.end()
    told = table.told()
    table.prove()
    table.soft_end()
    server.remove()
    return differences(want, told)


def main():
    binary = sys.argv[1]
    want = Game(binary).play()
    asked_to_end(binary)
    print(f"{ENDS} ends in the midst of acts: nothing lost")
    away(binary)
    print("away: deadlines move, and it is said")
    wrong = copied(binary, want)
    print("from a copy:", *wrong or ["nobody missed anything"], sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
