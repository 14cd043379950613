#!/usr/bin/env python3
"""words.py ROOT: the tree speaks of the project alone, and nothing in it waits to be done."""

import re
import sys

import tree

RULES = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", "do it, or say what is so"),
    (r"(?i)\bfor now\b|\bnot yet implemented\b|\bto be implemented\b", "do it, or say what is so"),
    (r"(?i)\bstub(bed|s)?\b", "nothing here stands in for something else"),
    (r"(?<![\w.~-])/(work|root|home)/\w", "a path of one machine"),
    (r"(?i)\b(pypi\.org|registry\.npmjs|npmjs\.com|crates\.io|proxy\.golang|artifactory|pkg\.dev|"
     r"snapshot\.debian\.org|deb\.debian\.org)\b", "a registry's host"),
    (r"(?i)\b(claude|chatgpt|copilot|anthropic|openai|language model|sub-?agents?)\b",
     "the project, not who builds it"),
    (r"(?i)\bissue #?\d+", "the tree explains itself"),
    (r"(?m)^(<<<<<<<|>>>>>>>|=======$)", "a merge that was not finished"),
]
# this file says the words in order to find them; a licence is what it is
SPARED = {"tests/lint/words.py", "LICENSE"}


def main(root):
    problems = []
    for path in tree.files(root):
        source = None if path in SPARED else tree.text(root, path)
        if source is None:
            continue
        for pattern, why in RULES:
            for match in re.finditer(pattern, source):
                number = source.count("\n", 0, match.start()) + 1
                problems.append(f"{path}:{number}: {match.group(0)!r}: {why}")
    tree.finish("words", problems)


main(sys.argv[1])
