# shellcheck shell=bash
# leftovers.sh, read by tests/run: processes that a suite has left behind, however they ran away.
# Every process of a run has DD_TESTS_RUN in its environment, inherited from tests/run.

# leftovers_list MARK: the processes whose environment says DD_TESTS_RUN=MARK, but for this shell,
# those above it and those it has just begun (which are below it and not below a suite any more).
leftovers_list() {
    local file pid
    for file in /proc/[0-9]*/environ; do
        pid=${file#/proc/}
        pid=${pid%/environ}
        if [ "$pid" != "$$" ] && [ "$pid" != "$BASHPID" ] && [ "$pid" != "$PPID" ] &&
            tr '\0' '\n' 2>/dev/null <"$file" | grep -qxF "DD_TESTS_RUN=$1"; then
            echo "$pid"
        fi
    done 2>/dev/null
}

# leftovers_end MARK [PID…]: ends them all but the PIDs and what runs below those; says how many.
leftovers_end() {
    local mark=$1 pid ended=0
    shift
    for pid in $(leftovers_list "$mark"); do
        if ! leftovers_is_below "$pid" "$@" && kill -KILL "$pid" 2>/dev/null; then
            ended=$((ended + 1))
        fi
    done
    if [ "$ended" != 0 ]; then
        echo "    $ended processes that a suite left behind were ended"
    fi
}

# leftovers_is_below PID ABOVE…: is it one of these, or started by one of these?
leftovers_is_below() {
    local pid=$1 above
    shift
    while [ "${pid:-0}" -gt 1 ]; do
        for above in "$@"; do
            [ "$pid" != "$above" ] || return 0
        done
        pid=$(sed 's/^.*) [A-Za-z] //; s/ .*//' "/proc/$pid/stat" 2>/dev/null)
    done
    return 1
}
