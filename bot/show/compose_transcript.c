/* What stands around the steps of a transcript. */
#include "compose_transcript.h"

#include <string.h>

#include "compose_private.h"

static const char *transcript_eyes(int eyes)
{
    return eyes == TRANSCRIPT_EVERYBODY ? "all" : seat_is_person(eyes) ? "seat" : "crowd";
}

/* The arguments of its sentences. */
static struct value_tree *transcript_facts(struct own_facts *own,
                                           const struct compose_transcript *transcript,
                                           const struct view *view)
{
    struct value_tree *args = own_facts(own);
    const char *week = value_text_at(&view->facts, "week", "");
    const char *commitment = value_text_at(&view->facts, "commitment", "");
    value_term(args, "eyes", transcript_eyes(transcript->eyes));
    value_number(args, "seat", seat_is_person(transcript->eyes) ? transcript->eyes : SEAT_NONE);
    value_number(args, "opened_ms", transcript->opened_ms);
    if (transcript->over_ms == NO_DEADLINE) {
        value_null(args, "over_ms");
    } else {
        value_number(args, "over_ms", transcript->over_ms);
    }
    value_number(args, "steps", transcript->steps_left_out);
    value_number(args, "boards", transcript->boards_in_words);
    value_text(args, "commitment", commitment, strlen(commitment));
    if (transcript->secret == NULL) {
        value_null(args, "secret");
    } else {
        value_text(args, "secret", transcript->secret, strlen(transcript->secret));
    }
    if (week[0] == '\0') {
        value_null(args, "week");
    } else {
        value_text(args, "week", week, strlen(week));
    }
    return args;
}

static void transcript_seats(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t seats = value_find(facts, VALUE_NONE, "seats");
    struct block *list = doc_block(page->doc, BLOCK_LIST);
    for (uint16_t at = seats != VALUE_NONE ? value_first(facts, seats) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, seats, at)) {
        uint16_t name = value_find(facts, at, "name");
        if (name != VALUE_NONE && facts->fact[name].kind != VALUE_NULL) {
            page_write(page, doc_child(page->doc, list), "transcript.seat", facts, at);
        }
    }
    doc_keep(page->doc);
}

const struct doc *compose_transcript_head(const struct compose *compose, const struct view *view,
                                          const struct compose_transcript *transcript)
{
    struct page page;
    struct own_facts own;
    const struct value_tree *args = transcript_facts(&own, transcript, view);
    page_init(&page, compose, view);
    page_head(&page);
    page_line(&page, BLOCK_PARAGRAPH, "transcript.eyes", args, VALUE_NONE);
    page_line(&page, BLOCK_PARAGRAPH, "transcript.when", args, VALUE_NONE);
    transcript_seats(&page);
    page_options(&page);
    page_result(&page);
    page_retold(&page);
    page_line(&page, BLOCK_PARAGRAPH, "transcript.steps_left_out", args, VALUE_NONE);
    page_line(&page, BLOCK_PARAGRAPH, "transcript.boards_in_words", args, VALUE_NONE);
    return page.doc;
}

const struct doc *compose_transcript_proof(const struct compose *compose, const struct view *view,
                                           const struct compose_transcript *transcript)
{
    struct page page;
    struct own_facts own;
    const struct value_tree *args = transcript_facts(&own, transcript, view);
    page_init(&page, compose, view);
    page_line(&page, BLOCK_HEADING, "transcript.proof", args, VALUE_NONE);
    page_lines(&page, "transcript.proof", false, args, VALUE_NONE);
    return page.doc;
}

const struct doc *compose_transcript_alone(const struct compose *compose, const struct view *view,
                                           int seat)
{
    struct page page;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_number(args, "seat", seat);
    page_init(&page, compose, view);
    page_line(&page, BLOCK_HEADING, "transcript.alone", args, VALUE_NONE);
    return page.doc;
}

const char *compose_transcript_word(const struct compose *compose, const char *name, int64_t number)
{
    struct page page;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    page_init(&page, compose, NULL);
    value_number(args, "step", number);
    return catalogue_text(compose->catalogue, compose->arena,
                          page_key(&page, "transcript", name, NULL), args, VALUE_NONE, NULL);
}
