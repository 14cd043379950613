/* Who is ready and who is still there: as people say it themselves, and as all are asked for. */
#include "table_night.h"
#include "table_private.h"

#include <string.h>

/* Somebody showed life: the wait until they are asked begins anew. */
void table_seat_seen(struct table *table, int seat, int64_t now_ms)
{
    table->seat[seat].ask = 0;
    table->seat[seat].due_ms = now_ms + table_by_pace(table, LOBBY_ASK_LIVE_MS, LOBBY_ASK_ASYNC_MS);
}

/* Once everybody has answered, nobody waits for more. */
void table_check_over(struct table *table)
{
    bool waits = false;
    for (int i = 0; i < table->seat_count; i++) {
        waits = waits || table->seat[i].ask != 0;
    }
    table->checking = table->checking && waits;
}

enum refusal lobby_ready(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (table->game->gathers) {
        return night_ready(table, move, out);
    }
    struct table_seat *seat = &table->seat[move->seat];
    bool on = value_has(&move->args, "on") ? value_bool_at(&move->args, "on") : !seat->ready;
    seat->ready = on;
    table_seat_seen(table, move->seat, move->at_ms);
    table_check_over(table);
    enum message message = on ? MSG_TABLE_READY : MSG_TABLE_NOT_READY;
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, message), move->seat);
    outcome_end(out);
    return REFUSAL_NONE;
}

enum refusal lobby_here(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    bool asked = table->seat[move->seat].ask != 0;
    table_seat_seen(table, move->seat, move->at_ms);
    table_say_seat(table,
                   outcome_say(out, asked ? AUDIENCE_CROWD : seat_bit(move->seat), MSG_TABLE_HERE),
                   move->seat);
    outcome_end(out);
    return REFUSAL_NONE;
}

void table_check_ends(struct table *table)
{
    for (int i = 0; i < table->seat_count && table->checking; i++) {
        if (table->seat[i].ask != 0) {
            table_seat_seen(table, i, table->now_ms);
        }
    }
    table->checking = false;
}

static enum refusal ready_too_few(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_TOO_FEW);
    value_number(facts, "seats", table->game->seats_min);
    value_number(facts, "players", table_players(table));
    outcome_end(out);
    return REFUSAL_TOO_FEW;
}

/* The name of who asks; null: a moderator, or the house. */
static void ready_say_who(const struct table *table, struct value_tree *facts,
                          const struct move *move)
{
    const char *name = seat_is_person(move->seat) ? table->seat[move->seat].name
                       : move->person != 0 && move->person == table->host ? table->host_name
                                                                          : NULL;
    if (name != NULL) {
        value_text(facts, "name", name, strlen(name));
    } else {
        value_null(facts, "name");
    }
}

/* Everybody is asked anew, but for who asks. */
enum refusal lobby_check(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int64_t until_ms =
        move->at_ms + table_by_pace(table, LOBBY_CHECK_LIVE_MS, LOBBY_CHECK_ASYNC_MS);
    if (table_players(table) < table->game->seats_min) {
        return ready_too_few(table, out);
    }
    if (table->checking || table->practice) {
        return REFUSAL_ALREADY_DONE;
    }
    table->checking = true;
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seat[i];
        bool asks = move->person != 0 && seat->person == move->person;
        if (seat->person != 0 && !seat->house) {
            table_seat_seen(table, i, move->at_ms);
            seat->ready = asks;
            seat->ask = asks ? 0 : ++table->asks;
            seat->due_ms = asks ? seat->due_ms : until_ms;
        }
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_CHECK);
    ready_say_who(table, facts, move);
    value_number(facts, "until_ms", until_ms);
    outcome_end(out);
    return REFUSAL_NONE;
}
