#!/usr/bin/env bash
# What a suite past its limit has left running is ended, and nothing else is.
set -euo pipefail
cd "$DD_SOURCE_DIR"
# shellcheck source=tests/leftovers.sh
. tests/leftovers.sh

fail() {
    echo "$1" >&2
    exit 1
}
mark=test-$$-$RANDOM
export DD_TESTS_RUN=$mark
# a session of its own, as a program has that ran away from its suite
setsid tail -f /dev/null &
away=$!
tail -f /dev/null &
kept=$!
env -u DD_TESTS_RUN tail -f /dev/null &
stranger=$!
trap 'kill -KILL $away $kept $stranger 2>/dev/null || true' EXIT

until [ "$(readlink "/proc/$away/exe")" = "$(readlink "/proc/$stranger/exe")" ]; do :; done
said=$(leftovers_end "$mark" "$kept")
[ "$said" = "    1 processes that a suite left behind were ended" ] || fail "it says: $said"
wait "$away" && fail "what ran away is still there"
kill -0 "$kept" || fail "what was to be kept is gone"
kill -0 "$stranger" || fail "a process of somebody else's is gone"
[ -z "$(leftovers_end none-such)" ] || fail "something was found that is nobody's"
echo "1 passed, 0 failed"
