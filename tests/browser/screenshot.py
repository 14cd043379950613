"""Takes the picture of the README: a game in its third round, seen by whose turn it is.

    DD_BUILD_DIR=build/plain python3 -B tests/browser/screenshot.py adapters/web/screenshot.png
"""

import shutil
import sys

from selenium.webdriver import ActionChains

import kit
from interceptor import Game, SENTENCES
from kit import until

CHATTER = [
    (3, "I do not trust that smile."),
    (1, "It is an honest smile."),
]
SENTENCES.update({
    ("Officials", "documents"): "Honestly, I only came for the biscuits.",
    ("Officials", "money"): "Who let him near the {} o'clock train?",
    ("Journalists", "documents"): "Well, the harbour was empty on day {}.",
    ("Journalists", "money"): "Lovely weather for {} umbrellas 🙂",
})


def picture(server, browser):
    """A game that has got going."""
    game = Game(server, browser)
    for person in game.people:
        person.resize(1440, 880)
    game.open()
    game.agree()
    game.play({"Officials": "documents", "Journalists": "money"})
    game.split("Officials")
    game.play({"Officials": "money", "Journalists": "money"})
    for who, words in CHATTER:
        game.people[who].say(words)
    game.split("Journalists")
    person = game.turn()
    person.press(r"\.play\.symbol=documents$", "#dock",
                 {"say": SENTENCES["Officials", "documents"]})
    person = game.turn()
    person.see("#dock [data-control*='play']")
    person.js("document.activeElement.blur()")
    ActionChains(person.driver).move_to_element(person.find("#dock-title")).perform()
    person.colours("light")
    until("the glow of new lines to fade", lambda: person.js(
        "return document.getAnimations().length === 0"))
    shutil.copy(person.shot("readme"), sys.argv[1])


if __name__ == "__main__":
    kit.run(picture)
