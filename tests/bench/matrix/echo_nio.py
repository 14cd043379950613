"""A bot of a few lines on python3-matrix-nio, to compare with: says again what it hears.

echo_nio.py URL"""

import asyncio
import sys

import nio


async def main():
    client = nio.AsyncClient(sys.argv[1], "@bot:bench",
                             config=nio.AsyncClientConfig(encryption_enabled=False))
    client.restore_login("@bot:bench", "BENCH", "x" * 30)
    await client.sync(0)  # what was said before is not answered

    async def hear(room, event):
        if event.sender != client.user_id:
            await client.room_send(room.room_id, "m.room.message",
                                   {"msgtype": "m.notice", "body": event.body})

    client.add_event_callback(hear, nio.RoomMessageText)
    await client.sync_forever(30000)


asyncio.run(main())
