#!/usr/bin/env bash
# symbols_catches.sh ALLOWED: a stray time() in a pure library turns symbols.sh red, and so does
# memory from elsewhere than the files that may; what is allowed passes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
allowed=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
archive() { # NAME: source on stdin
    cat >"$1.c"
    "${CC:-cc}" -O1 -c "$1.c" -o "$1.o"
    rm -f "$1.a"
    ar rc "$1.a" "$1.o"
}
archive stray <<'C'
#include <time.h>
long stray(void);
long stray(void) { return (long)time(0); }
C
archive memory <<'C'
#include <stdlib.h>
void *memory(void);
void *memory(void) { return malloc(3); }
C
archive clean <<'C'
#include <string.h>
int clean(const char *a, const char *b);
int clean(const char *a, const char *b) { return strcmp(a, b); }
C
archive lower <<'C'
int lower(void);
int lower(void) { return 4; }
C
archive upper <<'C'
int lower(void);
int upper(void);
int upper(void) { return lower(); }
C
for name in stray:time memory:malloc upper:lower; do
    if said=$("$here/symbols.sh" "$allowed" "${name%:*}.a"); then
        echo "a stray ${name#*:} passes"
        exit 1
    fi
    grep -qF "  ${name#*:} in ${name%:*}.o" <<<"$said" || { echo "it says: $said"; exit 1; }
done
"$here/symbols.sh" "$allowed" clean.a >/dev/null
"$here/symbols.sh" "$allowed" upper.a lower.a >/dev/null
echo "symbols: what is stray is caught"
