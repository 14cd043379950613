/* A game's rules as pages: topics out of the catalogue, in the order that it names them. */
#include "compose_private.h"

#include <assert.h>
#include <string.h>

/* The topic that is not of the rules: how to play, in one minute. */
static const char rules_minute[] = "minute";

/* The next word of a list of words, copied; NULL at its end. */
static const char *rules_word(const struct page *page, const char **list)
{
    *list += strspn(*list, " ");
    size_t len = strcspn(*list, " ");
    const char *word = len > 0 ? arena_text(page->compose->arena, *list, len) : NULL;
    *list += len;
    return word;
}

static void rules_topic(struct page *page, const char *prefix, const char *topic)
{
    const char *key = page_key(page, prefix, topic, NULL);
    page_line(page, BLOCK_HEADING, page_key(page, key, "title", NULL), NULL, VALUE_NONE);
    page_lines(page, key, page_has(page, page_key(page, key, "list", NULL)), NULL, VALUE_NONE);
}

/* The topic that is called name or begins with it; NULL when none does. */
static const char *rules_find(const struct page *page, const char *topics, const char *name)
{
    const char *begins = NULL;
    const char *topic = NULL;
    while ((topic = rules_word(page, &topics)) != NULL) {
        if (strcmp(topic, name) == 0) {
            return topic;
        }
        if (begins == NULL && name[0] != '\0' && strncmp(topic, name, strlen(name)) == 0) {
            begins = topic;
        }
    }
    return begins;
}

static void rules_item(struct page *page, struct block *list, const char *topic, const char *title)
{
    struct block *item = doc_child(page->doc, list);
    doc_run(page->doc, item, RUN_CODE, topic, false);
    doc_run(page->doc, item, RUN_TEXT, " ", false);
    page_write(page, item, title, NULL, VALUE_NONE);
}

static void rules_contents(struct page *page, const char *game, const char *topics)
{
    page_line(page, BLOCK_PARAGRAPH, "rules.topics", NULL, VALUE_NONE);
    struct block *list = doc_block(page->doc, BLOCK_LIST);
    const char *topic = NULL;
    rules_item(page, list, rules_minute, page_key(page, "teach", game, "title"));
    while ((topic = rules_word(page, &topics)) != NULL) {
        rules_item(page, list, topic,
                   page_key(page, page_key(page, "rules", game, NULL), topic, "title"));
    }
}

void page_teach(struct page *page, const char *game)
{
    const char *prefix = page_key(page, "teach", game, NULL);
    page_line(page, BLOCK_HEADING, page_key(page, prefix, "title", NULL), NULL, VALUE_NONE);
    page_lines(page, prefix, true, NULL, VALUE_NONE);
    const char *example = page_key(page, prefix, "example", NULL);
    if (page_has(page, example)) {
        page_line(page, BLOCK_QUOTE, example, NULL, VALUE_NONE);
    }
    struct own_facts own;
    value_term(own_facts(&own), "game", game);
    page_line(page, BLOCK_PARAGRAPH, "teach.practice", &own.facts, VALUE_NONE);
}

/* A word in small letters of ASCII, as topics are written. */
static const char *rules_small(const struct page *page, const char *word)
{
    char *small = arena_text(page->compose->arena, word, strlen(word));
    for (char *letter = small; *letter != '\0'; letter++) {
        *letter = (char)(*letter >= 'A' && *letter <= 'Z' ? *letter - 'A' + 'a' : *letter);
    }
    return small;
}

/* One topic and the list of all; only the list when there is no such topic. */
static void rules_one(struct page *page, const char *game, const char *topics, const char *wanted)
{
    const char *topic = rules_find(page, topics, rules_small(page, wanted));
    if (topic != NULL) {
        rules_topic(page, page_key(page, "rules", game, NULL), topic);
    } else if (rules_find(page, rules_minute, rules_small(page, wanted)) != NULL) {
        page_teach(page, game);
    }
    rules_contents(page, game, topics);
}

const struct doc *compose_rules(const struct compose *compose, const char *game, const char *topic)
{
    struct page page;
    page_init(&page, compose, NULL);
    const char *prefix = page_key(&page, "rules", game, NULL);
    const char *topics =
        catalogue_entry(compose->catalogue, page_key(&page, prefix, "topics", NULL));
    if (topics == NULL) {
        page_line(&page, BLOCK_PARAGRAPH, "rules.none", NULL, VALUE_NONE);
        return page.doc;
    }
    if (topic != NULL) {
        rules_one(&page, game, topics, topic);
        return page.doc;
    }
    while ((topic = rules_word(&page, &topics)) != NULL) {
        rules_topic(&page, prefix, topic);
    }
    return page.doc;
}

const struct doc *compose_lesson(const struct compose *compose, const struct view *view,
                                 const char *game, const unsigned *words, unsigned count)
{
    struct page page;
    page_init(&page, compose, view);
    page_line(&page, BLOCK_HEADING, "lesson.title", NULL, VALUE_NONE);
    for (unsigned i = 0; i < count; i++) {
        const char *key =
            words[i] == 0 ? "lesson.off" : page_key_number(&page, "lesson", game, words[i]);
        page_line(&page, BLOCK_PARAGRAPH, key, &view->facts, VALUE_NONE);
    }
    return page.doc;
}
