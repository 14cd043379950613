/* Books of house players: sections and their lines. */
#include "book.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "embed_packs.h"
#include "embedded.h"
#include "heap.h"
#include "pack_lines.h"

struct book {
    struct player_book list;
    struct arena *arena; /* of all texts */
    struct player_entry *entry;
    struct player_line *line; /* of all entries, one entry's behind the other's */
    size_t line_count;
    size_t line_size;
    unsigned *section; /* the line of the file that each entry begins in */
};

/* A reading under way. */
struct book_reading {
    struct book *book;
    struct pack_lines lines;
    const struct pack *pack; /* may be NULL */
    struct mistakes *mistakes;
    unsigned told; /* mistakes that were told before the section */
};

/* A copy that lives as long as the book; NULL stays NULL. */
static const char *book_keep(struct book *book, const char *text)
{
    return text == NULL ? NULL : arena_text(book->arena, text, strlen(text));
}

static void book_wrong(const struct book_reading *reading, const char *what, const char *why)
{
    mistakes_add(reading->mistakes, reading->lines.number, "\"%.60s\" %s", what, why);
}

static bool book_in_pack(const struct pack *pack, const char *name)
{
    const struct deal_pack *list = pack_list(pack);
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->entry[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Ends the entry before: it must have a line, good or bad. */
static void book_end_entry(const struct book_reading *reading)
{
    const struct book *book = reading->book;
    if (book->list.count > 0 && book->entry[book->list.count - 1].line_count == 0 &&
        reading->mistakes->count == reading->told) {
        mistakes_add(reading->mistakes, book->section[book->list.count - 1],
                     "\"%.60s\" has no line; write some, or take the section out",
                     book->entry[book->list.count - 1].name);
    }
}

/* Reads "[NAME]"; "[*]", "[*NAME]" are for many entries. */
static void book_read_section(struct book_reading *reading)
{
    struct book *book = reading->book;
    char *name = reading->lines.text + 1;
    size_t len = strlen(name);
    book_end_entry(reading);
    if (len < 2 || name[len - 1] != ']') {
        book_wrong(reading, reading->lines.text, "is no section; write [NAME]");
        return;
    }
    name[len - 1] = '\0';
    name = pack_lines_trim(name);
    if (book_entry(&book->list, name) != NULL) {
        book_wrong(reading, name, "has a section already; put the lines there");
    } else if (name[0] != '*' && reading->pack != NULL && !book_in_pack(reading->pack, name)) {
        book_wrong(reading, name, "is not in the pack; write it as the pack does");
    } else if (book->list.count == PACK_ENTRIES_MAX) {
        book_wrong(reading, name, "is one section too many; a book has at most 4000");
        return;
    }
    reading->told = reading->mistakes->count;
    book->section[book->list.count] = reading->lines.number;
    book->entry[book->list.count++] = (struct player_entry){.name = book_keep(book, name)};
}

/* A line in its parts; where there is none it is NULL. Further replies stand behind the first, each
 * behind a '|' of its own. */
struct book_parts {
    char *tag;
    char *text;
    char *reply;
};

/* "tag: text | reply | reply": a tag is small letters, digits and _ before a colon and a blank. */
static struct book_parts book_split(char *line)
{
    struct book_parts parts = {NULL, line, NULL};
    size_t tag = strspn(line, "abcdefghijklmnopqrstuvwxyz_0123456789");
    char *bar = strchr(line, '|');
    if (tag > 0 && line[tag] == ':' && line[tag + 1] == ' ') {
        line[tag] = '\0';
        parts.tag = line;
        parts.text = line + tag + 1;
    }
    if (bar != NULL) {
        *bar = '\0';
        parts.reply = bar + 1;
    }
    parts.text = pack_lines_trim(parts.text);
    return parts;
}

/* Takes the next reply off the rest of a line; the rest is NULL behind the last. */
static char *book_next_reply(char **rest)
{
    char *reply = *rest;
    char *bar = strchr(reply, '|');
    *rest = bar == NULL ? NULL : bar + 1;
    if (bar != NULL) {
        *bar = '\0';
    }
    return pack_lines_trim(reply);
}

/* NULL when a line's tag and text are well; else what is wrong with them. */
static const char *book_text_wrong(const struct book *book, const struct book_parts *parts)
{
    const struct player_entry *entry = &book->entry[book->list.count - 1];
    if (parts->text[0] == '\0') {
        return "has nothing before or behind a sign; write both, or take the sign away";
    }
    if (parts->tag != NULL && strlen(parts->tag) >= BOOK_TAG_BYTES) {
        return "has a tag of more than 16 letters; shorten it";
    }
    if (pack_lines_characters(parts->text) > BOOK_TEXT_CHARACTERS_MAX) {
        return "is longer than 200 characters; make it simpler";
    }
    for (size_t i = 0; i < entry->line_count; i++) {
        const struct player_line *line = &book->line[book->line_count - 1 - i];
        if (strcmp(line->text, parts->text) == 0) {
            return "is there twice; take one of them out";
        }
    }
    return NULL;
}

/* The same for one reply to it, NULL where there is none. */
static const char *book_reply_wrong(const struct book *book, const char *reply)
{
    if (reply != NULL && reply[0] == '\0') {
        return "has nothing before or behind a sign; write both, or take the sign away";
    }
    if (reply != NULL && pack_lines_characters(reply) > BOOK_TEXT_CHARACTERS_MAX) {
        return "has a reply of more than 200 characters; make it simpler";
    }
    return book->entry[book->list.count - 1].line_count == BOOK_LINES_MAX
               ? "is one line too many; a section has at most 512"
               : NULL;
}

static void book_add_line(struct book *book, const char *tag, const char *text, const char *reply)
{
    if (book->line_count == book->line_size) {
        book->line_size = book->line_size * 2 + 256;
        book->line = heap_grow(book->line, book->line_size, sizeof *book->line);
    }
    book->line[book->line_count++] = (struct player_line){tag, text, book_keep(book, reply)};
    book->entry[book->list.count - 1].line_count++;
}

/* Each reply makes a line of its own, with the same tag and text. */
static void book_read_line(struct book_reading *reading)
{
    struct book *book = reading->book;
    if (book->list.count == 0) {
        book_wrong(reading, reading->lines.text, "stands before the first section; write [NAME]");
        return;
    }
    struct book_parts parts = book_split(reading->lines.text);
    const char *why = book_text_wrong(book, &parts);
    const char *tag = why == NULL ? book_keep(book, parts.tag) : NULL;
    const char *text = why == NULL ? book_keep(book, parts.text) : NULL;
    char *rest = parts.reply;
    bool more = why == NULL;
    while (more) {
        const char *reply = rest == NULL ? NULL : book_next_reply(&rest);
        why = book_reply_wrong(book, reply);
        if (why == NULL) {
            book_add_line(book, tag, text, reply);
        }
        more = why == NULL && rest != NULL;
    }
    if (why != NULL) {
        book_wrong(reading, parts.text, why);
    }
}

/* Lines stand where they stay only once all are read. */
static void book_link(struct book *book)
{
    const struct player_line *line = book->line;
    for (size_t i = 0; i < book->list.count; i++) {
        book->entry[i].line = line;
        line += book->entry[i].line_count;
    }
}

static struct book *book_make(const char *text, size_t len, const struct pack *pack,
                              struct mistakes *mistakes)
{
    struct book *book = heap_allocate(sizeof *book);
    struct book_reading reading = {.book = book, .pack = pack, .mistakes = mistakes};
    book->arena = arena_new();
    book->entry = heap_allocate(PACK_ENTRIES_MAX * sizeof *book->entry);
    book->section = heap_allocate(PACK_ENTRIES_MAX * sizeof *book->section);
    book->list.entry = book->entry;
    pack_lines_init(&reading.lines, text, len, mistakes);
    while (pack_lines_next(&reading.lines, mistakes)) {
        if (reading.lines.text[0] == '[') {
            book_read_section(&reading);
        } else {
            book_read_line(&reading);
        }
    }
    book_end_entry(&reading);
    if (book->list.count == 0 && mistakes->count == 0) {
        mistakes_add(mistakes, 0, "there is no section in it; write [NAME] and its lines");
    }
    book_link(book);
    mistakes_sort(mistakes);
    return book;
}

struct book *book_new(const char *text, size_t len, struct fault *fault)
{
    struct mistakes *mistakes = mistakes_new();
    struct book *book = book_make(text, len, NULL, mistakes);
    if (mistakes->count > 0) {
        mistakes_fault(mistakes, fault);
        book_free(&book);
    }
    free(mistakes);
    return book;
}

bool book_check(const char *text, size_t len, const struct pack *pack, struct mistakes *mistakes)
{
    struct book *book = book_make(text, len, pack, mistakes);
    book_free(&book);
    return mistakes->count == 0;
}

const struct player_book *book_list(const struct book *book)
{
    return &book->list;
}

const struct player_entry *book_entry(const struct player_book *book, const char *name)
{
    for (size_t i = 0; i < book->count; i++) {
        if (strcmp(book->entry[i].name, name) == 0) {
            return &book->entry[i];
        }
    }
    return NULL;
}

void book_free(struct book **book)
{
    if (*book == NULL) {
        return;
    }
    arena_free(&(*book)->arena);
    free((*book)->entry);
    free((*book)->line);
    free((*book)->section);
    free(*book);
    *book = NULL;
}
