"""A device with end-to-end encryption on python3-olm: its keys, its owner's cross-signing keys, and
what it says and reads. It starts no request: whoever has it carries its words."""

import json

import olm

OLM = "m.olm.v1.curve25519-aes-sha2"
MEGOLM = "m.megolm.v1.aes-sha2"
USAGES = ("master", "self_signing", "user_signing")


class Unreadable(AssertionError):
    """It cannot be decrypted, or is not from whom it says."""


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def bare(value):
    return canonical({k: v for k, v in value.items() if k not in ("signatures", "unsigned")})


def add_signature(value, user, key_id, signature):
    value.setdefault("signatures", {}).setdefault(user, {})[key_id] = signature
    return value


def check_signature(value, user, key_id, key):
    """Raises where user has not signed it with this key."""
    signature = value.get("signatures", {}).get(user, {}).get(key_id)
    if signature is None:
        raise Unreadable(f"{user} has not signed with {key_id}")
    try:
        olm.ed25519_verify(key, bare(value), signature)
    except olm.OlmVerifyError as problem:
        raise Unreadable(f"{user} has signed something else with {key_id}") from problem


def check_device(keys, user, device):
    """Are these the keys of that device, signed by itself?"""
    if keys["user_id"] != user or keys["device_id"] != device:
        raise Unreadable("keys of another device")
    check_signature(keys, user, f"ed25519:{device}", keys["keys"][f"ed25519:{device}"])


def only_key(cross):
    (key_id, key), = cross["keys"].items()
    assert key_id == f"ed25519:{key}", cross
    return key_id, key


def check_owner(answer, user, device):
    """In the answer to a query: the whole chain from the user's master key to that device. The
    master key."""
    keys = answer["device_keys"][user].get(device)
    if keys is None or user not in answer["self_signing_keys"]:
        raise Unreadable(f"{user} has no such device, or no identity")
    check_device(keys, user, device)
    master, own = answer["master_keys"][user], answer["self_signing_keys"][user]
    assert master["usage"] == ["master"] and own["usage"] == ["self_signing"], (master, own)
    check_signature(own, user, *only_key(master))
    check_signature(keys, user, *only_key(own))
    return only_key(master)[1]


class Olm:
    """What two devices have said to each other: the sessions, the newest first."""

    def __init__(self):
        self.sessions = []

    def read(self, account, curve, part):
        pre = part["type"] == 0
        message = (olm.OlmPreKeyMessage if pre else olm.OlmMessage)(part["body"])
        for session in self.sessions:
            if pre and not session.matches(message):
                continue
            try:
                words = session.decrypt(message)
            except olm.OlmSessionError:
                continue
            self.sessions.remove(session)
            self.sessions.insert(0, session)
            return words
        if not pre:
            raise Unreadable("no session reads it")
        try:
            session = olm.InboundSession(account, message, curve)
            words = session.decrypt(message)
        except olm.OlmSessionError as problem:
            raise Unreadable(str(problem)) from problem
        account.remove_one_time_keys(session)
        self.sessions.insert(0, session)
        return words


class Device:
    """One device of a user."""

    def __init__(self, user, device):
        self.user, self.device = user, device
        self.account = olm.Account()
        self.curve = self.account.identity_keys["curve25519"]
        self.ed = self.account.identity_keys["ed25519"]
        self.cross = {usage: olm.PkSigning(olm.PkSigning.generate_seed()) for usage in USAGES}
        self.olm = {}  # by their Curve25519 keys
        self.rooms_in = {}  # (room, session): (session, sender, their keys)
        self.rooms_out = {}  # room: Outbound
        self.seen = {}  # (session, index): event

    # --- keys -----------------------------------------------------------------------------------

    def sign(self, value):
        return add_signature(value, self.user, f"ed25519:{self.device}",
                             self.account.sign(bare(value)))

    def sign_with(self, usage, value):
        pair = self.cross[usage]
        return add_signature(value, self.user, f"ed25519:{pair.public_key}", pair.sign(bare(value)))

    def device_keys(self):
        return self.sign({
            "user_id": self.user, "device_id": self.device, "algorithms": [OLM, MEGOLM],
            "keys": {f"curve25519:{self.device}": self.curve, f"ed25519:{self.device}": self.ed}})

    def one_time_keys(self, count):
        self.account.generate_one_time_keys(count)
        made = self.account.one_time_keys["curve25519"]
        self.account.mark_keys_as_published()
        return {f"signed_curve25519:{name}": self.sign({"key": key})
                for name, key in made.items()}

    def fallback_keys(self):
        self.account.generate_fallback_key()
        (name, key), = self.account.fallback_key["curve25519"].items()
        return {f"signed_curve25519:{name}": self.sign({"key": key, "fallback": True})}

    def cross_key(self, usage):
        pair = self.cross[usage]
        key = {"user_id": self.user, "usage": [usage],
               "keys": {f"ed25519:{pair.public_key}": pair.public_key}}
        return key if usage == "master" else self.sign_with("master", key)

    def cross_keys(self):
        """The body of what sets up its owner's identity."""
        return {f"{usage}_key": self.cross_key(usage) for usage in USAGES}

    # --- to devices -----------------------------------------------------------------------------

    def knows(self, keys):
        return bool(self.olm.setdefault(keys["keys"][f"curve25519:{keys['device_id']}"],
                                        Olm()).sessions)

    def begin(self, keys, claimed):
        """A session with a device by a one-time key that was claimed, which it has signed."""
        user, device = keys["user_id"], keys["device_id"]
        (_, key), = claimed.items()
        check_signature(key, user, f"ed25519:{device}", keys["keys"][f"ed25519:{device}"])
        curve = keys["keys"][f"curve25519:{device}"]
        self.olm.setdefault(curve, Olm()).sessions.insert(
            0, olm.OutboundSession(self.account, curve, key["key"]))

    def say(self, keys, kind, content):
        """The content of an m.room.encrypted to that device."""
        user, device = keys["user_id"], keys["device_id"]
        curve = keys["keys"][f"curve25519:{device}"]
        message = self.olm[curve].sessions[0].encrypt(json.dumps({
            "type": kind, "content": content, "sender": self.user, "recipient": user,
            "recipient_keys": {"ed25519": keys["keys"][f"ed25519:{device}"]},
            "keys": {"ed25519": self.ed}, "sender_device_keys": self.device_keys()}))
        return {"algorithm": OLM, "sender_key": self.curve,
                "ciphertext": {curve: {"type": message.message_type, "body": message.ciphertext}}}

    def hear(self, event, keys=None):
        """What was said to this device: the event inside; a room's key is taken. keys: of the
        device that said it, where they are known."""
        content = event["content"]
        part = content.get("ciphertext", {}).get(self.curve)
        if content.get("algorithm") != OLM or part is None:
            raise Unreadable("not for this device")
        curve = content["sender_key"]
        inside = json.loads(self.olm.setdefault(curve, Olm()).read(self.account, curve, part))
        said = inside.get("sender_device_keys") or keys
        if inside["sender"] != event["sender"] or inside["recipient"] != self.user or \
                inside["recipient_keys"]["ed25519"] != self.ed:
            raise Unreadable("said by or to somebody else")
        if said is not None:
            device = said["device_id"]
            check_device(said, event["sender"], device)
            if said["keys"][f"curve25519:{device}"] != curve or \
                    said["keys"][f"ed25519:{device}"] != inside["keys"]["ed25519"]:
                raise Unreadable("said by another device than it says")
        if inside["type"] == "m.room_key":
            self.take(inside, curve)
        return inside

    # --- in rooms -------------------------------------------------------------------------------

    def take(self, inside, curve):
        key = inside["content"]
        session = olm.InboundGroupSession(key["session_key"])
        name = key["room_id"], key["session_id"]
        old = self.rooms_in.get(name)
        if session.id != key["session_id"] or key["algorithm"] != MEGOLM:
            raise Unreadable("another session than it says")
        if old is None or old[0].first_known_index > session.first_known_index:
            self.rooms_in[name] = session, inside["sender"], curve

    def open_room(self, room):
        """A new session for what is said in a room: the content of the m.room_key."""
        session = olm.OutboundGroupSession()
        self.rooms_out[room] = session
        key = {"algorithm": MEGOLM, "room_id": room, "session_id": session.id,
               "session_key": session.session_key}
        self.take({"sender": self.user, "content": key}, self.curve)
        return key

    def write(self, room, kind, content):
        """The content of an m.room.encrypted in that room; what it relates to stays outside."""
        session = self.rooms_out[room]
        outside = {k: v for k, v in content.items() if k == "m.relates_to"}
        inside = {k: v for k, v in content.items() if k != "m.relates_to"}
        text = session.encrypt(json.dumps({"type": kind, "room_id": room, "content": inside}))
        return {"algorithm": MEGOLM, "sender_key": self.curve, "device_id": self.device,
                "session_id": session.id, "ciphertext": text, **outside}

    def read(self, room, event):
        """An event as if it had not been encrypted."""
        content = event["content"]
        found = self.rooms_in.get((room, content.get("session_id")))
        if content.get("algorithm") != MEGOLM or found is None:
            raise Unreadable("its key is not here")
        session, sender, _ = found
        if sender != event["sender"]:
            raise Unreadable("its key is somebody else's")
        try:
            text, index = session.decrypt(content["ciphertext"])
        except olm.OlmGroupSessionError as problem:
            raise Unreadable(str(problem)) from problem
        inside = json.loads(text)
        if self.seen.setdefault((session.id, index), event["event_id"]) != event["event_id"]:
            raise Unreadable("said before, in another event")
        if inside["room_id"] != room:
            raise Unreadable("said in another room")
        plain = {**inside["content"]}
        if "m.relates_to" in content:
            plain["m.relates_to"] = content["m.relates_to"]
        return {**event, "type": inside["type"], "content": plain, "sealed": content}
