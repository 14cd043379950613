#!/usr/bin/env bash
# secrets.sh COMPILER ROOT: what is public can be posted, and what is secret does not compile there.
set -euo pipefail
root=$2
mapfile -t folders < <(cd "$root" && find games bot adapters/net adapters/common adapters/discord \
  -name '*.h' -printf "-I$root/%h\n" | sort -u)
check() {
  "$1" -std=c17 -fsyntax-only -Werror=incompatible-pointer-types \
    "${folders[@]}" -x c - 2>/dev/null
}
# $1: the kind of the shape that is handed to the function that makes posts
post() {
  printf '#include "discord_body.h"\n'
  local made="struct discord_channel_body made(struct arena *arena,"
  made+=" const struct discord_$1_shape *shape)"
  printf '%s;\n%s\n' "$made" "$made"
  printf '{\n    const struct discord_part part = {.part = 0};\n'
  printf '    return discord_channel_body(arena, shape, &part);\n}\n'
}
post public | check "$1" || { echo "what is public does not compile"; exit 1; }
if post secret | check "$1"; then
  echo "a secret can be posted"
  exit 1
fi
echo "a secret cannot be posted"
