#!/usr/bin/env python3
"""stranger.py RECORD…: checks records with nothing of the program, by bot/record/README.md alone.

Commitment, digests, hash chain, seed, order of the seats, candidates, draws of keywords, places,
rounds and cards: says the first that does not follow. two_verifiers.py holds it to the program.
"""

import hashlib
import itertools
import json
import math
import struct
import sys

MASK = 2**64 - 1
# What is raised at something that does not follow: said by need(), or by what the form lacks.
WRONG = LookupError, TypeError, ValueError, StopIteration, struct.error


def need(holds, why):
    if not holds:
        raise ValueError(why)


def sha(text):
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def chance(seed, behind=64):
    """xoshiro256** from the seed's 32 bytes, behind so many of its numbers."""
    a, b, c, d = struct.unpack("<4Q", seed)
    for passed_over in itertools.count():
        if passed_over >= behind:
            drawn = b * 5 & MASK
            yield (drawn << 7 | drawn >> 57) * 9 & MASK
        c, d, shifted = c ^ a, d ^ b, b << 17 & MASK
        a, b, c, d = a ^ d, b ^ c, c ^ shifted, (d << 45 | d >> 19) & MASK


def below(numbers, count):
    return next(x for x in numbers if x < 2**64 - 2**64 % count) % count


def order_of(seed, players):
    """The permutation whose number in lexicographic order is the seed."""
    number, left, order = int.from_bytes(seed, "big"), list(players), []
    while left:
        place, number = divmod(number % math.factorial(len(left)), math.factorial(len(left) - 1))
        order.append(left.pop(place))
    return order


def keywords_of(seed, candidates, places):
    numbers, left, drawn = chance(seed), [line.split(" = ")[0] for line in candidates], []
    while len(drawn) < places:
        word = left.pop(below(numbers, len(left)))
        if word.casefold() not in (known.casefold() for known in drawn):
            drawn.append(word)
    return drawn


def places_of(seed, candidates, wanted):
    numbers, left, drawn = chance(seed), list(candidates), []
    while left and len(drawn) < int(wanted):
        pick = below(numbers, len(left))
        left[pick], left[-1] = left[-1], left[pick]
        drawn.append(left.pop())
    return sorted(drawn, key=lambda line: line.split(" = ")[0].encode())


def check_rounds(options, start, rounds):
    """Place and spy of each round of Spyfall; parts and who asks first are drawn between."""
    numbers, left = chance(bytes.fromhex(start["seed"]), 320), []
    for told, last in zip(rounds, [{}, *rounds]):
        among = told["in"]
        if not left or options["repeat_locations"] == "on":
            left = [line.split(" = ")[0] for line in start["deal"]["locations"]]
        place = left.pop(below(numbers, len(left)))
        spy = among[below(numbers, len(among))]
        if spy == last.get("spy") and options.get("streak") == "soft":
            spy = among[below(numbers, len(among))]
        need((told["place"], told["spy"]) == (place, spy), "a round")
        for _ in range(told["seats"] if options["roles"] == "on" else 0):
            below(numbers, 12)
        if options["first_asker"] == "random" and last:
            below(numbers, len(among))


def shuffle(numbers, cards):
    for place in range(len(cards), 1, -1):
        chosen = below(numbers, place)
        cards[place - 1], cards[chosen] = cards[chosen], cards[place - 1]


def hands_of(seed, mission, agents):
    """What each Agent is dealt. Suspects are a number, or so many as Agents, and more."""
    items = dict(item.split(" = ", 1) for item in mission.split("; "))
    rules, numbers = items.get("rules", ""), chance(seed)
    suits, others = items["suits"], [suit for suit in "RKYGB" if suit not in items["suits"]]
    if "hidden_suit" in rules:
        suits += others[below(numbers, len(others))]
    suits = [suit for suit in "RKYGB" if suit in suits]
    lowest, highest = map(int, items["numbers"].split("-"))
    cards = [f"{suit}{n}" for suit in suits for n in range(lowest, highest + 1)]
    shuffle(numbers, cards)
    if "specials" in rules:
        what, _, more = items["suspects"].partition(" + ")
        suspects = (agents if what == "agents" else int(what)) + int(more or 0)
        cards = cards[suspects:] + [f"{suit}*" for suit in suits]
        shuffle(numbers, cards)
    size = min(5, int(items.get("hand_limit", 7)))
    return {str(agent): cards[size * agent:size * (agent + 1)] for agent in range(agents)}


def check_cards(hands, texts, by, action, args):
    """Whoever has drawn nothing yet lays cards of the hand that was dealt."""
    if action == "undo":
        hands.clear()  # which cards came back is the rules' business
    elif action == "retrieve" or args.get("draw", 0) > 0 or args.get("take") or not by.isdigit():
        hands.pop(by, None)
    elif action in ("clue", "exchange") and by in hands and args["card"][1:] in texts:
        need(texts[args["card"][1:]] in hands[by], "a card that was laid")
        hands[by].remove(texts[args["card"][1:]])


def who_joined(header, args, joins):
    """The events of those who sit, by joining: the order of the seats is undone."""
    places = list(range(len(args["order"])))
    if header["game"] in ("interceptor", "decrypto"):
        places = order_of(bytes.fromhex(args["seed"]), places)
    seats = [header["seats"][places.index(place)] for place in range(len(places))]
    events = [seat["join"] for seat in seats if seat["join"]]
    need(set(events) <= set(joins), "a join")
    if header["options"].get("teams") == "chosen":  # by wish, so that the seed orders nobody
        return sorted(events, key=joins.index, reverse=True)
    known = [seat["join"] or seat.get("name") for seat in seats]
    came = [joins.index(who) for who in known if who in joins]  # the newest comes first
    need(came == sorted(came, reverse=True), "the order of the seats")
    return events


def check_start(header, args, joins):
    parts = who_joined(header, args, joins)
    if "week" in header:
        need((args["week"], args["commitment"]) == (header["week"], header["commitment"]), "a week")
        parts = "weekly", header["game"], header["week"], str(len(args["order"]))
    seed, candidates, deal = bytes.fromhex(args["seed"]), header["candidates"], args.get("deal")
    if "secret" in header:
        events = b"".join(part.encode() + b"\0" for part in parts)
        need(sha(bytes.fromhex(header["secret"]) + events) == args["seed"], "the seed")
    if not candidates:
        need("candidates" not in args and deal is None, "a deal of nothing")
        return {}
    need(args["candidates"] == sha("".join(line + "\n" for line in candidates)), "the candidates")
    if header["game"] == "decrypto":
        told = deal["keywords"]["white"] + (deal["keywords"].get("black") or [])
        need(told == keywords_of(seed, candidates, len(told)), "the keywords")
    elif header["game"] == "spyfall":
        need(deal["locations"] == places_of(seed, candidates, header["options"]["list"]), "a list")
    else:
        named = f"mission = {header['options']['mission']}; "
        mission = next(line for line in candidates if line.startswith(named))
        need(deal["mission"] == mission, "the mission")
        return hands_of(seed, mission, len(args["order"]))
    return {}


def check(lines):
    header, end = json.loads(lines[0]), json.loads(lines[-1])
    if "secret" in header or "week" not in header:
        need(sha(bytes.fromhex(header["secret"])) == header["commitment"], "the commitment")
    before, joins, texts, start, hands = sha(header["chain"]), [], {}, None, {}
    for text in lines[1:]:
        row = json.loads(text)
        if "digest" in row:
            need(sha(row["salt"] + row["text"])[:32] == row["digest"], "the digest of a text")
            texts[row["digest"]] = row["text"]
        elif "line" in row:
            before = sha(before + row["line"])
            need(before == row["hash"], "the chain")
            _, _, by, action, rest = row["line"].split(" ", 4)
            args = json.loads(rest[:rest.rindex(" ")])
            if start is not None:
                check_cards(hands, texts, by, action, args)
            elif action in ("join", "bot"):
                joins.insert(0, args["event"] if action == "join" else args["called"])
            elif action == "start":
                start, hands = args, check_start(header, args, joins)
    need(start is not None and "result" in end, "the end")
    check_rounds(header["options"], start, end.get("rounds", ()))


if __name__ == "__main__":
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                check(file.read().rstrip("\n").split("\n"))
        except WRONG as wrong:
            sys.exit(f"{path}: {wrong} does not follow")
        print(f"{path}: follows")
