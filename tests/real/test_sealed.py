#!/usr/bin/python3
"""What is checked of a house that encrypts proves itself: one of one line at a real homeserver,
people whose clients encrypt, and every check seen to refuse what it is there to refuse."""

import tempfile

import homeserver
import sealed
from homeserver import Wire, segment
from people import CLIENT
from table import Table
from test_harness import program, refuses


def meets(house, people, table):
    """In the room and in private, all of it encrypted."""
    ana, ben = people
    for person in people:
        table.act(person, "!join", table.room)
        person.told("You're in")
    table.act(ana, "Your hand: R2, K5, and more.")
    ana.told("Your hand: R2")
    table.act(ben, "all of this is public", table.room)
    table.all_see("of this is public")
    sealed.check_directs(people)
    sealed.check_identity(house, ana)
    sealed.check_read(people)
    sealed.check_uploads(house)
    sealed.check_plain(house, people)
    sealed.check_indexes(house)


def leaves(people, table):
    """Who is kicked reads what was said before, and not what is said then."""
    ana, ben = people
    first = sealed.sealed_as(ben, table.room, "of this is public")
    ben.machine.read(table.room, first)
    refuses(sealed.cannot_read, ben, table.room, first)
    sealed.kick(ana, table.room, ben)
    table.act(ana, "all that is left", table.room)
    ana.sees(table.room, "that is left")
    then = sealed.sealed_as(ana, table.room, "that is left")
    ana.machine.read(table.room, then)
    sealed.cannot_read(ben, table.room, then)
    refuses(sealed.sealed_as, ben, table.room, "that is left")


def refuse(house, ana, table):
    """Words in the open, in their own type or another; a device that is not signed; a key that is
    refused; an event that nobody can read."""
    wire = Wire(house.recorder.url, house.token)
    path = f"{CLIENT}/rooms/{segment(table.room)}/send"
    kept = list(house.recorder.records)
    wire.ask("PUT", f"{path}/m.room.message/t1", {"msgtype": "m.text", "body": "in the open"})
    refuses(sealed.check_plain, house, [ana])
    house.recorder.records[:] = kept
    wire.ask("PUT", f"{path}/m.reaction/t2", {"words": "Your hand: R2, K5, and more."})
    refuses(sealed.check_plain, house, [ana])
    house.recorder.records[:] = kept
    sealed.check_plain(house, [ana])
    wire.ask("PUT", f"{path}/m.room.encrypted/t3", {
        "algorithm": "m.megolm.v1.aes-sha2", "session_id": "none", "ciphertext": "none"})
    ana.until(lambda: ana.unreadable, "what cannot be read")
    refuses(sealed.check_read, [ana])
    said = next(one["body"] for one in reversed(kept) if "ciphertext" in (one["body"] or {}) and
                "/rooms/" in one["path"])
    wire.ask("PUT", f"{path}/m.room.encrypted/t4", {
        **said, "ciphertext": said["ciphertext"][:-2] + "AA"})
    refuses(sealed.check_indexes, house)
    house.recorder.records[:] = kept
    keys = {"key": "other", "signatures": {}}
    for number in range(2):
        try:
            wire.ask("POST", f"{CLIENT}/keys/upload", {"one_time_keys": {
                "signed_curve25519:twice": {**keys, "key": str(number)}}})
        except homeserver.Refused:
            pass
    refuses(sealed.check_uploads, house)
    other = sealed.people_of(house.server, ["Cy"])[0]
    other.post("/keys/device_signing/upload", other.machine.cross_keys())
    stranger = sealed.SealedHouse(house.server, house.program)
    refuses(sealed.check_identity, stranger, other)


def main():
    server = homeserver.find()
    with tempfile.TemporaryDirectory() as folder:
        house = sealed.SealedHouse(server, program(folder, "sealed_echo.py"))
        people = sealed.people_of(server, ("Ana", "Ben"))
        sealed.start(house, people[0])
        table = Table(house, people)
        table.sit()
        meets(house, people, table)
        leaves(people, table)
        refuse(house, people[0], table)
        house.kill()
    print("a house that encrypts: read by whom it is for, and by nobody else")


if __name__ == "__main__":
    main()
