"""People who only press: whole games of all four by what the page shows (press.py), with house
players, options by chance, restarts, old controls and strangers; checked after every step.

DD_SEED: other dice; DD_GAMES: "spyfall decrypto" and the like, those games alone. What one of them
saw of each game is in build/<preset>/press-seen/web-<game>.txt."""

import os
import random
import re
import time

import kit
import press
from kit import tell, until
from press import BOLD, GRAVE, LIES, Player

GAME_S = 300
STILL_S = 30  # so long may nothing happen at all
AGREE_S = 5
EARLY_MS = 1000  # a public line so soon after a call is one that it should have followed
SEED = int(os.environ.get("DD_SEED", "4"))
NEVER = "tzzzzzzzzzzzz"  # a table that never was
# Options that a page's pressing alone cannot play: signals of one's own in the channel.
AVOIDED = {"signal_mode", "start_when_full", "cardless"}


class Game:
    """What is played, by whom, and what goes wrong beside it. lines: public ones a unit; more: acts
    that have a line of their own beside these."""

    def __init__(self, name, people, **more):
        self.name = name
        self.people = people
        self.house = more.get("house", 0)
        self.restarts = more.get("restarts", 0)
        self.short = more.get("short", {})  # options that keep it short
        self.lines = more["lines"]
        self.units = more["units"]
        self.beside = more.get("beside", "")


class Run:
    def __init__(self, server, browser, game):
        self.server = server
        self.game = game
        self.dice = random.Random(f"{SEED} {game.name}")
        self.number = 0
        self.acted = []  # when somebody began to act, in ms
        self.actor = None  # who did so last: what they owe by it they are looking at
        self.counts = {"presses": 0, "stale": 0, "restarts": 0}
        self.called = {}  # (who, ask) → how often
        self.heard = {}  # who → calls that were looked at
        self.round = 0
        ana = browser.person(server.url, "Ana")
        link = kit.invitation(ana)
        names = ("Ana", "Ben", "Cy", "Dee")[:game.people]
        others = [browser.person(link, name) for name in names[1:]]
        for person in (ana, *others):
            person.calm()
        self.players = [Player(person, self.dice) for person in (ana, *others)]
        self.stranger = Player(browser.person(server.url, "Eve"), self.dice)
        self.stranger.person.say("hello")  # in a room of her own

    # --- what holds after every step ----------------------------------------------------------

    def signs(self):
        """What is wrong with who is told that it is their turn, and what everybody sees."""
        wrong = []
        looks = {player: player.look() for player in self.players}
        names = {player.name for player in self.players}
        first = looks[self.players[0]]
        # of a team that agrees in private the room is told as a team
        awaited = set() if "Agreeing on signals" in first["board"] else (
            set(first["awaited"]) & names)
        playing = not any(re.search("rematch", one["label"], re.I)
                          for one in looks[self.players[0]]["live"])
        for player, seen in looks.items():
            owed = [one["label"] for one in seen["live"] if one["owed"]]
            waits = playing and self.round > 0 and player.name in awaited
            if not (bool(owed) == seen["turn"] == ("Your turn" in seen["title"])):
                wrong.append((player, f"turn sign {seen['turn']}, live {owed}"))
            if waits and not owed:
                wrong.append((player, f"the room waits for them, and they have no way: "
                                      f"{seen['board'][-300:]!r}, {seen['cards'][-300:]!r}"))
            if owed and playing and awaited and not waits:
                wrong.append((player, f"the room waits for {sorted(awaited)}, they have {owed}"))
        self.round = max(self.round, looks[self.players[0]]["round"])
        return wrong, looks

    def check(self):
        """After each act: signs, calls, order."""
        wrong, looks = self.signs()
        end = time.monotonic() + AGREE_S
        while wrong and time.monotonic() < end:
            kit.pause()
            wrong, looks = self.signs()
        for player, what in wrong:
            player.find(what)
        for player, seen in looks.items():
            self.check_calls(player, seen)
            player.covered()

    def check_calls(self, player, seen):
        calls = seen["calls"][self.heard.get(player, 0):]
        self.heard[player] = len(seen["calls"])
        for call in calls:
            new = [ask for ask in call["asks"] if (player, ask) not in self.called]
            if not new:
                player.find(f"called again, or for nothing: {call['words'][:80]!r}")
            for ask in new:
                self.called[player, ask] = 1
            early = [line for line in seen["lines"]
                     if call["at"] < line["at"] < call["at"] + EARLY_MS
                     and not any(call["at"] <= at <= line["at"] for at in self.acted)]
            if early and self.game.house == 0:
                player.find(f"called before the line {early[0]['text'][:80]!r}")
        for one in seen["live"]:
            ask = one["control"].split(".")[1] if one["owed"] else None
            if ask and (player, ask) not in self.called:
                self.called[player, ask] = 0
                if player is not self.actor:
                    player.find(f"owes {one['label']!r} and was not called")

    # --- what is pressed ----------------------------------------------------------------------

    def press(self, player, one, wish=None):
        self.acted.append(time.time() * 1000)
        self.actor = player
        said = player.press(one, wish)
        if said is None:
            return False
        self.counts["presses"] += 1
        told, wrong = said
        if wrong and not (self.game.house > 0 and self.is_gone(player, one)):
            player.find(f"{one['label']!r} was no offer: {wrong[0][:160]!r} of {told}")
        self.check()
        return True

    def is_gone(self, player, one):
        """The house moves by itself: what was pressed may have been over in that moment."""
        try:
            until("it to go", lambda: all(other["control"] != one["control"]
                                          for other in player.live()))
        except AssertionError:
            return False
        return True

    def act(self, player):
        """What is owed, or now and then something else that is offered."""
        dice = self.dice
        live = player.live()
        owed = [one for one in live if one["owed"]]
        other = [one for one in live if not one["owed"] and not GRAVE.search(one["label"])]
        bold = [one for one in other if BOLD.search(one["label"])]
        if owed and dice.random() < 0.85:
            agrees = [one for one in owed if one["label"] == "Yes" and dice.random() < 0.8]
            return self.press(player, dice.choice(agrees or owed))
        if bold and dice.random() < 0.07:
            return self.press(player, dice.choice(bold))
        if dice.random() < 0.03 and player.cross_off():
            return True
        if other and dice.random() < 0.06:
            return self.press(player, dice.choice([one for one in other if one not in bold]
                                                  or other))
        return False

    # --- what is over, and what is not theirs ---------------------------------------------------

    def state(self):
        """All that a press that changes nothing leaves as it is."""
        seen = [player.look() for player in self.players]
        return [seen[0]["board"], seen[0]["said"],
                *(sorted(one["control"] for one in look["live"] if one["owed"]) for look in seen)]

    def stale(self, owner, one, who):
        """Somebody presses what is over, or another's, from their own private place."""
        self.number += 1
        self.counts["stale"] += 1
        before = self.state()
        own = who is owner
        told = who.send(self.number, one["control"], "~" if one["mine"] else one["room"],
                        one["message"] if own else "")
        after = self.state()
        if before != after and self.game.house == 0:
            who.find(f"{owner.name}'s old {one['label']!r} ({one['control']}) changed something")
        if not told and not who.person.shown("#form-dialog form"):
            who.find(f"{owner.name}'s old {one['label']!r} is not answered")
        # a standing choice is the same control for all who have it: it is theirs then
        theirs = any(live["control"] == one["control"] for live in who.live())
        if who.person.shown("#form-dialog form") and not theirs:
            who.find(f"{owner.name}'s old {one['label']!r} opens a form")
            who.person.click("#form-dialog .quiet")
        unkind = [text for text in told if re.search(
            "doesn't fit|no such action|error|invalid", text)]
        if unkind:
            who.find(f"{owner.name}'s old {one['label']!r} is answered {unkind[0]!r}")

    def some_stale(self, count):
        """Old asks, by who had them and by others; what is live for whoever presses is left out."""
        for _ in range(count):
            owner, who = self.dice.choice(self.players), self.dice.choice(self.players)
            live = {one["control"] for one in who.live()}
            old = [one for control, one in sorted(owner.kept.items())
                   if one["owed"] and control not in live]
            if old:
                self.stale(owner, self.dice.choice(old), who)

    def strange(self):
        """Who is in another room is told of this table what is told of one that never was."""
        eve = self.stranger
        kept = {control: one for control, one in self.players[0].kept.items()
                if not control.startswith("t0.")}  # of no table: what the house is, settings
        for control, one in sorted(kept.items())[:: max(1, len(kept) // 4)]:
            answers = []
            for tried in (control, NEVER + control[control.index("."):]):
                self.number += 1
                self.counts["stale"] += 1
                answers.append(eve.send(self.number, tried, "~", one["message"]))
            if answers[0] != answers[1]:
                eve.find(f"{one['label']!r} of a table that is none of hers says {answers[0]},"
                         f" of none {answers[1]}")

    def restart(self):
        """kill -9, and all pages come back by themselves."""
        self.counts["restarts"] += 1
        self.server.kill()
        self.server.start()
        for player in (*self.players, self.stranger):
            until(f"{player.name}'s line to be back",
                  lambda p=player: p.look()["wire"] and p.person.js(
                      "return window.eyes.wire?.readyState === 1"), 40)
        self.check()

    # --- a game ---------------------------------------------------------------------------------

    def sit(self):
        host = self.players[0]
        until("the games to choose from", lambda: host.press_label(rf"^Play {self.game.name}$"))
        until("the lobby", lambda: self.sits(host))
        host.set_options(self.options)
        self.strange()
        for player in self.players:
            until(f"{player.name} to sit", lambda p=player: self.sits(p) or p.press_label("^Sit"))
        for number in range(self.game.house):
            until("a way to have the house sit down", lambda: host.press_label("^House player"))
            until("the house to sit down", lambda n=number:
                  len(host.person.shown("#table .chair.taken img.badge")) > n)
        # where the number of players is fixed, the last one to sit down starts it
        until("the start", lambda: self.is_begun() or (host.press_label("^Start") and False))
        self.check()

    def is_begun(self):
        return all(player.person.js(
            "return document.getElementById('table').dataset.phase !== 'lobby'")
            for player in self.players)

    @staticmethod
    def sits(player):
        return bool(player.person.shown("#table .chair.mine"))

    def options(self, offered):
        """Those that keep the game short, and some by chance."""
        yield from self.game.short.items()
        free = [one for one in offered if one["name"] not in AVOIDED | set(self.game.short)
                and (one["values"] or one["type"] == "number")]
        for one in self.dice.sample(free, self.dice.randrange(3)):
            yield one["name"], (self.dice.choice(one["values"]) if one["values"]
                                else str(self.dice.randint(int(one["min"]), int(one["max"]))))

    def is_over(self):
        return all(any(re.search("rematch", one["label"], re.I) for one in player.live())
                   for player in self.players)

    def play(self):
        end = time.monotonic() + GAME_S
        still = time.monotonic()
        seen = None
        restarts = sorted(self.dice.randrange(8, 16) for _ in range(self.game.restarts))
        while not self.is_over():
            now = time.monotonic()
            assert now < end, "the game does not end by what is shown"
            assert now < still + STILL_S, [
                (p.name, [one["label"] for one in p.live()]) for p in self.players]
            for player in self.players:
                if self.act(player):
                    still = time.monotonic()
            if restarts and self.counts["presses"] >= restarts[0]:
                restarts.pop(0)
                self.restart()
            if self.dice.random() < 0.1:
                self.some_stale(1)
            state = self.state()
            if state != seen:
                seen, still = state, time.monotonic()
            self.check()

    def check_end(self):
        """Everybody's card says one thing of how it ended."""
        for player in self.players:
            cards = player.look()["cards"]
            if "Nobody wins" in cards and "You lost" in cards:
                player.find(f"nobody wins, and they lost: {cards!r}")
            if "next round" in cards:
                player.find(f"a next round of a game that is over: {cards!r}")

    def count_lines(self):
        """Few public messages: counted as what one of them saw, from the start to the end."""
        lines = len(self.players[0].look()["lines"])
        acts = [act for player in self.players for act in player.done]
        units = (self.round if self.game.units == "round"
                 else sum(act in self.game.units.split() for act in acts))
        beside = sum(act in self.game.beside.split() for act in acts)
        most = self.game.lines * units + beside + 3
        tell(f"{lines} public messages, {units} of {self.game.units}, {beside} acts beside")
        if self.game.house == 0 and self.game.restarts == 0 and lines > most:
            self.players[0].find(f"{lines} public messages, {most} at most: "
                                 f"{[line['text'][:50] for line in self.lines_seen()]}")

    def lines_seen(self):
        return self.players[0].look()["lines"]

    def whole(self):
        self.sit()
        self.play()
        self.check()
        self.check_end()
        self.players[0].story(kit.BUILD / "press-seen" / f"web-{self.game.name.lower()}.txt")
        self.count_lines()
        self.some_stale(8)
        self.strange()
        tell(f"{self.game.name}: over after " + ", ".join(
            f"{number} {what}" for what, number in self.counts.items()))
        findings = [f"{p.name}: {what}" for p in (*self.players, self.stranger)
                    for what in p.findings]
        assert not findings, findings


def interceptor(server, browser):
    """Interceptor by four who only press."""
    Run(server, browser, Game("Interceptor", 4, lines=3, units="round",
                              beside="call rule concede", short={"max_rounds": "3"})).whole()


def decrypto(server, browser):
    """Decrypto by three who only press and a house player, with a restart."""
    Run(server, browser, Game("Decrypto", 3, house=1, restarts=1, lines=4, units="round",
                              beside="challenge rule keywords", short={"max_rounds": "3"})).whole()


def infiltrators(server, browser):
    """Infiltrators by two who only press, with a restart."""
    Run(server, browser, Game("Infiltrators", 2, restarts=1, lines=1,
                              units="nab clue exchange bide eliminate",
                              beside="draw retrieve drop", short={"mission": "T1"})).whole()


def spyfall(server, browser):
    """Spyfall by four who only press."""
    Run(server, browser, Game("Spyfall", 4, lines=1, units="ask",
                              beside="accuse vote guess next done pass",
                              short={"rounds": "1"})).whole()


if __name__ == "__main__":
    assert LIES and press.WORDS
    wanted = os.environ.get("DD_GAMES", "interceptor decrypto infiltrators spyfall").split()
    kit.run(*(globals()[name] for name in wanted))
