/* Whose eyes: a table of rows, for words that are typed, buttons and their labels. */
#include "transcript_eyes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "controls.h"
#include "heap.h"
#include "house_private.h"
#include "table_entry.h"
#include "transcript_link.h"
#include "transcript_page.h"
#include "transcript_walk.h"

/* The file that a page is, where none is served. */
static const char page_name[] = "transcript.html";

static const struct {
    const char *to; /* of a control, and as it is typed first */
    const char *words[6];
    bool own;
    int eyes; /* unless it is their own seat */
} eyes_rows[] = {
    {"room", {"crowd", "public", "channel"}, false, SEAT_CROWD},
    {"me", {"mine", "seat", "self", "own"}, true, SEAT_CROWD},
    {"all", {"everybody", "everyone", "full"}, false, TRANSCRIPT_EVERYBODY},
};

enum { EYES_ROWS = sizeof eyes_rows / sizeof eyes_rows[0] };

/* The row that is called so; EYES_ROWS: none is. */
static size_t eyes_row(const char *to)
{
    size_t i = 0;
    for (bool named = false; i < EYES_ROWS; i++) {
        named = strcasecmp(to, eyes_rows[i].to) == 0;
        for (const char *const *word = eyes_rows[i].words; *word != NULL && !named; word++) {
            named = strcasecmp(to, *word) == 0;
        }
        if (named) {
            break;
        }
    }
    return i;
}

bool transcript_eyes_known(const char *to)
{
    return eyes_row(to) < EYES_ROWS;
}

int transcript_eyes_wanted(const char *to, int own)
{
    size_t row = eyes_row(to);
    return row == EYES_ROWS || eyes_rows[row].own ? own : eyes_rows[row].eyes;
}

/* --- the text of everybody -------------------------------------------------------------------- */

struct eyes_told {
    const struct transcript_eyes *eyes;
    struct doc *doc;
};

static void told_part(void *context, const struct transcript_part *part)
{
    const struct eyes_told *told = context;
    if (part->head != NULL) {
        doc_add_blocks(told->doc, part->head);
    }
    doc_add_blocks(told->doc, part->told);
}

static void told_step(void *context, const struct transcript_walk *walk)
{
    const struct eyes_told *told = context;
    transcript_parts(told->eyes->compose, walk, TRANSCRIPT_EVERYBODY, told_part, context);
}

void transcript_eyes_told(const struct transcript_eyes *eyes, struct doc *doc)
{
    struct fault fault;
    struct eyes_told told = {eyes, doc};
    struct transcript_walk *walk = heap_allocate(sizeof *walk);
    walk->step = told_step;
    walk->context = &told;
    transcript_walk(walk, eyes->record->text, eyes->record->len, &fault);
    transcript_walk_end(walk);
    free(walk);
}

/* --- the page --------------------------------------------------------------------------------- */

static void eyes_file(const struct transcript_eyes *eyes, struct doc *doc)
{
    const struct transcript_page page = {.eyes = eyes->eyes,
                                         .catalogue = eyes->compose->catalogue,
                                         .room_name = "",
                                         .bytes_max = TRANSCRIPT_SENT_MAX};
    struct buf html;
    struct fault fault;
    buf_init(&html, (size_t)TRANSCRIPT_SENT_MAX * 2);
    if (transcript_page(&page, eyes->record->text, eyes->record->len, &html, &fault) == 0) {
        struct block *file = doc_block(doc, BLOCK_FILE);
        doc_run(doc, file, RUN_TEXT, page_name, false);
        file->file = arena_text(doc->arena, html.text, html.len);
    }
    buf_deinit(&html);
}

/* Where the page is served, from the platform's own address on. */
static const char *eyes_path(const struct transcript_eyes *eyes, int theirs, struct arena *arena)
{
    char link[TRANSCRIPT_LINK_BYTES];
    char path[TRANSCRIPT_LINK_BYTES + 16];
    transcript_link(link, eyes->entry->id, eyes->secret, theirs);
    snprintf(path, sizeof path, "transcript/%s", link);
    return arena_text(arena, path, strlen(path));
}

/* A button for each other pair of eyes. */
static void eyes_buttons(const struct transcript_eyes *eyes, struct doc *doc)
{
    static const char *const labels[EYES_ROWS] = {"eyes.crowd", "eyes.seat", "eyes.all"};
    for (size_t i = 0; i < EYES_ROWS; i++) {
        int theirs = eyes_rows[i].own ? eyes->own : eyes_rows[i].eyes;
        char control[CONTROL_BYTES];
        struct value fact[1];
        char text[16];
        struct value_tree args;
        value_init(&args, fact, 1, text, sizeof text);
        value_term(&args, "to", eyes_rows[i].to);
        bool none = eyes_rows[i].own && eyes->own == SEAT_CROWD;
        if (none || (theirs == eyes->eyes && !eyes->links) ||
            !controls_print(control, eyes->entry->tag, 0, "log", &args)) {
            continue;
        }
        const char *label = compose_transcript_word(eyes->compose, labels[i], 0);
        struct choice *choice = doc_choice(doc, label, control, CHOICE_SECONDARY);
        choice->act = "log";
        if (eyes->links) {
            choice->act = "page";
            choice->value = eyes_path(eyes, theirs, doc->arena);
        }
    }
}

bool transcript_links(const struct inbox_item *item)
{
    const struct adapter_def *def = item->adapter->def;
    struct room_capabilities capabilities = {.links = false};
    if (def != NULL && def->capabilities != NULL) {
        def->capabilities(item->adapter->adapter, item->copy.inbound.room, &capabilities);
    }
    return capabilities.links;
}

static void eyes_say(const struct compose *compose, bool links, struct doc *doc)
{
    struct value fact[4];
    char text[64];
    struct value_tree facts;
    value_init(&facts, fact, 4, text, sizeof text);
    value_object(&facts, "args");
    value_bool(&facts, "link", links);
    value_end(&facts);
    doc_add_blocks(doc, compose_say(compose, MSG_HOUSE_TRANSCRIPT, &facts, 0));
}

void transcript_page_offer(const struct compose *compose, const struct house_page *page, bool links,
                           struct choice *button, struct doc *doc)
{
    eyes_say(compose, links, doc);
    if (links) {
        char path[TRANSCRIPT_LINK_BYTES + 16];
        snprintf(path, sizeof path, "transcript/%s", page->address);
        button->act = "page";
        button->value = arena_text(doc->arena, path, strlen(path));
        return;
    }
    struct block *file = doc_block(doc, BLOCK_FILE);
    doc_run(doc, file, RUN_TEXT, page_name, false);
    file->file = arena_text(doc->arena, page->html, page->len);
}

void transcript_eyes_offer(const struct transcript_eyes *eyes, struct doc *doc)
{
    eyes_say(eyes->compose, eyes->links, doc);
    if (!eyes->links) {
        eyes_file(eyes, doc);
    }
    eyes_buttons(eyes, doc);
}
