"""People at a homeserver, by plain HTTP: they take invites of the house, read what it says, and
type. All waiting is for /sync, but while the homeserver is away."""

import json
import re
import time
import uuid

from homeserver import START_S, Gone, Refused, Wire, segment

CLIENT = "/_matrix/client/v3"
WAIT_S = 60
POLL_MS = 2000
AWAY_S = 2 * START_S  # what ending and starting a homeserver may take
ENCRYPTION = {"type": "m.room.encryption", "state_key": "",
              "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
FILTER = json.dumps({"presence": {"types": []}, "room": {
    "timeline": {"limit": 100}, "ephemeral": {"types": []}, "account_data": {"types": []}}})


class Room:
    """What one person has seen of a room."""

    def __init__(self):
        self.events = []  # in the order of /sync, each once
        self.ids = set()
        self.names = {}
        self.members = {}
        self.direct = False
        self.name = ""

    def add(self, event):
        if event["event_id"] in self.ids:
            return
        self.ids.add(event["event_id"])
        self.events.append(event)
        self.state(event)

    def state(self, event):
        content = event.get("content", {})
        if event.get("type") == "m.room.member" and "state_key" in event:
            self.members[event["state_key"]] = content.get("membership")
        elif event.get("type") == "m.room.name" and "state_key" in event:
            self.name = content.get("name", "")

    def messages(self, sender=None):
        """(event id, sender, words, content) of what was posted; edits are no posts."""
        found = []
        for event in self.events:
            content = event.get("content", {})
            relation = content.get("m.relates_to") or {}
            if event.get("type") == "m.room.message" and "body" in content and \
                    relation.get("rel_type") != "m.replace" and \
                    sender in (None, event["sender"]):
                found.append((event["event_id"], event["sender"], content["body"], content))
        return found

    def shown(self, sender, since=0):
        """All words that stood there: of what was posted, and of each of its edits. since: only
        those that came behind so many events."""
        found = []
        for event in self.events[since:]:
            content = event.get("content", {})
            words = content.get("m.new_content", content).get("body")
            if event.get("type") == "m.room.message" and words is not None and \
                    event["sender"] == sender:
                found.append(words)
        return found

    def texts(self, sender):
        """The words of each message as they are now."""
        edits = self.edits()
        return [edits.get(event, content).get("body", "")
                for event, _, _, content in self.messages(sender)]

    def edits(self):
        """The last words of each message that was edited."""
        found = {}
        for event in self.events:
            relation = event.get("content", {}).get("m.relates_to") or {}
            if event.get("type") == "m.room.message" and relation.get("rel_type") == "m.replace":
                found[relation["event_id"]] = event["content"].get("m.new_content", {})
        return found


class Person:
    """Somebody with an account. house: the bot's user id, whose invites are taken at once."""

    def __init__(self, server, name, house=None):
        self.server = server
        self.house = house
        self.patience_s = WAIT_S
        self.password = uuid.uuid4().hex
        self.user, token, self.device = server.account(name, password=self.password)
        self.name = self.name_of(name)
        self.wire = Wire(server.url, token)
        self.since = None
        self.rooms = {}
        self.invites = {}
        self.log = lambda: ""
        self.company = ()  # who is at the table too, and at their clients
        self.marks = {}
        self.rename()

    def name_of(self, name):
        """Nobody else's at this homeserver."""
        return f"{name}{self.user.split('-')[1][:4]}"

    def rename(self):
        self.ask("PUT", f"{CLIENT}/profile/{segment(self.user)}/displayname",
                 {"displayname": self.name})

    def ask(self, method, path, body=None, **query):
        """Again for as long as the server is away or wants patience, as any client does."""
        end = time.monotonic() + AWAY_S
        while True:
            try:
                return self.wire.ask(method, path, body, **query)
            except Gone:
                if time.monotonic() > end:
                    raise
                self.pause(0.1)
            except Refused as refused:
                if refused.status not in (429, 502, 503) or time.monotonic() > end:
                    raise
                self.pause(refused.body.get("retry_after_ms", 200) / 1000)

    def pause(self, seconds):
        """For somebody else's clock: a limit, or a server that starts."""
        time.sleep(seconds)

    # --- what is seen ---------------------------------------------------------------------------

    def sync(self, timeout_ms=0):
        query = {"timeout": timeout_ms, "filter": FILTER, "set_presence": "offline"}
        if self.since:
            query["since"] = self.since
        got = self.ask("GET", f"{CLIENT}/sync", **query)
        fresh = self.since is None
        self.since = got["next_batch"]
        self.devices(got)
        rooms = got.get("rooms", {})
        for room, told in rooms.get("invite", {}).items():
            self.invited(room, told.get("invite_state", {}).get("events", []))
        for room, told in rooms.get("join", {}).items():
            self.joined(room, told, fresh)
        for room, told in rooms.get("leave", {}).items():
            self.joined(room, told, fresh)

    def devices(self, got):
        """What a sync has for devices, before anything in rooms: for whoever encrypts."""

    def invited(self, room, events):
        mine = next((e for e in events if e.get("type") == "m.room.member" and
                     e.get("state_key") == self.user), {})
        self.invites[room] = (mine.get("sender"), bool(mine.get("content", {}).get("is_direct")))
        if mine.get("sender") == self.house and self.house:
            self.enter(room)

    def enter(self, room):
        self.ask("POST", f"{CLIENT}/join/{segment(room)}")
        self.rooms.setdefault(room, Room()).direct = self.invites.get(room, (None, False))[1]

    def joined(self, room, told, fresh):
        kept = self.rooms.setdefault(room, Room())
        timeline = told.get("timeline", {})
        for event in told.get("state", {}).get("events", []):
            kept.state(event)
        if timeline.get("limited") and kept.events and not fresh:
            self.fill(kept, room, timeline["prev_batch"])
        for event in timeline.get("events", []):
            kept.add(event)

    def fill(self, kept, room, start):
        missing = []
        while start and not (missing and missing[-1]["event_id"] in kept.ids):
            got = self.ask("GET", f"{CLIENT}/rooms/{segment(room)}/messages", dir="b", limit=100,
                           **{"from": start})
            missing += got["chunk"]
            start = got.get("end")
        for event in reversed(missing):
            kept.add(event)

    def until(self, good, what, wait_s=None):
        """Syncs until good() says something true, which is returned."""
        end = time.monotonic() + (wait_s or self.patience_s)
        while not (found := good()):
            left_ms = int((end - time.monotonic()) * 1000)
            if left_ms <= 0:
                raise AssertionError(f"{self.name} waited in vain for {what}; has:\n"
                                     f"{self.transcript()[-3000:]}\nlog:\n{self.log()[-3000:]}")
            self.sync(min(POLL_MS, left_ms))
            for other in self.company if not good() else ():
                other.sync()  # they take invitations meanwhile
        return found

    def transcript(self):
        return "\n".join(f"{'direct' if room.direct else room.name or key} <{sender}> {words}"
                         for key, room in self.rooms.items()
                         for _, sender, words, _ in room.messages())

    def direct(self):
        """The room with the house alone."""
        found = [key for key, room in self.rooms.items() if room.direct and
                 room.members.get(self.user, "join") == "join"]
        return found[-1] if found else None

    def heard(self, room, pattern):
        """All matches in what stands there of the house's, edited as it is now, in order."""
        kept = self.rooms.get(room)
        return [] if kept is None else \
            [m for words in kept.texts(self.house) for m in re.finditer(pattern, words)]

    def mark(self):
        """What is there now is no answer to what comes."""
        self.sync()
        self.marks = {key: len(room.events) for key, room in self.rooms.items()}

    def told(self, pattern, times=1):
        """Waits until the house has said this so often in private since the mark, on a card that it
        edits or as a line of its own; the last match."""
        def there():
            room = self.direct()
            words = self.rooms[room].shown(self.house, self.marks.get(room, 0)) if room else ()
            found = [m for m in (re.search(pattern, one) for one in words) if m]
            return found[-1] if len(found) >= times else None
        return self.until(there, f"{pattern!r} in private")

    def sees(self, room, pattern, times=1):
        def there():
            found = self.heard(room, pattern)
            return found[-1] if len(found) >= times else None
        return self.until(there, f"{pattern!r} in the room")

    # --- what is done ---------------------------------------------------------------------------

    def say(self, room, text, **more):
        """Posts it, once however often it has to be tried; its event id."""
        path = f"{CLIENT}/rooms/{segment(room)}/send/m.room.message/{uuid.uuid4().hex}"
        return self.ask("PUT", path, {"msgtype": "m.text", "body": text, "m.mentions": {},
                                      **more})["event_id"]

    def whisper(self, text):
        room = self.until(self.direct, "a room with the house alone")
        return self.say(room, text)

    def react(self, room, event, key):
        """Presses it; its event id, or None when the server says that it stands there already, as
        it may to a request that is sent again after its answer was lost."""
        path = f"{CLIENT}/rooms/{segment(room)}/send/m.reaction/{uuid.uuid4().hex}"
        try:
            return self.ask("PUT", path, {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": event, "key": key}})["event_id"]
        except Refused as refused:
            if refused.body.get("errcode") != "M_DUPLICATE_ANNOTATION":
                raise
            return None

    def make_room(self, name, invite, encrypted=False, **more):
        if encrypted:
            more.setdefault("initial_state", []).append(ENCRYPTION)
        got = self.wire.ask("POST", f"{CLIENT}/createRoom", {
            "preset": "private_chat", "name": name, "invite": invite, **more})
        return got["room_id"]

    # --- a second look --------------------------------------------------------------------------

    def view(self):
        """All that this account can read now, asked from the beginning: {room: Room}."""
        kept, self.rooms, since, self.since = self.rooms, {}, self.since, None
        house, self.house = self.house, None  # nothing is joined for it
        try:
            self.sync()
            for key, room in self.rooms.items():
                path = f"{CLIENT}/rooms/{segment(key)}/messages"
                got = self.ask("GET", path, dir="f", limit=1000)
                whole = Room()
                whole.members, whole.name = room.members, room.name
                whole.direct = kept[key].direct if key in kept else False
                while True:
                    for event in got["chunk"]:
                        whole.add(event)
                    if not got["chunk"] or "end" not in got:
                        break
                    got = self.ask("GET", path, dir="f", limit=1000, **{"from": got["end"]})
                self.rooms[key] = whole
            return self.rooms
        finally:
            self.rooms, self.since, self.house = kept, since, house
