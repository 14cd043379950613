#!/usr/bin/env bash
# openapi.sh RECORDS TEST…: what these suites said to the Discord for tests when they ran before
# this one (dd_recorded in tests/CMakeLists.txt), against Discord's own description of its interface
# (check_openapi.py says where that is looked for). Each must have left something. The walk of crash
# points, which takes longer, checks its own (tests/kill/on_discord.py).
set -euo pipefail
records=$1
shift
trap 'rm -f "$records"/*.jsonl' EXIT
status=0
for suite in "$@"; do
  if [ -s "$records/$suite.jsonl" ]; then
    echo "$suite: $(wc -l <"$records/$suite.jsonl") requests"
  else
    echo "$suite has left no traffic"
    status=1
  fi
done
"$(dirname "$0")/../discord/check_openapi.py" "$records"/*.jsonl || status=$?
exit "$status"
