#!/usr/bin/env python3
"""One bit of one row of each kind that is about a person, a room or an adapter, changed in the file
of a real game: the program starts all the same, whoever it is about is told, and everybody else
plays on. `deaddrop check` names it; what is damaged lies there still, or is kept aside.

damage_rows.py DEADDROP"""

import hashlib
import sqlite3
import sys
import urllib.error
from contextlib import closing

from damage import ENDINGS, Files
from game import ROOM, Table
from playground import Gone, Person, Server, doc_text

YOU = "I can't read what I keep about you"
HERE = "I can't read what I keep about this room"


def path_of(server):
    return server.environment["DEADDROP_STORE_PATH"]


def value_of(server, sql):
    """The columns of a row as they follow each other in the file."""
    with closing(sqlite3.connect(path_of(server))) as store:
        columns = store.execute(sql).fetchone()
    return b"".join(number(value) if isinstance(value, int) else value.encode()
                    for value in columns)


def number(value):
    """A number that is not small, as SQLite writes it: the fewest of these many bytes."""
    size = next(size for size in (1, 2, 3, 4, 6, 8) if value < 1 << (8 * size - 1))
    return value.to_bytes(size, "big")


def flip(server, value, at):
    """Changes one bit of what begins with that value, wherever it lies in the file."""
    with open(path_of(server), "rb") as file:
        data = bytearray(file.read())
    found = data.find(value)
    assert found >= 0, value[:80]
    while found >= 0:
        data[found + at] ^= 1
        found = data.find(value, found + 1)
    with open(path_of(server), "wb") as file:
        file.write(data)


def ask(person, text, wanted):
    """What the person says in the room, and waits for an answer with these words."""
    person.drain()
    before = {(key, message["rev"]) for key, message in person.messages.items()}
    answer = person.answer(person.act({"op": "say", "room": ROOM, "text": text}))
    assert answer["op"] == "done", answer

    def news():
        return [doc_text(message) for key, message in person.messages.items()
                if (key, message["rev"]) not in before]

    try:
        while not any(wanted in one for one in news()):
            person.until(lambda op: op["op"] in ("message", "edit"), 5)
    except AssertionError as problem:
        raise AssertionError(f"{text}: no {wanted!r} in {news()}") from problem
    return "\n".join(news())


def is_known(server, person):
    try:
        server.post("/who", {}, person.tab)
        return "known"
    except urllib.error.HTTPError as problem:
        return problem.read().decode()


def plays_on(person):
    """The game goes on as ever for this person: it is read whole, and takes a move."""
    person.forget()
    person.connect()
    ask(person, "!#1 status", "Interceptor #1")
    assert YOU not in ask(person, "!#1 hand", "in hand")
    person.socket.close()


def ana_is_told(server, table):
    ana = table.people[0]
    ana.forget()
    ana.connect()
    ask(ana, "!#1 status", YOU)
    ask(ana, "!interceptor", YOU)
    ana.socket.close()


def ana_comes_no_further(server, table):
    ana = table.people[0]
    said = is_known(server, ana)
    assert '"unreadable"' in said and YOU in said, said
    try:
        ana.forget()
        ana.connect()
        raise AssertionError("came in")
    except Gone:
        pass


def ana_is_a_stranger_here(server, table):
    assert '"enter"' in is_known(server, table.people[0])


def room_stands(server, table):
    ben = table.people[1]
    ben.forget()
    ben.connect()
    ask(ben, "!interceptor", HERE)
    ben.socket.close()


def room_invites_nobody(server, table):
    room_stands(server, table)
    try:
        server.post("/invite", {"room": ROOM}, table.people[1].tab)
        raise AssertionError("invited")
    except urllib.error.HTTPError as problem:
        assert HERE in problem.read().decode()
    host = table.people[2]  # nor is the room somebody else's: who is in it is
    host.forget()
    host.connect()
    assert host.answer(host.act({"op": "room", "name": ROOM}))["op"] == "done"
    stranger = Person(server, "Eve")
    stranger.connect()
    assert stranger.answer(stranger.act({"op": "room", "name": ROOM}))["op"] == "sorry"
    for person in (host, stranger):
        person.socket.close()


def message_keeps_its_number(server, table):
    ben = table.people[1]
    ben.forget()
    ben.connect()
    with closing(sqlite3.connect(path_of(server))) as store:
        taken = store.execute("SELECT max(place) FROM adapter WHERE key GLOB 'm/den/*'")
        taken = taken.fetchone()[0]
    ben.answer(ben.act({"op": "say", "room": ROOM, "text": "and on"}))
    ben.until_it_is(lambda: any(m.get("text") == "and on" for m in ben.seen(ROOM)))
    one = [m for m in ben.seen(ROOM) if m.get("text") == "and on"]
    assert one[0]["seq"] > taken, (one, taken)
    ben.socket.close()


def nothing(server, table):
    pass


def rows(ana, tab):
    """Kind -> the columns that are hurt, at which of their bytes, what follows of it."""
    last = "SELECT max(place) FROM adapter WHERE key GLOB 'm/den/*'"
    return {
        "person": ("SELECT about FROM person WHERE about LIKE '%Ana%'", 10, ana_is_told),
        "address": (f"SELECT address, person FROM address WHERE address = 'web/{ana}'", 20,
                    ana_is_told),
        "web person": (f"SELECT value FROM adapter WHERE key = 'p/{ana}'", 20,
                       ana_comes_no_further),
        "web person's key": (f"SELECT adapter, key, place FROM adapter WHERE key = 'p/{ana}'", 21,
                             ana_comes_no_further),
        "web room": ("SELECT value FROM adapter WHERE key = 'r/den'", 20, room_invites_nobody),
        "web room's key": ("SELECT 'webr/den'", 6, room_invites_nobody),
        "web session": (f"SELECT adapter, key, place, value FROM adapter WHERE key = 's/{tab}'",
                        80, ana_is_a_stranger_here),
        "web message": ("SELECT substr(value, 1, 40) FROM adapter WHERE key GLOB 'm/den/*' "
                        f"AND place = ({last})",
                        30, message_keeps_its_number),
        "setting of the house": ("SELECT 'houseaway'", 2, nothing),
        "setting of the room": ("SELECT 'room web/denkeep30'", 16, room_stands),
    }


def prepare(server):
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    table.rounds(table.acts()[:5])
    table.say(table.host, "!keep 30 days", ROOM)
    table.people.sort(key=lambda person: person.name)
    server.kill()
    assert server.start(), server.log()  # so that it was away once
    server.stop()
    with closing(sqlite3.connect(path_of(server))) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return table


def one(server, table, kind, row):
    sql, at, told = row
    assert server.tool("check")[0] == 0
    flip(server, value_of(server, sql), at)
    code, said = server.tool("check")
    assert code == 1 and said.count("damaged: ") == 1, (kind, said)
    assert server.start(), (kind, server.log()[-1500:])
    told(server, table)
    for person in table.people[1:]:
        plays_on(person)
    assert "damaged" in server.log(), kind
    assert server.stop() == 0, kind
    code, aside = server.tool("check", "--set-aside")
    assert code == 0, (kind, aside)
    with closing(sqlite3.connect(path_of(server))) as store:
        assert store.execute("SELECT count(*) FROM damaged").fetchone()[0] >= 1, kind
    assert server.tool("check")[0] == 0, kind
    assert server.start(), kind
    for person in table.people[1:]:
        plays_on(person)
    if kind.startswith("web room"):
        server.post("/invite", {"room": ROOM}, table.people[1].tab)
    server.stop()
    print(f"{kind}: {said.splitlines()[0]}")


def main():
    server = Server(sys.argv[1])
    table = prepare(server)
    files = Files(server)
    tab = hashlib.sha256(table.people[0].tab.encode()).hexdigest()
    assert all(end in ENDINGS for end in files.bytes)
    for kind, row in rows(table.people[0].account, tab).items():
        files.put()
        open(server.log_path, "w", encoding="utf-8").close()
        one(server, table, kind, row)
    server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
