#!/usr/bin/env python3
"""refusals.py ROOT: all that the house can refuse is refused to somebody in a transcript, in the
words of English: what config/languages and the games' own words say."""

import os
import re
import sys

import tree

# never said to a person: a front end of its own hears these from `deaddrop rules`
SILENT = {
    "tick_first": "the house lets time fall due before it hears anybody",
    "unknown_action": "people name verbs, and a verb is known or unknown_verb",
    "no_lesson": "every game has one",
    "no_bullets": "the mission is lost before there is none",
}
# said where no transcript comes: the test that hears it
ELSEWHERE = {
    "unwanted_words": "tests/fake/party/test_trouble.c",
    "table_frozen": "tests/unit/table/test_house_rules.c",
    "you_unreadable": "tests/unit/session/test_damaged.c",
    "room_unreadable": "tests/unit/session/test_damaged.c",
    "closing": "tests/unit/session/test_house_trouble.c",
    "tables_elsewhere": "tests/unit/session/test_house_part.c",
    "in_private": "tests/unit/session/test_house_part.c",
    "long_ago": "tests/unit/session/test_house_turn.c",
    "lacks_rights": "tests/fake/party/test_rights.c",
    "link_both_elsewhere": "tests/unit/session/test_person_parts.c",
    "block_full": "tests/unit/session/test_own_lists.c",
    "hidden_full": "tests/unit/table/test_line.c",
    "undo_enough": "tests/unit/table/test_undo.c",
    "undo_runs": "tests/unit/table/test_undo.c",
}
# branches for what is never sent, and what people's words cannot be
SPARED = ("is doubtful", "looks doubtful", "That's no kind of signal", "A signal needs a kind")
# of these each sentence is to be heard, of the others one will do
WHOLE = re.compile(r"clue_\w+|warning|bad_signal|symbol_word")


def plain(text):
    """The words between braces as they are read; # is a number."""
    return re.escape(text.replace("\\", "").replace("**", "")).replace(r"\#", ".+")


def sentences(text):
    """Every way to say an entry, as regular expressions: an argument is anything."""
    brace = text.find("{")
    if brace < 0:
        return [plain(text)]
    end = tree.closing(text, brace)
    inside, ways = text[brace + 1 : end], []
    if re.match(r"\w[\w.@]*\s*,\s*(select|plural)\s*,", inside):
        at = inside.find("{")
        while at >= 0:
            stop = tree.closing(inside, at)
            ways += sentences(inside[at + 1 : stop])
            at = inside.find("{", stop)
    else:
        ways = [".+"]
    head = plain(text[:brace])
    return [head + way + rest for way in ways for rest in sentences(text[end + 1 :])]


def heard(root):
    """What people are told in private in the transcripts, a line each."""
    lines = set()
    for path in tree.files(root):
        if os.path.dirname(path) == "tests/play" and path.endswith(".play"):
            for line in tree.text(root, path).splitlines():
                who, _, words = line.partition(" < ")
                if words and not who.startswith(("!", "#")):
                    lines.add(words)
    return lines


def hears(root, path, name, said):
    """Does the test name the refusal, or says how its words begin?"""
    if not os.path.exists(os.path.join(root, path)):
        return False
    test = tree.text(root, path)
    return name.upper() in test or " ".join(said.split()[:4]) in test


def judge(root, path, name, told, lines):
    """What is wrong with one refusal; None when nothing is."""
    said = told["refusal." + name]
    every = [said] + [told[key] for key in told
                      if key.startswith(f"refusal.{name}.") and key.split(".")[-1] in games(root)]
    ways = [way for some in every for way in sentences(some)
            if not any(plain(spared) in way for spared in SPARED)]
    missing = [way for way in ways if not any(re.fullmatch(way, line) for line in lines)]
    if name in ELSEWHERE:
        test = ELSEWHERE[name]
        return None if hears(root, test, name, said) else f"{test}: does not hear {name}"
    if name in SILENT:
        is_silent = len(missing) == len(ways)
        return None if is_silent else f"{path}: {name} is heard, though {SILENT[name]}"
    if len(missing) == len(ways) or (missing and WHOLE.fullmatch(name)):
        return f"{path}: no transcript has {name}: {missing[0]}"
    return None


def games(root):
    """The folders of games."""
    rows = tree.text(root, "games/games.def")
    return re.findall(r"(?m)^[A-Z]+\((\w+)\)", rows)


def main(root):
    told = {}
    for path in tree.files(root, "en.ini"):
        told.update((key, said) for _, key, said in tree.entries(tree.text(root, path)))
    lines = heard(root)
    judged = []
    for path in tree.files(root, "refusal.def", "_refusals.def"):
        names = re.findall(r'(?m)^REFUSAL\(\w+, "(\w+)"\)', tree.text(root, path))
        judged += [judge(root, path, name, told, lines) for name in names]
    tree.finish("refusals", [problem for problem in judged if problem is not None])


main(sys.argv[1])
