/* Which line is said: each that is possible equally likely. */
#include "spyfall_line.h"

#include <string.h>

#include "spyfall_ear.h"
#include "spyfall_topic.h"

enum { LINE_OWN_AWAY = 70 /* of a hundred */ };

void line_open(struct line_sources *sources, const struct player_book *book,
               const struct player_entry *place)
{
    sources->book = book;
    sources->away = NULL;
    sources->count = 0;
    sources->section[sources->count++] = place;
    for (size_t i = 0; place != NULL && i < book->count; i++) {
        if (sources->count < LINE_SECTIONS_MAX - 1 && ear_is_group(&book->entry[i]) &&
            ear_belongs(place, &book->entry[i])) {
            sources->section[sources->count++] = &book->entry[i];
        }
    }
    sources->section[sources->count++] = ear_section(book, "*");
}

/* --- questions -------------------------------------------------------------------------------- */

static bool line_is_topic(const struct player_line *line, const char *const *topics)
{
    for (; line->tag != NULL && *topics != NULL; topics++) {
        if (strcmp(*topics, line->tag) == 0) {
            return true;
        }
    }
    return false;
}

/* One question of some sections, of none of the topics (NULL: also one that was asked); NULL when
 * there is none. */
static const struct player_line *line_pick_question(const struct line_sources *sources, int from,
                                                    int to, const char *const *topics)
{
    bool again = topics == NULL;
    const struct player_line *picked = NULL;
    uint32_t fitting = 0;
    for (int i = from; i < to; i++) {
        const struct player_entry *section = sources->section[i];
        for (size_t k = 0; section != NULL && k < section->line_count; k++) {
            const struct player_line *line = &section->line[k];
            bool fits =
                line->reply != NULL &&
                (again || (!line_is_topic(line, topics) && !said_has(sources->said, line->text)));
            if (fits && rng_below(sources->rng, ++fitting) == 0) {
                picked = line;
            }
        }
    }
    return picked;
}

const struct player_line *line_question(const struct line_sources *sources,
                                        const char *const *topics, uint32_t own)
{
    static const char *const none[] = {NULL};
    const struct player_line *line = NULL;
    if (rng_below(sources->rng, 100) < own) {
        line = line_pick_question(sources, 0, 1, none);
    }
    line = line != NULL ? line : line_pick_question(sources, 1, sources->count, topics);
    line = line != NULL ? line : line_pick_question(sources, 0, sources->count, none);
    return line != NULL ? line : line_pick_question(sources, 0, sources->count, NULL);
}

/* --- replies ---------------------------------------------------------------------------------- */

/* A reply of some sections that is written for this very question; NULL when none is left. */
static const char *line_pick_reply(const struct line_sources *sources, int from, int to,
                                   const char *question)
{
    const char *picked = NULL;
    uint32_t fitting = 0;
    for (int i = from; i < to; i++) {
        const struct player_entry *section = sources->section[i];
        for (size_t k = 0; section != NULL && k < section->line_count; k++) {
            const struct player_line *line = &section->line[k];
            if (line->reply != NULL && strcmp(line->text, question) == 0 &&
                !said_has(sources->said, line->reply) && rng_below(sources->rng, ++fitting) == 0) {
                picked = line->reply;
            }
        }
    }
    return picked;
}

static const char *line_written(const struct line_sources *sources, const char *question,
                                bool vague)
{
    int all = sources->count - 1;
    const char *reply = line_pick_reply(sources, 0, 1, question);
    if (reply == NULL) {
        reply = vague ? line_pick_reply(sources, all, all + 1, question)
                      : line_pick_reply(sources, 1, all, question);
    }
    return reply != NULL ? reply : line_pick_reply(sources, 1, all + 1, question);
}

/* A line without a reply that has the tag (NULL: any), and has not been said or may be again. */
static const char *line_tagged(const struct line_sources *sources,
                               const struct player_entry *section, const char *tag, bool again)
{
    const char *picked = NULL;
    uint32_t fitting = 0;
    for (size_t i = 0; section != NULL && i < section->line_count; i++) {
        const struct player_line *line = &section->line[i];
        bool same = line->reply == NULL && line->tag != NULL && strcmp(line->tag, "is") != 0 &&
                    (tag == NULL || strcmp(line->tag, tag) == 0);
        if (same && (again || !said_has(sources->said, line->text)) &&
            rng_below(sources->rng, ++fitting) == 0) {
            picked = line->text;
        }
    }
    return picked;
}

/* What can be said to any question of its topic, where its form lets that be an answer: what goes
 * with the place sooner than what goes with any. */
static const char *line_remark(const struct line_sources *sources, const char *question,
                               const char *form)
{
    const struct player_entry *remarks = ear_section(sources->book, "*~");
    if (remarks == NULL || (form != NULL && !ear_lists(remarks, form))) {
        return NULL;
    }
    const char *topic = topic_of(sources->book, question, sources->rng);
    const char *remark = NULL;
    for (int i = 1; topic != NULL && remark == NULL && i < sources->count - 1; i++) {
        remark = line_tagged(sources, sources->section[i], topic, false);
    }
    return topic == NULL || remark != NULL ? remark : line_tagged(sources, remarks, topic, false);
}

/* What turns a question away and was not said yet: in its form, else in any; NULL: nothing. */
static const char *line_away(const struct line_sources *sources, const struct player_entry *away,
                             const char *form)
{
    const char *reply = form == NULL ? NULL : line_tagged(sources, away, form, false);
    return reply != NULL ? reply : line_tagged(sources, away, "as_any", false);
}

/* What turns a question away, mostly in words of the voice's own. */
static const char *line_turn_away(const struct line_sources *sources, const char *form)
{
    const struct player_entry *away = ear_section(sources->book, "*!");
    const char *reply = NULL;
    if (sources->away != NULL && rng_below(sources->rng, 100) < LINE_OWN_AWAY) {
        reply = line_away(sources, sources->away, form);
    }
    reply = reply != NULL ? reply : line_away(sources, away, form);
    reply = reply != NULL || form == NULL ? reply : line_tagged(sources, away, form, true);
    return reply != NULL ? reply : line_tagged(sources, away, NULL, true);
}

const char *line_reply(const struct line_sources *sources, const char *question, bool vague)
{
    if (sources->book == NULL) {
        return NULL;
    }
    const char *form = topic_form(sources->book, question);
    const char *reply = line_written(sources, question, vague);
    if (reply == NULL) {
        const struct player_line *near =
            topic_nearest(sources->book, sources->section, sources->count, sources->said, question);
        reply = near == NULL ? NULL : line_written(sources, near->text, vague);
    }
    reply = reply != NULL ? reply : line_remark(sources, question, form);
    return reply != NULL ? reply : line_turn_away(sources, form);
}
