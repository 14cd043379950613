/* Keeps the course of a game. */
#include "course.h"

#include <assert.h>
#include <string.h>

void course_mark(struct course *course, int row, int mark)
{
    assert(row >= 0 && row < COURSE_ROWS_MAX && mark > 0 && mark <= UINT8_MAX);
    uint8_t *of = course->mark[row];
    if (course->marks[row] == COURSE_MARKS_MAX) {
        memmove(of, of + 1, COURSE_MARKS_MAX - 1);
        course->marks[row]--;
    }
    of[course->marks[row]++] = (uint8_t)mark;
}

void course_lead(struct course *course, int who, uint32_t round)
{
    uint8_t leads = (uint8_t)(who + 1);
    assert(who >= COURSE_NOBODY && who < UINT8_MAX);
    if (leads == course->leads) {
        return;
    }
    if (course->leads != 0) {
        course->led = course->leads;
        course->led_since = course->since;
    }
    if (leads != 0 && course->led != 0 && course->led != leads && course->changes < UINT8_MAX) {
        course->changes++;
    }
    course->leads = leads;
    course->since = round < UINT16_MAX ? (uint16_t)round : UINT16_MAX;
}

int course_leader(const struct course *course)
{
    return course->leads - 1;
}

int course_former(const struct course *course)
{
    return course->led - 1;
}
