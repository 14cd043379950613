/* The table as a board, made from a view alone: who sits in which team and encrypts, tokens, the
 * clues on the table, the reader's own keywords, the note sheet by round, the codes that were
 * revealed. */
#include "decrypto_private.h"

#include "board.h"

#include <assert.h>
#include <string.h>

enum { BOARD_SHEET_COLUMNS_MAX = 15 }; /* clues of one keyword; the latest, where there are more */

/* The list or object "name.team" of a view, VALUE_NONE when it is null or not there. */
static uint16_t board_of_team(const struct value_tree *facts, const char *name, int team)
{
    uint16_t at = value_find(facts, VALUE_NONE, name);
    if (at == VALUE_NONE || facts->fact[at].kind != VALUE_OBJECT) {
        return VALUE_NONE;
    }
    at = value_find(facts, at, decrypto_teams[team]);
    return at == VALUE_NONE || facts->fact[at].kind == VALUE_NULL ? VALUE_NONE : at;
}

static void board_seats(const struct value_tree *facts, int team, struct board *board)
{
    uint16_t seats = board_of_team(facts, "teams", team);
    uint16_t encryptor = board_of_team(facts, "encryptors", team);
    assert(seats != VALUE_NONE);
    for (uint16_t at = value_first(facts, seats); at != VALUE_NONE;
         at = value_next(facts, seats, at)) {
        struct board_item *item = board_add(board, BOARD_SEAT, MSG_DECRYPTO_BOARD_SEAT);
        item->seat = (int8_t)facts->fact[at].number;
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        if (encryptor != VALUE_NONE && facts->fact[encryptor].number == item->seat) {
            item->flags |= BOARD_LEADS;
        }
    }
}

/* One alone has no code: the Interceptor of three. */
static bool board_is_alone(const struct value_tree *facts, int team)
{
    uint16_t seats = board_of_team(facts, "teams", team);
    return seats != VALUE_NONE && facts->fact[seats].number == 1;
}

static void board_tokens(const struct value_tree *facts, int team, struct board *board)
{
    static const char *const names[] = {"interceptions", "miscommunications"};
    static const enum message labels[] = {MSG_DECRYPTO_BOARD_TOKENS, MSG_DECRYPTO_BOARD_MISSES};
    uint16_t tokens = board_of_team(facts, "tokens", team);
    assert(tokens != VALUE_NONE);
    for (int kind = 0; kind < 2; kind++) {
        struct board_item *item = board_add(board, BOARD_TOKEN, labels[kind]);
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        item->count = (int32_t)facts->fact[value_find(facts, tokens, names[kind])].number;
        item->place = DECRYPTO_TOKENS_MAX;
        item->flags |= board_is_alone(facts, team) ? BOARD_GONE : 0;
    }
}

/* One cell for each text of a list, rows counted from 1. */
static void board_rows(const struct value_tree *facts, uint16_t list, enum message label, int team,
                       uint8_t flags, struct board *board)
{
    int row = 0;
    if (list == VALUE_NONE) {
        return;
    }
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        struct board_item *item = board_add(board, BOARD_CELL, label);
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        item->count = ++row;
        item->flags = flags;
        board_say(board, item, facts->fact[at].text);
    }
}

static void board_keywords(const struct value_tree *facts, int team, struct board *board)
{
    const char *own = value_text_at(facts, "team", "");
    uint16_t words = value_find(facts, VALUE_NONE, "keywords");
    if (words != VALUE_NONE && facts->fact[words].kind == VALUE_OBJECT) {
        words = board_of_team(facts, "keywords", team);
    } else if (words != VALUE_NONE &&
               (facts->fact[words].kind != VALUE_LIST || strcmp(own, decrypto_teams[team]) != 0)) {
        words = VALUE_NONE;
    }
    board_rows(facts, words, MSG_DECRYPTO_BOARD_KEYWORD, team, BOARD_STAR | BOARD_LEADS, board);
}

/* The round of the code that was revealed so many before the team's latest one. Both teams have one
 * a round; a team with fewer has not had this round's yet. */
static int board_round(const struct value_tree *facts, int team, int before)
{
    uint16_t codes = board_of_team(facts, "codes", team);
    uint16_t others = board_of_team(facts, "codes", decrypto_other(team));
    int64_t round = value_number_at(facts, "last.round", 0) - before;
    if (codes != VALUE_NONE && others != VALUE_NONE &&
        facts->fact[codes].number < facts->fact[others].number) {
        round--;
    }
    return round > 0 && round <= INT16_MAX ? (int)round : 0;
}

/* The round that a clue for this slot is of, of which so many younger ones are there. */
static int board_round_of(const struct value_tree *facts, int team, int slot, int younger)
{
    uint16_t codes = board_of_team(facts, "codes", team);
    int count = codes != VALUE_NONE ? (int)facts->fact[codes].number : 0;
    for (int before = 0; before < count; before++) {
        uint16_t at = value_member(facts, codes, (unsigned)(count - 1 - before));
        bool for_it = strchr(facts->fact[at].text, '0' + slot) != NULL;
        if (for_it && younger-- == 0) {
            return board_round(facts, team, before);
        }
    }
    return 0;
}

static void board_sheet_slot(const struct value_tree *facts, uint16_t list, int team, int slot,
                             struct board *board)
{
    int left = (int)facts->fact[list].number;
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        if (left-- > BOARD_SHEET_COLUMNS_MAX) {
            continue;
        }
        struct board_item *item = board_add(board, BOARD_CELL, MSG_DECRYPTO_BOARD_SHEET);
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        item->count = slot;
        item->place = (int16_t)board_round_of(facts, team, slot, left);
        item->flags = BOARD_STAR;
        board_say(board, item, facts->fact[at].text);
    }
}

static void board_sheet(const struct value_tree *facts, int team, struct board *board)
{
    uint16_t sheet = board_of_team(facts, "sheet", team);
    int slot = 1;
    for (uint16_t at = value_first(facts, sheet); at != VALUE_NONE;
         at = value_next(facts, sheet, at)) {
        board_sheet_slot(facts, at, team, slot++, board);
    }
}

static void board_codes(const struct value_tree *facts, int team, struct board *board)
{
    uint16_t codes = board_of_team(facts, "codes", team);
    int left = codes != VALUE_NONE ? (int)facts->fact[codes].number : 0;
    for (uint16_t at = left > 0 ? value_first(facts, codes) : VALUE_NONE; at != VALUE_NONE;
         at = value_next(facts, codes, at)) {
        if (left-- > BOARD_SHEET_COLUMNS_MAX) {
            continue;
        }
        const char *digits = facts->fact[at].text;
        const char code[] = {digits[0], '-', digits[1], '-', digits[2], '\0'};
        struct board_item *item = board_add(board, BOARD_CELL, MSG_DECRYPTO_BOARD_CODES);
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        item->place = (int16_t)board_round(facts, team, left);
        board_say(board, item, code);
    }
}

void decrypto_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    memset(board, 0, sizeof *board);
    board->game = decrypto_id;
    board->title = MSG_DECRYPTO_BOARD_TITLE;
    board->look = BOARD_CODES;
    board->round = (int32_t)value_number_at(facts, "round", 0);
    assert(board->round > 0);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        board_seats(facts, team, board);
        board_tokens(facts, team, board);
        board_keywords(facts, team, board);
        board_rows(facts, board_of_team(facts, "clues", team), MSG_DECRYPTO_BOARD_CLUE, team, 0,
                   board);
        board_sheet(facts, team, board);
        board_codes(facts, team, board);
    }
    struct board_item *phase = board_add(board, BOARD_NOTE, MSG_DECRYPTO_BOARD_PHASE);
    phase->term = value_text_at(facts, "phase", NULL);
    assert(phase->term != NULL);
    if (value_bool_at(facts, "over")) {
        struct board_item *result = board_add(board, BOARD_NOTE, MSG_DECRYPTO_BOARD_RESULT);
        result->term = value_text_at(facts, "result.reason", NULL);
    }
}
