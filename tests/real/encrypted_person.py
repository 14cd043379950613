"""A person whose client encrypts: they have an identity, their device is signed by it, and what
they say in an encrypted room nobody reads but the devices that they gave its key to."""

import uuid

from homeserver import Refused, Wire, segment
from olm_device import (MEGOLM, Device, Unreadable, check_device, check_signature, only_key)
from people import CLIENT, Person

KEYS = 30  # one-time keys that are kept at the server
OUTSIDE = ("m.room.encrypted", "m.reaction", "m.room.redaction")  # what is sent as it is


class Known:
    """Somebody whose devices are tracked: those that may have keys."""

    def __init__(self):
        self.devices, self.master, self.current = {}, None, False


class Login:
    """The homeserver, as it lets somebody in once more, on another device."""

    def __init__(self, person):
        self.url = person.server.url
        self.got = Wire(self.url).ask("POST", f"{CLIENT}/login", {
            "type": "m.login.password", "password": person.password,
            "identifier": {"type": "m.id.user", "user": person.user}})

    def account(self, _, **__):
        return self.got["user_id"], self.got["access_token"], self.got["device_id"]


class EncryptedPerson(Person):
    """As a Person; rooms that they make are encrypted. unreadable: what they were sent and could
    not read, by event. of: the person whose other device this is."""

    def __init__(self, server, name, house=None, of=None, signed=True):
        super().__init__(server, name, house)
        self.called = name
        self.machine = Device(self.user, self.device)
        self.inside = []  # what was said to the device alone
        self.known = {}
        self.encrypted = set()
        self.given = {}  # room: (devices that have its key, who was in it)
        self.unreadable = {}
        self.to_device = []  # what came, as it came
        self.heard_keys = []  # the m.room_key that came, with who sent them
        self.set_up(of, signed)

    def another(self, signed=True):
        """Another device of theirs; signed: by who they are."""
        return EncryptedPerson(Login(self), self.called, self.house, self, signed)

    def post(self, path, body):
        return self.ask("POST", CLIENT + path, body)

    def set_up(self, of, signed):
        """Keys, an identity, and a signature of it under the device."""
        self.post("/keys/upload", {"device_keys": self.machine.device_keys(),
                                   "one_time_keys": self.machine.one_time_keys(KEYS),
                                   "fallback_keys": self.machine.fallback_keys()})
        if of is not None:
            self.machine.cross, self.password = of.machine.cross, of.password
        else:
            self.post("/keys/device_signing/upload", self.machine.cross_keys())
        if signed:
            self.sign_device()

    def sign_device(self):
        signed = self.machine.sign_with("self_signing", self.machine.device_keys())
        got = self.post("/keys/signatures/upload", {self.user: {self.device: signed}})
        assert got == {"failures": {}}, got

    def become_other(self):
        """Another identity, as of somebody who has lost theirs."""
        self.machine.cross = Device(self.user, self.device).cross
        keys = self.machine.cross_keys()
        try:
            self.post("/keys/device_signing/upload", keys)
        except Refused as asked:
            self.post("/keys/device_signing/upload", {**keys, "auth": {
                "type": "m.login.password", "password": self.password,
                "session": asked.body["session"],
                "identifier": {"type": "m.id.user", "user": self.user}}})
        self.sign_device()

    def make_room(self, name, invite, encrypted=True, **more):
        return super().make_room(name, invite, encrypted, **more)

    # --- what comes -----------------------------------------------------------------------------

    def devices(self, got):
        for user in got.get("device_lists", {}).get("changed", []):
            if user in self.known:
                self.known[user].current = False
        for user in got.get("device_lists", {}).get("left", []):
            self.known.pop(user, None)
        left = got.get("device_one_time_keys_count", {}).get("signed_curve25519", 0)
        more = {}
        if "device_one_time_keys_count" in got and left < KEYS // 2:
            more["one_time_keys"] = self.machine.one_time_keys(KEYS - left)
        if not got.get("device_unused_fallback_key_types", ["some"]):
            more["fallback_keys"] = self.machine.fallback_keys()
        if more:
            self.post("/keys/upload", more)
        for event in got.get("to_device", {}).get("events", []):
            self.hear(event)

    def hear(self, event):
        if event in self.to_device:
            return  # it had not been acknowledged
        self.to_device.append(event)
        if event["type"] != "m.room.encrypted":
            return
        sender, curve = event["sender"], event["content"].get("sender_key")
        found = next((keys for device, keys in self.tracked([sender])[sender].devices.items()
                      if keys["keys"][f"curve25519:{device}"] == curve), None)
        inside = self.machine.hear(event, found)
        if found is None or found["keys"]["ed25519:" + found["device_id"]] != \
                inside["keys"]["ed25519"]:
            raise Unreadable(f"{sender} has no such device as {curve}")
        assert sender != self.house or "sender_device_keys" in inside, inside
        self.inside.append(inside)
        if inside["type"] == "m.room_key":
            self.heard_keys.append((inside["sender"], inside["content"]))

    def invited(self, room, events):
        if any(event.get("type") == "m.room.encryption" for event in events):
            self.encrypted.add(room)
        super().invited(room, events)

    def joined(self, room, told, fresh):
        states = told.get("state", {}).get("events", []) + \
            told.get("timeline", {}).get("events", [])
        if any(event["type"] == "m.room.encryption" for event in states):
            self.encrypted.add(room)
        super().joined(room, told, fresh)
        self.open(room, self.rooms[room])

    def open(self, room, kept):
        """All that can be read by now, in its place."""
        for at, event in enumerate(kept.events):
            if event.get("type") == "m.room.encrypted" and "ciphertext" in event["content"]:
                try:
                    kept.events[at] = self.machine.read(room, event)
                    self.unreadable.pop(event["event_id"], None)
                except Unreadable as why:
                    self.unreadable[event["event_id"]] = (event["sender"], str(why))

    def view(self):
        found = super().view()
        for room, kept in found.items():
            self.open(room, kept)
        return found

    # --- whom it is for -------------------------------------------------------------------------

    def tracked(self, users):
        """These with their devices, asked for where that is not current. Whose device is not signed
        by its owner, who has an identity, gets no key."""
        asked = [user for user in users if not self.known.setdefault(user, Known()).current]
        if asked:
            got = self.post("/keys/query", {"device_keys": {user: [] for user in asked}})
            for user in asked:
                self.learn(user, got)
        return {user: self.known[user] for user in users}

    def learn(self, user, got):
        known = self.known[user]
        master, own = (got.get(kind, {}).get(user) for kind in ("master_keys",
                                                                "self_signing_keys"))
        known.current, known.devices = True, {}
        if master is not None:
            _, key = only_key(master)
            assert known.master in (None, key), f"{user} is somebody else now"
            known.master = key
        if own is not None:
            check_signature(own, user, *only_key(master))
        for device, keys in got["device_keys"].get(user, {}).items():
            check_device(keys, user, device)
            try:
                if master is not None:
                    check_signature(keys, user, *only_key(own or master))
            except Unreadable:
                continue
            known.devices[device] = keys

    def members(self, room):
        kept = self.rooms[room].members
        return {user for user, membership in kept.items() if membership in ("join", "invite")} | {
            self.user}

    def share(self, room):
        """Everybody's devices in the room have its key; another one when somebody has left."""
        members = self.members(room)
        given, then = self.given.get(room, (set(), set()))
        key = None
        if room not in self.machine.rooms_out or then - members:
            key, given = self.machine.open_room(room), set()
        lacking = [keys for known in self.tracked(sorted(members)).values()
                   for device, keys in known.devices.items()
                   if (keys["user_id"], device) not in given and
                   keys["keys"][f"ed25519:{device}"] != self.machine.ed]
        if lacking:
            session = self.machine.rooms_out[room]
            key = key or {"algorithm": MEGOLM, "room_id": room, "session_id": session.id,
                          "session_key": session.session_key}
            self.give(lacking, key)
        self.given[room] = given | {(keys["user_id"], keys["device_id"]) for keys in lacking}, \
            members

    def give(self, devices, key):
        fresh = {}
        for keys in devices:
            if not self.machine.knows(keys):
                fresh.setdefault(keys["user_id"], {})[keys["device_id"]] = "signed_curve25519"
        claimed = self.post("/keys/claim", {"one_time_keys": fresh})["one_time_keys"] \
            if fresh else {}
        messages = {}
        for keys in devices:
            user, device = keys["user_id"], keys["device_id"]
            if device in claimed.get(user, {}):
                self.machine.begin(keys, claimed[user][device])
            messages.setdefault(user, {})[device] = self.machine.say(keys, "m.room_key", key)
        self.ask("PUT", f"{CLIENT}/sendToDevice/m.room.encrypted/{uuid.uuid4().hex}",
                 {"messages": messages})

    # --- what is done ---------------------------------------------------------------------------

    def send(self, room, kind, content, shares=True):
        """Its event id. In an encrypted room encrypted. shares: whoever lacks the key gets it."""
        if room not in self.rooms:
            self.sync()
        if room in self.encrypted and kind not in OUTSIDE:
            if shares:
                self.share(room)
            kind, content = "m.room.encrypted", self.machine.write(room, kind, content)
        path = f"{CLIENT}/rooms/{segment(room)}/send/{kind}/{uuid.uuid4().hex}"
        return self.ask("PUT", path, content)["event_id"]

    def say_unshared(self, room, text):
        """With a key that nobody has; the key."""
        key = self.machine.open_room(room)
        self.given[room] = set(), self.members(room)
        self.send(room, "m.room.message", {"msgtype": "m.text", "body": text}, shares=False)
        return key

    def say(self, room, text, **more):
        return self.send(room, "m.room.message",
                         {"msgtype": "m.text", "body": text, "m.mentions": {}, **more})
