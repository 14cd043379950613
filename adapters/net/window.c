/* Only the last acts matter: when the one that many ago is older than the stretch, so is all before
 * it. A clock that runs backwards makes it wait at most the stretch. */
#include "window.h"

#include <assert.h>

void window_init(struct window *window, uint32_t most, int64_t length_ms)
{
    assert(most > 0 && most <= WINDOW_ACTS_MAX);
    assert(length_ms > 0);
    *window = (struct window){.most = most, .length = length_ms};
}

int64_t window_wait_ms(const struct window *window, int64_t now_ms)
{
    if (window->count < window->most) {
        return 0;
    }
    int64_t wait = window->at_ms[window->next] + window->length - now_ms;
    if (wait > window->length) {
        return window->length;
    }
    return wait > 0 ? wait : 0;
}

void window_put(struct window *window, int64_t now_ms)
{
    window->at_ms[window->next] = now_ms;
    window->next = (window->next + 1) % window->most;
    if (window->count < window->most) {
        window->count++;
    }
}
