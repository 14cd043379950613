/* The configuration: reading the file, line by line. A value is whatever stands behind the "=", so
 * comments have lines of their own; every mistake is named with its line. */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edit_distance.h"
#include "heap.h"
#include "settings_private.h"

enum {
    SETTINGS_FILE_MAX = 1 << 20,
    SETTINGS_NAME_MAX = 48 /* bytes of a key */
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

/* "[section]" */
static void settings_read_section(struct settings_draft *draft, char *line)
{
    size_t len = strlen(line);
    draft->section = NULL;
    if (len < 3 || line[len - 1] != ']') {
        settings_problem(draft, "a section is [name], alone in its line");
        return;
    }
    line[len - 1] = '\0';
    const char *name = settings_trim(line + 1);
    if (settings_section_known(draft->settings, name)) {
        draft->section = name;
    } else {
        settings_unknown_section(draft, name);
    }
}

/* "key = value" */
static void settings_read_key(struct settings_draft *draft, char *line)
{
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        settings_problem(draft, "neither [section] nor key = value: \"%.40s\"", line);
        return;
    }
    *equals = '\0';
    const char *key = settings_trim(line);
    size_t len = strlen(key);
    if (len == 0 || len > SETTINGS_NAME_MAX ||
        strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != len) {
        settings_problem(draft, "\"%.40s\" is no name of an option: small letters and _ alone",
                         key);
    } else if (draft->section != NULL && draft->section[0] == '\0') {
        settings_problem(draft, "%s stands before any [section]", key);
    } else if (draft->section != NULL) {
        settings_take(draft, draft->section, key, settings_trim(equals + 1));
    }
}

/* Every line of the text, which is cut into them. */
static void settings_read_lines(struct settings_draft *draft, char *text)
{
    draft->section = "";
    while (text != NULL && *text != '\0') {
        char *end = strchr(text, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        draft->line++;
        char *line = settings_trim(text);
        if (line[0] == '[') {
            settings_read_section(draft, line);
        } else if (line[0] != '\0' && line[0] != '#' && line[0] != ';') {
            settings_read_key(draft, line);
        }
        text = end == NULL ? NULL : end + 1;
    }
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
        settings_read_lines(draft, draft->text + (marked ? 3 : 0));
    }
    close(file);
    free(draft->text);
    draft->text = NULL;
}
