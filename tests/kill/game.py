"""A whole game of Interceptor by wire, told as acts that can be sent again, and what everybody must
have seen of it whatever happened on the way."""

import re

from playground import Gone, Person, doc_text

NAMES = ("Ana", "Ben", "Cy", "Dee")
ROOM = "den"
# What may come or not, depending on when the server was away, and the proof of the private way.
PASSING = re.compile(r"I was away|All deadlines moved|cannot be reached|not reachable|not proven|"
                     r"is not open yet|once more in a moment")


class Table:
    """Four people in one room; every act survives the end of the server."""

    def __init__(self, server, again):
        self.server = server
        self.again = again  # called when the server is gone; starts it again
        self.people = []
        self.restarts = 0

    def settle(self, what):
        """Does what(); when the server goes away in it, has it started again, brings everybody
        back, and does it once more."""
        while True:
            try:
                return what()
            except (Gone, ConnectionError, OSError):
                self.come_back()

    def come_back(self):
        while True:
            self.again()
            self.restarts += 1
            assert self.restarts < 40, "the server keeps going away"
            try:
                for person in self.people:
                    person.connect()
                return
            except (Gone, ConnectionError, OSError):
                continue

    def sit(self):
        def arrive(name):
            person = Person(self.server, name, self.join)
            person.connect()
            self.people.append(person)

        self.join = None
        for name in NAMES:
            if len(self.people) == 1:
                host = self.people[0]
                self.do(host, {"op": "room", "name": ROOM})
                self.join = self.settle(lambda: self.server.post(
                    "/invite", {"room": ROOM}, host.tab))["link"].split("#join=")[1]
            self.settle(lambda name=name: arrive(name))

    def do(self, person, op):
        """One act, until it is answered; the very same one again after a cut. The answer."""
        sent = {}

        def once():
            if sent:
                person.socket.send(sent)
            else:
                sent.update(person.act(op))
            return person.answer(sent)

        answer = self.settle(once)
        while answer["op"] == "sorry" and answer.get("again"):
            person.answers.pop(sent["id"])
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
        self.do(self.people[0], {"op": "slash", "room": ROOM, "command": "interceptor",
                                 "args": {}})
        for person in self.people:
            self.do(person, {"op": "say", "room": ROOM, "text": "!join"})
            self.see("You are in.", "~", people=[person])
        while not any("The game begins" in doc_text(m) for m in self.people[0].seen(ROOM)):
            refusals = len(self.people[0].seen("~"))
            self.say(self.people[0], "!start", ROOM)
            self.settle(lambda n=refusals: self.people[0].until(
                lambda _: any("The game begins" in doc_text(m) for m in self.people[0].seen(ROOM))
                or len(self.people[0].seen("~")) > n))
        line = next(doc_text(m) for m in self.people[0].seen(ROOM)
                    if "The game begins" in doc_text(m))
        order = re.findall("|".join(NAMES), line[line.index("The game begins"):])
        self.people.sort(key=lambda person: order.index(person.name))

    def rounds(self):
        """Signals, two rounds, a wrong call, and the call that wins."""
        oa, ja, ob, jb = self.people
        self.say(oa, "signals documents: word honestly money: ends with ?")
        self.say(ob, "confirm")
        self.say(ja, "signals documents: word coffee money: first word well")
        self.say(jb, "confirm")
        self.say(ob, f"leader {oa.name}")
        for person, text in ((oa, 'play money "Who goes first?"'), (ob, "play money"),
                             (ja, 'play money "Well, who knows."'), (jb, "play money"),
                             (ja, "split 1 1"), (ob, 'play documents "I honestly forgot."'),
                             (oa, "play documents"), (jb, 'play documents "More coffee, please."')):
            self.say(person, text)
        self.say(oa, 'Interceptor! "umbrella" means money', ROOM)
        self.say(ja, "play money")
        self.say(oa, "split 2 2")
        self.say(jb, 'Interceptor! "honestly" means documents', ROOM)
        self.see("the Journalists win")

    def told(self):
        """What each seat was told by the house, names replaced by seats: equal for equal games."""
        seats = {person.name: f"<{n}>" for n, person in enumerate(self.people)}
        result = []
        for person in self.people:
            self.settle(person.drain)
            for room in (ROOM, "~"):
                for message in person.seen(room):
                    kind = message.get("doc", {}).get("kind")
                    text = doc_text(message)
                    if kind == "board" or PASSING.search(text) or not message["from"].get("bot") and \
                            not message.get("relayed") and room == "~":
                        continue
                    text = re.sub("|".join(NAMES), lambda m: seats[m.group()], text)
                    text = re.sub(r"\b[0-9a-f]{64}\b", "<hash>", text)
                    result.append((seats[person.name], room, kind, text))
        return result
