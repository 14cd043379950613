/* The seats around the table, with their hands, and what lies in the middle. Up to four sit at the
 * four sides, clockwise from the bottom, so that partners face each other; more sit in rows above
 * and below the middle. Upright, those at the sides sit in one row between two strips of felt. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    TABLE_SIDES = 4, /* as many sit at one side each */
    TABLE_GAP = 14,
    TABLE_MIDDLE = 228, /* height between upper and lower plates */
    TABLE_STRIP = 86,   /* height of a strip of felt, upright */
    TABLE_MIDDLE_ROWS = 260,
    TABLE_BACKS_MAX = 12, /* cards drawn of one hand; the number says the rest */
    TABLE_BACKS_FEW = 6,  /* the same where many sit */
    TABLE_BACK_STEP = 25, /* from card to card in a hand, at the most */
    TABLE_NARROW = 170,   /* plates below this have room for one thing a line */
    TABLE_CARDS_MAX = SEATS_MAX,
    TABLE_STACKS_MAX = 4
};

struct table_plan {
    const struct board_item *hand[SEATS_MAX];
    unsigned hands;
    const struct board_item *stack[TABLE_STACKS_MAX];
    unsigned stacks;
    struct box plate[SEATS_MAX]; /* by place among the hands */
    struct box card[SEATS_MAX];  /* where what they lay lies */
    struct box middle;
    int height;
};

static void table_read(const struct board *board, struct table_plan *plan)
{
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_HAND && plan->hands < SEATS_MAX) {
            plan->hand[plan->hands++] = item;
        } else if (item->kind == BOARD_STACK && plan->stacks < TABLE_STACKS_MAX) {
            plan->stack[plan->stacks++] = item;
        }
    }
}

static const int table_order[TABLE_SIDES + 1][TABLE_SIDES] = {
    {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 2, 0, 0}, {0, 1, 3, 0}, {0, 1, 2, 3}};

static struct box table_card_at(int x, int y, int width)
{
    return (struct box){x - width / 2, y - width * 5 / 7, width, width * 10 / 7};
}

/* Four sides: bottom, left, top, right. */
static void table_place_sides(struct table_plan *plan, int y)
{
    enum { PLATE = 236, PLATE_HEIGHT = 122, MARGIN = 24, CARD = 52 };
    const int centre = (BOARD_WIDTH_PX - PLATE) / 2;
    const int lower = y + PLATE_HEIGHT + TABLE_MIDDLE;
    const int side_y = y + PLATE_HEIGHT + (TABLE_MIDDLE - PLATE_HEIGHT) / 2;
    const int left = MARGIN + PLATE + TABLE_GAP;
    const struct box sides[TABLE_SIDES] = {
        {centre, lower, PLATE, PLATE_HEIGHT},
        {MARGIN, side_y, PLATE, PLATE_HEIGHT},
        {centre, y, PLATE, PLATE_HEIGHT},
        {BOARD_WIDTH_PX - MARGIN - PLATE, side_y, PLATE, PLATE_HEIGHT},
    };
    const struct box cards[TABLE_SIDES] = {
        table_card_at(BOARD_WIDTH_PX / 2, lower - 57, CARD),
        table_card_at(left + CARD / 2, side_y + PLATE_HEIGHT / 2, CARD),
        table_card_at(BOARD_WIDTH_PX / 2, y + PLATE_HEIGHT + 43, CARD),
        table_card_at(BOARD_WIDTH_PX - left - CARD / 2, side_y + PLATE_HEIGHT / 2, CARD),
    };
    for (unsigned i = 0; i < plan->hands; i++) {
        plan->plate[i] = sides[table_order[plan->hands][i]];
        plan->card[i] = cards[table_order[plan->hands][i]];
    }
    plan->middle = (struct box){left, y + PLATE_HEIGHT, BOARD_WIDTH_PX - 2 * left, TABLE_MIDDLE};
    plan->height = 2 * PLATE_HEIGHT + TABLE_MIDDLE;
}

static void table_place_upright(struct table_plan *plan, int y)
{
    enum { PLATE = 178, PLATE_HEIGHT = 94, MARGIN = 10, CARD = 38 };
    const int centre = (BOARD_PORTRAIT_PX - PLATE) / 2;
    const int right = BOARD_PORTRAIT_PX - MARGIN - PLATE;
    const int side_y = y + PLATE_HEIGHT + TABLE_STRIP;
    const int lower = side_y + PLATE_HEIGHT + TABLE_STRIP;
    const int strip = side_y + PLATE_HEIGHT + TABLE_STRIP / 2;
    const struct box sides[TABLE_SIDES] = {
        {centre, lower, PLATE, PLATE_HEIGHT},
        {MARGIN, side_y, PLATE, PLATE_HEIGHT},
        {centre, y, PLATE, PLATE_HEIGHT},
        {right, side_y, PLATE, PLATE_HEIGHT},
    };
    const struct box cards[TABLE_SIDES] = {
        table_card_at(BOARD_PORTRAIT_PX / 2, strip, CARD),
        table_card_at(MARGIN + PLATE / 2, strip, CARD),
        table_card_at(BOARD_PORTRAIT_PX / 2, y + PLATE_HEIGHT + TABLE_STRIP / 2, CARD),
        table_card_at(right + PLATE / 2, strip, CARD),
    };
    for (unsigned i = 0; i < plan->hands; i++) {
        plan->plate[i] = sides[table_order[plan->hands][i]];
        plan->card[i] = cards[table_order[plan->hands][i]];
    }
    plan->middle =
        (struct box){MARGIN, y + PLATE_HEIGHT, BOARD_PORTRAIT_PX - 2 * MARGIN, TABLE_STRIP};
    plan->height = 3 * PLATE_HEIGHT + 2 * TABLE_STRIP;
}

/* Rows: the lower ones from right to left, the upper ones from left to right. */
static void table_place_rows(const struct drawing *drawing, struct table_plan *plan, int y)
{
    const int margin = draw_margin(drawing);
    const int plate_height = draw_pick(drawing, 122, 94);
    const int step = plate_height + 22;
    const unsigned lower = (plan->hands + 1) / 2;
    const unsigned across = drawing->shape == BOARD_PORTRAIT ? 2 : lower;
    const int rows = (int)((lower + across - 1) / across);
    const int width = (draw_width(drawing) - 2 * margin) / (int)across - TABLE_GAP;
    const int card = draw_pick(drawing, 36, 28);
    const int middle = y + rows * step;
    for (unsigned i = 0; i < plan->hands; i++) {
        bool low = i < lower;
        unsigned n = low ? i : i - lower;
        int column = low ? (int)(across - 1 - n % across) : (int)(n % across);
        int row = (int)(n / across);
        int x = margin + TABLE_GAP / 2 + column * (width + TABLE_GAP);
        int top = low ? middle + TABLE_MIDDLE_ROWS + row * step : y + row * step;
        plan->plate[i] = (struct box){x, top, width, plate_height};
        int near = low ? middle + TABLE_MIDDLE_ROWS - card - 16 : middle + card - 10;
        plan->card[i] = table_card_at(x + width / 2, near, card);
    }
    plan->middle =
        (struct box){margin, middle, draw_width(drawing) - 2 * margin, TABLE_MIDDLE_ROWS};
    plan->height = 2 * rows * step + TABLE_MIDDLE_ROWS;
}

/* As many backs as there are cards, narrower where they are many, and their number in words. */
static void table_draw_hand(struct drawing *drawing, struct box plate,
                            const struct board_item *hand)
{
    const int inset = draw_pick(drawing, 14, 10);
    const int height = draw_pick(drawing, 32, 26);
    int most = plate.width < TABLE_NARROW ? TABLE_BACKS_FEW : TABLE_BACKS_MAX;
    int backs = hand->count > most ? most : (int)hand->count;
    const char *words = board_words(drawing->page, "board.cards", hand);
    int room = plate.width - 2 * inset - 8 - draw_text_width(drawing, INK_QUIET, words);
    int step = backs > 0 ? room / backs : 0;
    step = step > TABLE_BACK_STEP * height / 32 ? TABLE_BACK_STEP * height / 32 : step;
    if (step >= TABLE_BACK_STEP / 3) {
        struct box card = {plate.x + inset, plate.y + plate.height - height - 10, step - 3, height};
        draw_hand(drawing, card, backs, step);
    }
    struct box place = {plate.x + inset, plate.y + plate.height - draw_pick(drawing, 20, 17),
                        plate.width - 2 * inset, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_END, place, words);
}

/* Tags on the edge of a plate: whose turn, who leads. On a narrow plate one is above, one below. */
static void table_draw_tags(struct drawing *drawing, struct box plate,
                            const struct board_item *hand)
{
    bool turn = (hand->flags & BOARD_TURN) != 0;
    bool leads = (hand->flags & BOARD_LEADS) != 0;
    bool narrow = plate.width < TABLE_NARROW;
    int most = narrow || !(turn && leads) ? plate.width - 12 : plate.width / 2 - 8;
    struct box tag = {plate.x + 6, plate.y - draw_pick(drawing, 14, 12), most, 0};
    if (turn) {
        draw_tag(drawing, tag, board_words(drawing->page, "board.turn", hand), false);
    }
    if (leads) {
        const char *words = board_words(drawing->page, "board.leads", hand);
        int width = draw_text_width(drawing, INK_TAG, words) + 42;
        tag.x = plate.x + plate.width - 6 - (width > most ? most : width);
        tag.y = narrow && turn ? plate.y + plate.height - 14 : tag.y;
        draw_tag(drawing, tag, words, true);
    }
}

/* The line below a name: the team, and that somebody has left. */
static void table_draw_team(struct drawing *drawing, struct box plate,
                            const struct board_item *hand)
{
    const struct page *page = drawing->page;
    const int inset = draw_pick(drawing, 14, 10);
    bool gone = (hand->flags & BOARD_GONE) != 0;
    struct box line = {plate.x + inset, plate.y + draw_pick(drawing, 62, 48),
                       plate.width - 2 * inset, 0};
    if (gone) {
        const char *words = board_words(page, "board.gone", hand);
        draw_text(drawing, INK_QUIET, ANCHOR_END, line, words);
        line.width -= draw_text_width(drawing, INK_QUIET, words) + 8;
    }
    if (hand->team >= 0) {
        draw_team(drawing, hand->team, line.x + 10, line.y - draw_pick(drawing, 6, 5));
    }
    if (hand->team >= 0 && hand->term != NULL && line.width > 60) {
        struct box team = {line.x + 26, line.y, line.width - 26, 0};
        draw_text(drawing, hand->team == 0 ? INK_TEAM_0 : INK_TEAM_1, ANCHOR_START, team,
                  catalogue_term(page->compose->catalogue, hand->term));
    }
}

static void table_draw_plate(struct drawing *drawing, struct box plate,
                             const struct board_item *hand)
{
    const int inset = draw_pick(drawing, 14, 10);
    bool turn = (hand->flags & BOARD_TURN) != 0;
    draw_box(drawing, plate, draw_pick(drawing, 14, 10), PAINT_PLATE,
             turn ? PAINT_STRONG : PAINT_EDGE, turn ? 4 : 2);
    struct box name = {plate.x + inset, plate.y + draw_pick(drawing, 38, 27),
                       plate.width - 2 * inset, 0};
    draw_text(drawing, INK_NAME, ANCHOR_START, name,
              board_words(drawing->page, "board.name", hand));
    table_draw_team(drawing, plate, hand);
    table_draw_hand(drawing, plate, hand);
    table_draw_tags(drawing, plate, hand);
}

/* Where a card of this seat lies; one of nobody's lies at the side. */
static struct box table_card_box(const struct table_plan *plan, int seat, unsigned number)
{
    for (unsigned i = 0; i < plan->hands; i++) {
        if (plan->hand[i]->seat == seat) {
            return plan->card[i];
        }
    }
    int width = plan->card[0].width;
    int step = (plan->middle.width - 32) / TABLE_CARDS_MAX;
    return table_card_at(plan->middle.x + 16 + width / 2 + (int)number * step,
                         plan->middle.y + 16 + width, width);
}

static void table_draw_cards(struct drawing *drawing, const struct table_plan *plan)
{
    unsigned number = 0;
    for (unsigned i = 0; i < drawing->board->count && number < TABLE_CARDS_MAX; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind != BOARD_CARD || (item->flags & BOARD_LAST) != 0) {
            continue;
        }
        struct box card = table_card_box(plan, item->seat, number++);
        if (item->term == NULL) {
            draw_card_back(drawing, card);
        } else {
            draw_card_face(drawing, card, item->term);
        }
    }
}

/* A pile with its words below, in the middle of a zone. */
static void table_draw_stack(struct drawing *drawing, struct box zone,
                             const struct board_item *stack)
{
    const struct page *page = drawing->page;
    const int width = draw_pick(drawing, 40, 27);
    const int line = draw_pick(drawing, 22, 16);
    struct box pile = {zone.x + (zone.width - width) / 2,
                       zone.y + zone.height / 2 - draw_pick(drawing, 44, 33), width, width * 7 / 5};
    draw_pile(drawing, pile, (int)stack->count);
    struct board_item plain = *stack;
    plain.term = NULL;
    struct box label = {zone.x, pile.y + pile.height + draw_pick(drawing, 24, 17), zone.width, 0};
    draw_text(drawing, INK_FELT, ANCHOR_MIDDLE, label, board_label(page, &plain));
    if (stack->team >= 0 && stack->term != NULL) {
        struct box team = {label.x, label.y + line, label.width, 0};
        draw_text(drawing, INK_FELT, ANCHOR_MIDDLE, team,
                  catalogue_term(page->compose->catalogue, stack->term));
        draw_team(drawing, stack->team, pile.x - 16, pile.y + pile.height / 2);
    }
}

/* Piles lie beside the axis that the cards of the upper and lower seats lie on. */
static void table_draw_stacks(struct drawing *drawing, const struct table_plan *plan)
{
    struct box middle = plan->middle;
    bool sides = plan->hands <= TABLE_SIDES;
    bool upright = drawing->shape == BOARD_PORTRAIT;
    int inset = upright ? (sides ? 30 : 0) : sides ? 56 : 16;
    int axis = sides ? draw_pick(drawing, 60, 46) : 0;
    int width = (middle.width - 2 * inset - axis) / 2;
    int half = (int)(plan->stacks + 1) / 2;
    int part = half > 0 ? width / half : width;
    for (int i = 0; i < (int)plan->stacks; i++) {
        bool right = i >= half || plan->stacks == 1;
        struct box zone = {middle.x + inset + i % half * part, middle.y, part, middle.height};
        zone.x += right ? width + axis : 0;
        table_draw_stack(drawing, zone, plan->stack[i]);
    }
}

static void table_draw_felt(struct drawing *drawing, const struct table_plan *plan, int y)
{
    const int edge = draw_pick(drawing, 94, 30);
    const int half = draw_pick(drawing, 61, 47);
    struct box felt = {edge, y + half, draw_width(drawing) - 2 * edge, plan->height - 2 * half};
    draw_box(drawing, felt, draw_pick(drawing, 90, 60), PAINT_FELT, PAINT_RAIL,
             draw_pick(drawing, 6, 5));
    int inset = draw_pick(drawing, 12, 8);
    struct box seam = {felt.x + inset, felt.y + inset, felt.width - 2 * inset,
                       felt.height - 2 * inset};
    draw_box(drawing, seam, draw_pick(drawing, 78, 52), PAINT_NONE, PAINT_SEAM, 2);
}

int draw_table(struct drawing *drawing, int y)
{
    struct table_plan plan = {0};
    table_read(drawing->board, &plan);
    if (plan.hands > TABLE_SIDES) {
        table_place_rows(drawing, &plan, y);
    } else if (drawing->shape == BOARD_PORTRAIT) {
        table_place_upright(&plan, y);
    } else {
        table_place_sides(&plan, y);
    }
    table_draw_felt(drawing, &plan, y);
    table_draw_stacks(drawing, &plan);
    table_draw_cards(drawing, &plan);
    for (unsigned i = 0; i < plan.hands; i++) {
        table_draw_plate(drawing, plan.plate[i], plan.hand[i]);
    }
    return plan.height;
}
