#!/usr/bin/env python3
"""games.py ROOT: what belongs to one game is in that game's folder alone: no file of bot/ and
adapters/ or of games/ itself, and no sentence of config/languages/, names a game, its messages, its
refusals, its options or the words for its things."""

import re
import sys

import tree

# words of a game that mean something else outside it: those of tables, documents, messages, files
EVERYDAY = set(
    "1 2 a all auto blocked board budget card cards code digit dissolve down draw easy emoji first "
    "free game hard host insist kind lines long lost media medium mention minutes none number "
    "order public reaction relayed reply roles rounds say shared soft start symbol take team "
    "team_room tie turns value word".split()
)
# what is still to find its way: how people say a guess is read beside all that is typed
PARSED = ("bot/table/command/command_guess.c",)


def games(root):
    """The folders that games/games.def lists, of what is played: gatherings are the core's."""
    rows = tree.text(root, "games/games.def")
    return re.findall(r"(?m)^(?:GAME|EXAMPLE|TEMPLATE)\((\w+)\)", rows)


def words_of(root, game):
    """What a game's own lists and words name: words, and identifiers of C."""
    words, ids = {game}, set()
    for path in tree.files(root, f"{game}_messages.def", f"{game}_refusals.def"):
        for kind, name, text in re.findall(r'(MESSAGE|REFUSAL)\((\w+), "([\w.]+)"\)',
                                           tree.text(root, path)):
            ids.add({"MESSAGE": "MSG_", "REFUSAL": "REFUSAL_"}[kind] + name)
            words.add(text)
    ini = tree.text(root, f"games/{game}/words/en.ini")
    for key in re.findall(r"(?m)^(?:term|symbol)\.([\w.]+) =", ini):
        words.add(key.split(".")[-1])
    return words, ids


def core(root):
    """The files that know no game."""
    for path in tree.files(root, ".c", ".h", ".def", ".js", ".ini"):
        parts = path.split("/")
        if parts[0] in ("bot", "adapters") or (parts[0] == "games" and len(parts) == 2):
            yield path
        elif path.startswith("config/languages/"):
            yield path


def main(root):
    problems, words, ids = [], {}, {}
    for game in games(root):
        own, names = words_of(root, game)
        for word in own:
            words.setdefault(word, set()).add(game)
        ids.update({name: game for name in names})
    words = {word: of.pop() for word, of in words.items() if len(of) == 1}
    for path in core(root):
        if path == "games/games.def":
            continue
        text = tree.text(root, path)
        if path.endswith(".ini"):
            text = "\n".join(re.findall(r"(?m)^[\w.-]+ =", text))
            found = re.findall(r"[a-z_]+", text)
        else:
            text = tree.bare(text, keep_strings=True)
            found = re.findall(r"\"([^\"\\]*)\"", text)
            problems += [f"{path}: {name} belongs to {ids[name]}"
                         for name in sorted(set(re.findall(r"\b(?:MSG|REFUSAL)_\w+", text)))
                         if name in ids]
        problems += [f'{path}: "{word}" belongs to {words[word]}' for word in sorted(set(found))
                     if word in words and word not in EVERYDAY and path not in PARSED]
    tree.finish("games", problems)


main(sys.argv[1])
