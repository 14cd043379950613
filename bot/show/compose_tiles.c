/* What is drawn by itself where the reader's page draws: seats and options of a lobby, cards
 * in a hand. */
#include "compose_private.h"

#include "doc_tiles.h"
#include "inert.h"

#include <string.h>

/* Words of a person as a tile carries them. */
static const char *tiles_people(const struct page *page, const struct value *fact)
{
    return inert_text(page->compose->arena, fact->text, fact->text_len, COMPOSE_LABEL_MAX, false);
}

static bool tiles_yes(const struct value_tree *facts, uint16_t object, const char *name)
{
    uint16_t at = value_find(facts, object, name);
    return at != VALUE_NONE && facts->fact[at].number != 0;
}

/* Is who sits there reached in private? */
static bool tiles_reached(const struct value_tree *facts, uint16_t seat)
{
    uint16_t reach = value_find(facts, seat, "reach");
    const char *state = reach == VALUE_NONE ? NULL : facts->fact[reach].text;
    return state != NULL && (strcmp(state, "proven") == 0 || strcmp(state, "behind") == 0);
}

static void tiles_seat(const struct page *page, struct block *block, uint16_t seat)
{
    const struct value_tree *facts = &page->view->facts;
    struct tile *tile = doc_tile(page->doc, block);
    uint16_t number = value_find(facts, seat, "seat");
    tile->name = tiles_people(page, &facts->fact[value_find(facts, seat, "name")]);
    tile->seat = number == VALUE_NONE ? SEAT_NONE : (int32_t)facts->fact[number].number;
    tile->house = tiles_yes(facts, seat, "house");
    tile->host = tiles_yes(facts, seat, "host");
    tile->ready = tiles_reached(facts, seat);
}

void page_tiles_seats(struct page *page, struct block *after)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t seats = value_find(facts, VALUE_NONE, "seats");
    if (!page->compose->draws || seats == VALUE_NONE) {
        return;
    }
    struct block *block = doc_tiles(page->doc, BLOCK_SEATS, after);
    int32_t taken = 0;
    for (uint16_t at = value_first(facts, seats); at != VALUE_NONE;
         at = value_next(facts, seats, at)) {
        uint16_t name = value_find(facts, at, "name");
        if (name != VALUE_NONE && facts->fact[name].kind != VALUE_NULL) {
            tiles_seat(page, block, at);
            taken++;
        }
    }
    block->tiles->free = (int32_t)value_number_at(facts, "seats_max", taken) - taken;
}

/* One sentence on what the option does; NULL where the language has none. */
static const char *tiles_help(const struct page *page, const char *option)
{
    const char *key = page_key(page, page_game(page), "option", option);
    key = page_has(page, key) ? key : page_key(page, "option", option, NULL);
    return page_has(page, key) ? catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                                NULL, VALUE_NONE, NULL)
                               : NULL;
}

static void tiles_option(const struct page *page, struct block *block, uint16_t option)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t name = value_find(facts, option, "name");
    uint16_t value = value_find(facts, option, "value");
    if (name == VALUE_NONE || value == VALUE_NONE || facts->fact[value].text == NULL) {
        return;
    }
    struct tile *tile = doc_tile(page->doc, block);
    const char *text = facts->fact[value].text;
    const char *word = page_term(page, "value", text);
    tile->name =
        arena_text(page->compose->arena, facts->fact[name].text, facts->fact[name].text_len);
    tile->label = page_term(page, "option", tile->name);
    tile->value = word == text ? tiles_people(page, &facts->fact[value]) : word;
    tile->help = tiles_help(page, tile->name);
}

void page_tiles_options(struct page *page, struct block *after)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t options = value_find(facts, VALUE_NONE, "options");
    if (!page->compose->draws || options == VALUE_NONE) {
        return;
    }
    struct block *block = doc_tiles(page->doc, BLOCK_OPTIONS, after);
    for (uint16_t at = value_first(facts, options); at != VALUE_NONE;
         at = value_next(facts, options, at)) {
        if (tiles_yes(facts, at, "changed")) {
            tiles_option(page, block, at);
        }
    }
}

static void tiles_card(const struct page *page, struct block *block, const struct hand_card *card)
{
    const struct catalogue *words = page->compose->catalogue;
    struct arena *arena = page->compose->arena;
    const char *said = page->compose->hand->text + card->words;
    struct tile *tile = doc_tile(page->doc, block);
    tile->kind = card->kind;
    tile->title = card->term != NULL ? catalogue_term(words, card->term)
                  : card->worded ? inert_text(arena, said, strlen(said), COMPOSE_LABEL_MAX, false)
                                 : NULL;
    tile->symbol = card->term != NULL ? catalogue_symbol(words, card->term) : NULL;
    if (card->text != MSG_NONE) {
        const char *text = catalogue_text(words, arena, message_name(card->text),
                                          &page->view->facts, page_play(page), &page->names);
        tile->text = text[0] != '\0' ? text : NULL;
    }
    tile->number = card->number;
    tile->act = card->act;
    tile->value = card->act != NULL ? card->term : card->choice;
    tile->dim = card->dim;
}

/* What can be crossed off for oneself, by the names that a form takes; others read nothing of it.
 */
static void tiles_places(struct page *page, const struct hand *hand)
{
    const struct catalogue *words = page->compose->catalogue;
    struct arena *arena = page->compose->arena;
    struct block *block = doc_tiles(page->doc, BLOCK_TILES, page->doc->last_block);
    block->tiles->title =
        catalogue_text(words, arena, message_name(hand->title), NULL, VALUE_NONE, NULL);
    block->tiles->act = hand->act;
    for (unsigned i = 0; i < hand->place_count; i++) {
        const char *name = hand->text + hand->place[i];
        struct tile *tile = doc_tile(page->doc, block);
        tile->text = inert_text(arena, name, strlen(name), COMPOSE_LABEL_MAX, false);
        tile->value = arena_text(arena, name, strlen(name));
    }
}

void page_tiles_cards(struct page *page, struct block *after)
{
    const struct hand *hand = page->compose->hand;
    if (!page->compose->draws || hand == NULL || hand->count == 0) {
        return;
    }
    struct block *block = doc_tiles(page->doc, BLOCK_CARDS, after);
    for (unsigned i = 0; i < hand->count; i++) {
        tiles_card(page, block, &hand->card[i]);
    }
    if (hand->title != MSG_NONE) {
        tiles_places(page, hand);
    }
}
