/* Laid before the program by LD_PRELOAD: a disk that errs. While the control file says so, writes
 * and syncs of the files under one folder fail, or write less than they were given.
 *
 * DISK_ERRORS_UNDER: the folder. DISK_ERRORS_CONTROL: a file of three bytes, read at each
 * call: which error (enum disk_error), how many calls of 256 are hit, and what the dice begin with.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum disk_error {
    DISK_IS_WELL,
    DISK_WRITE_FAILS, /* EIO */
    DISK_IS_FULL,     /* ENOSPC */
    DISK_WRITES_LESS, /* the first half of what was given */
    DISK_SYNC_FAILS,  /* EIO; what was written may be there or not */
};

typedef ssize_t pwrite_function(int fd, const void *bytes, size_t size, off_t at);
typedef ssize_t write_function(int fd, const void *bytes, size_t size);
typedef int fd_function(int fd);
typedef int truncate_function(int fd, off_t size);

/* The next one of this name, behind this library. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        abort();
    }
    return found;
}

/* Is this file under the folder whose disk errs? */
static bool is_hit(int fd)
{
    const char *folder = getenv("DISK_ERRORS_UNDER");
    char link[64];
    char path[1024];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (folder == NULL || size < 0) {
        return false;
    }
    path[size] = '\0';
    return strncmp(path, folder, strlen(folder)) == 0;
}

/* What this call meets. */
static enum disk_error error_of(int fd)
{
    static unsigned dice;
    unsigned char control[3] = {0};
    const char *path = getenv("DISK_ERRORS_CONTROL");
    int file = path == NULL || !is_hit(fd) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return DISK_IS_WELL;
    }
    bool known = read(file, control, sizeof control) == (ssize_t)sizeof control;
    close(file);
    dice = (dice ^ control[2]) * 1103515245U + 12345U;
    return known && ((dice >> 16) & 0xff) < control[1] ? control[0] : DISK_IS_WELL;
}

/* How much of a write happens; -1 with errno where none does. */
static ssize_t room_for(int fd, size_t size)
{
    switch (error_of(fd)) {
    case DISK_WRITE_FAILS:
        errno = EIO;
        return -1;
    case DISK_IS_FULL:
        errno = ENOSPC;
        return -1;
    case DISK_WRITES_LESS:
        return (ssize_t)(size > 1 ? size / 2 : size);
    case DISK_IS_WELL:
    case DISK_SYNC_FAILS:
        break;
    }
    return (ssize_t)size;
}

static bool sync_fails(int fd)
{
    bool fails = error_of(fd) == DISK_SYNC_FAILS;
    if (fails) {
        errno = EIO;
    }
    return fails;
}

ssize_t write(int fd, const void *buf, size_t n)
{
    ssize_t room = room_for(fd, n);
    return room < 0 ? -1 : ((write_function *)next("write"))(fd, buf, (size_t)room);
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset)
{
    ssize_t room = room_for(fd, n);
    return room < 0 ? -1 : ((pwrite_function *)next("pwrite"))(fd, buf, (size_t)room, offset);
}

ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t offset)
{
    return pwrite(fd, buf, n, offset);
}

int fsync(int fd)
{
    return sync_fails(fd) ? -1 : ((fd_function *)next("fsync"))(fd);
}

int fdatasync(int fildes)
{
    return sync_fails(fildes) ? -1 : ((fd_function *)next("fdatasync"))(fildes);
}

int ftruncate(int fd, off_t length)
{
    return room_for(fd, 2) < 2 ? -1 : ((truncate_function *)next("ftruncate"))(fd, length);
}

int ftruncate64(int fd, off64_t length)
{
    return ftruncate(fd, length);
}
