#!/usr/bin/env python3
"""sealed.py: a game in the playground over a store with a key. While it is played and after it,
what was dealt and what people said is looked for as raw bytes in all files of the store: none of it
is there. Export, forgetting, check, backup and proofs work as ever; without the key nothing starts
and nothing changes."""

import json
import pathlib
import signal
import subprocess
import sys
import unittest

import forgetting
from page import CLEAN, DEADDROP, PATIENCE

ONE, OTHER = "1" * 64, "2" * 64
PLAIN = ("account", "session")  # by which rows are found


class Sealed(forgetting.Forgetting):
    test_while_it_runs = None  # what the parent looks for stands in no file here
    test_while_it_is_stopped = None

    def setUp(self):
        super().setUp()
        self.server.end(signal.SIGTERM)
        for path in pathlib.Path(self.server.folder.name).glob("deaddrop.db*"):
            path.unlink()
        self.plain = self.server.config.read_text(encoding="utf-8")
        self.configure(key=ONE)
        self.server.start()

    def configure(self, **keys):
        lines = ""
        for name, key in keys.items():
            path = pathlib.Path(self.server.folder.name, name)
            path.write_text(key + "\n", encoding="utf-8")
            path.chmod(0o600)
            lines += f"{name}_file = {path}\n"
        self.server.config.write_text(self.plain.replace("[store]\n", "[store]\n" + lines),
                                      encoding="utf-8")

    def refused(self, *words):
        """Exit status and last words of the program with this config; its files stay."""
        before = self.files()
        done = subprocess.run([DEADDROP, *words, "--config", str(self.server.config)],
                              capture_output=True, text=True, timeout=PATIENCE, env=CLEAN,
                              check=False)
        after = self.files()
        for name in ("deaddrop.db", "deaddrop.db-wal"):
            self.assertEqual(before.get(name, b""), after.get(name, b""))
        return done.returncode, done.stderr

    def secrets(self, text):
        """What a record tells of its deal: each as hex and as bytes."""
        lines = [json.loads(line) for line in text.splitlines()]
        start = next(line["line"] for line in lines if " start " in line.get("line", ""))
        seed = json.loads(start[start.index("{"):start.rindex("}") + 1])["seed"]
        return [lines[0]["secret"].encode(), bytes.fromhex(lines[0]["secret"]), seed.encode(),
                bytes.fromhex(seed)]

    def test_nothing_is_to_be_read_while_it_is_played(self):
        people = self.come_in()
        one = people[1]
        self.sit_down(people, concede="on")
        self.agree(people)
        for person in people:
            self.say(person, "!leader me", "~")
        for person in people * 2:
            spoken = forgetting.SPOKEN if person is one else "Coffee for everybody."
            self.say(person, f"!money {spoken}", "~")
        self.say(one, f"!team {forgetting.TEAM}", "~")
        self.say(one, forgetting.PRIVATE, "~")
        for person in people:
            person.catches_up()
        running = self.files()
        self.assertIn("deaddrop.db.work", running)
        self.server.kill()
        killed = self.files()
        self.server.start()
        for person in people:
            person.open()
        for person in people:
            self.say(person, "!concede", "~")
        people[0].hears_text("The game is over", "den")
        self.record_holds(people[0])
        record = pathlib.Path(self.server.folder.name, "record.jsonl").read_text(encoding="utf-8")
        wanted = self.secrets(record) + [mark.encode() for what, mark in self.marks(one).items()
                                         if what not in PLAIN]
        for files in (running, killed, self.files()):
            found = [(mark, name) for name, data in files.items() for mark in wanted
                     if mark in data]
            # an act's id is its page's own, and the pages of these tests make theirs of the name
            ids = (forgetting.FORMER.encode(), "deaddrop.db.work")
            self.assertEqual([what for what in found if what != ids], [])
        code, told = self.tool("replay", "1")
        self.assertEqual(code, 0, told)
        self.assertIn("interceptor", told.lower())

    def test_tools_and_forgetting(self):
        people = self.come_in()
        one = people[1]
        self.play(people)
        marks = self.marks(one)
        code, told = self.tool("export", "web:" + one.account)
        self.assertEqual(code, 0, told)
        self.assertEqual([what for what, mark in marks.items() if mark not in told], [])
        self.assertLessEqual({what for what, _, _ in self.standing(marks)}, set(PLAIN))
        code, told = self.tool("check")
        self.assertEqual(code, 0, told)
        copy = pathlib.Path(self.server.folder.name, "copy.db")
        code, told = self.tool("backup", str(copy))
        self.assertEqual(code, 0, told)
        self.assertEqual([what for what, mark in marks.items()
                          if what not in PLAIN and mark.encode() in copy.read_bytes()], [])
        code, answer = self.tool("forget", "web:" + one.account)
        self.assertEqual(code, 0, answer)
        self.assertIn("ackups", answer)
        one.closed()
        self.server.end(signal.SIGTERM)
        self.assertEqual(self.standing(marks), [], self.where(marks))
        self.assertEqual(self.tool("export", "web:" + one.account)[0], 1)
        self.server.start()
        people[0].open()
        self.record_holds(people[0])

    def test_wrong_keys_change_nothing_and_right_ones_take_turns(self):
        people = self.come_in()
        self.say(people[0], forgetting.CHATTER)
        self.server.end(signal.SIGTERM)
        marks = {"chatter": forgetting.CHATTER}
        for keys in ({}, {"key": OTHER}, {"key": OTHER, "old_key": "3" * 64}):
            self.configure(**keys)
            code, said = self.refused("run")
            self.assertEqual(code, 78, said)
            self.assertIn("it is encrypted by key", said)
            self.assertEqual(len(said.strip().splitlines()), 1, said)
        self.configure(key="short")
        code, said = self.refused("run")
        self.assertEqual(code, 78, said)
        self.assertIn("64 hex digits", said)
        for keys, stands in (({"key": OTHER, "old_key": ONE}, False), ({"key": OTHER}, False),
                             ({"old_key": OTHER}, True), ({}, True), ({"key": ONE}, False)):
            self.configure(**keys)
            self.server.start()
            people[0].since = {}
            people[0].open()
            people[0].hears_text(forgetting.CHATTER, "den")
            self.server.end(signal.SIGTERM)
            self.assertEqual(bool(self.standing(marks)), stands, keys)
        self.server.start()

    def test_config_says_whether_it_is_encrypted(self):
        for keys, words in (({}, "not encrypted"), ({"key": ONE}, "no mistakes")):
            self.configure(**keys)
            done = subprocess.run([DEADDROP, "config", "--check", str(self.server.config)],
                                  capture_output=True, text=True, timeout=PATIENCE, env=CLEAN,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(words, done.stdout)
            self.assertEqual("not encrypted" in done.stdout, not keys)
        self.configure(key=ONE)


if __name__ == "__main__":
    program = unittest.TestProgram(argv=[sys.argv[0], "Sealed"], verbosity=2, exit=False)
    sys.exit(0 if program.result.wasSuccessful() else 1)
