#!/usr/bin/env python3
"""two_verifiers.py DEADDROP SIM_RECORDS COUNT RECORD…: holds stranger.py against `deaddrop verify`.

Both have to find that everything follows in the records that are named and in those of COUNT games
that sim_records plays, and both have to refuse each of a hundred that somebody has tampered with.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import stranger

TAMPERED = 100


def lines_of(path):
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def why_not(lines):
    """What a stranger finds wrong, or None."""
    try:
        stranger.check(lines)
    except stranger.WRONG as wrong:
        return wrong
    return None


def another(dice, text):
    """The text with one of its letters or digits another."""
    places = [i for i, letter in enumerate(text) if letter.isalnum()]
    if not places:
        return text + "x"
    at = dice.choice(places)
    return text[:at] + ("y" if text[at] == "x" else "x") + text[at + 1:]


def header_with(change):
    """Tampers with the header: change(header) changes it, and says so."""
    def tamper(dice, lines):
        header = json.loads(lines[0])
        if not change(dice, header):
            return None
        return [json.dumps(header, separators=(",", ":"), ensure_ascii=False), *lines[1:]]
    return tamper


def secret(dice, header):
    return change_key(dice, header, "secret")


def commitment(dice, header):
    return change_key(dice, header, "commitment")


def change_key(_, header, key):
    if key not in header or "secret" not in header:  # of a week's that is not told, nobody can say
        return False
    header[key] = header[key][1:] + header[key][0]
    return header[key][1:] != header[key][:-1]


def candidate(dice, header):
    if not header["candidates"]:
        return False
    at = dice.randrange(len(header["candidates"]))
    header["candidates"][at] = another(dice, header["candidates"][at])
    return True


def candidate_gone(dice, header):
    if not header["candidates"]:
        return False
    del header["candidates"][dice.randrange(len(header["candidates"]))]
    return True


def chain(dice, header):
    header["chain"] = another(dice, header["chain"])
    return True


def join(dice, header):
    seats = [seat for seat in header["seats"] if seat["join"]]
    seat = dice.choice(seats) if seats else {"join": ""}
    seat["join"] += "x"
    return bool(seats)


def a_round(dice, lines):
    """Another spy in one of the rounds that the last line tells of."""
    end = json.loads(lines[-1])
    if "rounds" not in end:
        return None
    told = dice.choice(end["rounds"])
    told["spy"] = dice.choice([seat for seat in range(told["seats"]) if seat != told["spy"]])
    return [*lines[:-1], json.dumps(end, separators=(",", ":"), ensure_ascii=False)]


def row_with(key):
    """Tampers with one text of a line that has it."""
    def tamper(dice, lines):
        rows = [at for at, line in enumerate(lines) if at > 0 and key in json.loads(line)]
        if not rows:
            return None
        at = dice.choice(rows)
        row = json.loads(lines[at])
        row[key] = another(dice, row[key])
        text = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        return [*lines[:at], text, *lines[at + 1:]]
    return tamper


def line_gone(dice, lines):
    rows = [at for at, line in enumerate(lines) if "line" in json.loads(line)]
    at = dice.choice(rows[:-1])
    return lines[:at] + lines[at + 1:]


def lines_swapped(dice, lines):
    rows = [at for at, line in enumerate(lines) if "line" in json.loads(line)]
    at = dice.choice(rows[:-1])
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2:]]


def result_gone(_, lines):
    return lines[:-1]


TAMPERS = {
    "the secret": header_with(secret),
    "the commitment": header_with(commitment),
    "a candidate": header_with(candidate),
    "a candidate less": header_with(candidate_gone),
    "the chain's text": header_with(chain),
    "a join": header_with(join),
    "a line": row_with("line"),
    "a hash": row_with("hash"),
    "a text": row_with("text"),
    "a digest": row_with("digest"),
    "a line less": line_gone,
    "two lines": lines_swapped,
    "no result": result_gone,
    "a round": a_round,
}


def softly(records):
    """Rounds with streak=soft behind another one; in how many of them somebody was spy again."""
    rounds = again = 0
    for path in records:
        lines = lines_of(path)
        if json.loads(lines[0])["options"].get("streak") == "soft":
            spies = [told["spy"] for told in json.loads(lines[-1]).get("rounds", ())]
            rounds += max(len(spies) - 1, 0)
            again += sum(spy == last for last, spy in zip(spies, spies[1:]))
    return rounds, again


def verified(deaddrop, path):
    """Does `deaddrop verify` find that everything follows? It has to say so, or which line does
    not."""
    done = subprocess.run([deaddrop, "verify", path], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{path}: deaddrop verify ended with {done.returncode}: {done.stderr}")
    return done.returncode == 0


def tamper_all(deaddrop, records, folder):
    """A hundred tampered records: how many of each kind, and who did not see one."""
    dice, counts, missed, made = random.Random(16), dict.fromkeys(TAMPERS, 0), [], 0
    while made < TAMPERED:
        what, path = list(TAMPERS)[made % len(TAMPERS)], dice.choice(records)
        lines = TAMPERS[what](dice, lines_of(path))
        if lines is None:
            continue
        bad = folder / f"tampered_{made}.jsonl"
        bad.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if why_not(lines) is None:
            missed.append(f"{path} with {what} changed: a stranger finds nothing")
        if verified(deaddrop, bad):
            missed.append(f"{path} with {what} changed: deaddrop verify finds nothing")
        counts[what] += 1
        made += 1
    return counts, missed


def main(deaddrop, sim_records, count, *paths):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        played = subprocess.run([sim_records, count, name], check=False)  # it verifies each, too
        if played.returncode != 0:
            return 1
        simulated = sorted(folder.glob("*.jsonl"), key=lambda path: int(path.stem))
        records = [pathlib.Path(path) for path in paths] + simulated
        missed = [f"{path}: {why} does not follow" for path in records
                  if (why := why_not(lines_of(path))) is not None]
        missed += [f"{path}: deaddrop verify" for path in paths if not verified(deaddrop, path)]
        counts, more = tamper_all(deaddrop, records, folder)
        missed += more
        rounds, again = softly(simulated)
    print("\n".join(missed))
    print(f"{len(records)} records follow for both; refused by both, with another:", counts)
    print(f"of {rounds} rounds with streak=soft, somebody was spy again in {again}")
    few = len(simulated) != int(count) or rounds == 0 or again == 0
    return 1 if missed or few else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
