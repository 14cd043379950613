#!/usr/bin/env python3
"""tables.py ROOT: every row of the tables of failures names tests, and each test that is named is
in the suite that is named before it."""

import os
import re
import sys

import tree

# the table, how many rows it has, and whose tests are named without a suite
TABLES = (
    ("tests/fake/discord/README.md", 40, "none"),
    ("tests/fake/discord/failures.md", 67, "none"),
    ("tests/fake/salon/README.md", 32, "salon_"),
)
ROW = re.compile(r"^\| (\d+) \| (.*) \|$", re.M)
NAME = re.compile(r"[a-z][a-z0-9]*(?:[._](?:[a-z0-9]+|\*))+|[a-z][a-z0-9]+")
TESTS_WORDS = 3  # and more have names of tests
ABSENT = re.compile(r"^(not taking part|nothing|none)\b")


class Sources:
    """What there is to be named."""

    def __init__(self, root):
        self.tests = {}  # suite: names
        self.others = set()
        for path in tree.files(root, ".c", ".h", ".def", "CMakeLists.txt"):
            if path.startswith("tests/") or path == "bot/base/crash.def":
                self.read(path, tree.text(root, path))

    def read(self, path, text):
        suite = re.search(r'suite_create\("(\w+)"\)', text)
        if suite:
            names = self.tests.setdefault(suite[1], set())
            names.update(re.findall(r"START_TEST\((\w+)\)", text))
        if path.endswith("_fault.h"):
            self.others.update(re.findall(r'X\("(\w+)"', text))
        if path.endswith("crash.def"):
            points = re.findall(r'CRASH\("([\w.]+)"', text)
            self.others.update(points)
            self.others.update(point.split(".")[0] + ".*" for point in points)
        if path.endswith("CMakeLists.txt"):
            suites = re.findall(r"dd_suite\((\w+) ([\w.]+)", text)
            self.others.update(f"{label}.{name}" for label, name in suites)
        if path.startswith("tests/fuzz/fuzz_"):
            self.others.add(os.path.basename(path)[5:-2])

    def has(self, suite, name, default):
        """Is this a test of the suite, or of one that begins so where none is named?"""
        suites = [suite] if suite else [one for one in self.tests if one.startswith(default)]
        return any(name in self.tests.get(one, ()) for one in suites)


def judge_part(sources, part, default):
    """(tests, problems) of what stands between two semicolons of a cell."""
    suite, tests, problems = None, 0, []
    for name in NAME.findall(part):
        words = re.split("[._]", name)
        if sources.has(suite, name, default):
            tests += 1
        elif name in sources.tests:
            suite = name
            if part.strip().strip("`") == name:
                tests += len(sources.tests[name])
        elif name in sources.others:
            tests += 1
        elif len(words) >= TESTS_WORDS or "_" in name or f"`{name}`" in part:
            problems.append(f"no test {name} in {suite or 'any suite'}")
    return tests, problems


def judge(sources, root, path, rows, default):
    found = ROW.findall(tree.text(root, path) or "")
    problems = []
    if [int(number) for number, _ in found] != list(range(1, rows + 1)):
        problems.append(f"{path}: has not the rows from 1 to {rows}")
    for number, cells in found:
        cell = cells.split(" | ")[-1]
        tests = 0
        for part in cell.split(";"):
            named, wrong = judge_part(sources, part, default)
            tests += named
            problems += [f"{path}: row {number}: {text}" for text in wrong]
        if not tests and not ABSENT.match(cell):
            problems.append(f"{path}: row {number} names no test")
    return problems


def main(root):
    sources = Sources(root)
    problems = []
    for path, rows, default in TABLES:
        if os.path.exists(os.path.join(root, path)):
            problems += judge(sources, root, path, rows, default)
        else:
            problems.append(f"{path}: is not there")
    tree.finish("tables", problems)


main(sys.argv[1])
