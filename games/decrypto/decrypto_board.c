/* The table as a board, made from a view alone: who sits in which team and encrypts, tokens, the
 * clues on the table, the reader's own keywords, the note sheet, the last reveal. */
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
    }
}

/* One cell for each text of a list, rows counted from 1. */
static void board_rows(const struct value_tree *facts, uint16_t list, enum message label, int team,
                       struct board *board)
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
    board_rows(facts, words, MSG_DECRYPTO_BOARD_KEYWORD, team, board);
}

static void board_sheet_slot(const struct value_tree *facts, uint16_t list, int team, int slot,
                             struct board *board)
{
    int skip = (int)facts->fact[list].number - BOARD_SHEET_COLUMNS_MAX;
    int place = 0;
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        if (skip-- > 0) {
            continue;
        }
        struct board_item *item = board_add(board, BOARD_CELL, MSG_DECRYPTO_BOARD_SHEET);
        item->team = (int8_t)team;
        item->term = decrypto_teams[team];
        item->count = slot;
        item->place = (int16_t)place++;
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

static void board_last(const struct value_tree *facts, struct board *board)
{
    if (!value_has(facts, "last")) {
        return;
    }
    struct board_item *item = board_add(board, BOARD_NOTE, MSG_DECRYPTO_BOARD_LAST);
    const char *code = value_text_at(facts, "last.code", "");
    item->term = value_text_at(facts, "last.team", NULL);
    item->flags = BOARD_LAST;
    for (; *code != '\0'; code++) {
        item->count = item->count * 10 + (*code - '0');
    }
    assert(item->term != NULL);
}

void decrypto_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    memset(board, 0, sizeof *board);
    board->game = decrypto_id;
    board->title = MSG_DECRYPTO_BOARD_TITLE;
    board->round = (int32_t)value_number_at(facts, "round", 0);
    assert(board->round > 0);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        board_seats(facts, team, board);
        board_tokens(facts, team, board);
        board_keywords(facts, team, board);
        board_rows(facts, board_of_team(facts, "clues", team), MSG_DECRYPTO_BOARD_CLUE, team,
                   board);
        board_sheet(facts, team, board);
    }
    board_last(facts, board);
    struct board_item *phase = board_add(board, BOARD_NOTE, MSG_DECRYPTO_BOARD_PHASE);
    phase->term = value_text_at(facts, "phase", NULL);
    assert(phase->term != NULL);
    if (value_bool_at(facts, "over")) {
        struct board_item *result = board_add(board, BOARD_NOTE, MSG_DECRYPTO_BOARD_RESULT);
        result->term = value_text_at(facts, "result.reason", NULL);
    }
}
