/* What a script expects. Lines for one reader that follow an act are a block: together they are all
 * that this reader was told since the act, in order; "..." stands for any number of lines, /…/ is a
 * regular expression. A reader without a block is not looked at. */
#include "script.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "print.h"

enum { BLOCK_LINES_MAX = 400, SIDE_COLUMNS = 58 };

enum expect_kind {
    EXPECT_TOLD,
    EXPECT_BOARD,
    EXPECT_CARD,
    EXPECT_NOTHING,
    EXPECT_NEVER,
    EXPECT_CALLED
};

struct expectation {
    enum expect_kind kind;
    char where[SCRIPT_NAME_BYTES]; /* "" the first room */
    const char *text;
    const char *prefix; /* how the line begins in the file */
    size_t prefix_len;
};

/* "Ana <", "#den >", ">", "Ana =" at the front: who reads, and what is read. */
static bool read_reader(const char *line, struct expectation *expect)
{
    size_t name = strcspn(line, " <>=");
    const char *at = line + name + strspn(line + name, " ");
    bool person = *at == '<' && name > 0;
    bool room = (*at == '>' || *at == '=') && (name == 0 || line[0] == '#');
    bool card = *at == '=' && !room;
    if ((!person && !room && !card) || name >= SCRIPT_NAME_BYTES ||
        (at[1] != ' ' && at[1] != '\0')) {
        return false;
    }
    memcpy(expect->where, line, name);
    expect->where[name] = '\0';
    expect->kind = card ? EXPECT_CARD : *at == '=' ? EXPECT_BOARD : EXPECT_TOLD;
    expect->text = at + 1 + (at[1] == ' ');
    expect->prefix = line;
    expect->prefix_len = (size_t)(at - line) + 1;
    return true;
}

static bool read_nothing(const char *line, struct expectation *expect)
{
    if (strncmp(line, "nothing for ", 12) != 0) {
        return false;
    }
    const char *who = line + 12;
    snprintf(expect->where, sizeof expect->where, "%s", strcmp(who, "the crowd") == 0 ? "" : who);
    expect->kind = EXPECT_NOTHING;
    expect->text = "";
    return true;
}

/* "called Ana Ben", "called nobody": all who were notified since the act, in the order of names. */
static bool read_called(const char *line, struct expectation *expect)
{
    if (strncmp(line, "called ", 7) != 0) {
        return false;
    }
    expect->kind = EXPECT_CALLED;
    expect->text = line + 7;
    expect->prefix = line;
    expect->prefix_len = 6;
    return true;
}

static bool read_expectation(const char *line, struct expectation *expect)
{
    memset(expect, 0, sizeof *expect);
    if (strncmp(line, "! ", 2) == 0 && read_reader(line + 2, expect)) {
        expect->kind = EXPECT_NEVER;
        return true;
    }
    return read_called(line, expect) || read_nothing(line, expect) || read_reader(line, expect);
}

bool script_expects(const char *line)
{
    struct expectation expect;
    return read_expectation(line, &expect);
}

/* Does the pattern (text, /regular expression/) fit the line? */
static bool line_fits(const char *pattern, const char *line)
{
    size_t len = strlen(pattern);
    if (len < 3 || pattern[0] != '/' || pattern[len - 1] != '/') {
        return strcmp(pattern, line) == 0;
    }
    char *expression = heap_text(pattern + 1, len - 2);
    regex_t regex;
    bool fits = false;
    if (regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB) == 0) {
        fits = regexec(&regex, line, 0, NULL, 0) == 0;
        regfree(&regex);
    }
    free(expression);
    return fits;
}

struct lines {
    unsigned count;
    const char *line[BLOCK_LINES_MAX];
};

static void lines_add(struct lines *lines, const char *line)
{
    if (lines->count < BLOCK_LINES_MAX) {
        lines->line[lines->count++] = line;
    }
}

/* Do the patterns fit the lines, each "..." any number of them? From the back, place by place. */
static bool block_fits(const struct lines *patterns, const struct lines *got)
{
    bool fits[BLOCK_LINES_MAX + 1] = {false};
    fits[got->count] = true;
    for (unsigned i = patterns->count; i-- > 0;) {
        bool any = strcmp(patterns->line[i], "...") == 0;
        bool before[BLOCK_LINES_MAX + 1];
        memcpy(before, fits, sizeof before);
        for (unsigned j = got->count + 1; j-- > 0;) {
            if (any) {
                fits[j] = before[j] || (j < got->count && fits[j + 1]);
            } else {
                fits[j] =
                    j < got->count && before[j + 1] && line_fits(patterns->line[i], got->line[j]);
            }
        }
    }
    return fits[0];
}

static const char *where_of(const struct script *script, const struct expectation *expect)
{
    if (expect->where[0] != '\0') {
        return expect->where;
    }
    return script->room_count > 0 ? script->rooms[0] : "#room";
}

static void got_told(const struct script *script, const char *where, struct lines *got)
{
    got->count = 0;
    for (unsigned i = 0; i < script->output_count; i++) {
        if (strcmp(script->outputs[i].where, where) == 0) {
            lines_add(got, script->outputs[i].line);
        }
    }
}

static int by_name(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Who was notified, on one line. */
static void got_called(const struct script *script, struct lines *got)
{
    struct lines *names = heap_allocate(sizeof *names);
    struct buf line;
    buf_init(&line, (size_t)SIDE_COLUMNS * SCRIPT_PEOPLE_MAX);
    got_told(script, SCRIPT_CALLED, names);
    qsort(names->line, names->count, sizeof names->line[0], by_name);
    for (unsigned i = 0; i < names->count; i++) {
        buf_text(&line, i == 0 ? "" : " ");
        buf_text(&line, names->line[i]);
    }
    got->count = 0;
    lines_add(got, names->count == 0 ? "nobody" : arena_text(script->arena, line.text, line.len));
    buf_deinit(&line);
    free(names);
}

/* The board that was drawn last in the room; of a person, the newest card. */
static void got_board(const struct script *script, const char *where, struct lines *got)
{
    const struct script_message *board = NULL;
    got->count = 0;
    for (unsigned i = 0; i < script->message_count; i++) {
        const struct script_message *message = &script->messages[i];
        bool card = message->head.kind == DOC_CARD;
        bool stands = card || message->head.kind == DOC_BOARD;
        if (stands && strcmp(message->where, where) == 0 &&
            (board == NULL || card || message->moved > board->moved)) {
            board = message;
        }
    }
    const char *text = board == NULL ? "" : script_plain(script, board->doc);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        lines_add(got, arena_text(script->arena, text, len));
        text += len + (text[len] == '\n');
    }
}

static void print_side(char mark, const char *left, const char *right)
{
    size_t len = strlen(left);
    size_t columns = 0;
    for (size_t i = 0; i < len; i++) {
        columns += ((unsigned char)left[i] & 0xc0) != 0x80;
    }
    int pad = columns < SIDE_COLUMNS ? (int)(SIDE_COLUMNS - columns) : 0;
    fprintf(stderr, "  %c %s%*s | %s\n", mark, left, pad, "", right);
}

static void report(struct script *script, unsigned number, const char *who,
                   const struct lines *expected, const struct lines *got)
{
    script->bad++;
    if (script->update) {
        return;
    }
    fprintf(stderr, "%s:%u: %s\n", script->path, number, who);
    print_side(' ', "--- expected ---", "--- got ---");
    for (unsigned i = 0; i < expected->count || i < got->count; i++) {
        const char *left = i < expected->count ? expected->line[i] : "";
        const char *right = i < got->count ? got->line[i] : "";
        print_side(line_fits(left, right) ? ' ' : '*', left, right);
    }
}

/* The regular expression that already stood for this line, from *at on; else the line itself. */
static const char *keep_pattern(const struct lines *patterns, unsigned *at, const char *line)
{
    for (unsigned i = *at; i < patterns->count; i++) {
        const char *pattern = patterns->line[i];
        if (pattern[0] == '/' && strcmp(pattern, line) != 0 && line_fits(pattern, line)) {
            *at = i + 1;
            return pattern;
        }
    }
    return line;
}

/* Lines as they should stand in the file; regular expressions that fit are kept. */
static void rewrite(struct buf *updated, const struct expectation *first,
                    const struct lines *patterns, const struct lines *got)
{
    unsigned kept = 0;
    if (updated == NULL) {
        return;
    }
    if (got->count == 0) {
        print_to(updated, "nothing for %s\n", first->where[0] == '\0' ? "the crowd" : first->where);
    }
    for (unsigned i = 0; i < got->count; i++) {
        if (first->kind == EXPECT_NOTHING) {
            bool person = first->where[0] != '\0' && first->where[0] != '#';
            print_to(updated, "%s%s%s", first->where, first->where[0] == '\0' ? "" : " ",
                     person ? "<" : ">");
        } else {
            buf_add(updated, first->prefix, first->prefix_len);
        }
        const char *line = keep_pattern(patterns, &kept, got->line[i]);
        buf_text(updated, line[0] == '\0' ? "" : " ");
        buf_text(updated, line);
        buf_text(updated, "\n");
    }
}

static bool same_block(const struct expectation *one, const struct expectation *other)
{
    return one->kind == other->kind && one->kind != EXPECT_NEVER &&
           strcmp(one->where, other->where) == 0;
}

static bool never_holds(const struct expectation *expect, const struct lines *got)
{
    for (unsigned i = 0; i < got->count; i++) {
        if (line_fits(expect->text, got->line[i])) {
            return false;
        }
    }
    return true;
}

/* Checks the block that begins at lines[at]; all of its lines, wherever they stand in the group. */
static void check_block(struct script *script, const char *const *lines, unsigned count,
                        unsigned at, unsigned first_number, struct buf *updated)
{
    struct expectation first;
    struct lines *patterns = heap_allocate(sizeof *patterns);
    struct lines *got = heap_allocate(sizeof *got);
    read_expectation(lines[at], &first);
    const char *where = where_of(script, &first);
    for (unsigned i = at; i < count; i++) {
        struct expectation expect;
        if (read_expectation(lines[i], &expect) && (i == at || same_block(&first, &expect)) &&
            first.kind != EXPECT_NOTHING) {
            lines_add(patterns, expect.text);
        }
        if (first.kind == EXPECT_NEVER) {
            break;
        }
    }
    if (first.kind == EXPECT_CALLED) {
        got_called(script, got);
    } else if (first.kind == EXPECT_BOARD || first.kind == EXPECT_CARD) {
        got_board(script, where, got);
    } else {
        got_told(script, where, got);
    }
    bool holds = first.kind == EXPECT_NEVER ? never_holds(&first, got) : block_fits(patterns, got);
    if (!holds) {
        report(script, first_number + at, where, patterns, got);
    }
    if (first.kind != EXPECT_NEVER && (!holds)) {
        rewrite(updated, &first, patterns, got);
    } else if (updated != NULL) {
        for (unsigned i = at; i < count; i++) {
            struct expectation expect;
            if (read_expectation(lines[i], &expect) && (i == at || same_block(&first, &expect))) {
                print_to(updated, "%s\n", lines[i]);
            }
        }
    }
    free(patterns);
    free(got);
}

/* Is lines[at] part of a block that began before? */
static bool continues(const char *const *lines, unsigned at)
{
    struct expectation expect;
    struct expectation before;
    if (!read_expectation(lines[at], &expect)) {
        return true;
    }
    for (unsigned i = 0; i < at; i++) {
        if (read_expectation(lines[i], &before) && same_block(&before, &expect)) {
            return true;
        }
    }
    return false;
}

void script_check(struct script *script, const char *const *lines, unsigned count, unsigned first,
                  struct buf *updated)
{
    struct expectation expect;
    for (unsigned i = 0; i < count; i++) {
        if (!read_expectation(lines[i], &expect)) {
            if (updated != NULL) {
                print_to(updated, "%s\n", lines[i]); /* a comment, an empty line */
            }
        } else if (!continues(lines, i)) {
            check_block(script, lines, count, i, first, updated);
        }
    }
}
