/* Looks a built-in file up by its name. The lists are short: a walk is enough. */

#include "embedded.h"

#include <assert.h>
#include <string.h>

const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count,
                                          const char *name)
{
    assert(name != NULL);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].name, name) == 0) {
            return &files[i];
        }
    }
    return NULL;
}
