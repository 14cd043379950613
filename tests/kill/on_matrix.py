#!/usr/bin/env python3
"""Walks the crash points with Matrix in play: all four games are played on the Matrix for tests,
and in each of a game's lives the program ends at another point. Everybody must have been told
exactly what an undisturbed game tells, nothing twice, nothing missing, nothing that is another's.
Then teams get their rooms, each one and no more, whatever the program ended in.

on_matrix.py DEADDROP FAKE-MATRIX"""

import contextlib
import os
import re
import sqlite3
import sys
import time
from collections import Counter

from four_games import DECRYPTO, GAMES, NAMES
from walk import ENCRYPTION, Platform, Walk, call, listed, played, wait, walk

PASSWORD = "password-of-a-test"
PASSES = (1, 2)  # at which a point ends the program, a game each
# Points that such a game does not come by: why.
ELSEWHERE = {
    "copy.written": "comes with `deaddrop copy`: unit.store.postgres.store_copy",
    "store.events_sorted": "comes with 50,000 heard events",
    "store.folded": "comes a day after the end of a table: unit.store.store_keep",
    "store.sealed": "comes with a key for the store: unit.store.seal",
    "store.tidied": "comes with what is too old: unit.store.store_keep",
    **{f"backup.{point}": "comes with a folder for copies: restore_drill.py"
       for point in ("copied", "named")},
    **{point: "comes with encryption: on_matrix_encrypted.py" for point in ENCRYPTION},
    "store.after_checkpoint": "comes in a longer life of the program: on_discord.py",
    "item.deferred": "comes when somebody acts at a table that is not in memory: on_discord.py",
}
TEAMS = "outbox.order_ended"  # comes with rooms of teams, in Decrypto alone
# Points that a life passes before anybody acts in it, or while the first rooms are made.
EARLY = ("matrix.signed_in", "matrix.room_made")
# Lines that come or not, depending on when the program was away.
PASSING = re.compile(r"I was away|I've invited you|^I'm about to restart|"
                     r"^Try again in a minute|^New to this game")
REFUSED = re.compile(r"mine don't reach everybody")  # a start that came too early
PLACES = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{12})\b|"
                    r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC(?: \(in [^)]*\))?")
# A room is named where its name has been read again by then.
NAMED = re.compile(r" in #den$", re.M)
BOARD = re.compile(r"\w+ #1 · ")  # posted anew when it is time
CARD = re.compile(r"\w+ #1(?: in #den)?\n")  # so is a card: what is on it at the end counts
KEY = re.compile("\\d\ufe0f\u20e3 ")  # which one it is depends on what was there before
MOVED = re.compile(r"Your card for \w+ #1 is further down")


class Matrix(Platform):
    """A room with people, who follow every invite of the bot's."""

    points_early = EARLY

    def __init__(self, program):
        super().__init__(program, PASSWORD)
        self.bot = self.about["user"]
        self.store = None  # of the bot; known from its config on
        self.ask("knobs", limits=False)
        self.gather()

    def gather(self):
        """Everybody, and their room."""
        self.people = {name: self.ask("person", name=name) for name in NAMES}
        host = self.people[NAMES[0]]
        self.room = self.ask("room", user=host, name="den", invites=self.bot)
        for name in NAMES[1:]:
            self.ask("invite", by=host, room=self.room, user=self.people[name])
            self.ask("join", room=self.room, user=self.people[name])

    def config(self, folder):
        self.store = folder / "deaddrop.db"
        password = folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        password.chmod(0o600)
        return (f"[matrix]\nhomeserver = {self.about['url']}\nuser = {self.bot}\n"
                f"password_file = {password}\n")

    def look(self):
        """Everybody accepts what the bot has invited them to."""
        for room in self.rooms():
            for user in self.ask("members", room=room, membership="invite"):
                self.ask("join", room=room, user=user)

    def settle(self, bot):
        bot.start()
        wait("the bot", bot.up)
        time.sleep(1)  # nothing may still be on its way
        bot.end(self)

    def ready(self):
        return self.bot in self.ask("members", room=self.room) and self.hears()

    def hears(self):
        """Is it on disk from where the bot hears, and not damaged (a blank behind it)? What is said
        before its first sync nobody hears. A sealed store does not say."""
        if os.environ.get("DEADDROP_STORE_KEY"):
            return True
        sync = "SELECT 1 FROM adapter WHERE key = 'sync' AND value NOT LIKE '% '"
        path = f"file:{self.store}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(path, uri=True)) as store:
                return store.execute(sync).fetchone() is not None
        except sqlite3.OperationalError:  # not made yet, or being made
            return False

    def rooms(self):
        return self.ask("rooms", user=self.bot)

    def direct(self, name):
        """The room of the bot and this person alone; None: there is none."""
        for room in self.rooms():
            if set(self.ask("members", room=room)) == {self.bot, self.people[name]}:
                return room
        return None

    def said(self, name):
        """(room, words as they are at the end) of what the bot said where they read; no pictures of
        the board, which come when there is time to draw."""
        said = {}
        for event in self.ask("sees", user=self.people[name]):
            content = event["content"]
            if event["sender"] != self.bot or event["type"] != "m.room.message" or \
                    content.get("msgtype") == "m.image":
                continue
            edits = "m.new_content" in content
            of = content["m.relates_to"]["event_id"] if edits else event["event"]
            said[of] = (event["room"], content.get("m.new_content", content)["body"])
        return list(said.values())

    def texts(self, name):
        """All words that they read, also those that took the place of others."""
        return [event["content"].get("m.new_content", event["content"])["body"]
                for event in self.ask("sees", user=self.people[name])
                if event["sender"] == self.bot and event["type"] == "m.room.message"]

    def lasting(self, name):
        """Line by line: which lines are one message depends on when they came."""
        for room, text in self.said(name):
            if BOARD.match(text) or MOVED.match(text) or REFUSED.search(text):
                continue
            where = "all" if room == self.room else "card" if CARD.match(text) else "alone"
            for line in NAMED.sub("", KEY.sub("", PLACES.sub("#", text))).split("\n"):
                if line.strip() and not PASSING.search(line):
                    yield where, line

    def say(self, _, name, text):
        self.ask("say", user=self.people[name], room=self.room,
                 text=text if call(text) else f"!{text}")

    join = start = say

    def open(self, play, name, options):
        self.say(play, name, f"{play.game.name} {options}".strip())

    def tell(self, play, name, text):
        room = play.until("a direct room", lambda: self.direct(name))
        self.ask("say", user=self.people[name], room=room, text=text)


def welcomes(matrix):
    """The rooms in which teams are told that they are theirs, and how often."""
    return Counter(room for name in NAMES for room, text in matrix.said(name)
                   if "This room is for one team" in text)


def teams(program, fake, point):
    """Each team of Decrypto has one room."""
    def gathered(play):
        matrix = play.platform
        play.gather()
        play.until("both welcomes", lambda: len(welcomes(matrix)) == 2 and
                   all(count == 2 for count in welcomes(matrix).values()))
        play.bot.end(matrix)
        rooms = set(matrix.rooms()) - {matrix.room} - {matrix.direct(name) for name in NAMES}
        assert rooms == set(welcomes(matrix)), (point, rooms, welcomes(matrix))
    _, crashed = played(program, lambda: Matrix(fake), DECRYPTO, [None] * 6 + [point], gathered)
    return f"rooms {crashed}", bool(crashed)


def order(points, passes):
    """Which point each life of a game is armed with."""
    rest = [point for point in points if point not in EARLY]
    start = PASSES.index(passes) * len(rest) // len(PASSES)
    rest = rest[start:] + rest[:start]
    # the first life signs in, the second opens the table, the third makes the first direct room
    return ["matrix.signed_in:1", f"{rest[0]}:{passes}", "matrix.room_made:1"] + \
        [f"{point}:{passes}" for point in rest[1:]]


def main(program, fake):
    points = [point for point in listed(program) if point not in ELSEWHERE]
    if not points:
        print("no crash points in this build")
        return 77
    walks = []
    for game in GAMES:
        own = [point for point in points if point != TEAMS or game is DECRYPTO]
        walks.append(Walk(program, lambda: Matrix(fake), game, own,
                          [order(own, passes) for passes in PASSES]))
    others = [lambda n=n: teams(program, fake, f"{TEAMS}:{n}") for n in (1, 2)]
    return 0 if walk(walks, others) else 1


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(*sys.argv[1:]))
