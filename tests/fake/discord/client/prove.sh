#!/usr/bin/env bash
# prove.sh FAKE-DISCORD: discord.js is installed into the build and made a client of the fake,
# node's own clients look at its bytes, and what was said is checked against Discord's own
# description. 77: could not be tried.
set -uo pipefail
cd "$(dirname "$0")" || exit
fake=$1
here=$PWD
work=${DD_BUILD_DIR:?}/fake-client

skip() {
    echo "=============================================================================="
    echo "SKIPPED: $*"
    echo "discord.js has NOT proven the Discord for tests in this run."
    echo "=============================================================================="
    exit 77
}

command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"
[ -x "$fake" ] || skip "fake-discord is not built"
mkdir -p "$work"
if ! cmp -s package.json "$work/package.json" || [ ! -e "$work/node_modules/discord.js" ]; then
    rm -rf "$work/node_modules"
    cp package.json "$work/package.json"
    (cd "$work" && timeout 120 npm install --no-package-lock --no-audit --no-fund \
        --ignore-scripts --loglevel=error) || {
        rm -f "$work/package.json"
        skip "npm could not install discord.js (no network?)"
    }
fi
cp "$here"/*.js "$work/"
cd "$work" || exit
node prove.js "$fake" "$work/traffic.jsonl" || exit
node wire.js "$fake" "$work/wire.jsonl" || exit
"$here/../check_openapi.py" "$work/traffic.jsonl" "$work/wire.jsonl"
case $? in
0 | 77) exit 0 ;; # it has said that it could not check
*) exit 1 ;;
esac
