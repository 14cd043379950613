#include "sent_ids.h"

#include <string.h>

bool sent_ids_at(const char *ids, unsigned part, char *id, size_t size)
{
    const char *at = ids == NULL ? "" : ids;
    for (unsigned i = 0; i < part; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    size_t len = strcspn(at, " ");
    len = len < size ? len : 0;
    memcpy(id, at, len);
    id[len] = '\0';
    return len > 0;
}
