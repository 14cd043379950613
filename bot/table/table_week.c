/* Which week it is, and what stands for its secret, the host puts into the move: at the choice, so
 * that all can read it in the lobby, and again at the start, since a week may have ended between.
 */
#include "table_week.h"

#include <string.h>

#include "table_private.h"

bool table_has_weeks(const struct game_def *game)
{
    return game->draw != NULL;
}

bool table_week_option(const struct table *table, const char *name, const char *value)
{
    return strcmp(name, TABLE_WEEK_OPTION) == 0 && table_has_weeks(table->game) &&
           (strcmp(value, "own") == 0 || (strcmp(value, "weekly") == 0 && !table->practice));
}

bool table_week_chosen(const struct move *move)
{
    const char *name = value_text_at(&move->args, "option", "");
    const char *dot = strchr(name, '.');
    return strcmp(move->row->name, "option") == 0 &&
           strcmp(dot == NULL ? name : dot + 1, TABLE_WEEK_OPTION) == 0 &&
           strcmp(value_text_at(&move->args, "value", ""), "weekly") == 0;
}

const uint8_t *table_commitment(const struct table *table)
{
    return table->week.name[0] != '\0' ? table->week.commitment : table->commitment;
}

enum refusal table_week_take(struct table *table, const struct move *move, struct outcome *out)
{
    struct table_week week = {{0}, {0}};
    const char *name = value_text_at(&move->args, "week", "");
    if (strlen(name) >= sizeof week.name) {
        return outcome_bad_argument(out, "week", "too_long");
    }
    if (name[0] == '\0' ||
        !table_hex(value_text_at(&move->args, "commitment", ""), week.commitment, SEED_BYTES)) {
        return outcome_bad_argument(out, "week", "missing");
    }
    table_keep_text(week.name, sizeof week.name, name);
    table->week = week;
    return REFUSAL_NONE;
}

enum refusal table_week_choose(struct table *table, const struct move *move, const char *value,
                               struct outcome *out)
{
    if (strcmp(value, "weekly") == 0) {
        return table_week_take(table, move, out);
    }
    memset(&table->week, 0, sizeof table->week);
    return REFUSAL_NONE;
}
