#!/usr/bin/python3
"""What goes wrong around a house that encrypts, at a real homeserver: keys that come late or never,
words that come twice, one-time keys that are used up, sessions that are lost, rooms that turn
encrypted, devices that nobody signed, people who are somebody else now. Beside it, since most of it
is waiting, all that test_encrypted.py has.

test_encrypted_odd.py DEADDROP [PART ...]   parts: games talks late never replayed acknowledged
exhausted troubled first greeted rotates turned wedged devices other verification"""

import collections
import sys
import threading
import time
import traceback
import urllib.parse
import uuid

import olm

import homeserver
import sealed
import test_encrypted
from encrypted_person import EncryptedPerson
from homeserver import segment
from olm_device import OLM, Device
from people import CLIENT, ENCRYPTION
from table import Table
from test_encrypted import begin, check

STILL_S = 2  # in which the house does nothing
HELD_S = 50  # what is secret, when somebody's keys have changed
LATE_S = 120  # it waits for a minute, and asks for a minute
HELLO = "I run games"
RULES = "What it is about"


def keys_of(house, person):
    return person.tracked([house.user])[house.user].devices[house.device]


def told(person):
    """How often the house has explained the rules in private."""
    room = person.direct()
    return sum(RULES in words for words in person.rooms[room].shown(person.house)) if room else 0


def still(person, count):
    """It says no more of them."""
    end = time.monotonic() + STILL_S
    while time.monotonic() < end:
        person.sync(200)
    assert told(person) == count, (told(person), count, person.transcript()[-1000:])


def talks(server, program):
    """Talks, one after the other."""
    for name in ("talk", "kicked"):
        test_encrypted.PARTS[name](server, program)


def pictured(server, program):
    """A picture, when nobody else wants the processors: one that takes long to draw is left out."""
    test_encrypted.picture(server, program)


def games(server, program):
    """Games, the same, and all that is played by nio: its stores are one thread's."""
    for name in ("nio", "games", "game"):
        test_encrypted.PARTS[name](server, program)


def late(server, program):
    """A key that comes behind its event."""
    house, (ana,), table = begin(server, program, ("Ana",))
    key = ana.say_unshared(table.room, "!rules spyfall")
    still(ana, 0)
    ana.give([keys_of(house, ana)], key)
    ana.told(RULES)
    check(house, (ana,))
    end(house)


def never(server, program):
    """A key that does not come is asked for, and then said once, kindly."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    ben.say_unshared(table.room, "!rules spyfall")
    ben.send(table.room, "m.room.message", {"msgtype": "m.text", "body": "!rules spyfall"},
             shares=False)
    ben.until(lambda: any(event["type"] == "m.room_key_request" for event in ben.to_device),
              "the house to ask for the key", LATE_S)
    ben.until(lambda: "couldn't read" in ben.transcript(), "the house to say so", LATE_S)
    still(ben, 0)
    assert ben.transcript().count("couldn't read") == 1, ben.transcript()
    check(house, (ana, ben))
    end(house)


def replayed(server, program):
    """The same ciphertext as another event is nothing that somebody has said."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    ana.say(table.room, "!rules spyfall")
    ana.told(RULES)
    said = next(event for event in ana.rooms[table.room].events
                if event["sender"] == ana.user and "sealed" in event)
    for one in (ana, ben):
        path = f"{CLIENT}/rooms/{segment(table.room)}/send/m.room.encrypted/{uuid.uuid4().hex}"
        one.ask("PUT", path, said["sealed"])
    still(ana, 1)
    ana.say(table.room, "!rules spyfall")
    ana.told(RULES, 2)
    still(ben, 0)
    end(house)


def acknowledged(server, program):
    """It is killed as soon as it has said that it has what its device was sent: then it has that,
    and reads the message for which it was."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    for person in (ana, ben) * 3:
        person.mark()
        killed = threading.Event()

        def kills(method, path, killed=killed):
            if "/sync" in path and not killed.is_set() and mailed(house, path):
                house.process.kill()
                killed.set()

        house.recorder.before = kills
        person.given.pop(table.room, None)
        person.machine.rooms_out.pop(table.room, None)  # another key for each
        person.say(table.room, "!rules spyfall")
        assert killed.wait(20), "its key was never acknowledged"
        house.process.wait(10)
        house.start()
        person.told(RULES)
    check(house, (ana, ben))
    end(house)


def mailed(house, path):
    """Does this sync acknowledge messages to the device?"""
    told = {answer["next_batch"] for _, answer in sealed.syncs_of(house)
            if answer.get("to_device", {}).get("events")}
    since = urllib.parse.parse_qs(path.partition("?")[2]).get("since", [None])[0]
    return since in told


def exhausted(server, program):
    """All its one-time keys are claimed while it is away: who comes then begins by its fallback
    key, and both are there anew when it is back."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    ana.say(table.room, "!rules spyfall")
    ana.told(RULES)
    house.stop()
    before = len(house.recorder.taken())
    assert claim_all(house, ana) >= 40, "so few keys"
    ben.say(table.room, "!rules spyfall")
    house.start()
    ben.told(RULES)
    ben.until(lambda: any(one["body"].get("fallback_keys") for one in
                          house.asked("/keys/upload", before)), "another fallback key", 20)
    assert not claim(house, ana).get("fallback"), "no one-time keys anew"
    check(house, (ana, ben))
    end(house)


def claim(house, person):
    got = person.post("/keys/claim", {"one_time_keys": {
        house.user: {house.device: "signed_curve25519"}}})["one_time_keys"]
    (key,) = got[house.user][house.device].values()
    return key


def claim_all(house, person):
    count = 0
    while not claim(house, person).get("fallback"):
        count += 1
    return count


def troubled(server, program):
    """Each kind of request about keys gets no answer, or none that is one, until it is asked again;
    and it is killed when a key has been sent and nobody has said so."""
    house = sealed.SealedHouse(server, program)
    for route in ("keys/upload", "keys/query", "keys/claim", "keys/device_signing/upload",
                  "keys/signatures/upload", "sendToDevice/", "send/m.room.encrypted/"):
        house.recorder.trouble(route, "away", "lost", "limited", "lost")
    people = ana, ben = sealed.people_of(server, ("Ana", "Ben"))
    sealed.start(house, ana)
    table = Table(house, list(people))
    table.sit()
    for person in people:
        table.act(person, "!rules spyfall", table.room)
        person.told(RULES)
    house.recorder.trouble("sendToDevice/", "lost")
    house.recorder.before = lambda method, path: house.process.kill() \
        if "send/m.room.encrypted/" in path else None
    sealed.kick(ana, table.room, ben)  # what it says then needs another key
    ana.mark()
    ana.say(table.room, "!spyfall")
    house.process.wait(LATE_S)
    house.recorder.before = lambda method, path: None
    house.start()
    ana.sees(table.room, "Join: !join")
    left = [pattern for pattern, _ in house.recorder.troubles]
    assert not left, ("was never asked", left)
    check(house, (ana,))
    end(house)


def first(server, program):
    """It is invited before it has ever run, and spoken to as soon as it is there."""
    house = sealed.SealedHouse(server, program)
    ana = EncryptedPerson(server, "Ana", house.user)
    room = ana.make_room("first", [house.user])
    house.start()
    ana.until(lambda: room in ana.rooms and ana.rooms[room].members.get(house.user) == "join",
              "the house to come in")
    ana.say(room, "!rules spyfall")
    ana.told(RULES)
    check(house, (ana,))
    end(house)


def greeted(server, program):
    """It ends as soon as it has joined, before anybody has its key: the room is greeted in its next
    life, once."""
    house = sealed.SealedHouse(server, program)
    ana, ben = sealed.people_of(server, ("Ana", "Ben"))
    ana.house, ana.log = house.user, house.log
    sealed.start(house, ana)
    killed = threading.Event()

    def kills(method, path):
        if not killed.is_set() and ("/keys/claim" in path or "/sendToDevice/" in path):
            house.process.kill()
            killed.set()

    house.recorder.before = kills
    room = ana.make_room("den", [house.user, ben.user])
    assert killed.wait(20), "nobody was to get a key"
    house.process.wait(10)
    house.start()
    ana.sees(room, HELLO)
    still(ana, 0)
    assert len(ana.heard(room, HELLO)) == 1, ana.transcript()
    check(house, (ana,))
    end(house)


def rotates(server, program):
    """A room wants another key for every three messages: it gets one, also behind a kill; and who
    comes late has none of those before."""
    house = sealed.SealedHouse(server, program)
    people = ana, ben = sealed.people_of(server, ("Ana", "Ben"))
    sealed.start(house, ana)
    table = Table(house, list(people))
    table.sit(encrypted=False, initial_state=[{**ENCRYPTION, "content": {
        **ENCRYPTION["content"], "rotation_period_msgs": 3}}])
    path = f"{CLIENT}/rooms/{segment(table.room)}"
    for number in range(8):
        table.act(ana, "!spyfall", table.room)
        ana.sees(table.room, "Join: !join", number + 1)
        table.act(ana, "!stop", table.room)
        house.recorder.until_still(None, 1, time.monotonic() + 10)
        if number == 3:
            house.kill()
            house.start()
    cy = EncryptedPerson(server, "Cy", house.user)
    ana.ask("POST", f"{path}/invite", {"user_id": cy.user})
    cy.until(lambda: table.room in cy.invites, "the invite")
    cy.enter(table.room)
    cy.until(lambda: table.room in cy.rooms and cy.rooms[table.room].events, "the room")
    old = sealed.sealed_as(ana, table.room, "Join: !join")
    sealed.cannot_read(cy, table.room, old)
    table.act(ana, "!infiltrators", table.room)
    cy.sees(table.room, "Infiltrators")
    said = collections.Counter(event["sealed"]["session_id"] for event in
                               ana.rooms[table.room].events
                               if event["sender"] == house.user and "sealed" in event)
    assert len(said) >= 3 and max(said.values()) <= 3, said
    check(house, (ana, ben))
    end(house)


def turned(server, program):
    """A room that was plain turns encrypted while people sit down: it goes on there, encrypted."""
    house = sealed.SealedHouse(server, program)
    people = ana, ben = sealed.people_of(server, ("Ana", "Ben"))
    sealed.start(house, ana)
    table = Table(house, list(people))
    table.sit(encrypted=False)
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    table.act(ana, "!join", table.room)
    ana.told("You're in")
    sealed.check_directs((ana,))
    room = f"{CLIENT}/rooms/{segment(table.room)}"
    ana.ask("PUT", f"{room}/state/m.room.encryption/", ENCRYPTION["content"])
    for person in people:
        person.until(lambda person=person: table.room in person.encrypted, "the room to turn")
    house.recorder.until_still(None, 1, time.monotonic() + 10)
    before = len(house.recorder.taken())
    table.act(ben, "!join", table.room)
    ben.told("You're in")
    ben.sees(table.room, ben.name)
    sealed.check_directs(people)
    sealed.check_read(people)
    sealed.check_plain(house, people, before)
    end(house)


def wedged(server, program):
    """A message to its device that no session of it reads: it begins a new one, and says so."""
    house, (ana,), table = begin(server, program, ("Ana",))
    ana.say(table.room, "!rules spyfall")
    ana.told(RULES)
    stranger = Device("@nobody:nowhere", "NONE")
    (nobodys,) = stranger.one_time_keys(1).values()
    keys = keys_of(house, ana)
    curve = keys["keys"][f"curve25519:{house.device}"]
    session = olm.OutboundSession(ana.machine.account, curve, nobodys["key"])
    message = session.encrypt("{}")
    ana.ask("PUT", f"{CLIENT}/sendToDevice/m.room.encrypted/{uuid.uuid4().hex}", {"messages": {
        house.user: {house.device: {
            "algorithm": OLM, "sender_key": ana.machine.curve, "ciphertext": {
                curve: {"type": message.message_type, "body": message.ciphertext}}}}}})
    ana.until(lambda: any(one["type"] == "m.dummy" for one in ana.inside), "a new session", 60)
    ana.say(table.room, "!rules spyfall")
    ana.told(RULES, 2)
    check(house, (ana,))
    end(house)


def devices(server, program):
    """A device that comes later reads what is said then, where its owner has signed it; one that
    nobody signed gets no key, and is told why."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    table.act(ben, "!spyfall", table.room)
    table.all_see("Join: !join")
    phone, found = ana.another(), ana.another(signed=False)
    for one in (phone, found):
        one.sync()
    table.act(ben, "!join", table.room)
    ben.told("You're in")
    phone.until(lambda: any(ben.name in words for words in
                            phone.rooms[table.room].shown(house.user)), "it on the phone")
    found.until(lambda: any(event["type"] == "m.room_key.withheld" and
                            event["content"]["code"] == "m.unverified"
                            for event in found.to_device), "to be told why not")
    assert found.unreadable and not found.rooms[table.room].shown(house.user), found.unreadable
    assert not found.heard_keys, found.heard_keys
    check(house, (ben,))
    end(house)


def other(server, program):
    """Somebody whose keys are others now: all are told, and what is secret waits for a minute."""
    house, (ana, ben), table = begin(server, program, ("Ana", "Ben"))
    for person in (ana, ben):
        table.act(person, "!rules spyfall", table.room)
        person.told(RULES)
    table.act(ana, "!spyfall", table.room)
    table.all_see("Join: !join")
    table.act(ana, "!join", table.room)
    ana.told("You're in")
    ana.become_other()
    ben.known.pop(ana.user, None)  # who she is now
    ana.known.pop(ana.user, None)
    ana.mark()
    began = time.monotonic()
    ana.say(ana.direct(), "rules spyfall")
    ben.sees(table.room, "encryption keys have changed")
    ana.until(lambda: told(ana) == 2, "the answer", LATE_S)
    assert time.monotonic() - began > HELD_S, "nothing was held"
    end(house)


def verification(server, program):
    """Somebody would verify its device: they are told that nobody is there who could."""
    house, (ana,), _ = begin(server, program, ("Ana",))
    ana.ask("PUT", f"{CLIENT}/sendToDevice/m.key.verification.request/{uuid.uuid4().hex}", {
        "messages": {house.user: {house.device: {
            "from_device": ana.device, "methods": ["m.sas.v1"], "transaction_id": "one",
            "timestamp": int(time.time() * 1000)}}}})
    ana.until(lambda: any(event["type"] == "m.key.verification.cancel" and
                          event["content"]["transaction_id"] == "one"
                          for event in ana.to_device), "a cancel", 20)
    end(house)


def end(house):
    sealed.check_sent(house)
    assert house.stop() == 0, house.log()[-2000:]


class Part(threading.Thread):
    """One of them, with a house and people of its own: most of it is waiting."""

    def __init__(self, server, program, name):
        super().__init__(name=name)
        self.server, self.program, self.problem, self.took_s = server, program, None, 0

    def run(self):
        start = time.monotonic()
        try:
            (PARTS | ALONE)[self.name](self.server, self.program)
        except BaseException as problem:  # handed to the main thread, which ends with it
            self.problem = problem
        self.took_s = time.monotonic() - start


PARTS = {"games": games, "talks": talks, "late": late, "never": never, "replayed": replayed,
         "acknowledged": acknowledged,
         "exhausted": exhausted, "troubled": troubled, "first": first, "greeted": greeted,
         "rotates": rotates, "turned": turned,
         "wedged": wedged, "devices": devices, "other": other, "verification": verification}
ALONE = {"pictured": pictured}


def main():
    sealed.needs_encryption(sys.argv[1])
    server = homeserver.find()
    parts = [Part(server, sys.argv[1], name) for name in sys.argv[2:] or PARTS | ALONE]
    for some in ([one for one in parts if one.name in PARTS],
                 [one for one in parts if one.name in ALONE]):
        for one in some:
            one.start()
        for one in some:
            one.join()
            print(f"{one.name}: {'FAILED' if one.problem else 'good'}, {one.took_s:.1f} s",
                  flush=True)
    for one in parts:
        if one.problem:
            traceback.print_exception(one.problem)
    sys.exit(1 if any(one.problem for one in parts) else 0)


if __name__ == "__main__":
    main()
