/* House players: seats that the program fills. At the table they are seats like any other, but for
 * what only people do: nobody asks whether they are still there, they host nothing, and they make
 * room. What they play is the host's affair (bot/session/telling/house_player.h). */
#include "table_private.h"

#include <string.h>

bool table_is_bot(const struct table *table, int seat)
{
    return seat_is_person(seat) && seat < table->seat_count && table->seat[seat].house &&
           !table->seat[seat].left;
}

unsigned table_people(const struct table *table)
{
    unsigned bots = 0;
    for (int i = 0; i < table->seat_count; i++) {
        bots += table_is_bot(table, i);
    }
    return table_players(table) - bots;
}

bool table_bots_play(const struct table *table)
{
    const struct player_def *player = table->game->player;
    return player != NULL && (player->plays == NULL || player->plays(&table->options));
}

int table_bot_to_leave(const struct table *table)
{
    int last = SEAT_NONE;
    for (int i = 0; i < table->seat_count; i++) {
        bool later =
            last == SEAT_NONE || table->seat[i].joined_step > table->seat[last].joined_step;
        if (table_is_bot(table, i) && later) {
            last = i;
        }
    }
    return last;
}

void table_bot_leave(struct table *table, int seat, struct outcome *out)
{
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_BOT_LEFT), seat);
    outcome_end(out);
    memset(&table->seat[seat], 0, sizeof table->seat[seat]);
    table->seat[seat].due_ms = NO_DEADLINE;
    table->seat[seat].wish = -1;
}

void table_offer_wait(struct table *table, int64_t now_ms)
{
    bool waits = table_bots_play(table) && !table->offered && table_people(table) > 0 &&
                 table_players(table) < table->game->seats_min;
    table->offer_due_ms =
        waits ? now_ms + table_by_pace(table, LOBBY_OFFER_LIVE_MS, LOBBY_OFFER_ASYNC_MS)
              : NO_DEADLINE;
}

void table_offer_fall_due(struct table *table, struct outcome *out)
{
    if (table->offer_due_ms >= table->now_ms) {
        return;
    }
    table->offer_due_ms = NO_DEADLINE;
    table->offered = true;
    unsigned missing = table->game->seats_min - table_players(table);
    value_number(outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_BOT_OFFER), "missing", missing);
    outcome_end(out);
}

/* The name is the house's choice, out of a fixed list of the language; no two are alike. */
static enum refusal bot_name(const struct table *table, const struct move *move,
                             struct outcome *out)
{
    const char *called = value_text_at(&move->args, "called", "");
    bool good = called[0] != '\0';
    for (int i = 0; i < table->seat_count; i++) {
        good = good && strcmp(table->seat[i].name, called) != 0;
    }
    return good ? REFUSAL_NONE : outcome_bad_argument(out, "called", "not_a_choice");
}

static void bot_take(struct table *table, int at, const struct move *move)
{
    struct table_seat *seat = &table->seat[at];
    seat->person = TABLE_BOT_PERSON + table->step;
    seat->house = true;
    seat->left = false;
    seat->due_ms = NO_DEADLINE;
    seat->reach = DIRECT_VERIFIED; /* there is no way to prove */
    table_keep_text(seat->name, sizeof seat->name, value_text_at(&move->args, "called", ""));
}

static enum refusal bot_sit_in_lobby(struct table *table, const struct move *move,
                                     struct outcome *out)
{
    int at = 0;
    while (at < table->seat_count && table->seat[at].person != 0) {
        at++;
    }
    if (at == table->seat_count) {
        value_number(outcome_refuse(out, REFUSAL_TABLE_FULL), "seats", table->seat_count);
        outcome_end(out);
        return REFUSAL_TABLE_FULL;
    }
    bot_take(table, at, move);
    table_kept_take_house(table, value_text_at(&move->args, "called", ""));
    table->seat[at].joined_step = table->step;
    table_lobby_wait(table, move->at_ms);
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_BOT_JOINED), at);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* Whoever left chose in secret; the house goes on for them only where the table plays with
 * autoplay (rulebook 0.3). */
static enum refusal bot_sit_in_play(struct table *table, const struct move *move,
                                    struct outcome *out)
{
    int at = table_open_seat(table);
    if (at == SEAT_NONE) {
        return REFUSAL_NO_OPEN_SEAT;
    }
    if (table->options.value[OPTION_AUTOPLAY] == 0) {
        value_term(outcome_refuse(out, REFUSAL_OPTION_OFF), "option", "autoplay");
        outcome_end(out);
        return REFUSAL_OPTION_OFF;
    }
    char before[TABLE_NAME_BYTES];
    memcpy(before, table->seat[at].name, sizeof before);
    bot_take(table, at, move);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_SUBSTITUTED);
    table_say_seat(table, facts, at);
    value_text(facts, "before", before, strlen(before));
    outcome_end(out);
    return table_go_on(table, out);
}

enum refusal bot_sit(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (!table_bots_play(table)) {
        return REFUSAL_NO_BOTS;
    }
    enum refusal refusal = bot_name(table, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    return table->phase == TABLE_LOBBY ? bot_sit_in_lobby(table, move, out)
                                       : bot_sit_in_play(table, move, out);
}
