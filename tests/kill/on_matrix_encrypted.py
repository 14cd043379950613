#!/usr/bin/python3
"""Walks the crash points with Matrix in play where all rooms are encrypted: two games by people
whose clients encrypt, in each life the program ends at another point, those between encrypt, commit
and send among them. Everybody must have read exactly what an undisturbed game tells; nothing was
encrypted twice at one index, and nothing left the house in the open.

on_matrix_encrypted.py DEADDROP FAKE-MATRIX"""

import importlib.util
import json
import os
import pathlib
import re
import sys
import tempfile
import time

from four_games import INFILTRATORS, INTERCEPTOR, NAMES
from on_matrix import Matrix
from walk import ENCRYPTION, Walk, call, listed, walk

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "real"))

KEY = "5ea1" * 16
HELLO = re.compile(r"I run games of hidden identities")
LOOK_S = 0.15  # between two looks of everybody at what has come
PASSES = (1, 2, 3)  # at which a point ends the program, a game each
GAMES = (INTERCEPTOR, INFILTRATORS)
# What stands on both sides of a key, of a message's encryption, of its commit and of its sending.
POINTS = ENCRYPTION + (
    "matrix.signed_in", "matrix.received", "matrix.room_made", "matrix.answered",
    "store.before_commit", "store.after_commit", "store.before_delivery", "commit.submit",
    "commit.landed", "commit.told", "outbox.before_send", "outbox.after_send", "outbox.sent")
# Passed in the first lives alone, a game each: before the house has keys, or knows devices.
FIRST = ("matrix.signed_in", "matrix.keys_uploaded", "matrix.keys_claimed")
ROOM = "matrix.room_made"  # the third life makes the first direct room


def player(server, name, house):
    """Somebody with the fake's own name, who begins a session with each message: so a key comes
    with each."""
    from encrypted_person import EncryptedPerson  # python3-olm may not be here

    class Player(EncryptedPerson):
        def name_of(self, name):
            return name

        def rename(self):
            pass

        def speak(self, room, text):
            self.sync()
            self.machine.rooms_out.pop(room, None)
            self.say(room, text)

    return Player(server, name, house)


class Recorded:
    """What the fake has recorded of the house, as the recorder before a real one would have."""

    def __init__(self, path, user):
        self.path, self.user = path, user
        self.recorder = self

    def taken(self):
        with open(self.path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return [line for line in lines if line["user"] == self.user]

    def asked(self, path):
        return [one for one in self.taken() if one["path"].endswith(path)]


class EncryptedMatrix(Matrix):
    """As it; the room and everybody's direct room are encrypted, and so are all that speak."""

    def __init__(self, program):
        self.record = tempfile.NamedTemporaryFile(prefix="deaddrop-record-")
        self.persons = {}
        self.looked = 0.0
        self.is_keyed = False
        super().__init__(program)

    def arguments(self):
        return ["--record", self.record.name]

    def gather(self):
        self.url = self.about["url"]
        self.persons = {name: player(self, name, self.bot) for name in NAMES}
        self.people = {name: person.user for name, person in self.persons.items()}
        host, *others = self.persons.values()
        self.room = host.make_room("den", [other.user for other in others] + [self.bot])
        for other in others:
            other.enter(self.room)

    def account(self, name, **_):
        """For a person: (user, token, device)."""
        user = self.ask("person", name=name)
        device = f"{name.upper()}S"
        return user, self.order("token", user=user, device=device)["token"], device

    def config(self, folder):
        key = folder / "key"
        key.write_text(KEY, encoding="utf-8")
        key.chmod(0o600)
        return super().config(folder) + f"encryption = yes\nencryption_key_file = {key}\n"

    def look(self):
        """Everybody takes keys and invites, once it is known whose they are."""
        if self.is_keyed and time.monotonic() > self.looked + LOOK_S:
            for person in self.persons.values():
                person.sync()
            self.looked = time.monotonic()

    def ready(self):
        """Also: has the house a device that it has signed, so that it gets keys?"""
        if not self.is_keyed and super().ready():
            host = self.persons[NAMES[0]]
            host.known.pop(self.bot, None)
            house = host.tracked([self.bot])[self.bot]
            self.is_keyed = bool(house.master and house.devices)
        return self.is_keyed and super().ready()

    def events(self, name):
        """(room, event) of what the bot said where they read, decrypted."""
        person = self.persons[name]
        person.sync()
        for room, kept in person.rooms.items():
            for event in kept.events:
                content = event["content"].get("m.new_content", event["content"])
                if event["sender"] == self.bot and event["type"] == "m.room.message" and \
                        "body" in content:
                    yield room, event, content

    def said(self, name):
        said = {}
        for room, event, content in self.events(name):
            if content.get("msgtype") == "m.image":
                continue
            edits = "m.new_content" in event["content"]
            of = event["content"]["m.relates_to"]["event_id"] if edits else event["event_id"]
            said[of] = (room, content["body"])
        return list(said.values())

    def texts(self, name):
        return [content["body"] for _, _, content in self.events(name)]

    def lasting(self, name):
        """But for the greeting, which comes in whichever life first has the keys."""
        return ((where, line) for where, line in super().lasting(name) if not HELLO.match(line))

    def say(self, _, name, text):
        self.persons[name].speak(self.room, text if call(text) else f"!{text}")

    join = start = say

    def tell(self, play, name, text):
        room = play.until("a direct room", lambda: self.direct(name))
        play.until("they are in it", lambda: room in self.persons[name].rooms)
        self.persons[name].speak(room, text)

    def settle(self, bot):
        super().settle(bot)
        self.judge()

    def judge(self):
        import sealed
        people = list(self.persons.values())
        for person in people:
            person.sync()
        house = Recorded(self.record.name, self.bot)
        house.user = self.bot
        sealed.check_directs([one for one in people if self.direct(one.name)])
        sealed.check_read(people)
        sealed.check_uploads(house)
        sealed.check_sent(house)
        sealed.check_indexes(house)
        sealed.check_plain(house, people)

    def end(self):
        super().end()
        self.record.close()


def order(points, passes):
    """Which point each life of a game is armed with."""
    rest = [point for point in points if point not in (*FIRST, ROOM)]
    start = (passes - 1) * len(rest) // len(FIRST)
    rest = rest[start:] + rest[:start]
    return [f"{FIRST[passes - 1]}:1", f"{rest[0]}:{passes}", f"{ROOM}:1",
            *(f"{point}:{passes}" for point in rest[1:])]


def main(program, fake):
    import sealed
    sealed.needs_encryption(program)
    points = [point for point in listed(program) if point in POINTS]
    if not points:
        print("no crash points in this build")
        return 77
    assert len(points) == len(POINTS), set(POINTS) - set(points)
    walks = [Walk(program, lambda: EncryptedMatrix(fake), game, points,
                  [order(points, passes) for passes in PASSES]) for game in GAMES]
    return 0 if walk(walks, []) else 1


if __name__ == "__main__":
    os.umask(0o077)
    if any(importlib.util.find_spec(name) is None for name in ("nio", "olm")):
        print("SKIPPED: python3-matrix-nio, or python3-olm, is not here, NOTHING was played.")
        sys.exit(77)
    sys.exit(main(*sys.argv[1:]))
