#!/usr/bin/env python3
"""The drill: people play while the program copies its store on schedule; it is killed, the store
is lost, and put back from the newest copy by the steps of `deaddrop backup --help`. The game goes
on, nothing of before the copy is missing, no id is given twice, what is finished proves itself. And
a copy that is cut short by a crash costs no older one.

restore_drill.py DEADDROP"""

import os
import re
import shutil
import sqlite3
import sys
import time

from game import Table
from playground import WAIT_S, Server
from walk_crash_points import Game, differences

HOURS_BACK = 7  # more than lies between two copies
CRASHED = 99


class Copies:
    """The folder that the server keeps its copies in."""

    def __init__(self, server):
        self.path = os.path.join(server.folder, "copies")
        server.environment["DEADDROP_BACKUP_FOLDER"] = self.path

    def names(self, ending=".db"):
        try:
            return sorted(name for name in os.listdir(self.path) if name.endswith(ending))
        except FileNotFoundError:
            return []

    def wait_for(self, count):
        until = time.monotonic() + WAIT_S
        while len(self.names()) < count:
            assert time.monotonic() < until, self.names()
        return self.names()

    def age(self):
        """All copies were made earlier than they were."""
        for name in self.names():
            when = time.strptime(re.search(r"\d{8}T\d{6}", name).group(), "%Y%m%dT%H%M%S")
            before = time.strftime("%Y%m%dT%H%M%S", time.gmtime(
                time.mktime((*when[:8], 0)) - time.timezone - HOURS_BACK * 3600))
            os.rename(os.path.join(self.path, name),
                      os.path.join(self.path, re.sub(r"\d{8}T\d{6}", before, name)))


def numbers(path):
    """The highest ids that were ever given there, of tables and of messages."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute("SELECT table_last, outbox_last FROM mark").fetchone()


def put_back(server, copy):
    """As `deaddrop backup --help` says."""
    store = server.environment["DEADDROP_STORE_PATH"]
    lost = os.path.join(server.folder, "lost")
    os.mkdir(lost)
    for ending in ("", "-wal", "-shm", ".work"):
        if os.path.exists(store + ending):
            shutil.move(store + ending, lost)
    shutil.copy(copy, store)
    code, text = server.tool("check")
    assert code == 0 and "is sound" in text, (code, text)


def open_other_table(table):
    """A further table in the room; its number is what the store gives next."""
    table.do(table.host, {"op": "slash", "room": "other", "command": "spyfall", "args": {}})


def drill(binary, want):
    """What was wrong with the game that was put back."""
    server = Server(binary)
    copies = Copies(server)
    store = server.environment["DEADDROP_STORE_PATH"]
    assert server.start(), server.log()
    copies.wait_for(1)
    table = Table(server, None)
    table.sit()
    table.do(table.host, {"op": "room", "name": "other"})
    table.start()
    acts = table.acts()
    table.rounds(acts[:4])
    server.kill()
    copies.age()
    assert server.start(), server.log()
    for person in table.people:
        person.connect()
    copy = os.path.join(copies.path, copies.wait_for(2)[-1])
    sent = [{} for _ in acts]
    for (person, text, room), act in zip(acts[4:9], sent[4:9]):
        table.do(person, {"op": "say", "room": room, "text": text}, act)
    open_other_table(table)
    server.kill()
    given, copied = numbers(store), numbers(copy)
    assert given[0] > copied[0] and given[1] > copied[1], (given, copied)
    put_back(server, copy)
    assert server.start(), server.log()
    assert "store.put_back" in server.log(), server.log()
    for person in table.people:  # nobody has what came after the copy
        person.forget()
        person.connect()
    open_other_table(table)
    for (person, text, room), act in zip(acts[4:], sent[4:]):
        table.do(person, {"op": "say", "room": room, "text": text}, act)
    table.end()
    told = table.told()
    table.prove()
    table.soft_end()
    with sqlite3.connect(store) as db:
        ids = [row[0] for row in db.execute("SELECT id FROM tables ORDER BY id")]
    assert ids[-1] == given[0] + 1 and given[0] not in ids, (ids, given)
    assert numbers(store)[1] > given[1], (numbers(store), given)
    code, text = server.tool("check")
    assert code == 0, text
    code, text = server.tool("forget", f"web:{table.host.account}")
    assert code == 0 and f"{len(copies.names())} backups in {copies.path} still hold" in text, text
    server.remove()
    return differences(want, told)


def cut_short(binary, point, stays):
    """A crash while a copy is made: the older one stays, the half one goes with the next start."""
    server = Server(binary)
    copies = Copies(server)
    assert server.start(), server.log()
    older = copies.wait_for(1)
    assert server.stop() == 0
    copies.age()
    older = copies.names()
    server.start(f"{point}:1")
    assert server.wait() == CRASHED, server.log()
    assert set(older) <= set(copies.names()) and len(copies.names()) == stays, copies.names()
    assert server.start(), server.log()
    copies.wait_for(2)
    assert server.stop() == 0
    assert set(older) <= set(copies.names()) and not copies.names(".new"), copies.names()
    server.remove()


def cannot(binary):
    """A folder that cannot be written to is said, and play goes on."""
    server = Server(binary)
    with open(os.path.join(server.folder, "file"), "wb"):
        pass
    server.environment["DEADDROP_BACKUP_FOLDER"] = os.path.join(server.folder, "file")
    assert server.start(), server.log()
    assert "backup.failed" in server.log() and "no copies are made" in server.log(), server.log()
    assert server.stop() == 0
    server.remove()


def main():
    binary = sys.argv[1]
    cannot(binary)
    cut_short(binary, "backup.copied", 1)
    cut_short(binary, "backup.named", 2)
    print("cut short: nothing older is lost, nothing half is left")
    wrong = drill(binary, Game(binary).play())
    print("put back from the newest copy:", *wrong or ["nobody missed anything"], sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
