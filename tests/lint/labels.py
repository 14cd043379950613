#!/usr/bin/env python3
"""labels.py ROOT: the words by which a player of tests/fake/press knows a control or message again
are said in English: what nobody reads any more finds nothing, and its check is dead."""

import re
import sys

import tree

# lists of such words, and a label or a text held against one
LISTS = re.compile(r"\b(?:wishes|labels|heads|told)\[\]\s*=\s*\{(.*?)\};", re.S)
HELD = re.compile(r"(?:\bsays\([\w>.-]+,|\bstr(?:str|n?cmp)\([\w>.-]*\blabel\b,)\s*\"([^\"]+)\"")
LITERAL = re.compile(r"\"((?:\\.|[^\"\\])*)\"")
CHOICE = re.compile(r"\{[\w.@]+, (?:select|plural),")


def pieces(sentence):
    """What a sentence says between its arguments, choices opened."""
    flat, at = "", 0
    while (opens := sentence.find("{", at)) >= 0:
        shut = tree.closing(sentence, opens)
        flat += sentence[at:opens] + "\n"
        head = CHOICE.match(sentence, opens)
        if head:
            inside, branch = sentence[head.end():shut], 0
            while (begins := inside.find("{", branch)) >= 0:
                ends = tree.closing(inside, begins)
                flat += "\n".join(pieces(inside[begins + 1:ends])) + "\n"
                branch = ends + 1
        at = shut + 1
    return (flat + sentence[at:]).split("\n")


def english(root):
    """Everything that is said, a piece a line."""
    said = set()
    for path in tree.files(root, "en.ini"):
        for _, key, sentence in tree.entries(tree.text(root, path)):
            said.update(re.sub(r"[*`\\]", "", piece) for piece in pieces(sentence.strip('"')))
    return "\n".join(sorted(said))


def looked_for(source):
    """(where it stands, words) of each."""
    for match in LISTS.finditer(source):
        for literal in LITERAL.finditer(match[1]):
            yield match.start(1) + literal.start(), literal[1]
    for match in HELD.finditer(source):
        yield match.start(1), match[1]


def main(root):
    said, problems = english(root), []
    for path in tree.files(root, ".c"):
        if path.startswith("tests/fake/press/"):
            source = tree.text(root, path)
            problems += [f"{path}:{source.count(chr(10), 0, at) + 1}: “{words}” is said nowhere"
                         for at, words in looked_for(source)
                         if "\\" not in words and words not in said]
    tree.finish("labels", problems)


main(sys.argv[1])
