"""Infiltrators once more, from the rule book alone: what must happen to a table of `deaddrop rules
infiltrators`, move by move, and what each reader must see. Shares nothing with the program.

Cards that a shuffle has hidden are believed from the events that tell who drew them, as long as
they can be where they were drawn from.
"""

SUITS = "RKYGB"
NEVER = 1 << 60

# suits, numbers, Suspects, bullets, seconds and turns (or None), hand limit, special rules
MISSIONS = {
    "T1": ("RKY", 2, 13, lambda n: 2, 3, None, None, 7, ()),
    "T2": ("RKY", 2, 15, lambda n: n, 3, None, None, 7, ()),
    "T3": ("RKYG", 2, 15, lambda n: n, 3, 900, lambda n: 8 * n + 6, 7, ()),
    "M1": ("RKYG", 2, 15, lambda n: n, 3, None, None, 7, ("no_talk",)),
    "M2": ("RKYG", 2, 15, lambda n: n, 3, 720, lambda n: 6 * n + 6, 5, ("specials",)),
    "M3": ("RKYGB", 2, 15, lambda n: n, 1, 720, lambda n: 6 * n + 7, 7, ("closed_discard",)),
    "M4": ("RKY", 2, 15, lambda n: n, 1, 720, lambda n: 6 * n + 4, 7, ("hidden_suit",)),
    "M5": ("RKYG", 2, 15, lambda n: n + 1, 0, 900, lambda n: 5 * n + 14, 7, ("hidden_bullets",)),
    "M6": ("RKY", 2, 15, lambda n: n + 1, 1, 900, lambda n: 5 * n + 13, 5,
           ("no_talk", "closed_discard", "hidden_bullets", "specials", "hidden_suit")),
}
PHASES = {"nab": "turn", "clue": "turn", "exchange": "turn", "bide": "turn", "eliminate": "turn",
          "draw": "draw", "retrieve": "retrieve", "drop": "drop"}


class Differs(Exception):
    """The program does something else than the rule book."""


def number_of(card):
    return 1 if card[1:] == "*" else int(card[1:])


def order_of(card):
    return SUITS.index(card[0]), number_of(card)


def matches(clue, suspect):
    if clue[0] == suspect[0]:
        return True
    if clue[1:] == "*":
        return False
    a, b = int(clue[1:]), int(suspect[1:])
    return a % b == 0 or b % a == 0


class Model:
    """One table; a seat is its number."""

    def __init__(self, seats, name, options, deal):
        (suits, self.lowest, self.highest, suspects, spare, seconds, turns, self.limit,
         rules) = MISSIONS[name]
        self.seats, self.name, self.options = range(seats), name, options
        self.rules = set(rules) | ({"specials"} if options.get("specials") == "on" else set())
        self.suits = "".join(s for s in SUITS if s in options.get("suits", suits))
        self.hidden = deal.get("hidden")
        scaled = name == "T1" and options.get("t1_scale") == "players_minus_1"
        self.bullets = deal.get("bullets", (seats - 1 if scaled else suspects(seats)) + spare)
        self.hands = [list(hand) for hand in deal["hands"]]
        self.centre, self.hq, self.left_hq = list(deal["centre"]), list(deal["hq"]), len(deal["hq"])
        self.pool = None  # cards of the Headquarters and of some face-down ones once it is shuffled
        stands = deal.get("stands", [None] * seats)
        self.suspect = [stand and stand["suspect"] for stand in stands]
        self.clues = [list(stand.get("clues", [])) if stand else [] for stand in stands]
        self.wrong = [set() for _ in self.seats]
        self.up = list(deal.get("discard", {}).get("up", []))
        self.down = list(deal.get("discard", {}).get("down", []))
        self.seen = set(self.up) | {clue for clues in self.clues for clue in clues}
        self.solved, self.gone, self.conceded = set(), set(), set()
        self.turns, self.now, self.draws, self.paused = deal.get("turns", 0), 0, 0, None
        self.phase, self.turn, self.result, self.due = "turn", deal["first"], None, None
        slow = options.get("pace") == "async"
        how = options.get("t3_clock", "by_pace")
        how = ("turns" if slow else "real_15min") if how == "by_pace" else how
        self.clock = seconds * 1000 if seconds and how == "real_15min" else None
        self.turns_max = turns(seats) if turns and how == "turns" else None
        self.wait_ms = options.get("turn_limit", 86400 if slow else 120) * 1000
        if not self.ends():
            self.begin(self.turn)

    def off(self, name, value="off"):
        return self.options.get(name) == value

    # --- the end, and whose turn it is ------------------------------------------------------------

    def left(self):
        return len(self.centre) + sum(card is not None for card in self.suspect)

    def here(self):
        return [seat for seat in self.seats if seat not in self.gone]

    def others(self, seat):
        return [other for other in self.seats if other != seat and self.suspect[other]]

    def legal(self, seat):
        if seat in self.gone:
            return []
        hand, others = self.hands[seat], self.others(seat)
        can = {"nab": self.centre and not self.suspect[seat], "clue": hand and self.suspect[seat],
               "exchange": hand and others, "bide": self.left_hq,
               "eliminate": others and self.bullets > 0}
        return [action for action, may in can.items() if may]

    def over(self, outcome, reason):
        winners = self.here() if outcome == "win" else []
        self.phase, self.due, self.clock = "over", None, None
        self.result = {"outcome": outcome, "winners": winners, "reason": reason,
                       "scores": [int(seat in winners) for seat in self.seats]}

    def ends(self):
        if self.result:
            return True
        stuck = not any(self.legal(seat) for seat in self.seats)
        empty = self.left_hq == 0 and not any(self.hands)
        if self.left() == 0:
            self.over("win", "solved")
        elif self.bullets < self.left():
            self.over("loss", "bullets")
        elif stuck if self.off("empty_rule", "stuck") else empty:
            self.over("loss", "used_up")
        return self.result is not None

    def wait(self, phase):
        self.phase = phase
        self.due = (self.now if self.paused is None else self.paused) + self.wait_ms

    def begin(self, seat):
        for i in self.seats:
            self.turn = (seat + i) % len(self.seats)
            if self.legal(self.turn):
                self.wait("turn")
                return
        self.over("loss", "used_up")

    def next(self, counted=True):
        self.draws = 0
        self.turns += counted
        if counted and self.turns_max and self.turns >= self.turns_max:
            self.over("loss", "turns")
        else:
            self.begin((self.turn + 1) % len(self.seats))

    def finish(self):
        if self.ends():
            return
        if len(self.hands[self.turn]) > self.limit:
            self.wait("drop")
        else:
            self.next()

    # --- cards ------------------------------------------------------------------------------------

    def discard_top(self):
        if self.left_hq:
            self.left_hq -= 1
            self.down.append(self.hq.pop(0) if self.pool is None else None)

    def told(self, events, count):
        took = [event for event in events if event["id"] == "infiltrators.took"]
        if not count:
            if took:
                raise Differs("somebody is told of cards that were not taken")
            return []
        if len(took) != 1 or took[0]["to"] != [self.turn] or len(took[0]["args"]["cards"]) != count:
            raise Differs(f"{count} cards are taken, and it is told: {took}")
        return took[0]["args"]["cards"]

    def unhide(self, card):
        if self.pool is None or card not in self.pool:
            raise Differs(f"{card} cannot have lain there")
        self.pool.remove(card)

    def take(self, count, events):
        hand = self.hands[self.turn]
        if self.off("hand_cap", "no_draw_over"):
            count = min(count, max(0, self.limit - len(hand)))
        for card in self.told(events, min(count, self.left_hq)):
            if self.pool is not None:
                self.unhide(card)
            elif self.hq.pop(0) != card:
                raise Differs(f"{card} did not lie on top")
            self.left_hq -= 1
            hand.append(card)

    def may_draw(self):
        capped = self.off("hand_cap", "no_draw_over")
        return self.left_hq and not (capped and len(self.hands[self.turn]) >= self.limit)

    def lay(self, owner, card):
        self.hands[self.turn].remove(card)
        self.clues[owner].append(card)
        self.seen.add(card)

    # --- what everybody knows ---------------------------------------------------------------------

    def unknown_suit(self):
        return self.hidden is not None and all(card[0] != self.hidden for card in self.seen)

    def open_suits(self):
        if self.unknown_suit():
            return SUITS
        return [suit for suit in SUITS if suit in self.suits + (self.hidden or "")]

    def possible(self, owner, reader=None):
        """What this Suspect may be: by brute force over all cards."""
        known = {clue for clues in self.clues for clue in clues} | self.solved
        if "closed_discard" not in self.rules:
            known |= self.seen
        suits = self.open_suits()
        if reader is not None:
            mine = set(self.hands[reader]) | {self.suspect[reader]} - {None}
            known |= mine
            if any(card[0] == self.hidden for card in mine):
                suits = [suit for suit in SUITS if suit in self.suits + self.hidden]
        cards = [f"{suit}{n}" for suit in suits for n in range(self.lowest, self.highest + 1)]
        clues, suspect = self.clues[owner], self.suspect[owner]
        return [card for card in cards if card not in known and card not in self.wrong[owner]
                and all(matches(clue, card) == matches(clue, suspect) for clue in clues)]

    def exists(self, card, special=False):
        suit, number = card[:1], card[1:]
        if suit == "" or suit not in SUITS:
            return False
        if number == "*":
            return special and "specials" in self.rules
        return (number.isascii() and number.isdigit() and number == str(int(number))
                and suit in self.open_suits() and self.lowest <= int(number) <= self.highest)

    # --- moves ------------------------------------------------------------------------------------

    def deadline(self):
        return min(due for due in (self.due, self.clock, NEVER) if due is not None)

    def refusals(self, move):
        """Why the move must be refused: any of these; none: it must be taken."""
        seat, action, args = move["seat"], move["action"], move.get("args", {})
        if self.result:
            return {"game_over"}
        if action == "tick":
            return set()
        if self.paused is not None and action not in ("resume", "leave"):
            return {"paused"}
        if self.paused is None and move["at_ms"] > self.deadline():
            return {"tick_first"}
        if action == "resume":
            return set() if self.paused is not None else {"not_paused"}
        if action in ("skip", "pause"):
            return set()
        if action == "leave":
            return {"bad_argument"} if args["seat"] in self.gone else set()
        if seat in self.gone:
            return {"not_seated"}
        if action == "concede":
            if self.off("concede"):
                return {"option_off"}
            return {"already_done"} if seat in self.conceded else set()
        early = {"wrong_phase"} if PHASES[action] != self.phase else set()
        early |= {"not_your_turn"} if seat != self.turn else set()
        own = getattr(self, "refuse_" + action, lambda seat, args: set())(seat, args)
        return early | own & {"bad_argument"} if early else own

    def in_hand(self, seat, card):
        if card in self.hands[seat]:
            return set()
        return {"not_in_hand"} if self.exists(card, True) else {"no_such_card"}

    def refuse_nab(self, seat, _args):
        why = {"already_holding"} if self.suspect[seat] else set()
        return why | ({"centre_empty"} if not self.centre else set())

    def refuse_clue(self, seat, args):
        why = {"no_suspect"} if not self.suspect[seat] else set()
        return why | self.in_hand(seat, args["card"])

    def refuse_other(self, seat, args):
        if args["seat"] == seat:
            return {"own_suspect"}
        return {"no_suspect"} if not self.suspect[args["seat"]] else set()

    def refuse_exchange(self, seat, args):
        return self.refuse_other(seat, args) | self.in_hand(seat, args["card"])

    def refuse_eliminate(self, seat, args):
        why = self.refuse_other(seat, args)
        if not self.exists(args["card"]):
            return why | {"no_such_card"}
        asks = not (self.off("warn_impossible") or self.off("board") or args.get("insist"))
        if not why and asks and args["card"] not in self.possible(args["seat"]):
            return {"warning"}
        return why

    def refuse_bide(self, _seat, args):
        why = {"hq_empty"} if not self.left_hq else set()
        named = "draw" in args
        if named == self.off("draw", "one_by_one") or not 0 <= args.get("draw", 0) <= 3:
            why.add("bad_argument")
        return why

    def refuse_retrieve(self, _seat, args):
        card = args["card"]
        if card == "none" or (card == "down" and self.down) or card in self.up:
            return set()
        known = card == "down" or self.exists(card, True)
        return {"not_in_discard"} if known else {"no_such_card"}

    def refuse_drop(self, seat, args):
        cards = args["cards"]
        why = {"bad_argument"} if len(set(cards)) != len(cards) else set()
        if len(cards) != max(0, len(self.hands[seat]) - self.limit):
            why |= {"wrong_number", "bad_argument"}
        return why.union(*(self.in_hand(seat, card) for card in cards))

    def apply(self, move, events):
        action, args = move["action"], move.get("args", {})
        if action == "tick":
            self.tick(move["at_ms"], events)
            return
        self.now = move["at_ms"]
        getattr(self, "do_" + action)(args, events, move["seat"])

    def tick(self, until, events):
        while not self.result and self.paused is None and self.deadline() < until:
            self.now = self.deadline()
            if self.clock == self.now:
                self.over("loss", "clock")
            elif self.phase == "drop" or self.off("autoplay", "on"):
                self.do_skip({}, events, None)
            else:
                self.due = None
        self.now = until

    def do_pause(self, _args, _events, _seat):
        self.paused = self.now

    def do_resume(self, _args, _events, _seat):
        moved, self.paused = self.now - self.paused, None
        self.due = None if self.due is None else self.due + moved
        self.clock = None if self.clock is None else self.clock + moved

    def do_skip(self, _args, events, _seat):
        if self.phase == "draw":
            self.do_draw({"take": False}, events, None)
        elif self.phase == "retrieve":
            self.finish()
        elif self.phase == "drop":
            hand = self.hands[self.turn]
            self.do_drop({"cards": hand[self.limit:]}, events, None)
        elif self.left_hq:
            self.discard_top()
            self.finish()
        elif self.centre and not self.suspect[self.turn]:
            self.do_nab({}, events, None)
        else:
            self.next(False)

    def do_leave(self, args, _events, _seat):
        seat = args["seat"]
        self.gone.add(seat)
        self.conceded.discard(seat)
        if not self.off("leave", "dissolve") or len(self.here()) < 2:
            self.over("none", "aborted")
            return
        self.down += self.hands[seat]
        self.up += self.clues[seat]
        self.centre += [self.suspect[seat]] if self.suspect[seat] else []
        self.hands[seat], self.clues[seat], self.suspect[seat] = [], [], None
        self.wrong[seat] = set()
        if self.ends():
            return
        if self.turn == seat or (self.phase == "turn" and not self.legal(self.turn)):
            self.next(False)
        if not self.result and self.conceded == set(self.here()):
            self.over("loss", "conceded")

    def do_concede(self, _args, _events, seat):
        self.conceded.add(seat)
        if self.conceded == set(self.here()):
            self.over("loss", "conceded")

    def do_nab(self, _args, _events, _seat):
        self.suspect[self.turn] = self.centre.pop(0)
        self.discard_top()
        self.finish()

    def do_clue(self, args, _events, _seat):
        self.lay(self.turn, args["card"])
        self.finish()

    def do_exchange(self, args, _events, _seat):
        self.lay(args["seat"], args["card"])
        if not self.ends():
            if self.left_hq:
                self.wait("draw")
            else:
                self.finish()

    def do_bide(self, args, events, _seat):
        self.discard_top()
        if "draw" in args:
            self.take(args["draw"], events)
            self.finish()
        elif not self.ends():
            if self.may_draw():
                self.draws = 3
                self.wait("draw")
            else:
                self.finish()

    def do_draw(self, args, events, _seat):
        if args["take"]:
            self.take(1, events)
        self.draws = max(0, self.draws - 1)
        if args["take"] and self.draws and self.may_draw():
            self.wait("draw")
        else:
            self.draws = 0
            self.finish()

    def do_eliminate(self, args, _events, _seat):
        owner, card = args["seat"], args["card"]
        self.bullets -= 1
        if self.suspect[owner] != card:
            self.wrong[owner].add(card)
            self.finish()
            return
        self.pool = (set(self.hq) if self.pool is None else self.pool) | {card}
        self.left_hq += 1
        self.seen.add(card)
        self.solved.add(card)
        self.up += self.clues[owner]
        self.clues[owner], self.wrong[owner], self.suspect[owner] = [], set(), None
        full = (self.off("hand_cap", "no_draw_over")
                and len(self.hands[self.turn]) >= self.limit)
        if not self.ends():
            if self.up + self.down and not full:
                self.wait("retrieve")
            else:
                self.finish()

    def do_retrieve(self, args, events, _seat):
        card = args["card"]
        if card == "down":
            card = self.told(events, 1)[0]
            anywhere = self.off("facedown", "random")
            place = self.down.index(card) if anywhere and card in self.down else None
            if place is None:
                place = self.down.index(None) if anywhere else -1
            lay = self.down.pop(place)
            if lay is None:
                self.unhide(card)
            elif lay != card:
                raise Differs(f"{card} was not discarded last")
        elif card != "none":
            self.up.remove(card)
        self.hands[self.turn] += [card] if card != "none" else []
        self.finish()

    def do_drop(self, args, _events, _seat):
        for card in list(args["cards"]):
            self.hands[self.turn].remove(card)
            self.up.append(card)
            self.seen.add(card)
        self.next()

    # --- views ------------------------------------------------------------------------------------

    def stand(self, owner):
        if not self.suspect[owner]:
            return None
        possible = None if self.off("board") else self.possible(owner)
        if possible is not None and self.suspect[owner] not in possible:
            raise Differs("the model lost a Suspect")
        stand = {"clues": [{"card": clue, "match": matches(clue, self.suspect[owner])}
                           for clue in self.clues[owner]],
                 "wrong": sorted(self.wrong[owner], key=order_of), "possible": possible,
                 "candidates": None if possible is None else len(possible)}
        return stand | ({"suspect": self.suspect[owner]} if self.result else {})

    def crowd(self):
        closed = "closed_discard" in self.rules and not self.result
        secret = "hidden_bullets" in self.rules and not self.result
        return {
            "phase": self.phase, "over": self.result is not None,
            "paused": self.paused is not None, "mission": self.name,
            "suits": list(self.suits if self.unknown_suit() else self.open_suits()),
            "hidden_suit": self.unknown_suit(), "lowest": self.lowest, "highest": self.highest,
            "hand_limit": self.limit, "turn": None if self.result else self.turn,
            "hands": [len(hand) for hand in self.hands], "gone": sorted(self.gone),
            "hq": self.left_hq, "centre": len(self.centre),
            "bullets": None if secret else self.bullets,
            "left": self.left(), "turns": self.turns, "turns_max": self.turns_max,
            "clock_ms": self.clock if self.paused is None else None,
            "stands": [self.stand(owner) for owner in self.seats],
            "discard": {"up": None if closed else self.up, "up_count": len(self.up),
                        "down": len(self.down)},
            "solved": sorted(self.solved, key=order_of)}

    def seat(self, seat):
        drops = self.phase == "drop" and self.turn == seat
        mine = None
        if not self.off("board") and not self.off("board_private"):
            mine = [{"owner": owner, "candidates": len(self.possible(owner, seat)),
                     "possible": self.possible(owner, seat)} for owner in self.others(seat)]
        return self.crowd() | {
            "seat": seat, "hand": self.hands[seat], "suspect": self.suspect[seat], "mine": mine,
            "over_limit": len(self.hands[seat]) - self.limit if drops else 0}

    def owed(self):
        actions = self.legal(self.turn) if self.phase == "turn" else [self.phase]
        return [] if self.result else [(self.turn, actions, self.due)]
