#include "pack_kit.h"

#include <stdlib.h>
#include <string.h>

struct pack *kit_pack(const char *text, const char *grade, struct fault *fault)
{
    struct mistakes *mistakes = mistakes_new();
    struct pack *pack = NULL;
    if (pack_check(text, strlen(text), mistakes)) {
        pack = pack_trusted(text, strlen(text), grade, fault);
    } else {
        mistakes_fault(mistakes, fault);
    }
    free(mistakes);
    return pack;
}
