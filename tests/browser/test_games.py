"""A whole game of each of the others, by one person with the house, along its lesson."""

import kit
from kit import tell

PAUSE_S = 60  # house players take their time
PHONE = (390, 844)


def begin(server, browser, game, size=(1280, 860)):
    person = browser.person(server.url, "Ana", size)
    if size == PHONE:
        person.resize(*size, mobile=True)
    person.say(f"!practice {game}")
    if size == PHONE:
        person.click("#views [data-view=table]")
    person.read("Practice", "#dock, #private")
    person.shot(f"{game}-begun")
    return person


def decrypto(server, browser):
    """Decrypto: clues by form, two codes by form, an interception that wins."""
    ana = begin(server, browser, "decrypto")
    clues = {"clues.0": "moat", "clues.1": "ferry", "clues.2": "snow"}
    ana.see("#dock .inline-form [name='clues.2']")
    ana.shot("decrypto-form")
    ana.press(r"\.clues$", "#dock", clues)
    ana.read("Their code was 4 3 2", "#dock, #private", PAUSE_S)
    ana.read("Your partner's clues", "#dock, #private", PAUSE_S)
    ana.shot("decrypto-sheet")
    ana.press(r"\.decode$", "#dock", {"code": "241"})
    ana.read("Intercept with 4 2 3", "#dock, #private", PAUSE_S)
    ana.press(r"\.intercept$", "#dock", {"code": "423"})
    ana.read("two codes intercepted", "#table", PAUSE_S)
    ana.shot("decrypto-won")
    tell("and two win")


def infiltrators(server, browser):
    """Infiltrators, on a phone: a clue, a card drawn, a shot that solves the mission."""
    ana = begin(server, browser, "infiltrators", PHONE)
    ana.press(r"\.exchange\.seat=1$", "#dock", {"card": "Y9"})
    ana.press(r"\.draw\.take=yes$", "#dock")
    ana.read("rules out R4", "#dock, #private", PAUSE_S)
    ana.shot("infiltrators-clues")
    ana.press(r"\.eliminate\.seat=1$", "#dock", {"card": "R6"})
    ana.read("Mission solved", "#dock, #private", PAUSE_S)
    ana.shot("infiltrators-won")
    tell("the mission is solved")


def spyfall(server, browser):
    """Spyfall: a question, an answer, a vote that catches the spy."""
    ana = begin(server, browser, "spyfall")
    ana.press(r"\.ask\.seat=1$", "#dock", {"text": "Is it loud here?"})
    ana.read("Would you come here with children?", "#channel-messages", PAUSE_S)
    ana.shot("spyfall-asked")
    ana.press(r"\.answer$", "#dock", {"text": "Only with a ticket."})
    ana.press(r"\.accuse\.seat=2$", "#dock")
    ana.read("That was the spy", "#dock, #private", PAUSE_S)
    ana.shot("spyfall-won")
    tell("the spy is caught")


if __name__ == "__main__":
    kit.run(decrypto, infiltrators, spyfall)
