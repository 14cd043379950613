/* Who votes: people who sit, but for whom it is about, and who let turns go by. What could rob
 * somebody of a game needs more yeses than the largest side has players, so that no side that
 * hides among the others can force it alone. */
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

enum {
    POLL_LIVE_MS = 3 * 60 * 1000,
    POLL_ASYNC_MS = 24 * 3600 * 1000,
    POLL_AGAIN_LIVE_MS = 10 * 60 * 1000, /* after one that failed */
    POLL_AGAIN_ASYNC_MS = 24 * 3600 * 1000
};

enum { POLL_NO, POLL_YES, POLL_CHOICES };

struct poll_row {
    const char *act;
    bool weighty; /* more yeses than a side has players */
    bool others;  /* at least one must agree beside who asks */
};

static const struct poll_row poll_rows[POLL_TOPICS] = {
    [POLL_NONE] = {.act = ""},
    [POLL_PAUSE] = {.act = "pause"},
    [POLL_RESUME] = {.act = "resume"},
    [POLL_EXTEND] = {.act = "extend"},
    [POLL_SKIP] = {.act = "skip"},
    [POLL_UNDO] = {.act = "undo"},
    [POLL_KICK] = {.act = "kick", .weighty = true, .others = true},
    [POLL_HOST] = {.act = "host"},
    [POLL_ABORT] = {.act = "abort", .weighty = true},
};

static enum poll_topic poll_topic_of(const struct action_def *row)
{
    for (unsigned topic = POLL_NONE + 1; topic < POLL_TOPICS; topic++) {
        if (strcmp(poll_rows[topic].act, row->name) == 0) {
            return (enum poll_topic)topic;
        }
    }
    return POLL_NONE;
}

bool table_poll_wants(const struct table *table, const struct move *move)
{
    bool voted = (move->row->who & WHO_VOTED) != 0 && table->phase == TABLE_PLAYING;
    bool sits = seat_is_person(move->seat) && move->person != 0 &&
                table_seat_of(table, move->person) == move->seat;
    int about = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    int64_t until_ms = NO_DEADLINE;
    bool hurries = strcmp(move->row->name, "kick") == 0 && !move->moderator &&
                   !table_is_overdue(table, about, &until_ms);
    bool unsees = strcmp(move->row->name, "undo") == 0 &&
                  table_undo_reveals(table, (unsigned)value_number_at(&move->args, "moves", 1));
    bool lent = strcmp(move->row->name, "host") == 0 && table_is_lent(table, move);
    return voted && sits && (hurries || unsees || lent || !table_may_host(table, move)) &&
           !(strcmp(move->row->name, "extend") == 0 && table_may_extend(table, move));
}

bool table_poll_waits(const struct table *table, const struct action_def *row, uint64_t person)
{
    enum poll_topic topic = poll_topic_of(row);
    return topic != POLL_NONE && !table_hosts(table, person) &&
           table->poll_next_ms[topic] > table->now_ms;
}

static int poll_count(uint16_t seats)
{
    int count = 0;
    for (; seats != 0; seats = (uint16_t)(seats & (seats - 1))) {
        count++;
    }
    return count;
}

/* Who is there to vote. */
static uint16_t poll_voters(const struct table *table, int about)
{
    uint16_t voters = table_taken(table);
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].house || table->seat[i].absent || i == about) {
            voters = (uint16_t)(voters & ~seat_bit(i));
        }
    }
    return voters;
}

/* The most players that play for the same side, as everybody knows it. 0: no sides. */
static int poll_largest_side(const struct table *table)
{
    int side[TEAMS_MAX] = {0};
    const struct game_def *game = table->game;
    if (game->side_most != NULL) {
        return game->side_most(table->state);
    }
    for (int seat = 0; seat < table->seat_count && game->teams[0] != NULL; seat++) {
        int team = game->team(table->state, seat);
        if (team >= 0) {
            side[team]++;
        }
    }
    return side[0] > side[1] ? side[0] : side[1];
}

/* Would it go back behind something that somebody has learned? Then all have to agree. */
static bool poll_wants_all(const struct table *table)
{
    return table->poll.topic == POLL_UNDO &&
           table_undo_reveals(table, table_undo_since(table, table->poll.to));
}

static uint8_t poll_needed(const struct table *table, enum poll_topic topic, uint16_t voters)
{
    int count = poll_count(voters);
    int needed = poll_wants_all(table) ? count : count / 2 + 1;
    int side = poll_rows[topic].weighty ? poll_largest_side(table) + 1 : 0;
    needed = side > needed ? side : needed;
    return (uint8_t)(needed < count ? needed : count > 0 ? count : 1);
}

void table_poll_say(const struct table *table, struct value_tree *facts)
{
    const struct table_poll *poll = &table->poll;
    value_term(facts, "topic", poll->row->name);
    if (seat_is_person(poll->seat)) {
        const char *name = table_seat_name(table, poll->seat);
        value_text(facts, "who", name, strlen(name));
    } else {
        value_null(facts, "who");
    }
    value_number(facts, "ms", poll->length_ms);
    value_number(facts, "count", poll->topic == POLL_UNDO ? table_undo_since(table, poll->to) : 0);
    value_bool(facts, "all", poll_wants_all(table));
}

/* The move that is made when it passes, by nobody alone. */
static void poll_move(const struct table *table, struct move *move)
{
    const struct table_poll *poll = &table->poll;
    move_init(move, poll->row, SEAT_MODERATOR, table->now_ms);
    move->person = 0;
    move->moderator = true;
    if (seat_is_person(poll->seat)) {
        value_number(&move->args, "seat", poll->seat);
    }
    if (poll->topic == POLL_UNDO) {
        value_number(&move->args, "moves",
                     poll->to == 0 ? UNDO_ASKED_MAX : table_undo_since(table, poll->to));
    }
    if (poll->topic == POLL_SKIP) {
        value_number(&move->args, "missed", table_missed_limit(table));
    }
    if (poll->length_ms > 0) {
        value_term(&move->args, "for", table_length_term(poll->length_ms));
    }
}

static enum refusal poll_make(struct table *table, struct outcome *out)
{
    struct move move;
    poll_move(table, &move);
    return move.row->apply(table, &move, out);
}

/* What it asks for must be something that could be done now. */
static enum refusal poll_possible(const struct table *table, struct outcome *out)
{
    struct table copy;
    struct outcome would;
    outcome_init(&would);
    table_copy(&copy, table);
    enum refusal refusal = poll_make(&copy, &would);
    if (refusal != REFUSAL_NONE) {
        if (would.refusal != refusal) {
            outcome_refuse(&would, refusal);
            outcome_end(&would);
        }
        table_pass_refusal(out, &would);
    }
    return refusal;
}

static void poll_say_end(const struct table *table, const char *how, struct outcome *out)
{
    const struct ballot *ballot = &table->poll.ballot;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_POLL_OVER);
    table_poll_say(table, facts);
    value_term(facts, "how", how);
    value_number(facts, "yes", ballot_count(ballot, POLL_YES));
    value_number(facts, "no", ballot_count(ballot, POLL_NO));
    value_number(facts, "needed", ballot->rules.threshold);
    outcome_end(out);
}

/* It has come to its end; what passed is done. */
static void poll_finish(struct table *table, bool passed, struct outcome *out)
{
    struct table_poll *poll = &table->poll;
    struct outcome more;
    outcome_init(&more);
    poll_say_end(table, passed ? "passed" : "failed", out);
    poll->due_ms = NO_DEADLINE;
    if (!passed) {
        table->poll_next_ms[poll->topic] =
            table->now_ms + table_by_pace(table, POLL_AGAIN_LIVE_MS, POLL_AGAIN_ASYNC_MS);
    } else if (poll_make(table, &more) == REFUSAL_NONE) {
        table_add_events(out, &more);
    }
}

static void poll_settle(struct table *table, struct outcome *out)
{
    int result = ballot_result(&table->poll.ballot);
    if (result != BALLOT_RUNNING) {
        poll_finish(table, result == POLL_YES, out);
    }
}

static enum refusal poll_refuse_until(enum refusal refusal, int64_t until_ms, struct outcome *out)
{
    value_number(outcome_refuse(out, refusal), "until_ms", until_ms);
    outcome_end(out);
    return refusal;
}

static enum refusal poll_cast(struct table *table, int seat, const char *answer,
                              struct outcome *out)
{
    struct ballot *ballot = &table->poll.ballot;
    int vote = strcmp(answer, "yes") == 0  ? POLL_YES
               : strcmp(answer, "no") == 0 ? POLL_NO
                                           : BALLOT_ABSTAINED;
    if ((ballot->electorate & seat_bit(seat)) == 0) {
        return REFUSAL_NOT_YOURS;
    }
    bool back = strcmp(answer, "withdraw") == 0;
    if (ballot->vote[seat] == (back ? BALLOT_SILENT : vote)) {
        return REFUSAL_ALREADY_DONE;
    }
    enum refusal refusal = back                       ? ballot_withdraw(ballot, seat)
                           : vote == BALLOT_ABSTAINED ? ballot_abstain(ballot, seat)
                                                      : ballot_cast(ballot, seat, vote);
    assert(refusal == REFUSAL_NONE);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_POLL_VOTE);
    table_say_seat(table, facts, seat);
    value_term(facts, "answer", answer);
    outcome_end(out);
    poll_settle(table, out);
    return refusal;
}

/* The step that it asks to go back to; one that lies behind everything is refused by its act. */
static uint32_t poll_back_to(const struct table *table, const struct move *move,
                             enum poll_topic topic)
{
    unsigned moves = (unsigned)value_number_at(&move->args, "moves", 1);
    bool can = topic == POLL_UNDO && moves <= table_undo_count(table);
    return can ? table_undo_to(table, moves) : 0;
}

static void poll_open(struct table *table, const struct move *move, enum poll_topic topic)
{
    const char *term = value_text_at(&move->args, "for", NULL);
    int about = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    uint16_t voters = poll_voters(table, topic == POLL_KICK ? about : SEAT_NONE);
    table->poll = (struct table_poll){
        .due_ms = table->now_ms + table_by_pace(table, POLL_LIVE_MS, POLL_ASYNC_MS),
        .length_ms = term == NULL ? 0 : table_length_ms(term),
        .ask = ++table->asks,
        .row = move->row,
        .topic = (uint8_t)topic,
        .by = (int8_t)move->seat,
        .seat = (int8_t)about,
        .to = poll_back_to(table, move, topic),
    };
    const struct ballot_rules rules = {
        .choices = POLL_CHOICES,
        .threshold = poll_needed(table, topic, voters),
        .change = true,
        .early = true,
    };
    ballot_open(&table->poll.ballot, &rules, voters, 0);
}

static void poll_say_begin(const struct table *table, struct outcome *out)
{
    const struct table_poll *poll = &table->poll;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_POLL);
    table_say_seat(table, facts, poll->by);
    table_poll_say(table, facts);
    value_number(facts, "needed", poll->ballot.rules.threshold);
    value_number(facts, "voters", poll_count(poll->ballot.electorate));
    value_number(facts, "until_ms", poll->due_ms);
    outcome_end(out);
}

enum refusal table_poll_ask(struct table *table, const struct move *move, struct outcome *out)
{
    enum poll_topic topic = poll_topic_of(move->row);
    int about = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    if (table_poll_runs(table)) {
        bool same = table->poll.topic == topic && table->poll.seat == about &&
                    table->poll.to == poll_back_to(table, move, topic);
        return same ? poll_cast(table, move->seat, "yes", out)
                    : poll_refuse_until(REFUSAL_POLL_RUNS, table->poll.due_ms, out);
    }
    if (table->poll_next_ms[topic] > table->now_ms) {
        return poll_refuse_until(REFUSAL_POLL_AGAIN, table->poll_next_ms[topic], out);
    }
    poll_open(table, move, topic);
    enum refusal refusal = about == move->seat && topic == POLL_KICK
                               ? outcome_bad_argument(out, "seat", "yourself")
                               : poll_possible(table, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (poll_rows[topic].others && poll_count(table->poll.ballot.electorate) < 2) {
        return REFUSAL_POLL_ALONE;
    }
    poll_say_begin(table, out);
    return (table->poll.ballot.electorate & seat_bit(move->seat)) != 0
               ? poll_cast(table, move->seat, "yes", out)
               : REFUSAL_NONE;
}

enum refusal table_poll_decide(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    return table_poll_runs(table)
               ? poll_cast(table, move->seat, value_text_at(&move->args, "answer", ""), out)
               : REFUSAL_NO_POLL;
}

void table_poll_fall_due(struct table *table, struct outcome *out)
{
    assert(table_poll_runs(table));
    ballot_close(&table->poll.ballot);
    poll_settle(table, out);
}

/* Can what it asks for still come true? */
static bool poll_is_void(const struct table *table)
{
    const struct table_poll *poll = &table->poll;
    bool paused = table_is_paused(table);
    bool gone = seat_is_person(poll->seat) && table->seat[poll->seat].left;
    return gone || (poll->topic == POLL_PAUSE && paused) ||
           (poll->topic == POLL_UNDO && table_undo_since(table, poll->to) == 0) ||
           (poll->topic == POLL_RESUME && !paused) ||
           (poll->topic == POLL_HOST && table->seat[poll->seat].person == table->host);
}

void table_poll_follow(struct table *table, struct outcome *out)
{
    struct table_poll *poll = &table->poll;
    if (!table_poll_runs(table)) {
        return;
    }
    if (table->phase != TABLE_PLAYING || poll_is_void(table)) {
        if (table->phase == TABLE_PLAYING) {
            poll_say_end(table, "off", out);
        }
        poll->due_ms = NO_DEADLINE;
        return;
    }
    uint16_t there = poll_voters(table, poll->topic == POLL_KICK ? poll->seat : SEAT_NONE);
    uint16_t gone = (uint16_t)(poll->ballot.electorate & ~there);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((gone & seat_bit(seat)) != 0) {
            ballot_drop(&poll->ballot, seat);
        }
    }
    uint8_t needed = poll_needed(table, poll->topic, poll->ballot.electorate);
    if (gone != 0 || (poll->topic == POLL_UNDO && needed > poll->ballot.rules.threshold)) {
        poll->ballot.rules.threshold = needed;
        poll_settle(table, out);
    }
}
