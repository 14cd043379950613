#include "night_calendar.h"

#include <stdio.h>
#include <string.h>

#include "calendar.h"
#include "handling.h"
#include "hash.h"
#include "house_private.h"
#include "ics.h"
#include "night.h"
#include "outcome.h"
#include "scheduled_event.h"
#include "show_view.h"
#include "table_night.h"

enum {
    NIGHT_ID_HEX = 24,
    NIGHT_FACTS = 6,
    NIGHT_TEXT_BYTES = 512,
    NIGHT_ROUND_MINUTES = 60, /* where a round has no time */
    MINUTE_MS = 60 * 1000
};

/* What a calendar says of a night. */
struct night_entry {
    char id[NIGHT_ID_HEX + 1]; /* of its commitment: random, and public */
    const char *title;
    const char *text;
    const char *place; /* NULL: the room has no name */
    unsigned minutes;
};

static const char *entry_text(const struct compose *compose, enum message message,
                              const struct table *table, const char *room, bool weekly)
{
    struct value fact[NIGHT_FACTS];
    char pool[NIGHT_TEXT_BYTES];
    struct value_tree facts;
    value_init(&facts, fact, NIGHT_FACTS, pool, sizeof pool);
    value_term(&facts, "play", night_plays(&table->options)->id);
    value_bool(&facts, "weekly", weekly);
    if (room != NULL && room[0] != '\0' && strlen(room) < NIGHT_TEXT_BYTES / 2) {
        value_text(&facts, "room", room, strlen(room));
    } else {
        value_null(&facts, "room");
    }
    return catalogue_text(compose->catalogue, compose->arena, message_name(message), &facts,
                          VALUE_NONE, NULL);
}

static struct night_entry entry_of(struct house *house, const struct table_entry *entry,
                                   const struct compose *compose)
{
    const struct table *table = &entry->resident->table;
    const char *room = link_room_name(&house->links, entry->room->adapter, entry->room->id);
    int64_t round_ms = options_ms(table->game, &table->options, NIGHT_ROUND_TIME);
    int64_t minutes = round_ms > 0 ? round_ms / MINUTE_MS : NIGHT_ROUND_MINUTES;
    int32_t rounds = table->options.value[NIGHT_ROUNDS];
    struct night_entry calendar = {
        .title = entry_text(compose, MSG_NIGHT_TITLE, table, room, false),
        .text = entry_text(compose, MSG_NIGHT_TEXT, table, room, false),
        .place = room == NULL || room[0] == '\0' ? NULL : room,
        .minutes =
            (unsigned)(rounds * minutes + (int64_t)(rounds - 1) * (NIGHT_BREAK_MS / MINUTE_MS)),
    };
    char hex[SEED_BYTES * 2 + 1];
    hash_hex(hex, table->commitment, SEED_BYTES);
    memcpy(calendar.id, hex, NIGHT_ID_HEX);
    calendar.id[NIGHT_ID_HEX] = '\0';
    return calendar;
}

const struct doc *night_calendar(const struct handling *handling)
{
    struct house *house = handling->house;
    const struct table_entry *entry = handling->entry;
    const struct table *table = &entry->resident->table;
    const struct night *night = table_night_of(table);
    const struct compose compose = house_compose_for(handling);
    if (night == NULL) {
        return compose_say(&compose, MSG_NIGHT_NO_FILE, NULL, VALUE_NONE);
    }
    const struct compose there = house_compose(house, entry);
    const char *zone = there.zone == NULL ? "UTC" : there.zone;
    const struct night_entry calendar = entry_of(house, entry, &compose);
    bool weekly = table->options.value[NIGHT_REPEAT] == NIGHT_WEEKLY;
    struct ics_time times[ICS_TIMES_MAX];
    unsigned count = weekly ? ICS_TIMES_MAX : 1;
    for (unsigned i = 0; i < count; i++) {
        int64_t start_ms = calendar_weeks_later(zone, night->at_ms, i);
        times[i] = (struct ics_time){.start_ms = start_ms, .day = calendar_day(zone, start_ms)};
    }
    const struct ics_event event = {.uid = calendar.id,
                                    .title = calendar.title,
                                    .text = calendar.text,
                                    .place = calendar.place,
                                    .times = times,
                                    .count = count,
                                    .minutes = calendar.minutes,
                                    .sequence = table->step,
                                    .weekly = weekly,
                                    .cancelled = night->off};
    struct buf file;
    buf_init(&file, ICS_BYTES_MAX);
    ics_write(&file, house->arena, &event, house->now_ms);
    struct doc *doc = doc_new(house->arena);
    struct block *line = doc_block(doc, BLOCK_PARAGRAPH);
    doc_run(doc, line, RUN_TEXT, entry_text(&compose, MSG_NIGHT_FILE, table, NULL, weekly), false);
    struct block *block = doc_block(doc, BLOCK_FILE);
    doc_run(doc, block, RUN_TEXT, "game-night.ics", false);
    block->file = arena_text(house->arena, file.text, file.len);
    buf_deinit(&file);
    return doc;
}

/* Which of what was said changes the list, and how. */
static const struct {
    enum message said;
    enum room_operation_kind kind;
} schedule_rows[] = {
    {MSG_TABLE_OPENED, ROOM_EVENT_CREATE},
    {MSG_NIGHT_MOVED, ROOM_EVENT_CHANGE},
    {MSG_NIGHT_OFF, ROOM_EVENT_CANCEL},
};

void night_schedule(struct commit *commit, struct table_entry *entry, const struct outcome *out)
{
    struct house *house = commit->house;
    const struct night *night = table_night_of(&entry->resident->table);
    for (unsigned i = 0; night != NULL && i < out->event_count; i++) {
        for (size_t k = 0; k < sizeof schedule_rows / sizeof schedule_rows[0]; k++) {
            if (out->event[i].message != schedule_rows[k].said) {
                continue;
            }
            const struct compose compose = house_compose(house, entry);
            const struct night_entry calendar = entry_of(house, entry, &compose);
            const struct scheduled_event event = {
                .id = calendar.id,
                .name = calendar.title,
                .text = calendar.text,
                .place = calendar.place == NULL ? entry->room->id : calendar.place,
                .start_ms = night->at_ms,
                .end_ms = night->at_ms + (int64_t)calendar.minutes * MINUTE_MS,
            };
            scheduled_event_put(&commit->mail, schedule_rows[k].kind, entry->room->key, entry->id,
                                &event);
        }
    }
}
