#!/usr/bin/python3
"""spec_test.py FAKE-MATRIX: every route of the fake is asked, and what passed is checked against
the specification's own description by ../shared/tools/mxspec.py, beside the repository. Without
these nothing is checked: that is said loudly, and the status is 77."""

import os
import subprocess
import sys
import tempfile

from fake_client import Server, beside, quote

TEXT = {"msgtype": "m.text", "body": "hello"}


def enter(server):
    """Two accounts that are logged in, and what is asked before anything else."""
    server.ask("GET", "/.well-known/matrix/client")
    server.ask("GET", "/_matrix/client/versions")
    server.ask("GET", "/login")
    server.fake("account", name="ana", password="secret")
    tokens = []
    for name, password in (("bot", server.password), ("ana", "secret")):
        answer = server.ask("POST", "/login", {
            "type": "m.login.password", "password": password, "device_id": name.upper(),
            "identifier": {"type": "m.id.user", "user": name},
            "initial_device_display_name": "a test", "refresh_token": True})
        answer = server.ask("POST", "/refresh", {"refresh_token": answer["refresh_token"]})
        tokens.append(answer["access_token"])
    server.ask("POST", "/login", {"type": "m.login.password", "password": "wrong",
                                  "identifier": {"type": "m.id.user", "user": "bot"}}, wanted=403)
    server.ask("GET", "/account/whoami", token=tokens[0])
    server.ask("GET", "/account/whoami", token="nobody", wanted=401)
    server.ask("GET", "/capabilities", token=tokens[0])
    return tokens


def own(server, bot, user):
    me = quote(user)
    server.ask("GET", f"/user/{me}/account_data/m.direct", token=bot, wanted=404)
    server.ask("PUT", f"/user/{me}/account_data/m.direct", {"@ana:fake.example": ["!a:b"]}, bot)
    server.ask("GET", f"/user/{me}/account_data/m.direct", token=bot)
    made = server.ask("POST", f"/user/{me}/filter", {
        "presence": {"types": []}, "account_data": {"types": ["m.direct"]},
        "room": {"timeline": {"limit": 5}, "state": {"lazy_load_members": True},
                 "ephemeral": {"types": ["m.typing", "m.receipt"]}}}, bot)
    server.ask("GET", f"/user/{me}/filter/{made['filter_id']}", token=bot)
    server.ask("PUT", f"/profile/{me}/displayname", {"displayname": "Bot"}, bot)
    server.ask("GET", f"/profile/{me}", token=bot)
    server.ask("GET", "/profile/%40nobody%3Afake.example", token=bot, wanted=404)
    server.ask("GET", "/devices", token=bot)
    server.ask("GET", "/devices/BOT", token=bot)
    server.ask("PUT", "/devices/BOT", {"display_name": "here"}, bot)
    uri = server.ask("POST", "/_matrix/media/v3/upload?filename=a.png", b"bytes", bot)
    server.ask("GET", "/_matrix/client/v1/media/config", token=bot)
    server.ask("GET", f"/_matrix/client/v1/media/download/{uri['content_uri'][6:]}", token=bot)
    server.ask("POST", "/keys/query", {"device_keys": {user: []}}, bot)
    server.ask("PUT", "/sendToDevice/m.dummy/t1", {"messages": {user: {"BOT": {}}}}, bot)
    return made["filter_id"]


def keys(server, bot, user):
    """Of a device and of who has it; signatures of nobody's are what keys_test.py is for."""
    signed = {"signatures": {user: {"ed25519:BOT": "s"}}}
    device = {"user_id": user, "device_id": "BOT", "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
              "keys": {"curve25519:BOT": "c", "ed25519:BOT": "e"}, **signed}
    server.ask("POST", "/keys/upload", {
        "device_keys": device, "one_time_keys": {"signed_curve25519:A": {"key": "a", **signed}},
        "fallback_keys": {"signed_curve25519:F": {"key": "f", "fallback": True, **signed}}}, bot)
    server.ask("POST", "/keys/device_signing/upload", {"master_key": {
        "user_id": user, "usage": ["master"], "keys": {"ed25519:m": "m"}}}, bot)
    server.ask("POST", "/keys/signatures/upload", {user: {"BOT": device}}, bot)
    server.ask("POST", "/keys/query", {"device_keys": {user: []}}, bot)
    for _ in range(2):
        server.ask("POST", "/keys/claim", {
            "one_time_keys": {user: {"BOT": "signed_curve25519"}}}, bot)
    server.ask("GET", "/keys/changes?from=s1&to=s2", token=bot)
    server.ask("GET", "/sync", token=bot)


def speak(server, bot, room):
    """Events of all kinds; one that others relate to."""
    here = f"/rooms/{quote(room)}"
    first = server.ask("PUT", f"{here}/send/m.room.message/t2", TEXT, bot)["event_id"]
    server.ask("PUT", f"{here}/send/m.room.message/t2", TEXT, bot)
    edit = {**TEXT, "body": "* hi", "m.new_content": {**TEXT, "body": "hi"},
            "m.relates_to": {"rel_type": "m.replace", "event_id": first}}
    server.ask("PUT", f"{here}/send/m.room.message/t3", edit, bot)
    reaction = {"m.relates_to": {"rel_type": "m.annotation", "event_id": first, "key": "A"}}
    pressed = server.ask("PUT", f"{here}/send/m.reaction/t4", reaction, bot)["event_id"]
    server.ask("PUT", f"{here}/send/m.reaction/t5", reaction, bot, wanted=400)
    server.ask("PUT", f"{here}/redact/{quote(pressed)}/t6", {"reason": "slip"}, bot)
    server.ask("PUT", f"{here}/state/m.room.topic/", {"topic": "games"}, bot)
    server.ask("PUT", f"{here}/typing/{quote(server.user)}", {"typing": True, "timeout": 1000}, bot)
    server.ask("POST", f"{here}/receipt/m.read/{quote(first)}", {}, bot)
    return first


def read(server, bot, room, first):
    here = f"/rooms/{quote(room)}"
    server.ask("GET", f"{here}/messages?dir=b&limit=3", token=bot)
    server.ask("GET", f"{here}/messages?dir=f&from=s0&limit=100", token=bot)
    server.ask("GET", f"{here}/context/{quote(first)}?limit=4", token=bot)
    server.ask("GET", f"{here}/event/{quote(first)}", token=bot)
    server.ask("GET", f"{here}/event/%24nothing", token=bot, wanted=404)
    server.ask("GET", f"{here}/members?not_membership=leave", token=bot)
    server.ask("GET", f"{here}/joined_members", token=bot)
    server.ask("GET", f"{here}/state", token=bot)
    server.ask("GET", f"{here}/state/m.room.power_levels/", token=bot)
    server.ask("GET", f"{here}/state/m.room.encryption/", token=bot, wanted=404)
    server.ask("GET", f"{here}/aliases", token=bot)
    relations = f"/_matrix/client/v1/rooms/{quote(room)}/relations/{quote(first)}"
    for more in ("", "/m.replace", "/m.replace/m.room.message"):
        server.ask("GET", relations + more, token=bot)


def upgrade(server, bot, room):
    """By who made a room of version 12, and has power in no levels: an older version is given to
    them to make, and has the same levels afterwards."""
    levels = server.ask("GET", f"/rooms/{quote(room)}/state/m.room.power_levels/", token=bot)
    new = server.ask("POST", f"/rooms/{quote(room)}/upgrade", {"new_version": "11"}, bot)
    here = f"/rooms/{quote(new['replacement_room'])}/state"
    assert server.ask("GET", f"{here}/m.room.power_levels/", token=bot) == levels
    assert server.ask("GET", f"{here}/m.room.name/", token=bot) == {"name": "Den"}


def rooms(server, bot, ana, filter_id):
    since = server.ask("GET", f"/sync?filter={filter_id}&set_presence=offline", token=bot)
    ana_id = "@ana:fake.example"
    made = server.ask("POST", "/createRoom", {
        "preset": "private_chat", "is_direct": True, "name": "Den", "topic": "play",
        "room_alias_name": "den", "invite": [ana_id], "room_version": "12",
        "creation_content": {"io.deaddrop.id": "1"},
        "initial_state": [{"type": "m.room.history_visibility", "state_key": "",
                           "content": {"history_visibility": "joined"}}],
        "power_level_content_override": {"invite": 100, "state_default": 100}}, bot)
    room = made["room_id"]
    here = f"/rooms/{quote(room)}"
    server.ask("GET", "/sync", token=ana)
    server.ask("POST", f"/join/{quote(room)}?via=fake.example", {}, ana)
    server.ask("GET", "/directory/room/%23den%3Afake.example", token=ana)
    first = speak(server, bot, room)
    read(server, bot, room, first)
    server.ask("POST", f"{here}/invite", {"user_id": ana_id}, bot, wanted=403)
    server.ask("POST", f"{here}/upgrade", {"new_version": "11"}, ana, wanted=403)
    server.ask("POST", f"{here}/kick", {"user_id": ana_id, "reason": "out"}, bot)
    server.ask("GET", "/sync", token=ana)
    server.ask("POST", f"{here}/ban", {"user_id": ana_id}, bot)
    server.ask("POST", f"{here}/unban", {"user_id": ana_id}, bot)
    server.ask("POST", f"{here}/invite", {"user_id": ana_id, "reason": "again"}, bot)
    server.ask("POST", f"{here}/leave", {"reason": "no"}, ana)
    server.ask("POST", f"{here}/forget", {}, ana)
    server.ask("GET", f"/sync?since={since['next_batch']}&timeout=0", token=bot)
    server.ask("GET", "/sync?since=nonsense", token=bot, wanted=400)
    server.ask("GET", "/joined_rooms", token=bot)
    upgrade(server, bot, room)
    server.ask("POST", "/join/%21nowhere%3Afar.example?via=far.example", {}, bot, wanted=404)


def whole(server, bot, user):
    """What is made of the schemas, in full, spare and bare, is what they describe."""
    me = quote(user)
    room = quote(server.ask("POST", "/createRoom", {}, bot)["room_id"])
    for way in range(3):
        server.fake("fault", verb="shaped", route="*", way=way)
        server.ask("GET", "/.well-known/matrix/client")
        server.ask("GET", "/_matrix/client/versions")
        for path in ("/account/whoami", "/joined_rooms", "/sync?timeout=0",
                     f"/rooms/{room}/state", f"/rooms/{room}/members",
                     f"/rooms/{room}/messages?dir=b", "/_matrix/client/v1/media/config"):
            server.ask("GET", path, token=bot)
        server.ask("POST", f"/user/{me}/filter", {}, bot)
        server.ask("POST", "/createRoom", {}, bot)
        server.ask("PUT", f"/rooms/{room}/send/m.room.message/whole{way}", TEXT, bot)
        server.ask("POST", "/keys/query", {"device_keys": {user: []}}, bot)
        server.fake("mend")


def limits(server, bot):
    """What a full bucket answers."""
    server.fake("limits", **{"is": True})
    server.fake("unlimited", user=server.user, **{"is": False})
    for number in range(11):
        server.ask("POST", "/createRoom", {}, bot, wanted=200 if number < 10 else 429)


def main(program):
    tool, index = beside("tools", "mxspec.py"), beside("data", "matrix-spec-index.json")
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record.jsonl")
        with Server(program, "--record", record) as server:
            server.fake("limits", **{"is": False})
            server.fake("knobs", joined_nulls=False)  # what Synapse does and nobody describes
            bot, ana = enter(server)
            filter_id = own(server, bot, server.user)
            rooms(server, bot, ana, filter_id)
            whole(server, bot, server.user)
            keys(server, bot, server.user)
            limits(server, bot)
            server.ask("POST", "/logout", None, ana)
        if not tool or not index:
            print("=" * 78)
            print("SKIPPED: the specification's description is not here, NOTHING was checked.")
            print("=" * 78)
            return 77
        return subprocess.run(["/usr/bin/python3", tool, "check", index, record],
                              check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
