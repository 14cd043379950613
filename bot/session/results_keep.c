#include "results_keep.h"

#include <stdio.h>
#include <string.h>

#include "finish.h"
#include "handling.h"
#include "house_private.h"
#include "last_options.h"
#include "room_choices.h"
#include "room_words.h"
#include "season.h"

const char *results_room(const struct table_entry *entry)
{
    return entry->home != NULL ? entry->home->key : entry->room->key;
}

/* Who was forgotten while they sat there is nobody that we know. */
static uint64_t keep_person(const struct house *house, uint64_t id)
{
    const struct person *person = people_find(house->people, id);
    return person == NULL || (person->addresses == NULL && person->name == NULL) ? 0 : id;
}

static void keep_rows(const struct handling *handling, const struct finish *finish)
{
    struct house *house = handling->house;
    struct buf *json = &house->scratch->json;
    char server[ROOM_KEY_BYTES];
    const char *room = results_room(handling->entry);
    const char *of = link_server(&house->links, room, server, sizeof server);
    buf_clear(json);
    finish_print(finish, json);
    const struct store_row table = {.id = finish->table,
                                    .at_ms = finish->ended_ms,
                                    .key = room,
                                    .extra = of == NULL ? "" : of,
                                    .text = json->text,
                                    .text_len = json->len};
    commit_put(handling->commit, STORE_RESULT, &table);
    for (unsigned i = 0; i < finish->seat_count; i++) {
        buf_clear(json);
        finish_print_seat(&finish->seat[i], json);
        const struct store_row seat = {.id = finish->table,
                                       .sub = keep_person(house, finish->seat[i].person),
                                       .text = json->text,
                                       .text_len = json->len};
        commit_put(handling->commit, STORE_RESULT_SEAT, &seat);
    }
}

static void keep_season(const struct handling *handling, const struct finish *finish)
{
    struct house *house = handling->house;
    const char *room = results_room(handling->entry);
    const struct season season = season_at(season_kind(room_season(house, room)), finish->ended_ms);
    if (strcmp(room_choices_word(house->room_choices, room, RESULTS_SEASON), season.name) != 0) {
        room_choices_set_word(house->room_choices, handling->commit->batch, room, RESULTS_SEASON,
                              season.name);
    }
}

void results_keep(const struct handling *handling, uint8_t before)
{
    const struct table *table = &handling->entry->resident->table;
    struct finish finish;
    if (before >= TABLE_OVER || !finish_of_table(table, &finish)) {
        return;
    }
    last_options_print(table, finish.options, sizeof finish.options);
    keep_rows(handling, &finish);
    if (finish.rated) {
        keep_season(handling, &finish);
    }
}
