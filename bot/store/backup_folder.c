/* A folder of copies of the store. A copy is made as NAME.new (and, inside the driver, .new.part),
 * read through, and only then named; so what lies under such a name at a start is of a crash. */

#include "backup_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash.h"
#include "heap.h"
#include "store_damage.h"
#include "store_part.h"

enum { FOLDER_PATH_BYTES = 4096, FOLDER_BASE_BYTES = 96, FOLDER_COPIES_MAX = 4096 };

static const char folder_unfinished[] = ".new";

struct backup_folder {
    char *path;
    char *store_path;
    char base[FOLDER_BASE_BYTES]; /* what names begin with: the store's, without its ending */
    int lock;
};

/* The copies of one kind, newest first. */
struct folder_list {
    int64_t made_ms[FOLDER_COPIES_MAX];
    bool stays[FOLDER_COPIES_MAX];
    size_t count;
    bool damaged;
};

static void folder_base(char base[FOLDER_BASE_BYTES], const char *store_path)
{
    const char *slash = strrchr(store_path, '/');
    const char *name = slash == NULL ? store_path : slash + 1;
    if (store_driver_of(store_path) == &store_postgres) {
        name = "deaddrop"; /* the end of a URL is no name */
    }
    size_t len = strlen(name);
    if (len > 3 && strcmp(name + len - 3, ".db") == 0) {
        len -= 3;
    }
    snprintf(base, FOLDER_BASE_BYTES, "%.*s", (int)(len < 64 ? len : 64), name);
}

static bool folder_join(char path[FOLDER_PATH_BYTES], const struct backup_folder *folder,
                        const char *name, const char *ending)
{
    int len = snprintf(path, FOLDER_PATH_BYTES, "%s/%s%s", folder->path, name, ending);
    return len > 0 && len < FOLDER_PATH_BYTES;
}

static int folder_fault(const char *path, int code, struct fault *fault)
{
    return fault_set(fault, code == ENOSPC || code == EDQUOT ? FAULT_FULL : FAULT_BAD,
                     "[backup] folder %s: %s: no copies are made until it can be written to", path,
                     strerror(code));
}

/* Each part of a house has a folder of its own in the one that is named, which is there then. */
static bool folder_of(char path[FOLDER_PATH_BYTES], const char *named, const char *store_path)
{
    unsigned part = store_part_of(store_path);
    int len = part == 0 ? snprintf(path, FOLDER_PATH_BYTES, "%s", named)
                        : snprintf(path, FOLDER_PATH_BYTES, "%s/part-%u", named, part);
    return len > 0 && len < FOLDER_PATH_BYTES;
}

/* Calls each for every name in the folder. */
static void folder_each(const char *path, void (*each)(void *context, const char *name),
                        void *context)
{
    DIR *names = opendir(path);
    for (struct dirent *entry = NULL; names != NULL && (entry = readdir(names)) != NULL;) {
        each(context, entry->d_name);
    }
    if (names != NULL) {
        closedir(names);
    }
}

/* --- what a crash has left -------------------------------------------------------------------- */

/* Is it the unfinished form of a copy's name, or a file of SQLite's beside one? */
static bool folder_is_unfinished(const struct backup_folder *folder, const char *name)
{
    char copy[BACKUP_NAME_BYTES];
    struct backup_name read;
    const char *end = strstr(name, folder_unfinished);
    if (end == NULL || (size_t)(end - name) >= sizeof copy) {
        return false;
    }
    snprintf(copy, sizeof copy, "%.*s", (int)(end - name), name);
    return backup_name_read(copy, folder->base, &read);
}

static void folder_clean_one(void *context, const char *name)
{
    const struct backup_folder *folder = context;
    char path[FOLDER_PATH_BYTES];
    if (folder_is_unfinished(folder, name) && folder_join(path, folder, name, "")) {
        unlink(path);
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

/* The lock says that the folder can be written to as well. */
static int folder_lock(struct backup_folder *folder, struct fault *fault)
{
    char path[FOLDER_PATH_BYTES];
    if (mkdir(folder->path, 0700) != 0 && errno != EEXIST) {
        return folder_fault(folder->path, errno, fault);
    }
    if (!folder_join(path, folder, folder->base, ".backup.lock")) {
        return folder_fault(folder->path, ENAMETOOLONG, fault);
    }
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (folder->lock < 0) {
        return folder_fault(folder->path, errno, fault);
    }
    if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return fault_set(fault, FAULT_BAD,
                         "[backup] folder %s: another deaddrop keeps its copies there: give each a "
                         "folder of its own",
                         folder->path);
    }
    return 0;
}

struct backup_folder *backup_folder_open(const char *path, const char *store_path,
                                         struct fault *fault)
{
    char own[FOLDER_PATH_BYTES];
    if (!folder_of(own, path, store_path)) {
        folder_fault(path, ENAMETOOLONG, fault);
        return NULL;
    }
    if (strcmp(own, path) != 0 && mkdir(path, 0700) != 0 && errno != EEXIST) {
        folder_fault(path, errno, fault);
        return NULL;
    }
    struct backup_folder *folder = heap_allocate(sizeof *folder);
    folder->path = heap_copy(own);
    folder->store_path = heap_copy(store_path);
    folder_base(folder->base, store_path);
    folder->lock = -1;
    if (folder_lock(folder, fault) != 0) {
        backup_folder_close(&folder);
        return NULL;
    }
    folder_each(folder->path, folder_clean_one, folder);
    return folder;
}

void backup_folder_close(struct backup_folder **folder)
{
    struct backup_folder *closing = *folder;
    *folder = NULL;
    if (closing == NULL) {
        return;
    }
    if (closing->lock >= 0) {
        close(closing->lock);
    }
    free(closing->path);
    free(closing->store_path);
    free(closing);
}

/* --- what is there ---------------------------------------------------------------------------- */

struct folder_look {
    const char *base;
    struct folder_list *list;
};

static void folder_list_one(void *context, const char *name)
{
    const struct folder_look *look = context;
    struct backup_name copy;
    struct folder_list *list = look->list;
    if (backup_name_read(name, look->base, &copy) && copy.damaged == list->damaged &&
        list->count < FOLDER_COPIES_MAX) {
        list->made_ms[list->count++] = copy.made_ms;
    }
}

static int folder_newer(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one;
    int64_t b = *(const int64_t *)other;
    return a < b ? 1 : a > b ? -1 : 0;
}

/* The caller frees it. */
static struct folder_list *folder_list(const char *path, const char *base, bool damaged)
{
    struct folder_list *list = heap_allocate(sizeof *list);
    struct folder_look look = {base, list};
    list->damaged = damaged;
    folder_each(path, folder_list_one, &look);
    qsort(list->made_ms, list->count, sizeof *list->made_ms, folder_newer);
    return list;
}

int64_t backup_folder_newest_ms(const struct backup_folder *folder)
{
    struct folder_list *list = folder_list(folder->path, folder->base, false);
    int64_t newest_ms = list->count == 0 ? 0 : list->made_ms[0];
    free(list);
    return newest_ms;
}

unsigned backup_folder_count(const char *path, const char *store_path)
{
    char base[FOLDER_BASE_BYTES];
    char own[FOLDER_PATH_BYTES];
    unsigned count = 0;
    folder_base(base, store_path);
    if (!folder_of(own, path, store_path)) {
        return 0;
    }
    for (int damaged = 0; damaged <= 1; damaged++) {
        struct folder_list *list = folder_list(own, base, damaged == 1);
        count += (unsigned)list->count;
        free(list);
    }
    return count;
}

/* --- rotation --------------------------------------------------------------------------------- */

/* Sound ones and damaged ones apart, so that no number of these pushes out one of those. */
static unsigned folder_rotate(const struct backup_folder *folder, const struct backup_keep *keep,
                              bool damaged)
{
    unsigned removed = 0;
    struct folder_list *list = folder_list(folder->path, folder->base, damaged);
    backup_keep_choose(keep, list->made_ms, list->count, list->stays);
    for (size_t i = 0; i < list->count; i++) {
        char name[BACKUP_NAME_BYTES];
        char path[FOLDER_PATH_BYTES];
        const struct backup_name copy = {list->made_ms[i], damaged};
        if (!list->stays[i] && backup_name_write(name, folder->base, &copy) &&
            folder_join(path, folder, name, "") && unlink(path) == 0) {
            removed++;
        }
    }
    free(list);
    return removed;
}

/* --- making one ------------------------------------------------------------------------------- */

static int folder_copy(const struct backup_folder *folder, const char *path,
                       const struct store_pause *pause, struct fault *fault)
{
    struct store *store =
        store_open_reading(store_driver_of(folder->store_path), folder->store_path, fault);
    int done = store == NULL ? -1 : store_backup(store, path, pause, fault);
    store_close(&store);
    return done;
}

static void folder_found(void *context, const char *what)
{
    (void)what; /* `deaddrop check` names it */
    ++*(unsigned *)context;
}

/* Reads the copy through; how much in it is damaged, or -1. */
static int folder_check(const char *path, struct fault *fault)
{
    unsigned found = 0;
    const struct store_damage_listener listener = {folder_found, &found};
    struct store *store = store_open_reading(&store_sqlite, path, fault);
    int count = store == NULL ? -1 : store_check_now(store, &listener, fault);
    store_close(&store);
    return count;
}

/* Gives it its name, and makes that durable. */
static int folder_name(const struct backup_folder *folder, const char *from, const char *name,
                       struct fault *fault)
{
    char to[FOLDER_PATH_BYTES];
    if (!folder_join(to, folder, name, "") || rename(from, to) != 0) {
        return folder_fault(folder->path, errno, fault);
    }
    int file = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int done = file < 0 ? -1 : fsync(file);
    int code = errno;
    if (file >= 0) {
        close(file);
    }
    return done == 0 ? 0 : folder_fault(folder->path, code, fault);
}

int backup_folder_make(const struct backup_folder *folder, int64_t now_ms,
                       const struct backup_keep *keep, const struct store_pause *pause,
                       struct backup_made *made_r, struct fault *fault)
{
    char path[FOLDER_PATH_BYTES];
    struct backup_name copy = {.made_ms = now_ms};
    *made_r = (struct backup_made){0};
    if (!backup_name_write(made_r->name, folder->base, &copy) ||
        !folder_join(path, folder, made_r->name, folder_unfinished)) {
        return folder_fault(folder->path, ENAMETOOLONG, fault);
    }
    unlink(path);
    int damaged = folder_copy(folder, path, pause, fault);
    if (damaged == 0) {
        CRASH_POINT("backup.copied");
        damaged = folder_check(path, fault);
    }
    if (damaged < 0) {
        unlink(path);
        return -1;
    }
    copy.damaged = damaged > 0;
    made_r->damaged = (unsigned)damaged;
    backup_name_write(made_r->name, folder->base, &copy);
    if (folder_name(folder, path, made_r->name, fault) != 0) {
        unlink(path);
        return -1;
    }
    CRASH_POINT("backup.named");
    made_r->removed = folder_rotate(folder, keep, copy.damaged);
    return 0;
}
