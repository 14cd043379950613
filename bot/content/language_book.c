/* Keys are in alphabetical order: "SECTION" and then "SECTION.2" and so on, which go on with it. A
 * number before the name ("01.weather") is there for the order alone. */
#include "language_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { LANGUAGE_BOOK_PREFIX_BYTES = 64 };

struct language_book {
    struct player_book list;
    struct player_entry *entry;
    struct player_line *line;
    size_t line_count;
    char *text; /* of names and lines, each with its zero */
    size_t len;
};

/* Adds a text of its own. */
static const char *language_book_text(struct language_book *book, const char *text, size_t len)
{
    char *at = book->text + book->len;
    memcpy(at, text, len);
    at[len] = '\0';
    book->len += len + 1;
    return at;
}

/* The entry of a section: the last one, where that goes on. */
static struct player_entry *language_book_section(struct language_book *book, const char *name)
{
    size_t digits = strspn(name, "0123456789");
    name += digits > 0 && name[digits] == '.' ? digits + 1 : 0;
    size_t len = strcspn(name, ".");
    size_t count = book->list.count;
    if (count > 0 && strlen(book->entry[count - 1].name) == len &&
        strncmp(book->entry[count - 1].name, name, len) == 0) {
        return &book->entry[count - 1];
    }
    struct player_entry *entry = &book->entry[book->list.count++];
    *entry = (struct player_entry){.name = language_book_text(book, name, len),
                                   .line = &book->line[book->line_count]};
    return entry;
}

static void language_book_lines(struct language_book *book, const char *name, const char *list)
{
    while (*list != '\0') {
        size_t whole = strcspn(list, "|");
        size_t from = strspn(list, " ");
        size_t to = whole;
        while (to > from && list[to - 1] == ' ') {
            to--;
        }
        if (to > from) { /* a section is there when it has a line */
            struct player_entry *entry = language_book_section(book, name);
            book->line[book->line_count++] =
                (struct player_line){.text = language_book_text(book, list + from, to - from)};
            entry->line_count++;
        }
        list += whole + (list[whole] == '|');
    }
}

static size_t language_book_count(const char *list)
{
    size_t count = 1;
    for (; *list != '\0'; list++) {
        count += *list == '|';
    }
    return count;
}

struct language_book *language_book_new(const struct catalogue *catalogue,
                                        const struct game_def *game)
{
    char prefix[LANGUAGE_BOOK_PREFIX_BYTES];
    const char *key = NULL;
    size_t entries = 0;
    size_t lines = 0;
    size_t bytes = 0;
    int len = snprintf(prefix, sizeof prefix, "player.%s.", game->id);
    for (size_t n = 0; (key = catalogue_key(catalogue, n)) != NULL; n++) {
        if (strncmp(key, prefix, (size_t)len) == 0) {
            const char *list = catalogue_entry(catalogue, key);
            entries++;
            lines += language_book_count(list);
            bytes += strlen(key) + strlen(list) + 2;
        }
    }
    if (entries == 0) {
        return NULL;
    }
    struct language_book *book = heap_allocate(sizeof *book);
    book->entry = heap_allocate(entries * sizeof *book->entry);
    book->line = heap_allocate(lines * sizeof *book->line);
    book->text = heap_allocate(bytes + lines);
    for (size_t n = 0; (key = catalogue_key(catalogue, n)) != NULL; n++) {
        if (strncmp(key, prefix, (size_t)len) == 0) {
            language_book_lines(book, key + len, catalogue_entry(catalogue, key));
        }
    }
    book->list.entry = book->entry;
    return book;
}

void language_book_free(struct language_book **book)
{
    if (*book != NULL) {
        free((*book)->entry);
        free((*book)->line);
        free((*book)->text);
        free(*book);
        *book = NULL;
    }
}

const struct player_book *language_book_list(const struct language_book *book)
{
    return &book->list;
}
