/* What brings a running game to stand, goes on with it or ends it: its host does it, whoever else
 * sits there asks the others. It stands behind Help, since a game goes on without it. */
#include "controls_private.h"

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
    offer->choices = offer->table->seat[offer->reader].person != offer->table->host;
}

/* The last moves, one by one; each carries what its reader saw, since somebody else may be faster.
 */
static void manage_undo(struct offer *offer)
{
    const struct table *table = offer->table;
    unsigned count = table_undo_count(table);
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
