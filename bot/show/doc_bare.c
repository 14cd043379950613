/* Everything is copied: what a document holds may be shared with one that is kept. */
#include "doc_bare.h"

#include <string.h>

#include <utf8proc.h>

/* Emoji, and what only puts them together. */
static bool bare_is_emoji(utf8proc_int32_t point)
{
    static const struct {
        utf8proc_int32_t from;
        utf8proc_int32_t to;
    } ranges[] = {{0x1f000, 0x1faff}, {0x2600, 0x27bf}, {0x2b00, 0x2bff}, {0x2300, 0x23ff},
                  {0x200d, 0x200d},   {0x20e3, 0x20e3}, {0xfe0e, 0xfe0f}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (point >= ranges[i].from && point <= ranges[i].to) {
            return true;
        }
    }
    return false;
}

/* Without emoji, and without the blank behind one. */
static const char *bare_text(struct arena *arena, const char *text)
{
    size_t len = strlen(text);
    char *out = arena_take(arena, len + 1);
    size_t kept = 0;
    bool dropped = false;
    for (size_t at = 0; at < len;) {
        utf8proc_int32_t point = 0;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(len - at), &point);
        size_t used = size > 0 ? (size_t)size : 1;
        bool emoji = size > 0 && bare_is_emoji(point);
        bool blank = dropped && text[at] == ' ' && (kept == 0 || out[kept - 1] == ' ');
        if (!emoji && !blank) {
            memcpy(out + kept, text + at, used);
            kept += used;
        }
        dropped = emoji || blank;
        at += used;
    }
    while (dropped && kept > 0 && out[kept - 1] == ' ') {
        kept--;
    }
    out[kept] = '\0';
    return kept == 0 && len > 0 ? text : out; /* it is all that there is to read */
}

static void bare_runs(struct doc *doc, struct block *to, const struct block *from)
{
    for (const struct run *run = from->runs; run != NULL; run = run->next) {
        struct run *copy = arena_take(doc->arena, sizeof *copy);
        *copy = *run;
        copy->next = NULL;
        copy->text =
            run->people || run->text == NULL ? run->text : bare_text(doc->arena, run->text);
        *(to->runs == NULL ? &to->runs : &to->last_run->next) = copy;
        to->last_run = copy;
    }
}

/* A copy of a block with all that it holds; of what is drawn its text twin stays. Its depth is that
 * of a block with a twin, its table, a row and a cell. */
static void bare_children(struct doc *doc, struct block *to, const struct block *from);

static void bare_fill(struct doc *doc, struct block *to, const struct block *from)
{
    to->stops = from->stops;
    to->file = from->file;
    bare_runs(doc, to, from);
    if (from->kind == BLOCK_COUNTDOWN) {
        doc_run(doc, to, RUN_TEXT, " ", false);
        doc_time(doc, to, from->until_ms);
    }
    bare_children(doc, to, from);
}

static void bare_children(struct doc *doc, struct block *to, const struct block *from)
{
    for (const struct block *child = from->children; child != NULL; child = child->next) {
        bare_fill(doc, doc_child(doc, to), child);
    }
}

static void bare_block(struct doc *doc, const struct block *from)
{
    if (doc_has_twin(from->kind)) {
        for (const struct block *child = from->children; child != NULL; child = child->next) {
            bare_block(doc, child);
        }
        return;
    }
    enum block_kind kind = from->kind == BLOCK_COUNTDOWN ? BLOCK_PARAGRAPH : from->kind;
    bare_fill(doc, doc_block(doc, kind), from);
}

static struct field_choice *bare_field_choices(struct arena *arena, const struct field_choice *from)
{
    struct field_choice *first = NULL;
    struct field_choice **link = &first;
    for (; from != NULL; from = from->next) {
        struct field_choice *copy = arena_take(arena, sizeof *copy);
        *copy = *from;
        copy->next = NULL;
        copy->label = from->label == NULL ? NULL : bare_text(arena, from->label);
        *link = copy;
        link = &copy->next;
    }
    return first;
}

static struct field *bare_fields(struct arena *arena, const struct field *from)
{
    struct field *first = NULL;
    struct field **link = &first;
    for (; from != NULL; from = from->next) {
        struct field *copy = arena_take(arena, sizeof *copy);
        *copy = *from;
        copy->next = NULL;
        copy->label = from->label == NULL ? NULL : bare_text(arena, from->label);
        copy->choices = bare_field_choices(arena, from->choices);
        *link = copy;
        link = &copy->next;
    }
    return first;
}

const struct doc *doc_bare(const struct doc *doc)
{
    if (doc == NULL) {
        return NULL;
    }
    struct doc *bare = doc_new(doc->arena);
    bare->game = doc->game;
    bare->phase = doc->phase;
    bare->zone = doc->zone;
    bare->plain = true;
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        bare_block(bare, block);
    }
    for (const struct choice *from = doc->panel; from != NULL; from = from->next) {
        struct choice *copy = doc_choice(bare, from->label, from->control, from->style);
        struct choice *next = copy->next;
        *copy = *from;
        copy->next = next;
        copy->symbol = NULL;
        copy->label = bare_text(doc->arena, from->label);
        copy->fields = bare_fields(doc->arena, from->fields);
    }
    return bare;
}
