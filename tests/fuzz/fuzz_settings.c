/* The configuration from any bytes: either it is taken and every value is one that its option
 * allows, or there are problems, each a line that names the file. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "settings_private.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_values(const struct settings *settings)
{
    char why[200];
    for (size_t i = 0; i < settings_row_count; i++) {
        const struct setting_row *row = &settings_rows[i];
        const char *text = settings_text(settings, row->section, row->key);
        assert(settings_wrong(row, text, why, sizeof(why)) == NULL);
    }
}

static void check_problems(const struct buf *problems, const char *path)
{
    for (const char *line = problems->text; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert(strchr(line, '\n') != NULL);
        assert(strncmp(line, path, strlen(path)) == 0);
    }
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[64];
    struct buf problems;
    int file = memfd_create("settings", MFD_CLOEXEC);
    assert(file >= 0);
    ssize_t written = write(file, bytes, size);
    assert(written == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    struct settings *settings = settings_load(path, NULL, &problems);
    assert((settings == NULL) == (problems.len > 0));
    if (settings != NULL) {
        check_values(settings);
    } else if (!problems.full) {
        check_problems(&problems, path);
    }
    settings_free(&settings);
    buf_deinit(&problems);
    close(file);
    return 0;
}
