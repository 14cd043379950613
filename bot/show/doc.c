/* Documents: lists of blocks, runs and choices in the turn's arena. Only built and read; each
 * platform gives them its shape elsewhere. */
#include "doc.h"

#include "buf.h"
#include "inert.h"
#include "seat.h"

#include <assert.h>
#include <string.h>

enum { DOC_CONTROL_BYTES_MAX = 100 };

struct doc *doc_new(struct arena *arena)
{
    assert(arena != NULL);
    struct doc *doc = arena_take(arena, sizeof *doc);
    doc->arena = arena;
    return doc;
}

static struct block *doc_block_new(struct doc *doc, enum block_kind kind)
{
    struct block *block = arena_take(doc->arena, sizeof *block);
    block->kind = kind;
    return block;
}

struct block *doc_block(struct doc *doc, enum block_kind kind)
{
    assert(kind != BLOCK_ITEM);
    struct block *block = doc_block_new(doc, kind);
    if (doc->last_block != NULL) {
        doc->last_block->next = block;
    } else {
        doc->blocks = block;
    }
    doc->last_block = block;
    return block;
}

void doc_add_blocks(struct doc *doc, const struct doc *more)
{
    if (more != NULL && more->blocks != NULL) {
        *(doc->blocks == NULL ? &doc->blocks : &doc->last_block->next) = more->blocks;
        doc->last_block = more->last_block;
    }
}

static struct block *doc_append(struct block *parent, struct block *child)
{
    if (parent->last_child != NULL) {
        parent->last_child->next = child;
    } else {
        parent->children = child;
    }
    parent->last_child = child;
    return child;
}

struct block *doc_child(struct doc *doc, struct block *parent)
{
    return doc_append(parent, doc_block_new(doc, BLOCK_ITEM));
}

bool doc_has_twin(enum block_kind kind)
{
    return kind == BLOCK_PICTURE || kind == BLOCK_SEATS || kind == BLOCK_OPTIONS ||
           kind == BLOCK_CARDS || kind == BLOCK_TILES;
}

struct block *doc_child_of(struct doc *doc, struct block *holder, enum block_kind kind)
{
    assert(doc_has_twin(holder->kind) && kind != BLOCK_ITEM && !doc_has_twin(kind));
    return doc_append(holder, doc_block_new(doc, kind));
}

/* Code goes on in the run before: two of them side by side would read as one broken word. */
static bool doc_joins(struct doc *doc, struct block *block, enum run_kind kind, const char *text,
                      bool people)
{
    struct run *last = block->last_run;
    if (kind != RUN_CODE || people || last == NULL || last->kind != kind || last->people) {
        return false;
    }
    struct buf joined;
    buf_init(&joined, strlen(last->text) + strlen(text));
    buf_text(&joined, last->text);
    buf_text(&joined, text);
    last->text = arena_text(doc->arena, joined.text, joined.len);
    buf_deinit(&joined);
    return true;
}

struct run *doc_run(struct doc *doc, struct block *block, enum run_kind kind, const char *text,
                    bool people)
{
    assert(text != NULL);
    if (doc_joins(doc, block, kind, text, people)) {
        return block->last_run;
    }
    struct run *run = arena_take(doc->arena, sizeof *run);
    size_t len = strlen(text);
    run->kind = kind;
    run->people = people;
    run->seat = SEAT_NONE;
    run->text =
        people ? inert_text(doc->arena, text, len, INERT_LETTERS_MAX, block->kind == BLOCK_QUOTE)
               : arena_text(doc->arena, text, len);
    if (block->last_run != NULL) {
        block->last_run->next = run;
    } else {
        block->runs = run;
    }
    block->last_run = run;
    return run;
}

struct run *doc_time(struct doc *doc, struct block *block, int64_t time_ms)
{
    struct run *run = doc_run(doc, block, RUN_TIME, "", false);
    run->time_ms = time_ms;
    return run;
}

struct choice *doc_choice(struct doc *doc, const char *label, const char *control,
                          enum choice_style style)
{
    assert(label != NULL && control != NULL && strlen(control) <= DOC_CONTROL_BYTES_MAX);
    struct choice *choice = arena_take(doc->arena, sizeof *choice);
    choice->label = arena_text(doc->arena, label, strlen(label));
    choice->control = arena_text(doc->arena, control, strlen(control));
    choice->style = style;
    if (doc->last_choice != NULL) {
        doc->last_choice->next = choice;
    } else {
        doc->panel = choice;
    }
    doc->last_choice = choice;
    return choice;
}

bool doc_keep(struct doc *doc)
{
    struct block *last = doc->last_block;
    if (last == NULL || last->runs != NULL || last->children != NULL || last->tiles != NULL) {
        return last != NULL;
    }
    struct block *before = NULL;
    for (struct block *block = doc->blocks; block != last; block = block->next) {
        before = block;
    }
    if (before != NULL) {
        before->next = NULL;
    } else {
        doc->blocks = NULL;
    }
    doc->last_block = before;
    return false;
}

bool doc_is_empty(const struct doc *doc)
{
    return doc->blocks == NULL && doc->panel == NULL;
}
