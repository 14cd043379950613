/* The message that a table has in the room from which its own was opened: who sits and Join, until
 * it begins; then where it is being played, and what became of it. It is for everyone there and
 * made from the crowd's view. */
#include "compose_private.h"

#include <string.h>

/* "Interceptor #3", the game and its number as arguments. */
static struct value_tree *lobby_args(const struct page *page, struct own_facts *own)
{
    struct value_tree *args = own_facts(own);
    value_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
    value_number(args, "number", value_number_at(&page->view->facts, "number", 0));
    return args;
}

/* A line that ends with the room. */
static void lobby_line(struct page *page, const char *key, const struct value_tree *args,
                       const struct compose_place *place)
{
    struct block *line = doc_block(page->doc, BLOCK_PARAGRAPH);
    page_write(page, line, key, args, VALUE_NONE);
    doc_run(page->doc, line, RUN_TEXT, " ", false);
    struct run *run = doc_run(page->doc, line, RUN_ROOM, place->name, true);
    run->room = arena_text(page->compose->arena, place->room, strlen(place->room));
}

static const char *lobby_control(const struct value_tree *facts)
{
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        uint16_t action = value_find(facts, at, "action");
        uint16_t control = value_find(facts, at, "control");
        bool join = action != VALUE_NONE && facts->fact[action].text != NULL &&
                    facts->fact[action].text_len == strlen("join") &&
                    memcmp(facts->fact[action].text, "join", strlen("join")) == 0;
        if (join && control != VALUE_NONE && facts->fact[control].text != NULL) {
            return facts->fact[control].text;
        }
    }
    return NULL;
}

/* Of all that the crowd may do, sitting down alone: the rest is done where the table is. */
static void lobby_join(struct page *page)
{
    const char *control = lobby_control(&page->view->facts);
    struct page all;
    page_init(&all, page->compose, page->view);
    page_panel(&all);
    for (const struct choice *one = control == NULL ? NULL : all.doc->panel; one != NULL;
         one = one->next) {
        if (strcmp(one->control, control) == 0) {
            doc_choice(page->doc, one->label, one->control, one->style)->act = one->act;
            return;
        }
    }
}

static void lobby_outcome(struct page *page, struct block *line)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t result = value_find(facts, VALUE_NONE, "result");
    if (result != VALUE_NONE && facts->fact[result].kind == VALUE_OBJECT) {
        const char *key = page_key(page, "result", page_game(page), NULL);
        page_write(page, line, page_has(page, key) ? key : "result.other", facts, result);
    }
}

/* One line: what became of it, and where all of it can be read. */
static void lobby_over(struct page *page, const struct value_tree *args,
                       const struct compose_place *place)
{
    struct block *line = doc_block(page->doc, BLOCK_PARAGRAPH);
    page_write(page, line, "lobby.over", args, VALUE_NONE);
    lobby_outcome(page, line);
    doc_run(page->doc, line, RUN_TEXT, " ", false);
    struct run *run = doc_run(page->doc, line, RUN_ROOM, place->name, true);
    run->room = arena_text(page->compose->arena, place->room, strlen(place->room));
}

const struct doc *compose_lobby(const struct compose *compose, const struct view *view,
                                const struct compose_place *place)
{
    struct page page;
    struct own_facts own;
    page_init(&page, compose, view);
    struct value_tree *args = lobby_args(&page, &own);
    const char *phase = value_text_at(&view->facts, "phase", "lobby");
    if (place == NULL) {
        page_line(&page, BLOCK_PARAGRAPH, "lobby.here", args, VALUE_NONE);
    } else if (strcmp(phase, "lobby") == 0) {
        page_line(&page, BLOCK_HEADING, "lobby.head", args, VALUE_NONE);
        page_lobby(&page);
        lobby_line(&page, "lobby.set", args, place);
        lobby_join(&page);
    } else if (strcmp(phase, "playing") == 0) {
        lobby_line(&page, "lobby.playing", args, place);
        lobby_join(&page); /* where the game takes people in the middle */
        page_panel_of(&page, "substitute");
    } else {
        lobby_over(&page, args, place);
    }
    return page.doc;
}
