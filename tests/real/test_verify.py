#!/usr/bin/python3
"""`deaddrop matrix verify` at a real homeserver: somebody whose client encrypts compares what both
sides show, by devices and in an encrypted room; says no; does not say anything.

test_verify.py DEADDROP [PART ...]   parts: devices room no stopped"""

import re
import select
import signal
import subprocess
import sys
import time
import uuid

import homeserver
import olm
import sealed
from encrypted_person import EncryptedPerson
from homeserver import Refused
from olm_device import canonical, check_signature, only_key
from people import CLIENT

WAIT_S = 60
TYPE = "m.key.verification."


class Operator:
    """Whoever runs the command, and reads what it prints."""

    def __init__(self, house, user):
        self.text = ""
        with open(house.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [house.program, "matrix", "verify", user, "--config", house.config],
                env=house.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)

    def reads(self, pattern, person=None):
        end = time.monotonic() + WAIT_S
        while True:
            found = re.search(pattern, self.text)
            if found:
                return found
            assert time.monotonic() < end, (pattern, self.text)
            assert self.process.poll() is None, (pattern, self.text)
            if person is not None:
                person.sync()
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                self.text += self.process.stdout.read1().decode()

    def types(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def ends(self):
        self.text += self.process.stdout.read().decode()
        return self.process.wait(timeout=WAIT_S)


class Phone:
    """A client that verifies the house: in a room, or by devices (room None)."""

    def __init__(self, person, house, room=None):
        self.person, self.house, self.room = person, house, room
        self.transaction, self.sas, self.key = uuid.uuid4().hex, olm.Sas(), None

    def send(self, kind, content):
        if self.room is not None:
            content = {**content, "m.relates_to": {"rel_type": "m.reference",
                                                   "event_id": self.transaction}}
            self.person.send(self.room, TYPE + kind, content)
        else:
            content = {**content, "transaction_id": self.transaction}
            self.person.ask("PUT", f"{CLIENT}/sendToDevice/{TYPE}{kind}/{uuid.uuid4().hex}", {
                "messages": {self.house.user: {self.house.device: content}}})
        return content

    def request(self):
        asked = {"from_device": self.person.device, "methods": ["m.sas.v1"]}
        if self.room is None:
            self.send("request", {**asked, "timestamp": int(time.time() * 1000)})
        else:
            self.transaction = self.person.send(self.room, "m.room.message", {
                **asked, "msgtype": TYPE + "request", "body": "verify?", "to": self.house.user})

    def heard(self, kind):
        events = self.person.to_device if self.room is None else \
            self.person.rooms[self.room].events
        for event in events:
            content = event["content"]
            of = content.get("transaction_id") or \
                content.get("m.relates_to", {}).get("event_id")
            if event["type"] == TYPE + kind and event["sender"] == self.house.user and \
                    of == self.transaction:
                return content
        return None

    def gets(self, kind):
        self.person.until(lambda: self.heard(kind) is not None, TYPE + kind)
        return self.heard(kind)

    def begin(self):
        """Up to what both sides show: the numbers."""
        self.request()
        assert self.gets("ready")["methods"] == ["m.sas.v1"]
        start = self.send("start", {
            "from_device": self.person.device, "method": "m.sas.v1", "hashes": ["sha256"],
            "key_agreement_protocols": ["curve25519-hkdf-sha256"],
            "message_authentication_codes": ["hkdf-hmac-sha256.v2"],
            "short_authentication_string": ["decimal", "emoji"]})
        promised = self.gets("accept")["commitment"]
        self.send("key", {"key": self.sas.pubkey})
        self.key = self.gets("key")["key"]
        assert promised == olm.sha256(self.key + canonical(start)), "it is not what was promised"
        mine = self.sas.pubkey
        self.sas.set_their_pubkey(self.key)
        made = self.sas.generate_bytes("|".join([
            "MATRIX_KEY_VERIFICATION_SAS",
            self.person.user, self.person.device, mine, self.house.user, self.house.device,
            self.key, self.transaction]), 6)
        bits = int.from_bytes(made, "big")
        return " ".join(str((bits >> (48 - 13 * (i + 1)) & 0x1fff) + 1000) for i in range(3))

    def mac(self, text, name, own):
        sides = [self.person.user, self.person.device, self.house.user, self.house.device]
        sides = sides if own else sides[2:] + sides[:2]
        return self.sas.calculate_mac_fixed_base64(
            text, "MATRIX_KEY_VERIFICATION_MAC" + "".join(sides) + self.transaction + name)

    def macs(self, keys, own):
        return {"mac": {name: self.mac(key, name, own) for name, key in keys.items()},
                "keys": self.mac(",".join(sorted(keys)), "KEY_IDS", own)}

    def prove(self):
        machine = self.person.machine
        master = machine.cross["master"].public_key
        self.send("mac", self.macs({f"ed25519:{self.person.device}": machine.ed,
                                    f"ed25519:{master}": master}, True))

    def check(self):
        """Are the keys that it vouches for those that the homeserver hands out?"""
        got = self.person.post("/keys/query", {"device_keys": {self.house.user: []}})
        device = got["device_keys"][self.house.user][self.house.device]
        name = f"ed25519:{self.house.device}"
        wanted = self.macs({name: device["keys"][name],
                            **got["master_keys"][self.house.user]["keys"]}, False)
        said = self.gets("mac")
        assert {key: said[key] for key in wanted} == wanted, (said, wanted)


def signed(house, person):
    """Does the house's user-signing key vouch for this person? As the house itself may see."""
    wire = homeserver.Wire(person.server.url, house.token)
    got = wire.ask("POST", f"{CLIENT}/keys/query",
                   {"device_keys": {house.user: [], person.user: []}})
    try:
        check_signature(got["master_keys"][person.user], house.user,
                        *only_key(got["user_signing_keys"][house.user]))
    except AssertionError:
        return False
    return True


def begin(server, program):
    house = sealed.SealedHouse(server, program)
    ana = EncryptedPerson(server, "Ana")
    ana.log = house.log
    sealed.start(house, ana)
    return house, ana


def shown(house, ana, room=None):
    operator = Operator(house, ana.user)
    operator.reads("Now verify " + re.escape(house.user))
    phone = Phone(ana, house, room)
    numbers = phone.begin()
    operator.reads(numbers, ana)
    operator.reads(re.escape("[yes/no]"))
    return operator, phone


def same(house, ana, room=None):
    operator, phone = shown(house, ana, room)
    operator.types("perhaps")
    operator.reads("yes or no")
    operator.types("yes")
    phone.check()
    assert not signed(house, ana), "before she has proved anything"
    phone.prove()
    phone.gets("done")
    assert operator.ends() == 0, (operator.text, house.log()[-2000:])
    assert "Verified" in operator.text, operator.text
    assert signed(house, ana), house.log()[-2000:]


def devices(server, program):
    house, ana = begin(server, program)
    code, text = house.tool("matrix", "verify", ana.user)
    assert code == 2 and "terminal" in text, (code, text)
    operator = Operator(house, ana.user)  # the house runs: one process an account
    assert operator.ends() == 75, house.log()[-2000:]
    assert house.stop() == 0, house.log()[-2000:]
    same(house, ana)
    house.start()  # and all is as it was
    ana.until(lambda: house.log().count("run.ready") == 2, "the house to run again")
    sealed.check_identity(house, ana)
    assert house.stop() == 0, house.log()[-2000:]
    print("devices: the same on both sides, and signed", flush=True)


def room(server, program):
    house, ana = begin(server, program)
    ana.house = house.user
    made = ana.make_room("two", [house.user])
    ana.until(lambda: ana.rooms.get(made) and
              ana.rooms[made].members.get(house.user) == "join", "the house to come in")
    assert house.stop() == 0, house.log()[-2000:]
    same(house, ana, made)
    print("room: the same, in an encrypted room", flush=True)


def no(server, program):
    house, ana = begin(server, program)
    assert house.stop() == 0, house.log()[-2000:]
    operator, phone = shown(house, ana)
    phone.prove()
    operator.types("no")
    assert phone.gets("cancel")["code"] == "m.mismatched_sas"
    assert operator.ends() == 1, operator.text
    assert not signed(house, ana)
    print("no: cancelled, and nothing signed", flush=True)


def stopped(server, program):
    house, ana = begin(server, program)
    assert house.stop() == 0, house.log()[-2000:]
    operator, phone = shown(house, ana)
    operator.process.send_signal(signal.SIGINT)
    assert phone.gets("cancel")["code"] == "m.user"
    assert operator.ends() == 1, operator.text
    assert not signed(house, ana)
    print("stopped: she is told", flush=True)


def main():
    parts = {"devices": devices, "room": room, "no": no, "stopped": stopped}
    sealed.needs_encryption(sys.argv[1])
    server = homeserver.find()
    try:
        for name in sys.argv[2:] or parts:
            parts[name](server, sys.argv[1])
    except Refused as problem:
        raise AssertionError(str(problem)) from problem
    print("matrix verify: by devices, in a room, no, stopped")


if __name__ == "__main__":
    main()
