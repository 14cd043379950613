/* A worker of a house that is divided into parts (store_part.h): it starts a process for each part
 * that falls to it (divide.h), and lets in what comes for the platforms of part 0, wherever that is
 * played. It knows no game and writes to no store. */
#ifndef PARTS_H
#define PARTS_H

#include "fault.h"

struct parts;
struct program_adapter;
struct settings;

/* Starts it; settings become its own, adapters are those of program_use. NULL on a fault. config
 * NULL: no file. */
struct parts *parts_new(const char *config, struct settings **settings,
                        const struct program_adapter *adapters, struct fault *fault);
/* Until a signal ends it, or all its processes refuse their settings. */
void parts_loop(struct parts *parts);
/* Why it ended by itself; NULL when it was asked to. */
const struct fault *parts_gone(const struct parts *parts);
void parts_free(struct parts **parts);

#endif
