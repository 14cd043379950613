/* A deal's candidates are the pack's entries in their order, less what the room was dealt before.
 * When too few of them are left for a deal, the pack is used up: all of those are candidates, and
 * just as many others as are needed beside them. */
#include "draw.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairness.h"
#include "heap.h"
#include "house_private.h"
#include "print.h"
#include "rng.h"
#include "settings.h"
#include "show_table.h"
#include "stock.h"
#include "turn.h"

enum { DRAW_LEFT_OUT_MAX = PACK_ENTRIES_MAX * 6, DRAW_NAMES_MAX = 256 };

void draw_init(struct draw_state *draw)
{
    buf_init(&draw->all, CANDIDATES_TEXT_MAX);
    buf_init(&draw->left_out, DRAW_LEFT_OUT_MAX);
    buf_init(&draw->candidates, CANDIDATES_TEXT_MAX);
}

void draw_deinit(struct draw_state *draw)
{
    buf_deinit(&draw->all);
    buf_deinit(&draw->left_out);
    buf_deinit(&draw->candidates);
}

const char *draw_pack(const struct house *house, const struct table *table)
{
    const char *language = settings_text(house->setup.settings, "bot", "language");
    const char *own = pack_own_wanted(table->game, &table->options) != NULL
                          ? library_first_own(house->setup.library, table->game)
                          : NULL;
    if (table->pack[0] != '\0' || own != NULL) {
        return table->pack[0] != '\0' ? table->pack : own;
    }
    return library_has(house->setup.library, table->game, language) ? language : "en";
}

bool draw_is_ready(const struct house *house, const struct table *table)
{
    return table->game->draw == NULL ||
           library_has(house->setup.library, table->game, draw_pack(house, table));
}

/* Fills the candidates: all lines, or all but those that were dealt. */
static void draw_choose(struct draw_state *draw, const bool *dealt, size_t count)
{
    buf_clear(&draw->left_out);
    buf_clear(&draw->candidates);
    for (size_t i = 0; dealt != NULL && i < count; i++) {
        if (dealt[i]) {
            print_to(&draw->left_out, "%s%zu", draw->left_out.len > 0 ? "," : "", i);
        }
    }
    candidates_less(&draw->candidates, draw->all.text,
                    draw->left_out.len == 0 ? "" : draw->left_out.text);
}

/* How many texts there are in the drawn deal, whatever they stand for. */
static unsigned draw_size(const struct facts *drawn)
{
    unsigned count = 0;
    for (uint16_t i = 0; i < drawn->count; i++) {
        count += drawn->fact[i].kind == FACT_TEXT || drawn->fact[i].kind == FACT_TERM;
    }
    return count;
}

/* What a deal is made from, and for. */
struct draw_ask {
    const struct table *table;
    const char *seed;
    const struct facts *pinned;
    struct facts *drawn;
};

static void draw_empty(struct facts *drawn)
{
    facts_init(drawn, drawn->fact, drawn->max, drawn->text, drawn->text_max);
}

/* Deals from the candidates as they are; returns how much, 0 for no deal. */
static unsigned draw_try(const struct draw_state *draw, const struct draw_ask *ask)
{
    struct pack *pack = candidates_pack(ask->table->game, &draw->candidates);
    draw_empty(ask->drawn);
    if (pack == NULL ||
        !fairness_draw(ask->table, ask->seed, pack_list(pack), ask->pinned, ask->drawn)) {
        draw_empty(ask->drawn);
    }
    pack_free(&pack);
    return draw_size(ask->drawn);
}

/* Makes candidates of count entries that were dealt before, or of as many as there are; which ones
 * is up to chance. Returns how many. */
static size_t draw_recall(bool *dealt, size_t entries, size_t count, struct rng *rng)
{
    uint32_t left = 0;
    size_t recalled = 0;
    for (size_t i = 0; i < entries; i++) {
        left += dealt[i];
    }
    for (; recalled < count && left > 0; recalled++, left--) {
        uint32_t pick = rng_below(rng, left);
        size_t at = 0;
        while (!dealt[at] || pick-- > 0) {
            at++;
        }
        dealt[at] = false;
    }
    return recalled;
}

/* Chance for that: of the seed, but of none of the numbers that the deal is drawn by. */
static void draw_chance(struct rng *rng, const char *seed)
{
    char salted[SEED_BYTES * 2 + 16];
    uint8_t hash[HASH_BYTES];
    int len = snprintf(salted, sizeof salted, "recall %s", seed);
    assert(len > 0 && (size_t)len < sizeof salted);
    hash_of(hash, salted, (size_t)len);
    rng_init(rng, hash);
}

/* Deals from those that the room was not dealt before, as large a deal as the whole pack would
 * make; where they are too few, others come back, no more than are needed. */
static void draw_fresh(struct draw_state *draw, const struct draw_ask *ask, bool *dealt,
                       size_t count)
{
    struct rng rng;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        left += !dealt[i];
    }
    draw_choose(draw, NULL, count);
    unsigned whole = draw_try(draw, ask);
    draw_choose(draw, dealt, count);
    unsigned made = draw_try(draw, ask);
    draw->anew = made < whole;
    size_t more = left == 0 ? count : left < whole ? whole - left : 1;
    draw_chance(&rng, ask->seed);
    for (size_t step = 1; made < whole && draw_recall(dealt, count, more, &rng) > 0; step *= 2) {
        draw_choose(draw, dealt, count);
        made = draw_try(draw, ask);
        more = step; /* where words are not taken beside some others */
    }
}

/* Does what was dealt stay away until the pack is used up? Not where a table chooses its entry. */
static bool draw_is_counted(const struct game_def *game)
{
    return game->entry_problem == NULL;
}

const char *draw_deal(struct house *house, const struct table_entry *entry, const char *seed,
                      const struct facts *pinned, struct facts *drawn)
{
    const struct table *table = &entry->resident->table;
    struct draw_state *draw = &house->scratch->draw;
    const char *name = draw_pack(house, table);
    draw->digest[0] = '\0';
    struct pack *pack = table->game->draw == NULL ? NULL
                                                  : library_pack(house->setup.library, table->game,
                                                                 name, &table->options);
    if (pack == NULL) {
        return NULL;
    }
    const struct deal_pack *list = pack_list(pack);
    const struct draw_ask ask = {table, seed, pinned, drawn};
    const struct stock_place place = {entry->room->key, table->game->id, name};
    bool *dealt = heap_take(list->count * sizeof *dealt);
    buf_clear(&draw->all);
    candidates_write(&draw->all, list);
    snprintf(draw->pack, sizeof draw->pack, "%s", name);
    size_t used = draw_is_counted(table->game) ? stock_look(house->stock, &place, list, dealt) : 0;
    draw->anew = false;
    if (used > 0) {
        draw_fresh(draw, &ask, dealt, list->count);
    } else {
        draw_choose(draw, NULL, list->count);
        draw_try(draw, &ask);
    }
    free(dealt);
    pack_free(&pack);
    candidates_digest(&draw->candidates, draw->digest);
    return draw->digest;
}

/* Collects the texts of a fact and of all it holds. */
static size_t draw_texts(const struct facts *facts, uint16_t index, const char **texts,
                         size_t count)
{
    const struct fact *fact = &facts->fact[index];
    if ((fact->kind == FACT_TEXT || fact->kind == FACT_TERM) && count < DRAW_NAMES_MAX) {
        texts[count++] = fact->text;
    }
    if (fact->kind != FACT_OBJECT && fact->kind != FACT_LIST) {
        return count;
    }
    for (uint16_t at = facts_first(facts, index); at != FACTS_NONE;
         at = facts_next(facts, index, at)) {
        count = draw_texts(facts, at, texts, count);
    }
    return count;
}

/* Is the text this entry, alone or with its other names behind it? */
static bool draw_is_entry(const char *text, const char *entry)
{
    size_t len = strlen(entry);
    return strncmp(text, entry, len) == 0 &&
           (text[len] == '\0' || strncmp(text + len, " = ", 3) == 0);
}

/* Puts in place of the texts the entries of the list that are among them. */
static size_t draw_entries(const struct deal_pack *list, const char **texts, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < list->count; k++) {
            if (draw_is_entry(texts[i], list->entry[k])) {
                texts[kept++] = list->entry[k];
                break;
            }
        }
    }
    return kept;
}

static void draw_keep_deal(const struct turn *turn, const struct move *move)
{
    struct house *house = turn->house;
    const struct draw_state *draw = &house->scratch->draw;
    uint16_t deal = facts_find(&move->args, FACTS_NONE, "deal");
    assert(strcmp(facts_text_at(&move->args, "candidates", ""), draw->digest) == 0);
    char all_digest[HASH_HEX_SIZE];
    candidates_digest(&draw->all, all_digest);
    const struct store_row pack_row = {
        .key = all_digest, .text = draw->all.text, .text_len = draw->all.len};
    commit_put(turn->commit, STORE_PACK, &pack_row);
    const struct store_row row = {.id = turn->entry->id,
                                  .key = all_digest,
                                  .text = draw->left_out.text,
                                  .text_len = draw->left_out.len};
    commit_put(turn->commit, STORE_CANDIDATES, &row);
    if (!draw_is_counted(turn->entry->game)) {
        return;
    }
    struct pack *pack = candidates_pack(turn->entry->game, &draw->all);
    const char *names[DRAW_NAMES_MAX];
    size_t count = deal == FACTS_NONE ? 0 : draw_texts(&move->args, deal, names, 0);
    count = draw_entries(pack_list(pack), names, count);
    const struct stock_place place = {turn->entry->room->key, turn->entry->game->id, draw->pack};
    const struct stock_dealt dealt = {pack_list(pack), names, count, draw->anew};
    stock_note(house->stock, turn->commit, &place, &dealt);
    pack_free(&pack);
}

/* The pack that a move chooses for its table; NULL when it chooses none. */
static const char *draw_chosen(const struct move *move)
{
    bool option = strcmp(move->row->name, "option") == 0;
    const char *name = facts_text_at(&move->args, "option", "");
    const char *dot = strchr(name, '.');
    if (option && strcmp(dot == NULL ? name : dot + 1, "pack") == 0) {
        return facts_text_at(&move->args, "value", NULL);
    }
    return strcmp(move->row->name, "open") == 0 ? facts_text_at(&move->args, "options.pack", NULL)
                                                : NULL;
}

/* What the table plays with now is what its room plays with from here on. */
static void draw_keep_choice(const struct turn *turn)
{
    struct house *house = turn->house;
    const struct table_entry *entry = turn->entry;
    const char *pack = entry->resident->table.pack;
    const char *room = entry->room->key;
    if (strcmp(stock_choice(house->stock, room, entry->game->id), pack) == 0) {
        return;
    }
    struct fact fact[4];
    char text[128];
    struct facts facts;
    stock_choose(house->stock, turn->commit, room, entry->game->id, pack);
    facts_init(&facts, fact, 4, text, sizeof text);
    facts_object(&facts, "args");
    facts_term(&facts, "game", entry->game->id);
    facts_text(&facts, "pack", pack, strlen(pack));
    facts_end(&facts);
    show_say(turn->commit, room, MSG_HOUSE_PACK, &facts);
}

void draw_keep(const struct turn *turn, const struct move *move)
{
    if (strcmp(move->row->name, "start") == 0 && facts_has(&move->args, "candidates")) {
        draw_keep_deal(turn, move);
    }
    if (move->moderator && draw_chosen(move) != NULL) {
        draw_keep_choice(turn);
    }
}

/* Refuses with the names of the packs that there are. */
static enum refusal draw_refuse(struct house *house, const struct game_def *game)
{
    struct outcome *out = &house->scratch->out;
    struct buf names;
    buf_init(&names, (size_t)LIBRARY_PACKS_MAX * LIBRARY_NAME_BYTES);
    library_names(house->setup.library, game, &names);
    outcome_init(out);
    struct facts *facts = outcome_refuse(out, REFUSAL_BAD_OPTION);
    facts_text(facts, "option", "pack", 4);
    facts_list(facts, "choices");
    facts_text(facts, NULL, "default", 7);
    for (const char *at = names.text; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ",");
        facts_text(facts, NULL, at, len);
        at += len + strspn(at + len, ", ");
    }
    facts_end(facts);
    outcome_end(out);
    buf_deinit(&names);
    return REFUSAL_BAD_OPTION;
}

/* Refuses a pack that has too little for a deal with the table's options. */
static enum refusal draw_check_size(struct house *house, const struct table *table)
{
    const char *name = draw_pack(house, table);
    struct outcome *out = &house->scratch->out;
    struct pack *pack =
        table->game->entries_min == 0
            ? NULL
            : library_pack(house->setup.library, table->game, name, &table->options);
    size_t count = pack == NULL ? 0 : pack_list(pack)->count;
    pack_free(&pack);
    if (count >= table->game->entries_min) {
        return REFUSAL_NONE;
    }
    outcome_init(out);
    struct facts *facts = outcome_refuse(out, REFUSAL_PACK_TOO_SMALL);
    facts_text(facts, "pack", name, strlen(name));
    facts_number(facts, "count", (int64_t)count);
    facts_number(facts, "needed", table->game->entries_min);
    outcome_end(out);
    return REFUSAL_PACK_TOO_SMALL;
}

/* Refuses a table that wants a pack of its community's own, where it would have one built in. */
static enum refusal draw_check_own(struct house *house, const struct table *table)
{
    struct outcome *out = &house->scratch->out;
    const struct option_def *row = pack_own_wanted(table->game, &table->options);
    if (row == NULL || library_is_own(house->setup.library, table->game, draw_pack(house, table))) {
        return REFUSAL_NONE;
    }
    outcome_init(out);
    struct facts *facts = outcome_refuse(out, REFUSAL_BAD_OPTION);
    facts_text(facts, "option", row->name, strlen(row->name));
    facts_list(facts, "choices");
    facts_term(facts, NULL, row->choices[0]);
    facts_end(facts);
    outcome_end(out);
    return REFUSAL_BAD_OPTION;
}

static bool draw_is_usual(const char *pack)
{
    return strcmp(pack, "default") == 0 || strcmp(pack, "standard") == 0;
}

enum refusal draw_check(struct house *house, const struct table *table, const struct move *move)
{
    const char *pack = draw_chosen(move);
    bool starts = strcmp(move->row->name, "start") == 0;
    bool there = pack == NULL || draw_is_usual(pack) || table->game->draw == NULL ||
                 library_has(house->setup.library, table->game, pack);
    if (!there || (starts && !draw_is_ready(house, table))) {
        return draw_refuse(house, table->game);
    }
    if (!starts) {
        return REFUSAL_NONE;
    }
    enum refusal refusal = draw_check_own(house, table);
    return refusal != REFUSAL_NONE ? refusal : draw_check_size(house, table);
}

enum refusal draw_check_open(struct house *house, const struct game_def *game,
                             const struct facts *options)
{
    const char *pack = facts_text_at(options, "pack", NULL);
    bool there = pack == NULL || game->draw == NULL || draw_is_usual(pack) ||
                 library_has(house->setup.library, game, pack);
    return there ? REFUSAL_NONE : draw_refuse(house, game);
}

const char *draw_room_choice(const struct house *house, const struct game_def *game,
                             const char *room)
{
    const char *pack = stock_choice(house->stock, room, game->id);
    return library_has(house->setup.library, game, pack) ? pack : NULL;
}
