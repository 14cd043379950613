/* A mapped page. The order of its writes matters only against the end of this very process, so that
 * a compiler barrier is all that stands between the note and the flag that makes it valid. */
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heap.h"

enum { WORK_BYTES = 4096, WORK_BUSY = 0x59535542 };

struct work_page {
    uint32_t busy; /* WORK_BUSY while something is in work */
    struct work_note note;
};

_Static_assert(sizeof(struct work_page) <= WORK_BYTES, "the note fits into its page");

struct work {
    struct work_page *page;
    bool mapped;
    bool found;
    struct work_note last;
};

static struct work_page *map_page(const char *path, struct fault *fault)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    /* its blocks are taken now: a note on a full disk would end the process */
    int code = fd < 0 ? errno : posix_fallocate(fd, 0, WORK_BYTES);
    if (code != 0) {
        bool full = code == ENOSPC || code == EDQUOT || code == EROFS;
        fault_set(fault, full ? FAULT_FULL : FAULT_CONFIG, "%s: %s", path, strerror(code));
        if (fd >= 0) {
            close(fd);
        }
        return NULL;
    }
    void *page = mmap(NULL, WORK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (page == MAP_FAILED) {
        fault_set(fault, FAULT_CONFIG, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return page;
}

struct work *work_open(const char *path, struct fault *fault)
{
    struct work_page *page = path == NULL ? heap_take(WORK_BYTES) : map_page(path, fault);
    if (page == NULL) {
        return NULL;
    }
    struct work *work = heap_take(sizeof *work);
    work->page = page;
    work->mapped = path != NULL;
    work->found = page->busy == WORK_BUSY;
    work->last = page->note;
    work->last.key[WORK_KEY_BYTES - 1] = '\0';
    page->busy = 0;
    return work;
}

void work_close(struct work **work)
{
    if (*work == NULL) {
        return;
    }
    work_end(*work);
    if ((*work)->mapped) {
        munmap((*work)->page, WORK_BYTES);
    } else {
        free((*work)->page);
    }
    free(*work);
    *work = NULL;
}

bool work_found(struct work *work, struct work_note *note)
{
    if (work == NULL || !work->found) {
        return false;
    }
    *note = work->last;
    work->found = false;
    return true;
}

void work_begin(struct work *work, const char *key, uint64_t table)
{
    if (work == NULL) {
        return;
    }
    struct work_note *note = &work->page->note;
    size_t len = strnlen(key, WORK_KEY_BYTES - 1);
    memcpy(note->key, key, len);
    note->key[len] = '\0';
    note->table = table;
    atomic_signal_fence(memory_order_seq_cst);
    work->page->busy = WORK_BUSY;
    atomic_signal_fence(memory_order_seq_cst);
}

void work_end(struct work *work)
{
    if (work != NULL) {
        atomic_signal_fence(memory_order_seq_cst);
        work->page->busy = 0;
    }
}
