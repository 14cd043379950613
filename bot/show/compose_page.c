/* Pages: the small steps all documents are made of. */
#include "compose_private.h"

#include "buf.h"
#include "inert.h"

#include <assert.h>
#include <string.h>

enum { PAGE_ROOM_MAX = 60 /* letters of a room's name */ };

/* What the view says of a seat, NULL when nothing. */
static const struct value *page_seat(const struct view *view, int seat, const char *member)
{
    uint16_t seats = view != NULL ? value_find(&view->facts, VALUE_NONE, "seats") : VALUE_NONE;
    if (seats == VALUE_NONE || seat < 0) {
        return NULL;
    }
    uint16_t at = value_member(&view->facts, seats, (unsigned)seat);
    uint16_t found = at != VALUE_NONE ? value_find(&view->facts, at, member) : VALUE_NONE;
    return found != VALUE_NONE ? &view->facts.fact[found] : NULL;
}

static const char *page_name(const void *context, int seat)
{
    const struct value *name = page_seat(context, seat, "name");
    return name != NULL ? name->text : NULL;
}

static bool page_house(const void *context, int seat)
{
    const struct value *house = page_seat(context, seat, "house");
    return house != NULL && house->number != 0;
}

void page_init(struct page *page, const struct compose *compose, const struct view *view)
{
    assert(compose->catalogue != NULL && compose->arena != NULL);
    page->compose = compose;
    page->view = view;
    page->doc = doc_new(compose->arena);
    page->doc->zone = compose->zone;
    page->names = (struct catalogue_names){.name = page_name, .house = page_house, .context = view};
}

void page_stamp(struct page *page)
{
    struct arena *arena = page->compose->arena;
    const char *game = page_game(page);
    const char *phase = value_text_at(&page->view->facts, "phase", "lobby");
    phase = strcmp(phase, "closed") == 0 ? "over" : phase;
    page->doc->game = game == NULL ? NULL : arena_text(arena, game, strlen(game));
    page->doc->phase = arena_text(arena, phase, strlen(phase));
}

struct value_tree *own_facts(struct own_facts *own)
{
    value_init(&own->facts, own->fact, sizeof own->fact / sizeof own->fact[0], own->text,
               sizeof own->text);
    return &own->facts;
}

static const char *page_key_keep(const struct page *page, struct buf *buf)
{
    const char *key = arena_text(page->compose->arena, buf->text, buf->len);
    buf_deinit(buf);
    return key;
}

const char *page_key(const struct page *page, const char *a, const char *b, const char *c)
{
    const char *const parts[] = {a, b, c};
    char key[COMPOSE_KEY_MAX + 1];
    size_t len = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t part = parts[i] == NULL ? 0 : strlen(parts[i]);
        if (parts[i] == NULL || len + 1 + part > COMPOSE_KEY_MAX) {
            continue;
        }
        if (len > 0) {
            key[len++] = '.';
        }
        memcpy(key + len, parts[i], part);
        len += part;
    }
    return arena_text(page->compose->arena, key, len);
}

const char *page_key_number(const struct page *page, const char *a, const char *b, unsigned n)
{
    struct buf buf;
    buf_init(&buf, COMPOSE_KEY_MAX);
    buf_text(&buf, page_key(page, a, b, NULL));
    buf_text(&buf, ".");
    buf_number(&buf, n);
    return page_key_keep(page, &buf);
}

const char *page_with_symbol(const struct page *page, const char *symbol, const char *word)
{
    struct buf buf;
    buf_init(&buf, COMPOSE_KEY_MAX + strlen(word));
    buf_text(&buf, symbol);
    buf_text(&buf, " ");
    buf_text(&buf, word);
    return page_key_keep(page, &buf);
}

bool page_has(const struct page *page, const char *key)
{
    return catalogue_entry(page->compose->catalogue, key) != NULL;
}

const char *page_game(const struct page *page)
{
    return page->view != NULL ? value_text_at(&page->view->facts, "game", NULL) : NULL;
}

const char *page_key_of_game(const struct page *page, const char *key)
{
    const char *game = page_game(page);
    const char *own = game == NULL ? NULL : page_key(page, key, game, NULL);
    return own != NULL && page_has(page, own) ? own : key;
}

uint16_t page_play(const struct page *page)
{
    uint16_t play =
        page->view != NULL ? value_find(&page->view->facts, VALUE_NONE, "play") : VALUE_NONE;
    bool there = play != VALUE_NONE && page->view->facts.fact[play].kind == VALUE_OBJECT;
    return there ? play : VALUE_NONE;
}

bool page_is_beside(const struct page *page)
{
    return !seat_is_person(page->view->seat) && page->view->seat != SEAT_MODERATOR;
}

void page_write(struct page *page, struct block *block, const char *key,
                const struct value_tree *facts, uint16_t index)
{
    const struct catalogue_args args = {.facts = facts, .index = index, .names = &page->names};
    catalogue_write(page->compose->catalogue, page->doc, block, key, &args);
}

bool page_line(struct page *page, enum block_kind kind, const char *key,
               const struct value_tree *facts, uint16_t index)
{
    page_write(page, doc_block(page->doc, kind), key, facts, index);
    return doc_keep(page->doc);
}

unsigned page_lines(struct page *page, const char *prefix, bool list,
                    const struct value_tree *facts, uint16_t index)
{
    struct block *items = list ? doc_block(page->doc, BLOCK_LIST) : NULL;
    unsigned lines = 0;
    for (unsigned n = 1; n <= COMPOSE_LINES_MAX; n++) {
        const char *key = page_key_number(page, prefix, NULL, n);
        if (!page_has(page, key)) {
            break;
        }
        if (list) {
            /* written on its own first: an item without words is none */
            const char *text = catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                              facts, index, &page->names);
            if (text[0] != '\0') {
                page_write(page, doc_child(page->doc, items), key, facts, index);
                lines++;
            }
        } else {
            lines += page_line(page, BLOCK_PARAGRAPH, key, facts, index);
        }
    }
    doc_keep(page->doc);
    return lines;
}

void page_head(struct page *page)
{
    if (page->view == NULL) {
        return;
    }
    const struct value_tree *view = &page->view->facts;
    const char *room = page->compose->room_name;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
    value_number(args, "number", value_number_at(view, "number", 0));
    if (room != NULL && room[0] != '\0') {
        room += room[0] == '#';
        room = inert_text(page->compose->arena, room, strlen(room), PAGE_ROOM_MAX, false);
        value_text(args, "room", room, strlen(room));
    }
    page_line(page, BLOCK_HEADING, "page.head", args, VALUE_NONE);
}

/* The same with its cards drawn where the first line stands that they tell; those lines are their
 * twin, and all others stay. */
static void page_hand_drawn(struct page *page, const struct hand *hand, const char *prefix,
                            uint16_t play)
{
    struct block *before = NULL;
    bool telling = false;
    bool drawn = false;
    for (unsigned n = 1; n <= COMPOSE_LINES_MAX; n++) {
        const char *key = page_key_number(page, prefix, NULL, n);
        bool told = n < 32 && (hand->lines >> n & 1) != 0;
        if (!page_has(page, key)) {
            break;
        }
        if (told && !telling) {
            before = page->doc->last_block;
            telling = true;
        } else if (!told && telling && !drawn) {
            page_tiles_cards(page, before);
            drawn = true;
        }
        page_line(page, BLOCK_PARAGRAPH, key, &page->view->facts, play);
    }
    if (!drawn) {
        page_tiles_cards(page, telling ? before : page->doc->last_block);
    }
}

void page_hand(struct page *page)
{
    uint16_t play = page_play(page);
    const struct hand *hand = page->compose->draws ? page->compose->hand : NULL;
    bool sits = value_has(&page->view->facts, "reader"); /* a referee has no hand */
    if (!sits || play == VALUE_NONE || page_game(page) == NULL) {
        return;
    }
    const char *prefix = page_key(page, "hand", page_game(page), NULL);
    if (hand != NULL) {
        page_hand_drawn(page, hand, prefix, play);
    } else {
        page_lines(page, prefix, false, &page->view->facts, play);
    }
}

bool page_is_night(const struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t night = value_find(facts, VALUE_NONE, "night");
    return night != VALUE_NONE && facts->fact[night].kind == VALUE_OBJECT;
}
