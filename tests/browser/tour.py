"""Every screen that people meet, one after the other: for checks of all of them, and for pictures.
look(person, name) is called at each; it may resize the page and change its colours."""

import random
import time

from kit import Keys, invitation, pause, tell, until
from press import Player

PHONE, WIDE = (390, 844), (1280, 800)
SCHEMES = ("light", "dark")
GAMES = {
    "interceptor": {"max_rounds": "2"},
    "decrypto": {"max_rounds": "2"},
    "infiltrators": {"mission": "T1"},
    "spyfall": {"rounds": "1", "pace": "async", "budget": "4"},
}
STILL_S = 45  # so long may house players take their time


def shapes(person):
    """A phone and a wide window, by day and by night; leaves the page wide, by day."""
    for size in (PHONE, WIDE):
        person.resize(*size, mobile=size == PHONE)
        for scheme in SCHEMES:
            person.colours(scheme)
            person.js("return new Promise((done) => requestAnimationFrame(() =>"
                      " requestAnimationFrame(done)))")
            yield size, scheme
    person.colours("light")
    if person.shown(".folded #dock-fold"):
        person.click("#dock-fold")


def without_game(server, browser, look):
    """The door, a room, a lobby, and all that opens over them."""
    ana = browser.person(server.url)
    ana.name = "Ana"
    ana.see("#door-games .game")
    look(ana, "door")
    ana.enter()
    ana.see("#games [data-open]")
    look(ana, "games")
    link = invitation(ana)
    ben = browser.person(link)
    ben.name = "Ben"
    ben.see("#door-invited")
    look(ben, "door-invited")
    ben.enter()
    ana.click(".invite")
    ana.see("#invite-dialog .qr")
    look(ana, "invitation")
    ana.keys(Keys.ESCAPE)
    ana.say("Look at @Ben and 🙂")
    ben.say("Where do we sit?")
    ana.click("#rail-open")
    ana.see("#rail #people-list .person")
    look(ana, "rail")
    ana.click("#rename")
    ana.see("#form-dialog form")
    look(ana, "form")
    ana.keys(Keys.ESCAPE)
    if not ana.shown("#settings"):
        ana.click("#rail-open")  # Escape shuts it too
    ana.click("#settings")
    ana.see("#form-dialog input[type=time]")
    look(ana, "settings")
    ana.keys(Keys.ESCAPE)
    ana.keys(Keys.ESCAPE)
    lobby(ana, ben, look)
    for pane in ("channel", "private"):
        ana.resize(*PHONE, mobile=True)
        ana.click(f"#views [data-view={pane}]")
        look(ana, f"pane-{pane}")
        ana.resize(*WIDE)


def lobby(ana, ben, look):
    ana.click("[data-open=decrypto]")
    ana.see("#table .chair.mine")
    look(ana, "lobby-alone")
    ben.sit()
    ana.add_house(1)
    look(ana, "lobby")
    ana.press(r"\.option$", "#table")
    ana.see("#form-dialog .all-options")
    look(ana, "options")
    ana.click("#form-dialog .ends button")
    ana.click("#tables-react")
    ana.see("#emoji-dialog button")
    look(ana, "reactions")
    ana.keys(Keys.ESCAPE)
    ana.say("rules decrypto", "private")
    ana.read("What it is about", "#private")


class Guest(Player):
    """Somebody who plays a game with the house to its end, or a lesson; each phase is looked at."""

    def __init__(self, person, game, look):
        super().__init__(person, random.Random(f"tour {game}"))
        self.game = game
        self.look_at = look
        self.phases = set()
        self.over = False
        self.moved = time.monotonic()

    def begin(self, practice):
        way = "practice" if practice else "open"
        until("the games", lambda: self.person.shown(f"#games [data-{way}={self.game}]"))
        self.person.click(f"#games [data-{way}={self.game}]")
        if not practice:
            self.person.see("#table .chair.mine")
            self.set_options(lambda _: GAMES[self.game].items())
            self.with_house()
        until("the start", lambda: self.person.js(
            "const t = document.getElementById('table');"
            " return !t.hidden && t.dataset.phase !== 'lobby'"))
        self.lesson = "lesson" if practice else "game"

    def phase(self, seen):
        """What is waited for, by the acts that answer it."""
        if seen["phase"] == "over":
            return "over"
        owed = sorted({one["control"].split(".")[2] for one in seen["live"] if one["owed"]})
        return "-".join(owed) or "waiting"

    def step(self):
        """Looks at what is new, and acts if it is waited for. Was there anything to do?"""
        seen = self.look()
        phase = self.phase(seen)
        before = self.moved
        if phase not in self.phases:
            self.phases.add(phase)
            self.look_at(self.person, f"{self.game}-{self.lesson}-{phase}")
            self.moved = time.monotonic()
            seen = self.look()
        self.over = phase == "over"
        owed = [one for one in seen["live"] if one["owed"]]
        if owed and not self.over and self.press(self.dice.choice(owed)) is not None:
            self.moved = time.monotonic()
        assert time.monotonic() - self.moved < STILL_S, f"{self.game} stands still: {phase}"
        return self.moved != before


def play(guests):
    """Everybody in turn, to the end of all."""
    while not all(guest.over for guest in guests):
        moved = [guest.step() for guest in guests if not guest.over]
        if not any(moved):
            pause()
    for guest in guests:
        tell(f"{guest.game}: {', '.join(sorted(guest.phases))}")


def of_games(server, browser, look, practice, games=tuple(GAMES)):
    """Each phase of each game as far as lessons, or house players, show them."""
    guests = [Guest(browser.person(server.url, game.capitalize(), WIDE), game, look)
              for game in games]
    for guest in guests:
        guest.begin(practice)
    play(guests)
