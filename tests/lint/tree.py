"""What the lints share: the files of a tree, C text without comments, and the report."""

import os
import re
import sys

SKIPPED = {".git", ".cache", "build", "__pycache__"}


def files(root, *endings):
    """Paths from root of the project's files; what builds and bad samples hold is not looked at."""
    found = []
    for folder, folders, names in os.walk(root):
        inner = os.path.relpath(folder, root)
        if inner == "tests/lint":
            folders.remove("bad")
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            if name not in SKIPPED and (not endings or name.endswith(endings)):
                found.append(os.path.normpath(os.path.join(inner, name)))
    return found


def text(root, path):
    """The file as text, or None when it holds bytes that are no text."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    try:
        return None if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


PIECES = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def bare(source, keep_strings=False):
    """C without comments, and without the inside of strings; every line keeps its number."""

    def blank(match):
        piece = match.group(0)
        if piece[0] == "/":
            return " " + "\n" * piece.count("\n")
        return piece if keep_strings else '""'

    return PIECES.sub(blank, source)


def entries(ini):
    """[line, key, sentence] of a language file; a line that begins with a blank goes on with the
    one before."""
    found = []
    for number, line in enumerate(ini.split("\n"), 1):
        if line.startswith(" ") and found:
            found[-1][2] += " " + line.strip()
        elif "=" in line and not line.startswith("#"):
            key, _, rest = line.partition("=")
            found.append([number, key.strip(), rest.strip()])
    return found


def closing(sentence, at):
    """Where the brace that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(sentence)):
        depth += {"{": 1, "}": -1}.get(sentence[i], 0)
        if depth == 0:
            return i
    raise ValueError(sentence)


def finish(name, problems):
    """Prints the problems and ends the lint."""
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} found" if problems else f"{name}: clean")
    sys.exit(1 if problems else 0)
