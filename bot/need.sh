# shellcheck shell=bash
# need.sh, read by bot/run and tests/run: installs what is missing and builds a preset.

# need_packages FILE…: every package that the lists name is installed, or the script ends with one
# clear line. Costs a few milliseconds when nothing is missing. Sets need_installed to how many.
need_packages() {
    local wanted have missing
    need_installed=0
    wanted=$(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@" | sort -u)
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This is not Debian: please see to these yourself: ${wanted//$'\n'/ }" >&2
        return 0
    fi
    have=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null |
        sed -n 's/^installed //p' | sort -u)
    mapfile -t missing < <(comm -23 <(echo "$wanted") <(echo "$have"))
    need_installed=${#missing[@]}
    if [ "$need_installed" != 0 ]; then
        echo "Installing Debian packages (this may take some minutes): ${missing[*]}"
        need_install "${missing[@]}"
    fi
}

need_install() {
    local as_root=() name
    mkdir -p build/logs
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "This takes root, and there is no sudo. As root: apt-get install $*" >&2
            exit 69
        fi
        as_root=(sudo)
    fi
    for name in "$@"; do
        if ! apt-cache show "$name" >/dev/null 2>&1; then
            need_lists
            break
        fi
    done
    need_apt "$@" && return 0
    echo "Once more, with fresh package lists"
    need_lists
    need_apt "$@" && return 0
    tail -n 20 build/logs/apt.log >&2
    echo "Could not install what is missing; the whole story is in build/logs/apt.log" >&2
    exit 69
}

need_lists() {
    "${as_root[@]}" apt-get -q update >>build/logs/apt.log 2>&1 || true
}

need_apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
        --no-install-recommends "$@" </dev/null >>build/logs/apt.log 2>&1
}

# need_build PRESET LOG [TARGET…]: configures when there is no build, or one that is older than the
# presets, then builds: in need_limit_s at most, and until need_errors failures (0: to the end).
# Shows what failed and answers 1.
need_build() {
    local preset=$1 log=$2
    shift 2
    mkdir -p "$(dirname "$log")"
    : >"$log"
    if [ -f "build/$preset/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "build/$preset/CMakeCache.txt"; then
        rm -rf "build/$preset" # made where the tree stood before
    fi
    if [ ! -f "build/$preset/build.ninja" ] || [ "${need_installed:-0}" != 0 ] ||
        [ CMakePresets.json -nt "build/$preset/configured" ]; then
        if ! cmake --preset "$preset" >>"$log" 2>&1; then
            tail -n 20 "$log" >&2
            return 1
        fi
        touch "build/$preset/configured"
    fi
    if ! timeout "${need_limit_s:-3600}" cmake --build "build/$preset" ${1:+--target "$@"} \
        -- -k "${need_errors:-1}" >>"$log" 2>&1; then
        grep -E -A12 'FAILED|error:' "$log" | head -n 60 >&2
        return 1
    fi
}
