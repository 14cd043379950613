#!/usr/bin/env python3
"""spyfall_rules.py [FIRST LAST]: Spyfall on the headless runner against a second set of rules.

The rules here are written from the rule book alone and know nothing of the program's. Random games,
with everybody doing what is owed, and often anything else: what is accepted, why something is not,
the crowd's view, every card, who owes what by when, and the result have to be the same."""

import json
import os
import random
import subprocess
import sys

from spyfall_book import CALLED, DAY, NAMES, OF_MODERATORS, PLACES, Game

DEADDROP = os.path.join(os.environ.get("DD_BUILD_DIR", "build/plain"), "deaddrop")
NO_PLACES = ["Moon", "bank zoo", "Ваnk", ""]
MOVES = ["ask", "answer", "accuse", "accuse", "vote", "guess", "done", "next", "pass", "rounds",
         "concede"]


class Table(Game):
    """The same, with what everybody sees of it."""

    def seen_vote(self):
        vote = self.vote
        if vote is None:
            return None
        said = [s for s in vote["order"] if vote["said"].get(s) == "yes" and not vote["secret"]]
        return {"accuser": vote["accuser"], "suspect": vote["suspect"],
                "yes": sorted([vote["accuser"], *said]),
                "next": None if vote["secret"] else self.voters()[0]}

    def seen_clock(self):
        if self.clock.left is None:
            return {"running": False, "left_ms": 0}
        runs = self.clock.since is not None
        left = self.clock.left - (self.moment() - self.clock.since if runs else 0)
        return {"running": runs and self.paused is None, "left_ms": left}

    def view(self):
        asks = self.phase in ("questions", "vote")
        return {"phase": self.phase, "round": self.round, "over": self.over,
                "rounds": self.planned, "leader": self.leader,
                "asker": self.asker if asks else None, "barred": self.barred,
                "pending": self.pending, "accused": [s in self.accused for s in range(self.seats)],
                "scores": self.scores, "locations": NAMES, "vote": self.seen_vote(),
                "clock": self.seen_clock(), "last": self.last, "questions_left": self.left}

    def card(self, seat):
        plays = self.phase not in ("between", "over") and seat in self.present()
        role = None if not plays else "spy" if seat == self.spy else "agent"
        return role, self.place if role == "agent" else None

    def owed(self):
        alone = {"questions": (self.asker, "ask"), "last_guess": (self.spy, "guess"),
                 "between": (self.leader, "next"), "final_vote": (self.turn, "accuse", "pass")}
        limit = None if self.paused is not None else self.wait.due()
        if self.vote is not None:
            limit = None if self.paused is not None else self.vote_clock.due()
            return [(s, ["vote"], limit) for s in sorted(self.voters())]
        if self.phase == "last_call":
            return [(s, ["done"], None) for s in self.present() if s not in self.done]
        if self.phase == "questions" and self.pending is not None:
            return [(self.pending, ["answer"], limit)]
        if self.phase in alone:
            seat, *actions = alone[self.phase]
            return [(seat, actions, limit)]
        return []


class Different(Exception):
    """The program and the rules here do not agree."""


def need(name, is_so, should_be):
    if is_so != should_be:
        raise Different(f"{name}: is {is_so!r}, should be {should_be!r}")


def compare(game, reply):
    crowd = reply["views"]["crowd"]
    for name, value in game.view().items():
        seen = crowd.get(name)
        if isinstance(value, dict) and isinstance(seen, dict):
            seen = {key: seen.get(key) for key in value}
        need(name, seen, value)
    need("seats", len(reply["views"]["seats"]), game.seats)
    for seat, view in enumerate(reply["views"]["seats"]):
        need(f"the card of {seat}", (view["role"], view["location"]), game.card(seat))
        need(f"what {seat} sees of the table", {key: view.get(key) for key in crowd}, crowd)
    need("owed", [(o["seat"], o["actions"], o["deadline_ms"]) for o in reply["owed"]], game.owed())
    need("result", reply.get("result"), game.result)


def some_options(dice):
    values = {"rounds": (1, 2, 3, 4, 6), "pace": ("async", "live"), "minutes": (6, 8, 10),
              "first_asker": ("leader", "previous_spy", "rotate"), "vote_limit": (30, 60, 3600),
              "vote": ("simultaneous", "sequential"), "silent_vote": ("yes", "no"),
              "clock_in_vote": ("running", "stopped"), "guess_during_vote": ("blocked", "allowed"),
              "final_vote": ("on", "off"), "last_guess": ("on", "off"), "answer_limit": (45, 600),
              "budget": (1, 1, 2, 3), "tie": ("extra_round", "shared"), "concede": ("off", "on"),
              "autoplay": ("on", "off")}
    chosen = {name: dice.choice(of) for name, of in values.items() if dice.random() < 0.4}
    if dice.random() < 0.1:
        chosen["leave"] = "abort"
    return chosen


def some_args(dice, game, action):
    seat = dice.randrange(game.seats + (dice.random() < 0.05))
    text = dice.choice(["", "  ", "\u200b", "動物?"]) if dice.random() < 0.1 else "Is it?"
    answer = dice.choice(["yes"] * 5 + ["no"] + ["perhaps"] * (dice.random() < 0.1))
    return {"ask": {"seat": seat, "text": text}, "answer": {"text": text},
            "accuse": {"seat": seat}, "leave": {"seat": seat}, "vote": {"answer": answer},
            "guess": {"location": dice.choice(list(CALLED) + NO_PLACES)},
            "rounds": {"rounds": dice.randrange(8)}}.get(action, {})


def some_move(dice, game):
    chance = dice.random()
    owed = game.owed()
    if game.paused is not None and dice.random() < 0.4:
        return "moderator", "resume"
    if chance < 0.72 and owed:
        seat, actions, _ = dice.choice(owed)
        return seat, dice.choice(actions)
    if chance < 0.78:
        return "moderator", dice.choice(sorted(OF_MODERATORS) + ["skip"])
    if chance < 0.80:
        return dice.choice([("house", "join"), ("house", "skip"), ("moderator", "ask"),
                            (0, "skip"), (0, "join")])
    return dice.randrange(game.seats + (dice.random() < 0.05)), dice.choice(MOVES)


def some_moment(dice, game):
    due = game.due()
    if due is not None and dice.random() < 0.08:
        return max(game.now, due + dice.choice([0, 0, 1]))
    if dice.random() < 0.01:
        return max(0, game.now - 5)
    long = [30000, 60001, 120001, 400000] + [43200000, DAY * 1000 + 1] * game.days()
    chance = dice.random()
    return game.now + (0 if chance < 0.3 else dice.randrange(8000) if chance < 0.9
                       else dice.choice(long))


def play(number, say):
    """Plays one game through say(object) -> reply."""
    dice = random.Random(number)
    seats, options = dice.randint(4, 12), some_options(dice)
    deal = {"rounds": [{"location": dice.choice(NAMES), "spy": dice.randrange(seats)}
                       for _ in range(40)],
            "leader": dice.randrange(seats), "locations": PLACES,
            "scores": [dice.choice([0, 0, 0, 1, 2]) for _ in range(seats)]}
    written = {name: f"{value}s" if name.endswith("_limit") else value
               for name, value in options.items()}
    reply = say({"seats": seats, "options": written, "seed": f"{number + 1:064x}", "deal": deal})
    game, steps = Table(seats, options, deal), 0
    compare(game, reply)
    for _ in range(300):
        at, due = some_moment(dice, game), game.due()
        seat, action = some_move(dice, game)
        if game.paused is None and due is not None and at > due and dice.random() < 0.85:
            seat, action = "house", "tick"
        args = some_args(dice, game, action)
        refusals = game.move(seat, action, args, at)
        reply = say({"seat": seat, "action": action, "args": args, "at_ms": at})
        need("ok", reply["ok"], refusals is None)
        steps += refusals is None
        need("step", reply["step"], steps)
        if refusals is None:
            compare(game, reply)
        elif reply["refusal"] not in refusals:
            raise Different(f"refused as {reply['refusal']}, should be one of {sorted(refusals)}")
        if game.over and dice.random() < 0.3:
            return


def play_one(number):
    lines = []
    with subprocess.Popen([DEADDROP, "rules", "spyfall"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, bufsize=1) as process:

        def say(what):
            lines.append(json.dumps(what, ensure_ascii=False))
            process.stdin.write(lines[-1] + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline() or '{"ok": null, "step": null}')

        try:
            play(number, say)
        except Different as different:
            print(f"game {number}, move {len(lines) - 1}: {different}", *lines[-6:], sep="\n")
            return False
        finally:
            process.stdin.close()
    return process.returncode == 0


def main():
    first, last = (int(word) for word in sys.argv[1:]) if len(sys.argv) == 3 else (1, 80)
    return 0 if all([play_one(number) for number in range(first, last + 1)]) else 1


if __name__ == "__main__":
    sys.exit(main())
