#!/usr/bin/env python3
"""A language is one file: of the English one another is made in which every vowel is decorated, in
a host's folder; a room that speaks it and the page, in a program that speaks it, show nothing of
the catalogue's English."""

import html
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from page import BUILD, CLEAN, DEADDROP, Person, Server, words

ENGLISH = pathlib.Path(BUILD, "languages", "en.ini").read_text(encoding="utf-8")
TAG = "de"  # any tag whose plurals are those of English
VOWELS = str.maketrans("aeiouyAEIOUY", "àéîöûýÀÉÎÖÛÝ")
# what people type, emoji, names of keys
NO_SENTENCE = re.compile(r"(alias|say|symbol)\.|rules\..*\.topics$")
LETTERS_LEAST = 12  # of what counts as English: less than that may be anybody's words

SCRIPT = """
room #den #hall
people Ana Ben Cy
moderator Mia
seed 0000000000000000000000000000000000000000000000000000000000000000
server guild #den #hall
languages tongues

Mia: !language de server
Ana: !language
Ana: !prefix
Mia: !prefix abc
Mia: !language tlh
Ana: !keep
Mia: !keep 7 days
Ana: !help
Ana: !rules
Ana: !rules interceptor
Ana: !rules infiltrators
Ana: !tables
Ana: !frobnicate
Ana: !start
Ana: /interceptor variant=none
Ana: !join
Ben: !join
Ana: !option pace
Ana: !options
Ana: !bot
Ana: !bot
Ana: !start
Ana privately: hand
Ana privately: help
Ana: !status
+30s
Ana privately: register documents: word kettle, money: ends_punct !
Ben privately: confirm
+2m
Mia: !hide 2
Ana privately: play documents
Ana: !call word tea documents
Ben: !leave
+5m
Mia: !pause
Mia: !resume
the disk is full
Ana: !join
the disk has room
+3s
Ana: !log
restart after 31m
Ana: !board
Mia: !abort
Ana in #hall: /decrypto
Ana in #hall: !join
Ana in #hall: !bot
Ana in #hall: !bot
Ana in #hall: !bot
Ana in #hall: !start
Ana privately: hand
Ana privately: clues keys, milk, sunday
+5m
+5m
Ana privately: decode 123
+10m
Ana in #hall: !status
Mia in #hall: !abort
Ana: !infiltrators
Ana: !join
Ana: !bot
Ana: !start
+1m
Ana privately: hand
Mia: !abort
Ana: !lowball goal=1
Ana: !join
Ana: !bot
Ana: !bot
Ana: !start
Ana privately: choose 9
Ana privately: choose 2
+5m
Ana: !record
Ana: !rematch
Cy: !practice interceptor
+8s
Cy privately: play money, Who brought the umbrella?
+1m
Cy: !abort
Ben in #hall: !practice decrypto
+8s
Ben privately: hand
Ben privately: clues alarm, dunes, bow
+1m
"""


def entries(text):
    """Keys and sentences of a language file, in order."""
    found = []
    for line in text.split("\n"):
        if line.startswith(" ") and found:
            found[-1][1] += " " + line.strip()
        elif line and not line.startswith("#"):
            key, _, sentence = line.partition("=")
            found.append([key.strip(), sentence.strip()])
    return found


def closing(sentence, at):
    """The place of the brace that closes the one at this place."""
    depth = 0
    while True:
        if sentence[at] == "\\":
            at += 1
        depth += {"{": 1, "}": -1}.get(sentence[at], 0)
        if depth == 0:
            return at
        at += 1


def parts(sentence):
    """A sentence in parts: (text, True) is read, (text, False) is grammar or typed."""
    at, read = 0, ""
    while at < len(sentence):
        sign = sentence[at]
        if sign not in "{`\\":
            read += sign
            at += 1
            continue
        yield read, True
        read = ""
        if sign == "\\":
            end = at + 2
        elif sign == "`":
            end = sentence.find("`", at + 1) + 1 or len(sentence)
        else:
            end = closing(sentence, at) + 1
        inside = sentence[at:end]
        if sign == "{" and re.match(r"\{[^{},]*,\s*(plural|select)\s*,", inside):
            yield from branches(inside)
        else:
            yield inside, False
        at = end
    yield read, True


def branches(argument):
    """The same of {x, plural, one {…} other {…}}: what is in its branches is read."""
    at = argument.find(",", argument.find(",") + 1) + 1
    yield argument[:at], False
    while (opens := argument.find("{", at)) >= 0:
        end = closing(argument, opens)
        yield argument[at:opens + 1], False
        yield from parts(argument[opens + 1:end])
        yield "}", False
        at = end + 1
    yield argument[at:], False


def decorated(key, sentence):
    if key == "language":
        return TAG
    if NO_SENTENCE.match(key):
        return sentence
    return "".join(text.translate(VOWELS) if read else text for text, read in parts(sentence))


def pseudo():
    return "".join(f"{key} = {decorated(key, sentence)}\n" for key, sentence in entries(ENGLISH))


def english():
    """What cannot be anybody's words: pieces of sentences of some length, by their keys."""
    found = {}
    for key, sentence in entries(ENGLISH):
        if NO_SENTENCE.match(key) or key == "language":
            continue
        for text, read in parts(sentence):
            for piece in re.split(r"[*|#\"]+", text) if read else []:
                piece = piece.strip(" .,:;!?()")
                if len(re.findall(r"[A-Za-z]", piece)) >= LETTERS_LEAST and " " in piece:
                    found.setdefault(piece, key)
    return found


PIECES = english()
ANY = re.compile("|".join(re.escape(piece) for piece in sorted(PIECES, key=len, reverse=True)))


class Language(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="deaddrop-language-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tongues = self.folder / "tongues"
        self.tongues.mkdir()
        (self.tongues / f"{TAG}.ini").write_text(pseudo(), encoding="utf-8")

    def no_english(self, text, where):
        found = {f"{PIECES[piece]}: {piece}" for piece in ANY.findall(text)}
        self.assertFalse(found, f"English in {where}")

    def is_spoken(self, text, least):
        """So much of it is there that the other look has seen something."""
        self.assertGreater(len(re.findall("[àéîöûý]", text)), least)

    def test_nothing_of_it_is_missing(self):
        config = self.folder / "deaddrop.ini"
        config.write_text(f"[bot]\nlanguage = {TAG}\nlanguages = {self.tongues}\n",
                          encoding="utf-8")
        told = subprocess.run([DEADDROP, "config", "--check", str(config)], env=CLEAN, text=True,
                              capture_output=True, check=True)
        self.assertNotIn("lacks", told.stdout + told.stderr)

    def test_rooms_cards_and_house_players_speak_it(self):
        script = self.folder / "all.play"
        script.write_text(SCRIPT, encoding="utf-8")
        told = subprocess.run([DEADDROP, "script", "--verbose", str(script)], env=CLEAN, text=True,
                              capture_output=True, check=False)
        self.assertEqual(told.returncode, 0, told.stdout[-2000:] + told.stderr)
        if "DD_SHOW" in os.environ:
            print(told.stdout)
        lines = [line for line in told.stdout.split("\n") if line.startswith("    ")]
        self.no_english("\n".join(lines), "what people were told")
        self.is_spoken("\n".join(lines), 2000)

    def test_the_page_and_its_rooms_speak_it(self):
        server = Server(f"[bot]\nlanguage = {TAG}\nlanguages = {self.tongues}\n")
        self.addCleanup(server.close)
        status, body = server.ask("GET", "/", Content_Type=None)
        self.assertEqual(status, 200)
        self.assertIn(f'<html lang="{TAG}">', body)
        given = json.loads(re.search(r'id="words">(.*?)</script>', body, re.S)[1])
        self.assertEqual(given["language"], TAG)
        self.no_english("\n".join(given["words"].values()), "the page's words")
        plain = re.sub(r"<script.*?</script>", "", body, flags=re.S)
        self.no_english(html.unescape(re.sub(r"</?(strong|em|code)>", "", plain)), "the page")
        self.is_spoken(plain, 100)
        ana = Person(server, "Ana")
        ana.does("room", name="den")
        for command in ("lowball", "join", "bot", "bot", "start", "help", "rules"):
            ana.does("say", room="den", text=f"!{command}")
        ana.does("slash", room="den", command="frobnicate", args={})
        ana.catches_up()
        seen = "\n".join(words(op) for op in ana.messages.values() if op["from"].get("bot"))
        self.no_english(seen, "what Ana was told")
        self.is_spoken(seen, 200)
        self.assertEqual(server.ask("POST", "/join", "{}")[0], 403)
        self.no_english(server.ask("POST", "/join", "{}")[1], "a refusal")


if __name__ == "__main__":
    unittest.main()
