"""Four people play a whole game of each of the four, on phones and in wide windows, by day and
by night, by what is shown and pressed with a real pointer alone. Counted: presses from an empty
page to dealt secrets; how far the page shifts by itself; what moves under a finger."""

import os
import random
import time

import kit
import press
from kit import ElementClickInterceptedException, invitation, tell, until
from press import Player

PHONE, WIDE = (390, 844), (1280, 800)
LOOKS = ((WIDE, "light"), (PHONE, "dark"), (PHONE, "light"), (WIDE, "dark"))
NAMES = ("Ana", "Ben", "Cy", "Dee")
GAME_S = 120
STILL_S = 40
SHIFT_MAX = 0.02
SEED = int(os.environ.get("DD_SEED", "2"))
SHORT = {
    "Interceptor": {"max_rounds": "2"},
    "Decrypto": {"max_rounds": "2"},
    "Infiltrators": {"mission": "T1"},
    "Spyfall": {"rounds": "1", "pace": "async", "budget": "4"},
}

# How far things shift that nobody has just pressed: the worst window of at most 5 s without a pause
# of 1 s, as browsers measure it; and what was where within the last moments.
WATCH = press.LIVE + r"""
  const seen = window.steady = { shifts: [], moved: [], past: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) {
        seen.shifts.push({ at: entry.startTime, value: entry.value,
          what: entry.sources.map(({ node, previousRect: a, currentRect: b }) => {
            const e = node?.nodeType === 3 ? node.parentElement : node;
            return `${e?.tagName}#${e?.id}.${e?.className} ${Math.round(a.y)}+${Math.round(a.height)
              }→${Math.round(b.y)}+${Math.round(b.height)}`; }) });
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
  const places = () => everyLive().filter((e) => e.checkVisibility())
    .map((e) => ({ key: keyOf(e), box: e.getBoundingClientRect() }));
  // each lay there until the next was noted: at every frame in which something may have moved
  const lately = () => seen.past.filter((_, at) => at + 1 === seen.past.length ||
    performance.now() - seen.past[at + 1].at < 300);
  let waits = false;
  const note = () => {
    waits = false;
    seen.past = [...lately(), { at: performance.now(), places: places() }];
    if (document.getAnimations().length > 0) { moves(); }
  };
  const moves = () => {
    if (!waits) { waits = true; requestAnimationFrame(note); }
  };
  new MutationObserver(moves).observe(document, { childList: true, subtree: true,
    characterData: true, attributes: true });
  for (const kind of ["scroll", "resize", "load", "transitionrun", "input", "toggle", "focusin"]) {
    addEventListener(kind, moves, true);
  }
  note();
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-control], [data-open]");
    if (!pressed || event.detail === 0) { return; }
    const { clientX: x, clientY: y } = event;
    for (const { at, places } of lately()) {
      const other = places.find(({ key, box }) => key !== keyOf(pressed) && x > box.left &&
        x < box.right && y > box.top && y < box.bottom);
      if (other && !places.some(({ key, box }) => key === keyOf(pressed) && x > box.left &&
        x < box.right && y > box.top && y < box.bottom)) {
        seen.moved.push(`${keyOf(pressed)} lay elsewhere ${Math.round(performance.now() - at)
          } ms before, ${other.key} here`);
      }
    }
  });
  // what takes no press yet is stopped on its way down, and never comes here
  """
SHIFT = """
  let worst = 0, sum = 0, all = 0, first = 0, last = -Infinity;
  for (const { at, value } of window.steady.shifts) {
    if (at - last > 1000 || at - first > 5000) { sum = 0; first = at; }
    sum += value; all += value; last = at;
    worst = Math.max(worst, sum);
  }
  const big = window.steady.shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
    .map(({ value, what }) => `${value.toFixed(4)} ${what.slice(0, 3).join(", ")}`);
  return { worst, all, big, moved: window.steady.moved }"""


class Finger(Player):
    """Somebody who presses with a pointer, where the thing is; counts it."""

    def __init__(self, person, dice):
        super().__init__(person, dice)
        self.clicks = 0
        person.js(WATCH)

    def touch(self, one):
        """A real press: the thing is brought into view, and lies still before it is pressed."""
        person = self.person
        element = person.js(press.LIVE + """
            const one = allLive().find((e) => keyOf(e) === arguments[0]);
            const behind = one?.closest("#channel, #private");
            if (behind && !behind.checkVisibility()) {
              document.querySelector(`#views [data-view=${behind.id}]`).click();
            } else if (one && !one.checkVisibility()) {
              document.querySelector("#views [data-view=table]").click();
            }
            const dock = document.getElementById("dock");
            if (one && !one.checkVisibility() && dock.classList.contains("folded")) {
              document.getElementById("dock-fold").click();
            }
            one?.scrollIntoView({ block: "nearest" });
            return one;""", one["key"])
        if element is None:
            return False
        try:
            self.still(element)
            element.click()
        except ElementClickInterceptedException as problem:
            self.find(f"{one['label']!r} is covered: {str(problem)[:200]}")
            return False
        except kit.PASSING:
            return False
        self.clicks += 1
        return True

    def still(self, element):
        """Until it has lain where it is for a moment."""
        person = self.person
        person.driver.execute_async_script("""
            const [element, done] = arguments;
            let place = "", since = performance.now();
            const look = () => {
              const box = element.getBoundingClientRect();
              const now = `${box.x} ${box.y}`;
              if (now !== place) { place = now; since = performance.now(); }
              if (performance.now() - since > 320 || !element.isConnected) { done(); }
              else { requestAnimationFrame(look); }
            };
            look();""", element)


class Four:
    def __init__(self, server, browser, name):
        self.name = name
        self.dice = random.Random(f"{SEED} {name}")
        ana = browser.person(server.url, None, LOOKS[0][0])
        ana.name = NAMES[0]
        ana.enter()
        link = invitation(ana)
        people = [ana]
        for who, look in zip(NAMES[1:], LOOKS[1:]):
            person = browser.person(link, None, look[0])
            person.name = who
            people.append(person)
        for person, (size, scheme) in zip(people, LOOKS):
            person.resize(*size, mobile=size == PHONE)
            person.colours(scheme)
        self.people = people
        self.players = [Finger(ana, self.dice)]

    def sit(self):
        host = self.players[0]
        until("the games", lambda: host.press_label(f"^Play {self.name}$"))
        host.set_options(lambda _: SHORT[self.name].items())
        for person in self.people[1:]:
            person.enter()
            player = Finger(person, self.dice)
            player.clicks = 1  # that of the door
            self.players.append(player)
            until("the chair", lambda p=player: p.press_label("^Sit"))
            assert player.clicks == 2, f"{player.name} needs {player.clicks} presses"
        if host.person.shown("#table .chair"):
            until("a start", lambda: host.press_label("^Start"))
        for player in self.players:
            until("secrets", lambda p=player: not p.person.shown("#table .chair") and p.person.js(
                "return document.querySelector('#cards .doc') !== null"))
        tell("from the link to dealt secrets: 2 presses each, and one to start where the number of"
             " players is open")

    def play(self):
        end = still = time.monotonic()
        while not all(any("rematch" in one["control"] for one in player.live())
                      for player in self.players):
            now = time.monotonic()
            assert now < end + GAME_S, "the game does not end by what is shown"
            assert now < still + STILL_S, [(p.name, [one["label"] for one in p.live()])
                                           for p in self.players]
            before = still
            for player in self.players:
                owed = [one for one in player.live() if one["owed"]]
                agrees = [one for one in owed if one["label"] == "Yes"]
                if owed and player.press(self.dice.choice(agrees or owed)) is not None:
                    still = time.monotonic()
            if still == before:
                kit.pause()

    def whole(self):
        self.sit()
        self.play()
        findings = []
        for player, (size, scheme) in zip(self.players, LOOKS):
            player.covered()
            player.person.shot(f"four-{self.name.lower()}-{player.name}")
            shift = player.person.js(SHIFT)
            tell(f"{player.name} ({size[0]}, {scheme}): {player.clicks} presses, layout shift "
                 f"{shift['worst']:.4f} at worst, {shift['all']:.4f} in all")
            findings += [f"{player.name}: {what}" for what in player.findings + shift["moved"]]
            if shift["worst"] >= SHIFT_MAX:
                findings.append(f"{player.name}'s page shifts: {shift['big']}")
        assert not findings, "\n    ".join(["findings:", *findings])
        self.story()

    def story(self):
        """The end is a screen of its own, and the same after a reload."""
        told = "return [...document.querySelectorAll('#table .story img')].map((i) => i.complete)"
        for player in self.players:
            seen = len(player.person.js(told))
            assert 1 <= seen / 2 <= 3, f"{seen} pictures of a story for {player.name}: " + str(
                player.person.js("return Object.entries(localStorage).map(([key, value]) =>"
                                 " `${key} ${value.length}`)"))
        player = self.players[0]
        seen = len(player.person.js(told))
        player.person.driver.refresh()
        until("the end again", lambda: player.person.js(
            "return document.getElementById('table').dataset.phase === 'over'"))
        assert len(player.person.js(told)) == seen, "the story is another after a reload"
        self.share()

    def share(self):
        """How it went, as a picture that can be handed over as a file."""
        person = self.players[0].person
        button = "document.querySelector('#table [data-control$=\".share\"]')"
        until("the button", lambda: person.js(f"return {button} !== null"))
        person.js(f"{button}.click()")
        until("the picture", lambda: person.js(
            "return [...document.querySelectorAll('[data-key=keep]')].some((b) =>"
            " b.parentElement.querySelector('img')?.naturalWidth === 900)"))
        person.js("navigator.canShare = () => true;"
                  "navigator.share = async ({ files: [file] }) => { window.handed ="
                  " [file.name, file.type, file.size, (await file.text()).slice(1, 4)]; };"
                  "[...document.querySelectorAll('[data-key=keep]')].at(-1).click();")
        handed = until("the file", lambda: person.js("return window.handed"))
        assert handed[:2] == ["deaddrop.png", "image/png"] and handed[2] > 2000 and \
            handed[3] == "PNG", handed
        person.shot(f"four-{self.name.lower()}-shared")


def interceptor(server, browser):
    """Interceptor by four."""
    Four(server, browser, "Interceptor").whole()


def decrypto(server, browser):
    """Decrypto by four."""
    Four(server, browser, "Decrypto").whole()


def infiltrators(server, browser):
    """Infiltrators by four."""
    Four(server, browser, "Infiltrators").whole()


def spyfall(server, browser):
    """Spyfall by four."""
    Four(server, browser, "Spyfall").whole()


def alone(server, browser):
    """Alone with house players: enter, a game, play with the house, and secrets are dealt."""
    for number, name in enumerate(SHORT):
        person = browser.person(server.url, None, LOOKS[number][0])
        person.name = f"Solo{number}"
        person.enter()
        player = Finger(person, random.Random(1))
        player.clicks = 1
        until("the games", lambda p=player, n=name: p.press_label(f"^Play {n}$"))
        until("the house", lambda p=player: p.press_label("^Play with the house"))
        until("a secret", lambda p=person: p.js(
            "return document.getElementById('table').dataset.phase === 'playing' &&"
            " document.querySelector('#cards .doc') !== null"))
        assert player.clicks == 3, f"{name} needs {player.clicks} presses"
        assert not player.findings, player.findings
    tell("3 presses from an empty page to dealt secrets, in all four games")


if __name__ == "__main__":
    wanted = os.environ.get("DD_GAMES", "alone interceptor decrypto infiltrators spyfall").split()
    kit.run(*(globals()[name] for name in wanted))
