/* Moves out of bytes: a row that is owed, or any; arguments of their kinds, mostly within bounds.
 */
#include "move_bytes.h"

#include "rules.h"

#include <string.h>

enum { GARBAGE_MAX = 48 };

unsigned move_byte(struct move_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void write_text(struct move_bytes *bytes, struct value_tree *facts, const char *key)
{
    unsigned how = move_byte(bytes);
    if (how < 230) {
        const char *word = bytes->words[how % bytes->word_count];
        value_text(facts, key, word, strlen(word));
        return;
    }
    char text[GARBAGE_MAX];
    size_t len = 0;
    for (size_t wanted = move_byte(bytes) % sizeof text; len < wanted; len++) {
        unsigned byte = move_byte(bytes);
        text[len] = (char)(byte == 0 ? ' ' : byte);
    }
    value_text(facts, key, text, len);
}

static void write_number(struct move_bytes *bytes, struct value_tree *facts, const char *key,
                         int32_t min, int32_t max)
{
    unsigned how = move_byte(bytes);
    int64_t span = (int64_t)max - min + 1;
    value_number(facts, key, how < 230 && span > 0 ? min + how % span : (int64_t)how - 240);
}

static void write_list(struct move_bytes *bytes, struct value_tree *facts,
                       const struct arg_def *def, const char *key)
{
    int64_t count = def->min;
    if (def->max > def->min) {
        count += move_byte(bytes) % ((int64_t)def->max - def->min + 1);
    }
    value_list(facts, key);
    for (int64_t i = 0; i < count && i < 12; i++) {
        if (def->kind == ARG_TEXTS) {
            write_text(bytes, facts, NULL);
        } else {
            value_number(facts, NULL, move_byte(bytes) % 6);
        }
    }
    value_end(facts);
}

static void write_value(struct move_bytes *bytes, struct value_tree *facts,
                        const struct arg_def *def, const char *key)
{
    switch (def->kind) {
    case ARG_SEAT:
        write_number(bytes, facts, key, 0, 5);
        break;
    case ARG_NUMBER:
        write_number(bytes, facts, key, def->min, def->max);
        break;
    case ARG_BOOL:
        value_bool(facts, key, move_byte(bytes) % 2 == 1);
        break;
    case ARG_TERM:
        if (def->choice_count > 0) {
            value_term(facts, key, def->choices[move_byte(bytes) % def->choice_count].name);
        } else {
            write_text(bytes, facts, key);
        }
        break;
    case ARG_TEXT:
        write_text(bytes, facts, key);
        break;
    case ARG_TEXTS:
    case ARG_SEATS:
        write_list(bytes, facts, def, key);
        break;
    case ARG_OBJECT:
        break;
    }
}

static void write_args(struct move_bytes *bytes, struct move *move)
{
    const struct action_def *row = move->row;
    bool open = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *def = &row->args[i];
        const char *dot = strchr(def->name, '.');
        if (dot == NULL && open) {
            value_end(&move->args);
            open = false;
        }
        if ((def->flags & ARG_OPTIONAL) != 0 && move_byte(bytes) % 4 == 0) {
            continue;
        }
        if (def->kind == ARG_OBJECT) {
            value_object(&move->args, def->name);
            open = true;
        } else {
            write_value(bytes, &move->args, def, dot != NULL ? dot + 1 : def->name);
        }
    }
    if (open) {
        value_end(&move->args);
    }
}

/* Any row at all; NULL now and then. */
static const struct action_def *any_row(const struct game_def *game, unsigned byte)
{
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    size_t at = byte % (game->action_count + commons + 1);
    if (at < game->action_count) {
        return &game->actions[at];
    }
    at -= game->action_count;
    return at < commons ? &common[at] : NULL;
}

void move_of_bytes(struct move_bytes *bytes, const struct game_def *game, const void *state,
                   struct move *move)
{
    struct owed_list owed;
    unsigned how = move_byte(bytes);
    int64_t at_ms = rules_state(state)->now_ms + (int64_t)(move_byte(bytes) % 8) * 5000;
    rules_owed(game, state, &owed);
    if (how < 225 && owed.count > 0) {
        const struct owed *one = &owed.owed[move_byte(bytes) % owed.count];
        unsigned count = 0;
        while (count < OWED_ACTIONS_MAX && one->actions[count] != NULL) {
            count++;
        }
        const char *name = count == 0 ? "tick" : one->actions[move_byte(bytes) % count];
        move_init(move, rules_action(game, name), one->seat, at_ms);
    } else {
        int seat = (int)(move_byte(bytes) % 9) + SEAT_MODERATOR;
        move_init(move, any_row(game, move_byte(bytes)), seat == SEAT_CROWD ? 0 : seat, at_ms);
    }
    if (move->row != NULL) {
        write_args(bytes, move);
    }
}
