/* Finding what an adapter says of its rows. */
#include "row_rules.h"

#include <string.h>

const struct row_rules *row_rules_of(const struct row_rules *const *list, const char *adapter)
{
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        if (strcmp(list[i]->adapter, adapter) == 0) {
            return list[i];
        }
    }
    return NULL;
}
