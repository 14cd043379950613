#!/usr/bin/env python3
"""playground.py: the program's playground, played by pages that keep to the wire and attacked by
some that do not. The browser tests look at the page; this looks at the server."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import unittest

from page import (CLEAN, DEADDROP, PATIENCE, Person, Server, control, frame, read_all, try_upgrade,
                  upgrade, words)

NAMES = ("Ana", "Ben", "Cy", "Dee")


def den(server, names=NAMES):
    """These people in the room "den", which the first has made."""
    first = Person(server, names[0])
    first.does("room", name="den")
    status, answer = server.post("/invite", first.tab, room="den")
    assert status == 200, answer
    invitation = answer["link"].partition("#join=")[2]
    return [first] + [Person(server, name, invitation) for name in names[1:]]


class Playground(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def open_table(self, people):
        """Opens a table of Interceptor; gives its board as everybody saw it."""
        self.assertEqual(people[0].does("slash", room="den", command="interceptor", args={})["op"],
                         "done")
        return [person.hears(lambda op: op["op"] == "message" and op["room"] == "den" and
                             "[" not in words(op) and op.get("doc", {}).get("panel"))
                for person in people]

    def test_four_sit_down_and_get_their_secrets(self):
        people = den(self.server)
        boards = self.open_table(people)
        for person, board in zip(people, boards):
            answer = person.does("press", room="den", message=board["id"],
                                 control=control(board, "Join"), values=[])
            self.assertEqual(answer["op"], "done", answer)
        for person in people:
            person.hears(lambda op: op["op"] == "message" and op["room"] == "~")
        self.assertEqual(people[0].does("slash", room="den", command="start", args={})["op"],
                         "done")
        for person in people:
            person.hears(lambda op: op["op"] in ("message", "edit") and op["room"] == "~" and
                         op["doc"].get("panel"))
            person.catches_up()
            self.assertEqual(person.twice, [])

    def test_twelve_for_four_seats(self):
        people = den(self.server, [f"P{number}" for number in range(12)])
        boards = self.open_table(people)
        for person, board in zip(people, boards):
            answer = person.does("press", room="den", message=board["id"],
                                 control=control(board, "Join"), values=[])
            self.assertEqual(answer["op"], "done")
        for person in people[4:]:
            told = person.hears(lambda op: op["op"] == "message" and op["room"] == "~")
            self.assertNotIn("error", words(told).lower())
            self.assertNotEqual(words(told), "")

    def test_the_same_button_twice_and_one_that_never_was(self):
        people = den(self.server, NAMES[:2])
        boards = self.open_table(people)
        join = control(boards[1], "Join")
        identity = people[1].act("press", room="den", message=boards[1]["id"], control=join,
                                 values=[])
        people[1].hears(lambda op: op["op"] == "done" and op["id"] == identity)
        for again in (join, "t999.7.play.symbol=money", "nonsense", "t1.-.", "t.-.join",
                      "tAAAA.-.join", "taaaaaaaaaaaaa.-.join", "taaaaaaaaaaaa.-.join", ""):
            answer = people[1].does("press", room="den", message=boards[1]["id"], control=again,
                                    values=[])
            self.assertIn(answer["op"], ("done", "sorry"))
        people[1].does("say", room="den", text="still here")
        people[0].hears_text("still here")

    def test_killed_after_the_answer_all_is_there(self):
        people = den(self.server, NAMES[:2])
        boards = self.open_table(people)
        people[0].does("say", room="den", text="before the power failed")
        people[1].hears_text("before the power failed")
        self.server.kill()
        self.server.start()
        for person in people:
            person.open()
            person.catches_up()
            self.assertEqual(person.twice, [])
        answer = people[1].does("press", room="den", message=boards[1]["id"],
                                control=control(boards[1], "Join"), values=[])
        self.assertEqual(answer["op"], "done")
        people[1].hears(lambda op: op["op"] == "message" and op["room"] == "~")
        fresh = people[0].messages
        people[0].since, people[0].messages = {}, {}
        people[0].open()
        people[0].catches_up()
        self.assertLessEqual(set(fresh), set(people[0].messages))

    def test_killed_before_the_answer_sent_again_is_heard_once(self):
        ana, ben = den(self.server, NAMES[:2])
        said = [ana.act("say", room="den", text=f"words number {number};") for number in range(20)]
        self.server.kill()
        self.server.start()
        ben.open()
        ana.open()
        for number, identity in enumerate(said):
            ana.send({"op": "say", "id": identity, "room": "den",
                      "text": f"words number {number};"})
        for identity in said:
            ana.hears(lambda op, wanted=identity: op.get("id") == wanted and op["op"] == "done")
        for person in (ana, ben):
            person.catches_up()
            texts = [op["text"] for _, op in sorted(person.messages.items()) if "text" in op]
            self.assertEqual(sorted(texts), sorted(f"words number {n};" for n in range(20)))
            self.assertEqual(person.twice, [])

    def test_a_flood_stops_nobody_else(self):
        ana, ben = den(self.server, NAMES[:2])
        for number in range(150):
            ana.act("say", room="den", text=f"flood {number}")
        slow = ana.hears(lambda op: op["op"] == "sorry" and op["code"] == "slow")
        self.assertTrue(slow["again"])
        self.assertEqual(ben.does("say", room="den", text="I can speak")["op"], "done")
        ana.hears_text("I can speak")

    def test_two_megabytes(self):
        ana, ben = den(self.server, NAMES[:2])
        ana.send({"op": "say", "id": "big", "room": "den", "text": "x" * 2_000_000})
        self.assertEqual(ana.hears(lambda op: op["op"] == "sorry")["code"], "big")
        ana.does("say", room="den", text="smaller")
        ben.hears_text("smaller")
        status, _ = self.server.ask("POST", "/new", "x" * 2_000_000)
        self.assertIn(status, (0, 413))
        ben.does("say", room="den", text="and on")
        ana.hears_text("and on")

    def test_storms_and_overrides(self):
        ana, ben = den(self.server, NAMES[:2])
        for text in ("\N{FACE WITH TEARS OF JOY}" * 1900, "\u202egnorw\u202c",
                     "z" + "\u0335" * 3000, "\U0001F468\u200D\U0001F469\u200D\U0001F467" * 200,
                     "@everyone <script>alert(1)</script>", "]]>\"'`\\\x00\x07\x1b[2J"):
            answer = ana.does("say", room="den", text=text)
            self.assertIn(answer["op"], ("done", "sorry"))
            if answer["op"] == "done":
                ben.hears(lambda op: op["op"] == "message")
        self.assertEqual(ana.does("name", name="\u202e@everyone\u200b")["op"], "done")
        people = ben.hears(lambda op: op["op"] == "people" and "@everyone" in json.dumps(op))
        self.assertNotIn("\\u202e", json.dumps(people))
        ben.does("say", room="den", text="I still read you")
        ana.hears_text("I still read you")

    def test_bytes_that_are_no_text(self):
        ana, ben = den(self.server, NAMES[:2])
        for nonsense in (b"\xff\xfe", b"\xc3\x28", b"{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\","
                         b"\"text\":\"\xed\xa0\x80\"}"):
            ana.send_bytes(nonsense)
            ana.closed()
            ana.open()
        for nonsense in (b"", b"{", b"[" * 60000, b"null", b"{}", b"{\"op\":\"\\u0000\"}"):
            ana.send_bytes(nonsense)
            self.assertEqual(ana.hears(lambda op: op["op"] == "sorry")["code"], "shape")
        ana.send_bytes(b"\x00\x01\x02", opcode=2)
        self.assertEqual(ana.hears(lambda op: op["op"] == "sorry")["code"], "shape")
        ben.does("say", room="den", text="unmoved")
        ana.hears_text("unmoved")

    def test_frames_that_break_the_protocol(self):
        ana, ben = den(self.server, NAMES[:2])
        for broken in (frame(b"x", 3), b"\x81\x05hello", b"\xf1\x80\0\0\0\0", frame(b"x" * 200, 9),
                       frame(b"more", 0), b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0"):
            with self.server.connect() as wire:
                upgrade(wire, self.server.port)
                wire.sendall(broken)
                wire.shutdown(socket.SHUT_WR)
                read_all(wire)
        ben.does("say", room="den", text="unmoved")
        ana.hears_text("unmoved")

    def test_sockets_from_elsewhere(self):
        own = f"http://127.0.0.1:{self.server.port}"
        for headers in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Origin": "null"},
                        {"Host": "evil.example", "Origin": "http://evil.example"},
                        {"Host": f"evil.example:{self.server.port}", "Origin": own},
                        {"Sec_WebSocket_Protocol": None}, {"Sec_WebSocket_Protocol": "other"},
                        {"path": "/"}, {"path": "/socket/../socket2"}):
            with self.server.connect() as wire:
                status, _ = try_upgrade(wire, self.server.port, **headers)
                self.assertIn(status, (0, 403, 404), headers)

    def test_requests_from_elsewhere(self):
        body = json.dumps({"name": "Eve"})
        for headers in ({"Origin": "http://evil.example"}, {"Origin": None},
                        {"Host": "evil.example"}, {"Content_Type": "text/plain"},
                        {"Content_Type": None},
                        {"Content_Type": "application/x-www-form-urlencoded"}):
            status, _ = self.server.ask("POST", "/new", body, **headers)
            self.assertEqual(status, 403, headers)
        self.assertEqual(self.server.ask("GET", "/", Host="evil.example")[0], 403)

    def test_paths_that_lead_out(self):
        for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                     "/..%2f..%2fetc/passwd", "/page/../../deaddrop.ini",
                     "/index.html/../main.js/..", "/./././deaddrop.db",
                     "/\\..\\..\\etc\\passwd", "http://evil.example/"):
            status, body = self.server.ask("GET", path)
            self.assertNotIn("root:", body)
            self.assertNotIn("[store]", body)
            self.assertIn(status, (0, 200, 400, 403, 404), path)
            self.assertTrue(status != 200 or body.startswith("<!"), path)

    def test_nobody_without_a_token(self):
        for path in ("/invite", "/key", "/join", "/qr"):
            status, _ = self.server.post(path, room="den", join="x" * 32,
                                         text=f"http://127.0.0.1:{self.server.port}/")
            self.assertEqual(status, 403, path)
        for token in ("", "x", "x" * 32, "x" * 1000, "../../", "'; drop table"):
            self.assertEqual(self.server.post("/who", token)[0], 403)

    def test_dribblers_do_not_keep_others_out(self):
        slow = [self.server.connect() for _ in range(60)]
        for number, wire in enumerate(slow):
            wire.sendall(b"GET / HTTP/1.1\r\nHost: 127"[:number])
        ana, ben = den(self.server, NAMES[:2])
        ana.does("say", room="den", text="there is room")
        ben.hears_text("there is room")
        for wire in slow:
            wire.close()

    def test_more_connections_than_allowed(self):
        ana, ben = den(self.server, NAMES[:2])
        many = [self.server.connect() for _ in range(700)]
        ana.does("say", room="den", text="in the middle of it")
        ben.hears_text("in the middle of it")
        for wire in many:
            wire.close()

    def privacy(self, command, account):
        done = subprocess.run([DEADDROP, command, "--config", str(self.server.config),
                               "web:" + account], capture_output=True, text=True, timeout=PATIENCE,
                              env=CLEAN, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_who_asks_is_told_all_and_forgotten(self):
        people = den(self.server)
        boards = self.open_table(people)
        for person, board in zip(people, boards):
            self.assertEqual(person.does("press", room="den", message=board["id"],
                                         control=control(board, "Join"), values=[])["op"], "done")
        for person in people:
            person.hears(lambda op: op["op"] == "message" and op["room"] == "~")
        self.assertEqual(people[0].does("slash", room="den", command="start", args={})["op"],
                         "done")
        code, told = self.privacy("export", people[1].account)
        self.assertEqual(code, 0, told)
        told = json.loads(told)
        self.assertEqual(told["addresses"], ["web/" + people[1].account])
        self.assertEqual(told["about"]["name"], "Ben")
        self.assertEqual([table["game"] for table in told["tables"]], ["interceptor"])
        self.assertEqual([row["text"] for row in told["words"]], ["Ben"])
        code, answer = self.privacy("forget", people[1].account)
        self.assertEqual(code, 0, answer)
        self.assertIn("The bot runs", answer)
        people[0].hears(lambda op: op["op"] == "message" and "leaves the game" in words(op))
        end = time.monotonic() + PATIENCE  # they leave the table first, their rows go after that
        while self.privacy("export", people[1].account)[0] != 1:
            self.assertLess(time.monotonic(), end)
        self.server.end(signal.SIGTERM)
        code, answer = self.privacy("forget", people[2].account)
        self.assertEqual(code, 0, answer)
        self.assertIn("Forgotten", answer)
        self.assertEqual(self.privacy("export", people[2].account)[0], 1)
        self.server.start()
        with sqlite3.connect(f"{self.server.folder.name}/deaddrop.db") as store:
            kept = store.execute("SELECT words FROM words").fetchall()
            self.assertFalse([row for row in kept if row[0].endswith(("Ben", "Cy"))], kept)
            self.assertTrue([row for row in kept if row[0].endswith("Dee")], kept)

    def linked(self, first, other):
        """Both say that they are one: a code, and a yes with each."""
        def told(person, text):
            return person.hears(lambda op: op["op"] == "message" and op["room"] == "~" and
                                text in words(op))
        self.assertEqual(first.does("say", room="~", text="link")["op"], "done")
        code = re.search(r"[A-Z]{4}-[A-Z]{4}", words(told(first, "with several accounts"))).group()
        other.does("say", room="~", text=f"link {code}")
        asked = told(other, "asked for that code")
        other.does("press", room="~", message=asked["id"],
                   control=control(asked, "Yes, both are mine"), values=[])
        asked = told(first, "has said your code")
        first.does("press", room="~", message=asked["id"],
                   control=control(asked, "Yes, both are mine"), values=[])
        for person in (first, other):
            told(person, "are one person for me now")

    def test_two_accounts_of_one_person(self):
        people = den(self.server, NAMES[:2])
        other = Person(self.server, "Bea")
        boards = self.open_table(people)
        self.linked(people[0], other)
        people[0].does("press", room="den", message=boards[0]["id"],
                       control=control(boards[0], "Join"), values=[])
        self.server.kill()
        self.server.start()
        for person in (*people, other):
            person.open()
        other.does("say", room="~", text="hand")  # what the other account sat down to
        other.hears(lambda op: op["op"] == "message" and op["room"] == "~" and
                    "Interceptor #1" in words(op))
        people[1].catches_up()
        self.assertNotIn("Bea", json.dumps(list(people[1].messages.values())))
        code, told = self.privacy("export", other.account)
        self.assertEqual(code, 0, told)
        told = json.loads(told)
        self.assertEqual(told["about"]["name"], "Bea")
        self.assertEqual(told["linked"][0]["addresses"], ["web/" + people[0].account])
        self.assertEqual([table["game"] for table in told["linked"][0]["tables"]], ["interceptor"])
        code, answer = self.privacy("forget", other.account)
        self.assertEqual(code, 0, answer)
        end = time.monotonic() + PATIENCE
        while any(self.privacy("export", one.account)[0] != 1 for one in (people[0], other)):
            self.assertLess(time.monotonic(), end)
        self.assertEqual(self.privacy("export", people[1].account)[0], 0)

    def test_hostile_bodies(self):
        for body in ("", "{", "[]", "null", "5", "\"name\"", "{\"name\":5}", "{\"name\":\"\"}",
                     "{\"name\":\"\\u202e\"}", "{\"name\":null}", "[" * 60000,
                     json.dumps({"name": "x" * 60000}), json.dumps({"name": "deaddrop"}),
                     "{\"name\":\"a\",\"join\":\"nowhere\"}"):
            for path in ("/new", "/enter", "/join", "/invite", "/qr", "/leave", "/who"):
                status, answer = self.server.ask("POST", path, body)
                self.assertLess(status, 500, (path, body[:40]))
                self.assertGreater(status, 0, (path, body[:40]))
                self.assertTrue(status != 200 or path == "/new", (path, body[:40], answer))


if __name__ == "__main__":
    sys.exit(0 if unittest.main(verbosity=2, exit=False).result.wasSuccessful() else 1)
