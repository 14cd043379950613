#!/usr/bin/env python3
"""own_data.py DEADDROP: the file that somebody gets who asks for what is kept of them has all of it
and nothing of anybody else's, and after *Forget me for good* nothing of it is left."""

import json
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = """room #den
people Ana Ben Cy
seed {seed}

Ana privately: zone Lisbon
Ben privately: zone Tokyo
Ana: !lowball goal=1
Ana: !join
Ben: !join
Cy: !join
Ana: !start
Ana privately: choose 1
Ben privately: choose 2
Cy privately: choose 2
Ben: !lowball goal=1
Ben: !join
Cy: !join
Ana: !join
Ben: !start
Ana privately: data export
save deaddrop-data.json as {folder}/first.json
Ana privately: data forget
Ana presses [Forget me for good]
+1m
+1m
Ana privately: data export
save deaddrop-data.json as {folder}/second.json
"""


def main():
    deaddrop = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.play"
        path.write_text(SCRIPT.format(seed="0" * 64, folder=folder), encoding="utf-8")
        subprocess.run([deaddrop, "script", str(path)], cwd=folder, check=True)
        first = (pathlib.Path(folder) / "first.json").read_text(encoding="utf-8")
        second = (pathlib.Path(folder) / "second.json").read_text(encoding="utf-8")
    told = json.loads(first)
    assert told["about"]["name"] == "Ana" and told["about"]["zone"] == "Europe/Lisbon", told
    assert len(told["addresses"]) == 1 and told["addresses"][0].endswith("/Ana"), told
    assert [table["game"] for table in told["tables"]] == ["lowball"] * 2, told["tables"]
    # of the game that is over their own result alone; of the one that goes on nothing
    results = [row for row in told["rows"] if row["in"] == "result"]
    assert [json.loads(row["value"])["result"] for row in results] == ["won"], results
    assert results[0]["name"] == "seat" and "lost" not in json.dumps(results), results
    assert any(row["in"] == "person" for row in told["rows"]), told["rows"]
    whole = [row for row in told["rows"] if row["share"] != "part"]
    assert "Tokyo" not in json.dumps(whole), "somebody else's choice is in it"
    left = json.loads(second)
    assert "zone" not in left.get("about", {}), left
    assert left["tables"] == [] and left["words"] == [], left
    assert not any(row["in"] == "result" for row in left["rows"]), left["rows"]
    print("all of it, and nothing of others")


if __name__ == "__main__":
    main()
