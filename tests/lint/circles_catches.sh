#!/usr/bin/env bash
# circles_catches.sh: seven files in a circle turn circles.py red, so does one through two rooms;
# six files, and a function handed over as a pointer, do not.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
file() { # ROOM NAME NEXT: a function NAME that calls NEXT
    echo "int $3(void); int $2(void); int $2(void) { return $3(); }" >"$2.c"
    "${CC:-cc}" -O0 -c "$2.c" -o "$2.c.o"
    ar rc "lib$1.a" "$2.c.o"
}
ring() { # ROOM NAME… : each calls the next, the last the first
    local room=$1 first=$2
    shift
    while [ $# -gt 0 ]; do
        file "$room" "$1" "${2:-$first}"
        shift
    done
}
ring six a b c d e f
ring seven g h i j k l m
python3 "$here/circles.py" libsix.a >/dev/null
if said=$(python3 "$here/circles.py" libseven.a); then
    echo "seven in a circle pass"
    exit 1
fi
grep -q '7 files call each other' <<<"$said" || { echo "it says: $said"; exit 1; }
file low n o
file high o n
if said=$(python3 "$here/circles.py" liblow.a libhigh.a); then
    echo "a circle through two rooms passes"
    exit 1
fi
grep -q 'a circle through high low' <<<"$said" || { echo "it says: $said"; exit 1; }
echo "int q(int (*next)(void)); int q(int (*next)(void)) { return next(); }" >q.c
"${CC:-cc}" -O0 -c q.c -o q.c.o
ar rc libpointer.a q.c.o
file pointer p q
python3 "$here/circles.py" libpointer.a >/dev/null
echo "circles: what is too large is caught"
