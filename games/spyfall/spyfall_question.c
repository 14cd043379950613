/* Questions and answers: who holds the turn, whom he may ask, what an answer moves on. What is said
 * is free; no rule looks at it but to see that there is something. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

#include "text_form.h"

/* Can it be seen: a letter, a digit, an emoji, a mark of punctuation, a sign? */
static bool question_is_seen(int32_t point)
{
    enum { BRAILLE_BLANK = 0x2800 };
    utf8proc_category_t category = utf8proc_category(point);
    bool mark = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_SO;
    return form_is_readable(point) || form_is_emoji(point) || (mark && point != BRAILLE_BLANK);
}

static bool question_is_blank(const char *words)
{
    struct text text;
    bool seen = false;
    if (!text_norm(words, &text)) {
        return true;
    }
    for (int i = 0; i < text.count; i++) {
        seen = seen || question_is_seen(text.point[i]);
    }
    return !seen;
}

static enum refusal question_check_text(const struct move *move, struct outcome *out)
{
    const char *text = value_text_at(&move->args, "text", NULL);
    if (text == NULL) {
        return outcome_bad_argument(out, "text", "missing");
    }
    return question_is_blank(text) ? outcome_bad_argument(out, "text", "blank") : REFUSAL_NONE;
}

static enum refusal ask_check_target(const struct spyfall *state, const struct move *move,
                                     struct outcome *out)
{
    int target = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    if (target == SEAT_NONE) {
        return outcome_bad_argument(out, "seat", "missing");
    }
    if (target == move->seat) {
        return REFUSAL_SELF_TARGET;
    }
    enum refusal refusal = spyfall_is_in(state, target, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (target == state->barred) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_BARRED_TARGET);
        value_number(args, "seat", target);
        outcome_end(out);
        return REFUSAL_BARRED_TARGET;
    }
    return REFUSAL_NONE;
}

static enum refusal ask_check(const struct spyfall *state, const struct move *move,
                              struct outcome *out)
{
    if (state->common.phase == SPYFALL_AT_VOTE) {
        return REFUSAL_VOTE_OPEN;
    }
    if (state->common.phase == SPYFALL_AT_LAST_CALL) {
        return REFUSAL_NO_QUESTIONS_LEFT;
    }
    if (move->seat != state->asker) {
        return spyfall_not_your_turn(out, state->asker);
    }
    return state->pending != SEAT_NONE ? REFUSAL_PENDING_QUESTION
                                       : ask_check_target(state, move, out);
}

enum refusal spyfall_ask_resolve(const void *subject, struct move *move, struct outcome *out)
{
    enum refusal refusal = ask_check(subject, move, out);
    return refusal != REFUSAL_NONE ? refusal : question_check_text(move, out);
}

void spyfall_wait_for_question(struct spyfall *state)
{
    int64_t limit = spyfall_ms(state, SPYFALL_ANSWER_LIMIT);
    if (state->pending == SEAT_NONE) {
        limit = spyfall_is_async(state) ? SPYFALL_ASK_MS : 0;
    }
    spyfall_wait(state, limit);
}

enum refusal spyfall_ask(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    enum refusal refusal = ask_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int target = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    const char *text = value_text_at(&move->args, "text", "");
    state->pending = (int8_t)target;
    spyfall_talk_ask(&state->talk, move->seat, target, text);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ASKED);
    value_number(args, "seat", move->seat);
    value_number(args, "target", target);
    value_text(args, "text", text, strlen(text));
    outcome_end(out);
    spyfall_wait_for_question(state);
    return REFUSAL_NONE;
}

static enum refusal answer_check(const struct spyfall *state, const struct move *move)
{
    if (state->common.phase == SPYFALL_AT_VOTE) {
        return REFUSAL_VOTE_OPEN;
    }
    return move->seat == state->pending ? REFUSAL_NONE : REFUSAL_NOT_PENDING;
}

enum refusal spyfall_answer_resolve(const void *subject, struct move *move, struct outcome *out)
{
    enum refusal refusal = answer_check(subject, move);
    return refusal != REFUSAL_NONE ? refusal : question_check_text(move, out);
}

static void question_last_call(struct spyfall *state, struct outcome *out)
{
    state->common.phase = SPYFALL_AT_LAST_CALL;
    state->asker = SEAT_NONE;
    state->barred = SEAT_NONE;
    state->done = 0;
    game_clock_start(&state->clock, game_now_ms(&state->common), SPYFALL_LAST_CALL_MS);
    spyfall_wait(state, 0);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_LAST_CALL);
    value_number(args, "ms", SPYFALL_LAST_CALL_MS);
    outcome_end(out);
}

/* The answer is in, or counts as given: who answered asks next, but not who asked him. */
static void question_move_on(struct spyfall *state, struct outcome *out)
{
    bool there = (spyfall_present(state) & seat_bit(state->asker)) != 0;
    state->barred = (int8_t)(there ? state->asker : SEAT_NONE);
    state->asker = state->pending;
    state->pending = SEAT_NONE;
    if (spyfall_is_async(state) && --state->questions_left == 0) {
        question_last_call(state, out);
    } else {
        spyfall_wait_for_question(state);
    }
}

static void question_write_left(const struct spyfall *state, struct value_tree *args)
{
    if (spyfall_is_async(state)) {
        value_number(args, "left", state->questions_left - 1);
    } else {
        value_null(args, "left");
    }
}

enum refusal spyfall_answer(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    enum refusal refusal = answer_check(state, move);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    const char *text = value_text_at(&move->args, "text", "");
    spyfall_talk_answer(&state->talk, text);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ANSWERED);
    value_number(args, "seat", move->seat);
    value_number(args, "asker", state->asker);
    value_text(args, "text", text, strlen(text));
    question_write_left(state, args);
    outcome_end(out);
    question_move_on(state, out);
    return REFUSAL_NONE;
}

void spyfall_skip_answer(struct spyfall *state, struct outcome *out)
{
    assert(state->pending != SEAT_NONE);
    spyfall_talk_answer(&state->talk, NULL);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_UNANSWERED);
    value_number(args, "seat", state->pending);
    value_number(args, "asker", state->asker);
    question_write_left(state, args);
    outcome_end(out);
    question_move_on(state, out);
}

void spyfall_pass_turn(struct spyfall *state, const char *why, struct outcome *out)
{
    assert(state->pending == SEAT_NONE && state->asker != SEAT_NONE);
    int before = state->asker;
    state->asker = (int8_t)spyfall_next_of(state, spyfall_present(state), before);
    state->barred = SEAT_NONE;
    assert(state->asker != SEAT_NONE);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_TURN);
    value_number(args, "seat", state->asker);
    value_number(args, "before", before);
    value_term(args, "why", why);
    outcome_end(out);
    spyfall_wait_for_question(state);
}

void spyfall_check_done(struct spyfall *state, struct outcome *out)
{
    if (state->common.phase == SPYFALL_AT_LAST_CALL &&
        (spyfall_present(state) & ~state->done) == 0) {
        spyfall_time_out(state, out);
    }
}

enum refusal spyfall_done(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    if (state->common.phase == SPYFALL_AT_VOTE) {
        return REFUSAL_VOTE_OPEN;
    }
    if (spyfall_waits(state, move->seat)) {
        return REFUSAL_NOT_IN_ROUND;
    }
    if ((state->done & seat_bit(move->seat)) != 0) {
        return REFUSAL_ALREADY_DONE;
    }
    state->done = (uint16_t)(state->done | seat_bit(move->seat));
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_DONE);
    value_number(args, "seat", move->seat);
    outcome_end(out);
    spyfall_check_done(state, out);
    return REFUSAL_NONE;
}
