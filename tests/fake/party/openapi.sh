#!/usr/bin/env bash
# openapi.sh TEST_PARTY: plays with all traffic recorded, and checks it against Discord's own
# description of its interface (check_openapi.py says where that is looked for).
set -euo pipefail
record=$(mktemp)
trap 'rm -f "$record"' EXIT
for suite in party_games party_answers party_ways; do
  CK_RUN_SUITE=$suite DD_PARTY_RECORD=$record "$1"
done
"$(dirname "$0")/../discord/check_openapi.py" "$record"
