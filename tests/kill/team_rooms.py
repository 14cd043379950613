#!/usr/bin/env python3
"""Rooms of teams in the playground, with the program ended in the middle of making them: each team
gets one room and no more, who encrypts can read and not write in it, and nobody else sees it.

team_rooms.py DEADDROP"""

import sys
import time

from game import Table
from playground import WAIT_S, Server, doc_text

ROOM = "den"
# Ends the program at the n-th pass: while rooms are ordered, made, and while silence is set.
POINTS = [None] + [f"outbox.order_ended:{n}" for n in (1, 2, 3, 4)] + \
    ["outbox.before_send:9", "commit.landed:20", "turn.shown:12"]


class Player:
    """What one person knows of the rooms."""

    def __init__(self, person):
        self.person = person
        self.rooms = {}
        take = person.take

        def taken(op):
            if op["op"] == "welcome":
                self.rooms = {room["room"]: room for room in op["rooms"]}
            elif op["op"] == "room":
                self.rooms[op["room"]] = op
            elif op["op"] == "gone":
                self.rooms.pop(op["room"], None)
            return take(op)
        person.take = taken

    def team(self):
        return [room for room in self.rooms.values() if room.get("team")]


def start(table):
    host = table.host
    table.do(host, {"op": "slash", "room": ROOM, "command": "decrypto", "args": {}})
    for person in table.people:
        table.do(person, {"op": "say", "room": ROOM, "text": "!join"})
        table.see("You're in.", "~", people=[person])
    while not any("The game begins" in doc_text(m) for m in host.seen(ROOM)):
        table.say(host, "!start", ROOM)
        table.settle(host.drain)


def who_encrypts(table, players):
    """Who was shown a code; it may still be on its way when the rooms are there."""
    end = time.monotonic() + WAIT_S
    encrypts = set()
    while len(encrypts) < 2 and time.monotonic() < end:
        for player in players:
            table.settle(player.person.drain)
        encrypts = {p for p in players
                    if any("Your code is" in doc_text(m) for m in p.person.seen("~"))}
    return encrypts


def play(binary, point):
    server = Server(binary)
    crashed = []

    def again(code):
        assert code == 99 and point and not crashed, f"ended with {code}\n{server.log()}"
        crashed.append(code)
        assert server.start(), server.log()

    if not server.start(point):
        again(server.wait())
    table = Table(server, again)
    table.sit()
    players = [Player(person) for person in table.people]
    start(table)
    for player in players:
        table.settle(lambda p=player: p.team() or p.person.until(lambda _: p.team()))
        table.settle(player.person.drain)
        assert len(player.team()) == 1, (point, player.person.name, player.team())
    encrypts = who_encrypts(table, players)
    assert len(encrypts) == 2, point
    for player in players:
        room = player.team()[0]
        assert bool(room.get("silent")) == (player in encrypts), (point, room)
        answer = player.person.answer(player.person.act(
            {"op": "say", "room": room["room"], "text": f"from {player.person.name}"}))
        assert answer.get("code") == ("hushed" if player in encrypts else None), (point, answer)
    for player in players:
        player.person.drain()
        said = " ".join(m.get("text", "") for m in player.person.seen(player.team()[0]["room"]))
        mates = [p for p in players if p not in encrypts and
                 p.team()[0]["room"] == player.team()[0]["room"]]
        assert len(mates) == 1 and f"from {mates[0].person.name}" in said, (point, said)
        assert said.count("from ") == 1, (point, said)
    names = {p.team()[0]["room"] for p in players}
    assert len(names) == 2, (point, names)
    server.stop()
    server.remove()
    return len(crashed)


def main():
    crashes = sum(play(sys.argv[1], point) for point in POINTS)
    print(f"{len(POINTS)} games, {crashes} of them with a crash: two rooms each, silence kept")
    assert crashes >= 4, "the points were not reached"


main()
