#!/usr/bin/env python3
"""link_leak.py DEADDROP: that somebody has several accounts tells nobody which.

The same games on two platforms, on one seed: Bea of the second platform says a code of Ana's, or
of Ben's, who mean it, or of Ana's, who says no. What all others are shown, and what is recorded, is
the same; a deal of the week too, which Ana knows and which is chosen where Bea sits."""

import pathlib
import re
import subprocess
import sys
import tempfile

WORLD = ["room #den", "people Ana Ben Cy Gus",
         "on a second platform #lounge Bea Dee Eve Fay", f"seed {'0' * 64}", ""]
LINK = """{who} privately: link
Bea privately: link {{code}}
Bea privately: link yes
{who} privately: link {answer}
"""
ACTS = """Ana: !spyfall weekly rounds=1 dm_check=off
Ana: !join
Ben: !join
Cy: !join
Gus: !join
Ana: !start
Dee: !spyfall rounds=1 dm_check=off
Bea: !join
Dee: !join
Eve: !join
Fay: !join
Dee: !option deal weekly
Dee: !start
Cy: !lowball goal=1
Cy: !#2 join
Ana: !#2 join
Ben: !#2 join
Cy: !#2 start
Ana privately: #2 choose 1
Ben privately: #2 choose 2
Cy privately: #2 choose 2
+2m
Dee: !tables
Dee privately: todo
Eve privately: log
Cy privately: log
Cy: !#2 record
save record.jsonl as record.jsonl
"""
LOOKS = ("> x", "#lounge > x", "= x", "#lounge = x",
         "Cy < x", "Dee < x", "Eve < x", "Fay < x", "Gus < x")
HEX = re.compile(r"\b[0-9a-f]{12,64}\b")


def script(who, answer):
    lines = WORLD + LINK.format(who=who, answer=answer).splitlines() + ["restart"]
    for act in ACTS.splitlines():
        lines.append(act)
        lines += LOOKS if not act.startswith("save") else ()
    return "\n".join(lines) + "\n"


def play(deaddrop, who, answer="yes"):
    """What everybody but those who may be linked is shown, by act, and a record."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.play"
        path.write_text(script(who, answer), encoding="utf-8")
        done = subprocess.run([deaddrop, "script", "--update", str(path)], cwd=folder, check=False,
                              capture_output=True, text=True)
        text = path.read_text(encoding="utf-8")
        assert "cannot" not in done.stderr and " < x" not in text, done.stderr
        text += (pathlib.Path(folder) / "record.jsonl").read_text(encoding="utf-8")
    return text[text.index("restart"):].splitlines()


def masked(lines):
    """Secrets are random: what is drawn for messages of those who are linked comes between."""
    words = [line for line in lines if line.startswith('{"digest"')]  # in the order of their hashes
    rest = [line for line in lines if line not in words]
    return [HEX.sub("-", line) for line in rest] + sorted(HEX.sub("-", line) for line in words)


def main():
    deaddrop = str(pathlib.Path(sys.argv[1]).resolve())
    nobody = masked(play(deaddrop, "Ana", "no"))
    assert any("Spyfall begins" in line or "The game begins" in line for line in nobody)
    for who in ("Ana", "Ben"):
        linked = masked(play(deaddrop, who))
        for line, other in zip(linked, nobody):
            assert line == other, f"with {who} linked:\n{line}\n{other}"
        assert len(linked) == len(nobody)
    print("the same for all, whoever is linked")


if __name__ == "__main__":
    main()
