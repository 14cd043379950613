/* Blocks become pieces of text: a piece is never divided unless it alone is longer than a message.
 * Then its words go on in the next one, with the same style. */
#include "discord_shape.h"

#include <assert.h>
#include <string.h>

#include "discord_text.h"
#include "discord_word.h"
#include "doc_blocks.h"
#include "print.h"

enum { SHAPE_BYTES_MAX = 256 * 1024, SHAPE_CODE_MAX = 1900 };

struct shaper {
    struct arena *arena;
    const struct discord_names *names;
    struct discord_shape *shape;
    struct buf part;  /* the message being filled */
    struct buf piece; /* the block being written */
    size_t part_count;
    bool one;
    bool alt_cut; /* the picture's description lacks a part of its twin */
};

static const char *shape_marker(enum run_kind kind)
{
    switch (kind) {
    case RUN_STRONG:
        return "**";
    case RUN_EMPHASIS:
        return "*";
    case RUN_SPOILER:
        return "||";
    case RUN_CODE:
        return "`";
    case RUN_TEXT:
    case RUN_MENTION:
    case RUN_TIME:
    case RUN_ROOM:
        break;
    }
    return "";
}

/* A word, or a whole run, between its markers. */
static void shape_words(struct buf *buf, const struct run *run, const char *text, size_t len,
                        bool lines)
{
    const char *marker = shape_marker(run->kind);
    if (len == 0) {
        return;
    }
    buf_text(buf, marker);
    if (run->kind == RUN_CODE) {
        struct buf code;
        buf_init(&code, SHAPE_BYTES_MAX);
        buf_add(&code, text, len);
        discord_escape_code(buf, code.text);
        buf_deinit(&code);
    } else {
        discord_escape(buf, text, len, run->people, lines);
    }
    buf_text(buf, marker);
}

static void shape_notify(struct shaper *shaper, const char *account)
{
    struct discord_shape *shape = shaper->shape;
    for (unsigned i = 0; i < shape->user_count; i++) {
        if (strcmp(shape->user[i], account) == 0) {
            return;
        }
    }
    if (shape->user_count < DISCORD_USERS_MAX) {
        shape->user[shape->user_count++] = arena_text(shaper->arena, account, strlen(account));
    }
}

static bool shape_is_id(const char *account)
{
    size_t len = strlen(account);
    return len > 0 && len <= 20 && account[strspn(account, "0123456789")] == '\0';
}

static void shape_mention(struct shaper *shaper, struct buf *buf, const struct run *run)
{
    const char *account = shaper->names == NULL || run->person == 0
                              ? NULL
                              : shaper->names->account(shaper->names->context, run->person);
    if (account == NULL || !shape_is_id(account)) {
        discord_escape(buf, run->text, strlen(run->text), true, false);
        return;
    }
    print_to(buf, "<@%s>", account);
    shape_notify(shaper, account);
}

static long long shape_seconds(int64_t ms)
{
    return (long long)((ms + 999) / 1000);
}

/* A word that somebody would type, as the command that can be heard. */
static const char *shape_typed(const struct shaper *shaper, const struct run *run)
{
    const char *word = run->kind == RUN_CODE && shaper->names != NULL && shaper->names->no_content
                           ? discord_word_command(shaper->arena, run->text)
                           : NULL;
    return word == NULL ? run->text : word;
}

static void shape_run(struct shaper *shaper, struct buf *buf, const struct run *run, bool lines)
{
    if (run->kind == RUN_MENTION) {
        shape_mention(shaper, buf, run);
    } else if (run->kind == RUN_TIME) {
        print_to(buf, "<t:%lld:f>", shape_seconds(run->time_ms));
    } else if (run->kind == RUN_ROOM && run->room != NULL && shape_is_id(run->room)) {
        print_to(buf, "<#%s>", run->room);
    } else {
        const char *text = shape_typed(shaper, run);
        shape_words(buf, run, text, strlen(text), lines);
    }
}

/* Runs of one style that follow each other stand between one pair of markers: two pairs side by
 * side would be read as something else. */
static void shape_runs(struct shaper *shaper, struct buf *buf, const struct run *runs, bool lines)
{
    for (const struct run *run = runs; run != NULL; run = run->next) {
        bool pair =
            run->kind == RUN_STRONG || run->kind == RUN_EMPHASIS || run->kind == RUN_SPOILER;
        if (!pair) {
            shape_run(shaper, buf, run, lines);
            continue;
        }
        size_t before = buf->len;
        buf_text(buf, shape_marker(run->kind));
        size_t from = buf->len;
        discord_escape(buf, run->text, strlen(run->text), run->people, lines);
        for (; run->next != NULL && run->next->kind == run->kind; run = run->next) {
            const char *text = run->next->text;
            discord_escape(buf, text, strlen(text), run->next->people, lines);
        }
        if (buf->len == from) {
            buf->len = before;
        } else {
            buf_text(buf, shape_marker(run->kind));
        }
    }
}

static size_t shape_length(const struct buf *buf)
{
    return buf->len == 0 ? 0 : discord_count(buf->text, buf->len);
}

/* The message is full: another is begun. */
static void shape_next(struct shaper *shaper)
{
    struct discord_shape *shape = shaper->shape;
    if (shape->count == DISCORD_PARTS_MAX) {
        shape->cut = true;
    } else {
        shape->content[shape->count++] = arena_text(
            shaper->arena, shaper->part.len > 0 ? shaper->part.text : "", shaper->part.len);
    }
    buf_clear(&shaper->part);
}

/* How many characters a message may have: one that must hold all keeps room to say that it does
 * not. */
static size_t shape_room(const struct shaper *shaper)
{
    return DISCORD_CONTENT_MAX - (shaper->one ? 4 : 0);
}

static bool shape_fits(const struct shaper *shaper, const struct buf *piece, const char *glue)
{
    size_t used = shape_length(&shaper->part);
    return used + strlen(glue) + shape_length(piece) <= shape_room(shaper);
}

/* Adds a piece that stands whole, behind glue unless it begins a message. */
static void shape_add(struct shaper *shaper, const struct buf *piece, const char *glue)
{
    if (piece->len == 0 || (shaper->one && shaper->shape->cut)) {
        return;
    }
    bool fits = shape_fits(shaper, piece, shaper->part.len > 0 ? glue : "");
    if (!fits && shaper->one) {
        shaper->shape->cut = true;
        return;
    }
    if (!fits && shaper->part.len > 0) {
        shape_next(shaper);
    }
    if (shaper->part.len > 0) {
        buf_text(&shaper->part, glue);
    }
    buf_add(&shaper->part, piece->text, piece->len);
}

/* A word that is longer than a message: divided between characters. */
static void shape_long_word(struct shaper *shaper, const struct run *run, const char *word,
                            size_t len)
{
    struct buf piece;
    buf_init(&piece, SHAPE_BYTES_MAX);
    while (len > 0) {
        size_t fits = discord_fit(word, len, DISCORD_CONTENT_MAX / 2 - 8);
        buf_clear(&piece);
        shape_words(&piece, run, word, fits, false);
        shape_add(shaper, &piece, "");
        word += fits;
        len -= fits;
    }
    buf_deinit(&piece);
}

/* A run of a block that does not fit into one message, word by word. */
static void shape_run_apart(struct shaper *shaper, const struct run *run, const char *prefix)
{
    struct buf piece;
    buf_init(&piece, SHAPE_BYTES_MAX);
    const char *at = run->text;
    if (run->kind == RUN_MENTION || run->kind == RUN_TIME || run->kind == RUN_ROOM) {
        shape_run(shaper, &piece, run, false);
        shape_add(shaper, &piece, "");
        at = "";
    }
    while (*at != '\0') {
        size_t blanks = strspn(at, " \n");
        size_t len = strcspn(at + blanks, " \n");
        bool line = memchr(at, '\n', blanks) != NULL;
        buf_clear(&piece);
        shape_words(&piece, run, at + blanks, len, false);
        if (shape_length(&piece) > DISCORD_CONTENT_MAX - 16) {
            shape_long_word(shaper, run, at + blanks, len);
        } else {
            const char *glue = line ? "\n" : blanks > 0 ? " " : "";
            struct buf whole;
            buf_init(&whole, SHAPE_BYTES_MAX);
            bool opens = line || !shape_fits(shaper, &piece, glue) || shaper->part.len == 0;
            buf_text(&whole, opens ? prefix : "");
            buf_add(&whole, piece.len > 0 ? piece.text : "", piece.len);
            shape_add(shaper, &whole, glue);
            buf_deinit(&whole);
        }
        at += blanks + len;
    }
    buf_deinit(&piece);
}

/* The runs of a block, each of its lines behind prefix; first stands before the first. */
static void shape_block(struct shaper *shaper, const struct block *block, const char *first,
                        const char *prefix)
{
    struct buf *piece = &shaper->piece;
    bool lines = block->kind == BLOCK_QUOTE;
    buf_clear(piece);
    buf_text(piece, first);
    shape_runs(shaper, piece, block->runs, lines);
    if (block->kind == BLOCK_COUNTDOWN) {
        print_to(piece, " <t:%lld:t> (<t:%lld:R>)", shape_seconds(block->until_ms),
                 shape_seconds(block->until_ms));
    }
    if (lines && piece->len > 0 && strchr(piece->text, '\n') != NULL) {
        char *text = arena_text(shaper->arena, piece->text, piece->len);
        buf_clear(piece);
        for (char *at = text; *at != '\0'; at++) {
            buf_add(piece, at, 1);
            buf_text(piece, *at == '\n' ? prefix : "");
        }
    }
    if (shape_length(piece) <= shape_room(shaper) || shaper->one) {
        shape_add(shaper, piece, "\n");
        return;
    }
    if (shaper->part.len > 0) {
        shape_next(shaper);
    }
    buf_text(&shaper->part, first);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        shape_run_apart(shaper, run, prefix);
    }
}

/* A cell as plain text, in the arena; NULL when it has what only markup can show. */
static const char *shape_cell(void *context, const struct block *cell)
{
    const struct shaper *shaper = context;
    struct buf buf;
    buf_init(&buf, SHAPE_BYTES_MAX);
    for (const struct run *run = cell->runs; run != NULL; run = run->next) {
        if (run->kind == RUN_MENTION || run->kind == RUN_TIME || run->kind == RUN_SPOILER ||
            run->kind == RUN_ROOM) {
            buf_deinit(&buf);
            return NULL;
        }
        discord_escape_code(&buf, run->text);
    }
    const char *text = arena_text(shaper->arena, buf.len > 0 ? buf.text : "", buf.len);
    buf_deinit(&buf);
    return text;
}

static void shape_code_row(struct shaper *shaper, const struct block *row,
                           const unsigned widths[DOC_COLUMNS_MAX], struct buf *buf)
{
    const unsigned *width = widths;
    for (const struct block *cell = row->children; cell != NULL; cell = cell->next) {
        doc_blocks_cell(buf, cell, shape_cell(shaper, cell), *width++);
    }
    buf_text(buf, "\n");
}

/* A table as blocks of code, as many as it takes. */
static void shape_code(struct shaper *shaper, const struct block *table,
                       const unsigned widths[DOC_COLUMNS_MAX])
{
    struct buf *piece = &shaper->piece;
    const struct block *row = table->children;
    while (row != NULL) {
        buf_clear(piece);
        buf_text(piece, "```\n");
        do {
            shape_code_row(shaper, row, widths, piece);
            row = row->next;
        } while (row != NULL && shape_length(piece) < SHAPE_CODE_MAX - 200);
        buf_text(piece, "```");
        shape_add(shaper, piece, "\n");
    }
}

static void shape_table(void *context, const struct block *table)
{
    struct shaper *shaper = context;
    unsigned widths[DOC_COLUMNS_MAX] = {0};
    if (doc_blocks_columns(table, shape_cell, shaper, widths)) {
        shape_code(shaper, table, widths);
        return;
    }
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        struct buf *piece = &shaper->piece;
        buf_clear(piece);
        buf_text(piece, "- ");
        for (const struct block *cell = row->children; cell != NULL; cell = cell->next) {
            shape_runs(shaper, piece, cell->runs, false);
            buf_text(piece, cell->next != NULL ? " · " : "");
        }
        shape_add(shaper, piece, "\n");
    }
}

static const char *shape_runs_plain(struct arena *arena, const struct block *block)
{
    struct buf buf;
    buf_init(&buf, SHAPE_BYTES_MAX);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        buf_text(&buf, run->text);
    }
    const char *text = arena_text(arena, buf.len > 0 ? buf.text : "", buf.len);
    buf_deinit(&buf);
    return text;
}

static void shape_picture(void *context, const struct block *picture)
{
    struct shaper *shaper = context;
    struct doc twin = {.arena = shaper->arena, .blocks = picture->children};
    shaper->shape->svg = picture->svg;
    shaper->shape->attached = picture->attached;
    const char *plain = doc_plain(&twin, 0);
    shaper->shape->alt = discord_shorten(shaper->arena, plain, DISCORD_ALT_MAX);
    shaper->alt_cut = strcmp(shaper->shape->alt, plain) != 0;
}

static void shape_file(void *context, const struct block *file)
{
    struct shaper *shaper = context;
    shaper->shape->file = file->file;
    shaper->shape->file_len = file->file == NULL ? 0 : strlen(file->file);
    shaper->shape->file_name = shape_runs_plain(shaper->arena, file);
    shaper->shape->file_type = doc_blocks_is_page(shaper->shape->file_name)
                                   ? "text/html; charset=utf-8"
                                   : "text/plain; charset=utf-8";
}

static void shape_text(void *context, const struct block *block)
{
    /* before its first line, and before the others */
    static const char *const looks[][2] = {
        [BLOCK_HEADING] = {"### ", ""}, [BLOCK_PARAGRAPH] = {"", ""}, [BLOCK_QUOTE] = {"> ", "> "},
        [BLOCK_COUNTDOWN] = {"", ""},   [BLOCK_ITEM] = {"- ", "  "},
    };
    shape_block(context, block, looks[block->kind][0], looks[block->kind][1]);
}

static const struct doc_blocks shape_blocks = {
    .text = shape_text,
    .table = shape_table,
    .file = shape_file,
    .picture = shape_picture,
};

/* What is too long for all messages together ends with a sign that more was there. */
static void shape_say_cut(struct discord_shape *shape, struct arena *arena)
{
    if (shape->cut && shape->count == DISCORD_PARTS_MAX) {
        const char **last = &shape->content[DISCORD_PARTS_MAX - 1];
        size_t len = discord_fit(*last, strlen(*last), DISCORD_CONTENT_MAX - 2);
        char *text = arena_take(arena, len + sizeof "\n…");
        memcpy(text, *last, len);
        memcpy(text + len, "\n…", sizeof "\n…");
        *last = text;
    }
}

/* Texts of these blocks, in as many messages as they take, or in one. */
static void shape_texts(const struct block *blocks, struct shaper *shaper)
{
    struct discord_shape *shape = shaper->shape;
    *shape = (struct discord_shape){.alt = ""};
    buf_init(&shaper->part, SHAPE_BYTES_MAX);
    buf_init(&shaper->piece, SHAPE_BYTES_MAX);
    doc_blocks_walk(blocks, &shape_blocks, shaper);
    if (shaper->one && shape->cut) {
        buf_text(&shaper->part, "\n…");
    }
    if (shaper->part.len > 0 || shape->count == 0) {
        shape_next(shaper);
    }
    shape_say_cut(shape, shaper->arena);
    buf_deinit(&shaper->part);
    buf_deinit(&shaper->piece);
}

/* The content of a single message without the text twin of its picture; NULL where there is no
 * picture, or where its description would lack a part of the twin. */
static const char *shape_brief(const struct doc *doc, const struct shaper *whole)
{
    struct discord_shape shape;
    struct shaper shaper = *whole;
    struct block *blocks = NULL;
    struct block **next = &blocks;
    bool drawn = whole->shape->svg != NULL && whole->shape->svg[0] != '\0';
    if (!whole->one || !drawn || whole->alt_cut) {
        return NULL;
    }
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        *next = arena_take(doc->arena, sizeof *block);
        **next = *block;
        if (block->kind == BLOCK_PICTURE) {
            (*next)->children = NULL;
        }
        next = &(*next)->next;
    }
    shaper.shape = &shape;
    shape_texts(blocks, &shaper);
    return shape.cut ? NULL : shape.content[0];
}

void discord_shape(const struct doc *doc, const struct discord_names *names, bool one,
                   struct discord_shape *shape)
{
    struct shaper shaper = {.arena = doc->arena, .names = names, .shape = shape, .one = one};
    shape_texts(doc->blocks, &shaper);
    shape->brief = shape_brief(doc, &shaper);
    shape->components = discord_components(doc->arena, doc->panel);
}
