#include "room_keep.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "handling.h"
#include "house_private.h"
#include "print.h"
#include "room_choices.h"
#include "settings.h"
#include "show_view.h"

enum { KEEP_WORD_BYTES = 64, KEEP_DAYS_BYTES = 12, KEEP_DAYS_MAX = 36500, KEEP_FACTS = 12 };

/* What somebody wants. */
enum keep_wish { KEEP_ASKED, KEEP_DAYS, KEEP_USUAL };

static bool keep_is(const char *word, const char *const *words)
{
    bool is = false;
    for (; *words != NULL; words++) {
        is = is || strcasecmp(word, *words) == 0;
    }
    return is;
}

/* Days in a day, a week, a month, a year; 0: no such word. */
static uint32_t keep_unit(const char *word)
{
    static const struct {
        const char *names[4];
        uint32_t days;
    } units[] = {{{"d", "day", "days", NULL}, 1},
                 {{"w", "week", "weeks", NULL}, 7},
                 {{"m", "month", "months", NULL}, 30},
                 {{"y", "year", "years", NULL}, 365}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (keep_is(word, units[i].names)) {
            return units[i].days;
        }
    }
    return 0;
}

/* "30", "30 days", "for a year", "for ever", "as usual". What is none of it is a question. */
static enum keep_wish keep_read(const char *text, uint32_t *days_r)
{
    static const char *const passed[] = {"for", "as", "to", NULL};
    static const char *const one[] = {"a", "an", "one", NULL};
    static const char *const ever[] = {"ever", "forever", "always", NULL};
    static const char *const usual[] = {"usual", "default", "before", NULL};
    char copy[KEEP_WORD_BYTES];
    char *rest = NULL;
    unsigned long count = 0;
    bool counted = false;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *end = word;
        if (keep_is(word, usual)) {
            return KEEP_USUAL;
        }
        if (keep_is(word, ever)) {
            *days_r = 0;
            return KEEP_DAYS;
        }
        if (isdigit((unsigned char)*word) && !counted) {
            count = strtoul(word, &end, 10);
            counted = true;
        } else if (keep_is(word, one) && !counted) {
            count = 1;
            counted = true;
            continue;
        } else if (keep_is(word, passed)) {
            continue;
        }
        if (*end != '\0' && keep_unit(end) == 0) {
            return KEEP_ASKED;
        }
        count = *end != '\0' && count <= KEEP_DAYS_MAX ? count * keep_unit(end) : count;
    }
    *days_r = (uint32_t)count;
    return counted && count > 0 && count <= KEEP_DAYS_MAX ? KEEP_DAYS : KEEP_ASKED;
}

static uint32_t keep_setting(const struct handling *handling, const char *key)
{
    return (uint32_t)settings_number(handling->house->setup.settings, "keep", key);
}

/* A room never keeps longer than the settings allow, whatever it has chosen before. */
static uint32_t keep_within(const struct handling *handling, uint32_t days)
{
    uint32_t most = keep_setting(handling, "room_days_max");
    return most != 0 && (days == 0 || days > most) ? most : days;
}

/* The room that somebody asks from; false: it has no key. */
static bool keep_room(const struct handling *handling, char room[ROOM_KEY_BYTES])
{
    return print_join(room, ROOM_KEY_BYTES, handling->item->adapter->name, "/",
                      handling->item->copy.inbound.room) < ROOM_KEY_BYTES;
}

void room_keep_print(const struct handling *handling, char *text, size_t size)
{
    char room[ROOM_KEY_BYTES];
    const char *days =
        keep_room(handling, room) ? room_choices_keep(handling->house->room_choices, room) : "";
    const char *unit = days[0] == '\0' ? "" : "d";
    snprintf(text, size, "%s%s", strcmp(days, "0") == 0 ? "forever" : days,
             strcmp(days, "0") == 0 ? "" : unit);
}

const struct doc *room_keep_line(const struct handling *handling, bool changed)
{
    struct value fact[KEEP_FACTS];
    char text[KEEP_WORD_BYTES];
    char room[ROOM_KEY_BYTES];
    struct value_tree facts;
    const struct compose compose = house_compose_for(handling);
    const char *chosen =
        keep_room(handling, room) ? room_choices_keep(handling->house->room_choices, room) : "";
    value_init(&facts, fact, KEEP_FACTS, text, sizeof text);
    value_object(&facts, "args");
    const struct adapter_def *def = handling->item->adapter->def;
    value_bool(&facts, "stores", def != NULL && def->rows != NULL && def->rows->age != NULL);
    value_bool(&facts, "chosen", chosen[0] != '\0');
    value_number(&facts, "days", keep_within(handling, (uint32_t)strtoul(chosen, NULL, 10)));
    value_number(&facts, "said", keep_setting(handling, "messages_days"));
    value_number(&facts, "games", keep_setting(handling, "tables_days"));
    value_number(&facts, "most", keep_setting(handling, "room_days_max"));
    value_bool(&facts, "moderator", handling->item->copy.inbound.moderator);
    value_bool(&facts, "changed", changed);
    value_end(&facts);
    return compose_say(&compose, MSG_HOUSE_KEEP, &facts, 0);
}

static void keep_refuse(const struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (refusal == REFUSAL_KEEP_TOO_LONG) {
        value_number(facts, "most", keep_setting(handling, "room_days_max"));
    }
    outcome_end(out);
}

/* May that be chosen for the room now, by who said it? */
static enum refusal keep_allowed(const struct handling *handling, const char *room,
                                 enum keep_wish wish, uint32_t days)
{
    if (!handling->item->copy.inbound.moderator) {
        return REFUSAL_NOT_MODERATOR;
    }
    if (handling->house->down) {
        return REFUSAL_STORE_DOWN;
    }
    if (room_choices_are_damaged(handling->house->room_choices, room)) {
        return REFUSAL_ROOM_UNREADABLE;
    }
    return wish == KEEP_DAYS && keep_within(handling, days) != days ? REFUSAL_KEEP_TOO_LONG
                                                                    : REFUSAL_NONE;
}

/* In the room, and in those that were opened from it and where something is played. */
static void keep_choose(struct handling *handling, const char *room, const char *days)
{
    struct house *house = handling->house;
    size_t at = 0;
    room_choices_set_keep(house->room_choices, handling->commit->batch, room, days);
    for (const struct room *one = NULL; (one = map_next(&house->tables.rooms, &at)) != NULL;) {
        char key[ROOM_KEY_BYTES];
        const char *home = link_home(&house->links, one->key, key, sizeof key);
        if (home != NULL && strcmp(home, room) == 0) {
            room_choices_set_keep(house->room_choices, handling->commit->batch, one->key, days);
        }
    }
}

bool room_keep_allows(const struct handling *handling, const char *said)
{
    uint32_t days = 0;
    return keep_read(said, &days) == KEEP_DAYS && keep_within(handling, days) == days;
}

bool room_keep_choose(struct handling *handling, const char *said)
{
    char room[ROOM_KEY_BYTES];
    char digits[KEEP_DAYS_BYTES] = "";
    uint32_t days = 0;
    enum keep_wish wish = keep_read(said, &days);
    if (!keep_room(handling, room) || wish == KEEP_ASKED) {
        return true; /* what is no time is a question */
    }
    enum refusal refusal = keep_allowed(handling, room, wish, days);
    if (refusal != REFUSAL_NONE) {
        keep_refuse(handling, refusal);
        return false;
    }
    if (wish == KEEP_DAYS) {
        snprintf(digits, sizeof digits, "%u", days);
    }
    keep_choose(handling, room, digits);
    return true;
}

void room_keep_inherit(struct handling *handling, const char *room, const char *home)
{
    const char *days = room_choices_keep(handling->house->room_choices, home);
    if (days[0] != '\0' && room_choices_keep(handling->house->room_choices, room)[0] == '\0') {
        char copy[KEEP_DAYS_BYTES];
        snprintf(copy, sizeof copy, "%s", days);
        room_choices_set_keep(handling->house->room_choices, handling->commit->batch, room, copy);
    }
}
