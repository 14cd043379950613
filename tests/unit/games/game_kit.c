/* One game at a time, live and replayed side by side. */
#include "game_kit.h"

#include "board.h"
#include "kit_default.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIT_TEXT_BYTES = 64 * 1024, KIT_TEXTS = 8, KIT_INBOUND_BYTES = 512 * 1024 };

static const struct game_def *game;
static _Alignas(max_align_t) unsigned char live[GAME_STATE_MAX];
static _Alignas(max_align_t) unsigned char replay[GAME_STATE_MAX];
static struct move move;
static struct move kept;
static struct outcome out;
static struct outcome replay_out;
static struct view view;
static int64_t now_ms;
static uint16_t version; /* of the rules, 0 the newest */
static void (*forget)(void *state);
static struct outcome retold;
static char texts[KIT_TEXTS][KIT_TEXT_BYTES];
static int next_text;
static char inbound[SEATS_MAX + 1][KIT_INBOUND_BYTES];

static char *kit_text(void)
{
    next_text = (next_text + 1) % KIT_TEXTS;
    texts[next_text][0] = '\0';
    return texts[next_text];
}

const struct game_def *kit_game(void)
{
    return game;
}

void *kit_state(void)
{
    return live;
}

const struct game_state *kit_common(void)
{
    return rules_state(live);
}

const struct outcome *kit_out(void)
{
    return &out;
}

static const struct game_def *kit_find(const char *id)
{
    bool unlisted = game != NULL && strcmp(game->id, id) == 0;
    return unlisted ? game : game_find(id);
}

void kit_forgets(void (*words)(void *state))
{
    forget = words;
}

void kit_use(const struct game_def *def)
{
    game = def;
}

void kit_version(uint16_t rules)
{
    version = rules;
}

void kit_at(int64_t at_ms)
{
    now_ms = at_ms;
}

static void kit_hear(void)
{
    for (unsigned i = 0; i < out.event_count; i++) {
        const struct event *event = &out.event[i];
        for (int seat = 0; seat <= SEATS_MAX; seat++) {
            uint16_t ears = seat == SEATS_MAX ? AUDIENCE_CROWD : seat_bit(seat) | AUDIENCE_CROWD;
            if ((event->to & ears) == 0) {
                continue;
            }
            char args[KIT_TEXT_BYTES / 2];
            size_t len = strlen(inbound[seat]);
            ck_assert_uint_gt(value_print_at(&out.facts, event->args, args, sizeof args), 0);
            snprintf(inbound[seat] + len, KIT_INBOUND_BYTES - len, "%s %s\n",
                     message_name(event->message), args);
        }
    }
}

/* One story at most, then awards, for everybody. */
static void kit_check_retold(void)
{
    outcome_init(&retold);
    if (game->retell == NULL || !kit_common()->over) {
        return;
    }
    game->retell(live, &retold);
    ck_assert(!retold.facts.full);
    bool awarded = false;
    unsigned awards = 0;
    for (unsigned i = 0; i < retold.event_count; i++) {
        const char *name = message_name(retold.event[i].message);
        ck_assert_uint_eq(retold.event[i].to, AUDIENCE_CROWD);
        ck_assert(strncmp(name, game->id, strlen(game->id)) == 0);
        awarded = strstr(name, ".award.") != NULL;
        awards += awarded;
        ck_assert_msg(awarded || (i == 0 && strstr(name, ".story.") != NULL), "%s", name);
    }
    ck_assert_uint_le(awards, AWARDS_MAX);
}

static void kit_check_readers(void)
{
    struct board board;
    struct owed_list owed;
    for (int seat = SEAT_CROWD; seat < kit_common()->seats; seat++) {
        if (seat >= 0 || seat == SEAT_CROWD) {
            rules_view(game, live, seat, &view);
            game->board(&view, &board);
            ck_assert_uint_gt(board.count, 0);
        }
    }
    kit_check_retold();
    rules_owed(game, live, &owed);
    ck_assert(kit_common()->over || owed.count > 0);
    if (version == 0) {
        kit_ck_defaults(game, live); /* what was not true once replays as it was */
    }
}

static void kit_read_options(const char *text, struct options *options)
{
    char copy[512];
    char *rest = NULL;
    options_default(game, options);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        const struct option_def *row = NULL;
        char *value = strchr(word, '=');
        ck_assert_ptr_nonnull(value);
        *value++ = '\0';
        ck_assert_msg(options_set(game, options, word, value, &row), "option %s=%s", word, value);
    }
}

enum refusal kit_try_deal(const char *id, int seats, const char *options, const char *pinned)
{
    static struct value fact[512];
    static char text[KIT_TEXT_BYTES];
    struct value_tree facts;
    struct deal deal;
    game = kit_find(id);
    ck_assert_ptr_nonnull(game);
    memset(&deal, 0, sizeof deal);
    memset(inbound, 0, sizeof inbound);
    now_ms = 0;
    deal.seats = (uint8_t)seats;
    deal.version = version;
    memset(deal.seed, 7, sizeof deal.seed);
    kit_read_options(options, &deal.options);
    value_init(&facts, fact, 512, text, sizeof text);
    if (pinned != NULL) {
        ck_assert_msg(value_parse(&facts, pinned, strlen(pinned)), "not compact JSON: %s", pinned);
        deal.pinned = &facts;
    }
    memset(live, 0x5a, sizeof live);
    enum refusal refusal = rules_deal(game, live, &deal, &out);
    if (refusal == REFUSAL_NONE) {
        memcpy(replay, live, game->state_size);
        kit_hear();
        kit_check_readers();
    }
    return refusal;
}

void kit_deal(const char *id, const char *options, const char *pinned)
{
    const struct game_def *found = kit_find(id);
    ck_assert_ptr_nonnull(found);
    enum refusal refusal = kit_try_deal(id, found->seats_min, options, pinned);
    ck_assert_msg(refusal == REFUSAL_NONE, "deal refused: %s %s", kit_why("argument"),
                  kit_why("problem"));
}

/* The move as the journal would give it back after people's words have been forgotten. */
static void kit_keep(void)
{
    move_init(&kept, move.row, move.seat, move.at_ms);
    kept.judgement_count = move.judgement_count;
    memcpy(kept.judgement, move.judgement, sizeof kept.judgement);
    for (uint16_t at = value_first(&move.args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&move.args, VALUE_NONE, at)) {
        const char *key = move.args.fact[at].key;
        if (strcmp(key, "say") != 0 && strcmp(key, "text") != 0) {
            value_copy(&kept.args, key, &move.args, at);
        }
    }
}

/* The replay is the same, but for words that a game keeps and people may have had forgotten. */
static void kit_ck_replay(void)
{
    static _Alignas(max_align_t) unsigned char a[GAME_STATE_MAX];
    static _Alignas(max_align_t) unsigned char b[GAME_STATE_MAX];
    memcpy(a, live, game->state_size);
    memcpy(b, replay, game->state_size);
    if (forget != NULL) {
        forget(a);
        forget(b);
    }
    ck_assert_mem_eq(a, b, game->state_size);
}

/* What becomes of the move where everything else is as it is here. */
static enum refusal kit_would(void)
{
    _Alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    struct outcome outcome;
    memcpy(copy, live, game->state_size);
    return rules_apply(game, copy, &move, &outcome);
}

enum refusal kit_move(int seat, const char *action, const char *args)
{
    static unsigned char before[GAME_STATE_MAX];
    move_init(&move, rules_action(game, action), seat, now_ms);
    if (args != NULL) {
        ck_assert_msg(value_parse(&move.args, args, strlen(args)), "not compact JSON: %s", args);
    }
    memcpy(before, live, game->state_size);
    enum refusal would = kit_would();
    ck_assert_mem_eq(before, live, game->state_size);
    enum refusal refusal = rules_apply(game, live, &move, &out);
    ck_assert_int_eq(refusal, would);
    ck_assert_int_eq(refusal, out.refusal);
    if (refusal != REFUSAL_NONE) {
        ck_assert_mem_eq(before, live, game->state_size);
        ck_assert_uint_eq(out.event_count, 0);
        return refusal;
    }
    ck_assert_ptr_null(game->broken(live));
    kit_keep();
    ck_assert_int_eq(rules_replay(game, replay, &kept, &replay_out), REFUSAL_NONE);
    kit_ck_replay();
    kit_hear();
    kit_check_readers();
    return refusal;
}

void kit_good(int seat, const char *action, const char *args)
{
    enum refusal refusal = kit_move(seat, action, args);
    ck_assert_msg(refusal == REFUSAL_NONE, "%d %s %s refused: %s %s %s", seat, action,
                  args == NULL ? "" : args, refusal_name(refusal == 0 ? 1 : refusal),
                  kit_why("argument"), kit_why("problem"));
}

void kit_refused(enum refusal refusal, int seat, const char *action, const char *args)
{
    ck_assert_str_eq(refusal_name(kit_move(seat, action, args)), refusal_name(refusal));
}

void kit_tick(int64_t at_ms)
{
    kit_at(at_ms);
    kit_good(SEAT_HOUSE, "tick", NULL);
}

const char *kit_why(const char *argument)
{
    if (out.refusal_args == VALUE_NONE) {
        return "";
    }
    uint16_t at = value_find(&out.facts, out.refusal_args, argument);
    return at == VALUE_NONE || out.facts.fact[at].text == NULL ? "" : out.facts.fact[at].text;
}

const char *kit_view(int seat, const char *path)
{
    char *text = kit_text();
    rules_view(game, live, seat, &view);
    uint16_t at = value_path(&view.facts, path);
    if (at == VALUE_NONE) {
        return "null";
    }
    ck_assert_uint_gt(value_print_at(&view.facts, at, text, KIT_TEXT_BYTES), 0);
    return text;
}

const char *kit_view_all(int seat)
{
    char *text = kit_text();
    rules_view(game, live, seat, &view);
    ck_assert_uint_gt(value_print(&view.facts, text, KIT_TEXT_BYTES), 0);
    return text;
}

const char *kit_retold(const char *id)
{
    static char line[KIT_TEXT_BYTES / 2];
    for (unsigned i = 0; i < retold.event_count; i++) {
        if (strcmp(message_name(retold.event[i].message), id) == 0) {
            ck_assert_uint_gt(
                value_print_at(&retold.facts, retold.event[i].args, line, sizeof line), 0);
            return line;
        }
    }
    return "";
}

int kit_events(uint16_t to, const char *id)
{
    int count = 0;
    for (unsigned i = 0; i < out.event_count; i++) {
        count += out.event[i].to == to && strcmp(message_name(out.event[i].message), id) == 0;
    }
    return count;
}

const char *kit_event(const char *id)
{
    for (unsigned i = 0; i < out.event_count; i++) {
        if (strcmp(message_name(out.event[i].message), id) == 0) {
            char *text = kit_text();
            value_print_at(&out.facts, out.event[i].args, text, KIT_TEXT_BYTES);
            return text;
        }
    }
    return "";
}

const char *kit_told(uint16_t to)
{
    char *text = kit_text();
    size_t len = 0;
    for (unsigned i = 0; i < out.event_count; i++) {
        char args[KIT_TEXT_BYTES / 2];
        if (out.event[i].to == to) {
            value_print_at(&out.facts, out.event[i].args, args, sizeof args);
            len += (size_t)snprintf(text + len, KIT_TEXT_BYTES - len, "%s %s\n",
                                    message_name(out.event[i].message), args);
        }
    }
    return text;
}

static void kit_owed_one(const struct owed *owed, char *text, size_t max)
{
    size_t len = strlen(text);
    len += (size_t)snprintf(text + len, max - len, "%s%s", len > 0 ? " " : "",
                            owed->seat == SEAT_MODERATOR ? "moderator:" : "");
    if (owed->seat != SEAT_MODERATOR) {
        len += (size_t)snprintf(text + len, max - len, "%d:", owed->seat);
    }
    for (int i = 0; i < OWED_ACTIONS_MAX && owed->actions[i] != NULL; i++) {
        len += (size_t)snprintf(text + len, max - len, "%s%s", i > 0 ? "," : "", owed->actions[i]);
    }
    if (owed->deadline_ms == NO_DEADLINE) {
        len += (size_t)snprintf(text + len, max - len, "@null");
    } else {
        len += (size_t)snprintf(text + len, max - len, "@%lld", (long long)owed->deadline_ms);
    }
    if (owed->fallback != MSG_NONE) {
        snprintf(text + len, max - len, "!%s", strrchr(message_name(owed->fallback), '.') + 1);
    }
}

const char *kit_owed(void)
{
    struct owed_list list;
    char *text = kit_text();
    rules_owed(game, live, &list);
    for (size_t i = 0; i < list.count; i++) {
        kit_owed_one(&list.owed[i], text, KIT_TEXT_BYTES);
    }
    return text;
}

const char *kit_inbound(int seat)
{
    return inbound[seat == SEAT_CROWD ? SEATS_MAX : seat];
}

void ck_view(int seat, const char *path, const char *json)
{
    const char *shown = kit_view(seat, path);
    ck_assert_msg(strcmp(shown, json) == 0, "%s for %d is %s, not %s", path, seat, shown, json);
}

void ck_phase(const char *name)
{
    ck_assert_str_eq(game->phases[kit_common()->phase], name);
}

void ck_over(const char *outcome, const char *reason, const char *winners)
{
    char text[32];
    ck_phase("over");
    ck_view(SEAT_CROWD, "over", "true");
    snprintf(text, sizeof text, "\"%s\"", outcome);
    ck_view(SEAT_CROWD, "result.outcome", text);
    snprintf(text, sizeof text, "\"%s\"", reason);
    ck_view(SEAT_CROWD, "result.reason", text);
    ck_view(SEAT_CROWD, "result.winners", winners);
}
