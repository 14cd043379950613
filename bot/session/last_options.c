#include "last_options.h"

#include <stdio.h>
#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "room_choices.h"

enum { LAST_BYTES = 512, LAST_VALUE_BYTES = 48 };

static const char last_full[] = "start_when_full";

/* Where they are kept: a thread's table has those of its channel. */
static const char *last_room(const struct table_entry *entry)
{
    return entry->home != NULL ? entry->home->key : entry->room->key;
}

static void last_put(char *text, size_t size, const char *name, const char *value)
{
    size_t len = strlen(text);
    if (len + strlen(name) + strlen(value) + 3 < size) {
        snprintf(text + len, size - len, "%s%s=%s", len > 0 ? " " : "", name, value);
    }
}

void last_options_print(const struct table *table, char *text, size_t size)
{
    const struct option_def *row = NULL;
    struct options usual;
    text[0] = '\0';
    options_default(table->game, &usual);
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        char value[LAST_VALUE_BYTES];
        if (row->kind != OPTION_PERSON && table->options.value[i] != usual.value[i]) {
            options_print(table->game, &table->options, i, value);
            last_put(text, size, row->name, value);
        }
    }
}

void last_options_keep(const struct handling *handling, const struct move *move)
{
    const struct table *table = &handling->entry->resident->table;
    char text[LAST_BYTES] = "";
    if (strcmp(move->row->name, "start") != 0 || table->practice) {
        return;
    }
    last_options_print(table, text, sizeof text);
    if (table->start_when_full) {
        last_put(text, sizeof text, last_full, "on");
    }
    room_choices_set_last(handling->house->room_choices, handling->commit->batch,
                          last_room(handling->entry), table->game->id, text);
}

/* Is it an option that the game still has, with such a value? */
static bool last_fits(const struct game_def *game, const char *name, const char *value)
{
    struct options options;
    const struct option_def *row = NULL;
    options_default(game, &options);
    return options_set(game, &options, name, value, &row) && row->kind != OPTION_PERSON;
}

bool last_options_add(const struct handling *handling, const struct value_tree *said,
                      struct value_tree *options, bool *full_r)
{
    const struct table_entry *entry = handling->entry;
    char text[LAST_BYTES];
    char *rest = text;
    bool any = false;
    snprintf(text, sizeof text, "%s",
             room_choices_last(handling->house->room_choices, last_room(entry), entry->game->id));
    if (value_first(said, VALUE_NONE) != VALUE_NONE) {
        return false;
    }
    for (char *word = NULL; (word = strsep(&rest, " ")) != NULL;) {
        char *value = word;
        const char *name = strsep(&value, "=");
        if (value != NULL && strcmp(name, last_full) == 0) {
            *full_r = true;
            any = true;
        } else if (value != NULL && last_fits(entry->game, name, value)) {
            value_text(options, name, value, strlen(value));
            any = true;
        }
    }
    return any;
}
