/* A mapped page. The order of its writes matters only against the end of this very process, so that
 * a compiler barrier is all that stands between the note and the flag that makes it valid. */
#include "crash_marker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heap.h"

enum { CRASH_MARKER_BYTES = 4096, CRASH_MARKER_BUSY = 0x59535542 };

struct crash_marker_page {
    uint32_t busy; /* CRASH_MARKER_BUSY while something is in work */
    struct crash_marker_note note;
};

_Static_assert(sizeof(struct crash_marker_page) <= CRASH_MARKER_BYTES,
               "the note fits into its page");

struct crash_marker {
    struct crash_marker_page *page;
    bool mapped;
    bool found;
    struct crash_marker_note last;
};

static struct crash_marker_page *map_page(const char *path, struct fault *fault)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    /* its blocks are taken now: a note on a full disk would end the process */
    int code = fd < 0 ? errno : posix_fallocate(fd, 0, CRASH_MARKER_BYTES);
    if (code != 0) {
        bool full = code == ENOSPC || code == EDQUOT || code == EROFS;
        fault_set(fault, full ? FAULT_FULL : FAULT_CONFIG, "%s: %s", path, strerror(code));
        if (fd >= 0) {
            close(fd);
        }
        return NULL;
    }
    void *page = mmap(NULL, CRASH_MARKER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (page == MAP_FAILED) {
        fault_set(fault, FAULT_CONFIG, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return page;
}

struct crash_marker *crash_marker_open(const char *path, struct fault *fault)
{
    struct crash_marker_page *page =
        path == NULL ? heap_allocate(CRASH_MARKER_BYTES) : map_page(path, fault);
    if (page == NULL) {
        return NULL;
    }
    struct crash_marker *crash_marker = heap_allocate(sizeof *crash_marker);
    crash_marker->page = page;
    crash_marker->mapped = path != NULL;
    crash_marker->found = page->busy == CRASH_MARKER_BUSY;
    crash_marker->last = page->note;
    crash_marker->last.key[CRASH_MARKER_KEY_BYTES - 1] = '\0';
    page->busy = 0;
    return crash_marker;
}

void crash_marker_close(struct crash_marker **crash_marker)
{
    if (*crash_marker == NULL) {
        return;
    }
    crash_marker_end(*crash_marker);
    if ((*crash_marker)->mapped) {
        munmap((*crash_marker)->page, CRASH_MARKER_BYTES);
    } else {
        free((*crash_marker)->page);
    }
    free(*crash_marker);
    *crash_marker = NULL;
}

bool crash_marker_found(struct crash_marker *crash_marker, struct crash_marker_note *note)
{
    if (crash_marker == NULL || !crash_marker->found) {
        return false;
    }
    *note = crash_marker->last;
    crash_marker->found = false;
    return true;
}

void crash_marker_begin(struct crash_marker *crash_marker, const char *key, uint64_t table)
{
    if (crash_marker == NULL) {
        return;
    }
    struct crash_marker_note *note = &crash_marker->page->note;
    size_t len = strnlen(key, CRASH_MARKER_KEY_BYTES - 1);
    memcpy(note->key, key, len);
    note->key[len] = '\0';
    note->table = table;
    atomic_signal_fence(memory_order_seq_cst);
    crash_marker->page->busy = CRASH_MARKER_BUSY;
    atomic_signal_fence(memory_order_seq_cst);
}

void crash_marker_end(struct crash_marker *crash_marker)
{
    if (crash_marker != NULL) {
        atomic_signal_fence(memory_order_seq_cst);
        crash_marker->page->busy = 0;
    }
}
