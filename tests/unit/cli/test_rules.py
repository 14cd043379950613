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
