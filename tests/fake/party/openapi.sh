#!/usr/bin/env bash
# openapi.sh TEST_PARTY TEST_SCENARIO [TEST_SERVE DEADDROP FAKE_DISCORD]: every suite that talks to
# the Discord for tests, with all traffic recorded and checked against Discord's own description of
# its interface (check_openapi.py says where that is looked for). The walk of crash points, which
# takes longer, checks its own (tests/kill/on_discord.py).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fakes=$here/..
DD_DISCORD_RECORD=$(mktemp)
export DD_DISCORD_RECORD
trap 'rm -f "$DD_DISCORD_RECORD"' EXIT

# without a description nothing needs to be played: said loudly, and 77
status=0
"$fakes/discord/check_openapi.py" "$DD_DISCORD_RECORD" >/dev/null || status=$?
if [ "$status" = 77 ]; then
  "$fakes/discord/check_openapi.py" || exit $?
fi
before=0
recorded() { # WHAT: it has left something in the record
  local now
  now=$(wc -l <"$DD_DISCORD_RECORD")
  [ "$now" -gt "$before" ] || { echo "$1 has left no traffic"; exit 1; }
  echo "$1: $((now - before)) requests"
  before=$now
}
while read -r suite; do
  CK_RUN_SUITE=$suite "$1" >/dev/null
  recorded "$suite"
done < <(sed -n 's/^SUITE(\(.*\))$/\1/p' "$here/suites.def")
"$2" >/dev/null
recorded scenario
if [ $# -gt 2 ]; then
  "$3" >/dev/null
  recorded serve
  for script in wire/program.py discord/setup_test.py discord/endpoint_test.py; do
    "$fakes/$script" "$4" "$5" >/dev/null
    recorded "$script"
  done
fi
"$fakes/discord/check_openapi.py" "$DD_DISCORD_RECORD"
