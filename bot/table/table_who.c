/* Who overrules at a table, and what that lets them do; it asks nothing else of the table. */
#include "table_console.h"

#include <string.h>

#include "table_private.h"

static int console_cohost(const struct table *table, uint64_t person)
{
    for (int i = 0; i < table->console.cohosts; i++) {
        if (person != 0 && table->console.cohost[i] == person) {
            return i;
        }
    }
    return -1;
}

bool table_hosts(const struct table *table, uint64_t person)
{
    return person != 0 && (person == table->host || console_cohost(table, person) >= 0);
}

/* NULL: they are none. */
static const char *console_cohost_name(const struct table *table, uint64_t person)
{
    int at = console_cohost(table, person);
    return at < 0 ? NULL : table->console.cohost_name[at];
}

const char *table_role(const struct table *table, const struct move *move)
{
    if (move->person != 0 && move->person == table->host) {
        return "host";
    }
    if (console_cohost(table, move->person) >= 0) {
        return "cohost";
    }
    if (move->person != 0 && move->person == table->referee) {
        return "referee";
    }
    return move->moderator ? "moderator" : "player";
}

bool table_is_lent(const struct table *table, const struct move *move)
{
    return !move->moderator && console_cohost(table, move->person) >= 0;
}

void table_say_who(const struct table *table, struct value_tree *facts, const struct move *move)
{
    const char *name = NULL;
    if (seat_is_person(move->seat)) {
        name = table->seat[move->seat].name;
    } else if (move->person != 0 && move->person == table->host) {
        name = table->host_name;
    } else if (move->person != 0 && move->person == table->referee) {
        name = table->referee_name;
    } else {
        name = console_cohost_name(table, move->person);
    }
    if (name != NULL) {
        value_text(facts, "name", name, strlen(name));
    } else {
        value_null(facts, "name");
    }
    value_bool(facts, "agreed", name == NULL && move->person == 0);
}

void table_audit(const struct table *table, const struct move *move, const char *act, int seat,
                 int64_t ms, struct outcome *out)
{
    const char *role = table_role(table, move);
    if (move->person == 0 || strcmp(role, "player") == 0) {
        return; /* they agreed on it */
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_BY);
    table_say_who(table, facts, move);
    value_term(facts, "role", role);
    value_term(facts, "act", act);
    if (seat_is_person(seat)) {
        const char *who = table->seat[seat].name;
        value_text(facts, "who", who, strlen(who));
    }
    if (ms > 0) {
        value_number(facts, "ms", ms);
    }
    outcome_end(out);
}

bool table_is_locked(const struct table *table)
{
    return table->console.locked;
}

enum refusal table_refuse_locked(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_INPUT_LOCKED);
    if (table->pause_due_ms != NO_DEADLINE) {
        value_number(facts, "until_ms", table->pause_due_ms);
    } else {
        value_null(facts, "until_ms");
    }
    outcome_end(out);
    return REFUSAL_INPUT_LOCKED;
}

bool table_sees_all(const struct table *table, uint64_t person)
{
    return table->console.open && person != 0 && person == table->console.watcher;
}
