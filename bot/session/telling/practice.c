/* Whoever opens a practice round sits where the lesson wants it, the house everywhere else. */
#include "practice.h"

#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "lesson.h"
#include "show_say.h"
#include "show_view.h"

const struct lesson *practice_lesson(const struct table_entry *entry)
{
    bool practice = entry->resident != NULL && entry->resident->table.practice;
    return practice ? lesson_built_in(entry->game) : NULL;
}

void practice_noticed(struct table_entry *entry, const struct move *move)
{
    const struct lesson *lesson = practice_lesson(entry);
    if (lesson != NULL) {
        lesson_moved(lesson, move, &entry->resident->lesson);
    }
}

bool practice_chooses(const struct table_entry *entry, struct move *move, bool *does_r)
{
    const struct lesson *lesson = practice_lesson(entry);
    if (lesson == NULL || lesson_is_free(lesson, &entry->resident->lesson)) {
        return false;
    }
    lesson_choose(lesson, &entry->resident->lesson, move, does_r);
    return true;
}

void practice_show(struct handling *handling)
{
    const struct lesson *lesson = practice_lesson(handling->entry);
    if (lesson == NULL || handling->entry->resident->table.phase < TABLE_PLAYING) {
        return;
    }
    const struct compose compose = house_compose(handling->house, handling->entry);
    int seat = lesson_seat(lesson);
    struct lesson_place *place = &handling->entry->resident->lesson;
    const struct view *view = show_view(handling->house, handling->entry, seat);
    const struct doc *doc = lesson_words(lesson, place, &compose, view);
    if (doc != NULL) {
        show_private(handling, seat, doc);
    }
}
