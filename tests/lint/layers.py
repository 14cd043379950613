#!/usr/bin/env python3
"""layers.py ROOT: who may include what, as bot/README.md and the CMake targets say it.

Include paths already keep a lower layer from seeing a higher one; this checks what a path cannot
see: a game's own headers outside that game, the few headers that show may take, libraries from
outside, the seams (one file names libuv, one names SQLite), unique header names, the top level."""

import os
import re
import sys

import tree

ADAPTERS = ("discord", "matrix", "web")

# layer -> layers whose headers it may include
OURS = {
    "game": {"games"},  # and its own folder
    "games": {"games"},
    "table": {"games", "table"},
    "show": {"show"},  # and SHOW_MAY
    "host": {"games", "table", "show", "host"},
    "net": {"host", "net"},
    "cli": {"games", "table", "show", "host", "net", "cli"},
    "picture": {"picture"},
}
for adapter in ADAPTERS:
    OURS[adapter] = {"net", "host", "show", "table", adapter}

# what everybody above the games tells faults and writes text with
EVERYBODY = {"buf.h", "fault.h"}

# what show may include from below: views, messages and boards, and the means to write a document
SHOW_MAY = {
    "table_view.h", "arena.h", "buf.h", "fault.h", "bounds.h",
    "view.h", "facts.h", "seat.h", "board.h", "message.h", "message.def", "refusal.h",
    "refusal.def", "action.h", "option.h", "outcome.h", "owed.h", "text.h",
}

PURE = {
    "string.h", "stdbool.h", "stdint.h", "stddef.h", "stdalign.h", "limits.h", "assert.h",
    "utf8proc.h",
}
# the only files of the pure layers that may take more
PURE_MORE = {
    "bot/table/arena.c": {"stdlib.h"},
    "bot/table/buf.c": {"stdlib.h", "stdio.h", "stdarg.h"},
    "bot/table/buf.h": {"stdarg.h"},
    "bot/table/fault.c": {"stdio.h", "stdarg.h"},
}

# headers of libraries -> layers that may include them; any other <header> is the system's
LIBRARIES = [
    (r"uv\.h|uv/", {"host", "net"}),
    (r"sqlite3\.h|libpq|postgresql/", {"host"}),
    (r"cjson/|cJSON\.h", {"host", "cli", "discord", "matrix", "web"}),
    (r"ini\.h", {"host"}),
    (r"openssl/", {"host", "net"}),
    (r"curl/|libwebsockets|zlib\.h|zstd\.h", {"net"}),
    (r"olm/", {"matrix"}),
    (r"qrencode\.h", {"web"}),
    (r"utf8proc\.h", {"games", "game", "table", "show", "host"}),
    (r"librsvg/|cairo|glib|gio/|pango|fontconfig/", {"picture"}),
    (r"check\.h", set()),
]

# a header -> the only files that may name it inside bot/host
SEAMS = [
    (r"uv\.h", r"bot/host/loop(_[a-z]+)?\.c"),
    (r"sqlite3\.h", r"bot/host/store_sqlite(_[a-z]+)?\.c"),
    (r"libpq.*", r"bot/host/store_pg(_[a-z]+)?\.c"),
    (r"sys/random\.h", r"bot/host/entropy\.c"),
]

# names that would stand before a header of the system or of a library
TAKEN = set(
    "aio aliases alloca ar argp argz assert byteswap complex config cpio ctype curl dirent dlfcn "
    "elf endian envz err errno error execinfo fcntl features fenv float fmtmsg fnmatch form fstab "
    "fts ftw gconv getopt glob grp iconv ifaddrs ini inttypes langinfo lastlog libgen libintl "
    "limits link locale malloc math mcheck memory menu mntent monetary mqueue netdb nss obstack "
    "omp panel paths poll printf pthread pty pwd regex regexp resolv sched search semaphore "
    "setjmp shadow signal spawn sqlite3 stab stdalign stdarg stdatomic stdbool stddef stdint stdio "
    "stdlib stdnoreturn string strings syscall sysexits syslog tar term termio termios tgmath "
    "threads time uchar ucontext ulimit unistd unwind utf8proc utime utmp uv values wait wchar "
    "wctype wordexp zconf zlib".split()
)

TOP = set(
    "CMakeLists.txt CMakePresets.json README.md LICENSE CHANGELOG.md CONTRIBUTING.md bot games "
    "adapters config tests build".split()
)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>)', re.M)


def layer_of(path):
    """games, game, table, show, host, cli, picture, main, net, an adapter, or tests."""
    parts = path.split("/")
    if parts[0] == "games":
        return "games" if len(parts) == 2 else "game"
    if parts[0] == "bot":
        return "main" if len(parts) == 2 else parts[1]
    if parts[0] == "adapters":
        return parts[1]
    return parts[0]


def may_include(path, layer, target):
    """May the file at `path` include the file of ours at `target`?"""
    if layer in ("main", "tests"):
        return layer == "tests" or layer_of(target) != "game"
    own = layer_of(target)
    if os.path.basename(target) in EVERYBODY and layer not in ("games", "game"):
        return True
    if own == "game":
        same = os.path.dirname(path) == os.path.dirname(target)
        return same or path == "games/catalog.c"
    if layer == "show" and own in ("games", "table"):
        return os.path.basename(target) in SHOW_MAY
    return own in OURS.get(layer, set())


def check_ours(path, name, headers, problems):
    layer = layer_of(path)
    if re.fullmatch(r"embed_[a-z0-9_]+\.h", name):
        if layer in ("games", "game", "table", "show", "picture"):
            problems.append(f"{path}: embedded files reach this layer as values: {name}")
        return
    base = os.path.basename(name)
    if base not in headers:
        if not path.startswith("tests/"):
            problems.append(f"{path}: nobody has a header {name}")
        return
    if "/" in name and path != "games/catalog.c" and layer != "tests":
        problems.append(f"{path}: includes by path, only names are exposed: {name}")
    if not may_include(path, layer, headers[base]):
        problems.append(f"{path}: layer {layer} may not include {headers[base]}")


def check_outside(path, name, problems):
    layer = layer_of(path)
    if layer == "tests":
        return
    if layer in ("games", "game", "table", "show"):
        if name not in PURE | PURE_MORE.get(path, set()):
            problems.append(f"{path}: the pure layers may not include <{name}>")
        return
    for pattern, layers in LIBRARIES:
        if re.match(pattern, name) and layer not in layers:
            problems.append(f"{path}: layer {layer} may not include <{name}>")
    for pattern, only in SEAMS:
        if layer == "host" and re.fullmatch(pattern, name) and not re.fullmatch(only, path):
            problems.append(f"{path}: <{name}> is for {only} alone")


def check_names(paths, problems):
    """Header names are unique in the tree, and nobody else's. Returns name -> path."""
    headers = {}
    for path in paths:
        name = os.path.basename(path)
        if name == "suites.def":
            continue
        if name in headers:
            problems.append(f"{path}: a second header of this name, beside {headers[name]}")
        if name.endswith(".h") and name[:-2] in TAKEN:
            problems.append(f"{path}: hides a header of the system or of a library")
        headers[name] = path
    return headers


def check_cmake(root, problems):
    """Only bot/library.cmake and bot/embed.cmake may put a folder on an include path."""
    for path in tree.files(root, "CMakeLists.txt", ".cmake"):
        if path.startswith("tests/") or path in ("bot/library.cmake", "bot/embed.cmake"):
            continue
        if re.search(r"include_directories *\(", tree.text(root, path)):
            problems.append(f"{path}: only bot/library.cmake exposes folders")


def main(root):
    problems = []
    for name in sorted(os.listdir(root)):
        if name not in TOP and not name.startswith("."):
            problems.append(f"{name}: does not belong at the top level")
    headers = check_names(tree.files(root, ".h", ".def"), problems)
    for path in tree.files(root, ".c", ".h", ".def"):
        source = tree.bare(tree.text(root, path), keep_strings=True)
        for ours, outside in INCLUDE.findall(source):
            if ours:
                check_ours(path, ours, headers, problems)
            else:
                check_outside(path, outside, problems)
    check_cmake(root, problems)
    tree.finish("layers", problems)


main(sys.argv[1])
