"""Spyfall by section 4 of the rule book, for spyfall_rules.py: knows nothing of the program."""

PLACES = ["Bank = savings bank, the vault", "Zoo", "School", "Beach", "Café", "Gas station"]
NAMES = [line.split(" = ")[0] for line in PLACES]
CALLED = {**{name: name for name in NAMES}, "savings bank": "Bank", "THE VAULT": "Bank",
          "the zoo": "Zoo", "cafe": "Café", "GAS   station": "Gas station", "zoo.": "Zoo"}
DAY = 86400
ROUND = ("questions", "vote", "last_call")
PHASES = {"ask": ROUND, "answer": ROUND, "accuse": ROUND + ("final_vote",), "next": ("between",),
          "vote": ("vote", "final_vote"), "guess": ROUND + ("last_guess",), "rounds": ("between",),
          "done": ("last_call", "vote"), "pass": ("final_vote",)}
OF_MODERATORS = {"skip", "leave", "pause", "resume", "join", "rounds"}


class Clock:
    """Running since a moment, standing with what is left, or off."""

    def __init__(self):
        self.left = self.since = None

    def start(self, now, length):
        self.left, self.since = length, now

    def stop(self):
        self.left = self.since = None

    def due(self):
        return None if self.left is None or self.since is None else self.since + self.left

    def hold(self, now):
        if self.due() is not None:
            self.left, self.since = self.left - (now - self.since), None

    def go(self, now):
        if self.left is not None and self.since is None:
            self.since = now


class Game:
    """Rulebook section 4. A move answers None, or the refusals that the book allows for it."""

    def __init__(self, seats, options, deal):
        self.seats, self.options, self.pinned = seats, options, deal["rounds"]
        self.leader = self.first = deal["leader"]
        self.scores = deal["scores"][:]
        self.now, self.paused, self.round, self.over = 0, None, 0, False
        self.gone, self.waiting, self.conceded = set(), set(), set()
        self.planned = options.get("rounds", 5)
        self.clock, self.wait, self.vote_clock = Clock(), Clock(), Clock()
        self.last = self.result = self.vote = self.last_spy = self.indictment = None
        self.begin()

    def option(self, name, default):
        return self.options.get(name, default)

    def days(self):
        return self.option("pace", "live") == "async"

    def moment(self):
        return self.now if self.paused is None else self.paused

    def present(self):
        return [s for s in range(self.seats) if s not in self.gone and s not in self.waiting]

    def coming(self):
        return [s for s in range(self.seats) if s not in self.gone]

    def after(self, seat, among=None):
        among = self.present() if among is None else among
        circle = [(seat + i) % self.seats for i in range(1, self.seats + 1)]
        return next((s for s in circle if s in among), None)

    def still(self, seat):
        return seat if seat in self.present() else self.after(seat)

    def waits(self, ms):
        self.wait.stop()
        if ms:
            self.wait.start(self.moment(), ms)
        if self.phase == "vote":
            self.wait.hold(self.moment())

    def vote_limit(self):
        return self.option("vote_limit", DAY if self.days() else 60) * 1000

    def wait_for_question(self):
        usual = DAY if self.days() else 0
        asks = self.pending is None
        self.waits((usual if asks else self.option("answer_limit", usual)) * 1000)

    # rounds

    def begin(self):
        self.waiting &= self.gone
        pin = self.pinned[self.round]
        self.round += 1
        self.place, self.spy = pin["location"], self.still(pin["spy"])
        how = self.option("first_asker", "leader")
        if self.round == 1 or how == "leader":
            self.first = self.leader
        elif how == "previous_spy":
            self.first = self.still(self.last_spy)
        else:
            self.first = self.after(self.first)
        self.asker, self.barred, self.pending, self.turn = self.first, None, None, None
        self.accused, self.done, self.vote, self.phase = set(), set(), None, "questions"
        minutes = self.option("minutes", 4 + len(self.present()) // 2)
        self.clock.stop()
        self.left = self.option("budget", 2 * minutes) if self.days() else None
        if not self.days():
            self.clock.start(self.moment(), minutes * 60000)
        self.wait_for_question()

    def points(self, seat, end):
        spy = seat == self.spy
        if end == "spy_indicted":
            return 0 if spy else 2 if seat == self.vote["accuser"] else 1
        if end == "spy_guessed_wrong":
            return 0 if spy else 1
        return {"innocent_indicted": 4, "spy_guessed": 4, "clock": 2, "void": 0}[end] * spy

    def end_round(self, end):
        points = [self.points(s, end) if s in self.present() else 0 for s in range(self.seats)]
        self.scores = [score + more for score, more in zip(self.scores, points)]
        self.last = {"end": end, "spy": self.spy, "location": self.place, "points": points}
        self.last_spy, self.vote = self.spy, None
        self.asker = self.barred = self.pending = self.turn = None
        self.clock.stop()
        self.vote_clock.stop()
        if not self.present() or self.was_last():
            self.end_game("points")
            return
        self.phase = "between"
        self.waits(DAY * 1000 if self.days() else 120000)

    def ahead(self):
        top = max((self.scores[s] for s in self.present()), default=0)
        return [s for s in self.present() if self.scores[s] == top]

    def was_last(self):
        if self.round < self.planned:
            return False
        extra = self.option("tie", "shared") == "extra_round"
        if extra and len(self.ahead()) > 1 and len(self.coming()) >= 4:
            self.planned = self.round + 1
            return False
        return True

    def end_game(self, reason):
        winners = self.ahead() if reason == "points" else []
        outcome = "none" if not winners else "win" if len(winners) == 1 else "tie"
        self.over, self.phase, self.vote = True, "over", None
        self.asker = self.barred = self.pending = self.turn = None
        self.result = {"outcome": outcome, "winners": winners, "reason": reason,
                       "scores": self.scores[:]}
        for clock in (self.clock, self.wait, self.vote_clock):
            clock.stop()

    def go_on(self):
        if len(self.coming()) < 4:
            self.end_game("points")
        else:
            self.begin()

    # time

    def time_out(self):
        self.clock.stop()
        if self.option("final_vote", "off") == "off":
            self.end_round("clock")
            return
        self.phase, self.vote = "final_vote", None
        self.asker = self.barred = self.pending = None
        self.final, self.turn = set(self.present()), self.leader
        self.waits(self.vote_limit())

    def final_next(self):
        self.final.discard(self.turn)
        turn = self.after(self.turn, [s for s in self.present() if s in self.final])
        if turn is None:
            self.end_round("clock")
        else:
            self.turn = turn
            self.waits(self.vote_limit())

    def due(self):
        clocks = (self.clock, self.wait, self.vote_clock)
        return min((c.due() for c in clocks if c.due() is not None), default=None)

    def fall_due(self, due):
        if self.clock.due() == due:
            self.clock.stop()
            if self.phase == "vote":
                self.vote["zero"] = True
            else:
                self.time_out()
        elif self.vote_clock.due() == due:
            self.silent()
        elif self.phase == "questions" and self.option("autoplay", "off") == "off":
            self.wait.stop()
        else:
            self.default()

    def tick(self, at):
        while self.paused is None and not self.over:
            due = self.due()
            if due is None or due >= at:
                break
            self.now = due
            self.fall_due(due)
        self.now = at

    def default(self):
        if self.phase == "questions" and self.pending is not None:
            self.move_on()
        elif self.phase == "questions":
            self.pass_turn()
        elif self.phase == "last_call":
            self.time_out()
        elif self.phase == "final_vote":
            self.final_next()
        elif self.phase == "last_guess":
            self.vote = self.indictment
            self.end_round("spy_indicted")
        elif self.phase == "between":
            self.go_on()

    # questions

    def move_on(self):
        self.barred = self.asker if self.asker in self.present() else None
        self.asker, self.pending = self.pending, None
        if self.days():
            self.left -= 1
            if self.left == 0:
                self.phase, self.asker, self.barred, self.done = "last_call", None, None, set()
                self.clock.start(self.moment(), 12 * 3600000)
                self.waits(0)
                return
        self.wait_for_question()

    def pass_turn(self):
        self.asker, self.barred = self.after(self.asker), None
        self.wait_for_question()

    def check_done(self):
        if self.phase == "last_call" and not set(self.present()) - self.done:
            self.time_out()

    # votes

    def voters(self):
        if self.vote is None:
            return []
        missing = [s for s in self.vote["order"] if s not in self.vote["said"]]
        return missing if self.vote["secret"] else missing[:1]

    def silent(self):
        for seat in self.voters():
            self.vote["said"][seat] = self.option("silent_vote", "no")
        self.conclude()

    def conclude(self):
        vote = self.vote
        refused = "no" in vote["said"].values()
        missing = [s for s in vote["order"] if s not in vote["said"]]
        if missing and (vote["secret"] or not refused):
            if not vote["secret"]:
                self.vote_clock.start(self.moment(), self.vote_limit())
        elif refused:
            self.vote_over(spent=True)
        else:
            self.indicted()

    def indicted(self):
        caught = self.vote["suspect"] == self.spy
        self.vote_clock.stop()
        if not caught or self.option("last_guess", "off") == "off":
            self.end_round("spy_indicted" if caught else "innocent_indicted")
            return
        self.phase, self.indictment, self.vote = "last_guess", self.vote, None
        self.asker = self.barred = self.pending = self.turn = None
        self.clock.stop()
        self.waits(self.vote_limit())

    def vote_over(self, spent):
        vote, self.vote = self.vote, None
        self.vote_clock.stop()
        if self.phase == "final_vote":
            if spent:
                self.final_next()
            else:
                self.waits(self.vote_limit())
            return
        self.phase = vote["from"]
        if vote["zero"]:
            self.time_out()
            return
        self.wait.go(self.moment())
        self.clock.go(self.moment())
        self.check_done()

    # moves

    def move(self, seat, action, args, at):
        if self.over:
            return {"game_over", "bad_input"}
        if at < self.now:
            return {"bad_input"}
        if action == "tick":
            self.tick(at)
            return None
        due = self.due()
        if self.paused is None and due is not None and due < at:
            return {"tick_first"}
        if isinstance(seat, int) and (seat >= self.seats or seat in self.gone):
            return {"not_seated"}
        if seat == "house" and action != "join" or seat == "moderator" and \
                action not in OF_MODERATORS:
            return {"not_seated"}
        if isinstance(seat, int) and action in OF_MODERATORS - {"rounds"}:
            return {"not_yours"}
        if self.paused is not None and action not in ("resume", "leave"):
            return {"paused"}
        if self.phase not in PHASES.get(action, (self.phase,)):
            return {"wrong_phase"}
        before, self.now = self.now, at
        refusal = getattr(self, "do_" + action)(seat, args)
        if refusal is not None:
            self.now = before
            strange = args.get("seat", 0) >= self.seats or args.get("answer") == "perhaps"
            return refusal | ({"bad_argument"} if strange else set())
        return None

    def do_ask(self, seat, args):
        target = args["seat"]
        if self.phase == "vote":
            return {"vote_open"}
        if self.phase == "last_call":
            return {"no_questions_left"}
        if seat != self.asker:
            return {"not_your_turn"}
        if self.pending is not None:
            return {"pending_question"}
        if target == seat:
            return {"self_target"}
        if target not in self.present():
            return {"bad_argument"}
        if target == self.barred:
            return {"barred_target"}
        if not args["text"].strip(" \u200b"):
            return {"bad_argument"}
        self.pending = target
        self.wait_for_question()
        return None

    def do_answer(self, seat, args):
        if self.phase == "vote":
            return {"vote_open"}
        if seat != self.pending:
            return {"not_pending"}
        if not args["text"].strip(" \u200b"):
            return {"bad_argument"}
        self.move_on()
        return None

    def do_accuse(self, seat, args):
        suspect, final = args["seat"], self.phase == "final_vote"
        if self.vote is not None:
            return {"vote_open"}
        if final and seat != self.turn:
            return {"not_your_turn"}
        if seat not in self.present():
            return {"not_in_round"}
        if not final and seat in self.accused:
            return {"already_accused"}
        if suspect == seat:
            return {"self_target"}
        if suspect not in self.present():
            return {"bad_argument"}
        self.accused.add(seat)
        circle = [(seat + i) % self.seats for i in range(1, self.seats)]
        self.vote = {"accuser": seat, "suspect": suspect, "said": {}, "zero": False,
                     "order": [s for s in circle if s in self.present() and s != suspect],
                     "secret": self.option("vote", "sequential") == "simultaneous",
                     "from": self.phase}
        if not final:
            self.phase = "vote"
        self.wait.hold(self.now)
        if self.option("clock_in_vote", "stopped") == "stopped":
            self.clock.hold(self.now)
        self.vote_clock.start(self.now, self.vote_limit())
        return None

    def do_vote(self, seat, args):
        if self.vote is None:
            return {"wrong_phase"}
        if args["answer"] == "perhaps":
            return {"bad_argument"}
        if self.vote["secret"] and seat in self.vote["said"]:
            return {"already_done"}
        if seat not in self.voters():
            return {"not_yours"} if self.vote["secret"] else {"not_next_voter"}
        self.vote["said"][seat] = args["answer"]
        self.conclude()
        return None

    def do_guess(self, seat, args):
        if seat not in self.present():
            return {"not_in_round"}
        if args["location"] not in CALLED:
            return {"unknown_location"}
        if self.phase == "vote" and self.option("guess_during_vote", "allowed") == "blocked":
            return {"vote_open"}
        if seat != self.spy:
            return {"not_the_spy"}
        right = CALLED[args["location"]] == self.place
        if self.phase == "last_guess" and not right:
            self.default()
        else:
            self.end_round("spy_guessed" if right else "spy_guessed_wrong")
        return None

    def do_done(self, seat, _):
        if self.phase == "vote":
            return {"vote_open"}
        if seat not in self.present():
            return {"not_in_round"}
        if seat in self.done:
            return {"already_done"}
        self.done.add(seat)
        self.check_done()
        return None

    def do_next(self, seat, _):
        if seat != self.leader:
            return {"not_yours"}
        self.go_on()
        return None

    def do_pass(self, seat, _):
        if self.vote is not None:
            return {"vote_open"}
        if seat != self.turn:
            return {"not_your_turn"}
        self.final_next()
        return None

    def do_concede(self, seat, _):
        if self.option("concede", "on") == "off":
            return {"option_off"}
        if seat in self.conceded:
            return {"already_done"}
        self.conceded.add(seat)
        if not set(self.coming()) - self.conceded:
            self.end_game("conceded")
        return None

    def do_rounds(self, seat, args):
        if args["rounds"] < 1:
            return {"bad_argument", "not_yours"}
        if isinstance(seat, int) and seat != self.leader:
            return {"not_yours"}
        if args["rounds"] < self.round:
            return {"bad_argument"}
        if args["rounds"] == self.planned:
            return {"already_done"}
        self.planned = args["rounds"]
        if self.was_last():
            self.end_game("points")
        return None

    def do_join(self, _, __):
        seat = self.seats - 1
        if seat not in self.waiting & self.gone:
            seat += 1
            if seat == 12:
                return {"table_full"}
            self.seats += 1
            self.scores.append(0)
            if self.last is not None:
                self.last["points"].append(0)
        self.gone.discard(seat)
        self.conceded.discard(seat)
        self.waiting.add(seat)
        return None

    def do_skip(self, _, __):
        if self.vote is not None:
            self.silent()
        else:
            self.default()

    def do_pause(self, _, __):
        self.paused = self.now

    def do_resume(self, _, __):
        if self.paused is None:
            return {"not_paused"}
        for clock in (self.clock, self.wait, self.vote_clock):
            if clock.since is not None:
                clock.since += self.now - self.paused
        self.paused = None
        return None

    def do_leave(self, _, args):
        seat = args["seat"]
        if seat >= self.seats or seat in self.gone:
            return {"bad_argument"}
        self.gone.add(seat)
        self.done.discard(seat)
        if seat in self.waiting:
            return None
        if self.option("leave", "substitute") == "abort":
            self.end_game("aborted")
        elif not self.present():
            self.end_game("points")
        else:
            self.left_round(seat)
        return None

    def left_round(self, seat):
        if self.leader == seat:
            self.leader = self.after(seat)
        void = seat == self.spy or len(self.present()) < 3
        if self.phase == "between":
            return
        if void and self.phase == "last_guess":
            self.default()
        elif void:
            self.end_round("void")
        elif self.phase != "last_guess":
            self.left_question(seat)
            self.left_vote(seat)

    def left_question(self, seat):
        if self.asker is None or self.phase not in ("questions", "vote"):
            return
        if self.barred == seat:
            self.barred = None
        if self.pending == seat:
            self.pending = None
            if self.asker in self.present():
                self.wait_for_question()
        if self.asker not in self.present() and self.pending is None:
            self.pass_turn()

    def left_vote(self, seat):
        if self.vote is None:
            if self.phase == "final_vote" and self.turn == seat:
                self.final_next()
            self.check_done()
            return
        if seat == self.vote["accuser"]:
            self.vote_over(spent=True)
        elif seat == self.vote["suspect"]:
            self.accused.discard(self.vote["accuser"])
            self.vote_over(spent=False)
        else:
            asked = seat in self.voters()
            self.vote["order"].remove(seat)
            self.vote["said"].pop(seat, None)
            if asked or set(self.vote["order"]) <= set(self.vote["said"]):
                self.conclude()
