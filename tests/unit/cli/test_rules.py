#!/usr/bin/env python3
"""test_rules.py PROGRAM: `deaddrop rules` as others run it: a line out for each line in, flushed at
once, whatever is sent; exit codes; help."""

import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def run(data, *args):
    done = subprocess.run([PROGRAM, "rules", *args], input=data, capture_output=True, timeout=30,
                          check=False)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def play(game, lines):
    return run("\n".join(json.dumps(each) for each in lines).encode(), game)[1]


def line(move):
    return dict(zip(("seat", "action", "args"), move))


def with_number(value, number):
    """Copies of it with a number in the place of one text each; seats stay what they are."""
    if isinstance(value, str):
        yield number
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from ({**value, key: other} for other in with_number(member, number))
    elif isinstance(value, list):
        for i, member in enumerate(value):
            yield from (value[:i] + [other] + value[i + 1:]
                        for other in with_number(member, number))


SIGNALS = {"documents": {"kind": "word", "value": "honestly"},
           "money": {"kind": "ends_punct", "value": "?"}}
# a deal and moves that are all good, with every text there is
TEXTS = {
    "interceptor": (
        {"seats": 4, "deal": {"signals": {"journalists": SIGNALS}}},
        [(0, "register", {"documents": {"kind": "words", "value": "3"},
                          "money": {"kind": "number", "value": "7"}}),
         (2, "confirm", {}), (0, "choose_leader", {"seat": 0}),
         (0, "play", {"symbol": "documents", "say": "three small words"}),
         (1, "call", {"kind": "words", "value": "4", "symbol": "money"})]),
    "decrypto": (
        {"seats": 4, "deal": {"keywords": {"white": ["COW", "TEA", "PIANO", "WEEKEND"],
                                           "black": ["WOLF", "BREAD", "MIRROR", "STORM"]},
                              "codes": {"white": ["314"], "black": ["241"]}, "round": 2,
                              "published": ["ash"]}},
        [(2, "clues", {"clues": ["oak", "elm", "yew"]}),
         (3, "clues", {"clues": ["fir", "fig", "ivy"]}),
         (0, "decode", {"code": "314"}), (1, "intercept", {"code": "4 2 1"})]),
    "infiltrators": (
        {"seats": 3, "deal": {"mission": "T1", "first": 0}},
        [(0, "nab", {}), (1, "eliminate", {"seat": 0, "card": "R2"})]),
    "spyfall": (
        {"seats": 4, "deal": {"locations": ["Bank", "Zoo", "School"], "leader": 0,
                              "rounds": [{"location": "Bank", "spy": 3}]}},
        [(0, "ask", {"seat": 1, "text": "Is it loud?"}), (1, "answer", {"text": "No."}),
         (0, "accuse", {"seat": 3}), (1, "vote", {"answer": "no"}),
         (3, "guess", {"location": "Zoo"})]),
}


class Rules(unittest.TestCase):
    def test_every_line_is_answered(self):
        lines = [b'{"seats":4}\r', b"", b" " * 65537, b"\xff", b'{"seats"\x00:4}',
                 b'{"seat":0,"action":"confirm"}']
        done, replies = run(b"\n".join(lines), "interceptor")  # the last one without its end
        self.assertEqual(done.returncode, 0)
        self.assertEqual([reply["ok"] for reply in replies], [True] + [False] * 5)
        self.assertEqual([reply.get("refusal") for reply in replies[1:]],
                         ["bad_input"] * 4 + ["not_yours"])

    def test_the_longest_line_is_taken(self):
        line = b'{"seats":4' + b" " * (65536 - 11) + b"}"
        self.assertEqual(len(line), 65536)
        self.assertTrue(run(line + b"\n", "interceptor")[1][0]["ok"])
        self.assertFalse(run(line + b" \n", "interceptor")[1][0]["ok"])

    def test_ten_thousand_letters_are_refused_as_what_they_are(self):
        deal = {"seats": 4, "deal": {"round": 2}}
        clues = [{"seat": 2, "action": "clues", "args": {"clues": ["oak", "elm", "ash"]}},
                 {"seat": 3, "action": "clues", "args": {"clues": ["fir", "yew", "fig"]}}]
        long = "1" * 10000
        moves = [{"seat": 2, "action": "clues", "args": {"clues": [long, "b1", "c1"]}}, *clues,
                 {"seat": 0, "action": "decode", "args": {"code": long}},
                 {"seat": 1, "action": "intercept", "args": {"code": long}}]
        data = "\n".join(json.dumps(line) for line in [deal, *moves]).encode()
        self.assertEqual([reply.get("refusal") for reply in run(data, "decrypto")[1]],
                         [None, "clue_shape", None, None, "bad_code", "bad_code"])
        signal = {"documents": {"kind": "word", "value": long}, "money": {"kind": "digit"}}
        data = "\n".join(json.dumps(line) for line in
                         [{"seats": 4}, {"seat": 0, "action": "register", "args": signal}]).encode()
        self.assertEqual(run(data, "interceptor")[1][1]["refusal"], "bad_signal")

    def test_a_number_is_no_text(self):
        """Every text of a deal and of an act, with a number in its place (runner.md, all games)."""
        for game, (deal, moves) in TEXTS.items():
            for number in (7, 7.5, -1, 1e300):
                for other in with_number(deal.get("deal", {}), number):
                    reply = play(game, [{**deal, "deal": other}])[0]
                    self.assertEqual(reply.get("refusal"), "bad_input", (game, other))
                for done, (seat, action, args) in enumerate(moves):
                    for other in with_number(args, number):
                        lines = [deal, *map(line, moves[:done]), line((seat, action, other))]
                        reply = play(game, lines)[-1]
                        self.assertEqual(reply.get("refusal"), "bad_argument", (action, other))
            self.assertTrue(all(r["ok"] for r in play(game, [deal, *map(line, moves)])), game)

    def test_a_null_is_not_there(self):
        for game, (deal, moves) in TEXTS.items():
            for done, (seat, action, args) in enumerate(moves):
                lines = [deal, *map(line, moves[:done]),
                         line((seat, action, {**args, "nothing": None}))]
                self.assertTrue(play(game, lines)[-1]["ok"], (action, args))
        self.assertTrue(play("decrypto", [{"seats": 4, "deal": None, "options": None}])[0]["ok"])
        self.assertEqual(play("spyfall", [{"seats": 4}, {"seat": 9, "action": "next", "args": None,
                                                        "at_ms": None}])[1]["refusal"],
                         "not_seated")

    def test_a_reply_comes_at_once(self):
        with subprocess.Popen([PROGRAM, "rules", "interceptor"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as child:
            child.stdin.write(b'{"seats":4}\n')
            child.stdin.flush()
            self.assertTrue(json.loads(child.stdout.readline())["ok"])
            child.stdin.close()
            self.assertEqual(child.wait(30), 0)

    def test_nothing_in_nothing_out(self):
        done, replies = run(b"", "interceptor")
        self.assertEqual((done.returncode, replies), (0, []))

    def test_wrong_usage(self):
        for args in ([], ["chess"], ["interceptor", "more"]):
            done, _ = run(b"", *args)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertEqual(done.stdout, b"")

    def test_help_names_the_games(self):
        done = subprocess.run([PROGRAM, "rules", "--help"], capture_output=True, timeout=30,
                              check=True)
        self.assertIn(b"interceptor", done.stdout)


if __name__ == "__main__":
    unittest.main()
