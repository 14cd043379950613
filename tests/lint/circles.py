#!/usr/bin/env python3
"""circles.py [--show] ARCHIVE…: files that call each other in a circle.

A file of ours is a member of an archive, the archive is its room; an arrow goes from who uses a
symbol to who defines it, as the linker sees them, so what is handed over as a pointer is no arrow.
A circle through two rooms fails, and one of over MOST files. With --show every circle and the
arrows within it are printed, to see what ties it."""

import collections
import re
import subprocess
import sys

MOST = 6


def members(archives):
    """archive/member -> (defined symbols, used symbols)"""
    text = subprocess.run(["nm", "-A", "-g", *archives], capture_output=True, text=True,
                          check=False).stdout
    found = collections.defaultdict(lambda: (set(), set()))
    for line in text.splitlines():
        match = re.match(r".*?lib(\w+)\.a:([^:]+)\.c\.o:\S* *([A-Za-z]) (\S+)$", line)
        if match:
            archive, name, kind, symbol = match.groups()
            found[f"{archive}/{name}"][kind == "U"].add(symbol)
    return found


def arrows_of(files):
    """file -> {file that it uses: names of what it uses}"""
    home = {symbol: name for name, (defined, _) in files.items() for symbol in defined}
    arrows = {name: collections.defaultdict(set) for name in files}
    for name, (_, used) in files.items():
        for symbol in used:
            if home.get(symbol, name) != name:
                arrows[name][home[symbol]].add(symbol)
    return arrows


def reached(arrows, start):
    seen, stack = set(), [start]
    while stack:
        for other in arrows[stack.pop()]:
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def circles(arrows):
    """Sets of files in which each reaches each, largest first."""
    reach = {name: reached(arrows, name) for name in arrows}
    found = {frozenset(other for other in reach[name] if name in reach[other])
             for name in arrows if name in reach[name]}
    return sorted(found, key=lambda circle: (-len(circle), sorted(circle)))


def show(circle, arrows):
    print(f"circle of {len(circle)}: {' '.join(sorted(circle))}")
    for name in sorted(circle):
        for other, symbols in sorted(arrows[name].items()):
            if other in circle:
                print(f"  {name} -> {other}: {' '.join(sorted(symbols))}")


def check(files, problems, loud):
    arrows = arrows_of(files)
    for circle in circles(arrows):
        if loud:
            show(circle, arrows)
        rooms = sorted({name.split("/")[0] for name in circle})
        if len(rooms) > 1:
            problems.append(f"a circle through {' '.join(rooms)}: {' '.join(sorted(circle))}")
        elif len(circle) > MOST:
            problems.append(f"{len(circle)} files call each other in a circle (at most "
                            f"{MOST}): {' '.join(sorted(circle))}")


def main(arguments):
    files = members([name for name in arguments if name != "--show"])
    problems = [] if files else ["no archive has anything in it"]
    check(files, problems, "--show" in arguments)
    for problem in problems:
        print(problem)
    print(f"circles: {len(problems)} found" if problems else "circles: clean")
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
