#!/usr/bin/env python3
"""test_infiltrators.py PROGRAM [FIRST [COUNT]]: random games of Infiltrators, all missions, options
and sizes, good moves and bad ones, through `deaddrop rules`: every refusal, view and result must be
what agents_model.py makes of the rule book. What each Suspect can be is found there by trying all
cards."""

import json
import random
import subprocess
import sys

from agents_model import MISSIONS, SUITS, Differs, Model

PROGRAM = sys.argv[1]
MOVES_MAX = 400
CHOICES = {
    "specials": ["on"], "t1_scale": ["players_minus_1"], "hand_cap": ["no_draw_over"],
    "draw": ["one_by_one"], "facedown": ["random"], "empty_rule": ["stuck"],
    "t3_clock": ["real_15min", "turns", "off", "by_pace"], "board": ["off"],
    "board_private": ["off"], "warn_impossible": ["off"], "leave": ["dissolve", "abort"],
    "concede": ["off"], "autoplay": ["on"], "pace": ["async"], "first": ["host"],
    "turn_limit": [20, 300]}
ODD = ["", "R", "R1", "X9", "down", "none", "R*", "G16", "B*", "K14", "\U0001f7e56x", "Z", "R06",
       "15", "K*", "\u202eR6", "\u041a6", "R" * 40]


def dealt(dice, seats):
    """Options and a pinned deal of every card of a mission."""
    name = dice.choice(list(MISSIONS))
    suits, lowest, highest, count, _, _, _, limit, rules = MISSIONS[name]
    options = {key: dice.choice(values) for key, values in CHOICES.items() if dice.random() < .25}
    deal = {"first": dice.randrange(seats)}
    if "hidden_suit" in rules:
        deal["hidden"] = dice.choice([suit for suit in SUITS if suit not in suits])
    elif dice.random() < .2:
        suits = options["suits"] = "".join(sorted(dice.sample(SUITS, dice.randint(3, 5))))
    suits += deal.get("hidden", "")
    deck = [f"{suit}{n}" for suit in suits for n in range(lowest, highest + 1)]
    dice.shuffle(deck)
    scaled = name == "T1" and "t1_scale" in options
    suspects = seats - 1 if scaled else count(seats)
    centre, deck = deck[:suspects], deck[suspects:]
    if "specials" in rules or "specials" in options:
        deck += [f"{suit}*" for suit in suits]
        dice.shuffle(deck)
    sizes = [min(5, limit) if dice.random() < .7 else dice.randint(0, limit) for _ in range(seats)]
    deal["hands"] = [[deck.pop() for _ in range(min(size, len(deck)))] for size in sizes]
    if dice.random() < .4:
        deal["stands"] = [None] * seats
        for seat in range(seats):
            if centre and dice.random() < .6:
                clues = [deck.pop() for _ in range(min(len(deck), dice.randint(0, 4)))]
                deal["stands"][seat] = {"suspect": centre.pop(), "clues": clues}
    if dice.random() < .4:
        at = sorted(dice.randint(0, len(deck)) for _ in range(2))
        deal["discard"] = {"up": deck[:at[0]], "down": deck[at[0]:at[1]]}
        deck = deck[at[1]:]
    if dice.random() < .2:
        deal |= {"bullets": dice.randint(0, 12), "turns": dice.randint(0, 30)}
    deal |= {"centre": centre, "hq": deck}
    (deal if dice.random() < .5 else options)["mission"] = name
    return name, options, deal


def a_card(dice, hand):
    if dice.random() < .08:
        return dice.choice(ODD)
    if hand and dice.random() < .75:
        return dice.choice(hand)
    return f"{dice.choice(SUITS)}{dice.randint(2, 15)}"


def a_moment(dice, model):
    dues = [due for due in (model.due, model.clock) if due is not None]
    if dues and model.paused is None and dice.random() < .05:
        return max(model.now, min(dues) + dice.choice([0, 0, 1]))
    if dice.random() < .03:
        return model.now + dice.choice([130000, 250000, 86400000])
    return model.now + dice.randint(0, 3000)


def arguments(dice, model, seat, action):
    hand, others = model.hands[seat], model.others(seat)
    owner = dice.choice(others) if others and dice.random() < .9 else dice.choice(model.seats)
    if action == "clue":
        return {"card": a_card(dice, hand)}
    if action == "exchange":
        return {"seat": owner, "card": a_card(dice, hand)}
    if action == "eliminate":
        right = model.suspect[owner] if dice.random() < .35 else None
        insist = {"insist": dice.random() < .8} if dice.random() < .4 else {}
        return {"seat": owner, "card": right or a_card(dice, []), **insist}
    if action == "bide":
        slowly = model.off("draw", "one_by_one") == (dice.random() < .9)
        return {} if slowly else {"draw": dice.choice([0, 1, 2, 3, 3, 3, 2, 1, -1, 4])}
    if action == "draw":
        return {"take": dice.random() < .6}
    if action == "retrieve":
        return {"card": dice.choice([*model.up, "down", "none", a_card(dice, hand)])}
    if action == "drop":
        count = max(0, len(hand) - model.limit)
        odd = [a_card(dice, hand) for _ in range(dice.randint(0, 4))]
        return {"cards": odd if dice.random() < .1 else dice.sample(hand, count)}
    return {}


def a_move(dice, model):
    move = {"at_ms": a_moment(dice, model)}
    late = model.paused is None and move["at_ms"] > model.deadline()
    if dice.random() < (.8 if late else .05):
        return move | {"seat": "house", "action": "tick"}
    if model.paused is not None and dice.random() < .6:
        return move | {"seat": "moderator", "action": "resume"}
    if dice.random() < .04:
        action = dice.choice(["skip", "skip", "pause", "resume", "leave"])
        args = {"args": {"seat": dice.choice(model.seats)}} if action == "leave" else {}
        return move | {"seat": "moderator", "action": action} | args
    seat = model.turn if dice.random() < .9 else dice.choice(model.seats)
    wanted = model.legal(seat) if model.phase == "turn" else [model.phase]
    if dice.random() < .9 and wanted and not model.result:
        action = dice.choice(wanted)
    else:
        action = dice.choice(["nab", "clue", "exchange", "bide", "eliminate", "draw", "retrieve",
                              "drop", "concede"])
    args = arguments(dice, model, seat, action)
    return move | {"seat": seat, "action": action} | ({"args": args} if args else {})


def same(told, wanted, where):
    for key, value in wanted.items():
        if told.get(key, "nothing") != value:
            raise Differs(f"{where}.{key} is {told.get(key, 'nothing')}, not {value}")


def look(reply, model):
    views = reply["views"]
    same(views["crowd"], model.crowd(), "crowd")
    if set(views["crowd"]["rules"]) != model.rules:
        raise Differs("the special rules")
    for seat in model.seats:
        same(views["seats"][seat], model.seat(seat), f"seat {seat}")
    same(reply, {"over": model.result is not None, "phase": model.phase}, "reply")
    same(reply.get("result", {}), model.result or {}, "result")
    owed = [(owed["seat"], owed["actions"], owed["deadline_ms"]) for owed in reply["owed"]]
    if model.paused is None and owed != model.owed():
        raise Differs(f"{owed} is owed, not {model.owed()}")


def play(child, dice, tally):
    def say(line):
        child.stdin.write(json.dumps(line) + "\n")
        child.stdin.flush()
        return json.loads(child.stdout.readline())

    seats = dice.randint(2, 5)
    name, options, deal = dealt(dice, seats)
    reply = say({"seats": seats, "options": options, "deal": deal,
                 "seed": f"{dice.getrandbits(256):064x}"})
    if not reply["ok"]:
        raise Differs(f"the deal: {reply['message']}")
    model = Model(seats, name, options, deal)
    look(reply, model)
    for _ in range(MOVES_MAX):
        move = a_move(dice, model)
        step, refusals, reply = reply["step"], model.refusals(move), say(move)
        if reply["ok"] == bool(refusals) or refusals and reply["refusal"] not in refusals:
            raise Differs(f"{move}: {reply.get('refusal')}, not {refusals}")
        if refusals and reply["step"] != step or not refusals and reply["step"] <= step:
            raise Differs(f"{move}: step {reply['step']} behind {step}")
        tally.add(reply.get("refusal"))
        if not refusals:
            model.apply(move, reply["events"])
            look(reply, model)
        if model.result and dice.random() < .3:
            break
    tally.add(model.result["reason"] if model.result else None)


def main(first, count):
    tally = set()
    for seed in range(first, first + count):
        with subprocess.Popen([PROGRAM, "rules", "infiltrators"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as child:
            try:
                play(child, random.Random(seed), tally)
            except Differs as differs:
                print(f"game {seed}: {differs}")
                return 1
            finally:
                child.stdin.close()
    wanted = {"solved", "bullets", "turns", "clock", "aborted", "game_over", "warning",
              "tick_first", "paused", "no_such_card", "not_in_hand", "own_suspect", "no_suspect",
              "wrong_phase", "not_your_turn", "already_holding", "centre_empty", "not_in_discard",
              "bad_argument"}
    if count >= 100 and not wanted <= tally:
        print(f"never met: {wanted - tally}")
        return 1
    print(f"{count} games as the rule book says")
    return 0


NUMBERS = [int(word) for word in sys.argv[2:]]
sys.exit(main(*(NUMBERS + [1, 150][len(NUMBERS):])))
