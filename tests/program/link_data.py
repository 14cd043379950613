#!/usr/bin/env python3
"""link_data.py DEADDROP: who asks for what is kept of them gets it of all accounts that are linked,
of each beside the others, and after *Forget me for good* nothing of any of them is left."""

import json
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = """room #den
people Ana Ben Cy
on a second platform #lounge Bea
seed {seed}

Bea privately: zone Lisbon
Ben privately: zone Tokyo
Ana privately: link
Bea privately: link {{code}}
Bea privately: link yes
Ana privately: link yes
Ana: !lowball goal=1
Ana: !join
Ben: !join
Cy: !join
Ana: !start
Bea privately: data export
save deaddrop-data.json as {folder}/first.json
Ana privately: unlink
Ana privately: data export
save deaddrop-data.json as {folder}/second.json
Bea privately: data forget
Bea presses [Forget me for good]
+1m
+1m
Ana privately: data export
save deaddrop-data.json as {folder}/third.json
"""


def main():
    deaddrop = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.play"
        path.write_text(SCRIPT.format(seed="0" * 64, folder=folder), encoding="utf-8")
        subprocess.run([deaddrop, "script", str(path)], cwd=folder, check=True)
        texts = [(pathlib.Path(folder) / f"{name}.json").read_text(encoding="utf-8")
                 for name in ("first", "second", "third")]
    bea, ana, left = (json.loads(text) for text in texts)
    assert bea["about"]["name"] == "Bea" and bea["addresses"][0] == "second/Bea", bea
    assert bea["tables"] == [], bea["tables"]
    other = bea["linked"][0]
    assert other["about"]["name"] == "Ana" and other["addresses"] == ["script/Ana"], other
    assert other["about"]["zone"] == "Europe/Lisbon", "what they lacked came with the other one"
    assert [table["game"] for table in other["tables"]] == ["lowball"], other["tables"]
    assert len(bea["linked"]) == 1, bea["linked"]
    assert ana["linked"][0]["about"]["name"] == "Bea" and ana["tables"] == other["tables"], ana
    whole = [row for one in (bea, other) for row in one["rows"] if row["share"] != "part"]
    assert "Tokyo" not in json.dumps(whole), "somebody else's choice is in it"
    assert "linked" not in left and left["tables"] == [] and left["words"] == [], left
    assert "Bea" not in texts[2] and "Lisbon" not in texts[2], left
    print("all of each account, and nothing of others")


if __name__ == "__main__":
    main()
