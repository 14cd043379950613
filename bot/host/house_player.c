/* A house player is handed a struct player_sight and its own memory, nothing else: no table, no
 * other seat's view, no seed. Its chance comes of the table's secret through SHA-256, by seat and
 * step, so that the memory is the same after a restart; nobody can go back from it to the deal. */
#include "house_player.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "house_log.h"
#include "house_private.h"
#include "library.h"
#include "practice.h"
#include "rules.h"
#include "turn.h"

/* What one seat's player is asked with. */
struct sight {
    struct player_sight shown;
    struct rng rng;
    struct owed_list owed;
};

static const struct player_def *player_of(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    return table->game == NULL ? NULL : table->game->player;
}

/* Is this seat played by the house, or may it be later in this game? */
static bool remembers(const struct table *table, int seat)
{
    return table_is_bot(table, seat) || table->options.value[OPTION_AUTOPLAY] != 0;
}

static void number_bytes(uint8_t bytes[8], uint64_t number)
{
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(number >> (8 * i));
    }
}

/* Chance for a purpose, by seat and step: of the secret, or (NULL) of the table's id. */
static void chance(struct rng *rng, const struct table_entry *entry, const char *purpose, int seat)
{
    uint8_t seed[HASH_BYTES];
    uint8_t numbers[24];
    struct hash *hash = hash_new();
    number_bytes(numbers, entry->id);
    number_bytes(numbers + 8, (uint64_t)seat);
    number_bytes(numbers + 16, entry->resident->table.step);
    hash_add(hash, purpose, strlen(purpose) + 1);
    hash_add(hash, numbers, sizeof numbers);
    hash_end(&hash, seed);
    rng_init(rng, seed);
}

/* The same, of the table's secret: what a player draws, nobody at the table can foresee. */
static void own_chance(struct rng *rng, const struct table_entry *entry, const char *purpose,
                       int seat)
{
    struct rng open;
    uint8_t seed[HASH_BYTES];
    uint8_t number[8];
    struct hash *hash = hash_new();
    chance(&open, entry, purpose, seat);
    number_bytes(number, rng_next(&open));
    hash_add(hash, "house player", sizeof "house player");
    hash_add(hash, entry->secret, SEED_BYTES);
    hash_add(hash, number, sizeof number);
    hash_end(&hash, seed);
    rng_init(rng, seed);
}

static uint16_t house_seats(const struct table *table)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        seats = (uint16_t)(seats | (table_is_bot(table, seat) ? seat_bit(seat) : 0));
    }
    return seats;
}

/* Fills what the seat may look at. The view is the house's scratch. */
static void look(struct house *house, const struct table_entry *entry, int seat,
                 const char *purpose, struct sight *sight)
{
    const struct table *table = &entry->resident->table;
    struct view *view = &house->scratch->view;
    struct owed_list all;
    own_chance(&sight->rng, entry, purpose, seat);
    view_init(view, seat);
    rules_view(table->game, table->state, seat, view);
    table_owed_to(table, seat, &all);
    sight->owed.count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.owed[i].seat == seat) {
            sight->owed.owed[sight->owed.count++] = all.owed[i];
        }
    }
    sight->shown = (struct player_sight){
        .seat = seat,
        .seats = table->seat_count,
        .house = house_seats(table),
        .now_ms = table->now_ms,
        .options = &table->options,
        .view = view,
        .owed = &sight->owed,
        .book = library_book(house->setup.library, table->game, draw_pack(house, table)),
        .rng = &sight->rng,
    };
}

/* A pause as people make it, no two alike; nothing of it comes from what somebody hides. */
static int64_t pause_ms(const struct table_entry *entry, int seat)
{
    struct rng rng;
    chance(&rng, entry, "pause", seat);
    return HOUSE_PLAYER_PAUSE_MS + rng_below(&rng, HOUSE_PLAYER_PAUSE_MORE_MS);
}

/* Tells one player what happened, and notes when it wants to be asked what it does. */
static void remember(struct house *house, const struct table_entry *entry, int seat,
                     const struct outcome *out)
{
    const struct player_def *player = player_of(entry);
    struct resident_player *at = &entry->resident->player[seat];
    struct sight sight;
    look(house, entry, seat, "notice", &sight);
    for (unsigned i = 0; i < out->event_count && player->notice != NULL; i++) {
        const struct event *event = &out->event[i];
        if ((event->to & (AUDIENCE_CROWD | seat_bit(seat))) != 0) {
            player->notice(at->memory, &sight.shown, event->message, &out->facts, event->args);
        }
    }
    int64_t thinks_ms = player->thinks_ms == NULL ? 0 : player->thinks_ms(&sight.shown);
    assert(thinks_ms >= 0);
    at->due_ms = entry->resident->table.now_ms + pause_ms(entry, seat) + thinks_ms;
}

void house_player_noticed(struct house *house, const struct table_entry *entry,
                          const struct outcome *out)
{
    const struct player_def *player = player_of(entry);
    const struct table *table = &entry->resident->table;
    if (player == NULL || table->phase != TABLE_PLAYING) {
        house_player_forget(entry->resident);
        return;
    }
    assert(player->memory_size <= PLAYER_MEMORY_MAX);
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct resident_player *at = &entry->resident->player[seat];
        if (!remembers(table, seat)) {
            free(at->memory);
            at->memory = NULL;
            continue;
        }
        if (at->memory == NULL) {
            at->memory = heap_take(player->memory_size + 1);
        }
        remember(house, entry, seat, out);
    }
}

void house_player_forget(struct resident *resident)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        free(resident->player[seat].memory);
        resident->player[seat] = (struct resident_player){.memory = NULL};
    }
}

/* Is there a house player in this seat who has not said yet what it does at this step? */
static bool wants_asking(const struct table_entry *entry, int seat)
{
    const struct resident_player *at = &entry->resident->player[seat];
    return table_is_bot(&entry->resident->table, seat) && at->memory != NULL &&
           at->asked_step != entry->resident->table.step;
}

static bool stands(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    return table->phase != TABLE_PLAYING || table->frozen || player_of(entry) == NULL ||
           rules_state(table->state)->paused_ms != NO_DEADLINE;
}

/* Who is due first; SEAT_NONE: nobody wants to be asked. */
static int first_due(const struct table_entry *entry, int64_t *due_ms_r)
{
    const struct table *table = &entry->resident->table;
    int first = SEAT_NONE;
    *due_ms_r = NO_DEADLINE;
    for (int seat = 0; seat < table->seat_count && !stands(entry); seat++) {
        int64_t due_ms = entry->resident->player[seat].due_ms;
        if (wants_asking(entry, seat) && due_ms < *due_ms_r) {
            *due_ms_r = due_ms;
            first = seat;
        }
    }
    return first;
}

int64_t house_player_due_ms(const struct table_entry *entry)
{
    int64_t due_ms = NO_DEADLINE;
    if (entry->load == ENTRY_RESIDENT) {
        first_due(entry, &due_ms);
    }
    return due_ms;
}

/* A team gives up when all its people want to: the house does not keep them. */
static bool concedes(const struct table *table, int seat)
{
    const struct game_state *state = rules_state(table->state);
    int team = table->game->team(table->state, seat);
    unsigned people = 0;
    for (int i = 0; i < table->seat_count; i++) {
        bool ours = table->game->team(table->state, i) == team;
        if (!ours || (state->gone & seat_bit(i)) != 0 || table_is_bot(table, i)) {
            continue;
        }
        people++;
        if ((state->conceded & seat_bit(i)) == 0) {
            return false;
        }
    }
    return people > 0 && (state->conceded & seat_bit(seat)) == 0;
}

/* Fills the move; false when the seat does nothing now. */
static bool choose(struct house *house, const struct table_entry *entry, int seat,
                   struct move *move)
{
    const struct table *table = &entry->resident->table;
    struct sight sight;
    move_init(move, NULL, seat, house->now_ms);
    if (concedes(table, seat)) {
        move->row = rules_action(table->game, "concede");
        return true;
    }
    bool does = false;
    if (practice_chooses(entry, move, &does)) {
        return does;
    }
    look(house, entry, seat, "choose", &sight);
    return player_of(entry)->choose(entry->resident->player[seat].memory, &sight.shown, move);
}

/* Asks one seat; true when its move was made. */
static bool ask(struct house *house, struct table_entry *entry, int seat)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    entry->resident->player[seat].asked_step = table->step;
    if (!choose(house, entry, seat, move)) {
        return false;
    }
    move->seat = (int16_t)seat;
    move->at_ms = house->now_ms;
    move->person = table->seat[seat].person;
    move->moderator = false;
    bool own = move->row != NULL && rules_action(table->game, move->row->name) == move->row;
    if (own && turn_house(house, entry, move)) {
        house->figures.house_moves++;
        return true;
    }
    house->figures.house_refused++;
    house_log("player_refused", entry->id, refusal_name(house->scratch->out.refusal));
    return false;
}

void house_player_act(struct house *house, struct table_entry *entry, int64_t until_ms)
{
    bool made = false;
    while (!made && !house->down && entry->load == ENTRY_RESIDENT) {
        int64_t due_ms = NO_DEADLINE;
        int seat = first_due(entry, &due_ms);
        if (seat == SEAT_NONE || due_ms > until_ms) {
            return;
        }
        made = ask(house, entry, seat);
    }
}

const char *house_player_name(const struct house *house, const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    for (unsigned n = 1; n <= SEATS_MAX; n++) {
        char key[] = "house.player.00";
        key[13] = (char)(n < 10 ? '0' + n : '1');
        key[14] = (char)(n < 10 ? '\0' : '0' + n - 10);
        const char *name = catalogue_entry(house->setup.catalogue, key);
        bool used = name == NULL;
        for (int seat = 0; seat < table->seat_count && !used; seat++) {
            used = strcmp(table->seat[seat].name, name) == 0;
        }
        if (!used) {
            return name;
        }
    }
    return "";
}
