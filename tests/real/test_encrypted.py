#!/usr/bin/python3
"""A house that encrypts, at a real homeserver, with people whose clients do: talks both ways, a
kill in the middle, somebody who is kicked and cannot read on, a whole game by people who only
press.

test_encrypted.py DEADDROP [PART ...]   parts: talk nio kicked games game
picture"""

import os
import sys

import homeserver
import sealed
import views
from encrypted_person import EncryptedPerson
from games import ALL
from nio_person import NioEncryptedPerson
from table import Table
from test_games import play
from test_press import Game


KILL_AT = 7  # when all have sat down and some have played


def begin(server, program, names):
    house = sealed.SealedHouse(server, program)
    people = sealed.people_of(server, names)
    sealed.start(house, people[0])
    table = Table(house, people)
    table.sit()
    return house, people, table


def check(house, people):
    sealed.check_read(people)
    sealed.check_uploads(house)
    sealed.check_sent(house)
    sealed.check_indexes(house)
    sealed.check_plain(house, people)
    views.check_traffic(house)


def talk(server, program):
    """Asked in the room, answered in private and in the room; the same device, and the same
    sessions with everybody, after a kill."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    before = sealed.check_identity(house, ana)
    for person in (ana, ben):
        table.act(person, "!rules spyfall", table.room)
        person.told("What it is about")
    sealed.check_directs((ana, ben))
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    rooms = len(ana.heard_keys)
    so_far = len(house.recorder.taken())
    house.kill()
    ben.say(table.room, "!join")  # while it is away
    house.start()
    ben.told("You're in")
    table.act(ana, "rules spyfall")
    ana.told("What it is about")
    assert sealed.check_identity(house, ana) == before, "it is another device than before"
    claims = [one["body"] for one in house.asked("/keys/claim", so_far)]
    assert not claims, ("it had sessions with everybody", claims)
    assert not house.asked("/keys/device_signing/upload", so_far), "its identity was there"
    assert len(ana.heard_keys) >= rooms
    check(house, (ana, ben))
    assert house.stop() == 0, house.log()[-2000:]
    print("talk: both ways, in the room and in private, across a kill", flush=True)


def kicked(server, program):
    """Whoever has gone has no key of what is said then, though they keep all they had."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    first = sealed.sealed_as(ben, table.room, "Join: !join")
    ben.machine.read(table.room, first)
    sealed.kick(ana, table.room, ben)
    ana.mark()
    ana.say(table.room, "!stop")
    ana.say(table.room, "!interceptor")
    ana.sees(table.room, "Interceptor")
    then = sealed.sealed_as(ana, table.room, "Interceptor")
    ana.machine.read(table.room, then)
    sealed.cannot_read(ben, table.room, then)
    assert then["content"]["session_id"] != first["content"]["session_id"], "the same key still"
    check(house, (ana,))
    assert house.stop() == 0, house.log()[-2000:]
    print("kicked: reads what was said before, and nothing of what comes after", flush=True)


def nio(server, program):
    """Another reading of the same: python3-matrix-nio in the room and in private, across a kill."""
    house = sealed.SealedHouse(server, program)
    ana, ben = EncryptedPerson(server, "Ana"), NioEncryptedPerson(server, "Ben")
    sealed.start(house, ana)
    table = Table(house, [ana, ben])
    table.sit()
    table.act(ben, "!rules spyfall", table.room)
    ben.told("What it is about")
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    house.kill()
    house.start()
    table.act(ben, "!join", table.room)
    ben.told("You're in")
    table.act(ben, "rules spyfall")
    ben.told("What it is about")
    sealed.check_directs((ben,))
    check(house, (ana, ben))
    assert not ben.bad, ben.bad[:3]
    ben.close()
    assert house.stop() == 0, house.log()[-2000:]
    print("nio: both ways, in the room and in private, across a kill", flush=True)


def game(server, program):
    """Whole, by people who know no command, each with a room of their own; killed in the middle."""
    house = sealed.SealedHouse(server, program)
    sealed.start(house, EncryptedPerson(server, "Zoe"))
    played = Game(house, server, "spyfall", 3, person=EncryptedPerson)
    played.kill_at = KILL_AT
    played.play(house)
    assert played.killed, played.log
    people = played.table.people
    seated = [player.person for player in played.players if player.plays]
    views.check_once(played.table)
    views.check_rooms(played.table if len(seated) == len(people) else
                      Table(house, seated))
    sealed.check_directs(seated)
    check(house, people)
    views.check_log(house)
    assert not played.faults, played.faults
    assert house.stop() == 0, house.log()[-2000:]
    print(f"game: {played.acts} acts in encrypted rooms", flush=True)


def games(server, program):
    """All of them by people who type, in encrypted rooms, with the same troubles and checks; one
    of each by nio."""
    house = sealed.SealedHouse(server, program)
    sealed.start(house, EncryptedPerson(server, "Zoe"))
    for name in ALL:
        people = play(server, house, name, NioEncryptedPerson, EncryptedPerson, short=True)
        sealed.check_directs(people)
        own = [person for person in people if isinstance(person, EncryptedPerson)]
        check(house, own)
    views.check_log(house)
    assert house.stop() == 0, house.log()[-2000:]


def picture(server, program):
    """A board as a picture, which nobody but those in the room can look at."""
    if not os.path.exists(os.path.join(os.path.dirname(program), "deaddrop-picture")):
        print("picture: NOT TESTED, deaddrop-picture is not beside the program", flush=True)
        return
    house, people, table = begin(server, program, ("Ana", "Ben", "Cy", "Dee"))
    table.open("decrypto")
    for person in people:
        person.until(lambda person=person: sealed.check_pictures(person), "a picture")
    check(house, people)
    assert house.stop() == 0, house.log()[-2000:]
    print("picture: for whoever is in the room", flush=True)


PARTS = {"talk": talk, "nio": nio, "kicked": kicked, "games": games, "game": game,
         "picture": picture}


def main():
    sealed.needs_encryption(sys.argv[1])
    server = homeserver.find()
    for name in sys.argv[2:] or PARTS:
        PARTS[name](server, sys.argv[1])


if __name__ == "__main__":
    main()
