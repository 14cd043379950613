#include "store_division.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "entropy.h"
#include "heap.h"
#include "log.h"
#include "map.h"

enum { DIVISION_KEY_BYTES = 256, DIVISION_ADAPTER_BYTES = 64 };

struct division_room {
    unsigned part;
    char key[]; /* "adapter/room" */
};

struct store_division {
    const struct row_rules *const *rules;
    unsigned parts;
    struct map rooms;
    bool damaged;
};

struct store_division *store_division_new(const struct row_rules *const *rules, unsigned parts)
{
    const struct entropy entropy = entropy_system();
    struct store_division *division = heap_allocate(sizeof *division);
    division->rules = rules;
    division->parts = parts;
    map_init(&division->rooms, &entropy);
    return division;
}

void store_division_free(struct store_division **division)
{
    size_t at = 0;
    if (*division == NULL) {
        return;
    }
    for (void *room = NULL; (room = map_next(&(*division)->rooms, &at)) != NULL;) {
        free(room);
    }
    map_deinit(&(*division)->rooms);
    free(*division);
    *division = NULL;
}

bool store_division_question(const struct store_division *division, size_t at,
                             struct store_question *question_r)
{
    const struct row_rules *const *rule = division->rules;
    for (; rule != NULL && *rule != NULL; rule++) {
        if ((*rule)->room_part != NULL && at-- == 0) {
            *question_r = (struct store_question){
                .query = STORE_ADAPTER_ROWS, .key = (*rule)->adapter, .extra = (*rule)->room_rows};
            return true;
        }
    }
    return false;
}

void store_division_learn(void *context, const struct store_row *row)
{
    struct store_division *division = context;
    const struct row_rules *rules = row_rules_of(division->rules, row->key);
    if (row->damaged) {
        division->damaged = true;
        return;
    }
    const char *name = row->extra + strlen(rules->room_rows);
    size_t size = strlen(row->key) + strlen(name) + 2;
    struct division_room *room = heap_allocate(sizeof *room + size);
    snprintf(room->key, size, "%s/%s", row->key, name);
    room->part = rules->room_part(row, division->parts);
    assert(room->part < division->parts);
    if (map_get(&division->rooms, room->key) != NULL) {
        free(room);
    } else {
        map_put(&division->rooms, room->key, room);
    }
}

bool store_division_is_damaged(const struct store_division *division)
{
    return division->damaged;
}

/* Is the part of the room known? All rooms of an adapter that is not divided are of part 0. */
static bool division_find(const struct store_division *division, const char *room, unsigned *part_r)
{
    const struct division_room *known = map_get(&division->rooms, room);
    char adapter[DIVISION_ADAPTER_BYTES];
    *part_r = known == NULL ? 0 : known->part;
    snprintf(adapter, sizeof adapter, "%.*s", (int)strcspn(room, "/"), room);
    const struct row_rules *rules = row_rules_of(division->rules, adapter);
    return known != NULL || rules == NULL || rules->room_part == NULL;
}

/* A thread that nobody has spoken of is where its table was opened. */
static bool division_find_table(const struct store_division *division, const struct store_row *row,
                                unsigned *part_r)
{
    if (division_find(division, row->key, part_r)) {
        return true;
    }
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    const char *home = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "home"));
    bool known = home != NULL && division_find(division, home, part_r);
    cJSON_Delete(header);
    return known;
}

unsigned store_division_room(const struct store_division *division, const char *room)
{
    unsigned part = 0;
    division_find(division, room, &part);
    return part;
}

unsigned store_division_table(const struct store_division *division, const struct store_row *row)
{
    unsigned part = 0;
    division_find_table(division, row, &part);
    return part;
}

bool store_division_row(const struct store_division *division, const struct store_row *row,
                        unsigned *part_r)
{
    const struct row_rules *rules = row_rules_of(division->rules, row->key);
    if (rules == NULL || rules->room_part == NULL) {
        *part_r = 0;
        return true;
    }
    if (strncmp(row->extra, rules->room_rows, strlen(rules->room_rows)) != 0) {
        return false;
    }
    *part_r = rules->room_part(row, division->parts);
    return true;
}

/* --- tables in the wrong part ----------------------------------------------------------------- */

struct strangers {
    struct store_division *division;
    unsigned part;
    int count;
    int rooms;
    char room[DIVISION_KEY_BYTES];
};

/* Direct rooms are of part 0, and known to all. */
static void strangers_room(void *context, const struct store_row *row)
{
    struct strangers *strangers = context;
    unsigned part = 0;
    store_division_learn(strangers->division, row);
    if (!row->damaged && store_division_row(strangers->division, row, &part) && part != 0 &&
        part != strangers->part) {
        strangers->rooms++;
    }
}

static void strangers_table(void *context, const struct store_row *row)
{
    struct strangers *strangers = context;
    unsigned part = 0;
    if (!row->damaged && division_find_table(strangers->division, row, &part) &&
        part != strangers->part) {
        strangers->count++;
        snprintf(strangers->room, sizeof strangers->room, "%s", row->key);
    }
}

static int strangers_read(struct store *store, struct strangers *strangers, struct fault *fault)
{
    struct store_question question;
    for (size_t at = 0; store_division_question(strangers->division, at, &question); at++) {
        if (store_read_now(store, &question, strangers_room, strangers, fault) != 0) {
            return -1;
        }
    }
    question = (struct store_question){.query = STORE_TABLES};
    return store_read_now(store, &question, strangers_table, strangers, fault);
}

/* Nothing is played there: it is only said what is not seen any more. */
static void strangers_say(const struct strangers *strangers)
{
    if (strangers->rooms > 0) {
        log_event(LEVEL_WARNING, "store.rooms_left",
                  LOG_FIELDS(log_number("part", (int64_t)strangers->part),
                             log_number("rooms", strangers->rooms),
                             log_text("mend", "they are of other parts now, which know nothing of "
                                              "their settings and results: set parts in [store] "
                                              "to what it was, to go on with them")));
    }
}

static int division_check_rooms(struct store *store, const struct row_rules *const *rules,
                                unsigned part, unsigned parts, struct fault *fault)
{
    struct store_division *division = store_division_new(rules, parts);
    struct strangers strangers = {.division = division, .part = part};
    int result = strangers_read(store, &strangers, fault);
    store_division_free(&division);
    if (result == 0 && strangers.count > 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "the store of part %u has %d open tables in rooms of other parts, such as "
                         "%s: set parts in [store] to what it was when they were opened, or divide "
                         "the house: `deaddrop copy` into a new database, with parts as it is now",
                         part, strangers.count, strangers.room);
    }
    if (result == 0) {
        strangers_say(&strangers);
    }
    return result;
}

/* --- parts that nobody would play ------------------------------------------------------------- */

struct leftovers {
    bool says;
    unsigned parts; /* it takes so many to play them all */
    uint64_t tables;
    int64_t waits;
};

static void leftovers_part(void *context, const struct store_row *row)
{
    struct leftovers *leftovers = context;
    if (row->sub == 0 && row->at_ms == 0) {
        if (leftovers->says) {
            log_event(LEVEL_WARNING, "store.part_left",
                      LOG_FIELDS(log_number("part", (int64_t)row->id),
                                 log_text("mend", "nothing is open there, but what it knows of "
                                                  "rooms and people is not seen: set parts in "
                                                  "[store] to what it was, to go on with them")));
        }
        return;
    }
    leftovers->parts = (unsigned)row->id + 1;
    leftovers->tables += row->sub;
    leftovers->waits += row->at_ms;
}

int store_division_leaves(struct store *store, unsigned parts, bool says, struct fault *fault)
{
    const struct store_question question = {.query = STORE_OTHERS, .id = parts <= 1 ? 1 : parts};
    struct leftovers leftovers = {.says = says};
    if (store_read_now(store, &question, leftovers_part, &leftovers, fault) != 0) {
        return -1;
    }
    return leftovers.parts == 0
               ? 0
               : fault_set(fault, FAULT_CONFIG,
                           "parts = %u in [store], but the house was played in more: its other "
                           "parts hold %llu open tables and %lld messages or events that wait, "
                           "which nobody would play: set parts to what it was (at least %u), and "
                           "change it when those games are over and all is sent",
                           parts, (unsigned long long)leftovers.tables, (long long)leftovers.waits,
                           leftovers.parts);
}

int store_division_check(struct store *store, const struct row_rules *const *rules, unsigned part,
                         unsigned parts, struct fault *fault)
{
    if (store_division_leaves(store, parts, part == 0, fault) != 0) {
        return -1;
    }
    return parts <= 1 ? 0 : division_check_rooms(store, rules, part, parts, fault);
}
