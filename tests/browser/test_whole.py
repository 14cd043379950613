"""Whole games from an opened table to the last line, with the house at the other seats. Who plays
does what the page waits for, whatever game it is: no rule is known here."""

import random
import re
import time

import kit
from kit import tell, until

PHONE = (390, 844)
WHOLE_S = 300  # house players take their time
OPEN = r"^t\w+\.\d+\."  # what is waited for carries a number

# what goes into a field that offers nothing
WORDS = {"code": "314", "text": "Is it far from here?", "location": "the moon"}
# hints: others each time, for one that is a keyword of one's own is refused
HINTS = ("stone river cloud lamp copper quilt barley anchor velvet thunder pepper marble ladder "
         "orchid tunnel whistle").split()
# several of what there is: as many boxes as the form asks for
MARK = """
  for (const group of document.querySelectorAll("#form-dialog fieldset")) {
    const boxes = Array.from(group.querySelectorAll("[type=checkbox]"));
    const least = Number(group.querySelector("legend").innerText.match(/\\d+/u)?.[0] ?? 0);
    boxes.slice(0, least).forEach((box) => box.click());
  }"""


class Player:
    def __init__(self, person, phone=False):
        self.person = person
        self.phone = phone
        self.acts = 0
        self.done = False
        self.hints = []
        self.dice = random.Random(7)
        self.cards = [f"{suit}{number}" for suit in "RKY" for number in range(2, 14)]
        self.dice.shuffle(self.cards)

    def look(self, pane):
        """On a phone one pane is shown at a time."""
        if self.phone:
            self.person.click(f"#views [data-view={pane}]")

    def open(self, command, house):
        person = self.person
        person.say(command)
        self.look("table")
        person.press(r"\.join$", "#table")
        self.look("channel")
        for number in range(house):
            person.say("!bot")
            until("the house to sit down", lambda n=number:
                  person.words("#table").count("(house)") > n)
        self.look("table")
        person.press(r"\.start$", "#table")
        self.look("private")
        return self

    def open_acts(self):
        return self.person.js(
            "return Array.from(document.querySelectorAll('#dock [data-control]'))"
            ".filter((e) => e.checkVisibility() && new RegExp(arguments[0], 'u')"
            ".test(e.dataset.control)).map((e) => e.dataset.control)", OPEN)

    def word(self, name):
        if name == "card":
            self.cards.insert(0, self.cards.pop())  # none twice before all had their turn
            return self.cards[0]
        if name.startswith(("clues.", "words.")):
            self.hints = self.hints or self.dice.sample(HINTS, len(HINTS))
            return self.hints.pop()
        return WORDS.get(name, "1")

    def fill(self):
        """The form as it stands: what it offers, or a word. One that is refused is put away."""
        person = self.person
        fields = person.js(
            "return Array.from(document.querySelectorAll("
            "'#form-dialog form [name]:not([type=checkbox])'), (e) =>"
            " [e.name, e.value, Array.from(e.options ?? [], (o) => o.value), e.required])")
        answers = {}
        for name, value, options, required in fields:
            options = [option for option in options if option]
            if required or name in ("code", "card"):
                answers[name] = self.dice.choice(options) if options else value or self.word(name)
        person.fill(answers, send=False)
        person.js(MARK)
        person.click("#form-dialog [type=submit]")
        until("an answer to the form", lambda: not person.shown("#form-dialog form") or
              person.words("#form-dialog .problem"))
        if person.shown("#form-dialog form"):
            person.click("#form-dialog .quiet")

    def step(self):
        """One act, when one is waited for."""
        if self.person.js("return document.querySelector(\"#table [data-control$='.rematch']\")"
                          " !== null"):
            self.done = True
            return
        acts = self.open_acts()
        if acts:
            control = self.dice.choice(acts)
            try:
                self.person.press("^" + re.escape(control) + "$", "#dock")
            except AssertionError:
                if control in self.open_acts():
                    raise
                return  # somebody else was faster
            self.acts += 1
            if self.person.shown("#form-dialog form"):
                self.fill()


def play(*players):
    """Everybody in turn, until all games are over."""
    end = time.monotonic() + WHOLE_S
    while not all(player.done for player in players):
        assert time.monotonic() < end, "a game does not end"
        for player in players:
            if not player.done:
                player.step()


def show(player, name):
    """Pictures of all that there is to see at the end. Who the house leaves how much to do is luck
    (a partner answers first, a spy guesses early), but for one act at the least."""
    for pane in ("private", "channel", "table"):
        player.look(pane)
        if player.phone or pane == "table":
            player.person.shot(f"{name}-{pane}")
    assert player.acts >= 1, f"{name}: no act"
    tell(f"{name}: over after {player.acts} acts of one person")


def games(server, browser):
    """Decrypto, Spyfall and (on a phone) Infiltrators, each from the table to the last line."""
    phone = browser.person(server.url, "Cy", PHONE)
    phone.resize(*PHONE, mobile=True)
    first = Player(browser.person(server.url, "Ana")).open("!decrypto max_rounds=2", 3)
    second = Player(phone, phone=True).open("!infiltrators mission=T1", 1)
    third = Player(browser.person(server.url, "Ben"))
    third.open("!spyfall rounds=1 pace=async budget=4", 4)
    play(first, second, third)
    show(first, "whole-decrypto")
    show(second, "whole-infiltrators")
    show(third, "whole-spyfall")
    acts = first.acts + second.acts + third.acts
    assert acts >= 6, f"only {acts} acts in three games"


if __name__ == "__main__":
    kit.run(games)
