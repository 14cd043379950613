"""What must be true of a house that encrypts: who it is, what it lets nobody read, and what is left
of that after it was killed."""

import base64
import json
import secrets
import subprocess
import sys
import time
import urllib.parse

from nio.crypto import decrypt_attachment

from encrypted_person import EncryptedPerson
from homeserver import SKIPPED, segment
from house import House
from olm_device import OLM, Unreadable, check_owner, check_signature
from people import CLIENT

OPEN_TYPES = {"m.room.encrypted", "m.reaction", "m.room.redaction"}
TO_DEVICE = {"m.room.encrypted", "m.room_key.withheld", "m.room_key_request",
             "m.key.verification.cancel"}
MEDIA = "/_matrix/client/v1/media/download/"
PNG = b"\x89PNG"
SIGNED_S = 30
WORDS_MIN = 12  # of a message that is looked for on the wire


def needs_encryption(program):
    """Ends the test as skipped where the program knows nothing of it."""
    done = subprocess.run([program, "config", "--example"], stdout=subprocess.PIPE, text=True,
                          check=True)
    if "encryption" not in options(done.stdout, "matrix"):
        print("SKIPPED, nothing was tested: this program has no option matrix.encryption",
              file=sys.stderr)
        sys.exit(SKIPPED)


def options(example, section):
    """Names of the options of one section, as `config --example` prints them."""
    inside, found = False, set()
    for line in example.splitlines():
        if line.startswith("["):
            inside = line == f"[{section}]"
        elif inside and " =" in line:
            found.add(line.lstrip("#").split(" =")[0])
    return found


class SealedHouse(House):
    """A house that encrypts, where rooms are."""

    def __init__(self, server, program, **environment):
        super().__init__(server, program,
                         DEADDROP_MATRIX_ENCRYPTION_KEY=secrets.token_hex(32), **environment)

    def write_config(self):
        super().write_config()
        with open(self.config, "a", encoding="utf-8") as file:
            file.write("encryption = yes\n")

    def asked(self, path, since=0):
        """What was recorded of requests to it, behind so many."""
        return [one for one in self.recorder.taken()[since:] if one["path"].endswith(path)]


def start(house, person):
    """Starts it for the first time, until it has keys and they are signed."""
    house.start()
    end = time.monotonic() + SIGNED_S
    while True:
        got = person.post("/keys/query", {"device_keys": {house.user: []}})
        try:
            return check_owner(got, house.user, house.device)
        except Unreadable:
            assert time.monotonic() < end, house.log()[-2000:]
            time.sleep(0.05)


def check_identity(house, person):
    """The house's device and the people behind it are signed from top to bottom, and so are its
    one-time keys; python3-olm is the judge. Its keys, to be held against later ones."""
    got = person.post("/keys/query", {"device_keys": {house.user: []}})
    master = check_owner(got, house.user, house.device)
    keys = got["device_keys"][house.user][house.device]
    ed = keys["keys"][f"ed25519:{house.device}"]
    claimed = person.post("/keys/claim", {"one_time_keys": {
        house.user: {house.device: "signed_curve25519"}}})["one_time_keys"]
    (name, key), = claimed[house.user][house.device].items()
    assert name.startswith("signed_curve25519:"), name
    check_signature(key, house.user, f"ed25519:{house.device}", ed)
    return master, keys["keys"]


def check_uploads(house):
    """No key was refused, and none of its requests was understood as something else."""
    for path in ("/keys/upload", "/keys/device_signing/upload", "/keys/signatures/upload"):
        bad = [one for one in house.asked(path) if one["status"] not in (200, 429, 502)]
        assert not bad, bad[:2]
    failed = [one["response"] for one in house.asked("/keys/signatures/upload")
              if one["status"] == 200 and one["response"]["failures"]]
    assert not failed, failed[:2]
    assert house.asked("/keys/upload"), "it has uploaded no keys"


def check_sent(house):
    """What devices were sent is Olm, to one device each, or says why there is no key."""
    for one in house.recorder.taken():
        if one["method"] != "PUT" or "/sendToDevice/" not in one["path"]:
            continue
        kind = one["path"].split("/sendToDevice/")[1].split("/")[0]
        assert kind in TO_DEVICE, one["path"]
        for of_user in one["body"]["messages"].values():
            for device, content in of_user.items():
                assert device != "*" or kind == "m.room_key_request", one["body"]
                if kind == "m.room.encrypted":
                    (part,) = content["ciphertext"].values()
                    assert content["algorithm"] == OLM and part["type"] in (0, 1), content


def index_of(ciphertext):
    """Where its session's ratchet stood: the first field of a Megolm message."""
    text = base64.b64decode(ciphertext + "=" * (-len(ciphertext) % 4))
    assert text[0] == 3 and text[1] == 8, text[:2]
    index, shift = 0, 0
    for byte in text[2:]:
        index |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return index
    raise AssertionError("no Megolm message")


def check_indexes(house):
    """However often it was killed: nothing was encrypted twice at one place of the ratchet, and
    what was sent again was sent as it was, or in a session of another process."""
    at, sent = {}, {}
    for one in house.recorder.taken():
        if one["method"] != "PUT" or not one["path"].split("/")[-2] == "m.room.encrypted":
            continue
        body = json.dumps(one["body"], sort_keys=True)
        key = one["path"], one["body"].get("session_id")
        assert sent.setdefault(key, body) == body, ("sent again as another", one["path"])
        if "ciphertext" in one["body"]:
            place = one["body"]["session_id"], index_of(one["body"]["ciphertext"])
            text = one["body"]["ciphertext"]
            assert at.setdefault(place, text) == text, ("encrypted twice at one index", place)
    assert at, "nothing encrypted was sent"


def syncs_of(house):
    return [(one["query"].get("since", [None])[0], one["response"])
            for one in house.recorder.taken()
            if one["path"].endswith("/sync") and one["status"] == 200]


def check_directs(people):
    """The room of each with the house is encrypted."""
    for person in people:
        room = person.direct()
        assert room in person.encrypted, (person.name, room)


def check_plain(house, people, since=0):
    """Nothing but ciphertext of an encrypted room left the house, and none of the words that were
    said there are anywhere in what it sent. since: so many requests were before all that."""
    rooms = set().union(*(person.encrypted for person in people))
    sent = [one for one in house.recorder.taken()[since:] if one["method"] in ("PUT", "POST")]
    for one in sent:
        parts = urllib.parse.unquote(one["path"]).split("/")
        if "send" in parts and parts[parts.index("rooms") + 1] in rooms:
            assert parts[parts.index("send") + 1] in OPEN_TYPES, (one["path"], one["body"])
    wire = "\n".join(json.dumps(one["body"], ensure_ascii=False) for one in sent)
    words = {line for person in people for room in person.encrypted if room in person.rooms
             for text in person.rooms[room].shown(house.user) for line in text.splitlines()
             if len(line) >= WORDS_MIN}
    assert words, "the house has said nothing"
    told = [one for one in words if json.dumps(one, ensure_ascii=False)[1:-1] in wire]
    assert not told, told[:3]


def check_pictures(person):
    """Of encrypted rooms: files that are pictures to whoever has the key of the event, and nothing
    to the homeserver. How many."""
    count = 0
    for room in person.encrypted & person.rooms.keys():
        for event in person.rooms[room].events:
            content = event.get("content", {})
            content = content.get("m.new_content", content)
            if event["sender"] != person.house or content.get("msgtype") != "m.image":
                continue
            assert "sealed" in event and "url" not in content, event
            file = content["file"]
            path = file["url"].removeprefix("mxc://")
            status, held = person.wire.once("GET", MEDIA + path, None)
            assert status == 200 and not held.startswith(PNG), (status, held[:20])
            shown = decrypt_attachment(held, file["key"]["k"], file["hashes"]["sha256"], file["iv"])
            assert shown.startswith(PNG), shown[:20]
            assert not {"thumbnail_url"} & content.get("info", {}).keys(), content
            count += 1
    return count


def check_read(people):
    """Everybody could read all that was said to them, and each index was used once."""
    for person in people:
        bad = {event: why for event, why in person.unreadable.items() if why[0] == person.house}
        assert not bad, (person.name, list(bad.items())[:3])


def sealed_as(person, room, words):
    """The event in which the house has said this, as it came over the wire."""
    for event in person.rooms[room].events:
        content = event.get("content", {})
        if event["sender"] == person.house and "sealed" in event and \
                words in str(content.get("m.new_content", content).get("body")):
            return {**event, "type": "m.room.encrypted", "content": event["sealed"]}
    raise AssertionError(f"{words!r} was not said")


def cannot_read(person, room, event):
    try:
        person.machine.read(room, event)
    except Unreadable:
        return
    raise AssertionError(f"{person.name} can read what came when they had gone")


def kick(host, room, whom):
    host.ask("POST", f"{CLIENT}/rooms/{segment(room)}/kick", {"user_id": whom.user})
    host.until(lambda: host.rooms[room].members.get(whom.user) == "leave", "them to be gone")


def people_of(server, names):
    return [EncryptedPerson(server, name) for name in names]
