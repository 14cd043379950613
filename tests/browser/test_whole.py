"""Whole games from an opened table to the last line, with the house at the other seats. Who plays
presses what the page waits for, whatever game it is: no rule is known here."""

import random
import time

import kit
from kit import tell, until
from press import Player

PHONE = (390, 844)
WHOLE_S = 300  # house players take their time


class Whole(Player):
    """One person at a table with the house."""

    def __init__(self, person, phone=False):
        super().__init__(person, random.Random(7))
        self.phone = phone
        self.acts = 0
        self.over = False

    def open(self, game, options):
        """Opens a table by its button, and has the house fill it."""
        until("the games", lambda: self.press_label(f"^Play {game}$"))
        self.person.see("#table .chair.mine")
        self.set_options(lambda _: options.items())
        self.with_house()
        return self

    def step(self):
        """One act, when one is waited for. Was there one?"""
        live = self.live()
        if any("rematch" in one["control"] for one in live):
            self.over = True
            return True
        owed = [one for one in live if one["owed"]]
        if owed and self.press(self.dice.choice(owed)) is not None:
            self.acts += 1
            return True
        return False


def play(*players):
    """Everybody in turn, until all games are over."""
    end = time.monotonic() + WHOLE_S
    while not all(player.over for player in players):
        assert time.monotonic() < end, "a game does not end"
        if not any([player.step() for player in players if not player.over]):
            kit.pause()


def show(player, name):
    """Pictures of all that there is to see at the end. Who the house leaves how much to do is luck
    (a partner answers first, a spy guesses early), but for one act at the least."""
    person = player.person
    for view in ("private", "channel", "table"):
        if player.phone:
            person.click(f"#views [data-view={view}]")
        if player.phone or view == "table":
            person.shot(f"{name}-{view}")
    assert player.acts >= 1, f"{name}: no act"
    tell(f"{name}: over after {player.acts} acts of one person")


def games(server, browser):
    """Decrypto, Spyfall and (on a phone) Infiltrators, each from the table to the last line."""
    phone = browser.person(server.url, "Cy", PHONE)
    phone.resize(*PHONE, mobile=True)
    first = Whole(browser.person(server.url, "Ana")).open("Decrypto", {"max_rounds": "2"})
    second = Whole(phone, phone=True).open("Infiltrators", {"mission": "T1"})
    third = Whole(browser.person(server.url, "Ben")).open(
        "Spyfall", {"rounds": "1", "pace": "async", "budget": "4"})
    play(first, second, third)
    show(first, "whole-decrypto")
    show(second, "whole-infiltrators")
    show(third, "whole-spyfall")
    acts = first.acts + second.acts + third.acts
    assert acts >= 6, f"only {acts} acts in three games"


if __name__ == "__main__":
    kit.run(games)
