/* Reading which argument is asked about. */
#include "choose.h"

#include "value_tree.h"

#include <assert.h>
#include <string.h>

const char *choosing_text(const struct choosing *choosing, const char *name)
{
    assert(choosing->args != NULL);
    return value_text_at(choosing->args, name, "");
}

int choosing_number(const struct choosing *choosing, const char *name, int otherwise)
{
    assert(choosing->args != NULL);
    return (int)value_number_at(choosing->args, name, otherwise);
}

bool choosing_is(const struct choosing *choosing, const char *row, const char *name)
{
    if (strcmp(choosing->row->name, row) != 0) {
        return false;
    }
    return name == NULL ? choosing->arg == NULL
                        : choosing->arg != NULL && strcmp(choosing->arg->name, name) == 0;
}
