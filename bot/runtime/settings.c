/* The configuration: taking values, the environment, and handing them out. Reading the file is in
 * settings_read.c, judging a value in settings_check.c. */

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edit_distance.h"
#include "heap.h"
#include "print.h"
#include "settings_private.h"

enum { SETTINGS_SECRET_MAX = 4096 };

static const char settings_prefix[] = "DEADDROP_";

/* Variables that begin like an option's and are none. */
static const char *const settings_not_options[] = {"DEADDROP_CONFIG", "DEADDROP_CRASH_AT",
                                                   "DEADDROP_PINNED_SEED", "DEADDROP_PINNED_DEAL"};

void settings_problem(const struct settings_draft *draft, const char *format, ...)
{
    char text[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (draft->file != NULL && draft->line > 0) {
        print_to(draft->problems, "%.400s:%u: ", draft->file, draft->line);
    } else if (draft->file != NULL) {
        print_to(draft->problems, "%.400s: ", draft->file);
    } else {
        print_to(draft->problems, "%s: ", draft->name);
    }
    print_to(draft->problems, "%s\n", text);
}

static const struct setting_row *settings_find(const struct settings *settings, const char *section,
                                               const char *key, size_t key_len)
{
    for (size_t i = 0; i < settings->count; i++) {
        const struct setting_row *row = &settings->rows[i];
        if (row->key[0] == key[0] && strncmp(row->key, key, key_len) == 0 &&
            row->key[key_len] == '\0' && strcmp(row->section, section) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Says that there is no such option, and which one may be meant. */
static void settings_unknown(const struct settings_draft *draft, const char *section,
                             const char *key)
{
    const struct setting_row *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < draft->settings->count; i++) {
        const struct setting_row *row = &draft->settings->rows[i];
        /* the right name in the wrong section is as near as one letter off */
        size_t away = edit_distance(key, row->key) + (strcmp(row->section, section) == 0 ? 0 : 1);
        if (away < least) {
            least = away;
            best = row;
        }
    }
    if (best == NULL || !edit_distance_is_small(key, least)) {
        settings_problem(draft, "[%s] has no option %.60s: `deaddrop config --example` lists them",
                         section, key);
    } else if (strcmp(best->section, section) == 0) {
        settings_problem(draft, "[%s] has no option %.60s: %s is meant?", section, key, best->key);
    } else {
        settings_problem(draft, "[%s] has no option %.60s: %s in [%s] is meant?", section, key,
                         best->key, best->section);
    }
}

/* Opens the file of a secret, which nobody else may read. Returns its descriptor or -1. */
static int settings_open_secret(const struct settings_draft *draft, const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0 || fstat(file, &status) != 0) {
        settings_problem(draft, "%.300s: %s", path, strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        settings_problem(draft, "%.300s: is no file", path);
    } else if ((status.st_mode & (S_IROTH | S_IWOTH)) != 0) {
        settings_problem(draft, "%.300s: everybody may read this secret: chmod o-rw it", path);
    } else {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

/* The secret in a file, without the end of its line; NULL after a problem. */
static char *settings_read_secret(const struct settings_draft *draft, const char *path)
{
    char text[SETTINGS_SECRET_MAX + 2];
    int file = settings_open_secret(draft, path);
    if (file < 0) {
        return NULL;
    }
    ssize_t size = read(file, text, sizeof(text) - 1);
    int code = errno;
    close(file);
    if (size < 0) {
        settings_problem(draft, "%.300s: %s", path, strerror(code));
        return NULL;
    }
    text[size] = '\0';
    size_t len = strcspn(text, "\r\n");
    if (len == 0 || len > SETTINGS_SECRET_MAX || text[len + strspn(text + len, "\r\n")] != '\0' ||
        strlen(text) != (size_t)size) {
        settings_problem(draft, "%.300s: must hold one line of text, the secret", path);
        return NULL;
    }
    char *secret = heap_text(text, len);
    explicit_bzero(text, sizeof(text));
    return secret;
}

/* Keeps a value that the table allows. Owns text. */
static void settings_keep(struct settings_draft *draft, const struct setting_row *row, char *text)
{
    struct setting_value *value = &draft->settings->values[row - draft->settings->rows];
    char why[200];
    const char *wrong = settings_wrong(row, text, why, sizeof(why));
    if (wrong != NULL) {
        settings_problem(draft, "%s.%s: %s", row->section, row->key, wrong);
        free(text);
        return;
    }
    free(value->text);
    value->text = text;
}

/* The option that section.key names, with *as_file when by key_file; NULL when there is none. */
static const struct setting_row *settings_named(const struct settings_draft *draft,
                                                const char *section, const char *key, bool *as_file)
{
    size_t len = strlen(key);
    const struct setting_row *row = settings_find(draft->settings, section, key, len);
    *as_file = false;
    if (row == NULL && len > 5 && strcmp(key + len - 5, "_file") == 0) {
        row = settings_find(draft->settings, section, key, len - 5);
        *as_file = true;
        return row != NULL && row->secret ? row : NULL;
    }
    return row;
}

void settings_take(struct settings_draft *draft, const char *section, const char *key,
                   const char *value)
{
    bool as_file = false;
    const struct setting_row *row = settings_named(draft, section, key, &as_file);
    if (row == NULL) {
        settings_unknown(draft, section, key);
        return;
    }
    struct setting_value *old = &draft->settings->values[row - draft->settings->rows];
    if (draft->file != NULL && old->from_file) {
        settings_problem(draft, "%s.%s: was set in line %u already: keep one of them", section,
                         row->key, old->line);
        return;
    }
    if (draft->file != NULL) {
        old->from_file = true;
        old->line = draft->line;
    }
    if (row->secret && !as_file && draft->shared) {
        settings_problem(draft,
                         "%s.%s: everybody may read this secret: chmod o-r the file, or use "
                         "%s_file",
                         section, row->key, row->key);
        return;
    }
    char *text = as_file ? settings_read_secret(draft, value) : heap_copy(value);
    if (text != NULL) {
        settings_keep(draft, row, text);
    }
}

static bool settings_is_option(const char *variable)
{
    size_t count = sizeof(settings_not_options) / sizeof(settings_not_options[0]);
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(settings_not_options[i]);
        if (strncmp(variable, settings_not_options[i], len) == 0 && variable[len] == '=') {
            return false;
        }
    }
    return strncmp(variable, settings_prefix, strlen(settings_prefix)) == 0;
}

/* DEADDROP_SECTION_KEY=value, split into its lower-case parts. */
static void settings_take_named(struct settings_draft *draft, const char *value)
{
    char lower[SETTINGS_NAME_BYTES];
    size_t count = 0;
    for (const char *from = draft->name + strlen(settings_prefix); *from != '\0'; from++) {
        lower[count++] = (char)tolower((unsigned char)*from);
    }
    lower[count] = '\0';
    char *key = strchr(lower, '_');
    if (key == NULL) {
        settings_problem(draft, "no such option: it would be DEADDROP_SECTION_KEY");
        return;
    }
    *key = '\0';
    settings_take(draft, lower, key + 1, value);
}

/* A variable that is there and empty says nothing. */
static void settings_take_variable(struct settings_draft *draft, const char *variable)
{
    const char *value = strchr(variable, '=');
    if (value == NULL || value[1] == '\0') {
        return;
    }
    snprintf(draft->name, sizeof(draft->name), "%.*s", (int)(value - variable), variable);
    settings_take_named(draft, value + 1);
}

void settings_read_environment(struct settings_draft *draft, const char *const *environment)
{
    draft->file = NULL;
    draft->shared = false;
    for (; *environment != NULL; environment++) {
        if (settings_is_option(*environment)) {
            settings_take_variable(draft, *environment);
        }
    }
}

struct settings *settings_load_rows(const struct setting_row *rows, size_t count, const char *path,
                                    const char *const *environment, struct buf *problems)
{
    struct settings *settings = heap_allocate(sizeof(*settings));
    settings->rows = rows;
    settings->count = count;
    settings->values = heap_allocate(count * sizeof(*settings->values));
    struct settings_draft draft = {.settings = settings, .problems = problems, .file = path};
    if (path != NULL) {
        settings_read_file(&draft);
    }
    if (environment != NULL) {
        settings_read_environment(&draft, environment);
    }
    if (problems->len > 0) {
        settings_free(&settings);
    }
    return settings;
}

struct settings *settings_load(const char *path, const char *const *environment,
                               struct buf *problems)
{
    return settings_load_rows(settings_rows, settings_row_count, path, environment, problems);
}

void settings_free(struct settings **settings)
{
    if (*settings == NULL) {
        return;
    }
    for (size_t i = 0; i < (*settings)->count; i++) {
        char *text = (*settings)->values[i].text;
        if (text != NULL && (*settings)->rows[i].secret) {
            explicit_bzero(text, strlen(text));
        }
        free(text);
    }
    free((*settings)->values);
    free(*settings);
    *settings = NULL;
}

static const char *settings_value(const struct settings *settings, size_t index)
{
    const char *text = settings->values[index].text;
    return text == NULL ? settings->rows[index].fallback : text;
}

void settings_reload(struct settings *settings, struct settings **fresh, struct buf *restart)
{
    assert(settings->rows == (*fresh)->rows);
    for (size_t i = 0; i < settings->count; i++) {
        const struct setting_row *row = &settings->rows[i];
        if (strcmp(settings_value(settings, i), settings_value(*fresh, i)) == 0) {
            continue;
        }
        if (row->live) {
            char *old = settings->values[i].text;
            settings->values[i].text = (*fresh)->values[i].text;
            (*fresh)->values[i].text = old;
        } else {
            print_to(restart, "%s%s.%s", restart->len == 0 ? "" : " ", row->section, row->key);
        }
    }
    settings_free(fresh);
}

const char *settings_text(const struct settings *settings, const char *section, const char *key)
{
    const struct settings nothing_said = {.rows = settings_rows, .count = settings_row_count};
    const struct settings *asked = settings == NULL ? &nothing_said : settings;
    const struct setting_row *row = settings_find(asked, section, key, strlen(key));
    assert(row != NULL);
    if (settings == NULL) {
        return row->fallback;
    }
    return settings_value(settings, (size_t)(row - settings->rows));
}

int64_t settings_number(const struct settings *settings, const char *section, const char *key)
{
    return strtoll(settings_text(settings, section, key), NULL, 10);
}

bool settings_says(const struct settings *settings, const char *section)
{
    for (size_t i = 0; settings != NULL && i < settings->count; i++) {
        if (settings->values[i].text != NULL && strcmp(settings->rows[i].section, section) == 0) {
            return true;
        }
    }
    return false;
}

bool settings_flag(const struct settings *settings, const char *section, const char *key)
{
    return settings_is_yes(settings_text(settings, section, key));
}
