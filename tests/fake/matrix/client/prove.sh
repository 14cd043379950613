#!/usr/bin/env bash
# prove.sh FAKE-MATRIX: matrix-bot-sdk is installed into the build and made a client of the fake.
# 77: could not be tried.
set -uo pipefail
cd "$(dirname "$0")" || exit
fake=$1
work=${DD_BUILD_DIR:?}/fake-matrix-client

skip() {
    echo "=============================================================================="
    echo "SKIPPED: $*"
    echo "matrix-bot-sdk has NOT proven the Matrix for tests in this run."
    echo "=============================================================================="
    exit 77
}

command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"
[ -x "$fake" ] || skip "fake-matrix is not built"
mkdir -p "$work"
if ! cmp -s package.json "$work/package.json" || [ ! -e "$work/node_modules/matrix-bot-sdk" ]; then
    rm -rf "$work/node_modules"
    cp package.json "$work/package.json"
    (cd "$work" && timeout 150 npm install --no-package-lock --no-audit --no-fund \
        --ignore-scripts --loglevel=error) || {
        rm -f "$work/package.json"
        skip "npm could not install matrix-bot-sdk (no network?)"
    }
fi
cp prove.js "$work/"
cd "$work" && node prove.js "$fake" "$work"
