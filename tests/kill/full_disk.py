#!/usr/bin/env python3
"""A disk that is full in the middle of a game, twice: play stands still and says so, questions are
answered, nothing that was acknowledged is lost, nothing is told twice; with room again it goes on
by itself and says so. And a disk that may only be read, from the start.

full_disk.py DEADDROP"""

import os
import sys
import tempfile

from disk import INSIDE, Disk, small_disk
from game import ROOM, Table
from playground import Server
from walk_crash_points import Game, differences

STILL = "I can't write anything down at the moment"
BACK = "I can write again"
REFUSED = "I take no moves"
ASK = "🎲" * 1900  # fills pages


def once(person, text, room):
    """One act, sent once; its answer."""
    return person.answer(person.act({"op": "say", "room": room, "text": text}))


def noted(person, room, text):
    """Waits for a note."""
    def there(_=None):
        return any(room == where and text in what for where, what in person.notes)
    if not there():
        person.until(there)


def stand_still(table, disk, act):
    """The disk is full, and the act is not taken however often it is tried."""
    who, text, room = act
    others = [person for person in table.people if person is not who]
    for person in table.people:
        person.notes.clear()
    disk.fill()
    said = tries = 0
    while (answer := once(others[tries % 2], ASK, ROOM))["op"] == "done" or \
            answer["code"] == "slow":
        said += answer["op"] == "done"
        tries += 1
    assert answer["again"] and "nothing has changed" in answer["text"], answer
    for _ in range(2):
        answer = once(who, text, room)
        assert answer["op"] == "sorry" and answer["again"], answer
        noted(who, "~", REFUSED)
    for person in table.people:
        noted(person, ROOM, STILL)
        assert sum(STILL in what for _, what in person.notes) == 1, person.notes
    once(others[2], "hand", "~")
    noted(others[2], "~", "in hand")
    once(others[2], "!status", ROOM)
    noted(others[2], "~", "Cards in hand")
    return said


def full(server, disk, want):
    """A game with two outages; what was wrong."""
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    acts = table.acts()
    talk = done = 0
    for times, at in enumerate((5, 13), start=1):
        table.rounds(acts[done:at])
        talk += stand_still(table, disk, acts[at])
        disk.drop()
        table.see(BACK, times=times)
        done = at
    table.rounds(acts[done:])
    table.end()
    told = table.told()
    extra = {line: told.pop(line) for line in list(told)
             if BACK in line[3] or ASK.strip() in line[3]}
    assert sum(extra.values()) == len(table.people) * (talk + 2), extra
    table.prove()
    table.soft_end()
    return differences(want, told)


def only_read(server, disk):
    """A database that may only be read: said at the start, and nothing has happened to it."""
    disk.only_read(True)
    assert not server.start(), "it runs on a database that it cannot write"
    code = server.wait()
    last = server.log().rstrip("\n").split("\n")[-1]
    assert code in (75, 78) and "deaddrop.db" in last, (code, last)
    disk.only_read(False)
    assert server.start() and server.stop() == 0, server.log()
    return last


def main():
    binary = sys.argv[1]
    folder = os.environ.get(INSIDE) or tempfile.mkdtemp(prefix="deaddrop-disk-")
    if not small_disk(folder):
        print("SKIPPED: mounting a small disk is not allowed here")
        return 77
    disk = Disk(folder)
    server = Server(binary, DEADDROP_STORE_PATH=os.path.join(folder, "deaddrop.db"))
    wrong = full(server, disk, Game(binary).play())
    print("full twice:", *wrong or ["nobody missed anything"], sep="\n  ")
    print("read-only:", only_read(server, disk), sep="\n  ")
    server.remove()
    disk.remove()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
