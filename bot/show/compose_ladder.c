/* A leaderboard in words: a line each, how the reader stands, and what it goes by. */
#include "ladder.h"

#include <string.h>

#include "compose_private.h"

static void ladder_facts(struct value_tree *args, const struct ladder *ladder)
{
    static const char *const yous[] = {[LADDER_OUT] = "out",
                                       [LADDER_HIDDEN] = "hidden",
                                       [LADDER_FEW] = "few",
                                       [LADDER_LISTED] = "listed"};
    value_term(args, "game", ladder->game);
    value_term(args, "season", ladder->season);
    if (ladder->room != NULL) {
        value_text(args, "room", ladder->room, strlen(ladder->room));
    } else {
        value_null(args, "room");
    }
    value_bool(args, "ever", strcmp(ladder->season, "ever") == 0);
    value_bool(args, "over", ladder->over);
    value_number(args, "least", ladder->least);
    value_number(args, "listed", ladder->listed);
    value_term(args, "you", yous[ladder->you]);
    value_number(args, "rank", ladder->yours.rank);
    value_number(args, "points", ladder->yours.points);
    value_number(args, "games", ladder->yours.games);
}

static void ladder_row(struct page *page, struct block *list, const struct ladder_row *row)
{
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_number(args, "rank", row->rank);
    value_text(args, "name", row->name, strlen(row->name));
    value_number(args, "points", row->points);
    value_number(args, "games", row->games);
    value_number(args, "won", row->won);
    page_write(page, doc_child(page->doc, list), "page.ladder.row", args, VALUE_NONE);
}

struct doc *compose_ladder(const struct compose *compose, const struct ladder *ladder)
{
    struct page page;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    page_init(&page, compose, NULL);
    ladder_facts(args, ladder);
    const char *title = catalogue_text(compose->catalogue, compose->arena, "page.ladder.title",
                                       args, VALUE_NONE, NULL);
    page_line(&page, BLOCK_HEADING, "page.ladder.title", args, VALUE_NONE);
    if (ladder->count == 0) {
        page_line(&page, BLOCK_PARAGRAPH, "page.ladder.empty", args, VALUE_NONE);
    } else {
        struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
        struct block *list = doc_child_of(page.doc, picture, BLOCK_LIST);
        for (unsigned i = 0; i < ladder->count; i++) {
            ladder_row(&page, list, &ladder->row[i]);
        }
        picture->attached = true;
        if (!compose->no_pictures) {
            picture->svg = board_ladder(&page, ladder, title);
        }
    }
    page_line(&page, BLOCK_PARAGRAPH, "page.ladder.you", args, VALUE_NONE);
    page_line(&page, BLOCK_PARAGRAPH, "page.ladder.rule", args, VALUE_NONE);
    return page.doc;
}
