/* Two teams, White and Black, a plate each: who is in it, its tokens, the clues that lie there now,
 * for each number what has been said for it by round, and the codes that were revealed. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    CODES_TEAMS = 2,
    CODES_NUMBERS_MAX = 8, /* of keywords */
    CODES_TOKENS_MAX = 6,
    CODES_TOKEN = 24 /* from token to token */
};

/* The team's bar, as light or dark as the team is called. Moves place below it. */
static void codes_head(struct drawing *drawing, struct box *place, int team, const char *term)
{
    const int height = draw_pick(drawing, 38, 32);
    struct box bar = {place->x - 6, place->y, place->width + 12, height};
    draw_box(drawing, bar, 9, team == 0 ? PAINT_WHITE : PAINT_BLACK, PAINT_EDGE, 2);
    draw_team(drawing, team, bar.x + 20, bar.y + height / 2);
    struct box name = {bar.x + 38, bar.y + draw_pick(drawing, 26, 22), bar.width - 46, 0};
    draw_text(drawing, team == 0 ? INK_WHITE : INK_BLACK, ANCHOR_START, name,
              catalogue_term(drawing->page->compose->catalogue, term));
    place->y += height + 10;
}

static void codes_seats(struct drawing *drawing, struct box *place, int team)
{
    struct chips chips = {.room = *place};
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind == BOARD_SEAT && item->team == team) {
            const struct chip chip = {.words = board_label(drawing->page, item),
                                      .strong = (item->flags & BOARD_LEADS) != 0};
            draw_chip(drawing, &chips, chip);
        }
    }
    place->y = draw_chips_end(drawing, &chips) + 2;
}

/* A token that was won or lost, or the place for one. */
static void codes_token(struct drawing *drawing, int x, int y, bool first, bool there)
{
    static const char disc[] = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z";
    if (!there) {
        draw_path(drawing, x, y, disc, (struct brush){PAINT_NONE, PAINT_EDGE, 1});
    } else if (first) { /* an ear between two waves */
        draw_path(drawing, x, y, disc, (struct brush){PAINT_SUN, PAINT_NIGHT, 2});
        draw_path(drawing, x, y, "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
                  (struct brush){PAINT_NIGHT, PAINT_NONE, 0});
    } else { /* crossed out */
        draw_path(drawing, x, y, disc, (struct brush){PAINT_PLATE, PAINT_ALARM, 2});
        draw_path(drawing, x, y, "M-4-4L4 4M4-4L-4 4", (struct brush){PAINT_NONE, PAINT_ALARM, 3});
    }
}

/* Tokens of both kinds, each with its words, in one line where that fits. */
static void codes_tokens(struct drawing *drawing, struct box *place, int team)
{
    const int line = draw_pick(drawing, 28, 25);
    int x = 0;
    bool first = true;
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind != BOARD_TOKEN || item->team != team) {
            continue;
        }
        int slots = item->count > item->place ? (int)item->count : item->place;
        slots = slots > CODES_TOKENS_MAX ? CODES_TOKENS_MAX : slots;
        const char *words = board_label(drawing->page, item);
        int width = slots * CODES_TOKEN + draw_text_width(drawing, INK_CELL, words) + 20;
        if (x > 0 && x + width > place->width + 20) {
            x = 0;
            place->y += line;
        }
        for (int n = 0; n < slots; n++) {
            codes_token(drawing, place->x + x + 10 + n * CODES_TOKEN, place->y + 11, first,
                        n < item->count);
        }
        struct box text = {place->x + x + slots * CODES_TOKEN + 4, place->y + 17, 0, 0};
        text.width = place->x + place->width - text.x;
        draw_text(drawing, INK_CELL, ANCHOR_START, text, words);
        x += width;
        first = false;
    }
    place->y += line;
}

static void codes_rule(struct drawing *drawing, struct box *place)
{
    draw_line(drawing, place->x, place->y + 2, place->x + place->width, place->y + 2, PAINT_LINE);
    place->y += 10;
}

/* The clues that lie there now, under each other. */
static void codes_clues(struct drawing *drawing, struct box *place, int team, enum message label)
{
    const int label_width = draw_pick(drawing, 70, 60);
    const int line = draw_pick(drawing, 24, 20);
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind == BOARD_CELL && item->team == team && item->label == label) {
            struct box name = {place->x, place->y + 16, label_width - 6, 0};
            struct box words = {place->x + label_width, place->y + 16, place->width - label_width,
                                0};
            draw_text(drawing, INK_QUIET, ANCHOR_START, name, board_label(drawing->page, item));
            draw_wrapped(drawing, INK_STRONG, &words, line, 2, board_said(drawing, item));
            place->y = words.y - 16 + 2;
        }
    }
}

/* What the numbers and the chips behind them are. */
static void codes_caption(struct drawing *drawing, struct box *place)
{
    const struct board_item plain = {.seat = SEAT_NONE};
    struct box text = {place->x, place->y + 14, place->width, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_START, text,
              board_words(drawing->page, "board.by_round", &plain));
    place->y += draw_pick(drawing, 26, 24);
}

/* One number: its disc, its keyword where the reader may know it, what was said for it. */
static void codes_number(struct drawing *drawing, struct box *place, int team, int number)
{
    char text[BOARD_NUMBER_BYTES];
    const int disc = draw_chip_height(drawing);
    struct chips chips = {.room = {place->x + disc + 10, place->y, place->width - disc - 10, 0}};
    struct box badge = {place->x, place->y, disc, disc};
    struct box digit = {place->x, place->y + draw_pick(drawing, 19, 17), disc, 0};
    bool any = false;
    draw_box(drawing, badge, disc / 2, PAINT_STRONG, PAINT_NONE, 0);
    draw_text(drawing, INK_DISC, ANCHOR_MIDDLE, digit, board_number(text, number));
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind != BOARD_CELL || item->team != team || item->count != number ||
            (item->flags & BOARD_STAR) == 0) {
            continue;
        }
        bool keyword = (item->flags & BOARD_LEADS) != 0;
        const struct chip chip = {.lead = item->place > 0 ? board_number(text, item->place) : NULL,
                                  .words = board_said(drawing, item),
                                  .strong = keyword};
        draw_chip(drawing, &chips, chip);
        any = true;
    }
    if (!any) { /* nothing yet */
        draw_line(drawing, chips.room.x, place->y + disc / 2, chips.room.x + 18,
                  place->y + disc / 2, PAINT_EDGE);
    }
    place->y = draw_chips_end(drawing, &chips);
}

/* A row of chips behind the words of their label. */
static void codes_row(struct drawing *drawing, struct box *place, const struct board_item *row)
{
    char round[BOARD_NUMBER_BYTES];
    const char *words = board_label(drawing->page, row);
    const int label = draw_text_width(drawing, INK_QUIET, words) + 12;
    struct chips chips = {.room = {place->x + label, place->y, place->width - label, 0}};
    struct box name = {place->x, place->y + draw_pick(drawing, 19, 17), label, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_START, name, words);
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (board_same_row(item, row)) {
            const struct chip chip = {.lead =
                                          item->place > 0 ? board_number(round, item->place) : NULL,
                                      .words = board_said(drawing, item)};
            draw_chip(drawing, &chips, chip);
        }
    }
    place->y = draw_chips_end(drawing, &chips);
}

/* The first cell that belongs to no number of the team's, of this row (clues have one, codes
 * none), or NULL. */
static const struct board_item *codes_cell(const struct board *board, int team, bool row)
{
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_CELL && item->team == team && (item->flags & BOARD_STAR) == 0 &&
            (item->count > 0) == row) {
            return item;
        }
    }
    return NULL;
}

static int codes_numbers(const struct board *board)
{
    int most = 4;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_CELL && (item->flags & BOARD_STAR) != 0 && item->count > most) {
            most = (int)item->count;
        }
    }
    return most > CODES_NUMBERS_MAX ? CODES_NUMBERS_MAX : most;
}

/* Has a team anything but people, so that its numbers are of use? */
static bool codes_has_code(const struct board *board, int team)
{
    const struct board_item *token = board_first(board, BOARD_TOKEN, team);
    return token != NULL && (token->flags & BOARD_GONE) == 0;
}

static void codes_team(struct drawing *drawing, struct box *place, int team)
{
    const struct board *board = drawing->board;
    const struct board_item *seat = board_first(board, BOARD_SEAT, team);
    const struct board_item *token = board_first(board, BOARD_TOKEN, team);
    const struct board_item *clue = codes_cell(board, team, true);
    const struct board_item *code = codes_cell(board, team, false);
    const char *term = seat != NULL ? seat->term : token != NULL ? token->term : NULL;
    if (term != NULL) {
        codes_head(drawing, place, team, term);
    }
    if (seat != NULL) {
        codes_seats(drawing, place, team);
    }
    if (token != NULL) {
        codes_tokens(drawing, place, team);
    }
    if (clue != NULL) {
        codes_rule(drawing, place);
        codes_clues(drawing, place, team, clue->label);
    }
    if (codes_has_code(board, team)) {
        codes_rule(drawing, place);
        codes_caption(drawing, place);
        for (int number = 1; number <= codes_numbers(board); number++) {
            codes_number(drawing, place, team, number);
        }
    }
    if (code != NULL) {
        codes_rule(drawing, place);
        codes_row(drawing, place, code);
    }
}

/* One above the other where there is no room beside each other, or nothing to put there: of a team
 * that has no code the others' plate takes the width. */
static bool codes_are_stacked(const struct drawing *drawing)
{
    const struct board *board = drawing->board;
    return drawing->shape == BOARD_PORTRAIT || !codes_has_code(board, 0) ||
           !codes_has_code(board, 1);
}

int draw_codes(struct drawing *drawing, int y)
{
    const int margin = draw_margin(drawing);
    const int gap = draw_pick(drawing, 18, 12);
    const bool upright = codes_are_stacked(drawing);
    const int across = draw_width(drawing) - 2 * margin;
    const int width = upright ? across : (across - gap) / 2;
    struct drawing aside = draw_aside(drawing);
    struct box plate[CODES_TEAMS];
    int end = y;
    for (int team = 0; team < CODES_TEAMS; team++) {
        int x = upright ? margin : margin + team * (width + gap);
        int top = upright && team > 0 ? end + gap : y;
        struct box place = {x + 16, top + 10, width - 32, 0};
        codes_team(&aside, &place, team);
        plate[team] = (struct box){x, top, width, place.y + 4 - top};
        end = place.y + 4 > end ? place.y + 4 : end;
    }
    for (int team = 0; team < CODES_TEAMS; team++) {
        plate[team].height = upright ? plate[team].height : end - y;
        draw_box(drawing, plate[team], 14, PAINT_PLATE, PAINT_EDGE, 2);
    }
    draw_merge(drawing, &aside);
    return end - y;
}
