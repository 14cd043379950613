/* The parts of a house (store_part.h) that a tool goes through: as many as the settings say, and
 * those that are there besides, because the house was played in more of them once. */
#ifndef ALL_PARTS_H
#define ALL_PARTS_H

#include "store_part.h"

struct cli_command;
struct settings;

struct all_parts {
    unsigned count;
    unsigned part[STORE_PARTS_MAX];
};

/* Those besides are said on stderr. */
void all_parts(const struct cli_command *command, const struct settings *settings,
               struct all_parts *parts_r);

#endif
