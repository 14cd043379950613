/* Where the database is. */

#include "store_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "settings.h"
#include "store_postgres.h"

/* A variable of the environment that names a folder; NULL when it does not. */
static const char *store_path_variable(const char *name)
{
    const char *folder = getenv(name);
    return folder != NULL && folder[0] == '/' ? folder : NULL;
}

/* The folder where nobody says, with the slash behind it; its length as snprintf tells it. */
static int store_path_folder(char *path, size_t size)
{
    const char *state = store_path_variable("STATE_DIRECTORY");
    const char *user = store_path_variable("XDG_STATE_HOME");
    const char *home = store_path_variable("HOME");
    if (state != NULL) {
        /* systemd lists several with colons between; the first is ours */
        return snprintf(path, size, "%.*s/", (int)strcspn(state, ":"), state);
    }
    if (user != NULL) {
        return snprintf(path, size, "%s/deaddrop/", user);
    }
    if (home != NULL && strcmp(home, "/") != 0) {
        return snprintf(path, size, "%s/.local/state/deaddrop/", home);
    }
    return snprintf(path, size, "%s", "");
}

/* Makes the folder of a path, and those above it. */
static int store_path_make(char *path, struct fault *fault)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int done = mkdir(path, 0700);
        int code = errno;
        if (done != 0 && code != EEXIST) {
            fault_set(fault, FAULT_CONFIG, "store %s: %s: set store.path", path, strerror(code));
            *slash = '/';
            return -1;
        }
        *slash = '/';
    }
    return 0;
}

static unsigned store_path_part_now;

void store_path_part(unsigned part)
{
    store_path_part_now = part;
}

unsigned store_path_parts(const struct settings *settings)
{
    bool shared = settings_text(settings, "store", "url")[0] != '\0';
    return shared ? (unsigned)settings_number(settings, "store", "parts") : 1;
}

int store_path_file(const char *name, unsigned part, char *path, size_t size, struct fault *fault)
{
    const char *slash = strrchr(name, '/');
    const char *ending = strrchr(slash != NULL ? slash : name, '.');
    size_t stem = ending != NULL && ending > name ? (size_t)(ending - name) : strlen(name);
    int len = part == 0
                  ? snprintf(path, size, "%s", name)
                  : snprintf(path, size, "%.*s.part-%u%s", (int)stem, name, part, name + stem);
    return len > 0 && (size_t)len < size
               ? 0
               : fault_set(fault, FAULT_USAGE, "%s: the name is too long", name);
}

/* What lies beside the store of a part is its own. */
static int store_path_mark(char *path, size_t size, const char *mark, struct fault *fault)
{
    size_t len = strlen(path);
    if (store_path_part_now == 0) {
        return 0;
    }
    int more = snprintf(path + len, size - len, "%s%u", mark, store_path_part_now);
    return more > 0 && (size_t)more < size - len
               ? 0
               : fault_set(fault, FAULT_CONFIG, "store: the name is too long: set store.path");
}

static int store_path_whole(const struct settings *settings, bool make, char *path, size_t size,
                            struct fault *fault)
{
    const char *said = settings_text(settings, "store", "path");
    if (said[0] != '\0') {
        int len = snprintf(path, size, "%s", said);
        return len > 0 && (size_t)len < size
                   ? 0
                   : fault_set(fault, FAULT_CONFIG, "store.path is too long");
    }
    int len = store_path_folder(path, size);
    if (len < 0 || (size_t)len >= size || size - (size_t)len < sizeof("deaddrop.db")) {
        return fault_set(fault, FAULT_CONFIG,
                         "store: the folder's name is too long: set store.path");
    }
    if (make && len > 0 && store_path_make(path, fault) != 0) {
        return -1;
    }
    snprintf(path + len, size - (size_t)len, "deaddrop.db");
    return 0;
}

int store_path(const struct settings *settings, bool make, char *path, size_t size,
               struct fault *fault)
{
    return store_path_whole(settings, make, path, size, fault) != 0
               ? -1
               : store_path_mark(path, size, ".part-", fault);
}

int store_place(const struct settings *settings, bool make, char *place, size_t size,
                struct fault *fault)
{
    const char *url = settings_text(settings, "store", "url");
    const char *password = settings_text(settings, "store", "password");
    if (store_path(settings, make, place, size, fault) != 0) {
        return -1;
    }
    if (url[0] == '\0') {
        return 0;
    }
    store_postgres_use(password[0] == '\0' ? NULL : password, place);
    int len = snprintf(place, size, "%s", url);
    if (len <= 0 || (size_t)len >= size) {
        return fault_set(fault, FAULT_CONFIG, "store.url is too long");
    }
    return store_path_mark(place, size, "#", fault);
}
