/* One table of what each default looks like when it happens: the event that tells it, and what its
 * arguments say. */
#include "kit_default.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { KIT_DEFAULT_BYTES = 4096, KIT_DEFAULT_STEPS = 8 };

/* What a default is seen by. */
struct kit_default {
    enum message fallback;
    const char *event; /* NULL: nothing is told yet; see quiet */
    const char *says; /* stands in the event's arguments, %d is the seat that owed it; "" for all */
};

static const struct kit_default defaults[] = {
    {MSG_LOWBALL_BY_TIME_NONE, "lowball.revealed", ""},
    {MSG_INTERCEPTOR_BY_TIME_LEADER_0, "interceptor.leader", "\"seat\":0"},
    {MSG_INTERCEPTOR_BY_TIME_SKIP, "interceptor.passed_over", "\"seat\":%d,\"why\":\"skipped\""},
    {MSG_INTERCEPTOR_BY_TIME_SPLIT, "interceptor.split", "\"by_time\":true"},
    {MSG_INTERCEPTOR_BY_TIME_RULING, "interceptor.wrong", ""},
    {MSG_INTERCEPTOR_BY_TIME_PASS, "interceptor.passed", "\"seat\":%d"},
    {MSG_DECRYPTO_BY_TIME_BLANK, NULL, NULL},
    {MSG_DECRYPTO_BY_TIME_ROTATION, "decrypto.encryptor", "\"why\":\"time\""},
    {MSG_DECRYPTO_BY_TIME_WRONG, "decrypto.revealed", "\"decode\":null"},
    {MSG_DECRYPTO_BY_TIME_PASS, "decrypto.revealed", "\"passed\":true"},
    {MSG_DECRYPTO_BY_TIME_RULING, "decrypto.ruled", "\"answer\":\"no\""},
    {MSG_DECRYPTO_BY_TIME_NO_IDEA, "decrypto.guesses", "[\"\",\"\",\"\",\"\"]"},
    {MSG_INFILTRATORS_BY_TIME_BIDE, "infiltrators.bided", "\"seat\":%d,\"drawn\":0"},
    {MSG_INFILTRATORS_BY_TIME_NAB, "infiltrators.nabbed", "\"seat\":%d"},
    {MSG_INFILTRATORS_BY_TIME_PASS, "infiltrators.turn", ""},
    {MSG_INFILTRATORS_BY_TIME_NO_DRAW, "infiltrators.declined", "\"seat\":%d"},
    {MSG_INFILTRATORS_BY_TIME_NONE, "infiltrators.retrieved", "\"seat\":%d,\"what\":\"none\""},
    {MSG_INFILTRATORS_BY_TIME_LATEST, "infiltrators.dropped", "\"seat\":%d"},
    {MSG_SPYFALL_BY_TIME_NO, "spyfall.voted", "\"seat\":%d,\"answer\":\"no\",\"by_time\":true"},
    {MSG_SPYFALL_BY_TIME_NO, "spyfall.ballot", "\"seat\":%d,\"by_time\":true"},
    {MSG_SPYFALL_BY_TIME_YES, "spyfall.voted", "\"seat\":%d,\"answer\":\"yes\",\"by_time\":true"},
    {MSG_SPYFALL_BY_TIME_YES, "spyfall.ballot", "\"seat\":%d,\"by_time\":true"},
    {MSG_SPYFALL_BY_TIME_SKIP, "spyfall.unanswered", "\"seat\":%d"},
    {MSG_SPYFALL_BY_TIME_SKIP, "spyfall.turn", "\"before\":%d,\"why\":\"skipped\""},
    {MSG_SPYFALL_BY_TIME_NEXT, "spyfall.round", ""},
    {MSG_SPYFALL_BY_TIME_NEXT, "game.over", ""},
    {MSG_SPYFALL_BY_TIME_PASS, "spyfall.passed", "\"seat\":%d,\"by_time\":true"},
    {MSG_SPYFALL_BY_TIME_NO_GUESS, "spyfall.round_over", "\"end\":\"spy_indicted\""},
};

/* A copy on which time passes. */
struct trial {
    const struct game_def *game;
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    struct move move;
    struct outcome out;
    char told[OUTCOME_EVENTS_MAX][KIT_DEFAULT_BYTES];
    unsigned count;
};

static struct trial ticked;
static struct trial skipped;

/* Is it said for its own sake, whoever owes what? */
static bool is_announcement(const char *id)
{
    return strcmp(id, "infiltrators.clock") == 0 || strcmp(id, "spyfall.reminder") == 0;
}

static void trial_hear(struct trial *trial)
{
    for (unsigned i = 0; i < trial->out.event_count; i++) {
        const struct event *event = &trial->out.event[i];
        const char *id = message_name(event->message);
        if (!is_announcement(id)) {
            char *told = trial->told[trial->count++];
            ck_assert_uint_le(trial->count, OUTCOME_EVENTS_MAX);
            int len = snprintf(told, KIT_DEFAULT_BYTES, "%x %s ", event->to, id);
            value_print_at(&trial->out.facts, event->args, told + len,
                           KIT_DEFAULT_BYTES - (size_t)len);
        }
    }
}

static void trial_make(struct trial *trial, const struct game_def *game, const void *state)
{
    trial->game = game;
    trial->count = 0;
    memcpy(trial->state, state, game->state_size);
}

static enum refusal trial_move(struct trial *trial, int seat, const char *action, int64_t at_ms)
{
    move_init(&trial->move, rules_action(trial->game, action), seat, at_ms);
    enum refusal refusal = rules_apply(trial->game, trial->state, &trial->move, &trial->out);
    if (refusal == REFUSAL_NONE) {
        trial_hear(trial);
    }
    return refusal;
}

static bool trial_told(const struct trial *trial, const char *id, const char *says)
{
    char with_blanks[80];
    snprintf(with_blanks, sizeof with_blanks, " %s ", id);
    for (unsigned i = 0; i < trial->count; i++) {
        if (strstr(trial->told[i], with_blanks) != NULL && strstr(trial->told[i], says) != NULL) {
            return true;
        }
    }
    return false;
}

static bool trial_overdue(const struct trial *trial)
{
    char id[40];
    snprintf(id, sizeof id, "%s.overdue", trial->game->id);
    return trial_told(trial, id, "");
}

/* Does somebody still wait for what was owed under this number? */
static bool trial_still_owed(const struct trial *trial, const struct owed *owed)
{
    struct owed_list list;
    rules_owed(trial->game, trial->state, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *now = &list.owed[i];
        if (now->seat == owed->seat && now->ask == owed->ask &&
            strcmp(now->actions[0], owed->actions[0]) == 0) {
            ck_assert(now->deadline_ms == NO_DEADLINE);
            return true;
        }
    }
    return false;
}

/* An empty set is told only when everybody may read clues. */
static bool trial_is_blank(const struct trial *trial, const struct owed *owed)
{
    static struct view view;
    char json[256];
    if (trial_told(trial, "decrypto.published", "[\"-\",\"-\",\"-\"]") ||
        trial_told(trial, "decrypto.rewritten", "\"blank\":true")) {
        return true;
    }
    for (int seat = 0; seat < rules_state(trial->state)->seats; seat++) {
        rules_view(trial->game, trial->state, seat, &view);
        uint16_t written = value_path(&view.facts, "written");
        bool own = seat == owed->seat || strcmp(owed->actions[0], "volunteer") == 0;
        if (own && written != VALUE_NONE &&
            value_print_at(&view.facts, written, json, sizeof json) > 0 &&
            strcmp(json, "[\"-\",\"-\",\"-\"]") == 0) {
            return true;
        }
    }
    return false;
}

static bool trial_shows(const struct trial *trial, const struct owed *owed)
{
    char says[96];
    if (owed->fallback == MSG_DECRYPTO_BY_TIME_BLANK) {
        return trial_is_blank(trial, owed);
    }
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        const struct kit_default *row = &defaults[i];
        const char *hole = row->says == NULL ? NULL : strstr(row->says, "%d");
        if (row->says == NULL || row->fallback != owed->fallback) {
            continue;
        }
        int before = hole == NULL ? (int)strlen(row->says) : (int)(hole - row->says);
        int len = snprintf(says, sizeof says, "%.*s", before, row->says);
        if (hole != NULL) {
            snprintf(says + len, sizeof says - (size_t)len, "%d%s", owed->seat, hole + 2);
        }
        if (trial_told(trial, row->event, says)) {
            return true;
        }
    }
    return false;
}

/* What a skip tells beside: that it was time. */
static bool same_told(const char *a, const char *b)
{
    static const char by_time[] = "\"by_time\":";
    const char *at = strstr(a, by_time);
    const char *bt = strstr(b, by_time);
    if (at == NULL || bt == NULL || at - a != bt - b) {
        return strcmp(a, b) == 0;
    }
    return memcmp(a, b, (size_t)(at - a)) == 0;
}

static void ck_skip_does_the_same(const struct game_def *game, const void *state, int64_t due)
{
    trial_make(&skipped, game, state);
    enum refusal refusal = trial_move(&skipped, SEAT_MODERATOR, "skip", due);
    ck_assert_int_eq(refusal, REFUSAL_NONE);
    for (unsigned i = 0; i < ticked.count || i < skipped.count; i++) {
        const char *by_time = i < ticked.count ? ticked.told[i] : "nothing";
        const char *by_skip = i < skipped.count ? skipped.told[i] : "nothing";
        ck_assert_msg(same_told(by_time, by_skip), "time: %s\nskip: %s", by_time, by_skip);
    }
}

/* At the same moment the clock of the mission or round comes first, and may leave nobody waiting.
 */
static bool clock_came_first(void)
{
    return trial_told(&ticked, "infiltrators.suspects", "") ||
           trial_told(&ticked, "spyfall.round_over", "\"end\":\"clock\"");
}

static void ck_one(const struct owed *owed)
{
    const char *name = owed->fallback == MSG_NONE ? "none" : message_name(owed->fallback);
    const char *action = owed->actions[0];
    bool still = !rules_state(ticked.state)->over && trial_still_owed(&ticked, owed);
    if (owed->fallback == MSG_NONE && !still && clock_came_first()) {
        return;
    }
    if (owed->fallback == MSG_NONE) {
        ck_assert_msg(trial_overdue(&ticked), "%d owes %s: no reminder", owed->seat, action);
        ck_assert_msg(still, "%d owes %s without default, and then no more", owed->seat, action);
        return;
    }
    ck_assert_msg(!still, "%d still owes %s: %s", owed->seat, action, name);
    ck_assert_msg(trial_shows(&ticked, owed), "%d owes %s: not %s, but %s", owed->seat, action,
                  name, ticked.count > 0 ? ticked.told[0] : "nothing");
}

void kit_ck_defaults(const struct game_def *game, const void *state)
{
    struct owed_list list;
    rules_owed(game, state, &list);
    int64_t due = NO_DEADLINE;
    size_t fall = 0;
    size_t reminders = 0;
    for (size_t i = 0; i < list.count; i++) {
        ck_assert(list.owed[i].deadline_ms != NO_DEADLINE || list.owed[i].fallback == MSG_NONE);
        due = list.owed[i].deadline_ms < due ? list.owed[i].deadline_ms : due;
    }
    if (due == NO_DEADLINE || due > game->due_ms(state)) {
        return; /* nothing personal falls due next */
    }
    trial_make(&ticked, game, state);
    for (int i = 0; i < KIT_DEFAULT_STEPS && rules_due_ms(game, ticked.state) <= due; i++) {
        ck_assert_int_eq(trial_move(&ticked, SEAT_HOUSE, "tick", due + 1), REFUSAL_NONE);
    }
    for (size_t i = 0; i < list.count; i++) {
        if (list.owed[i].deadline_ms == due) {
            fall++;
            reminders += list.owed[i].fallback == MSG_NONE;
            ck_one(&list.owed[i]);
        }
    }
    if (reminders == 0) {
        ck_assert_msg(!trial_overdue(&ticked), "a default and a reminder");
    }
    if (reminders == 0 && fall == list.count) {
        ck_skip_does_the_same(game, state, due);
    }
}
