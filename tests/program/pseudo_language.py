#!/usr/bin/env python3
"""A language is one file: of the English one another is made in which every vowel is decorated and
doubled (a third longer, as German is), in a host's folder. Rooms that speak it, the page, and all
transcripts (refusals, lessons, missions) in a house that speaks it show nothing of the catalogue's
English, and no word that is in no catalogue and that nobody has typed."""

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
SHORT = str.maketrans("aeiouyAEIOUY", "àéîöûýÀÉÎÖÛÝ")
VOWELS = {vowel: chr(other) * 2 for vowel, other in SHORT.items()}
SENTENCE_BYTES = 2000
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
    for vowels in (VOWELS, SHORT):  # the longest fit as they are
        made = "".join(text.translate(vowels) if read else text for text, read in parts(sentence))
        if len(made.encode()) <= SENTENCE_BYTES:
            break
    return made


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


PLAYS = pathlib.Path(__file__).resolve().parents[1] / "play"
FOLDERS = ("packs", "missions")
# what is expected of an act, not an act
EXPECTED = re.compile(r"(#\w+ )?[>=]( |$)|! |\w[\w. ]* [<=]( |$)|nothing for |called ")
PRESSED = re.compile(r"(?:(?<=presses )|(?<=fills )|(?<=keeps ))\[([^\]]*)\]")
# they choose their languages themselves; the dice of house players fall otherwise with other words
NOT_PLAYED = {"language.play", "language_server.play", "house_players.play", "spyfall_book.play",
              "own_private.play"}
# a word with a vowel that nothing has decorated
STRANGE = re.compile(r"(?<![^\W\d_])(?=\w*[aeiouAEIOU])[A-Za-z]{3,}(?![^\W\d_])")
# typed words, quotations, sums, names of files and zones; values of options, as they are typed
NO_WORDS = re.compile(r"`[^`]*`|“[^”]*”|\b[0-9a-f]{10,}\b|\b[\w-]+\.(?:jsonl?|html|ics)\b|\bUTC\b"
                      r"|\b[A-Z]\w+/[A-Z]\w+\b|^\S+ < - \w+ = [^)]*\)|^who is called <.*")


def packed():
    """The entries of packs and the words of missions that transcripts play with."""
    files = [*(PLAYS / "packs").rglob("*.txt"), *(PLAYS / "missions").rglob("*.txt"),
             *PLAYS.parents[1].glob("games/*/packs/*-en.txt")]
    return {entry.strip() for file in files
            for entry in re.split(r"[\n|=]", file.read_text(encoding="utf-8"))}


def spoken(play):
    """The acts of a transcript, pressed and named as things are called in that language."""
    told = [line for line in play.splitlines() if not EXPECTED.match(line)]
    people = {name for line in told for name in re.findall(r"\w+", line)[1:]
              if line.startswith(("people ", "moderator ", "room "))}
    house = [sentence.split(" (")[0] for key, sentence in entries(ENGLISH)
             if key.startswith("house.player.")]

    def pressed(match):
        own = match[1] in PACKED
        return "[" + "".join(word if own or word in people else word.translate(VOWELS)
                             for word in re.split(r"(\w+)", match[1])) + "]"

    acts = [PRESSED.sub(pressed, line) for line in told]
    for name in house:
        acts = [re.sub(rf"\b{name}\b", name.translate(VOWELS), line) for line in acts]
    return "\n".join(["languages tongues", f"the house speaks {TAG}", *acts, ""])


def words_in(text):
    """All words, small, of what people type: without the escapes of a script."""
    return {word.lower() for word in re.findall(r"[A-Za-z]+", re.sub(r"\\u\{\w+\}", "", text))}


PACKED = packed()
# cities have one name in all languages, as time zones are called
ZONES = (PLAYS.parents[1] / "bot/base/zones_guess.def").read_text(encoding="utf-8")
PACK_WORDS = words_in("\n".join(PACKED)) | words_in(ZONES.replace("_", " "))
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

    def test_every_transcript_speaks_it(self):
        for folder in FOLDERS:
            (self.folder / folder).symlink_to(PLAYS / folder)
        seen = []
        for path in sorted(PLAYS.glob("*.play")):
            if path.name in NOT_PLAYED:
                continue
            script = self.folder / path.name
            script.write_text(spoken(path.read_text(encoding="utf-8")), encoding="utf-8")
            told = subprocess.run([DEADDROP, "script", "--verbose", str(script)], env=CLEAN,
                                  text=True, capture_output=True, check=False)
            self.assertEqual(told.returncode, 0, f"{path.name}: {told.stderr}")
            lines = [line[4:] for line in told.stdout.split("\n") if line.startswith("    ")]
            self.no_english("\n".join(lines), path.name)
            typed = words_in(script.read_text(encoding="utf-8")) | PACK_WORDS
            strange = {word: line for line in lines for word in STRANGE.findall(
                NO_WORDS.sub("", line)) if word.lower() not in typed}
            self.assertFalse(strange, f"words of no language in {path.name}")
            seen += lines
        self.assertGreater(len(seen), 5000)
        self.is_spoken("\n".join(seen), 50000)

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
