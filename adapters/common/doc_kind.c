#include "doc_kind.h"

#include <string.h>

bool doc_kind_is(const char *doc, const char *kind)
{
    static const char head[] = "{\"kind\":\"";
    size_t len = strlen(kind);
    return doc != NULL && strncmp(doc, head, sizeof head - 1) == 0 &&
           strncmp(doc + sizeof head - 1, kind, len) == 0 && doc[sizeof head - 1 + len] == '"';
}
