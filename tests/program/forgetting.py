#!/usr/bin/env python3
"""forgetting.py: somebody plays in the playground and asks to be forgotten. What was theirs is
looked for as raw bytes in all files of the store: none of it is there afterwards, nothing of the
others is missing, records of finished tables verify, and the export taken before has all of it."""

import hashlib
import json
import pathlib
import signal
import sqlite3
import subprocess
import sys
import unittest

from page import CLEAN, DEADDROP, PATIENCE, Person, Server, control, words

FORMER, LATER = "Quorrinel", "Zimbalune"
CHATTER = "a heron flew over the brickworks at dawn"
PRIVATE = "which umbrella factory owes me crumpets"
SIGNAL = "marzipanic"
SPOKEN = "My grandmother bakes turnip lanterns."
TEAM = "our codeword smells of wet velvet"
OTHERS = "the ferry leaves before the seagulls wake"
REPLY = "nobody ever repaired that lighthouse"


class Forgetting(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def tool(self, *arguments):
        done = subprocess.run([DEADDROP, arguments[0], "--config", str(self.server.config),
                               *arguments[1:]], capture_output=True, text=True, timeout=PATIENCE,
                              env=CLEAN, check=False)
        return done.returncode, done.stdout + done.stderr

    def come_in(self):
        """Ana makes the room; the one who will be forgotten invites the last."""
        ana = Person(self.server, "Ana")
        ana.does("room", name="den")
        one = Person(self.server, FORMER, self.invited_by(ana))
        cy = Person(self.server, "Cy", self.invited_by(ana))
        self.invitation = self.invited_by(one)
        dee = Person(self.server, "Dee", self.invitation)
        return [ana, one, cy, dee]

    def invited_by(self, person):
        status, answer = self.server.post("/invite", person.tab, room="den")
        self.assertEqual(status, 200, answer)
        return answer["link"].partition("#join=")[2]

    def done(self, person, op, **members):
        answer = person.does(op, **members)
        self.assertEqual(answer["op"], "done", answer)

    def say(self, person, text, room="den", **more):
        self.done(person, "say", room=room, text=text, **more)

    def sit_down(self, people, **options):
        self.done(people[0], "slash", room="den", command="interceptor", args=options)
        for person in people:
            person.catches_up()
            board = person.hears(lambda op: op["op"] == "message" and op["room"] == "den" and
                                 op.get("doc", {}).get("panel"))
            self.done(person, "press", room="den", message=board["id"],
                      control=control(board, "Join"), values=[])
        for person in people:
            person.hears(lambda op: op["op"] == "message" and op["room"] == "~")
        self.done(people[0], "slash", room="den", command="start", args={})

    def agree(self, people):
        """Signals; the one's are marked. Seats are shuffled, so everybody tries to confirm."""
        _, one, _, _ = people
        for person in people:
            person.hears(lambda op: op["room"] == "~" and "signals" in words(op)
                         if op["op"] in ("message", "edit") else False)
        self.say(one, f"!signals documents: word {SIGNAL} money: ends with ?", "~")
        for person in people:
            if person is not one:
                self.say(person, "!confirm", "~")
        for person in people:
            if person is not one:
                self.say(person, "!signals documents: word coffee money: first word well", "~")
                for other in people:
                    if other is not one:
                        self.say(other, "!confirm", "~")

    def play(self, people):
        _, one, cy, dee = people
        self.say(one, CHATTER)
        self.say(cy, OTHERS, mentions=[one.account])
        self.finish(people)
        self.sit_down(people)
        self.agree(people)
        self.say(one, f"!team {TEAM}", "~")
        self.say(one, PRIVATE, "~")
        self.done(one, "name", name=LATER)
        self.say(one, "!status")
        for person in people:
            self.say(person, "!leader me", "~")
        for person in people * 2:
            spoken = SPOKEN if person is one else "Coffee for everybody."
            self.say(person, f"!money {spoken}", "~")
        heard = one.messages[max(key for key, op in one.messages.items()
                                 if op.get("text") == OTHERS)]
        self.done(one, "react", room="den", message=heard["id"], emoji="👍", on=True)
        mine = one.messages[max(key for key, op in one.messages.items()
                                if op.get("text") == CHATTER)]
        self.say(dee, REPLY, reply=mine["id"])
        self.done(dee, "react", room="den", message=mine["id"], emoji="🎉", on=True)
        for person in people:
            person.catches_up()

    def marks(self, one):
        """Every byte string that is theirs."""
        return {
            "account": one.account, "former name": FORMER, "name": LATER,
            "key": hashlib.sha256(one.key.encode()).hexdigest(),
            "session": hashlib.sha256(one.tab.encode()).hexdigest(), "chatter": CHATTER,
            "private line": PRIVATE, "signal": SIGNAL, "spoken": SPOKEN, "team": TEAM}

    def files(self):
        folder = pathlib.Path(self.server.folder.name)
        return {path.name: path.read_bytes() for path in folder.iterdir()
                if path.name.startswith("deaddrop.db")}

    def standing(self, marks):
        """Which of these are in which file."""
        return [(what, name, data.count(mark.encode())) for name, data in self.files().items()
                for what, mark in marks.items() if mark.encode() in data]

    def where(self, marks):
        """The same as rows, for who has to find out why."""
        found = []
        with sqlite3.connect(f"{self.server.folder.name}/deaddrop.db") as store:
            names = [row[0] for row in store.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for name in names:
                for row in store.execute(f"SELECT * FROM {name}"):
                    found += [(what, name, row) for what, mark in marks.items() if mark in str(row)]
        return found

    def record_holds(self, person):
        """The record of the finished table, as the house gives it now, follows."""
        person.frames = []
        self.say(person, "!#1 record", "~")
        told = person.hears(lambda op: op["op"] == "message" and
                            any(block["t"] == "file" for block in
                                op.get("doc", {}).get("blocks", [])))
        files = [block["text"] for block in told["doc"]["blocks"] if block["t"] == "file"]
        path = pathlib.Path(self.server.folder.name, "record.jsonl")
        path.write_text(files[0], encoding="utf-8")
        done = subprocess.run([DEADDROP, "verify", str(path)], capture_output=True, text=True,
                              timeout=PATIENCE, env=CLEAN, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def finish(self, people):
        """A first game, which is over: all its players gave up."""
        self.sit_down(people, concede="on")
        self.agree(people)
        for person in people:
            self.say(person, "!concede", "~")
        people[0].hears_text("The game is over", "den")
        self.record_holds(people[0])

    def test_while_it_runs(self):
        people = self.come_in()
        ana, one, cy, dee = people
        self.play(people)
        marks = self.marks(one)
        code, told = self.tool("export", "web:" + one.account)
        self.assertEqual(code, 0, told)
        missing = [what for what, mark in marks.items() if mark not in told]
        self.assertEqual(missing, [])
        self.assertEqual({what for what, _, _ in self.standing(marks)}, set(marks))
        code, answer = self.tool("forget", "web:" + one.account)
        self.assertEqual(code, 0, answer)
        one.closed()
        for person in (ana, cy, dee):
            person.hears(lambda op: op["op"] == "cleared" and op["room"] == "den")
        self.assertEqual(self.server.post("/who", one.tab)[0], 403)
        self.assertEqual(self.server.post("/enter", key=one.key)[0], 403)
        self.assertEqual(self.server.post("/new", name="Eve", join=self.invitation)[0], 403)
        self.say(ana, "still here")
        self.server.end(signal.SIGTERM)
        self.assertEqual(self.standing(marks), [], self.where(marks))
        self.assertEqual({what for what, _, _ in self.standing({"o": OTHERS, "r": REPLY})},
                         {"o", "r"})
        self.server.start()
        ana.open()
        self.record_holds(ana)
        self.say(ana, "!#2 status")

    def test_while_it_is_stopped(self):
        people = self.come_in()
        one = people[1]
        self.play(people)
        marks = self.marks(one)
        self.server.end(signal.SIGTERM)
        code, told = self.tool("export", "web:" + one.account)
        self.assertEqual(code, 0, told)
        self.assertEqual([what for what, mark in marks.items() if mark not in told], [])
        code, answer = self.tool("forget", "web:" + one.account)
        self.assertEqual(code, 0, answer)
        self.assertEqual(self.standing(marks), [], self.where(marks))
        self.assertEqual({what for what, _, _ in self.standing({"o": OTHERS, "r": REPLY})},
                         {"o", "r"})
        self.assertEqual(self.tool("export", "web:" + one.account)[0], 1)
        self.server.start()
        self.assertEqual(self.server.post("/who", one.tab)[0], 403)
        people[0].since = {}
        people[0].open()
        people[0].hears_text("(text withheld)", "den")
        people[0].hears_text(OTHERS, "den")
        people[0].catches_up()
        self.record_holds(people[0])
        people[2].open()
        self.say(people[2], "!#2 status", "~")


if __name__ == "__main__":
    sys.exit(0 if unittest.main(verbosity=2, exit=False).result.wasSuccessful() else 1)
