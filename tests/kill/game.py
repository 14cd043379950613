"""A whole game of Interceptor by wire, told as acts that can be sent again, and what everybody must
have seen of it whatever happened on the way."""

import os
import re
from collections import Counter

from playground import Gone, Person, doc_text

NAMES = ("Ana", "Ben", "Cy", "Dee")
ROOM = "den"
RESTARTS_MAX = 60
# Lines that come or not, depending on when the server was away and on when a private way is proven.
PASSING = re.compile(r"^I was away|can't write to you in private|mine don't reach everybody|"
                     r"^Allow private messages|^I'm about to restart|^Try again in a minute")
# What an older card has become; how often a card had to come anew depends on what came between.
MOVED = re.compile(r"^Your card for .* is further down\.$")


class Table:
    """Four people in one room; every act survives the end of the server."""

    def __init__(self, server, again):
        self.server = server
        self.again = again  # called with its exit status when the server is gone; starts it again
        self.before_again = None  # called with whose act was put off, before it is sent again
        self.people = []
        self.host = None
        self.join = None
        self.restarts = 0

    def settle(self, what):
        """Does what(); when the server goes away in it, has it started again, brings everybody
        back, and does it once more."""
        while True:
            try:
                return what()
            except Gone:
                self.come_back()

    def come_back(self):
        while True:
            self.again(self.server.wait())
            self.restarts += 1
            assert self.restarts < RESTARTS_MAX, "the server keeps going away"
            try:
                for person in self.people:
                    person.connect()
                return
            except Gone:
                continue

    def sit(self):
        def arrive(name):
            person = Person(self.server, name, self.join)
            person.connect()
            self.people.append(person)

        for name in NAMES:
            if len(self.people) == 1:
                self.host = self.people[0]
                self.do(self.host, {"op": "room", "name": ROOM})
                self.join = self.settle(lambda: self.server.post(
                    "/invite", {"room": ROOM}, self.host.tab))["link"].split("#join=")[1]
            self.settle(lambda name=name: arrive(name))

    def do(self, person, op, sent=None):
        """One act, until it is answered; the very same one again after a cut. The answer."""
        sent = {} if sent is None else sent

        def once():
            if sent:
                person.socket.send(sent)
            else:
                sent.update(person.act(op))
            return person.answer(sent)

        answer = self.settle(once)
        while answer["op"] == "sorry" and answer.get("again"):
            person.answers.pop(sent["id"])
            if self.before_again:
                self.settle(lambda: self.before_again(person))
            answer = self.settle(once)
        assert answer["op"] == "done", (person.name, op, answer)
        return answer

    def say(self, person, text, room="~"):
        self.do(person, {"op": "say", "room": room, "text": text})

    def see(self, text, room=ROOM, times=1, people=None):
        for person in people or self.people:
            self.settle(lambda person=person: person.wait_for(room, text, times))

    def start(self):
        """Joins all, starts, and puts people in the order of their seats."""
        host = self.host
        self.do(host, {"op": "slash", "room": ROOM, "command": "interceptor", "args": {}})
        for person in self.people:
            self.do(person, {"op": "say", "room": ROOM, "text": "!join"})
            self.see("You're in.", "~", people=[person])

        def begun(_=None):
            return [doc_text(m) for m in host.seen(ROOM) if "The game begins" in doc_text(m)]

        def refused():
            return sum("in private" in doc_text(m) for m in host.seen("~"))

        while not begun():
            before = refused()
            self.say(host, "!start", ROOM)
            self.settle(lambda n=before: begun() or refused() > n or host.until(
                lambda _: begun() or refused() > n))
        line = begun()[0]
        order = self.pattern().findall(line[line.index("The game begins"):])
        self.people.sort(key=lambda person: order.index(person.name))

    def pattern(self):
        names = sorted((person.name for person in self.people), key=len, reverse=True)
        return re.compile("|".join(re.escape(name) for name in names))

    def acts(self):
        """Signals, two rounds, a wrong call, and the call that wins: (who, text, room)."""
        oa, ja, ob, jb = self.people
        return [(oa, "signals documents: word honestly money: ends with ?", "~"),
                (ob, "confirm", "~"),
                (ja, "signals documents: word coffee money: first word well", "~"),
                (jb, "confirm", "~"),
                (ob, f"leader {oa.name}", "~"),
                (oa, 'play money "Who goes first?"', "~"), (ob, "play money", "~"),
                (ja, 'play money "Well, who knows."', "~"), (jb, "play money", "~"),
                (ja, "split 1 1", "~"), (ob, 'play documents "I honestly forgot."', "~"),
                (oa, "play documents", "~"),
                (jb, 'play documents "More coffee, please."', "~"),
                (oa, 'Interceptor! "umbrella" means money', ROOM),
                (ja, "play money", "~"),
                (oa, "split 2 2", "~"),
                (jb, 'Interceptor! "honestly" means documents', ROOM)]

    def rounds(self, acts=None):
        for person, text, room in self.acts() if acts is None else acts:
            self.say(person, text, room)

    def end(self, crash_at=None):
        """The last word; then the house ends softly, so that all it had to send is sent, and begins
        again, perhaps armed."""
        self.see("the Journalists win")
        self.soft_end()
        if not self.server.start(crash_at):
            self.again(self.server.wait())
        self.settle(lambda: [person.connect() for person in self.people])

    def soft_end(self):
        """SIGTERM, until it has come to an end of its own."""
        while (code := self.server.stop()) != 0:
            self.again(code)
            self.restarts += 1

    def told(self):
        """What each seat was told by the house, names replaced by seats: equal for equal games."""
        self.settle(self.compare)
        seats = {person.name: f"<{n}>" for n, person in enumerate(self.people)}
        names = self.pattern()
        result = Counter()
        for person in self.people:
            for room in (ROOM, "~"):
                for message in person.seen(room):
                    line = self.told_by(message, room)
                    kind = message.get("doc", {}).get("kind")
                    line = names.sub(lambda m: seats[m.group()], line)
                    # which lines are one message depends on how long they waited
                    for part in line.split("\n") if kind == "lines" else [line]:
                        if part:
                            result[(seats[person.name], room, kind, part)] += 1
        return result

    def compare(self):
        """The same for all, one board that says how it ended, and one card for each."""
        self.compare_rooms()
        for person in self.people:
            boards = [doc_text(m) for m in person.seen(ROOM)
                      if m.get("doc", {}).get("kind") == "board"]
            assert len(boards) == 1 and "finished" in boards[0], boards
            cards = [doc_text(m) for m in person.seen("~")
                     if m.get("doc", {}).get("kind") == "card" and not MOVED.match(doc_text(m))]
            assert len(cards) == 1, (person.name, cards)

    def compare_rooms(self):
        """Whoever was there all the time has the same as somebody who comes now."""
        for person in self.people:
            person.drain()
            for room in (ROOM, "~"):
                kept = {(m["seq"], m["id"], doc_text(m)) for m in person.seen(room)}
                now = {(m["seq"], m["id"], doc_text(m)) for m in person.fresh(room)}
                assert kept == now, (person.name, room, "kept", kept - now, "now", now - kept)

    def told_by(self, message, room):
        mine = not message["from"].get("bot") and not message.get("relayed")
        text = doc_text(message)
        if mine and (room == "~" or text == "!start"):
            return ""  # how often one had to start depends on the private ways
        if message.get("doc", {}).get("kind") == "card" and MOVED.match(text):
            return ""
        text = re.sub(r"\b(?:[0-9a-f]{64}|[0-9a-f]{12})\b", "<hash>", text)
        return "\n".join(line for line in text.split("\n") if not PASSING.search(line))

    def board(self, person):
        return next(m for m in person.seen(ROOM) if m.get("doc", {}).get("kind") == "board")

    def control(self, person, label):
        """A button in private, once it is there: its message and what it carries."""
        def there(_=None):
            return [(m["id"], c["control"]) for m in person.seen("~")
                    for c in m.get("doc", {}).get("panel", []) if c["label"] == label]
        if not there():
            person.until(there)
        return there()[-1]

    def record(self):
        """The record of the finished game, by its button."""
        board = self.board(self.host)
        control = next(c["control"] for c in board["doc"]["panel"] if "dealt" in c["label"])
        self.do(self.host, {"op": "press", "room": ROOM, "message": board["id"],
                            "control": control})
        self.see("whole record", "~", people=[self.host])
        answers = [m for m in self.host.seen("~") if "whole record" in doc_text(m)]
        assert len(answers) == 1, answers
        return next(block["text"] for block in answers[0]["doc"]["blocks"] if block["t"] == "file")

    def prove(self):
        """The finished game, read aloud and checked by the program's own tools."""
        path = os.path.join(self.server.folder, "record.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.record())
        for words, wanted in ((("replay", "1"), "the Journalists win"), (("verify", path), "")):
            code, text = self.server.tool(*words)
            assert code == 0 and wanted in text, (words, code, text)
