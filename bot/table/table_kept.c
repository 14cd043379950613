/* A rematch keeps seats for who sat in the last game, for a while, and gives them back the teams
 * they chose. Which seat is whose means nothing before the deal, so it is how many are kept. */
#include "table_kept.h"

#include <assert.h>
#include <string.h>

#include "table_private.h"

static bool kept_any(const struct table *table, bool house)
{
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->person != 0 && !seat->left && seat->house == house) {
            return true;
        }
    }
    return false;
}

/* One list, an item a seat: people by number (0: kept for no person), house players by name. */
static void kept_list(const struct table *over, struct value_tree *args, const char *name)
{
    value_list(args, name);
    for (int i = 0; i < over->seat_count; i++) {
        const struct table_seat *seat = &over->seat[i];
        bool there = seat->person != 0 && !seat->left;
        if (strcmp(name, "people") == 0) {
            value_number(args, NULL, there && !seat->house ? (int64_t)seat->person : 0);
        } else if (strcmp(name, "teams") == 0) {
            value_number(args, NULL, there ? seat->wish : -1);
        } else {
            const char *called = there && seat->house ? seat->name : "";
            value_text(args, NULL, called, strlen(called));
        }
    }
    value_end(args);
}

void table_kept_write(const struct table *over, struct move *move)
{
    value_object(&move->args, "kept");
    kept_list(over, &move->args, "people");
    if (table_teams_chosen(over)) {
        kept_list(over, &move->args, "teams");
    }
    if (kept_any(over, true)) {
        kept_list(over, &move->args, "house");
    }
    value_end(&move->args);
}

static bool kept_item(struct table *table, const char *list, int seat, const struct value *fact)
{
    struct table_kept *kept = &table->kept[seat];
    bool number = fact->kind == VALUE_NUMBER;
    bool text = fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
    if (strcmp(list, "people") == 0 && number && fact->number >= 0) {
        kept->person = (uint64_t)fact->number;
        return true;
    }
    if (strcmp(list, "teams") == 0 && number && fact->number >= -1 && fact->number <= 1) {
        kept->wish = (int8_t)fact->number;
        return true;
    }
    if (strcmp(list, "house") == 0 && text && strlen(fact->text) < TABLE_NAME_BYTES) {
        kept->house = fact->text[0] != '\0';
        table_keep_text(kept->name, sizeof kept->name, fact->text);
        return true;
    }
    return false;
}

bool table_kept_read(struct table *table, const struct move *move)
{
    uint16_t object = value_find(&move->args, VALUE_NONE, "kept");
    for (int i = 0; i < SEATS_MAX; i++) {
        table->kept[i].wish = -1;
    }
    if (object == VALUE_NONE) {
        return true;
    }
    for (uint16_t list = value_first(&move->args, object); list != VALUE_NONE;
         list = value_next(&move->args, object, list)) {
        int seat = 0;
        for (uint16_t at = value_first(&move->args, list); at != VALUE_NONE;
             at = value_next(&move->args, list, at), seat++) {
            if (seat >= SEATS_MAX ||
                !kept_item(table, move->args.fact[list].key, seat, &move->args.fact[at])) {
                return false;
            }
        }
    }
    return true;
}

int64_t table_kept_until_ms(const struct table *table, int64_t now_ms)
{
    int64_t until_ms =
        table->opened_ms + table_by_pace(table, LOBBY_KEPT_LIVE_MS, LOBBY_KEPT_ASYNC_MS);
    bool missing = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        missing = missing || table->kept[i].person != 0;
    }
    return table->phase == TABLE_LOBBY && missing && now_ms < until_ms ? until_ms : NO_DEADLINE;
}

bool table_kept_from(const struct table *table, uint64_t person, int64_t now_ms)
{
    int left = 0;
    for (int i = 0; i < SEATS_MAX; i++) {
        if (table->kept[i].person == person && person != 0) {
            return false;
        }
        left -= table->kept[i].person != 0;
    }
    for (int i = 0; i < table->seat_count; i++) {
        left += table->seat[i].person == 0 || table->seat[i].house; /* house players make room */
    }
    return left <= 0 && table_kept_until_ms(table, now_ms) != NO_DEADLINE;
}

int8_t table_kept_take(struct table *table, uint64_t person)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        struct table_kept *kept = &table->kept[i];
        if (kept->person == person && person != 0) {
            kept->person = 0;
            return (int8_t)(table_teams_chosen(table) ? kept->wish : -1);
        }
    }
    return -1;
}

void table_kept_take_house(struct table *table, const char *called)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        struct table_kept *kept = &table->kept[i];
        kept->house = kept->house && strcmp(kept->name, called) != 0;
    }
}

const char *table_kept_called(const struct table *table)
{
    for (int i = 0; table->phase == TABLE_LOBBY && i < SEATS_MAX; i++) {
        if (table->kept[i].house) {
            return table->kept[i].name;
        }
    }
    return NULL;
}
