#!/usr/bin/env bash
# discord.sh BENCH DEADDROP [--smoke]: bench_discord beside discord.js, which is installed into the
# build in the version that tests/fake/discord/client names. Without it deaddrop is measured alone.
set -uo pipefail
cd "$(dirname "$0")" || exit
bench=$1
program=$2
here=$PWD
client=$here/../fake/discord/client
work=${DD_BUILD_DIR:-$here/../../build}/bench-client

alone() {
    echo "# $*: discord.js is NOT measured beside it"
    echo=()
}

installed() {
    cmp -s "$client/package.json" "$work/package.json" && [ -e "$work/node_modules/discord.js" ] &&
        return
    rm -rf "$work/node_modules"
    for other in "$here"/../../build/*/fake-client; do # fake.discordjs has had it installed
        if cmp -s "$client/package.json" "$other/package.json" &&
            [ -e "$other/node_modules/discord.js" ]; then
            cp -R "$other/node_modules" "$other/package.json" "$work/" && return
        fi
    done
    cp "$client/package.json" "$work/package.json"
    (cd "$work" && timeout 120 npm install --no-package-lock --no-audit --no-fund \
        --ignore-scripts --loglevel=error) && return
    rm -f "$work/package.json"
    return 1
}

mkdir -p "$work"
echo=("$work")
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    alone "there is no node"
elif ! installed; then
    alone "npm could not install it (no network?)"
else
    cp "$here/echo.js" "$work/"
fi
cd "$work" || exit
"$bench" ${3:+"$3"} "$program" "${echo[@]}"
