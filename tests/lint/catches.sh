#!/usr/bin/env bash
# catches.sh LINT: the lint refuses every tree in bad/NAME/, and says what its file `expect` says.
# Bad C files end in .bad there, so that no other tool takes them for sources; the copy that is
# linted has them by their right names.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lint=$1
name=$(basename "${lint%.*}")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
count=0
for sample in "$here/bad/$name"/*/; do
    rm -rf "${copy:?}"/*
    cp -r "$sample." "$copy"
    expect=$(cat "$copy/expect")
    rm "$copy/expect"
    find "$copy" -name '*.bad' | while read -r file; do
        mv "$file" "${file%.bad}"
    done
    [ "$name" != format ] || cp "$here/../../.clang-format" "$copy"
    if said=$("$here/$lint" "$copy" 2>&1); then
        echo "$name lets $(basename "$sample") pass"
        exit 1
    fi
    if ! grep -qF -- "$expect" <<<"$said"; then
        printf '%s: of %s it says not "%s" but:\n%s\n' "$name" "$(basename "$sample")" "$expect" \
            "$said"
        exit 1
    fi
    count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "$name has no bad sample"; exit 1; }
echo "$name: $count bad samples caught"
