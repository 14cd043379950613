#!/usr/bin/python3
"""nio_test.py FAKE-MATRIX: python3-matrix-nio, which knows nothing of this fake, logs in, syncs,
joins, speaks, hears, reacts, and goes on after a restart. Without it: said loudly, and the status
is 77."""

import asyncio
import os
import sys
import tempfile

from fake_client import Server

try:
    import nio
except ImportError:
    print("=" * 78)
    print("SKIPPED: python3-matrix-nio is not here, it has NOT proven the Matrix for tests.")
    print("=" * 78)
    sys.exit(77)


class Heard:
    """What a client was told."""

    def __init__(self, client):
        self.messages, self.reactions, self.redactions, self.invites = [], [], [], []
        client.add_event_callback(self.message, nio.RoomMessageText)
        client.add_event_callback(self.reaction, nio.UnknownEvent)
        client.add_event_callback(self.redaction, nio.RedactionEvent)
        client.add_event_callback(self.invite, nio.InviteMemberEvent)

    async def message(self, _, event):
        self.messages.append((event.sender, event.body))

    async def reaction(self, _, event):
        if event.type == "m.reaction":
            self.reactions.append((event.sender, event.source["content"]["m.relates_to"]["key"]))

    async def redaction(self, _, event):
        self.redactions.append(event.redacts)

    async def invite(self, room, event):
        if event.membership == "invite":
            self.invites.append(room.room_id)


async def synced(client, timeout=0):
    answer = await client.sync(timeout=timeout)
    assert isinstance(answer, nio.SyncResponse), answer
    return answer


async def said(client, room, content, kind="m.room.message", txn=None):
    answer = await client.room_send(room, kind, content, tx_id=txn)
    assert isinstance(answer, nio.RoomSendResponse), answer
    return answer.event_id


async def enter(server, client, heard):
    """Log in, be invited, join, and see who is there."""
    ana = server.fake("person", name="ana")
    answer = await client.login(server.password, device_name="nio")
    assert isinstance(answer, nio.LoginResponse), answer
    assert client.user_id == server.user and client.device_id == "NIO"
    await synced(client)
    room = server.fake("room", user=ana, name="Den", invites=server.user)
    await synced(client)
    assert set(heard.invites) == {room}, heard.invites
    assert isinstance(await client.join(room), nio.JoinResponse)
    await synced(client)
    assert client.rooms[room].display_name == "Den"
    members = await client.joined_members(room)
    assert {member.user_id for member in members.members} == {ana, server.user}
    return ana, room


async def talk(server, client, heard, ana, room):
    """Both ways, with reactions, edits and redactions; a message that comes while it waits."""
    heard.messages.clear()
    first = await said(client, room, {"msgtype": "m.text", "body": "hello"}, txn="t1")
    assert await said(client, room, {"msgtype": "m.text", "body": "hello"}, txn="t1") == first
    assert server.fake("latest", user=ana, sender=server.user) == first
    server.fake("react", user=ana, event=first, key="A")
    pressed = await said(client, room, {"m.relates_to": {
        "rel_type": "m.annotation", "event_id": first, "key": "B"}}, "m.reaction")
    await synced(client)
    assert (ana, "A") in heard.reactions and (server.user, "B") in heard.reactions
    assert heard.messages == [(server.user, "hello")], heard.messages
    assert isinstance(await client.room_redact(room, pressed), nio.RoomRedactResponse)
    await synced(client)
    assert heard.redactions == [pressed]
    waiting = asyncio.create_task(synced(client, 30000))
    await asyncio.sleep(0)
    await asyncio.to_thread(server.fake, "say", user=ana, room=room, text="are you there?")
    await asyncio.wait_for(waiting, 20)
    assert heard.messages[-1] == (ana, "are you there?")


async def resume(server, client, ana, room):
    """Another process with the same token: what was missed, and nothing twice."""
    since = client.next_batch
    again = nio.AsyncClient(server.url, server.user, device_id="NIO",
                            config=nio.AsyncClientConfig(encryption_enabled=False))
    again.restore_login(server.user, "NIO", client.access_token)
    heard = Heard(again)
    for number in range(15):
        server.fake("say", user=ana, room=room, text=f"word {number}")
    server.fake("restart")
    again.next_batch = since
    answer = await synced(again)
    assert answer.rooms.join[room].timeline.limited
    page = await again.room_messages(room, answer.rooms.join[room].timeline.prev_batch, since,
                                     direction=nio.MessageDirection.back, limit=100)
    missed = [event.body for event in reversed(page.chunk)]
    told = missed + [body for _, body in heard.messages]
    assert told == [f"word {number}" for number in range(15)], told
    await again.close()


async def prove(server):
    config = nio.AsyncClientConfig(encryption_enabled=False, store_sync_tokens=False)
    client = nio.AsyncClient(server.url, server.user, device_id="NIO", config=config)
    heard = Heard(client)
    ana, room = await enter(server, client, heard)
    await talk(server, client, heard, ana, room)
    await resume(server, client, ana, room)
    await client.close()


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        with Server(program, "--record", os.path.join(folder, "record.jsonl")) as server:
            asyncio.run(prove(server))
    print("python3-matrix-nio: entered, talked, resumed")


if __name__ == "__main__":
    main(sys.argv[1])
