"""A person who reads and types through python3-matrix-nio: another reading of the same protocol."""

import asyncio
import json
import tempfile

import nio

from people import FILTER, Person, Room

PAGE = 100


class NioPerson(Person):
    """As a Person, with nio between them and the server. What nio calls a bad event is kept in
    .bad: the house sends none."""

    def __init__(self, server, name, house=None):
        self.loop = asyncio.new_event_loop()
        self.bad = []
        self.client = None
        super().__init__(server, name, house)

    def rename(self):
        self.client = self.connect()
        self.wait(lambda: self.client.set_displayname(self.name))

    def connect(self):
        client = nio.AsyncClient(self.server.url, self.user,
                                 config=nio.AsyncClientConfig(encryption_enabled=False))
        client.restore_login(self.user, self.device, self.wire.token)
        return client

    def wait(self, what):
        """Its answer; again while the server is away, which nio does by itself."""
        got = self.loop.run_until_complete(what())
        assert not isinstance(got, nio.ErrorResponse), (self.name, got)
        return got

    def take(self, event):
        """The event as it came; of members nio keeps the content apart."""
        if isinstance(event, (nio.BadEvent, nio.UnknownBadEvent)) and \
                event.source.get("type") != "m.room.create":  # whose creator is gone since v11
            self.bad.append(event.source)
        if isinstance(event, (nio.InviteMemberEvent, nio.RoomMemberEvent)):
            return {**event.source, "content": event.content}
        return event.source

    def sync(self, timeout_ms=0):
        got = self.wait(lambda: self.client.sync(timeout_ms, json.loads(FILTER), self.since))
        fresh = self.since is None
        self.since = got.next_batch
        for room, info in got.rooms.invite.items():
            self.invited(room, [self.take(event) for event in info.invite_state])
        for room, info in {**got.rooms.join, **got.rooms.leave}.items():
            self.joined(room, {
                "state": {"events": [self.take(event) for event in info.state]},
                "timeline": {"events": [self.take(event) for event in info.timeline.events],
                             "limited": info.timeline.limited,
                             "prev_batch": info.timeline.prev_batch}}, fresh)

    def enter(self, room):
        self.wait(lambda: self.client.join(room))
        self.rooms.setdefault(room, Room()).direct = self.invites.get(room, (None, False))[1]

    def say(self, room, text, **more):
        content = {"msgtype": "m.text", "body": text, "m.mentions": {}, **more}
        return self.wait(lambda: self.client.room_send(room, "m.room.message", content)).event_id

    def view(self):
        """A second client of nio's, that has seen nothing, reads every room from the end."""
        found = {}
        other = self.connect()
        got = self.wait(lambda: other.sync(0, full_state=True))
        for room, info in got.rooms.join.items():
            pages, start = [], info.timeline.prev_batch
            while start:
                page = self.wait(lambda room=room, start=start: other.room_messages(
                    room, start, limit=PAGE))
                pages += [self.take(event) for event in page.chunk]
                start = page.end if page.chunk else None
            found[room] = whole = Room()
            for event in info.state:
                whole.state(self.take(event))
            for event in [*reversed(pages), *map(self.take, info.timeline.events)]:
                whole.add(event)
            whole.direct = room in self.rooms and self.rooms[room].direct
        self.loop.run_until_complete(other.close())
        return found

    def close(self):
        self.loop.run_until_complete(self.client.close())
        self.loop.close()


class NioEncryptedPerson(NioPerson):
    """The same with nio's own encryption. It knows no identities: whoever has a device gets keys.
    unreadable: what it could not read, by event."""

    def __init__(self, server, name, house=None):
        self.folder = tempfile.TemporaryDirectory(prefix="nio-")
        self.unreadable, self.encrypted = {}, set()
        super().__init__(server, name, house)
        self.keep_up()

    def connect(self):
        client = nio.AsyncClient(self.server.url, self.user, self.device, self.folder.name,
                                 config=nio.AsyncClientConfig(store_sync_tokens=False))
        client.restore_login(self.user, self.device, self.wire.token)
        return client

    def make_room(self, name, invite, encrypted=True, **more):
        return super().make_room(name, invite, encrypted, **more)

    def keep_up(self):
        """What nio says is due between two syncs."""
        if self.client.should_upload_keys:
            self.wait(self.client.keys_upload)
        if self.client.should_query_keys:
            self.wait(self.client.keys_query)
        self.loop.run_until_complete(self.client.send_to_device_messages())

    def take(self, event):
        if isinstance(event, nio.MegolmEvent):
            self.unreadable[event.event_id] = (event.sender, "nio has no key")
        return super().take(event)

    def sync(self, timeout_ms=0):
        super().sync(timeout_ms)
        self.keep_up()
        self.encrypted = {key for key, room in self.client.rooms.items() if room.encrypted}

    def say(self, room, text, **more):
        content = {"msgtype": "m.text", "body": text, "m.mentions": {}, **more}
        return self.wait(lambda: self.client.room_send(
            room, "m.room.message", content, ignore_unverified_devices=True)).event_id

    def close(self):
        super().close()
        self.folder.cleanup()
