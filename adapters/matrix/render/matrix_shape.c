/* Blocks become pieces: a piece is never divided unless it alone is longer than a message; then its
 * words go on in another of the same kind. Every piece is written twice, in plain and in HTML, and
 * both halves of a message always hold the same pieces. */
#include "matrix_shape.h"

#include <string.h>

#include "calendar.h"
#include "doc_blocks.h"
#include "matrix_text.h"
#include "moment.h"
#include "print.h"
#include "route.h"

enum {
    SHAPE_BYTES_MAX = 512 * 1024,
    SHAPE_SPARE = 64,     /* of a part: what closes it, and says that more was there */
    SHAPE_PANEL_LINE = 4, /* so many choices stand on one line */
    SHAPE_DAY = 10        /* letters of a moment that are the day */
};

/* What pieces of a kind stand in together. */
struct shape_frame {
    const char *open;
    const char *close;
};
static const struct shape_frame shape_list = {"<ul>", "</ul>"};
static const struct shape_frame shape_rows = {"<table><tbody>", "</tbody></table>"};

/* How a block is written. */
struct shape_look {
    const struct shape_frame *frame;
    const char *open;
    const char *close;
    const char *first; /* before its first line in plain */
    const char *rest;  /* before the others */
};

struct shaper {
    struct arena *arena;
    const struct matrix_shaping *shaping;
    const char *zone; /* of who reads it, or of the room; NULL: not known */
    struct matrix_shape *shape;
    struct buf body; /* the part being filled */
    struct buf html;
    struct buf plain; /* the piece being written */
    struct buf mark;
    const struct shape_frame *frame; /* that is open */
};

static const struct shape_look shape_looks[] = {
    [BLOCK_HEADING] = {NULL, "<h4>", "</h4>", "", ""},
    [BLOCK_PARAGRAPH] = {NULL, "<p>", "</p>", "", ""},
    [BLOCK_QUOTE] = {NULL, "<blockquote>", "</blockquote>", "» ", "» "},
    [BLOCK_COUNTDOWN] = {NULL, "<p>", "</p>", "", ""},
    [BLOCK_ITEM] = {&shape_list, "<li>", "</li>", "- ", "  "},
};

/* --- parts ------------------------------------------------------------------------------------ */

static size_t shape_limit(const struct shaper *shaper)
{
    return shaper->shaping->limit - SHAPE_SPARE;
}

static void shape_frame_set(struct shaper *shaper, const struct shape_frame *frame)
{
    if (shaper->frame != frame) {
        buf_text(&shaper->html, shaper->frame != NULL ? shaper->frame->close : "");
        buf_text(&shaper->html, frame != NULL ? frame->open : "");
        shaper->frame = frame;
    }
}

static void shape_say_more(struct shaper *shaper)
{
    shape_frame_set(shaper, NULL);
    buf_text(&shaper->body, shaper->body.len > 0 ? "\n…" : "…");
    buf_text(&shaper->html, "<p>…</p>");
}

/* The message is full: another is begun. */
static void shape_next(struct shaper *shaper)
{
    struct matrix_shape *shape = shaper->shape;
    shape_frame_set(shaper, NULL);
    if (shape->count < MATRIX_PARTS_MAX) {
        shape->part[shape->count++] = (struct matrix_part){
            .body = arena_text(shaper->arena, shaper->body.text, shaper->body.len),
            .html = arena_text(shaper->arena, shaper->html.text, shaper->html.len)};
    }
    buf_clear(&shaper->body);
    buf_clear(&shaper->html);
}

/* Adds the piece, whole. */
static void shape_add(struct shaper *shaper, const struct shape_frame *frame)
{
    struct matrix_shape *shape = shaper->shape;
    size_t used = shaper->body.len + shaper->html.len;
    size_t tags = frame == NULL ? 0 : strlen(frame->open) + strlen(frame->close);
    bool fits = used + shaper->plain.len + shaper->mark.len + tags + 1 <= shape_limit(shaper);
    if (shape->cut || shaper->mark.len == 0) {
        return;
    }
    if (!fits && (used > 0 || shaper->shaping->one)) {
        shape->cut = shaper->shaping->one || shape->count + 1 == MATRIX_PARTS_MAX;
        if (shape->cut) {
            return;
        }
        shape_next(shaper);
    }
    shape_frame_set(shaper, frame);
    buf_text(&shaper->body, shaper->body.len > 0 ? "\n" : "");
    buf_add(&shaper->body, shaper->plain.text, shaper->plain.len);
    buf_add(&shaper->html, shaper->mark.text, shaper->mark.len);
}

/* --- runs ------------------------------------------------------------------------------------- */

static void shape_notify(struct shaper *shaper, const char *account)
{
    struct matrix_shape *shape = shaper->shape;
    for (unsigned i = 0; i < shape->user_count; i++) {
        if (strcmp(shape->user[i], account) == 0) {
            return;
        }
    }
    if (shape->user_count < MATRIX_USERS_MAX) {
        shape->user[shape->user_count++] = arena_text(shaper->arena, account, strlen(account));
    }
}

const char *matrix_link(struct arena *arena, const char *account)
{
    struct buf link;
    buf_init(&link, SHAPE_BYTES_MAX);
    buf_text(&link, "https://matrix.to/#/");
    route_encode(&link, account);
    const char *text = arena_text(arena, link.text, link.len);
    buf_deinit(&link);
    return text;
}

static void shape_mention(struct shaper *shaper, const struct run *run)
{
    const struct matrix_names *names = shaper->shaping->names;
    const char *account =
        names == NULL || run->person == 0 ? NULL : names->account(names->context, run->person);
    matrix_plain(&shaper->plain, run->text, strlen(run->text), false);
    if (account == NULL || account[0] != '@' || strchr(account, ':') == NULL) {
        matrix_escape(&shaper->mark, run->text, strlen(run->text), true, false);
        return;
    }
    buf_text(&shaper->mark, "<a href=\"");
    buf_text(&shaper->mark, matrix_link(shaper->arena, account));
    buf_text(&shaper->mark, "\">");
    matrix_escape(&shaper->mark, run->text, strlen(run->text), false, false);
    buf_text(&shaper->mark, "</a>");
    shape_notify(shaper, account);
}

/* In the zone that its reader or its room has chosen, else UTC. */
static void shape_time(const struct shaper *shaper, int64_t time_ms, char text[MOMENT_BYTES])
{
    if (shaper->zone == NULL) {
        moment_print(time_ms, text);
    } else {
        calendar_print(shaper->zone, time_ms, text);
    }
}

/* Without the day where it is today. */
static void shape_moment(struct shaper *shaper, int64_t time_ms)
{
    char today[MOMENT_BYTES];
    char moment[MOMENT_BYTES];
    shape_time(shaper, shaper->shaping->now_ms, today);
    shape_time(shaper, time_ms, moment);
    bool same = !shaper->shaping->one && strncmp(today, moment, SHAPE_DAY) == 0;
    const char *text = same ? moment + SHAPE_DAY + 1 : moment;
    buf_text(&shaper->plain, text);
    buf_text(&shaper->mark, text);
}

/* As somebody would say it: nobody counts the seconds of minutes. */
static int64_t shape_round(int64_t left_ms)
{
    int64_t step_ms = left_ms >= 3600000 ? 60000 : left_ms >= 60000 ? 10000 : 1000;
    return (left_ms + step_ms / 2) / step_ms * step_ms;
}

/* How long it is until then, from when this is said. A board is read much later than that. */
static void shape_left(struct shaper *shaper, int64_t until_ms)
{
    const struct matrix_shaping *shaping = shaper->shaping;
    int64_t left_ms = until_ms - shaping->now_ms;
    struct value fact[2];
    char text[8];
    struct value_tree facts;
    if (shaping->one || shaping->catalogue == NULL || left_ms < 1000) {
        return;
    }
    value_init(&facts, fact, 2, text, sizeof text);
    value_number(&facts, "left", shape_round(left_ms));
    const char *words =
        catalogue_text(shaping->catalogue, shaper->arena, "matrix.left", &facts, VALUE_NONE, NULL);
    buf_text(&shaper->plain, " ");
    buf_text(&shaper->mark, " ");
    matrix_plain(&shaper->plain, words, strlen(words), false);
    matrix_escape(&shaper->mark, words, strlen(words), false, false);
}

/* The marks around a run: before and behind it in HTML, and on both sides in plain. */
static const char *const shape_marks[][3] = {
    [RUN_TEXT] = {"", "", ""},
    [RUN_STRONG] = {"<strong>", "</strong>", ""},
    [RUN_EMPHASIS] = {"<em>", "</em>", ""},
    [RUN_CODE] = {"<code>", "</code>", "`"},
    [RUN_MENTION] = {"", "", ""},
    [RUN_ROOM] = {"", "", ""},
    [RUN_SPOILER] = {"<span data-mx-spoiler>", "</span>", "||"},
};

static void shape_run(struct shaper *shaper, const struct run *run, bool lines)
{
    const char *const *marks = shape_marks[run->kind];
    if (run->kind == RUN_MENTION) {
        shape_mention(shaper, run);
        return;
    }
    if (run->kind == RUN_TIME) {
        shape_moment(shaper, run->time_ms);
        return;
    }
    const char *text = matrix_run_words(shaper->arena, shaper->shaping->prefix, run);
    size_t len = strlen(text);
    buf_text(&shaper->mark, marks[0]);
    matrix_escape(&shaper->mark, text, len, run->people && run->kind != RUN_CODE, lines);
    buf_text(&shaper->mark, marks[1]);
    buf_text(&shaper->plain, marks[2]);
    matrix_plain(&shaper->plain, text, len, lines);
    buf_text(&shaper->plain, marks[2]);
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Puts what stands before the other lines of the plain twin behind its breaks. */
static void shape_indent(struct shaper *shaper, size_t from, const char *rest)
{
    if (rest[0] == '\0' ||
        memchr(shaper->plain.text + from, '\n', shaper->plain.len - from) == NULL) {
        return;
    }
    char *text = arena_text(shaper->arena, shaper->plain.text, shaper->plain.len);
    buf_clear(&shaper->plain);
    for (const char *at = text; *at != '\0'; at++) {
        buf_add(&shaper->plain, at, 1);
        buf_text(&shaper->plain, *at == '\n' ? rest : "");
    }
}

static void shape_write(struct shaper *shaper, const struct block *block,
                        const struct shape_look *look)
{
    buf_clear(&shaper->plain);
    buf_clear(&shaper->mark);
    buf_text(&shaper->plain, look->first);
    buf_text(&shaper->mark, look->open);
    size_t from = shaper->plain.len;
    size_t empty = shaper->mark.len;
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        shape_run(shaper, run, block->kind == BLOCK_QUOTE);
    }
    if (block->kind == BLOCK_COUNTDOWN) {
        buf_text(&shaper->plain, block->runs != NULL ? " " : "");
        buf_text(&shaper->mark, block->runs != NULL ? " " : "");
        shape_moment(shaper, block->until_ms);
        shape_left(shaper, block->until_ms);
    }
    shape_indent(shaper, from, look->rest);
    if (shaper->mark.len == empty) {
        buf_clear(&shaper->mark); /* nothing in it */
    } else {
        buf_text(&shaper->mark, look->close);
    }
}

/* What a text costs in both twins together. */
static size_t shape_cost(struct shaper *shaper, const struct run *run, const char *text, size_t len)
{
    buf_clear(&shaper->mark);
    matrix_escape(&shaper->mark, text, len, run->people, true);
    return shaper->mark.len + len;
}

/* How many bytes of a text fit, up to a blank; all of one word where it alone is too long. */
static size_t shape_words_fit(struct shaper *shaper, const struct run *run, const char *text,
                              size_t room)
{
    size_t at = 0;
    size_t used = 0;
    while (text[at] != '\0') {
        size_t word = strspn(text + at, " \n");
        word += strcspn(text + at + word, " \n");
        size_t cost = shape_cost(shaper, run, text + at, word);
        if (used + cost > room) {
            break;
        }
        used += cost;
        at += word;
    }
    bool begins = at == 0 && room == shape_limit(shaper) / 2;
    return begins ? matrix_fit(text, strlen(text), room / 16) : at;
}

static void shape_slice_add(struct shaper *shaper, struct block *slice, const struct run *run,
                            size_t len)
{
    struct run *piece = arena_take(shaper->arena, sizeof *piece);
    *piece = *run;
    piece->next = NULL;
    piece->text = run->text == NULL ? NULL : arena_text(shaper->arena, run->text, len);
    if (slice->last_run != NULL) {
        slice->last_run->next = piece;
    } else {
        slice->runs = piece;
    }
    slice->last_run = piece;
}

static void shape_slice_end(struct shaper *shaper, struct block *slice,
                            const struct shape_look *look)
{
    shape_write(shaper, slice, look);
    shape_add(shaper, look->frame);
    slice->runs = NULL;
    slice->last_run = NULL;
}

/* A block that does not fit into one message: slices of it, each a block of the same kind. */
static void shape_slices(struct shaper *shaper, const struct block *block,
                         const struct shape_look *look)
{
    size_t most = shape_limit(shaper) / 2;
    size_t room = most;
    struct block slice = {.kind = block->kind == BLOCK_COUNTDOWN ? BLOCK_PARAGRAPH : block->kind};
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        struct run rest = *run;
        rest.text = run->text == NULL ? "" : run->text;
        bool whole = run->kind == RUN_MENTION || run->kind == RUN_TIME;
        do {
            size_t len =
                whole ? strlen(rest.text) : shape_words_fit(shaper, &rest, rest.text, room);
            if (len > 0 || whole) {
                size_t cost = shape_cost(shaper, &rest, rest.text, len);
                shape_slice_add(shaper, &slice, &rest, len);
                room = cost < room ? room - cost : 0;
            }
            rest.text += len;
            if (*rest.text != '\0') {
                shape_slice_end(shaper, &slice, look);
                room = most;
                rest.text += strspn(rest.text, " ");
            }
        } while (*rest.text != '\0');
    }
    slice.kind = block->kind;
    slice.until_ms = block->until_ms;
    shape_slice_end(shaper, &slice, look);
}

static void shape_text(void *context, const struct block *block)
{
    struct shaper *shaper = context;
    const struct shape_look *look = &shape_looks[block->kind];
    shape_write(shaper, block, look);
    if (shaper->plain.len + shaper->mark.len > shape_limit(shaper) && !shaper->shaping->one) {
        shape_slices(shaper, block, look);
    } else {
        shape_add(shaper, look->frame);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

static const char *shape_cell(void *context, const struct block *cell)
{
    static const struct shape_look bare = {NULL, "", "", "", ""};
    struct shaper *shaper = context;
    shape_write(shaper, cell, &bare);
    return arena_text(shaper->arena, shaper->plain.len > 0 ? shaper->plain.text : "",
                      shaper->plain.len);
}

/* widths NULL: as one line. */
static void shape_row(struct shaper *shaper, const struct block *row, const unsigned *widths)
{
    struct buf plain;
    struct buf mark;
    unsigned column = 0;
    buf_init(&plain, SHAPE_BYTES_MAX);
    buf_init(&mark, SHAPE_BYTES_MAX);
    buf_text(&mark, "<tr>");
    for (const struct block *cell = row->children; cell != NULL; cell = cell->next, column++) {
        const char *text = shape_cell(shaper, cell);
        buf_text(&mark, "<td>");
        buf_add(&mark, shaper->mark.len > 0 ? shaper->mark.text : "", shaper->mark.len);
        buf_text(&mark, "</td>");
        if (widths != NULL) {
            doc_blocks_cell(&plain, cell, text, widths[column]);
        } else {
            buf_text(&plain, text);
            buf_text(&plain, cell->next != NULL ? " · " : "");
        }
    }
    buf_text(&mark, "</tr>");
    buf_clear(&shaper->plain);
    buf_clear(&shaper->mark);
    buf_add(&shaper->plain, plain.len > 0 ? plain.text : "", plain.len);
    buf_add(&shaper->mark, mark.text, mark.len);
    buf_deinit(&plain);
    buf_deinit(&mark);
    shape_add(shaper, &shape_rows);
}

static void shape_table(void *context, const struct block *table)
{
    struct shaper *shaper = context;
    unsigned widths[DOC_COLUMNS_MAX] = {0};
    bool beside = doc_blocks_columns(table, shape_cell, shaper, widths);
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        shape_row(shaper, row, beside ? widths : NULL);
    }
}

/* --- the rest --------------------------------------------------------------------------------- */

static const char *shape_plain(struct shaper *shaper, struct block *blocks)
{
    struct doc twin = {.arena = shaper->arena, .blocks = blocks};
    const char *text = doc_plain(&twin, 0);
    size_t len = matrix_fit(text, strlen(text), MATRIX_ALT_BYTES);
    while (len > 0 && text[len - 1] == '\n') {
        len--;
    }
    return arena_text(shaper->arena, text, len);
}

static void shape_file(void *context, const struct block *file)
{
    struct shaper *shaper = context;
    shaper->shape->file = file->file;
    shaper->shape->file_name = shape_cell(shaper, file);
}

static void shape_picture(void *context, const struct block *picture)
{
    struct shaper *shaper = context;
    shaper->shape->svg = picture->svg;
    shaper->shape->attached = picture->attached;
    shaper->shape->alt = shape_plain(shaper, picture->children);
}

static const struct doc_blocks shape_blocks = {
    .text = shape_text,
    .table = shape_table,
    .file = shape_file,
    .picture = shape_picture,
};

/* A sentence of the catalogue, behind a blank. */
static void shape_word(struct shaper *shaper, const char *key)
{
    const struct catalogue *catalogue = shaper->shaping->catalogue;
    const char *word = catalogue == NULL ? NULL : catalogue_entry(catalogue, key);
    if (word != NULL) {
        buf_text(&shaper->plain, " ");
        buf_text(&shaper->mark, " ");
        matrix_plain(&shaper->plain, word, strlen(word), false);
        matrix_escape(&shaper->mark, word, strlen(word), false, false);
    }
}

/* One choice: the reaction that stands for it, what it is called, what is typed. */
static void shape_choice(struct shaper *shaper, const struct choice *choice)
{
    const char *key = matrix_key_of(shaper->shaping, choice);
    const char *typed = matrix_typed(shaper->arena, choice, shaper->shaping);
    struct buf label;
    buf_init(&label, SHAPE_BYTES_MAX);
    print_to(&label, "%s%s", key != NULL ? key : "", key != NULL ? " " : "");
    if (choice->symbol != NULL && (key == NULL || strcmp(key, choice->symbol) != 0)) {
        print_to(&label, "%s ", choice->symbol);
    }
    buf_text(&label, choice->label);
    matrix_plain(&shaper->plain, label.text, label.len, false);
    matrix_escape(&shaper->mark, label.text, label.len, true, false);
    shaper->shape->presses = shaper->shape->presses || typed == NULL;
    if (typed != NULL) {
        buf_text(&shaper->plain, ": ");
        matrix_plain(&shaper->plain, typed, strlen(typed), false);
        buf_text(&shaper->mark, ": <code>");
        matrix_escape(&shaper->mark, typed, strlen(typed), false, false);
        buf_text(&shaper->mark, "</code>");
    }
    if (typed != NULL && choice->at_table && shaper->shaping->in_private) {
        shape_word(shaper, "matrix.at_table");
    }
    const char *notes = matrix_typed_notes(shaper->arena, choice, shaper->shaping);
    matrix_plain(&shaper->plain, notes, strlen(notes), false);
    matrix_escape(&shaper->mark, notes, strlen(notes), true, false);
    buf_deinit(&label);
}

/* A few choices on a line. */
static void shape_panel_line(struct shaper *shaper, const struct choice *panel)
{
    buf_clear(&shaper->plain);
    buf_clear(&shaper->mark);
    buf_text(&shaper->mark, "<p>");
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        shape_choice(shaper, choice);
        buf_text(&shaper->plain, choice->next != NULL ? " · " : "");
        buf_text(&shaper->mark, choice->next != NULL ? " · " : "</p>");
    }
    shape_add(shaper, NULL);
}

static void shape_panel_list(struct shaper *shaper, const struct choice *panel)
{
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        buf_clear(&shaper->plain);
        buf_clear(&shaper->mark);
        buf_text(&shaper->plain, "- ");
        buf_text(&shaper->mark, "<li>");
        shape_choice(shaper, choice);
        buf_text(&shaper->mark, "</li>");
        shape_add(shaper, &shape_list);
    }
}

static void shape_panel(struct shaper *shaper, const struct choice *panel)
{
    unsigned count = 0;
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        count++;
        shaper->shape->asks = shaper->shape->asks || matrix_asks(choice);
    }
    if (count >= SHAPE_PANEL_LINE) {
        shape_panel_list(shaper, panel);
    } else if (count > 0) {
        shape_panel_line(shaper, panel);
    }
}

void matrix_shape(const struct doc *doc, const struct matrix_shaping *shaping,
                  struct matrix_shape *shape)
{
    struct shaper shaper = {
        .arena = doc->arena, .shaping = shaping, .zone = doc->zone, .shape = shape};
    *shape = (struct matrix_shape){.alt = ""};
    buf_init(&shaper.body, SHAPE_BYTES_MAX);
    buf_init(&shaper.html, SHAPE_BYTES_MAX);
    buf_init(&shaper.plain, SHAPE_BYTES_MAX);
    buf_init(&shaper.mark, SHAPE_BYTES_MAX);
    doc_blocks_walk(doc->blocks, &shape_blocks, &shaper);
    shape_panel(&shaper, matrix_panel(doc->arena, doc->panel, shaping));
    if (shape->cut || shaper.html.len + shape->count == 0) {
        shape_say_more(&shaper);
    }
    if (shaper.html.len > 0) {
        shape_next(&shaper);
    }
    buf_deinit(&shaper.body);
    buf_deinit(&shaper.html);
    buf_deinit(&shaper.plain);
    buf_deinit(&shaper.mark);
}
