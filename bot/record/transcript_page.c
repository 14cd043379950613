/* A page is put together at its end: only then is known what of it fits. */
#include "transcript_page.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <openssl/evp.h>

#include "board.h"
#include "doc_html.h"
#include "embed_transcript_files.h"
#include "hash.h"
#include "heap.h"
#include "transcript_walk.h"

enum {
    PAGE_STEP_MAX = 1024 * 1024, /* bytes of the words of one step */
    PAGE_AROUND = 32 * 1024,     /* bytes for what stands above and below the steps */
    PAGE_STEPS_MAX = 20000
};

/* What a reader saw of one step. */
struct page_step {
    char *words;              /* HTML; NULL: nothing */
    size_t words_len;         /* bytes */
    char *board;              /* the text twin as HTML; NULL: the board did not change */
    char *svg[BOARD_SHAPES];  /* its pictures */
    bool drawn[BOARD_SHAPES]; /* there is room for this one */
    uint32_t number;
    int64_t at_ms;
};

struct page_work {
    const struct transcript_page *page;
    struct compose compose;
    struct transcript_walk walk;
    struct compose_transcript told;
    size_t count;
    size_t room;
    struct page_step *steps;
    char *last_svg; /* of the board that was shown last; one of a step's */
};

/* --- while the record is replayed ------------------------------------------------------------- */

static void step_free(struct page_step *step)
{
    free(step->words);
    free(step->board);
    for (int shape = 0; shape < BOARD_SHAPES; shape++) {
        free(step->svg[shape]);
    }
}

static void page_part(void *html, const struct transcript_part *part)
{
    if (part->head == NULL) {
        doc_html(html, part->told->blocks, 4);
        return;
    }
    buf_text(html, "<div class=\"alone\">\n");
    doc_html(html, part->head->blocks, 4);
    doc_html(html, part->told->blocks, 4);
    buf_text(html, "</div>\n");
}

static void step_words(const struct page_work *work, struct page_step *step)
{
    struct buf html;
    buf_init(&html, PAGE_STEP_MAX);
    transcript_parts(&work->compose, &work->walk, work->page->eyes, page_part, &html);
    if (html.len > 0) {
        step->words = heap_text(html.text, html.len);
        step->words_len = html.len;
    }
    buf_deinit(&html);
}

static size_t base64_size(size_t len)
{
    return (len + 2) / 3 * 4;
}

/* The board as these eyes see it, where it is another than before. */
static void step_board(struct page_work *work, struct page_step *step)
{
    const struct compose *compose = &work->compose;
    const struct table *table = &work->walk.table;
    int reader = seat_is_person(work->page->eyes) ? transcript_reader_then(table, work->page->eyes)
                                                  : SEAT_CROWD;
    struct view *view = arena_take(compose->arena, sizeof *view);
    struct board *board = arena_take(compose->arena, sizeof *board);
    if (!table_board(table, reader, board)) {
        return;
    }
    view_init(view, reader);
    table_view(table, reader, view);
    const char *svg = board_svg(compose, view, board, BOARD_LANDSCAPE);
    if (work->last_svg != NULL && strcmp(work->last_svg, svg) == 0) {
        return;
    }
    struct buf html;
    struct doc *doc = doc_new(compose->arena);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    board_twin(compose, view, board, doc, picture);
    buf_init(&html, PAGE_STEP_MAX);
    doc_html(&html, picture->children, 4);
    step->board = heap_text(html.len > 0 ? html.text : "", html.len);
    buf_deinit(&html);
    for (int shape = 0; shape < BOARD_SHAPES; shape++) {
        const char *drawn = shape == BOARD_LANDSCAPE
                                ? svg
                                : board_svg(compose, view, board, (enum board_shape)shape);
        step->svg[shape] = heap_text(drawn, strlen(drawn));
    }
    work->last_svg = step->svg[BOARD_LANDSCAPE];
}

static void page_step_made(void *context, const struct transcript_walk *walk)
{
    struct page_work *work = context;
    struct page_step step = {.number = walk->table.step, .at_ms = walk->replay.move.at_ms};
    arena_reset(work->compose.arena);
    if (walk->table.step == 1) {
        work->told.opened_ms = step.at_ms;
    }
    if (work->told.over_ms == NO_DEADLINE && walk->table.phase >= TABLE_OVER) {
        work->told.over_ms = step.at_ms;
    }
    step_words(work, &step);
    step_board(work, &step);
    if ((step.words == NULL && step.board == NULL) || work->count == PAGE_STEPS_MAX) {
        step_free(&step);
        return;
    }
    if (work->count == work->room) {
        work->room = work->room == 0 ? 64 : work->room * 2;
        work->steps = heap_grow(work->steps, work->room, sizeof *work->steps);
    }
    work->steps[work->count++] = step;
}

/* --- the page --------------------------------------------------------------------------------- */

static const char *page_file(const char *name)
{
    return (const char *)embedded_find(transcript_files, transcript_files_count, name)->bytes;
}

/* "'sha256-…'" of a text that stands in the page. */
static void policy_hash(struct buf *policy, const char *text)
{
    uint8_t hash[HASH_BYTES];
    unsigned char base64[HASH_BYTES * 2];
    hash_of(hash, text, strlen(text));
    EVP_EncodeBlock(base64, hash, HASH_BYTES);
    buf_text(policy, "'sha256-");
    buf_text(policy, (const char *)base64);
    buf_text(policy, "'");
}

void transcript_page_policy(struct buf *policy)
{
    buf_text(policy, "default-src 'none'; img-src data:; style-src ");
    policy_hash(policy, page_file("transcript.css"));
    buf_text(policy, "; script-src ");
    policy_hash(policy, page_file("transcript.js"));
    buf_text(policy, "; base-uri 'none'; form-action 'none'");
}

static void page_word(const struct page_work *work, struct buf *out, const char *name,
                      int64_t number)
{
    buf_markup(out, compose_transcript_word(&work->compose, name, number));
}

/* A head with the title of the document, whose first block it is. */
static void page_begin(const struct page_work *work, const struct doc *head, struct buf *out)
{
    struct buf policy;
    buf_init(&policy, 1024);
    transcript_page_policy(&policy);
    buf_text(out, "<!doctype html>\n<html lang=\"");
    buf_markup(out, catalogue_language(work->page->catalogue));
    buf_text(out, "\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    buf_markup(out, policy.text);
    buf_text(out, "\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
                  "<meta name=\"referrer\" content=\"no-referrer\">\n"
                  "<meta name=\"robots\" content=\"noindex\">\n<title>");
    for (const struct run *run = head->blocks->runs; run != NULL; run = run->next) {
        buf_markup(out, run->text);
    }
    buf_text(out, "</title>\n<style>");
    buf_text(out, page_file("transcript.css"));
    buf_text(out, "</style>\n</head>\n<body>\n<main>\n");
    buf_deinit(&policy);
}

static void page_bar(const struct page_work *work, struct buf *out)
{
    static const char *const buttons[][2] = {
        {"one", " aria-pressed=\"false\">"}, {"back", " disabled>"}, {"next", " disabled>"}};
    buf_text(out, "<div class=\"bar\" hidden>\n");
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++) {
        buf_text(out, "<button type=\"button\" class=\"");
        buf_text(out, buttons[i][0]);
        buf_text(out, "\"");
        buf_text(out, buttons[i][1]);
        page_word(work, out, buttons[i][0], 0);
        buf_text(out, "</button>\n");
    }
    buf_text(out, "<span class=\"where\" role=\"status\"></span>\n</div>\n");
}

static void page_data(struct buf *out, const char *svg)
{
    size_t len = strlen(svg);
    unsigned char *base64 = heap_allocate(base64_size(len) + 1);
    EVP_EncodeBlock(base64, (const unsigned char *)svg, (int)len);
    buf_text(out, "data:image/svg+xml;base64,");
    buf_text(out, (const char *)base64);
    free(base64);
}

static void page_picture(const struct page_work *work, const struct page_step *step,
                         struct buf *out)
{
    buf_text(out, "<picture>");
    if (step->drawn[BOARD_PORTRAIT]) {
        buf_text(out, "<source media=\"(max-width: 600px)\" srcset=\"");
        page_data(out, step->svg[BOARD_PORTRAIT]);
        buf_text(out, "\">");
    }
    buf_text(out, "<img loading=\"lazy\" alt=\"");
    page_word(work, out, "board", step->number);
    buf_text(out, "\" src=\"");
    page_data(out, step->svg[BOARD_LANDSCAPE]);
    buf_text(out, "\"></picture>\n");
}

static void page_board(const struct page_work *work, const struct page_step *step, struct buf *out)
{
    bool drawn = step->drawn[BOARD_LANDSCAPE];
    buf_text(out, "<figure>\n");
    if (drawn) {
        page_picture(work, step, out);
    }
    buf_text(out, drawn ? "<details><summary>" : "<details open><summary>");
    page_word(work, out, "words", 0);
    buf_text(out, "</summary>\n");
    buf_text(out, step->board);
    buf_text(out, "</details>\n</figure>\n");
}

static void page_section(const struct page_work *work, const struct page_step *step,
                         struct buf *out)
{
    buf_text(out, "<section class=\"step\" id=\"s");
    buf_number(out, step->number);
    buf_text(out, "\">\n<h3><span>");
    page_word(work, out, "step", step->number);
    buf_text(out, "</span> ");
    doc_html_time(out, step->at_ms);
    buf_text(out, "</h3>\n");
    buf_text(out, step->words == NULL ? "" : step->words);
    if (step->board != NULL) {
        page_board(work, step, out);
    }
    buf_text(out, "</section>\n");
}

/* Gives pictures of one shape to as many steps as there is room for, the last ones first. */
static void page_draw(struct page_work *work, size_t first, enum board_shape shape, size_t *left)
{
    for (size_t i = work->count; i > first; i--) {
        struct page_step *step = &work->steps[i - 1];
        size_t size = step->board == NULL ? 0 : base64_size(strlen(step->svg[shape]));
        if (size > *left) {
            return;
        }
        step->drawn[shape] = step->board != NULL;
        *left -= size;
    }
}

/* From which step on there is room for words, and then for pictures: the end of a game is what
 * everybody wants to see. */
static size_t page_fit(struct page_work *work)
{
    enum { SECTION = 640 }; /* bytes of its own markup */
    size_t left = work->page->bytes_max - PAGE_AROUND;
    size_t first = work->count;
    for (; first > 0; first--) {
        const struct page_step *step = &work->steps[first - 1];
        size_t size = SECTION + step->words_len + (step->board == NULL ? 0 : strlen(step->board));
        if (size > left) {
            break;
        }
        left -= size;
    }
    page_draw(work, first, BOARD_LANDSCAPE, &left);
    page_draw(work, first, BOARD_PORTRAIT, &left);
    work->told.steps_left_out = (unsigned)first;
    for (size_t i = first; i < work->count; i++) {
        const struct page_step *step = &work->steps[i];
        work->told.boards_in_words += step->board != NULL && !step->drawn[BOARD_LANDSCAPE];
    }
    return first;
}

static void page_write_all(struct page_work *work, struct buf *out)
{
    const struct compose *compose = &work->compose;
    const struct table *table = &work->walk.table;
    int reader = seat_is_person(work->page->eyes) ? work->page->eyes : SEAT_CROWD;
    arena_reset(compose->arena);
    struct view *view = arena_take(compose->arena, sizeof *view);
    view_init(view, reader);
    table_view(table, reader, view);
    size_t first = page_fit(work);
    const struct doc *head = compose_transcript_head(compose, view, &work->told);
    page_begin(work, head, out);
    doc_html(out, head->blocks, 1);
    buf_text(out, "<h2>");
    page_word(work, out, "steps", 0);
    buf_text(out, "</h2>\n");
    page_bar(work, out);
    for (size_t i = first; i < work->count; i++) {
        page_section(work, &work->steps[i], out);
    }
    doc_html(out, compose_transcript_proof(compose, view, &work->told)->blocks, 2);
    buf_text(out, "</main>\n<script>");
    buf_text(out, page_file("transcript.js"));
    buf_text(out, "</script>\n</body>\n</html>\n");
}

/* The secret that a record's first line tells, NULL: none. Freed by the caller. */
static char *page_secret(const char *record, size_t len)
{
    const char *end = memchr(record, '\n', len);
    cJSON *json = cJSON_ParseWithLength(record, end == NULL ? len : (size_t)(end - record));
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "secret"));
    char *copy = secret == NULL ? NULL : heap_text(secret, strlen(secret));
    cJSON_Delete(json);
    return copy;
}

/* Can these eyes see the whole of it? */
static int page_check(const struct page_work *work, struct fault *fault)
{
    const struct table *table = &work->walk.table;
    int eyes = work->page->eyes;
    if (table->phase < TABLE_OVER) {
        return fault_set(fault, FAULT_BAD, "the game is not over: its page is made at the end");
    }
    if (seat_is_person(eyes) && eyes != TRANSCRIPT_EVERYBODY && eyes >= table->seat_count) {
        return fault_set(fault, FAULT_BAD, "there is no seat %d: seats are 0 to %d, crowd or all",
                         eyes, table->seat_count - 1);
    }
    return 0;
}

int transcript_page(const struct transcript_page *page, const char *record, size_t len,
                    struct buf *out, struct fault *fault)
{
    struct page_work *work = heap_allocate(sizeof *work);
    char *secret = page_secret(record, len);
    work->page = page;
    work->told =
        (struct compose_transcript){.eyes = page->eyes, .over_ms = NO_DEADLINE, .secret = secret};
    work->compose = (struct compose){
        .catalogue = page->catalogue, .arena = arena_new(), .room_name = page->room_name};
    work->walk.step = page_step_made;
    work->walk.context = work;
    int result = transcript_walk(&work->walk, record, len, fault);
    result = result == 0 ? page_check(work, fault) : result;
    if (result == 0) {
        page_write_all(work, out);
    }
    transcript_walk_end(&work->walk);
    for (size_t i = 0; i < work->count; i++) {
        step_free(&work->steps[i]);
    }
    free(work->steps);
    free(secret);
    arena_free(&work->compose.arena);
    free(work);
    return result;
}
