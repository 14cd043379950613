#!/usr/bin/env bash
# bundle.sh ROOT: the page's modules make one script (adapters/web/bundle.awk), in which nothing is
# imported or exported any more.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
script=$(awk -v folder="$1/adapters/web/page" -f "$here/../../adapters/web/bundle.awk" main.js)
if grep -nE '^(import|export)\b' <<<"$script"; then
    echo "lines that import or export are left"
    exit 1
fi
echo "bundle: one script of $(wc -l <<<"$script") lines"
