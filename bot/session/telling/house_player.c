/* A house player is handed a struct player_sight and its own memory, nothing else: no table, no
 * other seat's view, no seed. Its chance comes of the table's secret through SHA-256, by seat and
 * step, so that the memory is the same after a restart; nobody can go back from it to the deal. */
#include "house_player.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "house_player_due.h"
#include "house_private.h"
#include "library.h"
#include "room_words.h"
#include "rules.h"

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

/* What the room's language has for the game, read when it is first wanted; NULL: nothing. */
static const struct player_book *spoken(struct house *house, const struct table_entry *entry)
{
    const struct catalogue *words = room_words(house, entry->room->adapter, entry->room->id);
    const struct house_book *found = NULL;
    for (size_t i = 0; i < HOUSE_BOOKS_MAX && found == NULL; i++) {
        bool same = house->books[i].of == words && house->books[i].game == entry->game;
        found = same ? &house->books[i] : NULL;
    }
    if (found == NULL) {
        struct house_book *place = &house->books[house->book_next++ % HOUSE_BOOKS_MAX];
        language_book_free(&place->book);
        *place = (struct house_book){words, entry->game, language_book_new(words, entry->game)};
        found = place;
    }
    return found->book == NULL ? NULL : language_book_list(found->book);
}

enum { NUMBERED_BYTES = 20 };

/* "house.NAME.N" */
static void numbered(char key[NUMBERED_BYTES], const char *name, unsigned n)
{
    snprintf(key, NUMBERED_BYTES, "house.%s.%u", name, n);
}

/* How the seat talks: the voice that goes with its name in the room's language; NULL: none. */
static const char *voice_of(struct house *house, const struct table_entry *entry, int seat)
{
    const struct catalogue *words = room_words(house, entry->room->adapter, entry->room->id);
    for (unsigned n = 1; n <= SEATS_MAX; n++) {
        char key[NUMBERED_BYTES];
        numbered(key, "player", n);
        const char *name = catalogue_entry(words, key);
        if (name != NULL && strcmp(name, entry->resident->table.seat[seat].name) == 0) {
            numbered(key, "voice", n);
            return catalogue_entry(words, key);
        }
    }
    return NULL;
}

/* What the seats can say: the book of their pack, else what the language has for the game, else the
 * book of the room's language or the English one: its lines for any entry go with any pack. */
static const struct player_book *book_of(struct house *house, const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    const struct library *library = house->setup.library;
    const char *const names[] = {sampling_pack(house, table),
                                 room_language(house, entry->room->adapter, entry->room->id), "en"};
    const struct player_book *book = library_book(library, table->game, names[0]);
    book = book != NULL ? book : spoken(house, entry);
    for (size_t i = 1; book == NULL && i < sizeof names / sizeof names[0]; i++) {
        book = library_book(library, table->game, names[i]);
    }
    return book;
}

void house_player_look(struct house *house, const struct table_entry *entry, int seat,
                       const char *purpose, struct house_player_sight *sight)
{
    const struct table *table = &entry->resident->table;
    const struct player_book *book = book_of(house, entry);
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
        .game = table->game,
        .seat = seat,
        .seats = table->seat_count,
        .house = house_seats(table),
        .now_ms = table->now_ms,
        .options = &table->options,
        .view = view,
        .owed = &sight->owed,
        .book = book,
        .voice = voice_of(house, entry, seat),
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
    const struct player_def *player = house_player_of(entry);
    struct resident_player *at = &entry->resident->player[seat];
    struct house_player_sight sight;
    house_player_look(house, entry, seat, "notice", &sight);
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

/* Has the game gone back? Then nobody is to know what has not happened. */
static bool goes_back(const struct outcome *out)
{
    bool back = false;
    for (unsigned i = 0; i < out->event_count; i++) {
        back = back || out->event[i].message == MSG_TABLE_RESTORED;
    }
    return back;
}

void house_player_noticed(struct house *house, const struct table_entry *entry,
                          const struct outcome *out)
{
    const struct player_def *player = house_player_of(entry);
    const struct table *table = &entry->resident->table;
    if (player == NULL || table->phase != TABLE_PLAYING) {
        house_player_forget(entry->resident);
        return;
    }
    assert(player->memory_size <= PLAYER_MEMORY_MAX);
    if (goes_back(out)) {
        house_player_forget(entry->resident);
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct resident_player *at = &entry->resident->player[seat];
        if (!remembers(table, seat)) {
            free(at->memory);
            at->memory = NULL;
            continue;
        }
        if (at->memory == NULL) {
            at->memory = heap_allocate(player->memory_size + 1);
        }
        remember(house, entry, seat, out);
    }
}

const char *house_player_name(struct house *house, const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    const struct catalogue *words = room_words(house, entry->room->adapter, entry->room->id);
    for (unsigned n = 1; n <= SEATS_MAX; n++) {
        char key[NUMBERED_BYTES];
        numbered(key, "player", n);
        const char *name = catalogue_entry(words, key);
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
