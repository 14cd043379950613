/* Looking up action rows. */
#include "action.h"

#include <assert.h>
#include <string.h>

const struct action_def *action_find(const struct action_def *rows, size_t count, const char *name)
{
    assert(rows != NULL || count == 0);
    assert(name != NULL);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

unsigned arg_items(const struct arg_def *arg)
{
    bool fixed = arg->kind == ARG_TEXTS && arg->min == arg->max;
    return fixed && arg->max > 1 && arg->max <= ARG_ITEMS_MAX ? (unsigned)arg->max : 0;
}
