/* An empty view: facts over the view's own pools. */
#include "view.h"

#include <assert.h>

void view_init(struct view *view, int seat)
{
    assert(view != NULL);
    assert(seat_is_person(seat) || seat == SEAT_CROWD);
    value_init(&view->facts, view->fact, VIEW_FACTS_MAX, view->text, VIEW_TEXT_MAX);
    view->seat = seat;
}
