/* The seats around the table, with their hands, and what lies in the middle. Up to four sit at the
 * four sides, clockwise from the bottom, so that partners face each other; more sit in two rows. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    TABLE_SIDES = 4, /* as many sit at one side each */
    TABLE_MARGIN = 24,
    TABLE_PLATE_WIDTH = 236,
    TABLE_PLATE_HEIGHT = 122,
    TABLE_GAP = 14,
    TABLE_MIDDLE = 228,   /* height between upper and lower plates */
    TABLE_BACKS_MAX = 12, /* cards drawn of one hand; the number says the rest */
    TABLE_BACKS_FEW = 6,  /* the same where many sit */
    TABLE_BACK_STEP = 25, /* from card to card in a hand, at the most */
    TABLE_CARD_WIDTH = 52,
    TABLE_CARD_HEIGHT = 74,
    TABLE_SMALL_WIDTH = 36, /* of a card where many sit */
    TABLE_SMALL_HEIGHT = 51,
    TABLE_MIDDLE_ROWS = 260,
    TABLE_NARROW = 190, /* plates below this have room for one thing a line */
    TABLE_STACKS_MAX = 4
};

struct table_plan {
    const struct board_item *hand[SEATS_MAX];
    unsigned hands;
    const struct board_item *stack[TABLE_STACKS_MAX];
    unsigned stacks;
    struct box plate[SEATS_MAX]; /* by place among the hands */
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

/* Four sides: bottom, left, top, right. */
static void table_place_sides(struct table_plan *plan, int y)
{
    static const int order[TABLE_SIDES + 1][TABLE_SIDES] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 2, 0, 0}, {0, 1, 3, 0}, {0, 1, 2, 3}};
    const int centre = (BOARD_WIDTH_PX - TABLE_PLATE_WIDTH) / 2;
    const int lower = y + TABLE_PLATE_HEIGHT + TABLE_MIDDLE;
    const int side_y = y + TABLE_PLATE_HEIGHT + (TABLE_MIDDLE - TABLE_PLATE_HEIGHT) / 2;
    const struct box sides[TABLE_SIDES] = {
        {centre, lower, TABLE_PLATE_WIDTH, TABLE_PLATE_HEIGHT},
        {TABLE_MARGIN, side_y, TABLE_PLATE_WIDTH, TABLE_PLATE_HEIGHT},
        {centre, y, TABLE_PLATE_WIDTH, TABLE_PLATE_HEIGHT},
        {BOARD_WIDTH_PX - TABLE_MARGIN - TABLE_PLATE_WIDTH, side_y, TABLE_PLATE_WIDTH,
         TABLE_PLATE_HEIGHT},
    };
    for (unsigned i = 0; i < plan->hands; i++) {
        plan->plate[i] = sides[order[plan->hands][i]];
    }
    int left = TABLE_MARGIN + TABLE_PLATE_WIDTH + TABLE_GAP;
    plan->middle =
        (struct box){left, y + TABLE_PLATE_HEIGHT, BOARD_WIDTH_PX - 2 * left, TABLE_MIDDLE};
    plan->height = 2 * TABLE_PLATE_HEIGHT + TABLE_MIDDLE;
}

/* Two rows: the lower one from right to left, the upper one from left to right. */
static void table_place_rows(struct table_plan *plan, int y)
{
    unsigned lower = (plan->hands + 1) / 2;
    int width = (BOARD_WIDTH_PX - 2 * TABLE_MARGIN) / (int)lower - TABLE_GAP;
    for (unsigned i = 0; i < plan->hands; i++) {
        int place = i < lower ? (int)(lower - 1 - i) : (int)(i - lower);
        plan->plate[i] = (struct box){TABLE_MARGIN + TABLE_GAP / 2 + place * (width + TABLE_GAP),
                                      i < lower ? y + TABLE_PLATE_HEIGHT + TABLE_MIDDLE_ROWS : y,
                                      width, TABLE_PLATE_HEIGHT};
    }
    plan->middle = (struct box){TABLE_MARGIN, y + TABLE_PLATE_HEIGHT,
                                BOARD_WIDTH_PX - 2 * TABLE_MARGIN, TABLE_MIDDLE_ROWS};
    plan->height = 2 * TABLE_PLATE_HEIGHT + TABLE_MIDDLE_ROWS;
}

/* As many backs as there are cards, narrower where they are many, and their number in words. */
static void table_draw_hand(struct drawing *drawing, struct box plate,
                            const struct board_item *hand)
{
    int most = plate.width < TABLE_PLATE_WIDTH ? TABLE_BACKS_FEW : TABLE_BACKS_MAX;
    int backs = hand->count > most ? most : (int)hand->count;
    const char *words = board_words(drawing->page, "board.cards", hand);
    int room = plate.width - 38 - draw_text_width(INK_QUIET, words);
    int step = backs > 0 ? room / backs : 0;
    step = step > TABLE_BACK_STEP ? TABLE_BACK_STEP : step;
    if (step >= TABLE_BACK_STEP / 3) {
        struct box card = {plate.x + 14, plate.y + plate.height - 44, step - 3, 32};
        draw_hand(drawing, card, backs, step);
    }
    struct box place = {plate.x + 14, plate.y + plate.height - 22, plate.width - 28, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_END, place, words);
}

/* A tag on the edge of a plate: whose turn, who leads. On a narrow plate one is above, one below.
 */
static void table_draw_tag(struct drawing *drawing, struct box plate, const char *words, bool leads)
{
    bool narrow = plate.width < TABLE_NARROW;
    int most = narrow ? plate.width - 12 : plate.width / 2 + 12;
    int width = draw_text_width(INK_TAG, words) + 44;
    width = width > most ? most : width;
    struct box tag = {leads ? plate.x + plate.width - width - 6 : plate.x + 6,
                      leads && narrow ? plate.y + plate.height - 14 : plate.y - 14, width, 28};
    draw_box(drawing, tag, 14, "#ffd166", "#1f2933", 2);
    if (leads) {
        draw_star(drawing, tag.x + 18, tag.y + 14);
    } else {
        draw_arrow(drawing, tag.x + 18, tag.y + 14);
    }
    struct box place = {tag.x + 32, tag.y + 20, tag.width - 38, 0};
    draw_text(drawing, INK_TAG, ANCHOR_START, place, words);
}

/* The line below a name: the team, and that somebody has left. */
static void table_draw_team(struct drawing *drawing, struct box plate,
                            const struct board_item *hand)
{
    const struct page *page = drawing->page;
    bool gone = (hand->flags & BOARD_GONE) != 0;
    bool alone = gone && plate.width < TABLE_NARROW;
    struct box line = {plate.x + 14, plate.y + 62, plate.width - 28, 0};
    if (gone) {
        draw_text(drawing, INK_QUIET, ANCHOR_END, line, board_words(page, "board.gone", hand));
    }
    if (hand->team >= 0) {
        draw_team(drawing, hand->team, plate.x + 24, plate.y + 56);
    }
    if (hand->team >= 0 && hand->term != NULL && !alone) {
        struct box team = {plate.x + 42, line.y, plate.width - 50, 0};
        draw_text(drawing, hand->team == 0 ? INK_TEAM_0 : INK_TEAM_1, ANCHOR_START, team,
                  catalogue_term(page->compose->catalogue, hand->term));
    }
}

static void table_draw_plate(struct drawing *drawing, struct box plate,
                             const struct board_item *hand)
{
    const struct page *page = drawing->page;
    bool turn = (hand->flags & BOARD_TURN) != 0;
    draw_box(drawing, plate, 14, "#ffffff", turn ? "#1f2933" : "#9aa5b1", turn ? 4 : 2);
    struct box name = {plate.x + 14, plate.y + 38, plate.width - 28, 0};
    draw_text(drawing, INK_NAME, ANCHOR_START, name, board_words(page, "board.name", hand));
    table_draw_team(drawing, plate, hand);
    table_draw_hand(drawing, plate, hand);
    if (turn) {
        table_draw_tag(drawing, plate, board_words(page, "board.turn", hand), false);
    }
    if ((hand->flags & BOARD_LEADS) != 0) {
        table_draw_tag(drawing, plate, board_words(page, "board.leads", hand), true);
    }
}

/* Where a seat's card lies: between its plate and the middle. One of nobody's lies at the side. */
static struct box table_card_box(const struct table_plan *plan, int seat, unsigned number)
{
    bool many = plan->hands > TABLE_SIDES;
    struct box middle = plan->middle;
    struct box card = {middle.x + 16, middle.y + 16, many ? TABLE_SMALL_WIDTH : TABLE_CARD_WIDTH,
                       many ? TABLE_SMALL_HEIGHT : TABLE_CARD_HEIGHT};
    for (unsigned i = 0; i < plan->hands; i++) {
        struct box plate = plan->plate[i];
        if (plan->hand[i]->seat != seat) {
            continue;
        }
        bool left = plate.x + plate.width <= middle.x;
        bool right = plate.x >= middle.x + middle.width;
        card.x = left    ? middle.x
                 : right ? middle.x + middle.width - card.width
                         : plate.x + (plate.width - card.width) / 2;
        card.y = left || right        ? middle.y + (middle.height - card.height) / 2
                 : plate.y < middle.y ? middle.y + 6
                                      : middle.y + middle.height - card.height - 20;
        return card;
    }
    card.x += (int)number * (card.width + 10);
    return card;
}

static void table_draw_card(struct drawing *drawing, struct box card, const struct board_item *item)
{
    if (item->term == NULL) {
        draw_card_back(drawing, card);
    } else {
        draw_card_face(drawing, card, item->term);
    }
}

static void table_draw_cards(struct drawing *drawing, const struct table_plan *plan)
{
    unsigned number = 0;
    for (unsigned i = 0; i < drawing->board->count && number < SEATS_MAX; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind == BOARD_CARD && (item->flags & BOARD_LAST) == 0) {
            table_draw_card(drawing, table_card_box(plan, item->seat, number++), item);
        }
    }
}

/* Piles lie beside the axis that the cards of the upper and lower seats lie on; their words may be
 * spare px wider than the zone. */
static void table_draw_stack(struct drawing *drawing, struct box zone,
                             const struct board_item *stack, int spare)
{
    const struct page *page = drawing->page;
    struct box pile = {zone.x + zone.width / 2 - 20, zone.y + zone.height / 2 - 44, 40, 56};
    draw_pile(drawing, pile, (int)stack->count);
    struct board_item plain = *stack;
    plain.term = NULL;
    struct box label = {zone.x - spare / 2, pile.y + pile.height + 24, zone.width + spare, 0};
    draw_text(drawing, INK_FELT, ANCHOR_MIDDLE, label,
              board_words(page, message_name(stack->label), &plain));
    if (stack->team >= 0 && stack->term != NULL) {
        const char *word = catalogue_term(page->compose->catalogue, stack->term);
        struct box team = {label.x, label.y + 22, label.width, 0};
        draw_text(drawing, INK_FELT, ANCHOR_MIDDLE, team, word);
        draw_team(drawing, stack->team, zone.x + zone.width / 2, pile.y - 26);
    }
}

static void table_draw_stacks(struct drawing *drawing, const struct table_plan *plan)
{
    struct box middle = plan->middle;
    bool sides = plan->hands <= TABLE_SIDES;
    int inset = sides ? TABLE_CARD_WIDTH : middle.width / 4;
    int axis = sides ? TABLE_CARD_WIDTH : 0;
    int width = (middle.width - 2 * inset - axis) / 2;
    int half = (int)(plan->stacks + 1) / 2;
    int part = half > 0 ? width / half : width;
    for (int i = 0; i < (int)plan->stacks; i++) {
        bool right = i >= half || plan->stacks == 1;
        struct box zone = {middle.x + inset + i % half * part, middle.y, part, middle.height};
        zone.x += right ? width + axis : 0;
        table_draw_stack(drawing, zone, plan->stack[i], half == 1 ? TABLE_CARD_WIDTH : 16);
    }
}

int draw_table(struct drawing *drawing, int y)
{
    struct table_plan plan = {0};
    table_read(drawing->board, &plan);
    if (plan.hands <= TABLE_SIDES) {
        table_place_sides(&plan, y);
    } else {
        table_place_rows(&plan, y);
    }
    struct box felt = {TABLE_MARGIN + 70, y + TABLE_PLATE_HEIGHT / 2,
                       BOARD_WIDTH_PX - 2 * (TABLE_MARGIN + 70), plan.height - TABLE_PLATE_HEIGHT};
    draw_box(drawing, felt, 90, "#d3e5da", "#7fa58f", 6);
    struct box seam = {felt.x + 12, felt.y + 12, felt.width - 24, felt.height - 24};
    draw_box(drawing, seam, 78, "none", "#b7d1c2", 2);
    table_draw_stacks(drawing, &plan);
    table_draw_cards(drawing, &plan);
    for (unsigned i = 0; i < plan.hands; i++) {
        table_draw_plate(drawing, plan.plate[i], plan.hand[i]);
    }
    return plan.height;
}
