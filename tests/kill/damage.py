#!/usr/bin/env python3
"""The store of a real game, damaged anywhere: a bit, a byte, a stretch, a page, an end. Each time
the program starts on it and is asked how the game stands: either all is as it was, or damage is
said, and a start that refuses has changed nothing. Never an abort, never a loss that nobody is
told of.

damage.py DEADDROP [--rounds N] [--seed N] [--keep FOLDER]"""

import argparse
import contextlib
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
from collections import Counter

from game import ROOM, Table
from playground import Gone, Server

PAGE = 2048
HANG_S = 30
KILLS_MAX = 30
ENDINGS = ("", "-wal", "-shm", ".lock", ".work")
REFUSED = 78
# What a start does not change: all of a row, or what names it.
KEPT = {
    "journal": "table_id, step, before, event, hash, line",
    "words": "table_id, digest, person, words",
    "sent": "table_id, before, step, audience, room, platform_id",
    "person": "id, about",
    "address": "address, person",
    "setting": "scope, name",
    "adapter": "adapter, key",
    "tables": "id, room, game",
    "open_table": "id",
    "pack": "digest, lines",
    "candidates": "table_id, pack, without",
}


class Files:
    """A store as it lay there at one moment."""

    def __init__(self, server):
        self.path = server.environment["DEADDROP_STORE_PATH"]
        self.bytes = {}
        for end in ENDINGS:
            if end != "-shm" and os.path.exists(self.path + end):
                with open(self.path + end, "rb") as file:
                    self.bytes[end] = file.read()

    def put(self, instead=None):
        for end in ENDINGS:
            if os.path.exists(self.path + end):
                os.unlink(self.path + end)
        for end, data in {**self.bytes, **(instead or {})}.items():
            with open(self.path + end, "wb") as file:
                file.write(data)


@contextlib.contextmanager
def looking(path):
    """The database in a copy, for reading changes files too."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        for end in ("", "-wal"):
            if os.path.exists(path + end):
                shutil.copy(path + end, copy + end)
        with contextlib.closing(sqlite3.connect(copy)) as store:
            yield store


def rows_of(path):
    """The rows that stay."""
    with looking(path) as store:
        store.text_factory = bytes
        rows = {name: Counter(store.execute(f"SELECT {columns} FROM {name}"))
                for name, columns in KEPT.items()}
        rows["event"] = Counter(store.execute(
            "SELECT day, key FROM event UNION ALL SELECT day, key FROM event_new"))
    return rows


def is_counted(files, path):
    """Was the last transaction noted beside the database? A kill may come before that; then nobody
    was told of it either, and it may as well never have been."""
    with looking(path) as store:
        held = store.execute("SELECT commits FROM mark").fetchone()[0]
    return f" commits {held:020} ".encode() in files.bytes[".lock"]


def hurt(data, dice):
    """Damages bytes in one way of several; what was done, and the bytes."""
    data = bytearray(data)
    at = dice.randrange(len(data))
    page = at // PAGE * PAGE
    kind = dice.choice(("bit", "bit", "byte", "zero", "stretch", "page zeroed", "page of noise",
                        "page of another", "cut"))
    if kind == "bit":
        data[at] ^= 1 << dice.randrange(8)
    elif kind == "byte":
        data[at] = dice.randrange(256)
    elif kind == "zero":
        data[at] = 0
    elif kind == "stretch":
        data[at:at + 64] = bytes(len(data[at:at + 64]))
    elif kind == "page zeroed":
        data[page:page + PAGE] = bytes(len(data[page:page + PAGE]))
    elif kind == "page of noise":
        data[page:page + PAGE] = dice.randbytes(len(data[page:page + PAGE]))
    elif kind == "page of another":
        other = data[dice.randrange(len(data)) // PAGE * PAGE:][:PAGE]
        data[page:page + len(other)] = other[:len(data) - page]
    else:
        del data[at:]
    return kind, at, bytes(data)


def bytes_now(path):
    out = []
    for end in ("", "-wal"):
        out.append(b"")
        if os.path.exists(path + end):
            with open(path + end, "rb") as file:
                out[-1] = file.read()
    return out


class Round:
    """One damaged store, started."""

    def __init__(self, server, person, truth):
        self.server = server
        self.person = person
        self.truth = truth

    def ask(self):
        """How the game stands, asked in its room; what the person is told."""
        self.person.forget()
        self.person.connect()
        answer = self.person.answer(
            self.person.act({"op": "say", "room": ROOM, "text": "!#1 status"}))
        return answer["op"]

    def play(self):
        """What became of it: a word, and whether that is as it must be."""
        before = bytes_now(self.server.environment["DEADDROP_STORE_PATH"])
        os.truncate(self.server.log_path, 0)
        hung = threading.Event()

        def give_up():
            hung.set()
            self.server.process.kill()

        watch = threading.Timer(HANG_S, give_up)
        watch.start()
        try:
            if not self.server.start():
                return self.refused(self.server.wait(), before, hung.is_set())
            return self.started(hung)
        finally:
            watch.cancel()
            self.server.leave_nothing()

    def refused(self, code, before, hung):
        said = "deaddrop run: " in self.server.log()
        if hung or code != REFUSED or not said:
            return f"ended with {code}" + (", hung" if hung else ""), False
        if bytes_now(self.server.environment["DEADDROP_STORE_PATH"]) != before:
            return "refused, and changed what is there", False
        return "refused at the start", True

    def started(self, hung):
        trouble = ""
        try:
            trouble = "" if self.ask() == "done" else "the question was not taken"
        except (Gone, AssertionError, ValueError) as problem:
            trouble = str(problem).split("\n", maxsplit=1)[0]
        ended = self.server.process.poll()
        code = self.server.stop() if ended is None else self.server.wait()
        if hung.is_set() or code not in (0, REFUSED):
            return f"ended with {code}", False
        return self.judge(trouble)

    def judge(self, trouble):
        log = self.server.log()
        said = any(word in log for word in ("damaged", "lost", "put_back"))
        code, told = self.server.tool("check")
        if said:
            return "said while it runs", True
        if code == 1:
            return "said by check", True
        try:
            now = rows_of(self.server.environment["DEADDROP_STORE_PATH"])
            gone = [name for name, rows in self.truth.items() if rows - now[name]]
        except sqlite3.DatabaseError as problem:
            gone = [str(problem)]
        if gone or trouble or code != 0:
            return f"silent: {gone} {trouble} {told}", False
        return "as it was", True


def prepare(binary):
    """A game in its middle and one that has just begun: stores as they lie there after a soft end
    and after a kill, each with what is in it."""
    server = Server(binary)
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    table.rounds(table.acts()[:9])
    table.do(table.host, {"op": "slash", "room": ROOM, "command": "interceptor", "args": {}})
    states = []
    path = server.environment["DEADDROP_STORE_PATH"]
    for end in [server.kill] * KILLS_MAX + [server.stop]:
        if states and end == server.kill:
            continue
        end()
        files = Files(server)
        if is_counted(files, path):
            states.append((files, rows_of(path)))
        assert server.start(), server.log()
        for person in table.people:
            person.connect()
            person.drain()
    server.stop()
    assert len(states) == 2, "no kill after which all is counted"
    return server, table.people[0], states


def main():
    words = argparse.ArgumentParser()
    words.add_argument("binary")
    words.add_argument("--rounds", type=int, default=40)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--keep")
    given = words.parse_args()
    dice = random.Random(given.seed)
    server, person, states = prepare(given.binary)
    table, wrong = Counter(), 0
    for number in range(given.rounds):
        files, truth = dice.choice(states)
        end = dice.choice([end for end in ("", "", "", "-wal", "-wal", "-wal", ".lock")
                           if files.bytes.get(end)])
        kind, at, data = hurt(files.bytes[end], dice)
        files.put({end: data})
        what, good = Round(server, person, truth).play()
        name = {"": "database", "-wal": "log"}.get(end, end)
        table[(name, kind, what if good else "WRONG")] += 1
        if not good:
            wrong += 1
            print(f"round {number}: {name}, {kind} at {at}: {what}")
            if given.keep:
                files.put({end: data})
                shutil.copytree(server.folder, os.path.join(given.keep, str(number)))
    for (name, kind, what), count in sorted(table.items()):
        print(f"{name:9} {kind:16} {what:24} {count}")
    files.put()
    server.remove()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
