/* What brings a running game to stand, goes on with it or ends it: its host does it, whoever else
 * sits there asks the others. It stands behind Help, since a game goes on without it. */
#include "controls_private.h"

#include "table_view.h"

#include <string.h>

static const char *const manage_pauses[][3] = {
    [PACE_LIVE] = {"15m", "1h", NULL}, [PACE_ASYNC] = {"1d", "3d", "7d"}};

static void manage_pause(struct offer *offer)
{
    const char *const *terms = manage_pauses[offer->table->options.value[OPTION_PACE]];
    for (unsigned i = 0; i < 3 && terms[i] != NULL; i++) {
        struct choice *choice = &offer->choice[offer->choices++];
        choice->count = 1;
        choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .term = terms[i]};
    }
}

/* Those who could go, or could be host. */
static void manage_seats(struct offer *offer)
{
    const struct table *table = offer->table;
    bool host = strcmp(offer->row->name, "host") == 0;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool fits = host ? !seat->house && seat->person != table->host : i != offer->reader;
        if (seat->person != 0 && !seat->left && fits) {
            struct choice *choice = &offer->choice[offer->choices++];
            choice->count = 1;
            choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .number = i};
        }
    }
}

static void manage_check(struct offer *offer)
{
    offer->choices = !offer->table->checking;
}

/* Who must leave says so, or that they can stay. */
static void manage_leaving(struct offer *offer)
{
    struct choice *choice = &offer->choice[offer->choices++];
    choice->count = 1;
    choice->pick[0] =
        (struct pick){.arg = &offer->row->args[0],
                      .term = offer->table->seat[offer->reader].leaving ? "stay" : "go"};
}

static void manage_itself(struct offer *offer)
{
    offer->choices = 1;
}

/* On the host's card it stands anyway. */
static void manage_skip(struct offer *offer)
{
    offer->choices = !table_hosts(offer->table, offer->table->seat[offer->reader].person);
}

struct manage_row {
    const char *act;
    void (*choose)(struct offer *offer);
};

static const struct manage_row manage_rows[] = {
    {"pause", manage_pause},        {"extend", manage_itself},     {"skip", manage_skip},
    {"kick", manage_seats},         {"host", manage_seats},        {"abort", manage_itself},
    {"must_leave", manage_leaving}, {"ready_check", manage_check},
};

void offer_manage(struct offer *offer)
{
    const struct table *table = offer->table;
    bool reads = seat_is_person(offer->reader) && !table->practice;
    reads = reads && !table_poll_runs(table);
    offer->aside = true;
    for (size_t i = 0; i < sizeof manage_rows / sizeof manage_rows[0] && reads; i++) {
        if ((table->phase == TABLE_LOBBY) != (manage_rows[i].choose == manage_check)) {
            continue; /* what else there is in a lobby stands on its board */
        }
        offer_begin(offer, action_find(table_rows, table_row_count, manage_rows[i].act), 0);
        if (!table_poll_waits(table, offer->row, table->seat[offer->reader].person) &&
            offer_table_would(offer, offer->row, table->seat[offer->reader].person)) {
            manage_rows[i].choose(offer);
        }
        if (offer->choices > 0) {
            offer_write(offer);
        }
    }
}

/* --- the console -------------------------------------------------------------------------------
 */

/* Its form asks for whatever the act lacks, the first of it at least. */
static void console_form(struct offer *offer)
{
    offer->choices = 1;
    offer->choice[0].needed = &offer->row->args[0];
}

static void console_resume(struct offer *offer)
{
    offer->choices = table_is_paused(offer->table);
}

static void console_pause(struct offer *offer)
{
    if (!table_is_paused(offer->table)) {
        manage_pause(offer);
    }
}

static void console_lock(struct offer *offer)
{
    offer->choices = !table_is_locked(offer->table);
}

/* Somebody who could be named, and all that were. */
static void console_cohost(struct offer *offer)
{
    if (offer->table->console.cohosts < TABLE_COHOSTS_MAX) {
        console_form(offer);
    }
    if (offer->table->console.cohosts > 0) {
        struct choice *choice = &offer->choice[offer->choices++];
        choice->count = 1;
        choice->pick[0] = (struct pick){.arg = &offer->row->args[1], .number = 1};
    }
}

/* Where the seed deals the places there is nothing to change. */
static void console_swap(struct offer *offer)
{
    bool dealt = offer->table->game->teams[0] != NULL && !table_teams_chosen(offer->table);
    if (table_players(offer->table) > 1 && !dealt) {
        console_form(offer);
    }
}

/* Does somebody keep everybody waiting, or stay away, as all can see? */
static void console_force(struct offer *offer)
{
    int64_t until_ms = NO_DEADLINE;
    for (int i = 0; i < offer->table->seat_count; i++) {
        if (offer->table->seat[i].absent || table_is_overdue(offer->table, i, &until_ms)) {
            console_form(offer);
            return;
        }
    }
}

static void console_replace(struct offer *offer)
{
    if (table_bots_play(offer->table) && offer->table->options.value[OPTION_AUTOPLAY] != 0) {
        console_form(offer);
    }
}

static void console_plans(struct offer *offer)
{
    for (unsigned i = 0; i < offer->table->plans.count; i++) {
        struct choice *choice = &offer->choice[offer->choices++];
        choice->count = 1;
        choice->pick[0] = (struct pick){.arg = &offer->row->args[0],
                                        .number = offer->table->plans.plan[i].number};
    }
}

/* Before the deal, to a host who does not play; taken back at any time. */
static void console_open_host(struct offer *offer)
{
    bool open = offer->table->console.open;
    struct choice *choice = &offer->choice[0];
    if (open || offer->table->phase == TABLE_LOBBY) {
        offer->choices = 1;
        choice->count = open;
        choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .number = 1};
    }
}

static const struct manage_row console_rows[] = {
    {"resume", console_resume},    {"pause", console_pause},       {"lock", console_lock},
    {"extend", manage_itself},     {"skip", manage_itself},        {"force", console_force},
    {"kick", console_form},        {"replace", console_replace},   {"swap", console_swap},
    {"ready_check", manage_check}, {"cohost", console_cohost},     {"open_host", console_open_host},
    {"announce", console_form},    {"announce_all", console_form}, {"warn", console_form},
    {"later", console_form},       {"later_off", console_plans},   {"abort", manage_itself},
};

/* Would it be taken from who reads, alone and without a vote, once its form is filled in? */
static bool console_would(const struct offer *offer)
{
    struct move move;
    struct outcome out;
    const struct table_actor *actor = offer->actor;
    if (!table_row_fits(offer->table, offer->row)) {
        return false;
    }
    move_init(&move, offer->row, actor->reader, offer->table->now_ms);
    move.person = actor->person;
    move.moderator = actor->moderator;
    if (offer->row->apply == house_open_host && offer->table->console.open) {
        value_bool(&move.args, "off", true);
    }
    bool votes = offer->row->args[0].kind != ARG_SEAT && table_poll_wants(offer->table, &move);
    enum refusal refusal = table_try(offer->table, &move, &out);
    return !votes && (refusal == REFUSAL_NONE || refusal == REFUSAL_BAD_ARGUMENT);
}

void offer_console(struct offer *offer)
{
    for (size_t i = 0; i < sizeof console_rows / sizeof console_rows[0]; i++) {
        offer_begin(offer, action_find(table_rows, table_row_count, console_rows[i].act), 0);
        if (console_would(offer)) {
            console_rows[i].choose(offer);
        }
        if (offer->choices > 0) {
            offer_write(offer);
        }
    }
}

void offer_answers(struct offer *offer)
{
    static const int8_t votes[] = {1, 0, BALLOT_ABSTAINED, BALLOT_SILENT};
    const struct arg_def *answer = &offer->row->args[0];
    const struct ballot *ballot = &offer->table->poll.ballot;
    for (unsigned i = 0; i < answer->choice_count; i++) {
        if (ballot->vote[offer->reader] != votes[i]) {
            struct choice *choice = &offer->choice[offer->choices++];
            choice->count = 1;
            choice->pick[0] = (struct pick){.arg = answer, .term = answer->choices[i].name};
        }
    }
    offer->again = ballot->vote[offer->reader] != BALLOT_SILENT;
}
