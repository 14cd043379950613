/* A deal's candidates are the pack's entries in their order, less what the room was dealt before.
 * When too few of them are left for a deal, the pack is used up: all of those are candidates, and
 * just as many others as are needed beside them. */
#include "sampling.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairness.h"
#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "print.h"
#include "rng.h"
#include "room_choices.h"
#include "room_words.h"
#include "settings.h"
#include "show_say.h"
#include "weekly.h"

enum { DRAW_LEFT_OUT_MAX = PACK_ENTRIES_MAX * 6, DRAW_NAMES_MAX = 256 };

void sampling_init(struct sampling *sampling)
{
    buf_init(&sampling->all, CANDIDATES_TEXT_MAX);
    buf_init(&sampling->left_out, DRAW_LEFT_OUT_MAX);
    buf_init(&sampling->candidates, CANDIDATES_TEXT_MAX);
}

void sampling_deinit(struct sampling *sampling)
{
    buf_deinit(&sampling->all);
    buf_deinit(&sampling->left_out);
    buf_deinit(&sampling->candidates);
}

const char *sampling_pack(const struct house *house, const struct table *table)
{
    const struct table_entry *entry = tables_find(&house->tables, table->id);
    const char *language = entry == NULL
                               ? settings_text(house->setup.settings, "bot", "language")
                               : room_language(house, entry->room->adapter, entry->room->id);
    const char *own = pack_own_wanted(table->game, &table->options) != NULL
                          ? library_first_own(house->setup.library, table->game)
                          : NULL;
    if (table->pack[0] != '\0' || own != NULL) {
        return table->pack[0] != '\0' ? table->pack : own;
    }
    return library_has(house->setup.library, table->game, language) ? language : "en";
}

bool sampling_is_ready(const struct house *house, const struct table *table)
{
    return table->game->draw == NULL ||
           library_has(house->setup.library, table->game, sampling_pack(house, table));
}

/* Fills the candidates: all lines, or all but those that were dealt. */
static void sampling_choose(struct sampling *sampling, const bool *dealt, size_t count)
{
    buf_clear(&sampling->left_out);
    buf_clear(&sampling->candidates);
    for (size_t i = 0; dealt != NULL && i < count; i++) {
        if (dealt[i]) {
            print_to(&sampling->left_out, "%s%zu", sampling->left_out.len > 0 ? "," : "", i);
        }
    }
    candidates_less(&sampling->candidates, sampling->all.text,
                    sampling->left_out.len == 0 ? "" : sampling->left_out.text);
}

/* How many texts there are in the drawn deal, whatever they stand for. */
static unsigned sampling_size(const struct value_tree *drawn)
{
    unsigned count = 0;
    for (uint16_t i = 0; i < drawn->count; i++) {
        count += drawn->fact[i].kind == VALUE_TEXT || drawn->fact[i].kind == VALUE_TERM;
    }
    return count;
}

/* What a deal is made from, and for. */
struct sampling_ask {
    const struct table *table;
    const char *seed;
    const struct value_tree *pinned;
    struct value_tree *drawn;
};

static void sampling_empty(struct value_tree *drawn)
{
    value_init(drawn, drawn->fact, drawn->max, drawn->text, drawn->text_max);
}

/* Deals from the candidates as they are; returns how much, 0 for no deal. */
static unsigned sampling_try(const struct sampling *sampling, const struct sampling_ask *ask)
{
    struct pack *pack = candidates_pack(ask->table->game, &sampling->candidates);
    sampling_empty(ask->drawn);
    if (pack == NULL ||
        !fairness_draw(ask->table, ask->seed, pack_list(pack), ask->pinned, ask->drawn)) {
        sampling_empty(ask->drawn);
    }
    pack_free(&pack);
    return sampling_size(ask->drawn);
}

/* Makes candidates of count entries that were dealt before, or of as many as there are; which ones
 * is up to chance. Returns how many. */
static size_t sampling_recall(bool *dealt, size_t entries, size_t count, struct rng *rng)
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
static void sampling_chance(struct rng *rng, const char *seed)
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
static void sampling_fresh(struct sampling *sampling, const struct sampling_ask *ask, bool *dealt,
                           size_t count)
{
    struct rng rng;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        left += !dealt[i];
    }
    sampling_choose(sampling, NULL, count);
    unsigned whole = sampling_try(sampling, ask);
    sampling_choose(sampling, dealt, count);
    unsigned made = sampling_try(sampling, ask);
    sampling->anew = made < whole;
    size_t more = left == 0 ? count : left < whole ? whole - left : 1;
    sampling_chance(&rng, ask->seed);
    for (size_t step = 1; made < whole && sampling_recall(dealt, count, more, &rng) > 0;
         step *= 2) {
        sampling_choose(sampling, dealt, count);
        made = sampling_try(sampling, ask);
        more = step; /* where words are not taken beside some others */
    }
}

/* Does what was dealt stay away until the pack is used up? Not where a table chooses its entry. */
static bool sampling_is_counted(const struct game_def *game)
{
    return game->entry_problem == NULL;
}

const char *sampling_deal(struct house *house, const struct table_entry *entry, const char *seed,
                          const struct value_tree *pinned, struct value_tree *drawn)
{
    const struct table *table = &entry->resident->table;
    struct sampling *sampling = &house->scratch->sampling;
    const char *name = sampling_pack(house, table);
    sampling->digest[0] = '\0';
    struct pack *pack = table->game->draw == NULL ? NULL
                                                  : library_pack(house->setup.library, table->game,
                                                                 name, &table->options);
    if (pack == NULL) {
        return NULL;
    }
    const struct deal_pack *list = pack_list(pack);
    const struct sampling_ask ask = {table, seed, pinned, drawn};
    const struct pack_use place = {entry->room->key, table->game->id, name};
    bool *dealt = heap_allocate(list->count * sizeof *dealt);
    buf_clear(&sampling->all);
    candidates_write(&sampling->all, list);
    snprintf(sampling->pack, sizeof sampling->pack, "%s", name);
    bool whole = !sampling_is_counted(table->game) || table->week.name[0] != '\0';
    size_t used = !whole ? room_choices_used(house->room_choices, &place, list, dealt) : 0;
    sampling->anew = false;
    if (used > 0) {
        sampling_fresh(sampling, &ask, dealt, list->count);
    } else {
        sampling_choose(sampling, NULL, list->count);
        sampling_try(sampling, &ask);
    }
    free(dealt);
    pack_free(&pack);
    candidates_digest(&sampling->candidates, sampling->digest);
    return sampling->digest;
}

/* Collects the texts of a fact and of all it holds. */
static size_t sampling_texts(const struct value_tree *facts, uint16_t index, const char **texts,
                             size_t count)
{
    const struct value *fact = &facts->fact[index];
    if ((fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM) && count < DRAW_NAMES_MAX) {
        texts[count++] = fact->text;
    }
    if (fact->kind != VALUE_OBJECT && fact->kind != VALUE_LIST) {
        return count;
    }
    for (uint16_t at = value_first(facts, index); at != VALUE_NONE;
         at = value_next(facts, index, at)) {
        count = sampling_texts(facts, at, texts, count);
    }
    return count;
}

/* Is the text this entry, alone or with its other names behind it? */
static bool sampling_is_entry(const char *text, const char *entry)
{
    size_t len = strlen(entry);
    return strncmp(text, entry, len) == 0 &&
           (text[len] == '\0' || strncmp(text + len, " = ", 3) == 0);
}

/* Puts in place of the texts the entries of the list that are among them. */
static size_t sampling_entries(const struct deal_pack *list, const char **texts, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < list->count; k++) {
            if (sampling_is_entry(texts[i], list->entry[k])) {
                texts[kept++] = list->entry[k];
                break;
            }
        }
    }
    return kept;
}

static void sampling_keep_deal(const struct handling *handling, const struct move *move)
{
    struct house *house = handling->house;
    const struct sampling *sampling = &house->scratch->sampling;
    uint16_t deal = value_find(&move->args, VALUE_NONE, "deal");
    assert(strcmp(value_text_at(&move->args, "candidates", ""), sampling->digest) == 0);
    char all_digest[HASH_HEX_SIZE];
    candidates_digest(&sampling->all, all_digest);
    const struct store_row pack_row = {
        .key = all_digest, .text = sampling->all.text, .text_len = sampling->all.len};
    commit_put(handling->commit, STORE_PACK, &pack_row);
    const struct store_row row = {.id = handling->entry->id,
                                  .key = all_digest,
                                  .text = sampling->left_out.text,
                                  .text_len = sampling->left_out.len};
    commit_put(handling->commit, STORE_CANDIDATES, &row);
    if (!sampling_is_counted(handling->entry->game)) {
        return;
    }
    struct pack *pack = candidates_pack(handling->entry->game, &sampling->all);
    const char *names[DRAW_NAMES_MAX];
    size_t count = deal == VALUE_NONE ? 0 : sampling_texts(&move->args, deal, names, 0);
    count = sampling_entries(pack_list(pack), names, count);
    const struct pack_use place = {handling->entry->room->key, handling->entry->game->id,
                                   sampling->pack};
    const struct used_words dealt = {pack_list(pack), names, count, sampling->anew};
    room_choices_note_used(house->room_choices, handling->commit->batch, &place, &dealt);
    pack_free(&pack);
}

/* The pack that a move chooses for its table; NULL when it chooses none. */
static const char *sampling_chosen(const struct move *move)
{
    bool option = strcmp(move->row->name, "option") == 0;
    const char *name = value_text_at(&move->args, "option", "");
    const char *dot = strchr(name, '.');
    if (option && strcmp(dot == NULL ? name : dot + 1, "pack") == 0) {
        return value_text_at(&move->args, "value", NULL);
    }
    return strcmp(move->row->name, "open") == 0 ? value_text_at(&move->args, "options.pack", NULL)
                                                : NULL;
}

/* What the table plays with now is what its room plays with from here on. */
static void sampling_keep_choice(const struct handling *handling)
{
    struct house *house = handling->house;
    const struct table_entry *entry = handling->entry;
    const char *pack = entry->resident->table.pack;
    const char *room = entry->room->key;
    if (strcmp(room_choices_pack(house->room_choices, room, entry->game->id), pack) == 0) {
        return;
    }
    struct value fact[4];
    char text[128];
    struct value_tree facts;
    room_choices_set_pack(house->room_choices, handling->commit->batch, room, entry->game->id,
                          pack);
    value_init(&facts, fact, 4, text, sizeof text);
    value_object(&facts, "args");
    value_term(&facts, "game", entry->game->id);
    value_text(&facts, "pack", pack, strlen(pack));
    value_end(&facts);
    show_say(handling->commit, room, MSG_HOUSE_PACK, &facts);
}

void sampling_keep(const struct handling *handling, const struct move *move)
{
    if (strcmp(move->row->name, "start") == 0 && value_has(&move->args, "candidates")) {
        sampling_keep_deal(handling, move);
    }
    if (move->moderator && sampling_chosen(move) != NULL) {
        sampling_keep_choice(handling);
    }
}

/* Refuses with the names of the packs that there are. */
static enum refusal sampling_refuse(struct house *house, const struct game_def *game)
{
    struct outcome *out = &house->scratch->out;
    struct buf names;
    buf_init(&names, (size_t)LIBRARY_PACKS_MAX * LIBRARY_NAME_BYTES);
    library_names(house->setup.library, game, &names);
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, REFUSAL_BAD_OPTION);
    value_text(facts, "option", "pack", 4);
    value_term(facts, "shape", "list");
    value_list(facts, "choices");
    value_text(facts, NULL, "default", 7);
    for (const char *at = names.text; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ",");
        value_text(facts, NULL, at, len);
        at += len + strspn(at + len, ", ");
    }
    value_end(facts);
    outcome_end(out);
    buf_deinit(&names);
    return REFUSAL_BAD_OPTION;
}

/* Refuses a pack that has too little for a deal with the table's options. */
static enum refusal sampling_check_size(struct house *house, const struct table *table)
{
    const char *name = sampling_pack(house, table);
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
    struct value_tree *facts = outcome_refuse(out, REFUSAL_PACK_TOO_SMALL);
    value_text(facts, "pack", name, strlen(name));
    value_number(facts, "count", (int64_t)count);
    value_number(facts, "needed", table->game->entries_min);
    outcome_end(out);
    return REFUSAL_PACK_TOO_SMALL;
}

/* Refuses a table that wants a pack of its community's own, where it would have one built in. */
static enum refusal sampling_check_own(struct house *house, const struct table *table)
{
    struct outcome *out = &house->scratch->out;
    const struct option_def *row = pack_own_wanted(table->game, &table->options);
    if (row == NULL ||
        library_is_own(house->setup.library, table->game, sampling_pack(house, table))) {
        return REFUSAL_NONE;
    }
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, REFUSAL_BAD_OPTION);
    value_text(facts, "option", row->name, strlen(row->name));
    value_term(facts, "shape", "list");
    value_list(facts, "choices");
    value_term(facts, NULL, row->choices[0]);
    value_end(facts);
    outcome_end(out);
    return REFUSAL_BAD_OPTION;
}

static bool sampling_is_usual(const char *pack)
{
    return strcmp(pack, "default") == 0 || strcmp(pack, "standard") == 0;
}

enum refusal sampling_check(struct house *house, const struct table *table, const struct move *move)
{
    const char *pack = sampling_chosen(move);
    bool starts = strcmp(move->row->name, "start") == 0;
    bool there = pack == NULL || sampling_is_usual(pack) || table->game->draw == NULL ||
                 library_has(house->setup.library, table->game, pack);
    if (!there || (starts && !sampling_is_ready(house, table))) {
        return sampling_refuse(house, table->game);
    }
    if (!starts) {
        return REFUSAL_NONE;
    }
    enum refusal refusal = sampling_check_own(house, table);
    return refusal != REFUSAL_NONE ? refusal : sampling_check_size(house, table);
}

enum refusal sampling_check_open(struct house *house, const struct game_def *game,
                                 const struct value_tree *options)
{
    const char *pack = value_text_at(options, "pack", NULL);
    bool there = pack == NULL || game->draw == NULL || sampling_is_usual(pack) ||
                 library_has(house->setup.library, game, pack);
    return there ? REFUSAL_NONE : sampling_refuse(house, game);
}

const char *sampling_room_choice(const struct house *house, const struct game_def *game,
                                 const char *room)
{
    const char *pack = room_choices_pack(house->room_choices, room, game->id);
    return library_has(house->setup.library, game, pack) ? pack : NULL;
}

void sampling_seed(const struct house *house, const struct table_entry *entry,
                   const struct move *move, char hex[SEED_BYTES * 2 + 1])
{
    if (entry->resident->table.practice) {
        memset(hex, '0', (size_t)SEED_BYTES * 2); /* people sit as they join */
        hex[(size_t)SEED_BYTES * 2] = '\0';
        return;
    }
    if (house->pinned_seed[0] != '\0') {
        memcpy(hex, house->pinned_seed, SEED_BYTES * 2 + 1);
        return;
    }
    if (entry->resident->table.week.name[0] != '\0') {
        weekly_seed(house, &entry->resident->table, move, hex);
        return;
    }
    const char *events[SEATS_MAX];
    size_t count = table_join_events(&entry->resident->table, events);
    fairness_seed(entry->secret, events, count, hex);
}
