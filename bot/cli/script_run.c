/* A script's file from first to last line: an act, then what is expected of it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "heap.h"
#include "print.h"
#include "script.h"

enum { SCRIPT_LINES_MAX = 20000, SCRIPT_LINE_BYTES = 16384 };

struct script_file {
    unsigned count;
    char **line;
};

static void file_free(struct script_file *file)
{
    for (unsigned i = 0; i < file->count; i++) {
        free(file->line[i]);
    }
    free(file->line);
}

static int file_read(struct script_file *file, const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (in == NULL) {
        fprintf(stderr, "deaddrop script: %s: %s\n", path, strerror(errno));
        return -1;
    }
    file->line = heap_allocate(SCRIPT_LINES_MAX * sizeof *file->line);
    for (;;) {
        ssize_t len = getline(&text, &size, in);
        if (len < 0 || file->count == SCRIPT_LINES_MAX) {
            break;
        }
        while (len > 0 && strchr("\r\n\t ", text[len - 1]) != NULL) {
            len--;
        }
        file->line[file->count++] = heap_text(text, (size_t)len);
    }
    free(text);
    fclose(in);
    return 0;
}

static int file_write(const char *path, const struct buf *text)
{
    FILE *out = fopen(path, "w");
    if (out == NULL || fwrite(text->text, 1, text->len, out) != text->len) {
        fprintf(stderr, "deaddrop script: %s: %s\n", path, strerror(errno));
        if (out != NULL) {
            fclose(out);
        }
        return -1;
    }
    return fclose(out);
}

static bool is_quiet(const char *line)
{
    return line[0] == '\0' || (line[0] == '#' && (line[1] == ' ' || line[1] == '\0'));
}

static void show(const struct script *script, const char *act)
{
    printf("%s\n", act);
    for (unsigned i = 0; i < script->output_count; i++) {
        const struct script_output *output = &script->outputs[i];
        printf("    %s %s %s\n", output->where, output->where[0] == '#' ? ">" : "<", output->line);
    }
}

/* Acts and their expectations; the number of the line that could not be read, or 0. */
static unsigned play(struct script *script, const struct script_file *file, struct buf *updated)
{
    char problem[160];
    unsigned at = 0;
    while (at < file->count) {
        const char *line = file->line[at++];
        if (updated != NULL) {
            buf_text(updated, line);
            buf_text(updated, "\n");
        }
        if (is_quiet(line)) {
            continue;
        }
        if (script_expects(line)) {
            snprintf(problem, sizeof problem, "an expectation stands before the first act");
        } else if (script_act(script, line, problem)) {
            problem[0] = '\0';
        }
        if (problem[0] != '\0') {
            fprintf(stderr, "%s:%u: %s: %s\n", script->path, at, problem, line);
            return at;
        }
        if (script->verbose) {
            show(script, line);
        }
        unsigned first = at;
        unsigned end = at;
        for (; at < file->count && (is_quiet(file->line[at]) || script_expects(file->line[at]));
             at++) {
            end = is_quiet(file->line[at]) ? end : at + 1;
        }
        at = end;
        script_check(script, (const char *const *)file->line + first, end - first, first + 1,
                     updated);
    }
    return 0;
}

int script_run_file(const char *path, bool verbose, bool update)
{
    struct script_file file = {0};
    struct fault fault;
    struct buf updated;
    struct script *script = heap_allocate(sizeof *script);
    int exit = CLI_FINE;
    script->path = path;
    script->verbose = verbose;
    script->update = update;
    buf_init(&updated, SCRIPT_TEXT_MAX);
    bool read = file_read(&file, path) == 0;
    if (read && script_open(script, &fault) != 0) {
        fprintf(stderr, "deaddrop script: %s\n", fault.text);
        exit = CLI_BAD;
    } else if (!read || play(script, &file, update ? &updated : NULL) != 0) {
        exit = CLI_USAGE;
    } else if (update && script->bad > 0) {
        printf("%s: %u changed\n", path, script->bad);
        exit = file_write(path, &updated) == 0 ? CLI_FINE : CLI_BAD;
    } else if (script->bad > 0) {
        fprintf(stderr, "%s: %u expectations do not hold\n", path, script->bad);
        exit = CLI_BAD;
    }
    if (script->arena != NULL) {
        script_close(script);
    }
    free(script);
    buf_deinit(&updated);
    file_free(&file);
    return exit;
}
