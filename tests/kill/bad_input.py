#!/usr/bin/env python3
"""What nobody should send, by wire, at a table where people play: each gets a clear answer, and the
game goes on as if nothing had come.

bad_input.py DEADDROP"""

import sys
import urllib.error

from game import ROOM, Table
from playground import Person, Server, doc_text
from walk_crash_points import Game, differences

BIG = 2 * 1024 * 1024
TWELVE = 12


def sorry(person, op):
    """The answer to an act that is not taken: why."""
    answer = person.answer(person.act(op))
    assert answer["op"] == "sorry" and len(answer["text"]) > 20, (op, answer)
    return answer["code"]


def shape(person, raw):
    """The answer to a frame that is no act."""
    person.socket.send(raw)
    return person.until(lambda op: op["op"] == "sorry")["code"]


def told_privately(table, person, op, text):
    """An act that is taken and refused by the house in private."""
    before = len(person.seen("~"))
    table.do(person, op)

    def there(_=None):
        return any(text in doc_text(m) for m in person.seen("~")[before:])
    if not there():
        person.until(there)


def frames(table, person):
    """Frames that are no acts, and acts of no room and no kind."""
    room = {"room": ROOM}
    assert shape(person, {"op": "conquer", "id": "x"}) == "shape"
    assert shape(person, b"}{") == "shape"
    assert shape(person, b'["op"]') == "shape"
    assert shape(person, b'{"op":"say","id":"\\u0000","room":"den","text":1e999}') == "shape"
    assert shape(person, b'{"op":' * 9000) == "shape"
    assert shape(person, b'{"op":"say","text":"' + b"a" * BIG + b'"}') == "big"
    assert sorry(person, {"op": "say", "room": "elsewhere", "text": "hello"}) == "room"
    assert sorry(person, {"op": "say", "room": f"~{table.people[0].account}",
                          "text": "mine?"}) == "room"
    assert sorry(person, {"op": "say", "text": " \n ", **room}) == "empty"
    assert sorry(person, {"op": "say", "text": "b" * 5000, **room}) == "big"
    assert sorry(person, {"op": "say", "text": "\u202e\u200b\u2066", **room}) == "empty"
    assert sorry(person, {"op": "react", "message": f"{ROOM}.99999", "emoji": "🎲", "on": True,
                          **room}) == "message"
    for name in ("", "\u202e", "deaddrop"):
        assert sorry(person, {"op": "name", "name": name}) == "name"


def storms(table, person):
    """Emoji without end, and letters that turn the line round."""
    board = table.board(person)
    many = [chr(0x1F400 + n) for n in range(22)]
    codes = [person.answer(person.act({"op": "react", "room": ROOM, "message": board["id"],
                                       "emoji": emoji, "on": True})) for emoji in many]
    done = [answer for answer in codes if answer["op"] == "done"]
    assert 0 < len(done) <= 20 and all(a["op"] == "done" or a["code"] in ("emoji", "slow")
                                       for a in codes), codes
    person = table.people[3]  # one who has not been too fast
    table.do(person, {"op": "say", "room": ROOM, "text": "safe \u202etxt.exe"})
    table.do(person, {"op": "say", "room": ROOM, "text": "🎲" * 500})
    table.see("safe txt.exe")


def strangers(table, server):
    """Names that pretend, and more people than seats."""
    names = ["@everyone", "<b>Ana</b>", "\u202eanA", "Ana", "deaddrop ", *map(str, range(7))]
    came = []
    for name in names[:TWELVE]:
        try:
            came.append(Person(server, name, table.join))
        except urllib.error.HTTPError as refused:
            assert refused.code == 400 and name.strip() == "deaddrop", (name, refused.code)
            refused.close()
    assert [p.name for p in came[:4]] == ["@everyone", "<b>Ana</b>", "anA 2", "Ana 3"]
    assert len(came) == TWELVE - 1
    for person in came:
        person.connect()
        told_privately(table, person, {"op": "say", "room": ROOM, "text": "!join"},
                       "The game has begun, so")
        person.socket.close()


def buttons(table):
    """The same button twice, one of a round that is over, one that somebody else has, none."""
    oa, ja, ob, _ = table.people
    play = table.control(oa, "Money")
    press = {"op": "form", "room": "~", "message": play[0], "control": play[1],
             "args": {"say": "Who goes first?"}}
    sent = {}
    table.do(oa, press, sent)
    oa.answers.pop(sent["id"])
    table.do(oa, press, sent)  # the same act, come twice
    told_privately(table, oa, press, "That turn is over")
    told_privately(table, ja, {**press, "message": "~.1"}, "")
    told_privately(table, oa, {**press, "control": "\u202e;drop table"}, "")
    assert sum("That turn is over" in doc_text(m) for m in oa.seen("~")) == 1
    told_privately(table, oa, {**press, "control": "t1.99999.play.symbol=money"}, "over")
    told_privately(table, oa, {**press, "control": "t77.1.play"}, "")
    told_privately(table, ob, {"op": "say", "room": "~", "text": "play swords"}, "")
    told_privately(table, ob, {"op": "say", "room": ROOM, "text": "!conquer"}, "conquer")
    told_privately(table, ob, {"op": "say", "room": "~", "text": "split 1 1"}, "isn't possible")


def main():
    binary = sys.argv[1]
    want = Game(binary).play()
    server = Server(binary)
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    acts = table.acts()
    table.rounds(acts[:5])
    frames(table, table.people[1])
    buttons(table)
    storms(table, table.people[2])
    strangers(table, server)
    table.rounds(acts[6:])
    table.end()
    missing = [line for line in differences(want, table.told()) if line.startswith("missing")]
    print("bad input:", *missing or ["nobody missed anything"], sep="\n  ")
    table.prove()
    table.soft_end()
    server.remove()
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
