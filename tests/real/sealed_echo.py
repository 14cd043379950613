"""A house of one line that encrypts: comes when invited, opens an encrypted room with whoever says
`!join`, and says there again what it hears there, and in the room what begins with `all `. With it
what is checked of a house that encrypts proves itself, without the program.

sealed_echo.py --config FILE, with the token in the environment, as the program has it."""

import configparser
import os
import sys

from encrypted_person import EncryptedPerson
from homeserver import Wire
from people import CLIENT, ENCRYPTION


class Account:
    """As a homeserver gives it: the one that there is."""

    def __init__(self, url, token):
        self.url, self.token = url, token

    def account(self, _, **__):
        got = Wire(self.url, self.token).ask("GET", f"{CLIENT}/account/whoami")
        return got["user_id"], self.token, got["device_id"]


class Echo:
    def __init__(self, bot):
        self.bot, self.direct, self.done = bot, {}, set()

    def open_direct(self, person):
        self.direct[person] = self.bot.ask("POST", f"{CLIENT}/createRoom", {
            "preset": "private_chat", "is_direct": True, "invite": [person], "initial_state": [
                ENCRYPTION, {"type": "m.room.history_visibility", "state_key": "",
                             "content": {"history_visibility": "joined"}}]})["room_id"]

    def hear(self, room, event):
        content = event.get("content", {})
        if event.get("type") == "m.room.member" and room in self.direct.values() and \
                content["membership"] == "join":
            self.bot.say(room, "You're in. And that is all.", msgtype="m.notice")
        elif event.get("type") == "m.room.message":
            body = content.get("body", "")
            if body == "!join":
                self.open_direct(event["sender"])
            elif room in self.direct.values() or body.startswith("all "):
                self.bot.say(room, body, msgtype="m.notice")

    def run(self):
        while True:
            self.bot.sync(30000)
            for room in [one for one in self.bot.invites if one not in self.bot.rooms]:
                self.bot.enter(room)
            for room, kept in list(self.bot.rooms.items()):
                for event in list(kept.events):
                    if event["sender"] != self.bot.user and event["event_id"] not in self.done and \
                            event["type"] != "m.room.encrypted":
                        self.done.add(event["event_id"])
                        self.hear(room, event)


def main():
    config = configparser.ConfigParser()
    config.read(sys.argv[-1], encoding="utf-8")
    Echo(EncryptedPerson(Account(config["matrix"]["homeserver"],
                                 os.environ["DEADDROP_MATRIX_TOKEN"]), "house")).run()


main()
