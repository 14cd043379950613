/* What brings a running game to stand, goes on with it or ends it: its host does it, whoever else
 * sits there asks the others. It stands behind Help, since a game goes on without it. */
#include "controls_private.h"

#include "table_view.h"

#include <string.h>

enum { MANAGE_UNDO_MAX = 3 }; /* more of them is typed */

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

/* The last moves, one by one; each carries what its reader saw, since somebody else may be faster.
 */
static void manage_undo(struct offer *offer)
{
    const struct table *table = offer->table;
    unsigned count = table_undo_count(table);
    bool votes = offer->aside && table->week.name[0] == '\0'; /* behind something revealed, too */
    while (count > 0 && !votes && table_undo_reveals(table, count)) {
        count--;
    }
    offer->base.count = 1;
    offer->base.pick[0] =
        (struct pick){.arg = &offer->row->args[1], .number = (int32_t)table->undo.seen};
    for (unsigned i = 1; i <= count && i <= MANAGE_UNDO_MAX; i++) {
        struct choice *choice = &offer->choice[offer->choices++];
        *choice = offer->base;
        choice->pick[choice->count++] =
            (struct pick){.arg = &offer->row->args[0], .number = (int32_t)i};
    }
}

struct manage_row {
    const char *act;
    void (*choose)(struct offer *offer);
};

static const struct manage_row manage_rows[] = {
    {"pause", manage_pause},        {"extend", manage_itself},     {"skip", manage_skip},
    {"kick", manage_seats},         {"host", manage_seats},        {"abort", manage_itself},
    {"must_leave", manage_leaving}, {"ready_check", manage_check}, {"undo", manage_undo},
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

/* A move of the row by who reads; without an argument yet. */
static void console_move(const struct offer *offer, struct move *move)
{
    const struct table *table = offer->table;
    const struct table_actor *actor = offer->actor;
    move_init(move, offer->row, offer->reader, table->now_ms);
    if (actor != NULL) {
        move->person = actor->person;
        move->moderator = actor->moderator;
        return;
    }
    bool rules = offer->reader == SEAT_MODERATOR;
    move->person = seat_is_person(offer->reader) ? table->seat[offer->reader].person
                   : rules                       ? table->referee
                                                 : table->host;
    move->moderator = rules && table->referee == 0;
}

/* Fills in what a form asks for or the house adds, so that nothing else is lacking. */
static void console_fill(struct move *move)
{
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        bool lacks = (arg->flags & ARG_OPTIONAL) == 0 && !value_has(&move->args, arg->name);
        if (lacks && arg->kind == ARG_TEXT) {
            value_text(&move->args, arg->name, "-", 1);
        } else if (lacks && arg->kind == ARG_TERM && (arg->flags & ARG_RESOLVED) != 0) {
            value_term(&move->args, arg->name, "-");
        }
    }
}

/* Would it be taken for this seat, whatever else it says? */
static bool console_takes(const struct offer *offer, struct move *move, int seat)
{
    struct outcome out;
    value_number(&move->args, "seat", seat);
    console_fill(move);
    return table_try(offer->table, move, &out) == REFUSAL_NONE;
}

/* A choice for each seat that it would be taken for. moderates: from a moderator of the room. */
static void console_each_seat(struct offer *offer, bool moderates)
{
    for (int seat = 0; seat < offer->table->seat_count; seat++) {
        struct move move;
        console_move(offer, &move);
        move.moderator = move.moderator || moderates;
        if (offer->table->seat[seat].person != 0 && seat != offer->reader &&
            console_takes(offer, &move, seat)) {
            struct choice *choice = &offer->choice[offer->choices++];
            choice->count = 1;
            choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .number = seat};
        }
    }
}

bool offer_host_seats(struct offer *offer)
{
    if ((offer->row->traits & FOR_EACH_SEAT) == 0) {
        return false;
    }
    console_each_seat(offer, false);
    if (offer->choices == 0 && offer->actor == NULL) {
        console_each_seat(offer, offer->reader == SEAT_MODERATOR); /* no referee then */
    }
    offer->menu = true;
    return true;
}

static void console_seats(struct offer *offer)
{
    offer_host_seats(offer);
}

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

/* The lengths that would be taken, as one menu. */
static void console_lengths(struct offer *offer)
{
    for (unsigned i = 0; i < TABLE_LENGTHS; i++) {
        struct move move;
        struct outcome out;
        console_move(offer, &move);
        value_term(&move.args, "for", table_lengths[i].name);
        if (table_try(offer->table, &move, &out) == REFUSAL_NONE) {
            struct choice *choice = &offer->choice[offer->choices++];
            choice->count = 1;
            choice->pick[0] =
                (struct pick){.arg = &offer->row->args[0], .term = table_lengths[i].name};
        }
    }
    offer->menu = true;
}

/* All that were named go together; it is an offer of its own. */
static void console_no_cohosts(struct offer *offer)
{
    struct choice *choice = &offer->choice[0];
    offer->choices = offer->table->console.cohosts > 0;
    choice->count = 1;
    choice->pick[0] = (struct pick){.arg = &offer->row->args[1], .number = 1};
}

/* Where the seed deals the places there is nothing to change. */
static void console_swap(struct offer *offer)
{
    bool dealt = offer->table->game->teams[0] != NULL && !table_teams_chosen(offer->table);
    if (table_players(offer->table) > 1 && !dealt) {
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
    {"resume", console_resume},
    {"pause", console_pause},
    {"lock", console_lengths},
    {"extend", console_lengths},
    {"skip", manage_itself},
    {"force", console_seats},
    {"kick", console_seats},
    {"replace", console_seats},
    {"swap", console_swap},
    {"ready_check", manage_check},
    {"cohost", console_seats},
    {"cohost", console_no_cohosts},
    {"open_host", console_open_host},
    {"announce", console_form},
    {"announce_all", console_form},
    {"warn", console_seats},
    {"later", console_form},
    {"later_off", console_plans},
    {"undo", manage_undo},
    {"abort", manage_itself},
};

/* Would it be taken from who reads, alone and without a vote, once its form is filled in? */
static bool console_would(const struct offer *offer)
{
    struct move move;
    struct outcome out;
    if (!table_row_fits(offer->table, offer->row)) {
        return false;
    }
    console_move(offer, &move);
    if (offer->row->apply == house_open_host && offer->table->console.open) {
        value_bool(&move.args, "off", true);
    } else if (offer->row->apply == house_undo) {
        value_number(&move.args, CONTROL_AS_OF, offer->table->undo.seen);
    }
    console_fill(&move);
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
