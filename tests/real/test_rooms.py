#!/usr/bin/python3
"""What people do with rooms beside a game, at a real homeserver: an encrypted one, a direct one
that somebody would open to others, reactions, edits and notices, words while the house is away, a
kick, a second process with the same token.

test_rooms.py DEADDROP"""

import sys

import homeserver
from homeserver import Refused, segment
from house import House
from people import CLIENT, ENCRYPTION, Person
from table import Table


def encrypted(house, ana):
    """Declined, with a reason, and who sent the invite is told why where it can be read."""
    room = ana.make_room("dark", [house.user], encrypted=True)

    def declined():
        events = ana.rooms[room].events if room in ana.rooms else []
        return [e for e in events if e.get("state_key") == house.user and
                e["content"].get("membership") == "leave"]

    assert ana.until(declined, "the invite to be declined")[0]["content"].get("reason")
    ana.told("encrypt")
    assert not ana.heard(room, ""), "something was said in an encrypted room"


def refused(ask):
    try:
        ask()
    except Refused as answer:
        assert answer.status == 403, answer
        return
    raise SystemExit("that should have been refused")


def direct(ana, ben):
    """Nobody can be let in, and nothing can be made unreadable, by who the room is for."""
    path = f"{CLIENT}/rooms/{segment(ana.direct())}"
    refused(lambda: ana.ask("POST", path + "/invite", {"user_id": ben.user}))
    refused(lambda: ana.ask("PUT", path + "/state/m.room.encryption/", ENCRYPTION["content"]))
    refused(lambda: ana.ask("PUT", path + "/state/m.room.history_visibility/",
                            {"history_visibility": "world_readable"}))


def edited(table, ana, ben):
    """Neither an edit nor a notice is a command; a reaction on the lobby's message is."""
    event = ben.say(table.room, "hello")
    ben.say(table.room, "* !leave", **{
        "m.new_content": {"msgtype": "m.text", "body": "!leave", "m.mentions": {}},
        "m.relates_to": {"rel_type": "m.replace", "event_id": event}})
    ben.say(table.room, "!leave", msgtype="m.notice")
    ana.sees(table.room, "Join: !join")
    board, words = [(event, words) for event, _, words, _ in
                    ana.rooms[table.room].messages(table.house.user) if "Join: !join" in words][-1]
    key = next(line for line in words.splitlines() if "Join: !join" in line)
    ana.react(table.room, board, key.split("Join")[0].strip(" -"))
    ana.told("You're in")
    assert not ana.heard(table.room, f"{ben.name} (leaves|gets up)"), ana.transcript()


def kicked(house, table, ana):
    """It stays away until it is invited again."""
    path = f"{CLIENT}/rooms/{segment(table.room)}"
    ana.ask("POST", path + "/kick", {"user_id": house.user, "reason": "a test"})
    ana.until(lambda: ana.rooms[table.room].members[house.user] == "leave", "the kick")
    ana.say(table.room, "!help")
    house.stop()
    house.start()
    assert house.user not in house.server.members(table.room)
    ana.ask("POST", path + "/invite", {"user_id": house.user})
    ana.until(lambda: ana.rooms[table.room].members[house.user] == "join", "the house to be back")


def twins(server, program, house, ana):
    """A second process with the same token and another store: one of them says so in its log."""
    room = ana.make_room("both", [house.user])
    ana.until(lambda: room in ana.rooms and ana.rooms[room].members.get(house.user) == "join",
              "the house to come in")
    assert "another_process" not in house.log(), house.log()[-2000:]
    other = House(server, program, DEADDROP_MATRIX_TOKEN=house.token)
    other.start()
    ana.until(lambda: "event=matrix.identified" in other.log(), "the other process to be signed in")
    for number in range(1, 6):
        ana.say(room, "!rules spyfall")
        ana.told("What it is about", number)

    def told(one):
        return one.log().count("event=matrix.duplicate_client") == 1

    ana.until(lambda: told(house) or told(other), "a line in the log")
    other.stop()


def main():
    server = homeserver.find()
    house = House(server, sys.argv[1])
    house.start()
    ana, ben = Person(server, "Ana"), Person(server, "Ben")
    table = Table(house, [ana, ben])
    table.sit()
    encrypted(house, ana)
    house.stop()
    ana.say(table.room, "!spyfall")
    house.start()
    ana.sees(table.room, "who plays")
    ben.say(table.room, "!join")
    ben.told("You're in")
    edited(table, ana, ben)
    ana.told("You're in")
    direct(ana, ben)
    kicked(house, table, ana)
    twins(server, sys.argv[1], house, ana)
    assert house.stop() == 0, house.log()[-2000:]
    print("rooms: encrypted, direct, edited, left and come back to; two with one token")


main()
