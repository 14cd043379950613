#!/usr/bin/python3
"""test_python_olm.py PEER: the bot's device (crypto_peer) and one on python3-olm talk to each
other, both ways: keys and signatures, Olm, Megolm, short authentication strings, files."""

import base64
import json
import subprocess
import sys

try:
    import olm
    from nio.crypto import decrypt_attachment, encrypt_attachment
    from nio.crypto.sas import Sas
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

OLM = "m.olm.v1.curve25519-aes-sha2"
MEGOLM = "m.megolm.v1.aes-sha2"
ROOM = "!room:test"
USER, DEVICE = "@ana:test", "PHONE"
BOT, BOT_DEVICE = "@bot:test", "BOT"


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def bare(value):
    return canonical({k: v for k, v in value.items() if k not in ("signatures", "unsigned")})


class Peer:
    """The bot's device."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, name, **arguments):
        self.process.stdin.write(json.dumps({"do": name, **arguments}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"{name}: the device has ended"
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(30) == 0


class Ana:
    """Somebody's device, on python3-olm."""

    def __init__(self):
        self.account = olm.Account()
        self.keys = self.account.identity_keys
        self.master = olm.PkSigning(olm.PkSigning.generate_seed())
        self.self_signing = olm.PkSigning(olm.PkSigning.generate_seed())
        self.session = None
        self.bot = None

    def sign(self, value):
        value.setdefault("signatures", {}).setdefault(USER, {})[f"ed25519:{DEVICE}"] = (
            self.account.sign(bare(value)))
        return value

    def device_keys(self):
        keys = self.sign({
            "user_id": USER, "device_id": DEVICE, "algorithms": [OLM, MEGOLM],
            "keys": {f"curve25519:{DEVICE}": self.keys["curve25519"],
                     f"ed25519:{DEVICE}": self.keys["ed25519"]}})
        keys["signatures"][USER][f"ed25519:{self.self_signing.public_key}"] = (
            self.self_signing.sign(bare(keys)))
        keys["unsigned"] = {"device_display_name": "Ana's phone"}
        return keys

    def cross_key(self, usage, pair):
        return {"user_id": USER, "usage": [usage],
                "keys": {f"ed25519:{pair.public_key}": pair.public_key}}

    def identity(self):
        own = self.cross_key("self_signing", self.self_signing)
        own["signatures"] = {USER: {f"ed25519:{self.master.public_key}":
                                    self.master.sign(bare(own))}}
        return self.cross_key("master", self.master), own

    def one_time_key(self):
        self.account.generate_one_time_keys(1)
        (name, key), = self.account.one_time_keys["curve25519"].items()
        self.account.mark_keys_as_published()
        return {f"signed_curve25519:{name}": self.sign({"key": key})}

    def plain(self, kind, content):
        return json.dumps({
            "type": kind, "content": content, "sender": USER, "recipient": BOT,
            "recipient_keys": {"ed25519": self.bot["ed25519"]},
            "keys": {"ed25519": self.keys["ed25519"]}})

    def say(self, kind, content):
        message = self.session.encrypt(self.plain(kind, content))
        return {"algorithm": OLM, "sender_key": self.keys["curve25519"],
                "ciphertext": {self.bot["curve25519"]: {"type": message.message_type,
                                                        "body": message.ciphertext}}}

    def hear(self, content):
        assert content["algorithm"] == OLM and content["sender_key"] == self.bot["curve25519"]
        part = content["ciphertext"][self.keys["curve25519"]]
        if part["type"] == 0:
            message = olm.OlmPreKeyMessage(part["body"])
            if self.session is None or not self.session.matches(message):
                self.session = olm.InboundSession(self.account, message, self.bot["curve25519"])
                self.account.remove_one_time_keys(self.session)
        else:
            message = olm.OlmMessage(part["body"])
        event = json.loads(self.session.decrypt(message))
        assert event["sender"] == BOT and event["recipient"] == USER
        assert event["recipient_keys"]["ed25519"] == self.keys["ed25519"]
        assert event["keys"]["ed25519"] == self.bot["ed25519"]
        said = event["sender_device_keys"]
        olm.ed25519_verify(self.bot["ed25519"], bare(said),
                           said["signatures"][BOT][f"ed25519:{BOT_DEVICE}"])
        return event


def know_each_other(peer, ana):
    """Every signature of the bot's, checked by python3-olm; and Ana's by the bot."""
    said = peer.ask("keys")
    keys = said["upload"]["device_keys"]
    ana.bot = {kind: keys["keys"][f"{kind}:{BOT_DEVICE}"] for kind in ("curve25519", "ed25519")}
    signed = [keys, *said["upload"]["one_time_keys"].values(),
              *said["upload"]["fallback_keys"].values()]
    assert len(signed) == 52
    for value in signed:
        olm.ed25519_verify(ana.bot["ed25519"], bare(value),
                           value["signatures"][BOT][f"ed25519:{BOT_DEVICE}"])
    cross = said["cross"]
    master, = cross["master_key"]["keys"].values()
    for name in ("self_signing_key", "user_signing_key"):
        olm.ed25519_verify(master, bare(cross[name]),
                           cross[name]["signatures"][BOT][f"ed25519:{master}"])
    own, = cross["self_signing_key"]["keys"].values()
    device = said["signature"][BOT][BOT_DEVICE]
    olm.ed25519_verify(own, bare(device), device["signatures"][BOT][f"ed25519:{own}"])

    first, second = ana.identity()
    answer = peer.ask("know", user=USER, device=DEVICE, device_keys=ana.device_keys(),
                      master=first, self_signing=second)
    assert answer == {"device": 0, "identity": 0, "signed": True}, answer
    return said["upload"]


def talk_by_olm(peer, ana, upload):
    assert peer.ask("claimed", keys=ana.one_time_key())["good"]
    for i in range(2):
        event = ana.hear(peer.ask("say", type="m.dummy", content={"i": i})["content"])
        assert event["type"] == "m.dummy" and event["content"] == {"i": i}
    for i in range(3):
        heard = peer.ask("hear", sender=USER, content=ana.say("io.test", {"words": f"čau {i}"}))
        assert heard == {"type": "io.test", "content": {"words": f"čau {i}"}, "good": True}, heard
        assert peer.ask("restart")["rows"] >= 2
        content = peer.ask("say", type="m.dummy", content={})["content"]
        assert content["ciphertext"][ana.keys["curve25519"]]["type"] == 1
        ana.hear(content)
    # what somebody else passes on
    assert not peer.ask("hear", sender="@eve:test", content=ana.say("io.test", {}))["good"]
    # Ana begins one herself, by a one-time key and by the fallback key
    for kind in ("one_time_keys", "fallback_keys"):
        key = next(iter(upload[kind].values()))["key"]
        ana.session = olm.OutboundSession(ana.account, ana.bot["curve25519"], key)
        assert peer.ask("hear", sender=USER, content=ana.say("io.test", {"by": kind}))["good"]
        ana.hear(peer.ask("say", type="m.dummy", content={})["content"])


def talk_in_a_room(peer, ana):
    key = peer.ask("room", room=ROOM)["content"]
    assert key["algorithm"] == MEGOLM and key["room_id"] == ROOM
    event = ana.hear(peer.ask("say", type="m.room_key", content=key)["content"])
    session = olm.InboundGroupSession(event["content"]["session_key"])
    assert session.id == key["session_id"]
    for i in range(3):
        content = {"body": f"{i} žluťoučký", "m.relates_to": {"a": "$b"}}
        sealed = peer.ask("write", type="m.room.message", content=content)["content"]
        assert sealed["algorithm"] == MEGOLM and sealed["session_id"] == session.id
        assert sealed["m.relates_to"] == {"a": "$b"}
        plain, index = session.decrypt(sealed["ciphertext"])
        assert index == i and json.loads(plain) == {
            "type": "m.room.message", "room_id": ROOM, "content": {"body": f"{i} žluťoučký"}}
        peer.ask("restart")

    outbound = olm.OutboundGroupSession()
    share = {"algorithm": MEGOLM, "room_id": ROOM, "session_id": outbound.id,
             "session_key": outbound.session_key}
    assert peer.ask("hear", sender=USER, content=ana.say("m.room_key", share))["key"] == 0
    for i in range(3):
        text = outbound.encrypt(json.dumps({"type": "m.room.message", "room_id": ROOM,
                                            "content": {"body": f"{i} ěščř"}}))
        event = {"type": "m.room.encrypted", "event_id": f"${i}", "sender": USER,
                 "origin_server_ts": 7,
                 "content": {"algorithm": MEGOLM, "session_id": outbound.id, "ciphertext": text}}
        answer = peer.ask("read", event=event)
        assert answer["verdict"] == 0 and answer["event"]["content"]["body"] == f"{i} ěščř"
        assert peer.ask("read", event=dict(event, event_id="$other"))["verdict"] == 2
        assert "event" not in peer.ask("read", event=dict(event, sender="@eve:test"))
        peer.ask("restart")


def verify(peer, ana):
    theirs = olm.Sas()
    answer = peer.ask("sas", key=theirs.pubkey)
    assert answer["good"]
    theirs.set_their_pubkey(answer["key"])
    sides = {"from": {"user": USER, "device": DEVICE, "key": theirs.pubkey},
             "to": {"user": BOT, "device": BOT_DEVICE, "key": answer["key"]}}
    info = "|".join(["MATRIX_KEY_VERIFICATION_SAS", *sides["from"].values(),
                     *sides["to"].values(), "one"])
    made = theirs.generate_bytes(info, 6)
    bits = int.from_bytes(made, "big")
    seen = peer.ask("see", transaction="one", **sides)
    assert seen["numbers"] == [(bits >> (48 - 13 * (i + 1)) & 0x1fff) + 1000 for i in range(3)]
    # their signs; nio has American words for three of them
    assert [one[0] for one in seen["emoji"]] == [
        Sas.emoji[bits >> (48 - 6 * (i + 1)) & 63][0] for i in range(7)]

    def mac(text, name, sender, receiver):
        return theirs.calculate_mac_fixed_base64(
            text, "MATRIX_KEY_VERIFICATION_MAC" + sender[0] + sender[1] + receiver[0] +
            receiver[1] + "one" + name)

    keys = {f"ed25519:{BOT_DEVICE}": ana.bot["ed25519"], "ed25519:master": "master"}
    content = peer.ask("mac", transaction="one", keys=keys, **{
        "from": sides["to"], "to": sides["from"]})["content"]
    for name, key in keys.items():
        assert content["mac"][name] == mac(key, name, (BOT, BOT_DEVICE), (USER, DEVICE))
    assert content["keys"] == mac(",".join(sorted(keys)), "KEY_IDS", (BOT, BOT_DEVICE),
                                  (USER, DEVICE))

    name = f"ed25519:{DEVICE}"
    content = {"mac": {name: mac(ana.keys["ed25519"], name, (USER, DEVICE), (BOT, BOT_DEVICE))},
               "keys": mac(name, "KEY_IDS", (USER, DEVICE), (BOT, BOT_DEVICE))}
    answer = peer.ask("proved", transaction="one", content=content,
                      keys={name: ana.keys["ed25519"]}, **sides)
    assert answer == {"good": True, "vouched": 1}
    answer = peer.ask("proved", transaction="one", content=content,
                      keys={name: ana.bot["ed25519"]}, **sides)
    assert answer == {"good": False, "vouched": 0}
    start = {"method": "m.sas.v1", "from_device": DEVICE, "hashes": ["sha256"]}
    assert peer.ask("commit", key=theirs.pubkey, start=start)["commitment"] == olm.sha256(
        theirs.pubkey + canonical(start))


def send_files(peer):
    for text in ("", "a picture", "x" * 100000):
        sent = peer.ask("encrypt", text=text)
        file = sent["file"]
        plain = decrypt_attachment(bytes.fromhex(sent["hex"]), file["key"]["k"],
                                   file["hashes"]["sha256"], file["iv"])
        assert plain == text.encode()
        sealed, file = encrypt_attachment(text.encode())
        file["url"] = "mxc://test/two"
        answer = peer.ask("decrypt", hex=sealed.hex(), file=file)
        assert answer == {"good": True, "text": text}


def write_canonical(peer):
    for value in ({"b": [1, -5, None, True], "a": {"ž": "\u0001\b\f\n\r\t\"\\/\u007f", "Z": ""}},
                  {"\U0001f600": 1, "\ufb33": 2}, [], "text", 2 ** 53 - 1,
                  {"key": base64.b64encode(b"\xff\xfe").decode()}):
        assert peer.ask("canonical", value=value)["text"] == canonical(value)
    for value in (2 ** 53, 0.5, {"a": [1e100]}):
        assert "text" not in peer.ask("canonical", value=value)


def main(program):
    peer, ana = Peer(program), Ana()
    upload = know_each_other(peer, ana)
    talk_by_olm(peer, ana, upload)
    talk_in_a_room(peer, ana)
    verify(peer, ana)
    send_files(peer)
    write_canonical(peer)
    peer.end()
    print("both ways: keys, Olm, Megolm, verification, files, canonical JSON")


main(sys.argv[1])
