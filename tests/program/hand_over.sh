#!/usr/bin/env bash
# hand_over.sh SOURCE BUILD: what `cmake --install` lays down and the Debian package made of it are
# whole, say the same as the program does, and know nothing of the machine that built them.
set -euo pipefail
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() {
    echo "$*"
    exit 1
}

DESTDIR=$work/root cmake --install "$build" --prefix /usr --strip >"$work/log"
usr=$work/root/usr
for file in bin/deaddrop bin/deaddrop-picture lib/systemd/system/deaddrop.service \
    lib/systemd/system/deaddrop@.service \
    share/man/man1/deaddrop.1 share/doc/deaddrop/LICENSE share/doc/deaddrop/NOTICE \
    share/doc/deaddrop/deaddrop.example.ini share/bash-completion/completions/deaddrop \
    share/zsh/vendor-completions/_deaddrop share/fish/vendor_completions.d/deaddrop.fish; do
    [ -s "$usr/$file" ] || die "not laid down: $file"
done
for unit in deaddrop deaddrop@; do
    grep -q '^ExecStart=/usr/bin/deaddrop run' "$usr/lib/systemd/system/$unit.service" ||
        die "$unit.service starts something else"
done
"$usr/bin/deaddrop" config --check "$usr/share/doc/deaddrop/deaddrop.example.ini" >/dev/null

# every subcommand and every option that --help names is in the man page and in the completions
help=$("$usr/bin/deaddrop" --help)
words=$(grep '^  [a-z]' <<<"$help" | tr -s '[]|… ' '\n' |
    grep -E '^(--)?[a-z]+(-[a-z]+)*$' | sort -u)
[ "$(wc -l <<<"$words")" -gt 20 ] || die "--help names only: $words"
for file in share/man/man1/deaddrop.1 share/bash-completion/completions/deaddrop \
    share/zsh/vendor-completions/_deaddrop share/fish/vendor_completions.d/deaddrop.fish; do
    for word in $words; do
        sed 's/\\-/-/g; s/-l /--/g' "$usr/$file" | grep -qE -- "(^|[^a-z-])$word([^a-z-]|$)" ||
            die "$file does not have $word"
    done
done

# every library that is linked has its licence in NOTICE
libraries=$(sed -n '/^foreach(name /,/)/p' "$source/CMakeLists.txt" | tr -d '()' |
    sed 's/foreachname//' | xargs)
for library in $libraries libzstd libolm; do
    grep -q "^$library  " "$source/NOTICE" || die "NOTICE does not have $library"
done

for program in deaddrop deaddrop-picture; do
    if strings -a "$usr/bin/$program" | grep -F "$source"; then
        die "$program knows where it was built"
    fi
done

(cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/package" >"$work/log" 2>&1) ||
    { cat "$work/log"; exit 1; }
package=$(echo "$work"/package/*.deb)
dpkg-deb -x "$package" "$work/unpacked"
cmp "$usr/bin/deaddrop" "$work/unpacked/usr/bin/deaddrop" || die "the package has another program"
"$work/unpacked/usr/bin/deaddrop" config --check "$work/unpacked/etc/deaddrop/deaddrop.ini" \
    >/dev/null
dpkg-deb -f "$package" Depends | grep -q 'libsqlite3-0' || die "the package needs no SQLite"
dpkg-deb -e "$package" "$work/control"
grep -qx /etc/deaddrop/deaddrop.ini "$work/control/conffiles" || die "an upgrade loses the config"
echo "handed over: $(dpkg-deb -f "$package" Version), $(stat -c %s "$package") bytes"
