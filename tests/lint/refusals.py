#!/usr/bin/env python3
"""refusals.py ROOT: whatever the house can refuse, somebody is refused in a transcript, in the words
of config/languages/en.ini. tests/play tells what each one looks like."""

import os
import re
import sys

import tree

# never said to a person: a front end of its own hears these from `deaddrop rules`
SILENT = {
    "tick_first": "the house lets time fall due before it hears anybody",
    "unknown_action": "people name verbs, and a verb is known or unknown_verb",
}
# of these each sentence is to be heard, of the others one will do
WHOLE = re.compile(r"clue_\w+|warning|bad_signal|symbol_word")


def entries(ini):
    """KEY -> sentence; a line that begins with a blank goes on with the one before."""
    found, key = {}, None
    for line in ini.splitlines():
        if line.startswith(" ") and key:
            found[key] += " " + line.strip()
        elif "=" in line and not line.startswith("#"):
            key, _, rest = line.partition("=")
            key = key.strip()
            found[key] = rest.strip()
    return found


def closing(text, at):
    """Where the brace that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError(text)


def plain(text):
    """The words between braces as they are read; # is a number."""
    return re.escape(text.replace("\\", "").replace("**", "")).replace(r"\#", ".+")


def sentences(text):
    """Every way to say an entry, as regular expressions: an argument is anything."""
    brace = text.find("{")
    if brace < 0:
        return [plain(text)]
    end = closing(text, brace)
    inside, ways = text[brace + 1 : end], []
    if re.match(r"\w[\w.@]*\s*,\s*(select|plural)\s*,", inside):
        at = inside.find("{")
        while at >= 0:
            stop = closing(inside, at)
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


def main(root):
    told = entries(tree.text(root, "config/languages/en.ini"))
    lines = heard(root)
    problems = []
    for name in re.findall(r'(?m)^REFUSAL\(\w+, "(\w+)"\)', tree.text(root, "games/refusal.def")):
        ways = sentences(told["refusal." + name])
        missing = [way for way in ways if not any(re.fullmatch(way, line) for line in lines)]
        if name in SILENT:
            if len(missing) < len(ways):
                problems.append(f"refusal {name} is heard, though {SILENT[name]}")
        elif len(missing) == len(ways) or (missing and WHOLE.fullmatch(name)):
            problems.append(f"games/refusal.def: no transcript has {name}: {missing[0]}")
    tree.finish("refusals", problems)


main(sys.argv[1])
