#!/usr/bin/env python3
"""transcript_link.py: a finished game has a page under an address that whoever has it can read,
known here or not. A running one has none, an address that is not whole neither. What belongs to
somebody who is forgotten is gone from it."""

import re
import subprocess
import time
import unittest

from page import CLEAN, DEADDROP, PATIENCE, Person, Server, read_all

NAME = "Ana <script>alert(1)</script>"


class TranscriptLink(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        self.ana = Person(self.server, NAME)
        self.ana.name = "ana"  # in ids of acts
        self.done("room", name="den")

    def done(self, op, **members):
        answer = self.ana.does(op, **members)
        self.assertEqual(answer["op"], "done", answer)

    def say(self, text, room="den"):
        self.done("say", room=room, text=text)

    def hears(self, what, condition):
        """The newest form of a message, new or edited, that fulfils the condition."""
        try:
            return self.ana.hears(lambda op: op["op"] in ("message", "edit") and condition(op))
        except TimeoutError:
            self.fail(f"never heard: {what}")

    def sit_down(self):
        self.done("slash", room="den", command="spyfall", args={}, sit=True)
        for _ in range(3):
            self.say("!bot")
        self.say("!start")

    def transcript(self):
        """The buttons below the answer."""
        self.ana.frames = []
        self.say("!transcript", "~")
        told = self.hears("the transcript", lambda op: op["room"] == "~" and "begins" in str(op))
        return told["doc"].get("panel", [])

    def get(self, path, **headers):
        lines = [f"GET /{path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head, _, body = self.server.raw(("\r\n".join(lines) + "\r\n\r\n").encode()).partition(
            b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), head.decode(), body.decode()

    def pages(self):
        """Address by label."""
        return {one["label"]: one["value"] for one in self.transcript() if one["act"] == "page"}

    def test_page_of_a_finished_game(self):
        self.sit_down()
        self.assertEqual(self.pages(), {}, "a running game has no page")
        self.say("!abort")
        pages = self.pages()
        self.assertEqual(list(pages), ["As the room saw it", "As I saw it", "As everybody saw it"])
        self.assertEqual(len(set(pages.values())), 3)
        for path in pages.values():
            status, head, body = self.get(path)
            self.assertEqual(status, 200)
            self.assertTrue("<h1>Spyfall #1</h1>" in body, path)
            self.assertTrue("Ana &lt;script&gt;alert(1)&lt;/script&gt;" in body, path)
            self.assertEqual(body.count("<script>"), 1)
            self.assertRegex(head, r"Content-Security-Policy: default-src 'none';.*"
                                   r"frame-ancestors 'none'")
            for field in ("X-Robots-Tag: noindex", "Referrer-Policy: no-referrer",
                          "Cache-Control: no-store", "X-Frame-Options: DENY"):
                self.assertIn(field, head)
            self.assertNotIn("Set-Cookie", head)
            self.not_there(path)
        self.check_eyes(pages)
        self.check_crowd(pages)
        self.check_forgotten(pages)

    def check_eyes(self, pages):
        """What each pair of eyes sees of who was the spy."""
        room, mine, everybody = [self.get(path)[2] for path in pages.values()]
        self.assertEqual(room.count("In private:"), 0)
        self.assertEqual(len(re.findall(r"<h4>In private: <bdi>Ana", mine)),
                         len(re.findall("In private:", mine)))
        self.assertEqual(len(set(re.findall(r"<h4>In private: (.*?)</h4>", everybody))), 4)

    def check_crowd(self, pages):
        """Many at once: some are asked to come again, everybody gets an answer."""
        path = list(pages.values())[-1]
        request = f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n\r\n".encode()
        wires = [self.server.connect() for _ in range(16)]
        for wire in wires:
            wire.sendall(request)
        answers = [read_all(wire) for wire in wires]
        for wire in wires:
            wire.close()
        statuses = {int(answer.split(b" ", 2)[1]) for answer in answers}
        self.assertLessEqual(statuses, {200, 503})
        self.assertIn(200, statuses)
        self.assertTrue(all(b"Retry-After: " in answer for answer in answers
                            if answer.split(b" ", 2)[1] == b"503"))

    def not_there(self, path):
        """Whatever else is asked for: nothing is, and always in the same words."""
        table, eyes, proof = path.partition("/")[2].split("-", 2)
        prefix = f"transcript/{table}-{eyes}"
        wrong = [f"{prefix}-{'A' if proof[0] != 'A' else 'B'}{proof[1:]}", f"{prefix}-{proof[:-1]}",
                 f"{prefix}-{proof}x", f"transcript/{table}-9-{proof}", prefix, "transcript/",
                 f"transcript/{int(table) + 1}-{eyes}-{proof}", f"transcript/-{eyes}-{proof}",
                 f"transcript/{table}-99999999999-{proof}", f"transcript/{'9' * 30}-{eyes}-{proof}",
                 f"transcript/{'x' * 200}"]
        answers = {self.get(one)[0::2] for one in wrong}
        self.assertEqual({status for status, _ in answers}, {404}, answers)
        self.assertEqual(len(answers), 1, answers)

    def check_forgotten(self, pages):
        self.ana.close()
        done = subprocess.run(
            [DEADDROP, "forget", "--config", str(self.server.config), f"web:{self.ana.account}"],
            capture_output=True, text=True, timeout=PATIENCE, env=CLEAN, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        until = time.monotonic() + PATIENCE  # the program takes the request when it looks for one
        while "alert(1)" in "".join(self.get(path)[2] for path in pages.values()):
            self.assertLess(time.monotonic(), until, "it is still there")
        for path in pages.values():
            self.assertEqual(self.get(path)[0], 200)


if __name__ == "__main__":
    unittest.main(verbosity=2)
