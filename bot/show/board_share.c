/* What is shared of a finished game, as a picture: how it ended, a card for what came of each
 * round, what the cards mean. Of marks alone, as its line (compose_share.c). */
#include "board_private.h"
#include "share_line.h"

enum { SHARE_CARD_PX = 60, SHARE_STEP_PX = 70, SHARE_LINE_PX = 34 };

/* A card with the game's own symbol of a mark, or where there is none with its sign. */
static void share_card(struct drawing *drawing, int x, int y, const char *mark)
{
    const struct page *page = drawing->page;
    struct box card = {x, y, SHARE_CARD_PX, SHARE_CARD_PX};
    int middle = SHARE_CARD_PX / 2;
    draw_box(drawing, card, 8, PAINT_CARD, PAINT_NIGHT, 2);
    if (!draw_symbol(drawing, page_key(page, page_game(page), mark, NULL), x + middle,
                     y + middle)) {
        struct box place = {x, y + middle + 6, SHARE_CARD_PX, 0};
        draw_text(drawing, INK_FACE, ANCHOR_MIDDLE, place, page_share_words(page, "mark", mark));
    }
}

/* A team's name, where the row is a team's, and its cards. Returns where the next row begins. */
static int share_row(struct drawing *drawing, struct box room, uint16_t row)
{
    const struct value_tree *facts = &drawing->page->view->facts;
    const char *team = page_share_team(drawing->page, row);
    uint16_t marks = value_find(facts, row, "marks");
    int x = room.x;
    int y = room.y;
    if (team != NULL) {
        struct box name = {room.x, y + 22, room.width, 0};
        draw_text(drawing, INK_PLAIN, ANCHOR_START, name,
                  catalogue_term(drawing->page->compose->catalogue, team));
        y += SHARE_LINE_PX;
    }
    for (uint16_t at = value_first(facts, marks); at != VALUE_NONE;
         at = value_next(facts, marks, at)) {
        if (x + SHARE_CARD_PX > room.x + room.width) {
            x = room.x;
            y += SHARE_STEP_PX;
        }
        share_card(drawing, x, y, facts->fact[at].text);
        x += SHARE_STEP_PX;
    }
    return y + SHARE_STEP_PX + 10;
}

/* What each card that was drawn means: two beside each other. Returns where it ends. */
static int share_meanings(struct drawing *drawing, struct box room)
{
    struct share_marks marks;
    int half = room.width / 2;
    int y = room.y;
    page_share_marks(drawing->page, &marks);
    for (unsigned i = 0; i < marks.count; i++) {
        int x = room.x + (i % 2 == 0 ? 0 : half);
        const char *words = page_share_words(drawing->page, "means", marks.mark[i]);
        struct box place = {x + SHARE_STEP_PX, y + SHARE_CARD_PX / 2 + 6, half - SHARE_STEP_PX - 8,
                            0};
        share_card(drawing, x, y, marks.mark[i]);
        draw_text(drawing, INK_PLAIN, ANCHOR_START, place, words);
        y += i % 2 == 1 || i + 1 == marks.count ? SHARE_STEP_PX : 0;
    }
    return y;
}

static int share_inside(struct drawing *drawing, const char *title, uint16_t shared)
{
    const struct value_tree *facts = &drawing->page->view->facts;
    const int margin = draw_margin(drawing) + 4;
    struct box room = {margin, 50, draw_width(drawing) - 2 * margin, 0};
    draw_wrapped(drawing, INK_TITLE, &room, 36, 3, title);
    room.y -= 14;
    uint16_t rows = value_find(facts, shared, "rows");
    for (uint16_t row = value_first(facts, rows); row != VALUE_NONE;
         row = value_next(facts, rows, row)) {
        room.y = share_row(drawing, room, row);
    }
    draw_line(drawing, margin, room.y, margin + room.width, room.y, PAINT_EDGE);
    room.y += 16;
    return share_meanings(drawing, room) + 10;
}

const char *board_share(const struct page *page, uint16_t shared, const char *title,
                        const char *description)
{
    const struct board nothing = {.count = 0};
    struct drawing inside = draw_aside(&(struct drawing){.page = page, .board = &nothing});
    return draw_picture(&inside, share_inside(&inside, title, shared), title, description);
}
