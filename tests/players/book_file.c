/* "[NAME]" begins an entry, "tag: text | reply" is a line of it, "#" a note. Of words/en.ini:
 * "player.GAME.SECTION = text | text", as bot/content/language_book.c reads it. */
#include "book_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOK_FILE_LINES_MAX = 40000, BOOK_FILE_SPOKEN_MAX = 1000 };

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

/* Each reply makes a line of its own, with the same tag and text. */
static void take_line(struct book_file *file, size_t *lines, char *text)
{
    struct player_entry *entry = &file->entry[file->book.count - 1];
    char *reply = strstr(text, " | ");
    char *colon = strchr(text, ':');
    size_t tag = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    struct player_line line = {.text = text};
    if (colon != NULL && tag > 0 && text + tag == colon) {
        *colon = '\0';
        line.tag = text;
        line.text = colon + 1 + strspn(colon + 1, " ");
    }
    do {
        line.reply = reply == NULL ? NULL : reply + 3;
        char *next = reply == NULL ? NULL : strstr(reply + 3, " | ");
        if (reply != NULL) {
            *reply = '\0';
        }
        file->line[*lines] = line;
        entry->line = entry->line == NULL ? &file->line[*lines] : entry->line;
        entry->line_count++;
        (*lines)++;
        reply = next;
    } while (reply != NULL && *lines < BOOK_FILE_LINES_MAX);
}

/* One blank between words, none at the ends. */
static char *trimmed(char *text)
{
    size_t len = 0;
    text += strspn(text, " ");
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] != ' ' || (at[1] != ' ' && at[1] != '\0')) {
            text[len++] = *at;
        }
    }
    text[len] = '\0';
    return text;
}

/* One "SECTION = text | text"; the number before a section's name, or behind it, is not part of it.
 */
static void take_spoken(struct book_file *file, size_t *lines, char *entry)
{
    char *is = strchr(entry, '=');
    char *rest = NULL;
    if (is == NULL) {
        return;
    }
    *is = '\0';
    char *name = trimmed(entry);
    size_t digits = strspn(name, "0123456789");
    name += digits > 0 && name[digits] == '.' ? digits + 1 : 0;
    name[strcspn(name, ".")] = '\0';
    size_t count = file->spoken.count;
    const char *last = count == 0 ? NULL : file->section[count - 1].name;
    if (last == NULL || strcmp(last, name) != 0) {
        file->section[count] =
            (struct player_entry){.name = name, .line = &file->spoken_line[*lines]};
        count = ++file->spoken.count;
    }
    for (char *text = strtok_r(is + 1, "|", &rest); text != NULL;
         text = strtok_r(NULL, "|", &rest)) {
        file->spoken_line[(*lines)++].text = trimmed(text);
        file->section[count - 1].line_count++;
    }
}

/* They stand in the file in the order of their keys, but for those with numbers. */
static void read_spoken(struct book_file *file, const char *root, const char *game)
{
    char path[512];
    char prefix[64];
    size_t lines = 0;
    snprintf(path, sizeof path, "%s/games/%s/words/en.ini", root, game);
    snprintf(prefix, sizeof prefix, "player.%s.", game);
    file->words = read_all(path);
    file->section = calloc(BOOK_FILE_SPOKEN_MAX, sizeof *file->section);
    file->spoken_line = calloc(BOOK_FILE_SPOKEN_MAX, sizeof *file->spoken_line);
    file->spoken.entry = file->section;
    for (char *line = file->words; line != NULL;) {
        char *end = strchr(line, '\n');
        while (end != NULL && end[1] == ' ') { /* goes on */
            *end = ' ';
            end = strchr(end, '\n');
        }
        if (end != NULL) {
            *end = '\0';
        }
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            take_spoken(file, &lines, line + strlen(prefix));
        }
        line = end == NULL ? NULL : end + 1;
    }
}

const struct player_book *book_file_of(const struct book_file *file)
{
    return file->book.count > 0 ? &file->book : file->spoken.count > 0 ? &file->spoken : NULL;
}

void book_file_read(struct book_file *file, const char *game)
{
    char path[512];
    const char *root = getenv("DD_SOURCE_DIR");
    size_t lines = 0;
    char *rest = NULL;
    memset(file, 0, sizeof *file);
    root = root == NULL ? "." : root;
    read_spoken(file, root, game);
    snprintf(path, sizeof path, "%s/games/%s/packs/%s-en.book.txt", root, game, game);
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
            file->entry[file->book.count++].name = line + 1;
        } else if (line[0] != '#' && file->book.count > 0) {
            take_line(file, &lines, line);
        }
    }
    file->pack = (struct deal_pack){.entry = file->name};
    for (size_t i = 0; i < file->book.count; i++) { /* "[*…]" is no entry of the pack */
        const char *name = file->entry[i].name;
        if (name != NULL && name[0] != '*') {
            file->name[file->pack.count++] = name;
        }
    }
}

void book_file_free(struct book_file *file)
{
    free(file->words);
    free(file->section);
    free(file->spoken_line);
    free(file->text);
    free(file->entry);
    free(file->line);
    free(file->name);
}
