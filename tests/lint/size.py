#!/usr/bin/env python3
"""size.py ROOT: no file, header, function or line longer than it may be."""

import sys

import tree

FILE_LINES = {".c": 600, ".h": 150, ".js": 600, ".py": 600, ".sh": 300}
# Short so that a stranger reads all of it.
LINES_OF = {"tests/journals/stranger.py": 200}
FUNCTION_LINES = 70
COLUMNS = 100
COLUMNS_IN = (".c", ".h", ".def", ".js", ".css", ".py", ".sh", ".cmake", "CMakeLists.txt", "/run")


def check_functions(path, lines, problems):
    """A function's body stands between a brace and a brace that are alone in column one."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            if number - start - 1 > FUNCTION_LINES:
                problems.append(
                    f"{path}:{start}: a function of {number - start - 1} lines, "
                    f"{FUNCTION_LINES} are the most")
            start = None


def main(root):
    problems = []
    for path in tree.files(root):
        ending = next((e for e in FILE_LINES if path.endswith(e)), None)
        columns = path.endswith(COLUMNS_IN)
        if not ending and not columns:
            continue
        lines = tree.text(root, path).rstrip("\n").split("\n")
        most = LINES_OF.get(path, ending and FILE_LINES[ending])
        if ending and len(lines) > most:
            what = "for it" if path in LINES_OF else f"for {ending}"
            problems.append(f"{path}: {len(lines)} lines, {most} are the most {what}")
        for number, line in enumerate(lines, 1):
            if columns and len(line) > COLUMNS:
                problems.append(f"{path}:{number}: {len(line)} columns, {COLUMNS} are the most")
        if ending == ".c":
            check_functions(path, lines, problems)
    tree.finish("size", problems)


main(sys.argv[1])
