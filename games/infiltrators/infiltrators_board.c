/* The table as a board, made from a view alone: hands, piles, bullets, and for each Suspect in a
 * stand its clues and a grid of suits and numbers, in which what it cannot be is crossed out. */
#include "infiltrators_private.h"

#include "board.h"

#include <assert.h>
#include <string.h>

static bool board_is_over(const struct value_tree *facts)
{
    return value_bool_at(facts, "over");
}

static bool board_is_gone(const struct value_tree *facts, int seat)
{
    uint16_t gone = value_find(facts, VALUE_NONE, "gone");
    for (uint16_t at = value_first(facts, gone); at != VALUE_NONE;
         at = value_next(facts, gone, at)) {
        if (facts->fact[at].number == seat) {
            return true;
        }
    }
    return false;
}

static void board_hands(const struct value_tree *facts, struct board *board)
{
    uint16_t hands = value_find(facts, VALUE_NONE, "hands");
    int64_t turn = value_number_at(facts, "turn", SEAT_NONE);
    int seat = 0;
    assert(hands != VALUE_NONE);
    for (uint16_t at = value_first(facts, hands); at != VALUE_NONE;
         at = value_next(facts, hands, at)) {
        struct board_item *item = board_add(board, BOARD_HAND, MSG_INFILTRATORS_BOARD_HAND);
        item->seat = (int8_t)seat;
        item->count = (int32_t)facts->fact[at].number;
        item->flags |= !board_is_over(facts) && seat == turn ? BOARD_TURN : 0;
        item->flags |= board_is_gone(facts, seat) ? BOARD_GONE : 0;
        seat++;
    }
}

static void board_counter(enum message label, enum board_icon icon, int64_t count,
                          struct board *board)
{
    bool pile = icon == BOARD_ICON_PILE || icon == BOARD_ICON_CENTRE;
    struct board_item *item = board_add(board, pile ? BOARD_STACK : BOARD_TOKEN, label);
    item->count = (int32_t)count;
    item->place = (int16_t)icon;
}

/* What everybody may count, and what is left where turns are counted. */
static void board_counters(const struct value_tree *facts, struct board *board)
{
    static const struct {
        enum message label;
        enum board_icon icon;
        const char *path;
    } rows[] = {
        {MSG_INFILTRATORS_BOARD_HQ, BOARD_ICON_PILE, "hq"},
        {MSG_INFILTRATORS_BOARD_CENTRE, BOARD_ICON_CENTRE, "centre"},
        {MSG_INFILTRATORS_BOARD_LEFT, BOARD_ICON_FILE, "left"},
        {MSG_INFILTRATORS_BOARD_BULLETS, BOARD_ICON_BULLET, "bullets"},
        {MSG_INFILTRATORS_BOARD_UP, BOARD_ICON_UP, "discard.up_count"},
        {MSG_INFILTRATORS_BOARD_DOWN, BOARD_ICON_DOWN, "discard.down"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (value_has(facts, rows[i].path)) {
            board_counter(rows[i].label, rows[i].icon, value_number_at(facts, rows[i].path, 0),
                          board);
        }
    }
    if (value_has(facts, "turns_max")) {
        board_counter(MSG_INFILTRATORS_BOARD_TURNS, BOARD_ICON_TURNS,
                      value_number_at(facts, "turns_max", 0) - value_number_at(facts, "turns", 0),
                      board);
    }
}

/* The private board of an owner's Suspect, or the public one, or VALUE_NONE without a board. */
static uint16_t board_possible(const struct value_tree *facts, uint16_t stand, int owner)
{
    uint16_t mine = value_find(facts, VALUE_NONE, "mine");
    for (uint16_t at = mine != VALUE_NONE && facts->fact[mine].kind == VALUE_LIST
                           ? value_first(facts, mine)
                           : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, mine, at)) {
        if (facts->fact[value_find(facts, at, "owner")].number == owner) {
            return value_find(facts, at, "possible");
        }
    }
    uint16_t at = value_find(facts, stand, "possible");
    return facts->fact[at].kind == VALUE_LIST ? at : VALUE_NONE;
}

/* What a column of a grid shows of one card. */
static char board_cell(const struct value_tree *facts, uint16_t clues, uint16_t possible,
                       uint8_t card)
{
    for (uint16_t at = value_first(facts, clues); at != VALUE_NONE;
         at = value_next(facts, clues, at)) {
        if (strcmp(facts->fact[value_find(facts, at, "card")].text, card_name(card)) == 0) {
            return facts->fact[value_find(facts, at, "match")].number != 0 ? BOARD_GRID_MATCH
                                                                           : BOARD_GRID_CLASH;
        }
    }
    if (possible == VALUE_NONE) {
        return BOARD_GRID_BLANK;
    }
    for (uint16_t at = value_first(facts, possible); at != VALUE_NONE;
         at = value_next(facts, possible, at)) {
        if (strcmp(facts->fact[at].text, card_name(card)) == 0) {
            return BOARD_GRID_OPEN;
        }
    }
    return BOARD_GRID_OUT;
}

/* Suits that a grid has rows for: those that are named, that are possible, or that lie there. */
static unsigned board_suits(const struct value_tree *facts, uint16_t clues, uint16_t possible)
{
    unsigned suits = 0;
    uint16_t named = value_find(facts, VALUE_NONE, "suits");
    for (uint16_t at = value_first(facts, named); at != VALUE_NONE;
         at = value_next(facts, named, at)) {
        for (int suit = 0; suit < SUITS; suit++) {
            suits |= facts->fact[at].text[0] == card_suit_letter(suit) ? 1u << suit : 0u;
        }
    }
    for (uint16_t at = possible != VALUE_NONE ? value_first(facts, possible) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, possible, at)) {
        suits |= 1u << card_suit(card_read(facts->fact[at].text));
    }
    for (uint16_t at = value_first(facts, clues); at != VALUE_NONE;
         at = value_next(facts, clues, at)) {
        suits |= 1u << card_suit(card_read(facts->fact[value_find(facts, at, "card")].text));
    }
    return suits;
}

/* Are cards in play that have a suit alone? */
static bool board_has_specials(const struct value_tree *facts)
{
    uint16_t rules = value_find(facts, VALUE_NONE, "rules");
    for (uint16_t at = value_first(facts, rules); at != VALUE_NONE;
         at = value_next(facts, rules, at)) {
        if (strcmp(facts->fact[at].text, mission_rule_names[MISSION_SPECIALS]) == 0) {
            return true;
        }
    }
    return false;
}

static void board_grid(const struct value_tree *facts, uint16_t stand, int owner,
                       struct board *board)
{
    static const char *const terms[SUITS] = {"R", "K", "Y", "G", "B"};
    uint16_t clues = value_find(facts, stand, "clues");
    uint16_t possible = board_possible(facts, stand, owner);
    unsigned suits = board_suits(facts, clues, possible);
    bool specials = board_has_specials(facts);
    int lowest = (int)value_number_at(facts, "lowest", NUMBER_LOWEST);
    int highest = (int)value_number_at(facts, "highest", NUMBER_HIGHEST);
    for (int suit = 0; suit < SUITS; suit++) {
        char cells[NUMBER_HIGHEST + 2] = {0};
        if ((suits >> suit & 1) == 0) {
            continue;
        }
        for (int number = lowest; number <= highest; number++) {
            cells[number - lowest] = board_cell(facts, clues, possible, card_of(suit, number));
        }
        if (specials) { /* a clue at the most: no Suspect is one */
            char cell = board_cell(facts, clues, VALUE_NONE, card_of(suit, NUMBER_SPECIAL));
            cells[highest - lowest + 1] = cell;
        }
        struct board_item *item = board_add(board, BOARD_GRID, MSG_INFILTRATORS_BOARD_STAND);
        item->seat = (int8_t)owner;
        item->term = terms[suit];
        item->count = possible != VALUE_NONE ? (int32_t)facts->fact[possible].number : 0;
        item->flags |= possible != VALUE_NONE ? BOARD_LEADS : 0;
        item->flags |= specials ? BOARD_STAR : 0;
        item->place = (int16_t)lowest;
        board_say(board, item, cells);
    }
}

static void board_stands(const struct value_tree *facts, struct board *board)
{
    uint16_t stands = value_find(facts, VALUE_NONE, "stands");
    int owner = 0;
    assert(stands != VALUE_NONE);
    for (uint16_t at = value_first(facts, stands); at != VALUE_NONE;
         at = value_next(facts, stands, at)) {
        if (facts->fact[at].kind == VALUE_OBJECT) {
            board_grid(facts, at, owner, board);
        }
        owner++;
    }
}

static void board_rules(const struct value_tree *facts, struct board *board)
{
    uint16_t rules = value_find(facts, VALUE_NONE, "rules");
    for (uint16_t at = value_first(facts, rules); at != VALUE_NONE;
         at = value_next(facts, rules, at)) {
        board_add(board, BOARD_CHIP, MSG_INFILTRATORS_BOARD_RULE)->term = facts->fact[at].text;
    }
}

void infiltrators_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    memset(board, 0, sizeof *board);
    board->game = infiltrators_id;
    board->title = MSG_INFILTRATORS_BOARD_TITLE;
    board->look = BOARD_FILES;
    board->round = (int32_t)value_number_at(facts, "round", 0);
    board_hands(facts, board);
    struct board_item *phase = board_add(board, BOARD_NOTE, MSG_INFILTRATORS_BOARD_PHASE);
    phase->term = value_text_at(facts, "phase", NULL);
    phase->seat = (int8_t)value_number_at(facts, "turn", SEAT_NONE);
    board_counters(facts, board);
    board_rules(facts, board);
    board_stands(facts, board);
    assert(phase->term != NULL);
    if (board_is_over(facts)) {
        struct board_item *result = board_add(board, BOARD_NOTE, MSG_INFILTRATORS_BOARD_RESULT);
        result->term = value_text_at(facts, "result.reason", NULL);
    }
}
