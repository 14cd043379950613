#!/usr/bin/python3
"""matrix-js-sdk, which Element stands on, as people who trust signed devices alone: one reads
nothing of, and gives no key to, a device that its owner has not signed; the other none but whom
they have verified, and verifies the house first, as Element does. A whole game in encrypted rooms.

test_strict.py DEADDROP"""

import sys

import games
import homeserver
import sealed
from strict_person import StrictPerson, installed
from table import Table
from test_verify import Operator

VERIFIED = dict.fromkeys(("isCrossSigningVerified", "isVerified", "signedByOwner",
                          "deviceTrusted", "crossSigningVerified"), True)
NO_SHIELD = [0, None]  # nothing that a client would warn of


def verified(house, person):
    """They compare what both sides show, in a room for two, and the house's operator with them."""
    room = person.make_room("two", [house.user])
    person.until(lambda: person.rooms[room].members.get(house.user) == "join",
                 "the house to come in")
    before = person.do("trust", user=house.user, device=house.device)
    assert before["signedByOwner"] and not before["isCrossSigningVerified"], before
    assert house.stop() == 0, house.log()[-2000:]
    operator = Operator(house, person.user)
    operator.reads("Now verify ")
    asked = person.begin("verify", user=house.user, room=room)
    person.until(lambda: person.sas, "what is to be compared")
    operator.reads(" ".join(str(number) for number in person.sas["decimal"]), person)
    for _, name in person.sas["emoji"]:
        operator.reads(name, person)
    operator.types("yes")
    person.do("same")
    person.answer(asked)
    assert operator.ends() == 0, (operator.text, house.log()[-2000:])
    person.until(lambda: person.do("trust", user=house.user, device=house.device)
                 == {**VERIFIED, "needsUserApproval": False}, "its signature to come back")
    person.only_verified()
    house.start()


def check_shields(house, person):
    """Beside nothing that the house has said a client would show a warning."""
    shown = [shield for sender, shield in person.shields.values() if sender == house.user]
    assert shown and all(shield == NO_SHIELD for shield in shown), shown


def check_strict(person, other, room):
    """What a device says that its owner has not signed is nothing to them, and it gets no key."""
    person.company = ()  # whose clients do not know such devices
    found = other.another(signed=False)
    found.sync()
    said = found.send(room, "m.room.message", {"msgtype": "m.text", "body": "It's me"})
    person.until(lambda: said in person.unreadable, "what they cannot read")
    assert "UNSIGNED" in person.unreadable[said][1], person.unreadable[said]
    asked = person.say(room, "Who is?")
    found.until(lambda: asked in found.rooms[room].ids, "what they say")
    assert asked in found.unreadable, "it has got a key"


def main():
    program = sys.argv[1]
    sealed.needs_encryption(program)
    installed()
    server = homeserver.find()
    house = sealed.SealedHouse(server, program)
    ana, ben = StrictPerson(server, "Ana"), StrictPerson(server, "Ben")
    cy, dee = sealed.people_of(server, ("Cy", "Dee"))
    sealed.start(house, cy)
    ben.log = house.log
    verified(house, ben)
    table = Table(house, [ana, ben, cy, dee])
    table.sit()
    strict = ana, ben
    trust = ana.do("trust", user=house.user, device=house.device)
    assert trust["signedByOwner"] and not trust["needsUserApproval"], trust
    games.spyfall(table)
    sealed.check_directs(table.people)
    for person in strict:
        check_shields(house, person)
    sealed.check_read(table.people)
    sealed.check_sent(house)
    sealed.check_plain(house, table.people)
    check_strict(ana, cy, table.room)
    seen = sum(sender == house.user for person in strict for sender, _ in person.shields.values())
    assert house.stop() == 0, house.log()[-2000:]
    print(f"matrix-js-sdk: verified by emoji, a whole game, {seen} events of the house, no shield")


if __name__ == "__main__":
    main()
