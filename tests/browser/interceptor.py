"""Four people at a table of Interceptor, through nothing but what their pages show them."""

import re

from kit import invitation, tell, until

NAMES = ("Ana", "Ben", "Cy", "Dee")
# what a team agrees on, and a sentence that carries it
SIGNALS = {
    "Officials": {
        "documents.kind": "word", "documents.value": "honestly",
        "money.kind": "ends_punct", "money.value": "?",
    },
    "Journalists": {
        "documents.kind": "first_word", "documents.value": "well",
        "money.kind": "emoji", "money.value": "🙂",
    },
}
SENTENCES = {
    ("Officials", "documents"): "Honestly, I could not tell in round {}.",
    ("Officials", "money"): "Who remembers round {}?",
    ("Journalists", "documents"): "Well, that was round {}.",
    ("Journalists", "money"): "Round {} is all sunshine 🙂",
}


class Game:
    """A table and its four people; each knows their team only by what they were told."""

    def __init__(self, server, browser):
        self.server = server
        ana = browser.person(server.url, NAMES[0])
        link = invitation(ana)
        self.people = [ana] + [browser.person(link, name) for name in NAMES[1:]]
        until("four people in the room", lambda: len(ana.all("#people-list .person")) == 4)
        self.team = {}
        self.round = 0
        self.ask = 0
        self.said = []

    def open(self, command="/interceptor"):
        tell("Ana opens a table by typing, everybody takes a chair")
        ana = self.people[0]
        ana.say(command)
        for person in self.people:
            person.sit()
        ana.press(r"\.start$", "#table")
        for person in self.people:
            words = until(f"{person.name} to learn their team", lambda p=person: re.search(
                r"You're one of the (\w+)\. Your partner: (\w+)", p.words("#cards")))
            self.team[person.name] = words.group(1)
        tell(f"teams: {self.team}")

    def members(self, team):
        return [person for person in self.people if self.team[person.name] == team]

    def agree(self, pairs=None):
        for team, signals in (pairs or SIGNALS).items():
            first, second = self.members(team)
            first.press(r"\.register$", "#dock", signals)
            second.press(r"\.confirm$", "#dock")
            for person in (first, second):
                person.see("#cards .face-text", "their signals")
        tell("both teams have proposed and confirmed their signals")
        leader = self.members("Officials")[0]
        leader.press(r"\.choose_leader", "#dock")
        for person in self.people:
            person.read("leads the first round", "#channel-messages")

    def turn(self):
        """Whose turn it is: the one who is offered cards that nobody was offered before."""
        def look():
            for person in self.people:
                for control in person.controls(r"^t\w+\.\d+\.play\.symbol=documents$", "#dock"):
                    ask = int(control.split(".")[1])
                    if ask > self.ask:
                        self.ask = ask
                        return person
            return None

        return until("somebody to be asked for a card", look)

    def play(self, symbols, between=None):
        """One round; symbols by team. between(number) is called before each card but the first."""
        self.round += 1
        for number in range(4):
            if number > 0 and between:
                between(number)
            person = self.turn()
            symbol = symbols[self.team[person.name]]
            answers = None
            if number in (0, 2):
                answers = {"say": SENTENCES[self.team[person.name], symbol].format(self.round)}
                self.said.append(answers["say"])
            person.press(rf"\.{self.ask}\.play\.symbol={symbol}$", "#dock", answers)
        for person in self.people:
            person.read(f"Round {self.round} is open", "#channel-messages")
        tell(f"round {self.round} was played: {symbols}")

    def split(self, team):
        self.members(team)[-1].press(r"\.split\.a=1\.b=1$", "#dock")
        for person in self.people:
            person.read(f"Round {self.round + 1}.", "#channel-messages")

    def call(self, caller, signals, symbol):
        caller.press(r"\.call$", "#dock", {
            "kind": signals[f"{symbol}.kind"], "value": signals[f"{symbol}.value"],
            "symbol": symbol,
        })

    def everyone_has_the_same(self):
        """Nobody sees a message twice or misses one, and a reload shows nothing else."""
        ana = self.people[0]
        until("the same last line everywhere",
              lambda: len({person.messages()[-1]["id"] for person in self.people}) == 1)
        for person in self.people:
            for pane in ("channel", "private"):
                places = [message["seq"] for message in person.messages(pane)]
                assert places == sorted(set(places)), f"{person.name} {pane}: {places}"
            differ = [pair for pair in zip(person.messages(), ana.messages()) if pair[0] != pair[1]]
            assert not differ, f"{person.name} and Ana read different lines: {differ}"
            assert len(person.messages()) == len(ana.messages()), f"{person.name} lacks lines"
        lines = [message["text"] for message in ana.messages()]
        for sentence in self.said:
            assert sum(sentence in line for line in lines) == 1, f"{sentence!r} in {lines}"
        opened = [sum(f"Round {number} is open" in line for line in lines)
                  for number in range(1, self.round + 1)]
        assert opened == [1] * self.round, f"{opened} of {self.round} rounds: {lines}"
        for person in self.people:
            before = person.messages(), person.messages("private"), person.words("#table h3")
            person.reload()
            until(f"{person.name} to have everything again after a reload",
                  lambda p=person, b=before:
                  (p.messages(), p.messages("private"), p.words("#table h3")) == b)
        tell(f"everybody has the same {len(lines)} messages, once, also after a reload")
