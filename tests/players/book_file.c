/* "[NAME]" begins an entry, "tag: text | reply" is a line of it, "#" a note. */
#include "book_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOK_FILE_LINES_MAX = 40000 };

static char *read_all(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    size_t len = 0;
    if (in == NULL) {
        return NULL;
    }
    do {
        text = realloc(text, len + 65537);
        len += fread(text + len, 1, 65536, in);
    } while (!feof(in) && !ferror(in));
    text[len] = '\0';
    fclose(in);
    return text;
}

static void take_line(struct book_file *file, size_t *lines, char *text)
{
    struct player_entry *entry = &file->entry[file->book.count - 1];
    struct player_line *line = &file->line[(*lines)++];
    char *reply = strstr(text, " | ");
    char *colon = strchr(text, ':');
    size_t tag = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    *line = (struct player_line){.text = text};
    if (colon != NULL && tag > 0 && text + tag == colon) {
        *colon = '\0';
        line->tag = text;
        line->text = colon + 1 + strspn(colon + 1, " ");
    }
    if (reply != NULL) {
        *reply = '\0';
        line->reply = reply + 3;
    }
    entry->line = entry->line == NULL ? line : entry->line;
    entry->line_count++;
}

void book_file_read(struct book_file *file, const char *game)
{
    char path[512];
    const char *root = getenv("DD_SOURCE_DIR");
    size_t lines = 0;
    char *rest = NULL;
    memset(file, 0, sizeof *file);
    snprintf(path, sizeof path, "%s/games/%s/packs/%s-en.book.txt", root == NULL ? "." : root, game,
             game);
    file->text = read_all(path);
    if (file->text == NULL) {
        return;
    }
    file->entry = calloc(BOOK_FILE_LINES_MAX, sizeof *file->entry);
    file->line = calloc(BOOK_FILE_LINES_MAX, sizeof *file->line);
    file->name = calloc(BOOK_FILE_LINES_MAX, sizeof *file->name);
    file->book.entry = file->entry;
    for (char *line = strtok_r(file->text, "\n", &rest);
         line != NULL && lines < BOOK_FILE_LINES_MAX; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '[') {
            line[strcspn(line, "]")] = '\0';
            file->name[file->book.count] = line + 1;
            file->entry[file->book.count++].name = line + 1;
        } else if (line[0] != '#' && file->book.count > 0) {
            take_line(file, &lines, line);
        }
    }
    file->pack = (struct deal_pack){.entry = file->name, .count = file->book.count};
}

void book_file_free(struct book_file *file)
{
    free(file->text);
    free(file->entry);
    free(file->line);
    free(file->name);
}
