/* What happened and why something was not done, for one audience. */
#include "compose_private.h"

#include "buf.h"

#include <assert.h>
#include <string.h>

/* An event is told to an audience once: what the crowd hears is not told again in private. */
static bool compose_hears(const struct event *event, uint16_t audience)
{
    bool crowd = (event->to & AUDIENCE_CROWD) != 0;
    return (audience & AUDIENCE_CROWD) != 0 ? crowd : !crowd && (event->to & audience) != 0;
}

bool compose_is_line(const struct view *view, const struct event *event)
{
    enum way way = message_way(event->message).way;
    bool lobby = strcmp(value_text_at(&view->facts, "phase", ""), "lobby") == 0;
    bool quiet = way == WAY_BOARD || (way == WAY_LOBBY && lobby);
    return (event->to & AUDIENCE_CROWD) != 0 && !quiet;
}

void page_short_name(struct page *page, struct block *block)
{
    if (page->view != NULL && page->compose->many_tables) {
        struct own_facts own;
        struct value_tree *args = own_facts(&own);
        value_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
        value_number(args, "number", value_number_at(&page->view->facts, "number", 0));
        page_write(page, block, "page.short", args, VALUE_NONE);
    }
}

/* Had there been words, which somebody has had deleted since? */
static bool compose_is_withheld(const struct value_tree *facts, uint16_t args)
{
    uint16_t text = value_find(facts, args, "text");
    return text != VALUE_NONE && facts->fact[text].kind == VALUE_TEXT &&
           facts->fact[text].text_len == 0;
}

/* The words of a person that belong to an event, as a quote after its line. */
static void compose_quote(struct page *page, const char *key, const struct value_tree *facts,
                          uint16_t args)
{
    const char *quote = page_key(page, key, "quote", NULL);
    if (page_has(page, quote)) {
        page_line(page, BLOCK_QUOTE, compose_is_withheld(facts, args) ? "page.withheld" : quote,
                  facts, args);
    }
}

/* The words of a message; where it tells from when to when and both are the same minute, those of
 * a moment ("table.away.moment"). */
static const char *compose_words(const struct page *page, enum message message,
                                 const struct value_tree *facts, uint16_t args)
{
    enum { MINUTE_MS = 60000 };
    const char *key = message_name(message);
    const char *moment = page_key(page, key, "moment", NULL);
    uint16_t from = facts != NULL ? value_find(facts, args, "from_ms") : VALUE_NONE;
    uint16_t to = facts != NULL ? value_find(facts, args, "to_ms") : VALUE_NONE;
    bool same = from != VALUE_NONE && to != VALUE_NONE &&
                facts->fact[from].number / MINUTE_MS == facts->fact[to].number / MINUTE_MS;
    return same && page_has(page, moment) ? moment : key;
}

/* A language may have no words for some of an event's cases. */
static bool compose_has_words(const struct page *page, const char *key,
                              const struct outcome *outcome, const struct event *event)
{
    const char *words = catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                       &outcome->facts, event->args, &page->names);
    return words[0] != '\0';
}

/* One event's line. kind: "answer" or "news", where it may have words of its own for that; NULL a
 * line of the room. */
static void compose_event(struct page *page, const struct outcome *outcome,
                          const struct event *event, const char *kind)
{
    const char *key = compose_words(page, event->message, &outcome->facts, event->args);
    const char *own = page_key(page, key, kind, NULL);
    if ((event->to & AUDIENCE_CROWD) != 0 && !compose_has_words(page, key, outcome, event)) {
        return;
    }
    struct block *block = doc_block(page->doc, BLOCK_PARAGRAPH);
    if ((event->to & AUDIENCE_CROWD) != 0) {
        page_short_name(page, block);
        block->stops = message_stops(event->message);
    }
    page_write(page, block, page_has(page, own) ? own : key, &outcome->facts, event->args);
    if (doc_keep(page->doc)) {
        compose_quote(page, key, &outcome->facts, event->args);
    }
}

static unsigned compose_event_lines(struct page *page, const struct outcome *outcome,
                                    uint16_t audience)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < outcome->event_count; i++) {
        if (compose_hears(&outcome->event[i], audience)) {
            lines++;
        }
    }
    if (lines > 0 && (audience & AUDIENCE_CROWD) == 0) {
        page_head(page);
    }
    for (unsigned i = 0; i < outcome->event_count; i++) {
        if (compose_hears(&outcome->event[i], audience)) {
            compose_event(page, outcome, &outcome->event[i], NULL);
        }
    }
    return lines;
}

const struct doc *compose_events(const struct compose *compose, const struct view *view,
                                 const struct outcome *outcome, uint16_t audience)
{
    struct page page;
    page_init(&page, compose, view);
    compose_event_lines(&page, outcome, audience);
    return doc_is_empty(page.doc) ? NULL : page.doc;
}

const struct doc *compose_lines(const struct compose *compose, const struct view *view,
                                const struct outcome *outcome)
{
    struct page page;
    page_init(&page, compose, view);
    for (unsigned i = 0; i < outcome->event_count; i++) {
        if (compose_is_line(view, &outcome->event[i])) {
            compose_event(&page, outcome, &outcome->event[i], NULL);
        }
    }
    return doc_is_empty(page.doc) ? NULL : page.doc;
}

/* What one audience alone hears, in the words of a kind (NULL: those that everybody reads). */
static const struct doc *compose_alone(const struct compose *compose, const struct view *view,
                                       const struct outcome *outcome, uint16_t audience,
                                       const char *kind)
{
    struct page page;
    page_init(&page, compose, view);
    for (unsigned i = 0; i < outcome->event_count; i++) {
        if (compose_hears(&outcome->event[i], audience)) {
            compose_event(&page, outcome, &outcome->event[i], kind);
        }
    }
    return page.doc->blocks == NULL ? NULL : page.doc;
}

const struct doc *compose_answer(const struct compose *compose, const struct view *view,
                                 const struct outcome *outcome, uint16_t audience)
{
    return compose_alone(compose, view, outcome, audience, "answer");
}

const struct doc *compose_news(const struct compose *compose, const struct view *view,
                               const struct outcome *outcome, uint16_t audience)
{
    return compose_alone(compose, view, outcome, audience, "news");
}

/* Is there something to do that brings the game on, and not only talk, or the way out? */
static bool compose_offers(const struct view *view)
{
    const struct value_tree *facts = &view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    bool played = strcmp(value_text_at(facts, "phase", ""), "playing") == 0;
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        uint16_t action = value_find(facts, at, "action");
        const char *name = action == VALUE_NONE ? "" : facts->fact[action].text;
        if (strcmp(name, "talk") != 0 && !(played && strcmp(name, "leave") == 0)) {
            return true;
        }
    }
    return false;
}

/* What can be done now: a sentence of this refusal's own (with its arguments, or where it has none
 * with what the game's view says), or what the view offers. */
static void compose_possible(struct page *page, const char *key, const struct outcome *outcome)
{
    const char *next = page_key_of_game(page, page_key(page, key, "now", NULL));
    if (page_has(page, next)) {
        uint16_t args = outcome->refusal_args;
        bool told = (args != VALUE_NONE && outcome->facts.fact[args].number > 0) ||
                    page_play(page) == VALUE_NONE;
        page_line(page, BLOCK_PARAGRAPH, next, told ? &outcome->facts : &page->view->facts,
                  told ? args : page_play(page));
        return;
    }
    if (page->view == NULL) {
        page_line(page, BLOCK_PARAGRAPH, "possible.house", NULL, VALUE_NONE);
        return;
    }
    if (page_owed(page, true) > 0) {
        return;
    }
    if (compose_offers(page->view)) {
        page_line(page, BLOCK_PARAGRAPH,
                  page->compose->on_card ? "possible.card" : "possible.offers", &page->view->facts,
                  VALUE_NONE);
    } else if (page_owed(page, false) == 0) {
        page_line(page, BLOCK_PARAGRAPH, "possible.nothing", &page->view->facts, VALUE_NONE);
    }
}

const struct doc *compose_refusal(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome)
{
    assert(outcome->refusal != REFUSAL_NONE);
    struct page page;
    page_init(&page, compose, view);
    const char *key = page_key(&page, "refusal", refusal_name(outcome->refusal), NULL);
    page_line(&page, BLOCK_PARAGRAPH, page_key_of_game(&page, key), &outcome->facts,
              outcome->refusal_args);
    compose_possible(&page, key, outcome);
    page_panel(&page);
    return page.doc;
}

const struct doc *compose_say(const struct compose *compose, enum message message,
                              const struct value_tree *facts, uint16_t args)
{
    struct page page;
    page_init(&page, compose, NULL);
    page_line(&page, BLOCK_PARAGRAPH, compose_words(&page, message, facts, args), facts, args);
    compose_quote(&page, message_name(message), facts, args);
    return page.doc;
}
