#!/usr/bin/env python3
"""Somebody plays a whole game on the Discord or the Matrix for tests, and asks to be forgotten.
What was theirs is looked for as raw bytes in all files of the store: all of it is in the export,
and none of it is there afterwards; the others play on.

forgetting_on.py DEADDROP discord|matrix FAKE"""

import os
import re
import subprocess
import sys

from four_games import INTERCEPTOR
from on_discord import Discord
from on_matrix import Matrix
from walk import WAIT_S, played

ONE = "ben"
WORDS = (rb"Well, who knows\.", rb'"ben"')
OTHERS = b"I honestly forgot."


def marks(platform, adapter):
    """What is theirs, as patterns of bytes: their account, their direct room, what they said."""
    ids = [platform.people[ONE]]
    ids += [platform.direct[ONE]] if adapter == "discord" else [platform.direct(ONE)]
    return [re.escape(name.encode()) for name in ids] + list(WORDS)


def standing(folder, patterns):
    """Which of these are in which file of the store."""
    return {(pattern, path.name) for path in folder.iterdir() if path.name.startswith("deaddrop.db")
            for pattern in patterns if re.search(pattern, path.read_bytes())}


def tool(bot, *arguments):
    done = subprocess.run([bot.program, arguments[0], "--config", bot.config, *arguments[1:]],
                          capture_output=True, timeout=WAIT_S, check=False)
    return done.returncode, done.stdout + done.stderr


def forgotten(play, adapter):
    """Plays; forgets while the bot runs; looks; plays on."""
    play.play()
    theirs = marks(play.platform, adapter)
    address = f"{adapter}:{play.platform.people[ONE]}"
    before = {pattern for pattern, _ in standing(play.bot.folder, theirs)}
    assert before == set(theirs), (set(theirs) - before, "was never there")
    code, told = tool(play.bot, "export", address)
    assert code == 0 and all(re.search(pattern, told) for pattern in theirs), told.decode()
    code, told = tool(play.bot, "forget", address)
    assert code == 0, told
    play.until("it is carried out", lambda: tool(play.bot, "export", address)[0] == 1)
    play.bot.end(play.platform)
    left = standing(play.bot.folder, theirs)
    assert not left, left
    assert standing(play.bot.folder, [re.escape(OTHERS)]), "what others said has gone, too"
    play.bot.start()
    play.until("the bot", play.platform.ready)
    play.brings(lambda: play.platform.say(play, "ana", "rules"), "ana", "card")


def main(program, adapter, fake):
    make = {"discord": Discord, "matrix": Matrix}[adapter]
    played(program, lambda: make(fake), INTERCEPTOR, [], lambda play: forgotten(play, adapter))
    print(f"{adapter}: nothing is left")


if __name__ == "__main__":
    os.umask(0o077)
    main(*sys.argv[1:])
