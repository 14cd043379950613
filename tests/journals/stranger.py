#!/usr/bin/env python3
"""stranger.py RECORD…: checks records with nothing of the program, by bot/record/README.md alone.

Commitment, digests of texts, hash chain, seed, order of the seats, candidates, and the keywords
of Decrypto, places of Spyfall and cards of Infiltrators that are drawn of them. Says the first
thing that does not follow. two_verifiers.py holds it against `deaddrop verify`.
"""

import hashlib
import itertools
import json
import math
import sys

MASK = 2**64 - 1
# What is raised at something that does not follow: said by need(), or by what the form lacks.
WRONG = LookupError, TypeError, ValueError, StopIteration


def need(holds, why):
    if not holds:
        raise ValueError(why)


def sha(text):
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def chance(seed):
    """xoshiro256** from the seed's 32 bytes, behind its first 64 numbers."""
    word = [int.from_bytes(seed[i:i + 8], "little") for i in range(0, 32, 8)]

    def turned(x, by):
        return (x << by | x >> (64 - by)) & MASK

    for passed_over in itertools.count():
        if passed_over >= 64:
            yield turned(word[1] * 5 & MASK, 7) * 9 & MASK
        shifted = word[1] << 17 & MASK
        word[2] ^= word[0]
        word[3] ^= word[1]
        word[1] ^= word[2]
        word[0] ^= word[3]
        word[2] ^= shifted
        word[3] = turned(word[3], 45)


def below(numbers, count):
    limit = 2**64 - 2**64 % count
    return next(x for x in numbers if x < limit) % count


def order_of(seed, players):
    """The permutation whose number in lexicographic order is the seed."""
    number = int.from_bytes(seed, "big") % math.factorial(len(players))
    left, order = list(players), []
    while left:
        place, number = divmod(number, math.factorial(len(left) - 1))
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
    while left and len(drawn) < wanted:
        pick = below(numbers, len(left))
        left[pick], left[-1] = left[-1], left[pick]
        drawn.append(left.pop())
    return sorted(drawn, key=lambda line: line.split(" = ")[0].encode())


def shuffle(numbers, cards):
    for place in range(len(cards), 1, -1):
        chosen = below(numbers, place)
        cards[place - 1], cards[chosen] = cards[chosen], cards[place - 1]


def hands_of(seed, mission, agents):
    """What each Agent is dealt. Suspects are a number, or so many as Agents, and more."""
    items = dict(item.split(" = ", 1) for item in mission.split("; "))
    rules, numbers = items.get("rules", ""), chance(seed)
    suits = [suit for suit in "RKYGB" if suit in items["suits"]]
    others = [suit for suit in "RKYGB" if suit not in suits]
    if "hidden_suit" in rules:
        suits.append(others[below(numbers, len(others))])
        suits.sort(key="RKYGB".index)
    lowest, highest = map(int, items["numbers"].split("-"))
    cards = [f"{suit}{n}" for suit in suits for n in range(lowest, highest + 1)]
    shuffle(numbers, cards)
    if "specials" in rules:
        what, _, more = items["suspects"].partition(" + ")
        suspects = (agents if what == "agents" else int(what)) + int(more or 0)
        cards = cards[suspects:] + [f"{suit}*" for suit in suits]
        shuffle(numbers, cards)
    size = min(5, int(items.get("hand_limit", 7)))
    return [cards[size * agent:size * (agent + 1)] for agent in range(agents)]


def check_cards(hands, texts, by, action, args):
    """Whoever has drawn nothing yet lays cards of the hand that was dealt."""
    draws = action == "retrieve" or args.get("draw", 0) > 0 or args.get("take", False)
    if action == "undo":
        hands.clear()  # which cards came back is the rules' business
    elif draws or not by.isdigit():
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
    seed, candidates = bytes.fromhex(args["seed"]), header["candidates"]
    if "secret" in header:
        events = b"".join(part.encode() + b"\0" for part in parts)
        need(sha(bytes.fromhex(header["secret"]) + events) == args["seed"], "the seed")
    if not candidates:
        need("candidates" not in args and "deal" not in args, "a deal of nothing")
        return {}
    need(args["candidates"] == sha("".join(line + "\n" for line in candidates)), "the candidates")
    if header["game"] == "decrypto":
        dealt = args["deal"]["keywords"]
        told = dealt["white"] + (dealt.get("black") or [])
        need(told == keywords_of(seed, candidates, len(told)), "the keywords")
    elif header["game"] == "spyfall":
        wanted = int(header["options"]["list"])
        need(args["deal"]["locations"] == places_of(seed, candidates, wanted), "the places")
    else:
        named = f"mission = {header['options']['mission']}; "
        mission = next(line for line in candidates if line.startswith(named))
        need(args["deal"]["mission"] == mission, "the mission")
        hands = hands_of(seed, mission, len(args["order"]))
        return {str(seat): hand for seat, hand in enumerate(hands)}
    return {}


def check(lines):
    header = json.loads(lines[0])
    if "secret" in header or "week" not in header:
        need(sha(bytes.fromhex(header["secret"])) == header["commitment"], "the commitment")
    before, joins, texts, hands = sha(header["chain"]), [], {}, None  # None: before the start
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
            if hands is not None:
                check_cards(hands, texts, by, action, args)
            elif action in ("join", "bot"):
                joins.insert(0, args["event"] if action == "join" else args["called"])
            elif action == "start":
                hands = check_start(header, args, joins)
    need(hands is not None and "result" in json.loads(lines[-1]), "the end")


def main(paths):
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                check(file.read().rstrip("\n").split("\n"))
        except WRONG as wrong:
            sys.exit(f"{path}: {wrong} does not follow")
        print(f"{path}: follows")


if __name__ == "__main__":
    main(sys.argv[1:])
