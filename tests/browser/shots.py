"""No test: pictures of every screen and every phase of every game, on a phone and wide, by day
and by night, in build/<preset>/screenshots/phases. DD_GAMES: "spyfall decrypto", those games alone.

    DD_BUILD_DIR=build/plain /usr/bin/python3 -B tests/browser/shots.py
"""

import os
import shutil

import kit
import tour

GAMES = os.environ.get("DD_GAMES", " ".join(tour.GAMES)).split()


def picture(person, name):
    for size, scheme in tour.shapes(person):
        person.shot(f"phases/{name}-{size[0]}-{scheme}")


def around(server, browser):
    """Door, games, lobby, dialogs, rail, what is private."""
    tour.without_game(server, browser, picture)


def lessons(server, browser):
    """Each phase of the lessons."""
    tour.of_games(server, browser, picture, True, GAMES)


def games(server, browser):
    """Each phase of whole games with the house."""
    tour.of_games(server, browser, picture, False, GAMES)


if __name__ == "__main__":
    shutil.rmtree(kit.SHOTS / "phases", ignore_errors=True)
    (kit.SHOTS / "phases").mkdir(parents=True)
    kit.run(around, lessons, games)
