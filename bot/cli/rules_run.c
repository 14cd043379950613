/* Lines become deals and moves, outcomes become replies. What is wrong with the shape of a line is
 * bad_input; everything else is the rules' to refuse. */
#include "rules_run.h"

#include "arena.h"
#include "catalogue.h"
#include "json_out.h"
#include "json_text.h"
#include "languages.h"
#include "pack.h"
#include "rules.h"
#include "value_json.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUN_FACTS_MAX = 512,
    RUN_SEED_DIGITS = 2 * SEED_BYTES,
    RUN_TICKS_MAX = 1000, /* ticks that one line may need at the most; the next line goes on */
    RUN_PROBLEM_BYTES = 256,
    RUN_EVENTS_BYTES = 15 * 1024 * 1024
};

struct rules_run {
    const struct game_def *game;
    struct catalogue *catalogue;
    struct arena *arena;
    bool dealt;
    char problem[RUN_PROBLEM_BYTES]; /* what is wrong with the line */
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    struct move move;
    struct outcome out;
    struct view view;
    struct owed_list owed;
    struct value_tree pinned;
    struct value pinned_fact[RUN_FACTS_MAX];
    char pinned_text[RULES_LINE_MAX];
};

struct rules_run *rules_run_new(const struct game_def *game)
{
    struct fault fault;
    struct rules_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        abort();
    }
    run->game = game;
    run->arena = arena_new();
    run->catalogue = languages_new("en", &fault);
    assert(run->catalogue != NULL);
    return run;
}

void rules_run_free(struct rules_run **run)
{
    if (*run != NULL) {
        catalogue_free(&(*run)->catalogue);
        arena_free(&(*run)->arena);
        free(*run);
        *run = NULL;
    }
}

/* Notes what is wrong with the line; always false. */
__attribute__((format(printf, 2, 3))) static bool run_bad(struct rules_run *run, const char *format,
                                                          ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->problem, sizeof run->problem, format, args);
    va_end(args);
    return false;
}

static const char *run_seat_name(const void *context, int seat)
{
    static char name[24];
    (void)context;
    snprintf(name, sizeof name, "seat %d", seat);
    return name;
}

static void write_step(const struct rules_run *run, struct buf *reply)
{
    json_out_number(reply, "step", run->dealt ? rules_state(run->state)->step : 0);
}

static void write_refusal(struct rules_run *run, enum refusal refusal, const char *message,
                          struct buf *reply)
{
    buf_text(reply, "{\"ok\":false");
    write_step(run, reply);
    json_out_text(reply, "refusal", refusal_name(refusal));
    json_out_text(reply, "message", message);
    buf_text(reply, "}");
}

static void write_refused(struct rules_run *run, struct buf *reply)
{
    static const struct catalogue_names names = {.name = run_seat_name};
    char key[96];
    int len = snprintf(key, sizeof key, "refusal.%s", refusal_name(run->out.refusal));
    snprintf(key + len, sizeof key - (size_t)len, ".%s", run->game->id);
    if (catalogue_entry(run->catalogue, key) == NULL) {
        key[len] = '\0'; /* the game has no sentence of its own for it */
    }
    const char *message = catalogue_text(run->catalogue, run->arena, key, &run->out.facts,
                                         run->out.refusal_args, &names);
    write_refusal(run, run->out.refusal, message, reply);
}

/* Who an event is for: "crowd", or a list of seats. An event for moderators is for no seat at all,
 * and has a member that says so. */
static void write_audience(uint16_t to, struct buf *reply)
{
    json_out_flag(reply, "moderators", (to & AUDIENCE_MODERATORS) != 0);
    json_out_key(reply, "to");
    if (to == AUDIENCE_CROWD) {
        buf_text(reply, "\"crowd\"");
        return;
    }
    assert((to & AUDIENCE_CROWD) == 0);
    buf_text(reply, "[");
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((to & seat_bit(seat)) != 0) {
            json_out_next(reply);
            buf_number(reply, seat);
        }
    }
    buf_text(reply, "]");
}

/* Adds to a list whose events may have begun in an earlier outcome. */
static void write_events(const struct outcome *out, struct buf *reply)
{
    for (unsigned i = 0; i < out->event_count; i++) {
        const struct event *event = &out->event[i];
        if (reply->len > 0) {
            json_out_next(reply);
        }
        buf_text(reply, "{");
        write_audience(event->to, reply);
        json_out_text(reply, "id", message_name(event->message));
        json_out_key(reply, "args");
        value_json_write(reply, &out->facts, event->args);
        buf_text(reply, "}");
    }
}

static void write_view(struct rules_run *run, int seat, struct buf *reply)
{
    rules_view(run->game, run->state, seat, &run->view);
    value_json_write_all(reply, &run->view.facts);
}

static void write_views(struct rules_run *run, struct buf *reply)
{
    json_out_key(reply, "views");
    buf_text(reply, "{\"crowd\":");
    write_view(run, SEAT_CROWD, reply);
    buf_text(reply, ",\"seats\":[");
    for (int seat = 0; seat < rules_state(run->state)->seats; seat++) {
        json_out_next(reply);
        write_view(run, seat, reply);
    }
    buf_text(reply, "]}");
}

/* A short word for what happens by time: the message's name after its last dot. */
static const char *run_default_name(enum message message)
{
    const char *name = message_name(message);
    const char *dot = strrchr(name, '.');
    return dot != NULL ? dot + 1 : name;
}

static void write_owed_one(const struct owed *owed, struct buf *reply)
{
    json_out_next(reply);
    buf_text(reply, "{");
    json_out_key(reply, "seat");
    if (owed->seat == SEAT_MODERATOR) {
        buf_text(reply, "\"moderator\"");
    } else {
        buf_number(reply, owed->seat);
    }
    json_out_key(reply, "actions");
    buf_text(reply, "[");
    for (int i = 0; i < OWED_ACTIONS_MAX && owed->actions[i] != NULL; i++) {
        json_out_next(reply);
        json_out_string(reply, owed->actions[i], strlen(owed->actions[i]));
    }
    buf_text(reply, "]");
    json_out_key(reply, "deadline_ms");
    if (owed->deadline_ms == NO_DEADLINE) {
        buf_text(reply, "null");
    } else {
        buf_number(reply, owed->deadline_ms);
    }
    json_out_key(reply, "default");
    if (owed->fallback == MSG_NONE) {
        buf_text(reply, "null");
    } else {
        const char *name = run_default_name(owed->fallback);
        json_out_string(reply, name, strlen(name));
    }
    buf_text(reply, "}");
}

static void write_owed(struct rules_run *run, struct buf *reply)
{
    rules_owed(run->game, run->state, &run->owed);
    json_out_key(reply, "owed");
    buf_text(reply, "[");
    for (size_t i = 0; i < run->owed.count; i++) {
        write_owed_one(&run->owed.owed[i], reply);
    }
    buf_text(reply, "]");
}

static void write_result(const struct game_state *state, struct buf *reply)
{
    static const char *const outcomes[] = {"none", "win", "loss", "tie"};
    json_out_key(reply, "result");
    buf_text(reply, "{");
    json_out_text(reply, "outcome", outcomes[state->result.outcome]);
    json_out_key(reply, "winners");
    buf_text(reply, "[");
    for (int seat = 0; seat < state->seats; seat++) {
        if ((state->result.winners & seat_bit(seat)) != 0) {
            json_out_next(reply);
            buf_number(reply, seat);
        }
    }
    buf_text(reply, "]");
    json_out_text(reply, "reason", state->result.reason);
    json_out_key(reply, "scores");
    buf_text(reply, "[");
    for (int seat = 0; seat < state->seats; seat++) {
        json_out_next(reply);
        buf_number(reply, state->result.scores[seat]);
    }
    buf_text(reply, "]}");
}

/* The reply to a deal or a move that was made; its events are in run->out, and for a tick that had
 * to stop, those of the ticks that go on from there. */
static void write_made(struct rules_run *run, bool tick, struct buf *reply)
{
    const struct game_state *state = rules_state(run->state);
    struct buf events;
    buf_init(&events, RUN_EVENTS_BYTES);
    write_events(&run->out, &events);
    for (int i = 0;
         tick && i < RUN_TICKS_MAX && rules_due_ms(run->game, run->state) < run->move.at_ms; i++) {
        rules_apply(run->game, run->state, &run->move, &run->out);
        write_events(&run->out, &events);
    }
    buf_text(reply, "{\"ok\":true");
    write_step(run, reply);
    json_out_text(reply, "phase", run->game->phases[state->phase]);
    json_out_key(reply, "events");
    buf_text(reply, "[");
    buf_add(reply, events.len > 0 ? events.text : "", events.len);
    buf_text(reply, "]");
    write_views(run, reply);
    write_owed(run, reply);
    json_out_key(reply, "over");
    buf_text(reply, state->over ? "true" : "false");
    if (state->over) {
        write_result(state, reply);
    }
    buf_text(reply, "}");
    buf_deinit(&events);
}

/* A whole number that 64 bits and JSON both hold. */
static bool run_whole(struct rules_run *run, const cJSON *json, const char *name, int64_t *value_r)
{
    if (!cJSON_IsNumber(json) || json->valuedouble != (double)(int64_t)json->valuedouble ||
        json->valuedouble > 9e15 || json->valuedouble < -9e15) {
        return run_bad(run, "\"%s\" should be a whole number.", name);
    }
    *value_r = (int64_t)json->valuedouble;
    return true;
}

/* A member that is null is absent. */
static const cJSON *run_member(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNull(member) ? NULL : member;
}

static bool run_known(struct rules_run *run, const cJSON *object, const char *const *names)
{
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, member->string) != 0) {
            name++;
        }
        if (*name == NULL) {
            return run_bad(run, "There is no member \"%.80s\" here.", member->string);
        }
    }
    return true;
}

static bool run_seed(struct rules_run *run, const cJSON *json, struct deal *deal)
{
    if (json == NULL) {
        return true;
    }
    const char *digits = "0123456789abcdefABCDEF";
    const char *text = cJSON_GetStringValue(json);
    if (text == NULL || strlen(text) != RUN_SEED_DIGITS ||
        strspn(text, digits) != RUN_SEED_DIGITS) {
        return run_bad(run, "\"seed\" should be 64 hexadecimal digits.");
    }
    for (int i = 0; i < RUN_SEED_DIGITS; i++) {
        int digit = (int)(strchr(digits, text[i]) - digits);
        digit = digit < 16 ? digit : digit - 6;
        deal->seed[i / 2] = (uint8_t)(deal->seed[i / 2] << 4 | digit);
    }
    return true;
}

/* A list of words as one text, commas between. */
static bool run_option_list(const cJSON *json, char *text, size_t max)
{
    size_t len = 0;
    for (const cJSON *word = json->child; word != NULL; word = word->next) {
        const char *comma = len > 0 ? "," : "";
        if (!cJSON_IsString(word)) {
            return false;
        }
        int added = snprintf(text + len, max - len, "%s%s", comma, word->valuestring);
        if (added < 0 || len + (size_t)added >= max) {
            return false;
        }
        len += (size_t)added;
    }
    return len > 0;
}

/* An option's value as the text that options_set() reads. */
static bool run_option_text(const cJSON *json, char *text, size_t max)
{
    if (cJSON_IsArray(json)) {
        return run_option_list(json, text, max);
    }
    if (cJSON_IsString(json)) {
        return snprintf(text, max, "%s", json->valuestring) < (int)max;
    }
    if (cJSON_IsBool(json)) {
        return snprintf(text, max, "%s", cJSON_IsTrue(json) ? "on" : "off") < (int)max;
    }
    return cJSON_IsNumber(json) && snprintf(text, max, "%.17g", json->valuedouble) < (int)max;
}

static bool run_options(struct rules_run *run, const cJSON *json, struct deal *deal)
{
    options_default(run->game, &deal->options);
    if (json != NULL && !cJSON_IsObject(json)) {
        return run_bad(run, "\"options\" should be an object.");
    }
    for (const cJSON *member = json != NULL ? json->child : NULL; member != NULL;
         member = member->next) {
        char value[128];
        const struct option_def *row = NULL;
        if (!run_option_text(member, value, sizeof value)) {
            return run_bad(run, "The option \"%.80s\" has a value of the wrong kind.",
                           member->string);
        }
        if (!options_set(run->game, &deal->options, member->string, value, &row)) {
            return row == NULL
                       ? run_bad(run, "There is no option \"%.80s\".", member->string)
                       : run_bad(run, "The option \"%s\" cannot be \"%.80s\".", row->name, value);
        }
    }
    return true;
}

static bool run_pinned(struct rules_run *run, const cJSON *json, struct deal *deal)
{
    value_init(&run->pinned, run->pinned_fact, RUN_FACTS_MAX, run->pinned_text,
               sizeof run->pinned_text);
    if (json == NULL) {
        return true;
    }
    if (!cJSON_IsObject(json)) {
        return run_bad(run, "\"deal\" should be an object.");
    }
    if (!value_json_read(&run->pinned, json)) {
        return run_bad(run, "\"deal\" is too large.");
    }
    deal->pinned = &run->pinned;
    return true;
}

static bool run_read_deal(struct rules_run *run, const cJSON *json, struct deal *deal)
{
    static const char *const names[] = {"seats", "options", "seed", "deal", "at_ms", NULL};
    int64_t seats = 0;
    const cJSON *at_ms = run_member(json, "at_ms");
    const cJSON *given = run_member(json, "seats");
    if (!run_known(run, json, names)) {
        return false;
    }
    if (given == NULL) {
        return run_bad(run, "The deal comes first: {\"seats\": %d}.", run->game->seats_min);
    }
    if (!run_whole(run, given, "seats", &seats)) {
        return false;
    }
    if (seats < run->game->seats_min || seats > run->game->seats_max) {
        return run_bad(run, "\"seats\" should be between %d and %d.", run->game->seats_min,
                       run->game->seats_max);
    }
    if (at_ms != NULL && !run_whole(run, at_ms, "at_ms", &deal->at_ms)) {
        return false;
    }
    deal->seats = (uint8_t)seats;
    return run_options(run, run_member(json, "options"), deal) &&
           run_seed(run, run_member(json, "seed"), deal) &&
           run_pinned(run, run_member(json, "deal"), deal);
}

static void run_deal(struct rules_run *run, const cJSON *json, struct buf *reply)
{
    struct deal deal;
    struct fault fault;
    memset(&deal, 0, sizeof deal);
    if (!run_read_deal(run, json, &deal)) {
        write_refusal(run, REFUSAL_BAD_INPUT, run->problem, reply);
        return;
    }
    struct pack *pack = pack_built_in(run->game, "en", &deal.options, &fault);
    deal.pack = pack != NULL ? pack_list(pack) : NULL;
    enum refusal refusal = rules_deal(run->game, run->state, &deal, &run->out);
    pack_free(&pack);
    if (refusal != REFUSAL_NONE) {
        const struct value_tree *facts = &run->out.facts;
        uint16_t args = run->out.refusal_args;
        uint16_t argument = value_find(facts, args, "argument");
        uint16_t problem = value_find(facts, args, "problem");
        uint16_t card = value_find(facts, args, "card");
        run_bad(run, "The deal does not hold: \"%.80s\" (%.80s%s%.80s).",
                argument == VALUE_NONE ? "deal" : facts->fact[argument].text,
                problem == VALUE_NONE ? "wrong" : facts->fact[problem].text,
                card == VALUE_NONE ? "" : ": ", card == VALUE_NONE ? "" : facts->fact[card].text);
        write_refusal(run, run->out.refusal, run->problem, reply);
        return;
    }
    run->dealt = true;
    write_made(run, false, reply);
}

static bool run_read_seat(struct rules_run *run, const cJSON *json, int *seat_r)
{
    const char *name = cJSON_GetStringValue(json);
    int64_t number = 0;
    if (name != NULL && strcmp(name, "house") == 0) {
        *seat_r = SEAT_HOUSE;
        return true;
    }
    if (name != NULL && strcmp(name, "moderator") == 0) {
        *seat_r = SEAT_MODERATOR;
        return true;
    }
    if (name != NULL && strcmp(name, "crowd") == 0) {
        *seat_r = SEAT_NONE;
        return true;
    }
    if (!cJSON_IsNumber(json)) {
        return run_bad(run, "\"seat\" should be a number, \"house\" or \"moderator\".");
    }
    if (!run_whole(run, json, "seat", &number)) {
        return false;
    }
    *seat_r = number >= 0 && number < SEATS_MAX ? (int)number : SEAT_NONE;
    return true;
}

static bool run_read_time(struct rules_run *run, const cJSON *json, int64_t *at_ms_r)
{
    int64_t now_ms = rules_state(run->state)->now_ms;
    *at_ms_r = now_ms;
    if (json == NULL) {
        return true;
    }
    if (!run_whole(run, json, "at_ms", at_ms_r)) {
        return false;
    }
    if (*at_ms_r < now_ms) {
        return run_bad(run, "\"at_ms\" never runs backwards: it is %lld already.",
                       (long long)now_ms);
    }
    return true;
}

/* Reads the arguments. Texts that are longer than any row takes are cut, so that it is the row that
 * refuses them: first to a little more than the longest that there is, and where that is too much
 * for a move still, to a little more than the longest of those that come several at a time. */
static bool run_read_args(struct rules_run *run, cJSON *args)
{
    static const size_t characters[] = {2001, 250};
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        value_json_cut(args, characters[i]);
        move_init(&run->move, run->move.row, run->move.seat, run->move.at_ms);
        if (value_json_read(&run->move.args, args)) {
            return true;
        }
    }
    return run_bad(run, "\"args\" are too large.");
}

static bool run_read_move(struct rules_run *run, const cJSON *json)
{
    static const char *const names[] = {"seat", "action", "args", "at_ms", NULL};
    cJSON *args = cJSON_GetObjectItemCaseSensitive(json, "args");
    args = cJSON_IsNull(args) ? NULL : args;
    const char *action = cJSON_GetStringValue(run_member(json, "action"));
    int seat = SEAT_NONE;
    int64_t at_ms = 0;
    if (!run_known(run, json, names) || !run_read_seat(run, run_member(json, "seat"), &seat) ||
        !run_read_time(run, run_member(json, "at_ms"), &at_ms)) {
        return false;
    }
    if (action == NULL) {
        return run_bad(run, "\"action\" should be the name of an action.");
    }
    if (args != NULL && !cJSON_IsObject(args)) {
        return run_bad(run, "\"args\" should be an object.");
    }
    move_init(&run->move, rules_action(run->game, action), seat, at_ms);
    return args == NULL || run_read_args(run, args);
}

static void run_move(struct rules_run *run, const cJSON *json, struct buf *reply)
{
    if (!run_read_move(run, json)) {
        write_refusal(run, REFUSAL_BAD_INPUT, run->problem, reply);
        return;
    }
    if (rules_apply(run->game, run->state, &run->move, &run->out) != REFUSAL_NONE) {
        write_refused(run, reply);
        return;
    }
    write_made(run, run->move.row == rules_action(run->game, "tick"), reply);
}

void rules_run_line(struct rules_run *run, const char *line, size_t len, struct buf *reply)
{
    buf_clear(reply);
    arena_reset(run->arena);
    const char *problem = json_text_problem(line, len);
    if (problem != NULL) {
        write_refusal(run, REFUSAL_BAD_INPUT, problem, reply);
        return;
    }
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *twice = json != NULL ? value_json_twice(json) : NULL;
    if (json == NULL || !cJSON_IsObject(json)) {
        write_refusal(run, REFUSAL_BAD_INPUT, "A line should be one JSON object.", reply);
    } else if (twice != NULL) {
        run_bad(run, "The member \"%.80s\" is there twice, or there are too many.", twice);
        write_refusal(run, REFUSAL_BAD_INPUT, run->problem, reply);
    } else if (run->dealt) {
        run_move(run, json, reply);
    } else {
        run_deal(run, json, reply);
    }
    cJSON_Delete(json);
}

void rules_run_too_long(struct rules_run *run, struct buf *reply)
{
    buf_clear(reply);
    write_refusal(run, REFUSAL_BAD_INPUT, "The line is longer than 64 KiB.", reply);
}
