#!/usr/bin/env bash
# symbols.sh ALLOWED ARCHIVE [LOWER…]: fails if ARCHIVE needs a symbol that neither it nor the LOWER
# archives define and that the list ALLOWED does not have. A line `name` allows it to every member,
# `member.o:name` to that member alone. Purity is then a fact of the link, not a habit.
set -euo pipefail
allowed=$1
shift
defined=$(nm -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 { print $3 }')
bad=$(nm -A -u "$1" 2>/dev/null | awk -F '[: ]+' '{ print $2 ":" $NF }' | sort -u |
    awk -F : '
        NR == FNR { if ($0 !~ /^(#|$)/) may[$0] = 1; next }
        FILENAME == "/dev/fd/3" { may[$0] = 1; next }
        !($2 in may) && !($0 in may) { print "  " $2 " in " $1 }' \
        "$allowed" /dev/fd/3 - 3<<<"$defined")
if [ -n "$bad" ]; then
    echo "$(basename "$1") needs what it may not have:"
    echo "$bad"
    exit 1
fi
echo "symbols: $(basename "$1") is pure"
