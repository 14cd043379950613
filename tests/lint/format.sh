#!/usr/bin/env bash
# format.sh ROOT: every C file is as .clang-format wants it.
set -euo pipefail
cd "$1"
find . \( -path ./build -o -path ./.git -o -path ./tests/lint/bad \) -prune \
    -o -name '*.[ch]' -print0 | xargs -0 -r clang-format --dry-run -Werror
echo "format: clean"
