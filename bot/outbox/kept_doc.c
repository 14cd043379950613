/* A copy is made twice: without memory, which says how much it takes, then with the nodes at its
 * start and the texts behind them. Neighbours of one style are one run in it, as they are in JSON.
 */
#include "kept_doc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "doc_json.h"
#include "doc_tiles.h"
#include "doc_walk.h"
#include "heap.h"
#include "seat.h"

/* Is the next one more of the same, so that both can be one? */
static bool goes_on(const struct run *run)
{
    const struct run *next = run->next;
    bool plain = run->kind == RUN_TEXT || run->kind == RUN_STRONG || run->kind == RUN_EMPHASIS;
    return plain && !run->people && next != NULL && next->kind == run->kind && !next->people;
}

struct copy {
    const struct doc_people *people;
    unsigned char *nodes; /* NULL: it is only measured */
    char *texts;
    size_t node_bytes; /* used, */
    size_t text_bytes; /* or needed */
    union {
        struct block block;
        struct run run;
        struct choice choice;
        struct field field;
        struct field_choice option;
        struct tiles tiles;
        struct tile tile;
    } measured; /* in place of every node */
};

enum { NODE_UNIT = sizeof(int64_t) /* that every node needs to be aligned to */ };
static_assert(sizeof(struct kept_doc) % NODE_UNIT == 0 && sizeof(struct block) % NODE_UNIT == 0 &&
                  sizeof(struct run) % NODE_UNIT == 0 && sizeof(struct choice) % NODE_UNIT == 0 &&
                  sizeof(struct field) % NODE_UNIT == 0 &&
                  sizeof(struct field_choice) % NODE_UNIT == 0 &&
                  sizeof(struct tiles) % NODE_UNIT == 0 && sizeof(struct tile) % NODE_UNIT == 0,
              "nodes stand side by side");

static void *copy_node(struct copy *copy, const void *node, size_t size)
{
    void *place =
        copy->nodes == NULL ? (void *)&copy->measured : (void *)(copy->nodes + copy->node_bytes);
    copy->node_bytes += size;
    return memcpy(place, node, size);
}

static const char *copy_text(struct copy *copy, const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    size_t bytes = strlen(text) + 1;
    char *place = copy->texts == NULL ? NULL : copy->texts + copy->text_bytes;
    copy->text_bytes += bytes;
    return place == NULL ? NULL : memcpy(place, text, bytes);
}

/* The text of a run and of those that it goes on with, of which *run is the last then. */
static const char *copy_words(struct copy *copy, const struct run **run)
{
    const char *words = copy_text(copy, (*run)->text == NULL ? "" : (*run)->text);
    while (goes_on(*run)) {
        *run = (*run)->next;
        copy->text_bytes--; /* in place of the zero */
        copy_text(copy, (*run)->text == NULL ? "" : (*run)->text);
    }
    return words;
}

static void copy_runs(struct copy *copy, struct block *block, const struct run *run)
{
    struct run **end = &block->runs;
    for (; run != NULL; run = run->next) {
        struct run *made = copy_node(copy, run, sizeof *made);
        const char *account = NULL;
        made->person = doc_people_at(copy->people, run, &account);
        made->account = copy_text(copy, account);
        made->seat = SEAT_NONE;
        made->room = copy_text(copy, run->room);
        made->text = copy_words(copy, &run);
        *end = made;
        end = &made->next;
        block->last_run = made;
    }
    *end = NULL;
}

static void copy_tile(struct copy *copy, struct tile *made, const struct tile *tile)
{
    for (size_t i = 0; i < TILE_TEXTS; i++) {
        tile_set_text(made, i, copy_text(copy, tile_text(tile, i)));
    }
    made->account = copy_text(copy, doc_people_account(copy->people, tile));
    made->seat = SEAT_NONE;
}

static struct tiles *copy_tiles(struct copy *copy, const struct tiles *tiles)
{
    if (tiles == NULL) {
        return NULL;
    }
    struct tiles *made = copy_node(copy, tiles, sizeof *made);
    made->title = copy_text(copy, tiles->title);
    made->act = copy_text(copy, tiles->act);
    struct tile **end = &made->first;
    *end = NULL;
    for (const struct tile *tile = tiles->first; tile != NULL; tile = tile->next) {
        struct tile *one = copy_node(copy, tile, sizeof *one);
        copy_tile(copy, one, tile);
        *end = one;
        end = &one->next;
        made->last = one;
    }
    return made;
}

/* Behind those that doc has. */
static void copy_blocks(struct copy *copy, struct doc *doc, const struct block *blocks)
{
    struct block *last[DOC_WALK_DEPTH + 1] = {doc->last_block};
    struct doc_walk walk;
    for (const struct block *block = doc_walk_first(&walk, blocks); block != NULL;
         block = doc_walk_next(&walk)) {
        struct block **before = &last[walk.depth];
        struct block *made = copy_node(copy, block, sizeof *made);
        made->svg = copy_text(copy, block->svg);
        made->portrait = copy_text(copy, block->portrait);
        made->file = copy_text(copy, block->file);
        made->tiles = copy_tiles(copy, block->tiles);
        made->children = NULL;
        made->last_child = NULL;
        made->next = NULL;
        copy_runs(copy, made, block->runs);
        if (*before != NULL) {
            (*before)->next = made;
        } else if (walk.depth == 0) {
            doc->blocks = made;
        } else {
            last[walk.depth - 1]->children = made;
        }
        if (walk.depth > 0) {
            last[walk.depth - 1]->last_child = made;
        }
        *before = made;
        before[1] = NULL;
    }
    doc->last_block = last[0];
}

static struct field_choice *copy_options(struct copy *copy, const struct field_choice *option)
{
    struct field_choice *first = NULL;
    struct field_choice **end = &first;
    for (; option != NULL; option = option->next) {
        struct field_choice *made = copy_node(copy, option, sizeof *made);
        made->value = copy_text(copy, option->value);
        made->label = copy_text(copy, option->label);
        *end = made;
        end = &made->next;
    }
    return first;
}

static struct field *copy_fields(struct copy *copy, const struct field *field)
{
    struct field *first = NULL;
    struct field **end = &first;
    for (; field != NULL; field = field->next) {
        struct field *made = copy_node(copy, field, sizeof *made);
        made->name = copy_text(copy, field->name);
        made->label = copy_text(copy, field->label);
        made->value = copy_text(copy, field->value);
        made->choices = copy_options(copy, field->choices);
        *end = made;
        end = &made->next;
    }
    return first;
}

static void copy_panel(struct copy *copy, struct doc *doc, const struct choice *choice)
{
    struct choice **end = &doc->panel;
    for (; choice != NULL; choice = choice->next) {
        struct choice *made = copy_node(copy, choice, sizeof *made);
        made->label = copy_text(copy, choice->label);
        made->symbol = copy_text(copy, choice->symbol);
        made->control = copy_text(copy, choice->control);
        made->act = copy_text(copy, choice->act);
        made->value = copy_text(copy, choice->value);
        made->who = copy_text(copy, choice->who);
        made->fields = copy_fields(copy, choice->fields);
        *end = made;
        end = &made->next;
        doc->last_choice = made;
    }
}

/* The blocks of both and no panel; of the first alone (second NULL) with its panel. */
static void copy_all(struct copy *copy, struct doc *doc, const struct doc *first,
                     const struct doc *second)
{
    doc->game = copy_text(copy, first->game);
    doc->phase = copy_text(copy, first->phase);
    doc->zone = copy_text(copy, first->zone);
    doc->plain = first->plain;
    copy_blocks(copy, doc, first->blocks);
    if (second != NULL) {
        copy_blocks(copy, doc, second->blocks);
    } else {
        copy_panel(copy, doc, first->panel);
    }
}

static struct kept_doc *keep(const struct doc *first, const struct doc *second,
                             const struct doc_head *head, const struct doc_people *people)
{
    struct copy copy = {.people = people};
    struct doc measured = {.blocks = NULL};
    copy_all(&copy, &measured, first, second);
    size_t bytes = sizeof(struct kept_doc) + copy.node_bytes + copy.text_bytes;
    if (bytes > KEPT_DOC_BYTES_MAX) {
        return NULL;
    }
    unsigned char *memory = heap_allocate(bytes);
    struct kept_doc *kept = (struct kept_doc *)(void *)memory;
    kept->uses = 1;
    kept->head = *head;
    copy.nodes = memory + sizeof *kept;
    copy.texts = (char *)copy.nodes + copy.node_bytes;
    copy.node_bytes = 0;
    copy.text_bytes = 0;
    copy_all(&copy, &kept->doc, first, second);
    return kept;
}

struct kept_doc *kept_doc_new(const struct doc *doc, const struct doc_head *head,
                              const struct doc_people *people)
{
    return keep(doc, NULL, head, people);
}

struct kept_doc *kept_doc_join(const struct kept_doc *first, const struct kept_doc *second)
{
    return keep(&first->doc, &second->doc, &first->head, NULL);
}

struct kept_doc *kept_doc_read(const char *json, size_t len)
{
    struct arena *arena = arena_new();
    struct doc_head head;
    const struct doc *doc = doc_json_read(arena, json, len, &head);
    struct kept_doc *kept = doc == NULL ? NULL : kept_doc_new(doc, &head, NULL);
    arena_free(&arena);
    return kept;
}

struct kept_doc *kept_doc_share(struct kept_doc *kept)
{
    if (kept != NULL) {
        kept->uses++;
    }
    return kept;
}

void kept_doc_let_go(struct kept_doc **kept)
{
    if (*kept != NULL && --(*kept)->uses == 0) {
        free(*kept);
    }
    *kept = NULL;
}
