"""Whole games from an opened table to the last line, with the house at the other seats. Who plays
does what the page waits for, whatever game it is: no rule is known here."""

import random
import re
import time

import kit
from kit import tell, until

PHONE = (390, 844)
WHOLE_S = 300  # house players take their time
OPEN = r"^t\d+\.\d+\."  # what is waited for carries a number

# what goes into a field that offers nothing
WORDS = {"code": "314", "clues.0": "stone", "clues.1": "river", "clues.2": "cloud",
         "words.0": "one", "words.1": "two", "words.2": "three", "words.3": "four",
         "text": "Is it far from here?", "location": "the moon"}


class Player:
    def __init__(self, person, phone=False):
        self.person = person
        self.phone = phone
        self.acts = 0
        self.done = False
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
                  person.words("#channel-messages").count("(house) sits down") > n)
        self.look("table")
        person.press(r"\.start$", "#table")
        self.look("private")
        return self

    def open_acts(self):
        return self.person.js(
            "return Array.from(document.querySelectorAll('#private [data-control]:not(.past)'))"
            ".filter((e) => e.checkVisibility() && new RegExp(arguments[0], 'u')"
            ".test(e.dataset.control)).map((e) => e.dataset.control)", OPEN)

    def word(self, name):
        if name == "card":
            self.cards.insert(0, self.cards.pop())  # none twice before all had their turn
            return self.cards[0]
        if name == "cards":  # as many of the hand as are too many
            told = self.person.words("#private-messages")
            hand = re.findall(r"[RKYGB]\d+", re.findall(r"Your hand: ([^.]*)", told)[-1])
            return ", ".join(hand[:int(re.findall(r"Drop (\d+) card", told)[-1])])
        return WORDS.get(name, "1")

    def fill(self):
        """The form as it stands: what it offers, or a word. One that is refused is put away."""
        person = self.person
        fields = person.js(
            "return Array.from(document.querySelectorAll('#form-dialog form [name]'), (e) =>"
            " [e.name, e.value, Array.from(e.options ?? [], (o) => o.value), e.required])")
        answers = {}
        for name, value, options, required in fields:
            options = [option for option in options if option]
            if required or name in ("code", "card"):
                answers[name] = self.dice.choice(options) if options else value or self.word(name)
        person.fill(answers, send=False)
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
            self.acts += 1
            self.person.press("^" + re.escape(control) + "$", "#private")
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


def show(player, name, least=3):
    """Pictures of all that there is to see at the end. least: acts that no game spares anybody."""
    for pane in ("private", "channel", "table"):
        player.look(pane)
        if player.phone or pane == "table":
            player.person.shot(f"{name}-{pane}")
    assert player.acts >= least, f"{name}: only {player.acts} acts"
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
    show(third, "whole-spyfall", 2)  # the first question and the last call; others may ask others


if __name__ == "__main__":
    kit.run(games)
