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
    "game": {"pure", "games"},  # and its own folder
    "games": {"pure", "games"},
    "pure": {"pure"},
    "base": {"pure", "base"},
    "runtime": {"pure", "base", "runtime"},
    "store": {"pure", "base", "store"},
    "table": {"pure", "games", "table"},
    "command": {"pure", "games", "table", "command"},
    "show": {"pure", "show"},  # and SHOW_MAY
    "content": {"pure", "base", "games", "table", "show", "content"},
    "record": {"pure", "base", "store", "games", "table", "show", "content", "record"},
    "outbox": {"pure", "base", "store", "show", "outbox"},  # and OUTBOX_MAY
    "register": {"pure", "base", "store", "games", "table", "command", "content", "record",
                 "outbox", "register"},
    "telling": {"pure", "base", "runtime", "store", "games", "table", "command", "show",
                "content", "record", "outbox", "register", "telling"},
    "session": {"pure", "base", "runtime", "store", "games", "table", "command", "show",
                "content", "record", "outbox", "register", "telling", "session"},
    "net": {"pure", "base", "runtime", "net"},
    "common": {"pure", "base", "net", "show", "common"},  # and COMMON_MAY
    "cli": {"pure", "base", "runtime", "store", "games", "table", "command", "show",
            "content", "record", "outbox", "session", "net", "cli"},
    "picture": {"picture"},
}
# rooms within an adapter, each a folder that sees itself and those before it; the adapter sees all
ROOMS = {
    "discord": ("rest", "gateway", "render", "interactions"),
    "matrix": ("client", "setup", "decode", "render", "session", "rooms", "crypto", "encryption",
               "people", "send", "invites", "sync"),
    "web": (),
}
for adapter in ADAPTERS:
    seen = {"pure", "base", "runtime", "store", "content", "net", "common", "show", "table"}
    for room in ROOMS[adapter]:
        seen = seen | {f"{adapter}/{room}"}
        OURS[f"{adapter}/{room}"] = seen
    OURS[adapter] = seen | {adapter}

# what show may include from below: views, messages and boards, and the means to write a document
SHOW_MAY = {
    "table_view.h", "bounds.h", "games.h",
    "view.h", "value_tree.h", "seat.h", "board.h", "hand.h", "message.h", "message.def",
    "refusal.h",
    "refusal.def", "action.h", "option.h", "outcome.h", "owed.h",
}

# what the outbox may include of games and tables: numbers of seats, moments, what is heard
OUTBOX_MAY = {"seat.h", "owed.h", "inbound.h"}

# the rooms of the house, and what adapters may include of them
HOUSE = ("outbox", "register", "telling", "session")
ADAPTERS_MAY = {
    "adapter.h", "room_capabilities.h", "room_operation.h", "doc_json.h", "inbound_copy.h",
    "scheduled_event.h",
    "house.h", "house_part.h",
    "house_setup.h", "complete.h",
}
# what adapters/common may include from above: the interface that an adapter fills, and its parts
COMMON_MAY = {"adapter.h", "inbound.h", "room_capabilities.h", "room_operation.h",
              "row_rules.h", "scheduled_event.h",
              "store.h"}

PURE = {
    "string.h", "stdbool.h", "stdint.h", "stddef.h", "stdalign.h", "limits.h", "assert.h",
    "utf8proc.h",
}
# what the build writes out of the games' own lists (games/CMakeLists.txt), and who takes them
MADE = {
    "game_messages.def": "games/message.def",
    "game_refusals.def": "games/refusal.def",
    "game_ways.def": "games/message_way.def",
    "game_symbols.def": "bot/show/board_parts.c",
    "game_problems.def": "bot/content/missions.c",
}
# the only files of the pure layers that may take more
PURE_MORE = {
    "bot/base/pure/arena.c": {"stdlib.h"},
    "bot/base/pure/buf.c": {"stdlib.h", "stdio.h", "stdarg.h"},
    "bot/base/pure/buf.h": {"stdarg.h"},
    "bot/base/pure/fault.c": {"stdio.h", "stdarg.h"},
}

# headers of libraries -> layers that may include them; any other <header> is the system's
LIBRARIES = [
    (r"uv\.h|uv/", {"runtime", "net"}),
    (r"sqlite3\.h|libpq|postgresql/", {"store"}),
    (r"cjson/|cJSON\.h", {"base", "store", "content", "record", "outbox", "register", "cli",
                           "common", *ADAPTERS}),
    (r"ini\.h", {"runtime"}),
    (r"openssl/", {"base", "runtime", "record", "net", "matrix/crypto"}),
    (r"curl/|libwebsockets|zstd\.h", {"net"}),
    (r"zlib\.h", {"net", "base"}),
    (r"olm/", {"matrix/crypto"}),
    (r"qrencode\.h", {"web"}),
    (r"utf8proc\.h", {"games", "game", "table", "show", "content"}),
    (r"librsvg/|cairo|gio/|pango|fontconfig/", {"picture"}),
    (r"glib\.h|glib/", {"picture", "base"}),
    (r"check\.h", set()),
]

# a header -> the only files that may name it inside bot, and adapters/matrix
SEAMS = [
    (r"uv\.h", r"bot/runtime/loop(_[a-z]+)?\.c"),
    (r"sqlite3\.h", r"bot/store/sqlite/store_sqlite(_[a-z]+)?\.c"),
    (r"libpq.*", r"bot/store/postgres/postgres_(link|statement)\.c"),
    (r"sys/random\.h", r"bot/base/entropy\.c"),
    (r"zlib\.h", r"bot/base/packed\.c"),
    (r"glib\.h", r"bot/base/calendar\.c"),
    (r"olm/.*", r"adapters/matrix/crypto/provider/libolm_[a-z]+\.[ch]"),
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
    "CMakeLists.txt CMakePresets.json README.md LICENSE NOTICE CHANGELOG.md CONTRIBUTING.md bot "
    "games adapters config tests build".split()
)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>)', re.M)

def layer_of(path):
    """The folder that a file is in; game: one of the games; main: bot itself; tests."""
    parts = path.split("/")
    if parts[0] == "games":
        return "games" if len(parts) == 2 else "game"
    if parts[0] == "bot":
        if parts[1] == "store":
            return "store"  # one room of four folders
        return "main" if len(parts) == 2 else parts[-2]
    if parts[0] == "adapters":
        is_room = len(parts) > 3 and parts[2] in ROOMS.get(parts[1], ())
        return "/".join(parts[1:3]) if is_room else parts[1]
    return parts[0]

def may_include(path, layer, target):
    """May the file at `path` include the file of ours at `target`?"""
    if layer in ("main", "tests"):
        return layer == "tests" or layer_of(target) != "game"
    own = layer_of(target)
    if target.startswith("adapters/") and target.endswith("_private.h"):
        return os.path.dirname(path) == os.path.dirname(target)
    if own == "game":
        same = os.path.dirname(path) == os.path.dirname(target)
        return same
    if layer == "show" and own in ("games", "table"):
        return os.path.basename(target) in SHOW_MAY
    if layer == "outbox" and own in ("games", "table"):
        return os.path.basename(target) in OUTBOX_MAY
    if layer.split("/")[0] in ADAPTERS and own in HOUSE:
        return os.path.basename(target) in ADAPTERS_MAY
    if os.path.basename(target) == "house_private.h":
        return layer in ("telling", "session")
    if layer == "common" and os.path.basename(target) in COMMON_MAY:
        return True
    return own in OURS.get(layer, set())

def check_ours(path, name, headers, problems):
    layer = layer_of(path)
    if re.fullmatch(r"embed_[a-z0-9_]+\.h", name):
        if layer in ("games", "game", "table", "command", "show", "picture"):
            problems.append(f"{path}: embedded files reach this layer as values: {name}")
        return
    base = os.path.basename(name)
    if MADE.get(name) == path:
        return
    if base not in headers:
        if not path.startswith("tests/"):
            problems.append(f"{path}: nobody has a header {name}")
        return
    if "/" in name and layer != "tests":
        problems.append(f"{path}: includes by path, only names are exposed: {name}")
    if not may_include(path, layer, headers[base]):
        problems.append(f"{path}: layer {layer} may not include {headers[base]}")

def check_outside(path, name, problems):
    layer = layer_of(path)
    if layer == "tests":
        return
    if layer in ("games", "game", "pure", "table", "command", "show"):
        if name not in PURE | PURE_MORE.get(path, set()):
            problems.append(f"{path}: the pure layers may not include <{name}>")
        return
    for pattern, layers in LIBRARIES:
        if re.match(pattern, name) and not {layer, layer.split("/")[0]} & layers:
            problems.append(f"{path}: layer {layer} may not include <{name}>")
    for pattern, only in SEAMS:
        if (path.startswith(("bot/", "adapters/matrix/")) and re.fullmatch(pattern, name) and
                not re.fullmatch(only, path)):
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
