#include "fake_platform.h"

#include <string.h>

const char *fake_header(const struct fake_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->header_count; i++) {
        if (strcmp(answer->headers[i].name, name) == 0) {
            return answer->headers[i].value;
        }
    }
    return NULL;
}
