"""Somebody who knows no command and no rules: chooses among what is offered, mostly what is waited
for, and writes what the words around a place to fill in ask for. tests/fake/press has the same."""

import random
import re

from screen import screen

NOUNS = ("gravel velvet orchard thunder saddle pepper compass lantern harbour cinnamon blizzard "
         "marble trumpet feather cactus puddle violin glacier mustard canyon parrot bonfire anchor "
         "pillow meadow ginger turbine walnut ribbon candle falcon pebble sandal biscuit drawer "
         "hammock acrobat denim ladder quarry syrup wagon zipper kettle lizard oyster").split()
FILLERS = "we may go there later then if they still want it that people here all day some".split()
QUESTIONS = ("Is it loud where you are?", "Do you come here often?", "Who is in charge here?")
ANSWERS = ("Now and then, like everybody.", "Only when it rains.", "That depends on the hour.")
# What is there at all times, and what one presses only when one means it.
IDLE = ("My hand", "Help", "Transcript", "How it", "Say to team", "Board", "Status")
GRAVE = ("Leave", "Concede", "Give up", "End it", "Take out", "Wait no longer", "Pause", "Hide",
         "Rematch", "Ready", "Options", "Mission", "house player", "Team", "More time", "New host",
         "Settings", "About", "My data", "Forget me")
BOLD = ("Interceptor!", "Put up for vote", "Name the place", "Challenge")
SIGNALS = (
    (r"the (?:word|phrase) “(.*?)”", "{some} {0} {some}"),
    (r"“([^”]*)” as the first word", "{0} {some}"),
    (r"“([^”]*)” as the last word", "{some} {0}"),
    (r"the emoji (\S+)", "{some} {0} {some}"),
    (r"(\S+) at the very end", "{some} {0}"),
    (r"a (\S+) anywhere", "{some} {0} {some}"),
    (r"exactly (\d+) words", None),
    (r"the number (\d+)", "{some} {0} {some}"),
    (r"15 words or more", "{some} {some} {some} {some} {some} {some}"),
    (r"a digit", "{some} 7 {some}"),
    (r"a word in CAPITALS", "{some} LOUD {some}"),
)


def says(label, words):
    return any(word in label for word in words)


class Player:
    def __init__(self, person, seed, table, host=False, plays=True):
        self.person, self.table, self.host, self.plays = person, table, host, plays
        self.dice = random.Random(seed)
        self.seated = self.starts = False
        self.calls = self.dice.randrange(3)
        self.used = set()  # reactions that stand there already
        self.act = None  # the event of the last one; None: it stood there already

    def weight(self, message, control):
        label = control.label
        if "Join" in label:
            return 40 if self.plays and not self.seated else 0
        if "Start" in label:
            return 40 if self.host and self.starts else 0
        if says(label, GRAVE) or (control.key and (control.event, control.key) in self.used):
            return 0
        if says(label, BOLD):
            return 3 if self.seated and self.calls else 0
        if says(label, IDLE) or not message.direct:
            return 1
        return 15

    def choose(self, eager):
        """The control to use next; None: nothing that they would use."""
        newest = {}
        for message in screen(self.person):
            if any(self.weight(message, one) for one in message.offers()):
                newest[message.room] = message
        wishes = [(self.weight(message, one), one)
                  for message in newest.values() for one in message.offers()]
        wishes = [(weight, one) for weight, one in wishes if weight >= (15 if eager else 1)]
        if not wishes:
            return None
        return self.dice.choices([one for _, one in wishes], [weight for weight, _ in wishes])[0]

    def use(self, control):
        """Does it; what was done, in words."""
        if control.key:
            self.used.add((control.event, control.key))
            self.act = self.person.react(control.room, control.event, control.key)
            return f"{self.person.name} reacts {control.label!r}"
        values = []
        for place, optional in control.places():
            values.append("" if optional and self.dice.random() < 0.4 and not
                          (values and says(place, ("which one", "value"))) else
                          self.fill(control, place, values))
        words = control.filled(values)
        self.calls -= says(control.label, BOLD)
        self.act = self.person.say(self.table if control.at_table else control.room, words)
        return f"{self.person.name} says {words!r}"

    # --- what is written ------------------------------------------------------------------------

    def some(self):
        return " ".join(self.dice.choices(FILLERS, k=self.dice.randrange(2, 4)))

    def sentence(self, control, place):
        symbol = "Money" if "Money" in control.label else "Documents"
        behind = re.compile(rf"{symbol}: (.*?)(?: · |\n|$)")
        told = [place] + [behind.search(message.text).group(1)
                          for message in reversed(screen(self.person))
                          if message.direct and behind.search(message.text) and
                          "ignals" in message.text]
        for words in told:
            for pattern, shape in SIGNALS:
                found = re.search(pattern, words)
                if found and shape is None:
                    return " ".join(self.dice.choices(FILLERS, k=int(found.group(1))))
                if found:
                    value = found.groups()[0] if found.groups() else ""
                    return re.sub(r"\{some\}", lambda _: self.some(), shape).replace("{0}", value)
        return self.some()

    def fill(self, control, place, before):
        if "|" in place:
            return self.dice.choice(place.split("|"))
        if "=" in place:
            return place
        if says(place, ("kind",)):
            return self.dice.choice(("word", "first word", "last word"))
        known, count = control.values(place)
        if known:
            return ",".join(self.dice.sample(known, count))
        if before and says(place, ("which one", "value")):
            return self.dice.choice(NOUNS)
        if says(control.label, ("Documents", "Money")):
            return self.sentence(control, place)
        if says(place, ("digits", "code")):
            return "".join(self.dice.sample("1234", 3))
        if says(control.label, ("Ask",)):
            return self.dice.choice(QUESTIONS)
        if says(control.label, ("Answer",)):
            return self.dice.choice(ANSWERS)
        return self.dice.choice(NOUNS)
