#!/usr/bin/python3
"""keys_test.py FAKE-MATRIX [--real | --write]: what a homeserver answers to everything about keys,
messages to devices and encrypted rooms, step by step. keys.json is what Synapse has answered: the
fake is held against it, and with --real the homeserver of ../../real as well, so that it is still
what there is. --write makes the file anew out of that homeserver. Without python3-olm, or with
--real without a homeserver: said loudly, and the status is 77."""

import json
import os
import pathlib
import sys
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "real"))

import homeserver
from fake_client import Server
from homeserver import Refused, Wire, segment

try:
    import olm_device
    from olm_device import Device
except ImportError:
    print("=" * 78)
    print("SKIPPED: python3-olm is not here, NOTHING was said about keys.")
    print("=" * 78)
    sys.exit(77)

KEPT = HERE / "keys.json"
C3 = "/_matrix/client/v3"
ENCRYPTION = {"type": "m.room.encryption", "state_key": "",
              "content": {"algorithm": olm_device.MEGOLM}}
FILTER = json.dumps({"presence": {"types": []}, "account_data": {"types": []},
                     "room": {"ephemeral": {"types": []}, "account_data": {"types": []},
                              "timeline": {"limit": 20}}})
FREE = {"error", "message", "session", "params", "msg", "next_batch", "prev_batch", "age",
        "origin_server_ts", "event_id", "one_time_keys_text"}


class Told:
    """What was answered, with names in the place of what is another each time."""

    def __init__(self):
        self.steps, self.names = [], {}

    def name(self, value, name):
        self.names[value] = name
        return value

    def plain(self, value):
        if isinstance(value, dict):
            return {self.plain(k): self.plain(v) for k, v in value.items() if k not in FREE}
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if isinstance(value, str):
            for raw in sorted(self.names, key=len, reverse=True):
                value = value.replace(raw, self.names[raw])
        return value

    def add(self, step, status, answer):
        self.steps.append({"step": step, "status": status, "answer": self.plain(answer)})


class Client:
    """One device at the server, whose every answer is kept."""

    def __init__(self, told, url, token, called):
        self.told, self.called, self.since = told, called, None
        self.wire = Wire(url, token)
        self.token = token

    def quiet(self, method, path, body=None, **query):
        return self.wire.ask(method, C3 + path, body, **query)

    def ask(self, step, method, path, body=None, only=None, **query):
        try:
            status, answer = 200, self.quiet(method, path, body, **query)
        except Refused as refused:
            status, answer = refused.status, refused.body
        self.told.add(f"{self.called}: {step}", status, only(answer) if only else answer)
        return answer

    def post(self, step, path, body):
        return self.ask(step, "POST", path, body)

    def sync(self, step=None, room=None):
        """What concerns devices; of a room, its timeline as types."""
        query = {"since": self.since} if self.since else {}

        def devices(answer):
            lists = answer.get("device_lists", {})
            found = {"to_device": answer.get("to_device", {}).get("events", []),
                     "changed": sorted(self.told.plain(lists.get("changed", []))),
                     "left": sorted(self.told.plain(lists.get("left", []))),
                     "count": answer.get("device_one_time_keys_count"),
                     "unused": sorted(answer.get("device_unused_fallback_key_types", ["none"]))}
            if room:
                joined = answer.get("rooms", {}).get("join", {}).get(room, {})
                found["timeline"] = [event["type"] for event in
                                     joined.get("timeline", {}).get("events", [])]
            return found

        if step is None:
            answer = self.quiet("GET", "/sync", filter=FILTER, **query)
        else:
            answer = self.ask(step, "GET", "/sync", only=devices, filter=FILTER, **query)
        self.since = answer["next_batch"]
        return answer


class Person:
    """An account with a client and its device."""

    def __init__(self, told, server, name):
        self.told, self.server, self.name = told, server, name
        self.password = uuid.uuid4().hex
        self.user, token, device = server.account(name, password=self.password)
        told.name(self.user, f"<{name}>")
        told.name(f":{server.name}", ":<server>")
        told.name(device, f"<{name}'s device>")
        self.client = Client(told, server.url, token, name)
        self.device = Device(self.user, device)
        self.name_keys(self.device, name)

    def name_keys(self, device, owner):
        self.told.name(device.curve, f"<{owner}'s curve>")
        self.told.name(device.ed, f"<{owner}'s ed>")
        for usage, pair in device.cross.items():
            self.told.name(pair.public_key, f"<{owner}'s {usage}>")

    def signed(self, value, called):
        """Names the signatures in it."""
        for made in value.get("signatures", {}).values():
            for key, signature in made.items():
                self.told.name(signature, f"<{called} by {self.told.plain(key)}>")
        return value

    def keys(self):
        return self.signed(self.device.device_keys(), f"{self.name}'s device")

    def once(self, count, called="key"):
        made = {}
        for number in range(count):
            (name, key), = self.device.one_time_keys(1).items()
            plain = f"signed_curve25519:{called}{number}"
            made[plain] = self.signed(key, f"{called}{number}")
            self.told.name(key["key"], f"<{called}{number}>")
            del name
        return made

    def fallback(self, called):
        (_, key), = self.device.fallback_keys().items()
        self.told.name(key["key"], f"<{called}>")
        return {f"signed_curve25519:{called}": self.signed(key, called)}

    def login(self, called, device=None):
        got = Wire(self.server.url).ask("POST", C3 + "/login", {
            "type": "m.login.password", "password": self.password,
            "identifier": {"type": "m.id.user", "user": self.user},
            "initial_device_display_name": called, **({"device_id": device} if device else {})})
        self.told.name(got["device_id"], f"<{called}>")
        return Client(self.told, self.server.url, got["access_token"], called), got["device_id"]


# --- the steps ----------------------------------------------------------------------------------


def upload(ana):
    client = ana.client
    client.sync("before all")
    first = {"device_keys": ana.keys(), "one_time_keys": ana.once(3),
             "fallback_keys": ana.fallback("fall")}
    client.post("uploads", "/keys/upload", first)
    client.sync("sees its own keys")
    client.post("uploads the same again", "/keys/upload", first)
    other = ana.once(1, "other")
    (key,) = other.values()
    client.post("other bytes under a name", "/keys/upload",
                {"one_time_keys": {"signed_curve25519:key0": key}})
    known = first["one_time_keys"]["signed_curve25519:key1"]
    client.post("another signature under a name", "/keys/upload", {"one_time_keys": {
        "signed_curve25519:key1": {**known, "signatures": key["signatures"]}}})
    for step, body in (
            ("nothing", {}), ("no keys", {"one_time_keys": {}}),
            ("a name without a colon", {"one_time_keys": {"key9": key}}),
            ("a name with two", {"one_time_keys": {"a:b:c": key}}),
            ("a key without a signature", {"one_time_keys": {"a:b": {"key": key["key"]}}}),
            ("a key that is a number", {"one_time_keys": {"a:b": 7}}),
            ("another algorithm", {"one_time_keys": {"curve25519:bare": key["key"]}}),
            ("device keys that are null", {"device_keys": None}),
            ("device keys of another user", {"device_keys": {**ana.keys(), "user_id": "@x:y"}}),
            ("device keys of another device", {"device_keys": {**ana.keys(), "device_id": "X"}}),
            ("device keys without signatures", {"device_keys": {
                k: v for k, v in ana.keys().items() if k != "signatures"}}),
            ("a fallback key that is a text", {"fallback_keys": {"curve25519:f": key["key"]}})):
        client.post("uploads " + step, "/keys/upload", body)
    client.sync("sees what is left")


def query(ana, bo):
    for step, body in (
            ("its own", {ana.user: []}), ("somebody else", {bo.user: []}),
            ("both", {ana.user: [], bo.user: []}),
            ("one device", {ana.user: [ana.device.device]}),
            ("a device that there is not", {ana.user: ["NONE"]}),
            ("somebody that there is not", {f"@nobody:{ana.server.name}": []}),
            ("no user", {"nobody": []}), ("nobody", {}),
            ("devices that are no list", {ana.user: {}}),
            ("devices that are no texts", {ana.user: [1]})):
        ana.client.post("asks for " + step, "/keys/query", {"device_keys": body})
    ana.client.post("asks for nothing", "/keys/query", {})


def claim(ana, bo):
    wanted = {"one_time_keys": {ana.user: {ana.device.device: "signed_curve25519"}}}
    for number in range(5):
        bo.client.post(f"claims {number}", "/keys/claim", wanted)
    ana.client.sync("sees that they are used")
    ana.client.post("uploads a name that was claimed", "/keys/upload", {
        "one_time_keys": {"signed_curve25519:key0": ana.once(1, "reused")[
            "signed_curve25519:reused0"]}})
    bo.client.post("claims it", "/keys/claim", wanted)
    new = ana.fallback("fall2")
    ana.client.post("uploads another fallback key", "/keys/upload", {"fallback_keys": new})
    ana.client.sync("sees it is unused")
    bo.client.post("claims that", "/keys/claim", wanted)
    ana.client.post("uploads it again", "/keys/upload", {"fallback_keys": new})
    ana.client.sync("sees whether it is unused")
    sorted_keys = json.loads(olm_device.canonical(new))
    for number in range(2):
        ana.client.post(f"uploads it sorted {number}", "/keys/upload",
                        {"fallback_keys": sorted_keys})
        ana.client.sync("sees it is unused then")
        bo.client.post("claims it once more", "/keys/claim", wanted)
    ana.client.post("uploads it sorted and used", "/keys/upload", {"fallback_keys": sorted_keys})
    ana.client.sync("sees it is still used")
    for step, body in (
            ("another algorithm", {ana.user: {ana.device.device: "unheard"}}),
            ("a device that there is not", {ana.user: {"NONE": "signed_curve25519"}}),
            ("somebody that there is not", {f"@nobody:{ana.server.name}": {"A": "x"}}),
            ("nobody", {})):
        bo.client.post("claims of " + step, "/keys/claim", {"one_time_keys": body})


def identity(ana, bo):
    mine = ana.device.cross_keys()
    for usage in olm_device.USAGES:
        ana.signed(mine[f"{usage}_key"], f"ana's {usage}")
    bo_first = bo.client
    set_up = "/keys/device_signing/upload"
    bo_first.post("a key without its master", set_up, {
        "self_signing_key": bo.device.cross_key("self_signing")})
    bo_first.post("a master key of somebody else", set_up, {"master_key": mine["master_key"]})
    bo_first.post("a master key for something else", set_up, {
        "master_key": {**bo.device.cross_key("master"), "usage": ["self_signing"]}})
    wrong = bo.device.cross_keys()
    wrong["self_signing_key"]["signatures"] = {}
    bo_first.post("a key that nobody signed", set_up, wrong)
    bo_first.post("asks for its keys", "/keys/query", {"device_keys": {bo.user: []}})
    ana.client.sync()
    ana.client.post("sets up its identity", set_up, mine)
    ana.client.sync("sees that")
    bo.client.sync("sees that ana has one")
    ana.client.post("the same again", set_up, mine)
    other = Device(ana.user, "OTHER").cross_keys()
    ana.client.post("another one", set_up, other)
    ana.client.post("another one, with a wrong password", set_up, {**other, "auth": {
        "type": "m.login.password", "password": "wrong",
        "identifier": {"type": "m.id.user", "user": ana.user}}})
    ana.client.post("is asked for", "/keys/query", {"device_keys": {ana.user: []}})


def replace_identity(ana):
    """With the password, in a session of the server's."""
    fresh = Device(ana.user, ana.device.device)
    fresh.account, fresh.curve, fresh.ed = ana.device.account, ana.device.curve, ana.device.ed
    ana.name_keys(fresh, "ana's new")
    keys = fresh.cross_keys()
    for usage in olm_device.USAGES:
        ana.signed(keys[f"{usage}_key"], f"ana's new {usage}")
    path = "/keys/device_signing/upload"
    session = ana.client.ask("replaces its identity", "POST", path, keys).get("session")
    ana.client.post("replaces it with the password", path, {**keys, "auth": {
        "type": "m.login.password", "password": ana.password, "session": session,
        "identifier": {"type": "m.id.user", "user": ana.user}}})
    ana.client.post("is asked for again", "/keys/query", {"device_keys": {ana.user: []}})


def signatures(ana, bo):
    path, name = "/keys/signatures/upload", ana.device.device
    ana.client.post("signs nothing", path, {})
    plain = ana.keys()
    ana.client.post("a device without a new signature", path, {ana.user: {name: plain}})
    signed = ana.device.sign_with("self_signing", {**plain, "signatures": {}})
    ana.signed(signed, "ana's own")
    wrong = json.loads(json.dumps(signed).replace('"algorithms"', '"algorithm"'))
    ana.client.post("a device that is another", path, {ana.user: {name: wrong}})
    key = f"ed25519:{ana.device.cross['self_signing'].public_key}"
    forged = {**plain, "signatures": {ana.user: {key: ana.device.account.sign("forged")}}}
    ana.client.post("a device with a forged signature", path, {ana.user: {name: forged}})
    ana.client.post("a device that there is not", path, {ana.user: {"NONE": signed}})
    bo.client.post("a device before it has an identity", path, {
        bo.user: {bo.device.device: bo.keys()}})
    ana.client.sync()
    bo.client.sync()
    ana.client.post("signs its device", path, {ana.user: {name: signed}})
    ana.client.sync("sees that")
    bo.client.sync("sees that")
    ana.client.post("signs its device again", path, {ana.user: {name: signed}})
    bo.client.post("asks for ana", "/keys/query", {"device_keys": {ana.user: []}})
    ana.client.post("uploads its keys again", "/keys/upload", {"device_keys": plain})
    bo.client.post("asks for ana again", "/keys/query", {"device_keys": {ana.user: []}})
    master = ana.device.sign({**ana.device.cross_key("master")})
    ana.signed(master, "ana's master")
    public = ana.device.cross["master"].public_key
    ana.client.post("signs its master key", path, {ana.user: {public: master}})
    ana.client.post("asks for itself", "/keys/query", {"device_keys": {ana.user: []}})


def vouch(ana, bo):
    """Ana signs who Bo is: nobody else's business."""
    theirs = bo.device.cross_keys()
    for usage in olm_device.USAGES:
        bo.signed(theirs[f"{usage}_key"], f"bo's {usage}")
    bo.client.post("sets up its identity", "/keys/device_signing/upload", theirs)
    public = bo.device.cross["master"].public_key
    for one in (ana, bo):
        one.client.sync()
    said = ana.device.sign_with("user_signing", {**theirs["master_key"]})
    ana.signed(said, "bo's master")
    path = "/keys/signatures/upload"
    ana.client.post("signs bo's device", path, {bo.user: {bo.device.device: bo.keys()}})
    ana.client.post("signs bo", path, {bo.user: {public: said}})
    ana.client.sync("sees that")
    bo.client.sync("sees nothing of it")
    for one in (ana, bo):
        one.client.post("asks for bo", "/keys/query", {"device_keys": {bo.user: []}})


def mail(ana, bo):
    """Messages to devices: once, in order, until they are acknowledged."""
    here, phone = ana.device.device, ana.login("phone")
    ana.client.sync()
    phone[0].sync()
    number = iter(range(100))

    def send(step, messages, kind="io.test", txn=None):
        path = f"/sendToDevice/{kind}/{txn or uuid.uuid4().hex}"
        return bo.client.ask(step, "PUT", path, {"messages": messages})

    def word():
        return {"words": next(number)}

    for _ in range(3):
        send("says something", {ana.user: {here: word()}})
    send("says it to all devices", {ana.user: {"*": word()}})
    twice = uuid.uuid4().hex
    send("says it by a name", {ana.user: {here: {"words": "once"}}}, txn=twice)
    send("says another by that name", {ana.user: {here: {"words": "never"}}}, txn=twice)
    send("to nobody's device", {ana.user: {"NONE": word()}})
    send("to nobody", {f"@nobody:{ana.server.name}": {"A": word()}})
    send("to no user", {"nobody": {"A": word()}})
    send("nothing", {})
    bo.client.ask("says no messages", "PUT", f"/sendToDevice/io.test/{uuid.uuid4().hex}", {})
    send("too much", {ana.user: {here: {"words": "x" * 66000}}})
    before = ana.client.since
    ana.client.sync("hears it")
    ana.client.since = before
    ana.client.sync("hears it again")
    ana.client.sync("has acknowledged it")
    ana.client.since = before
    ana.client.sync("hears it never again")
    phone[0].sync("hears it too")
    for part in range(130):
        bo.client.quiet("PUT", f"/sendToDevice/io.test/{uuid.uuid4().hex}",
                        {"messages": {ana.user: {here: {"words": part}}}})
    ana.client.sync("hears a hundred")
    ana.client.sync("hears the rest")
    ana.client.sync("hears no more")
    phone[0].ask("logs out", "POST", "/logout")
    ana.client.sync("sees the phone go")
    send("to all devices that are left", {ana.user: {"*": word()}})
    ana.client.sync("hears that")


def together(ana, bo):
    """A message in a room, and one to the device, in one sync."""
    room = ana.told.name(ana.client.quiet("POST", "/createRoom", {
        "preset": "private_chat", "invite": [bo.user], "initial_state": [ENCRYPTION]})["room_id"],
        "<room>")
    path = f"/rooms/{segment(room)}"
    bo.client.ask("is invited", "GET", "/sync", only=lambda answer: sorted(
        event["type"] for event in
        answer["rooms"]["invite"][room]["invite_state"]["events"]))
    ana.client.sync()
    bo.client.sync()
    bo.client.quiet("POST", f"/join/{segment(room)}")
    ana.client.sync("sees bo come", room)
    bo.client.sync("sees ana", room)
    bo.client.quiet("PUT", f"{path}/send/m.room.encrypted/{uuid.uuid4().hex}", {
        "algorithm": olm_device.MEGOLM, "session_id": "a", "ciphertext": "b"})
    bo.client.quiet("PUT", f"/sendToDevice/m.room.encrypted/{uuid.uuid4().hex}",
                    {"messages": {ana.user: {ana.device.device: {"words": "the key"}}}})
    ana.client.sync("sees both", room)
    kind = f"{path}/state/m.room.encryption/"
    ana.client.ask("encryption", "GET", kind)
    ana.client.ask("encrypts again", "PUT", kind, {
        **ENCRYPTION["content"], "rotation_period_msgs": 7}, only=lambda answer: {})
    ana.client.ask("encryption then", "GET", kind)
    ana.client.ask("encrypts by nothing", "PUT", kind, {}, only=lambda answer: {
        k: v for k, v in answer.items() if k == "errcode"})
    ana.client.sync("sees all three", room)
    return room


def hidden(ana, bo):
    """What was before somebody came, and is not to be read, is state to them all the same."""
    told = ana.told
    room = told.name(ana.client.quiet("POST", "/createRoom", {
        "preset": "private_chat", "invite": [bo.user], "initial_state": [
            {"type": "m.room.history_visibility", "state_key": "",
             "content": {"history_visibility": "joined"}}, ENCRYPTION]})["room_id"], "<secret>")
    bo.client.sync()
    bo.client.quiet("POST", f"/join/{segment(room)}")

    def seen(answer):
        kept = answer["rooms"]["join"][room]
        return {where: [event["type"] for event in kept[where]["events"]]
                for where in ("state", "timeline")}

    answer = bo.client.quiet("GET", "/sync", filter=FILTER, since=bo.client.since)
    found = seen(answer)
    told.add("bo: comes into a room without a past", 200, {
        "all": sorted(set(found["state"] + found["timeline"])), "timeline": found["timeline"],
        "state": sorted(found["state"])})
    bo.client.since = answer["next_batch"]
    bo.client.quiet("POST", f"/rooms/{segment(room)}/leave")
    ana.client.sync("sees bo leave one room of two")
    bo.client.sync()


def lists(ana, bo, cy, room):
    """Who has to be asked for again, and who not."""
    path = f"/rooms/{segment(room)}"
    since = ana.client.since
    bo_phone, _ = bo.login("bo's phone")
    ana.client.sync("sees a login")
    bo_phone.quiet("POST", "/logout")
    ana.client.sync("sees it end")
    bo.client.quiet("PUT", f"/profile/{segment(bo.user)}/displayname", {"displayname": "Bob"})
    while ana.client.quiet("GET", f"{path}/state/m.room.member/{segment(bo.user)}").get(
            "displayname") != "Bob":
        time.sleep(0.05)  # rooms are told later
    ana.client.sync("sees another name")
    cy.client.post("uploads", "/keys/upload", {"device_keys": cy.keys()})
    ana.client.sync("sees nothing of a stranger")
    ana.client.quiet("POST", path + "/invite", {"user_id": cy.user})
    ana.client.sync("has invited cy")
    cy.client.sync("is invited")
    cy.client.quiet("POST", f"/join/{segment(room)}")
    ana.client.sync("sees cy come")
    cy.client.sync("sees them all")
    ana.client.ask("asks what has changed", "GET", "/keys/changes", only=sorted_lists(ana.told),
                   **{"from": since, "to": ana.client.since})
    middle = ana.client.since
    ana.client.quiet("POST", path + "/kick", {"user_id": cy.user})
    ana.client.sync("has kicked cy")
    bo.client.sync("sees cy go")
    cy.client.sync("is kicked")
    cy.client.quiet("POST", "/keys/upload", {"one_time_keys": cy.once(1, "late")})
    bo.client.quiet("POST", path + "/leave")
    ana.client.sync("sees bo leave")
    bo.client.sync("has left")
    ana.client.ask("asks what has changed then", "GET", "/keys/changes",
                   only=sorted_lists(ana.told), **{"from": middle, "to": ana.client.since})
    ana.client.ask("asks for changes since nonsense", "GET", "/keys/changes",
                   only=lambda answer: answer.get("errcode"), **{"from": "nonsense", "to": "x"})
    ana.client.ask("asks for changes since nothing", "GET", "/keys/changes", to="x")


def sorted_lists(told):
    return lambda answer: {kind: sorted(told.plain(answer.get(kind, [])))
                           for kind in ("changed", "left")}


def steps(server):
    told = Told()
    ana, bo, cy = (Person(told, server, name) for name in ("ana", "bo", "cy"))
    upload(ana)
    query(ana, bo)
    claim(ana, bo)
    room = together(ana, bo)
    hidden(ana, bo)
    identity(ana, bo)
    signatures(ana, bo)
    vouch(ana, bo)
    replace_identity(ana)
    mail(ana, bo)
    lists(ana, bo, cy, room)
    return json.loads(json.dumps(told.steps))


def differences(name, told, kept):
    """One line each, and how many."""
    count = 0
    for number in range(max(len(told), len(kept))):
        one = told[number] if number < len(told) else None
        other = kept[number] if number < len(kept) else None
        if one != other:
            count += 1
            print(f"{name} answers {json.dumps(one, sort_keys=True)}\n"
                  f"     and not {json.dumps(other, sort_keys=True)}")
    return count


def main(program, *words):
    if "--real" in words or "--write" in words:
        told, name = steps(homeserver.find()), "the homeserver"
    else:
        with Server(program) as fake:
            fake.fake("limits", **{"is": False})
            told, name = steps(homeserver.Homeserver(fake.url, "is not asked for")), "the fake"
    if "--write" in words:
        KEPT.write_text("[\n" + ",\n".join(json.dumps(one, sort_keys=True) for one in told) +
                        "\n]\n", encoding="utf-8")
        return 0
    count = differences(name, told, json.loads(KEPT.read_text(encoding="utf-8")))
    print(f"{name}: {len(told)} answers, {count} of them another than Synapse's")
    return 1 if count else 0


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.exit(main(*sys.argv[1:]))
