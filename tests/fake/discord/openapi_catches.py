#!/usr/bin/python3
"""openapi_catches.py: what Discord's description does not allow is found in a record, a missing
description is told loudly, and an empty record is no success."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parent / "check_openapi.py"
GOOD = {"at_ms": 1, "method": "POST", "path": "/api/v10/users/@me/channels",
        "route": "/users/@me/channels", "multipart": False, "files": 0,
        "request": {"recipient_id": "1985704309555200006"}, "status": 200,
        "response": {"id": "1985704309555200009", "type": 1, "flags": 0, "recipients": []},
        "fault": None, "dropped": False}
BAD = {
    "a request of another shape": {"request": {"recipient_id": ["1"]}},
    "a request without what it must have": {
        "method": "POST", "path": "/api/v10/interactions/1/t/callback", "status": 204,
        "request": {"data": {}}, "response": None},
    "a text that is too long": {
        "method": "POST", "path": "/api/v10/channels/1/messages",
        "request": {"content": "x" * 4001}, "fault": "drop_after"},
    "an answer of another shape": {"response": {"id": 7, "type": "dm"}},
    "an answer that is missing": {"response": None},
    "a status that is not described": {"status": 302},
    "a route that is not described": {"path": "/api/v10/users/@me/friends"},
    "a body where there is none": {"method": "DELETE", "path": "/api/v10/channels/1/messages/2",
                                   "status": 204, "response": None},
}


def checked(lines, **environment):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as record:
        record.writelines(json.dumps(line) + "\n" for line in lines)
        record.flush()
        done = subprocess.run([CHECK, record.name], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})
        return done.returncode, done.stdout


def main():
    code, said = checked([GOOD], DEADDROP_DISCORD_OPENAPI="/nowhere")
    assert code == 77 and "NOTHING was checked" in said, (code, said)
    code, said = checked([GOOD])
    if code == 77:
        print(said)
        return 77
    assert code == 0, said
    assert checked([])[0] == 1, "an empty record is no success"
    for what, change in BAD.items():
        code, said = checked([GOOD, {**GOOD, **change}])
        assert code == 1, f"{what} is not found\n{said}"
    print(f"{len(BAD)} bad records found")
    return 0


sys.exit(main())
