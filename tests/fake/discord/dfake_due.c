/* What is to happen at a time: a list in order of time, and of arrival within one. */
#include "dfake.h"

#include <stdlib.h>

struct dfake_due {
    int64_t at_ms;
    dfake_due_fn *happens;
    void (*forget)(void *what);
    void *what;
    struct dfake_due *next;
};

void dfake_due_add(struct fake_discord *fake, int64_t at_ms, dfake_due_fn *happens,
                   void (*forget)(void *what), void *what)
{
    struct dfake_due *due = fake_take(sizeof *due);
    due->at_ms = at_ms > fake->now_ms ? at_ms : fake->now_ms;
    due->happens = happens;
    due->forget = forget;
    due->what = what;
    if (fake->due_last != NULL && fake->due_last->at_ms <= due->at_ms) {
        fake->due_last->next = due;
        fake->due_last = due;
        return;
    }
    struct dfake_due **at = &fake->due;
    while (*at != NULL && (*at)->at_ms <= due->at_ms) {
        at = &(*at)->next;
    }
    due->next = *at;
    *at = due;
    if (due->next == NULL) {
        fake->due_last = due;
    }
}

static struct dfake_due *dfake_due_pop(struct fake_discord *fake)
{
    struct dfake_due *due = fake->due;
    fake->due = due->next;
    if (fake->due == NULL) {
        fake->due_last = NULL;
    }
    return due;
}

void dfake_due_run(struct fake_discord *fake, int64_t now_ms)
{
    while (fake->due != NULL && fake->due->at_ms <= now_ms) {
        struct dfake_due *due = dfake_due_pop(fake);
        if (due->at_ms > fake->now_ms) {
            fake->now_ms = due->at_ms;
        }
        due->happens(fake, due->what);
        free(due);
    }
    if (now_ms > fake->now_ms) {
        fake->now_ms = now_ms;
    }
}

void dfake_due_visit(const struct fake_discord *fake, dfake_due_fn *happens,
                     void (*visit)(void *what, const void *context), const void *context)
{
    for (const struct dfake_due *due = fake->due; due != NULL; due = due->next) {
        if (due->happens == happens) {
            visit(due->what, context);
        }
    }
}

int64_t dfake_due_next_ms(const struct fake_discord *fake)
{
    return fake->due == NULL ? INT64_MAX : fake->due->at_ms;
}

void dfake_due_deinit(struct fake_discord *fake)
{
    while (fake->due != NULL) {
        struct dfake_due *due = dfake_due_pop(fake);
        if (due->forget != NULL) {
            due->forget(due->what);
        }
        free(due);
    }
}
