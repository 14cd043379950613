#!/usr/bin/env python3
"""Every row that the Discord or the Matrix adapter keeps is damaged in the middle of a game: the
bot starts all the same and says what is lost, `deaddrop check` names each, and the game goes on to
its end; what is secret is read by whose it is alone.

damage_on.py DEADDROP discord|matrix FAKE"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

from four_games import INTERCEPTOR, JOIN, OPEN, SECRETS, START
from on_discord import Discord
from on_matrix import Matrix
from walk import WAIT_S, played

FIRST_ACTS = 9  # as far as "Round 1 is open"


def damage(path, adapter):
    """A blank behind each value, of which no sum knows; how many there are."""
    with closing(sqlite3.connect(path)) as store:
        done = store.execute("UPDATE adapter SET value = value || ' ' WHERE adapter = ?",
                             (adapter,)).rowcount
        store.commit()
    return done


def check(bot):
    done = subprocess.run([bot.program, "check", "--config", bot.config], capture_output=True,
                          timeout=WAIT_S, check=False, text=True)
    return done.returncode, done.stdout + done.stderr


def damaged(play, adapter):
    """Half a game; damage; the other half."""
    acts = [act for act in play.game.acts if act.how not in (OPEN, JOIN, START)]
    secrets = list(play.game.secrets)
    play.gather()
    for act in acts[:FIRST_ACTS]:
        play.act(act)
    play.bot.end(play.platform)
    rows = damage(play.bot.folder / "deaddrop.db", adapter)
    assert rows >= 4, rows
    code, told = check(play.bot)
    assert code != 0 and told.count(adapter) >= rows, (code, rows, told)
    play.bot.start()
    play.until("it says what is lost", lambda: f"event={adapter}.row_damaged" in play.bot.tail())
    play.until("the bot", play.platform.ready)
    for act in acts[FIRST_ACTS:]:
        if act.how == SECRETS:
            play.secrets(secrets.pop(0))
        else:
            play.act(act)
    play.bot.end(play.platform)
    return rows


def main(program, adapter, fake):
    make = {"discord": Discord, "matrix": Matrix}[adapter]
    rows, _ = played(program, lambda: make(fake), INTERCEPTOR, [],
                     lambda play: damaged(play, adapter))
    print(f"{adapter}: {rows} damaged rows, and the game was played to its end")


if __name__ == "__main__":
    os.umask(0o077)
    main(*sys.argv[1:])
