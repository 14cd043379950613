#ifndef EMBEDDED_H
#define EMBEDDED_H

/* Files built into the program: the web page, catalogues, migrations (see bot/embed.cmake). */

#include <stddef.h>

struct embedded_file {
    const char *name;           /* path from the folder it was embedded from */
    const unsigned char *bytes; /* size bytes, then a zero that is not counted */
    size_t size;
};

/* Finds `name` among `count` files. NULL when there is none. The answer lives for ever. */
const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count,
                                          const char *name);

#endif
