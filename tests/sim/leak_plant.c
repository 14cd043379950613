/* Leaks planted in the house: functions of it are wrapped when this program is linked, and what
 * they give is changed a little in the game that differs. */
#include "leak.h"

#include <string.h>

#include "arena.h"
#include "complete.h"
#include "compose.h"
#include "doc.h"
#include "house.h"
#include "house_private.h"

const char *const leak_plants[PLANTS] = {
    "none",  "text",   "label",    "control", "twin", "size",
    "error", "answer", "complete", "delay",   "line", "kind",
};

enum leak_plant leak_planted;
bool leak_differs;

static bool planted(enum leak_plant plant)
{
    return leak_differs && leak_planted == plant;
}

/* The functions that stand in the house under these names, and what stands in their place. */
#define WRAPPED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

/* What was made may be changed: it is the turn's own. */
static struct doc *own(const struct doc *doc)
{
    union {
        const struct doc *made;
        struct doc *own;
    } both = {.made = doc};
    return both.own;
}

static const struct doc *add_space(const struct doc *made)
{
    struct doc *doc = own(made);
    if (doc != NULL && doc->last_block != NULL) {
        doc_run(doc, doc->last_block, RUN_TEXT, " ", false);
    }
    return doc;
}

WRAPPED(const struct doc *, compose_events, const struct compose *compose, const struct view *view,
        const struct outcome *outcome, uint16_t audience)
{
    const struct doc *doc = __real_compose_events(compose, view, outcome, audience);
    if (audience != AUDIENCE_CROWD) {
        return doc;
    }
    if (planted(PLANT_TEXT)) {
        return add_space(doc);
    }
    if (planted(PLANT_LINE) && (doc == NULL || doc_is_empty(doc))) {
        struct doc *line = doc_new(compose->arena);
        doc_run(line, doc_block(line, BLOCK_PARAGRAPH), RUN_TEXT, "…", false);
        return line;
    }
    return doc;
}

WRAPPED(const struct doc *, compose_board, const struct compose *compose, const struct view *view,
        const struct board *board)
{
    struct doc *doc = own(__real_compose_board(compose, view, board));
    if (planted(PLANT_CONTROL) && doc->last_choice != NULL) {
        size_t len = strlen(doc->last_choice->control);
        char *control = arena_take(compose->arena, len + 2);
        memcpy(control, doc->last_choice->control, len);
        memcpy(control + len, ".", 2);
        doc->last_choice->control = control;
    }
    if (planted(PLANT_LABEL) && doc->last_choice != NULL) {
        doc->last_choice->label = "Help ";
    }
    return doc;
}

WRAPPED(const char *, board_svg, const struct compose *compose, const struct view *view,
        const struct board *board, enum board_shape shape)
{
    const char *svg = __real_board_svg(compose, view, board, shape);
    if (!planted(PLANT_SIZE)) {
        return svg;
    }
    size_t len = strlen(svg);
    char *more = arena_take(compose->arena, len + 2);
    memcpy(more, svg, len + 1);
    memcpy(more + len, " ", 2);
    return more;
}

WRAPPED(void, board_twin, const struct compose *compose, const struct view *view,
        const struct board *board, struct doc *doc, struct block *into)
{
    __real_board_twin(compose, view, board, doc, into);
    if (planted(PLANT_TWIN)) {
        struct block *more = doc_child_of(doc, into, BLOCK_PARAGRAPH);
        doc_run(doc, more, RUN_TEXT, " ", false);
    }
}

WRAPPED(const struct doc *, compose_refusal, const struct compose *compose, const struct view *view,
        const struct outcome *outcome)
{
    const struct doc *doc = __real_compose_refusal(compose, view, outcome);
    return planted(PLANT_ERROR) ? add_space(doc) : doc;
}

WRAPPED(const struct doc *, compose_status, const struct compose *compose, const struct view *view)
{
    const struct doc *doc = __real_compose_status(compose, view);
    return planted(PLANT_ANSWER) ? add_space(doc) : doc;
}

WRAPPED(void, outbox_enqueue, struct outbox *outbox, struct outbox_row *rows)
{
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        if (planted(PLANT_DELAY) && row->account == NULL && !row->board) {
            row->not_before_ms = *outbox->world.now_ms + 1;
        }
        if (planted(PLANT_KIND) && row->kind == SEND_ANSWER) {
            row->kind = SEND_PRIVATE;
        }
    }
    __real_outbox_enqueue(outbox, rows);
}

WRAPPED(size_t, house_complete, struct house *house, struct adapter *adapter,
        const struct inbound *asked, const char *argument, const char *typed,
        struct completion choices[COMPLETIONS_MAX])
{
    size_t count = __real_house_complete(house, adapter, asked, argument, typed, choices);
    return planted(PLANT_COMPLETE) && count > 0 ? count - 1 : count;
}
