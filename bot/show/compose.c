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

/* "#3 Interceptor · " before a public line, where the room has several tables. */
static void compose_short_name(struct page *page, struct block *block)
{
    if (page->view != NULL && page->compose->many_tables) {
        struct own_facts own;
        struct facts *args = own_facts(&own);
        facts_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
        facts_number(args, "number", facts_number_at(&page->view->facts, "number", 0));
        page_write(page, block, "page.short", args, FACTS_NONE);
    }
}

/* Had there been words, which somebody has had deleted since? */
static bool compose_is_withheld(const struct facts *facts, uint16_t args)
{
    uint16_t text = facts_find(facts, args, "text");
    return text != FACTS_NONE && facts->fact[text].kind == FACT_TEXT &&
           facts->fact[text].text_len == 0;
}

/* The words of a person that belong to an event, as a quote after its line. */
static void compose_quote(struct page *page, const char *key, const struct facts *facts,
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
                                 const struct facts *facts, uint16_t args)
{
    enum { MINUTE_MS = 60000 };
    const char *key = message_name(message);
    const char *moment = page_key(page, key, "moment", NULL);
    uint16_t from = facts != NULL ? facts_find(facts, args, "from_ms") : FACTS_NONE;
    uint16_t to = facts != NULL ? facts_find(facts, args, "to_ms") : FACTS_NONE;
    bool same = from != FACTS_NONE && to != FACTS_NONE &&
                facts->fact[from].number / MINUTE_MS == facts->fact[to].number / MINUTE_MS;
    return same && page_has(page, moment) ? moment : key;
}

static void compose_event(struct page *page, const struct outcome *outcome,
                          const struct event *event, bool crowd)
{
    const char *key = compose_words(page, event->message, &outcome->facts, event->args);
    struct block *block = doc_block(page->doc, BLOCK_PARAGRAPH);
    if (crowd) {
        compose_short_name(page, block);
    }
    page_write(page, block, key, &outcome->facts, event->args);
    doc_keep(page->doc);
    compose_quote(page, key, &outcome->facts, event->args);
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
            compose_event(page, outcome, &outcome->event[i], (audience & AUDIENCE_CROWD) != 0);
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

/* Do these words stand on the page, within a paragraph? */
static bool compose_has_told(const struct page *page, const char *words)
{
    bool told = false;
    for (const struct block *block = page->doc->blocks; block != NULL && !told;
         block = block->next) {
        struct buf text;
        buf_init(&text, COMPOSE_PARAGRAPH_MAX);
        for (const struct run *run = block->runs; run != NULL; run = run->next) {
            buf_text(&text, run->text);
        }
        told = text.len > 0 && strstr(text.text, words) != NULL;
        buf_deinit(&text);
    }
    return told;
}

/* What a seat knows, but for what the events of this page have just told it. */
static void compose_hand_rest(struct page *page)
{
    const char *prefix = page_key(page, "hand", page_game(page), NULL);
    uint16_t play = page_play(page);
    const struct facts *facts = &page->view->facts;
    if (play == FACTS_NONE || !facts_has(facts, "reader")) {
        return;
    }
    for (unsigned n = 1; n <= COMPOSE_LINES_MAX; n++) {
        const char *key = page_key_number(page, prefix, NULL, n);
        if (!page_has(page, key)) {
            return;
        }
        const char *words = catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                           facts, play, &page->names);
        if (words[0] != '\0' && !compose_has_told(page, words)) {
            page_line(page, BLOCK_PARAGRAPH, key, facts, play);
        }
    }
}

const struct doc *compose_private(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome, uint16_t audience, bool asked)
{
    struct page page;
    page_init(&page, compose, view);
    unsigned lines = compose_event_lines(&page, outcome, audience);
    if (!asked) {
        return lines > 0 ? page.doc : NULL;
    }
    if (lines == 0) {
        page_head(&page);
    }
    compose_hand_rest(&page);
    page_owed(&page, true);
    page_panel(&page);
    return page.doc;
}

/* Is there something to do that brings the game on, and not only talk? */
static bool compose_offers(const struct view *view)
{
    bool talk = strcmp(facts_text_at(&view->facts, "offers.0.action", ""), "talk") == 0;
    return facts_has(&view->facts, talk ? "offers.1" : "offers.0");
}

/* What can be done now: a sentence of this refusal's own (with its arguments, or where it has none
 * with what the game's view says), or what the view offers. */
static void compose_possible(struct page *page, const char *key, const struct outcome *outcome)
{
    const char *next = page_key(page, key, "now", NULL);
    if (page_has(page, next)) {
        uint16_t args = outcome->refusal_args;
        bool told = (args != FACTS_NONE && outcome->facts.fact[args].number > 0) ||
                    page_play(page) == FACTS_NONE;
        page_line(page, BLOCK_PARAGRAPH, next, told ? &outcome->facts : &page->view->facts,
                  told ? args : page_play(page));
        return;
    }
    if (page->view == NULL) {
        page_line(page, BLOCK_PARAGRAPH, "possible.house", NULL, FACTS_NONE);
        return;
    }
    if (page_owed(page, true) > 0) {
        return;
    }
    if (compose_offers(page->view)) {
        page_line(page, BLOCK_PARAGRAPH, "possible.offers", &page->view->facts, FACTS_NONE);
    } else if (page_owed(page, false) == 0) {
        page_line(page, BLOCK_PARAGRAPH, "possible.nothing", &page->view->facts, FACTS_NONE);
    }
}

const struct doc *compose_refusal(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome)
{
    assert(outcome->refusal != REFUSAL_NONE);
    struct page page;
    page_init(&page, compose, view);
    const char *key = page_key(&page, "refusal", refusal_name(outcome->refusal), NULL);
    page_line(&page, BLOCK_PARAGRAPH, key, &outcome->facts, outcome->refusal_args);
    compose_possible(&page, key, outcome);
    page_panel(&page);
    return page.doc;
}

const struct doc *compose_say(const struct compose *compose, enum message message,
                              const struct facts *facts, uint16_t args)
{
    struct page page;
    page_init(&page, compose, NULL);
    page_line(&page, BLOCK_PARAGRAPH, compose_words(&page, message, facts, args), facts, args);
    compose_quote(&page, message_name(message), facts, args);
    return page.doc;
}
