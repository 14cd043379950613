"""A house of one line: comes when invited, opens a room with whoever says `!join`, and says there
again what it hears. With it the harness proves itself, without the program.

echo.py --config FILE, with the token in the environment, as the program has it."""

import configparser
import json
import os
import pathlib
import sys
import time
import uuid

from homeserver import Refused, Wire, segment

CLIENT = "/_matrix/client/v3"


def send(wire, room, text):
    wire.ask("PUT", f"{CLIENT}/rooms/{segment(room)}/send/m.room.message/{uuid.uuid4().hex}",
             {"msgtype": "m.notice", "body": text, "m.mentions": {}})


def open_direct(wire, person):
    return wire.ask("POST", f"{CLIENT}/createRoom", {
        "preset": "private_chat", "is_direct": True, "invite": [person],
        "initial_state": [{"type": "m.room.history_visibility", "state_key": "",
                           "content": {"history_visibility": "joined"}}]})["room_id"]


def hear(wire, direct, room, event):
    """What is said before somebody has come in they never see: their room has no history."""
    if event["type"] == "m.room.member" and event["content"]["membership"] == "join" and \
            room in direct.values():
        send(wire, room, "You're in.")
    elif event["type"] == "m.room.message":
        body = event["content"].get("body", "")
        if body != "!join":
            send(wire, room, body)
        elif event["sender"] not in direct:
            direct[event["sender"]] = open_direct(wire, event["sender"])


def main():
    config = configparser.ConfigParser()
    config.read(sys.argv[-1], encoding="utf-8")
    wire = Wire(config["matrix"]["homeserver"], os.environ["DEADDROP_MATRIX_TOKEN"])
    own = wire.ask("GET", f"{CLIENT}/account/whoami")["user_id"]
    direct = {}
    kept = pathlib.Path(sys.argv[-1] + ".since")
    since = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    while True:
        try:
            got = wire.ask("GET", f"{CLIENT}/sync", timeout=30000, **since)
        except Refused:
            time.sleep(0.1)  # the homeserver is away
            continue
        first = not since
        since = {"since": got["next_batch"]}
        for room in got.get("rooms", {}).get("invite", {}):
            wire.ask("POST", f"{CLIENT}/join/{segment(room)}")
        for room, told in got.get("rooms", {}).get("join", {}).items():
            for event in told["timeline"]["events"]:
                if event["sender"] != own and not first:
                    hear(wire, direct, room, event)
        kept.write_text(json.dumps(since), encoding="utf-8")


main()
