#!/usr/bin/env python3
"""called.py ROOT: every function that a .c file of the program exports is called, or given to
somebody, by the program itself: what only tests call, or nobody, is dead."""

import re
import sys
from collections import Counter

import tree

PROGRAM = ("adapters/", "bot/", "games/")
# name: why it is there although the program does not call it
SPARED = {
    "catalogue_new": "tests read a language that stands by itself",
    "library_check_built_in": "a test checks the packs that are built in, so that no start does",
}
# folders in which a function counts as called when a test calls it, and why
AHEAD = {
    "adapters/matrix/crypto/": "what encrypts is proved by itself before anything is sent by it",
}

WORD = re.compile(r"[A-Za-z_]\w*")
DEFINED = re.compile(r"(?m)^(?!static\b|typedef\b|return\b|else\b)[A-Za-z_][^;{}()=\n]*?"
                     r"\b([a-z_]\w*)\([^;{}]*\)\s*\n\{")
MACRO = re.compile(r"(?m)^[ \t]*#[ \t]*define\b(?:.*\\\n)*.*$")
TAG = re.compile(r"\b(?:struct|enum|union)\s+\w+")


def words(source):
    return Counter(WORD.findall(TAG.sub(" ", source)))


def main(root):
    defined, program, tests = {}, Counter(), Counter()
    for path in tree.files(root, ".c", ".h", ".def"):
        text = tree.bare(tree.text(root, path))
        if path.startswith("tests/"):
            tests.update(words(text))
        elif path.startswith(PROGRAM):
            if path.endswith(".h"):
                inline = "\n".join(MACRO.findall(text)) + "\n".join(
                    re.findall(r"(?ms)^static inline .*?^}", text))
                program.update(words(inline))
            else:
                program.update(words(text))
            if path.endswith(".c"):
                for match in DEFINED.finditer(text):
                    defined.setdefault(match.group(1), []).append(
                        f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}")
    problems = []
    ahead = dict.fromkeys(AHEAD, False)
    for name, places in sorted(defined.items(), key=lambda row: row[1]):
        if name == "main" or name in SPARED or program[name] > len(places):
            continue
        folder = next((one for one in AHEAD if places[0].startswith(one)), None)
        if folder and tests[name]:
            ahead[folder] = True
            continue
        who = "only tests call it" if tests[name] else "nobody calls it"
        problems += [f"{place}: {name}: {who}" for place in places]
    problems += [f"tests/lint/called.py: {name} is spared, and is not there or is called"
                 for name in SPARED if name not in defined or program[name] > len(defined[name])]
    problems += [f"tests/lint/called.py: all of {folder} is called, and need not be spared"
                 for folder, is_used in ahead.items()
                 if not is_used and any(path.startswith(folder) for path in tree.files(root, ".c"))]
    tree.finish("called", problems)


main(sys.argv[1])
