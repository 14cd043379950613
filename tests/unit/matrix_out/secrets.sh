#!/usr/bin/env bash
# secrets.sh COMPILER ROOT: what is public can be posted, and what is secret does not compile there,
# nor does a direct message in a place that the leak rule was not asked about.
set -euo pipefail
compiler=$1
root=$2
mapfile -t folders < <(find "$root/games" "$root/bot" "$root/adapters/net" "$root/adapters/common" \
  "$root/adapters/matrix" \
  -name '*.h' -printf '-I%h\n' | sort -u)
check() {
  "$compiler" -std=c17 -fsyntax-only -Werror=incompatible-pointer-types \
    "${folders[@]}" -I/usr/include/cjson -x c - 2>/dev/null
}
# $1: the kind of the shape that is handed to the function that makes posts
post() {
  printf '#include "matrix_body.h"\n'
  local made="struct matrix_room_content made(struct arena *arena,"
  made+=" const struct matrix_$1_shape *shape)"
  printf '%s;\n%s\n' "$made" "$made"
  printf '{\n    const struct matrix_part_of part = {.part = 0};\n'
  printf '    return matrix_room_content(arena, shape, &part);\n}\n'
}
# $1: the kind of the place that a secret is sent to
direct() {
  printf '#include "matrix_delivery_private.h"\n'
  local sent="void sent(struct matrix_delivery *delivery, struct matrix_$1_place place)"
  printf '%s;\n%s\n{\n    matrix_delivery_send_direct(delivery, place);\n}\n' "$sent" "$sent"
}
post public | check || { echo "what is public does not compile"; exit 1; }
if post secret | check; then
  echo "a secret can be posted"
  exit 1
fi
direct secret | check || { echo "a direct does not compile"; exit 1; }
if direct open | check; then
  echo "a secret can be sent where others read"
  exit 1
fi
echo "a secret cannot be posted"
