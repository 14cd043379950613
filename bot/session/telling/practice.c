/* Whoever opens a practice round sits where the lesson wants it, the house everywhere else. */
#include "practice.h"

#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "lesson.h"
#include "room_words.h"
#include "show_say.h"
#include "show_view.h"

const struct lesson *practice_lesson_in(struct house *house, const struct game_def *game,
                                        const char *adapter, const char *room)
{
    const struct catalogue *words = room_words(house, adapter, room);
    for (size_t i = 0; i < HOUSE_LESSONS_MAX; i++) {
        if (house->lessons[i].of == words && house->lessons[i].game == game) {
            return house->lessons[i].lesson;
        }
    }
    struct house_lesson *place = &house->lessons[house->lesson_next++ % HOUSE_LESSONS_MAX];
    lesson_free(&place->lesson);
    *place = (struct house_lesson){words, game, lesson_built_in(game, words)};
    return place->lesson;
}

const struct lesson *practice_lesson(struct house *house, const struct table_entry *entry)
{
    bool practice = entry->resident != NULL && entry->resident->table.practice;
    return practice ? practice_lesson_in(house, entry->game, entry->room->adapter, entry->room->id)
                    : NULL;
}

void practice_noticed(struct house *house, struct table_entry *entry, const struct move *move)
{
    const struct lesson *lesson = practice_lesson(house, entry);
    if (lesson != NULL) {
        lesson_moved(lesson, move, &entry->resident->lesson);
    }
}

bool practice_chooses(struct house *house, const struct table_entry *entry, struct move *move,
                      bool *does_r)
{
    const struct lesson *lesson = practice_lesson(house, entry);
    if (lesson == NULL || lesson_is_free(lesson, &entry->resident->lesson)) {
        return false;
    }
    lesson_choose(lesson, &entry->resident->lesson, move, does_r);
    return true;
}

void practice_show(struct handling *handling)
{
    const struct lesson *lesson = practice_lesson(handling->house, handling->entry);
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
