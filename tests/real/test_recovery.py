#!/usr/bin/python3
"""An account that a person uses too, at a real homeserver: set up by matrix-js-sdk as Element does
(cross-signing, secret storage behind a recovery key, a backup of keys), then given to the program
with that key.

test_recovery.py DEADDROP"""

import sys

import homeserver
import sealed
from encrypted_person import EncryptedPerson, Login
from homeserver import segment
from olm_device import only_key
from people import CLIENT
from strict_person import StrictPerson, installed

RULES = "What it is about"


class Shared(Login):
    """The homeserver, which lets the program in on another device of that person's."""

    def lift_limits(self, _):
        pass


def master_of(person, user):
    got = person.post("/keys/query", {"device_keys": {user: []}})
    return only_key(got["master_keys"][user])[1]


def account(server):
    """Who has it, and the recovery key."""
    olga = StrictPerson(server, "Olga")
    server.lift_limits(olga.user)
    return olga, olga.do("storage")


def room_of(olga, cy):
    """Olga and Cy, who has said something by a key that all devices of then have."""
    room = cy.make_room("den", [olga.user])
    olga.until(lambda: room in olga.invites, "the invitation")
    olga.do("join", room=room)
    cy.until(lambda: room in cy.rooms and
             cy.rooms[room].members.get(olga.user) == "join", "Olga to come in")
    said = cy.say(room, "Hello Olga")
    olga.until(lambda: said in olga.rooms[room].ids and said not in olga.unreadable,
               "what Cy says")
    return room


def wrong(server, program):
    """A key that is another one's: said, and nothing of the account is touched."""
    olga, _ = account(server)
    cy = EncryptedPerson(server, "Cy")
    before = master_of(cy, olga.user)
    other = "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1"
    house = sealed.SealedHouse(Shared(olga), program, DEADDROP_MATRIX_RECOVERY_KEY=other)
    house.start()
    cy.until(lambda: "matrix.cross_signing_foreign" in house.log(), "it to say so", 20)
    assert "matrix.recovery_failed" in house.log(), house.log()[-2000:]
    assert not house.asked("/keys/device_signing/upload"), "it has made an identity"
    assert master_of(cy, olga.user) == before
    assert house.stop() == 0, house.log()[-2000:]
    print("wrong: another key opens nothing", flush=True)


def shared(server, program):
    """Its device is signed, the identity is what it was; a key that does not come is found in the
    backup, and what it says itself another device of Olga's can read."""
    olga, recovery = account(server)
    cy = EncryptedPerson(server, "Cy", olga.user)
    room = room_of(olga, cy)
    before = master_of(cy, olga.user)
    backup = f"{CLIENT}/room_keys/keys/{segment(room)}"
    olga.until(lambda: olga.ask("GET", backup, version="1")["sessions"], "her key in the backup")
    house = sealed.SealedHouse(Shared(olga), program, DEADDROP_MATRIX_RECOVERY_KEY=recovery)
    cy.log = olga.log = house.log
    assert sealed.start(house, cy) == before, "another identity"
    assert not house.asked("/keys/device_signing/upload"), "it has uploaded an identity"
    olga.until(lambda: olga.do("trust", user=olga.user, device=house.device)
               ["crossSigningVerified"], "its device to be one of hers")
    cy.until(lambda: "matrix.recovered" in house.log(), "it to know the backup")
    cy.send(room, "m.room.message", {"msgtype": "m.text", "body": "!rules spyfall"}, shares=False)
    cy.told(RULES)
    assert "matrix.key_from_backup" in house.log(), house.log()[-2000:]
    cy.send(room, "m.room.message", {"msgtype": "m.text", "body": "!spyfall"}, shares=False)
    cy.sees(room, "Join: !join")
    cy.until(lambda: len([one for one in house.asked("") if "/room_keys/keys/" in one["path"] and
                          one["method"] == "PUT" and one["status"] == 200]) >= 2,
             "its keys to be in the backup")
    phone = StrictPerson(Login(olga), "Olga", recovery=recovery)
    assert phone.recovered >= 3, phone.recovered
    phone.until(lambda: any("Join: !join" in words for words in phone.rooms[room].shown(olga.user)),
                "on another device what the bot has said")
    before_stop = len(house.recorder.taken())
    assert house.stop() == 0, house.log()[-2000:]
    house.start()  # and all is as it was
    cy.until(lambda: house.log().count("matrix.recovered") == 2, "it to be there again")
    assert not house.asked("/keys/signatures/upload", before_stop), "it was signed"
    assert house.stop() == 0, house.log()[-2000:]
    print("shared: signed as hers, a key found in the backup, its own put there", flush=True)


def main():
    sealed.needs_encryption(sys.argv[1])
    installed()
    server = homeserver.find()
    for part in (shared, wrong):
        part(server, sys.argv[1])


if __name__ == "__main__":
    main()
