/* Catalogues out of the files that the build has put into the program. */
#include "languages.h"

#include <stdio.h>
#include <string.h>

#include "embed_languages.h"

struct catalogue *languages_new(const char *tag, struct fault *fault)
{
    char name[48];
    size_t len = strlen(tag);
    const struct embedded_file *file = NULL;
    while (file == NULL && len > 0 && len < 32) {
        snprintf(name, sizeof name, "%.*s.ini", (int)len, tag);
        file = embedded_find(languages, languages_count, name);
        do {
            len--;
        } while (len > 0 && tag[len] != '-');
    }
    if (file == NULL) {
        fault_set(fault, FAULT_CONFIG, "no language %.32s is built in", tag);
        return NULL;
    }
    struct catalogue *catalogue = catalogue_new((const char *)file->bytes, file->size, fault);
    if (catalogue == NULL) {
        fault_wrap(fault, "%s", name);
    }
    return catalogue;
}
