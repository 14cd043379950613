#!/usr/bin/env python3
"""stranger.py RECORD…: checks records with nothing of the program, by bot/record/README.md alone.

Commitment, digests of texts, hash chain, seed, order of the seats, candidates, and the keywords
of Decrypto, places of Spyfall and cards of Infiltrators that are drawn of them. Says the first
thing that does not follow, and checks that it would have found a wrong one.
"""

import hashlib
import json
import math
import sys

MASK = 2**64 - 1


class Wrong(Exception):
    """Something in a record that does not follow."""


def need(holds, why):
    if not holds:
        raise Wrong(why)


def sha(text):
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def chance(seed):
    """xoshiro256** from the seed's 32 bytes."""
    word = [int.from_bytes(seed[i:i + 8], "little") for i in range(0, 32, 8)]

    def turned(x, by):
        return (x << by | x >> (64 - by)) & MASK

    while True:
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
    numbers = chance(seed)
    for _ in range(64):
        next(numbers)
    left, drawn = [line.split(" = ")[0] for line in candidates], []
    while len(drawn) < places:
        word = left.pop(below(numbers, len(left)))
        if word.casefold() not in (known.casefold() for known in drawn):
            drawn.append(word)
    return drawn


def places_of(seed, candidates, wanted):
    numbers = chance(seed)
    for _ in range(64):
        next(numbers)
    left, drawn = list(candidates), []
    while left and len(drawn) < wanted:
        pick = below(numbers, len(left))
        drawn.append(left[pick])
        left[pick] = left[-1]
        left.pop()
    return sorted(drawn, key=lambda line: line.split(" = ")[0].encode())


def shuffle(numbers, cards):
    for place in range(len(cards), 1, -1):
        chosen = below(numbers, place)
        cards[place - 1], cards[chosen] = cards[chosen], cards[place - 1]


def hands_of(seed, mission, agents):
    """What each Agent of Infiltrators is dealt. Suspects are a number, or so many as Agents, and
    more."""
    items = dict(item.split(" = ", 1) for item in mission.split("; "))
    rules, numbers = items.get("rules", ""), chance(seed)
    for _ in range(64):
        next(numbers)
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
    if draws or not by.isdigit():
        hands.pop(by, None)
        return
    if action in ("clue", "exchange") and by in hands:
        need(texts[args["card"][1:]] in hands[by], "a card that was laid")
        hands[by].remove(texts[args["card"][1:]])


def check_start(header, args, lobby):
    players = sorted(lobby, key=lambda seat: lobby[seat][0])
    events = b"".join(lobby[seat][1].encode() + b"\0" for seat in players
                      if lobby[seat][1] is not None)
    if "week" in header:
        need(args["week"] == header["week"] and args["commitment"] == header["commitment"],
             "the week")
        parts = "weekly", header["game"], header["week"], str(len(players))
        events = b"".join(part.encode() + b"\0" for part in parts)
    seed = bytes.fromhex(args["seed"])
    if "secret" in header:
        seed = hashlib.sha256(bytes.fromhex(header["secret"]) + events).digest()
    need(args["seed"] == seed.hex(), "the seed")
    teams = header["game"] in ("interceptor", "decrypto")
    need(args["order"] == (order_of(seed, players) if teams else players), "the order of the seats")
    candidates = header["candidates"]
    if not candidates:
        need("candidates" not in args and "deal" not in args, "a deal of nothing")
        return {}
    need(args["candidates"] == sha("".join(line + "\n" for line in candidates)), "the candidates")
    if header["game"] == "decrypto":
        dealt = args["deal"]["keywords"]
        told = dealt["white"] + dealt.get("black", [])
        need(told == keywords_of(seed, candidates, len(told)), "the keywords")
    if header["game"] == "spyfall":
        wanted = int(header["options"]["list"])
        need(args["deal"]["locations"] == places_of(seed, candidates, wanted), "the places")
    if header["game"] == "infiltrators":
        named = f"mission = {header['options']['mission']}; "
        mission = next(line for line in candidates if line.startswith(named))
        need(args["deal"]["mission"] == mission, "the mission")
        return {str(seat): hand for seat, hand in enumerate(hands_of(seed, mission, len(players)))}
    return {}


def check(lines):
    header = json.loads(lines[0])
    if "secret" in header or "week" not in header:
        need(sha(bytes.fromhex(header["secret"])) == header["commitment"], "the commitment")
    before, lobby, joins, started = sha(header["chain"]), {}, 0, False
    texts, hands = {}, {}
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
            if action in ("join", "bot") and not started:
                seat = min(set(range(99)) - set(lobby))
                lobby[seat] = joins, args.get("event")
                joins += 1
            elif action == "leave" and not started:
                del lobby[int(by)]
            elif action == "start":
                hands = check_start(header, args, lobby)
                started = True
            elif started:
                check_cards(hands, texts, by, action, args)
    need(started and "result" in json.loads(lines[-1]), "the end")


def refuses(lines):
    """Is it found wrong?"""
    try:
        check(lines)
    except (Wrong, KeyError, ValueError):
        return True
    return False


def changes(lines):
    """The same record with one thing in it another: what it was, and the lines."""
    header = json.loads(lines[0])
    for key in ("commitment", "secret"):
        if key in header:
            was = header[key][:9]
            now = was[::-1] if was[::-1] != was else was + "x"
            yield was, [line.replace(was, now, 1) for line in lines]
    for at, was in enumerate(header["candidates"]):
        others = header["candidates"][:at] + [was + "x"] + header["candidates"][at + 1:]
        yield was, [json.dumps({**header, "candidates": others}), *lines[1:]]


def main(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = file.read().rstrip("\n").split("\n")
        try:
            check(lines)
        except Wrong as wrong:
            print(f"{path}: {wrong} does not follow")
            return 1
        for was, changed in changes(lines):
            if not refuses(changed):
                print(f"{path}: {was!r} may be another and nobody sees it")
                return 1
        print(f"{path}: follows")
    return 0


sys.exit(main(sys.argv[1:]))
