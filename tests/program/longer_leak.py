#!/usr/bin/env python3
"""longer_leak.py DEADDROP: somebody's wish for more time tells nobody whose it is.

The same game three times, on one seed: with nobody's wish, with Ana's, with Ben's. What all are
shown, record and transcript too, is the same whether it is Ana's or Ben's; with either the waits
are half as long again, and where two people sit nothing changes at all."""

import pathlib
import subprocess
import sys
import tempfile

ACTS = """Ana privately: zone Berlin
Ben privately: zone Lisbon
Cy privately: zone Tokyo
{wish}
Ana: !lowball goal=1
Ana: !join
Ben: !join
{third}
Ana: !start
Ana privately: choose 2
+1m
+4m
+10m
Cy: !record
save record.jsonl as record.jsonl
Cy: !log
"""
LOOKS = ("> x", "= x", "Cy < x", "Dee < x", "Ana < x", "Ben < x", "Ana = x", "Ben = x", "Cy = x")


def script(wish, third):
    lines = ["room #den", "people Ana Ben Cy Dee", f"seed {'0' * 64}", ""]
    # the pinned seed is no seed of the secret: the record is compared, and not verified
    for act in ACTS.format(wish=wish, third=third).splitlines():
        lines.append(act)
        lines += LOOKS if not act.startswith("save") else ()
    return "\n".join(lines) + "\n"


def play(deaddrop, wish, third="Cy: !join"):
    """What everybody is shown, by act."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.play"
        path.write_text(script(wish, third), encoding="utf-8")
        subprocess.run([deaddrop, "script", "--update", str(path)], cwd=folder, check=False,
                       stdout=subprocess.DEVNULL)
        record = pathlib.Path(folder) / "record.jsonl"
        return (path.read_text(encoding="utf-8") + record.read_text(encoding="utf-8")).splitlines()


def shown(lines):
    """All that anybody sees, but for the wish itself and the answer to it, which stand first."""
    return lines[next(i for i, line in enumerate(lines) if line.startswith("Ana: !lowball")):]


def main():
    deaddrop = str(pathlib.Path(sys.argv[1]).resolve())
    nobody = play(deaddrop, "Ana privately: longer off")
    ana = play(deaddrop, "Ana privately: longer on")
    ben = play(deaddrop, "Ben privately: longer on")
    assert any("Time until" in line or "UTC" in line for line in shown(ana)), "no wait is shown"
    assert shown(ana) == shown(ben), "it tells whose wish it is"
    assert shown(ana) != shown(nobody), "the wish changes nothing"
    two = play(deaddrop, "Ana privately: longer on", "Ana: !bot")
    none = play(deaddrop, "Ana privately: longer off", "Ana: !bot")
    assert shown(two) == shown(none), "of two people one knows"
    print("the same for all, whoever it is")


if __name__ == "__main__":
    main()
