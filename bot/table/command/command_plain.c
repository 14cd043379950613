/* Plain talk that is a move all the same: a call at the start of a message, and in native mode the
 * signal of who plays. Everything else is people talking, and left alone. */
#include "command_private.h"

#include "table_view.h"
#include "text.h"

#include <string.h>

/* The length of the game's name at the front of the text, as a whole word, 0 when it is not. */
static size_t plain_name(const struct reading *reading, const struct game_def *game,
                         struct span text)
{
    size_t len = 0;
    char folded[FOLD_BYTES];
    while (len < text.len && len < 64 && !span_is_blank(text.at[len]) &&
           strchr("!:,.;?-=>\"'", text.at[len]) == NULL &&
           !((unsigned char)text.at[len] == 0xe2 || (unsigned char)text.at[len] == 0xef)) {
        len++;
    }
    struct span word = {text.at, len};
    if (len == 0 || !span_fold(word, folded)) {
        return 0;
    }
    bool named = strcmp(folded, game->id) == 0 ||
                 fold_in_list(folded, reading_word(reading, "alias.game", game->id));
    return named ? len : 0;
}

/* Punctuation between the name and the guess: "!", ":", "!!", "…", "—", "！". */
static size_t plain_marks(struct span text, bool *loud_r)
{
    static const char *const marks[] = {"!",      ":",      ",",      ".",      ";",     "-",
                                        "\u2013", "\u2014", "\u2026", "\uff01", "\uff1a"};
    size_t len = 0;
    bool more = true;
    *loud_r = false;
    while (more) {
        more = false;
        for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !more; i++) {
            size_t size = strlen(marks[i]);
            more = len + size <= text.len && memcmp(text.at + len, marks[i], size) == 0;
            if (more) {
                len += size;
                *loud_r = *loud_r || i <= 1 || i >= 9;
            }
        }
    }
    return len;
}

/* A dash that stands alone behind the name. */
static size_t plain_dash(struct span text)
{
    static const char *const dashes[] = {" - ", " \u2013 ", " \u2014 "};
    for (size_t i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
        size_t size = strlen(dashes[i]);
        if (size <= text.len && memcmp(text.at, dashes[i], size) == 0) {
            return size;
        }
    }
    return 0;
}

static const struct action_def *plain_row(const struct game_def *game)
{
    for (size_t i = 0; i < game->action_count; i++) {
        if ((game->actions[i].surfaces & AS_PLAIN) != 0) {
            return &game->actions[i];
        }
    }
    return NULL;
}

static bool plain_is_here(const struct command_table *one)
{
    return one->in_this_room && one->table->phase == TABLE_PLAYING;
}

/* A game with a plain act whose name begins the text, running in this room. */
static const struct game_def *plain_game(const struct reading *reading, struct span text,
                                         size_t *len_r)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        const struct command_table *one = &reading->tables[i];
        if (plain_is_here(one) && plain_row(one->table->game) != NULL) {
            *len_r = plain_name(reading, one->table->game, text);
            if (*len_r > 0) {
                return one->table->game;
            }
        }
    }
    return NULL;
}

/* True when the text is a call, understood or not. */
bool reading_call(struct reading *reading, struct span text)
{
    size_t len = 0;
    bool loud = false;
    const struct game_def *game = plain_game(reading, text, &len);
    if (game == NULL) {
        return false;
    }
    const struct action_def *row = plain_row(game);
    struct span rest = {text.at + len, text.len - len};
    size_t marks = plain_marks(rest, &loud);
    marks = marks > 0 ? marks : plain_dash(rest);
    struct raw raw = {.given = {false}};
    rest.at += marks;
    rest.len -= marks;
    bool understood = !guess_is_row(row) || guess_read(reading, row, rest, &raw);
    understood = understood && (loud || !raw.loose);
    if (!understood && !loud) {
        return false; /* "interceptor is fun" */
    }
    const struct table *table = reading_table(reading, row, game, true);
    if (table == NULL) {
        return true;
    }
    if (understood) {
        reading_bind(reading, table, row, &raw, 0);
    } else {
        reading_form(reading, table, row, 0);
    }
    return true;
}

static bool plain_owes(const struct table *table, int seat, const char *action)
{
    struct owed_list list;
    table_owed(table, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            if (owed->seat == seat && strcmp(owed->actions[k], action) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The table in this room where the person owes this act, NULL when none. A reaction is to a message
 * of one table alone. */
static const struct table *plain_owing(const struct reading *reading, const char *action)
{
    bool reaction = reading->inbound->kind == INBOUND_REACTION;
    for (size_t i = 0; i < reading->table_count; i++) {
        const struct command_table *one = &reading->tables[i];
        int seat = table_seat_of(one->table, reading_person(reading, one->table));
        bool meant = !reaction || reading->only_table == one->table->id;
        if (meant && seat != SEAT_NONE && plain_is_here(one) && !one->table->frozen &&
            plain_owes(one->table, seat, action)) {
            return one->table;
        }
    }
    return NULL;
}

static struct move *plain_move(const struct reading *reading, const struct table *table,
                               const char *action)
{
    const struct action_def *row = table_action(table, action);
    struct raw none = {.given = {false}};
    if (row == NULL) {
        return NULL;
    }
    reading_bind(reading, table, row, &none, 0);
    return &reading->command->move;
}

/* Who plays writes in the channel himself: the message as it is, whom it answers and names. */
static void plain_show(const struct reading *reading, struct span text)
{
    const struct inbound *inbound = reading->inbound;
    const struct table *table = plain_owing(reading, "show");
    struct move *move = table == NULL ? NULL : plain_move(reading, table, "show");
    if (move == NULL) {
        return;
    }
    struct value_tree *args = &move->args;
    if (text.len > 0) {
        bool fits = text.len + 1 < MOVE_TEXT_MAX / 2;
        value_text(args, "text", text.at, fits ? text.len : 0);
    }
    if (inbound->reply_to != NULL && inbound->reply_seat == SEAT_HOUSE) {
        value_term(args, "reply_to", "bot");
    } else if (inbound->reply_to != NULL && seat_is_person(inbound->reply_seat) &&
               inbound->reply_seat < table->seat_count) {
        value_number(args, "reply_to", inbound->reply_seat);
    }
    bool any = false;
    for (unsigned i = 0; i < inbound->mention_count && reading->words->person != NULL; i++) {
        uint64_t person = reading->words->person(reading->words->people, inbound->mentions[i]);
        int seat = table_seat_of(table, person);
        if (seat != SEAT_NONE && !any) {
            value_list(args, "mentions");
            any = true;
        }
        if (seat != SEAT_NONE) {
            value_number(args, NULL, seat);
        }
    }
    if (any) {
        value_end(args);
    }
    if (inbound->media != NULL) {
        value_text(args, "media", inbound->media, strlen(inbound->media));
    }
}

void reading_plain(struct reading *reading, struct span text)
{
    if (reading->inbound->private_room ||
        text_count(reading->inbound->text == NULL ? "" : reading->inbound->text) < 0) {
        return;
    }
    if (!reading_call(reading, text) && !reading_said(reading, text)) {
        plain_show(reading, text);
    }
}

void reading_reaction(struct reading *reading)
{
    const struct inbound *inbound = reading->inbound;
    const char *emoji = inbound->emoji;
    if (emoji == NULL || emoji[0] == '\0' || strlen(emoji) > 160 || text_count(emoji) < 0 ||
        inbound->reply_seat != SEAT_HOUSE || inbound->reply_table == 0) {
        return;
    }
    const struct table *table = plain_owing(reading, "react");
    struct move *move = table == NULL ? NULL : plain_move(reading, table, "react");
    if (move != NULL) {
        value_text(&move->args, "emoji", emoji, strlen(emoji));
    }
}
