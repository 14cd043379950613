#!/usr/bin/env bash
# scripts.sh ROOT: shellcheck over every script, by its first line or its ending .sh.
set -euo pipefail
cd "$1"
mapfile -t scripts < <(
    find . \( -path ./build -o -path ./.git -o -path ./tests/lint/bad \) -prune -o -type f -print |
        while read -r file; do
            if [[ $file == *.sh ]] || head -c 64 "$file" | head -n 1 | tr -d '\0' |
                grep -qE '^#!.*\b(ba)?sh\b'; then
                echo "$file"
            fi
        done | sort
)
[ "${#scripts[@]}" -gt 0 ] || { echo "scripts: there are none"; exit 1; }
shellcheck -x "${scripts[@]}"
echo "scripts: ${#scripts[@]} clean"
