/* Who is who at a table: host, referee, names, and the rooms it is played in. */
#include "table_private.h"

#include <string.h>

enum refusal house_host(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    if (table_is_lent(table, move)) {
        return REFUSAL_NOT_HOST;
    }
    if (table->seat[seat].left) {
        return outcome_bad_argument(out, "seat", "not_a_seat");
    }
    if (table->seat[seat].house) {
        return outcome_bad_argument(out, "seat", "house");
    }
    if (table->seat[seat].person == table->host) {
        return REFUSAL_ALREADY_DONE;
    }
    table->host = table->seat[seat].person;
    memcpy(table->host_name, table->seat[seat].name, sizeof table->host_name);
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_HOST), seat);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* A referee rules on what players hide, so a referee has no seat. */
enum refusal house_referee(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    uint64_t person = (uint64_t)value_number_at(&move->args, "person", 0);
    const char *name = table_name_of(move);
    if (table_seat_of(table, person) != SEAT_NONE) {
        return REFUSAL_REFEREE_PLAYS;
    }
    if (person == table->referee) {
        return REFUSAL_ALREADY_DONE;
    }
    table->referee = person;
    table->options.value[OPTION_REFEREE] = person != 0;
    table_keep_text(table->referee_name, sizeof table->referee_name, person != 0 ? name : "");
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_REFEREE);
    if (person != 0) {
        value_text(facts, "name", table->referee_name, strlen(table->referee_name));
    } else {
        value_null(facts, "name");
    }
    outcome_end(out);
    return REFUSAL_NONE;
}

enum refusal house_name(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_seat *seat = &table->seat[value_number_at(&move->args, "seat", 0)];
    (void)out;
    table_keep_text(seat->name, sizeof seat->name, table_name_of(move));
    if (seat->person == table->host) {
        memcpy(table->host_name, seat->name, sizeof table->host_name);
    }
    return REFUSAL_NONE;
}

static enum venue_kind people_venue_kind(const char *kind)
{
    static const char *const names[] = {"table", "team_0", "team_1", "private"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(kind, names[i]) == 0) {
            return (enum venue_kind)i;
        }
    }
    return VENUE_TABLE;
}

enum refusal house_venue(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct venue venue;
    memset(&venue, 0, sizeof venue);
    venue.kind = people_venue_kind(value_text_at(&move->args, "kind", "table"));
    table_keep_text(venue.adapter, sizeof venue.adapter, value_text_at(&move->args, "adapter", ""));
    table_keep_text(venue.room, sizeof venue.room, value_text_at(&move->args, "room", ""));
    bool on = !value_has(&move->args, "on") || value_bool_at(&move->args, "on");
    unsigned at = 0;
    while (at < table->venue_count && memcmp(&table->venue[at], &venue, sizeof venue) != 0) {
        at++;
    }
    bool there = at < table->venue_count;
    if (on == there) {
        return REFUSAL_ALREADY_DONE;
    }
    if (on && table->venue_count == TABLE_VENUES_MAX) {
        return outcome_bad_argument(out, "room", "out_of_range");
    }
    if (on) {
        table->venue[table->venue_count++] = venue;
        return REFUSAL_NONE;
    }
    table->venue_count--;
    memmove(&table->venue[at], &table->venue[at + 1],
            (table->venue_count - at) * sizeof table->venue[0]);
    memset(&table->venue[table->venue_count], 0, sizeof table->venue[0]);
    return REFUSAL_NONE;
}

/* A new table is opened beside this one; this one stays as it is, a while longer. */
enum refusal house_rematch(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    (void)out;
    table->close_due_ms =
        move->at_ms + table_by_pace(table, TABLE_KEEP_LIVE_MS, TABLE_KEEP_ASYNC_MS);
    return REFUSAL_NONE;
}
