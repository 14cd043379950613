#!/usr/bin/env python3
"""clang-tidy over every C file of a configured build: tidy.py BUILD [--beside].

Reads BUILD/compile_commands.json; nothing is compiled, so clang's own warnings count as findings
(clang-diagnostic-* in .clang-tidy). A file that several programs share is read once, with the most
macros that it is built with. Prints what was found; ends with 1 when there was anything.
--beside: it takes of the processors only what nobody else wants.
"""
import concurrent.futures
import json
import os
import shlex
import signal
import subprocess
import sys


def macros(entry: dict) -> int:
    return sum(word.startswith("-D") for word in shlex.split(entry["command"]))


def once_each(build: str) -> list[dict]:
    """An entry a file, the longest file first; what the build itself has written is left out."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as database:
        entries = json.load(database)
    written = os.path.abspath(build) + os.sep
    chosen = {}
    for entry in entries:
        path = entry["file"]
        if path.startswith(written):
            continue
        if path not in chosen or macros(entry) > macros(chosen[path]):
            chosen[path] = entry
    return sorted(chosen.values(), key=lambda entry: -os.path.getsize(entry["file"]))


def read(folder: str, path: str) -> tuple[str, str]:
    """The path, and what clang-tidy said of it: nothing when it is clean."""
    done = subprocess.run(
        ["clang-tidy", "--quiet", "-p", folder, path], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        return path, done.stdout + done.stderr
    return path, done.stdout.strip()


def stand_back() -> None:
    """Behind everything else. Linux first shares the processors out between sessions (autogroups)
    and only then within one, by niceness: a server with a session of its own would have no more of
    them than all of this."""
    os.nice(19)
    if os.getpgid(0) == os.getpid():
        return  # begun by hand, from a shell: that session is not ours
    os.setsid()
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
    try:
        with open("/proc/self/autogroup", "w", encoding="ascii") as group:
            group.write("19")
    except OSError:
        pass  # a kernel without them


def main() -> int:
    build = sys.argv[1]
    if sys.argv[2:] == ["--beside"]:
        stand_back()
    entries = once_each(build)
    assert entries, f"{build} has no C files"
    folder = os.path.join(build, "once")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as database:
        json.dump(entries, database)
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, told in pool.map(lambda entry: read(folder, entry["file"]), entries):
            if told:
                wrong += 1
                print(os.path.relpath(path), told, sep="\n", flush=True)
    print(f"{len(entries)} files read, {wrong} with something to mend")
    return 0 if wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
