/* The configuration: reading the file. libinih knows sections and keys, but tells no line, stops at
 * the first mistake's number and cuts lines at 200 bytes; so it is fed by a reader of ours. The
 * reader counts lines, judges their shape, keeps the value whole, and hands over "key=" alone. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ini.h>

#include "edit_distance.h"
#include "heap.h"
#include "settings_private.h"

enum {
    SETTINGS_FILE_MAX = 1 << 20,
    SETTINGS_NAME_MAX = 48 /* of a section or key; libinih cuts them at 49 */
};

static const char settings_blanks[] = " \t\r\v\f";

static char *settings_trim(char *text)
{
    text += strspn(text, settings_blanks);
    size_t len = strlen(text);
    while (len > 0 && strchr(settings_blanks, text[len - 1]) != NULL) {
        len--;
    }
    text[len] = '\0';
    return text;
}

/* Says that there is no such section, and which one may be meant. */
static void settings_unknown_section(const struct settings_draft *draft, const char *section)
{
    const char *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < draft->settings->count; i++) {
        size_t away = edit_distance(section, draft->settings->rows[i].section);
        if (away < least) {
            least = away;
            best = draft->settings->rows[i].section;
        }
    }
    if (best != NULL && edit_distance_is_small(section, least)) {
        settings_problem(draft, "there is no section [%.60s]: [%s] is meant?", section, best);
    } else {
        settings_problem(
            draft, "there is no section [%.60s]: `deaddrop config --example` lists them", section);
    }
}

static bool settings_section_known(const struct settings *settings, const char *section)
{
    for (size_t i = 0; i < settings->count; i++) {
        if (strcmp(settings->rows[i].section, section) == 0) {
            return true;
        }
    }
    return false;
}

/* "[section]"; true when libinih shall see it. */
static bool settings_shape_section(struct settings_draft *draft, char *line)
{
    size_t len = strlen(line);
    draft->skip_section = true;
    if (len < 3 || line[len - 1] != ']') {
        settings_problem(draft, "a section is [name], alone in its line");
        return false;
    }
    line[len - 1] = '\0';
    const char *name = settings_trim(line + 1);
    draft->skip_section = !settings_section_known(draft->settings, name);
    if (draft->skip_section) {
        settings_unknown_section(draft, name);
        return false;
    }
    memmove(line + 1, name, strlen(name) + 1);
    memcpy(line + strlen(line), "]", 2);
    return true;
}

/* "key = value"; true when libinih shall see its key. The value is kept. */
static bool settings_shape_key(struct settings_draft *draft, char *line)
{
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        settings_problem(draft, "neither [section] nor key = value: \"%.40s\"", line);
        return false;
    }
    *equals = '\0';
    draft->value = settings_trim(equals + 1);
    const char *key = settings_trim(line);
    size_t len = strlen(key);
    if (len == 0 || len > SETTINGS_NAME_MAX ||
        strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != len) {
        settings_problem(draft, "\"%.40s\" is no name of an option: small letters and _ alone",
                         key);
        return false;
    }
    memmove(line, key, len + 1);
    return !draft->skip_section;
}

/* The next line of the file, cut off from the rest; NULL at the end. */
static char *settings_next_line(struct settings_draft *draft)
{
    char *line = draft->next;
    if (line == NULL || *line == '\0') {
        return NULL;
    }
    char *end = strchr(line, '\n');
    draft->next = end == NULL ? NULL : end + 1;
    if (end != NULL) {
        *end = '\0';
    }
    draft->line++;
    return settings_trim(line);
}

/* libinih asks for a line of at most size - 1 bytes. Lines of no use to it become empty ones. */
static char *settings_reader(char *out, int size, void *stream)
{
    struct settings_draft *draft = stream;
    char *line = settings_next_line(draft);
    if (line == NULL) {
        return NULL;
    }
    out[0] = '\n';
    out[1] = '\0';
    if (line[0] == '\0' || line[0] == '#' || line[0] == ';') {
        return out;
    }
    if (line[0] == '[') {
        if (settings_shape_section(draft, line)) {
            snprintf(out, (size_t)size, "%s\n", line);
        }
    } else if (settings_shape_key(draft, line)) {
        snprintf(out, (size_t)size, "%s=\n", line);
    }
    return out;
}

static int settings_handler(void *user, const char *section, const char *name, const char *value)
{
    struct settings_draft *draft = user;
    (void)value;
    if (section[0] == '\0') {
        settings_problem(draft, "%s stands before any [section]", name);
    } else {
        settings_take(draft, section, name, draft->value);
    }
    return 1;
}

/* Reads all of the file into draft->text; false after a problem. */
static bool settings_slurp(struct settings_draft *draft, int file)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > SETTINGS_FILE_MAX) {
        settings_problem(draft, "is no file of at most 1 MB");
        return false;
    }
    draft->shared = (status.st_mode & S_IROTH) != 0;
    size_t size = (size_t)status.st_size;
    draft->text = heap_allocate(size + 1);
    size_t got = 0;
    while (got < size) {
        ssize_t more = read(file, draft->text + got, size - got);
        if (more <= 0) {
            break;
        }
        got += (size_t)more;
    }
    if (strlen(draft->text) != got) {
        settings_problem(draft, "holds a zero byte: it must be text");
        return false;
    }
    return true;
}

void settings_read_file(struct settings_draft *draft)
{
    int file = open(draft->file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) {
        settings_problem(draft, "%s", strerror(errno));
        return;
    }
    if (settings_slurp(draft, file)) {
        bool marked = strncmp(draft->text, "\xef\xbb\xbf", 3) == 0; /* as some editors do */
        draft->next = draft->text + (marked ? 3 : 0);
        ini_parse_stream(settings_reader, draft, settings_handler, draft);
    }
    close(file);
    free(draft->text);
    draft->text = NULL;
}
