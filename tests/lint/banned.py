#!/usr/bin/env python3
"""banned.py ROOT: calls that nobody makes, or that only named files make."""

import re
import sys

import tree

PURE = r"(games|bot/base/pure|bot/table|bot/show)/"
NOWHERE = r"(?!)"

# what it is about, the calls, the files it holds for, the files that may all the same
RULES = [
    ("writes without a limit, or has a better sister",
     "sprintf vsprintf strcpy stpcpy strcat strncpy strncat strtok gets alloca mktemp tmpnam "
     "atoi atol atoll atof sscanf scanf", ".", NOWHERE),
    ("runs a shell", "system popen", ".", NOWHERE),
    ("dice come from the entropy the host hands out",
     "rand srand random srandom rand_r drand48 arc4random", ".", NOWHERE),
    ("the kernel's dice are for entropy.c", "getrandom getentropy RAND_bytes",
     r"(games|bot|adapters)/", r"bot/base/entropy\.c"),
    ("the time comes from the clock the host hands out",
     "time gettimeofday clock_gettime localtime localtime_r gmtime gmtime_r ctime asctime mktime "
     "timegm strftime uv_now uv_hrtime", r"(games|bot|adapters)/",
     r"bot/(base/(clock|log|entropy)|runtime/loop(_[a-z]+)?)\.c"),
    ("nobody sleeps", "sleep usleep nanosleep clock_nanosleep", ".", r"tests/(bench|kill|fake)/"),
    ("the pure layers take memory from the turn's arena",
     "malloc calloc realloc reallocarray free strdup strndup aligned_alloc", PURE,
     r"bot/base/pure/(arena|buf)\.c"),
    ("the pure layers print nothing", "printf fprintf puts fputs putchar perror", PURE, NOWHERE),
    ("parse with a length", "cJSON_Parse cJSON_ParseWithOpts", ".", NOWHERE),
]


def main(root):
    problems = []
    for path in tree.files(root, ".c", ".h"):
        lines = tree.bare(tree.text(root, path)).split("\n")
        for why, calls, where, but in RULES:
            if not re.match(where, path) or re.match(but, path):
                continue
            call = re.compile(r"(?<![\w.>])(" + "|".join(calls.split()) + r")\s*\(")
            for number, line in enumerate(lines, 1):
                for name in call.findall(line):
                    problems.append(f"{path}:{number}: {name}(): {why}")
    tree.finish("banned", problems)


main(sys.argv[1])
