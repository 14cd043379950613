/* The doors of a worker of a divided house: it listens where the settings say, for each platform
 * that comes in by HTTP, and relays to the process that plays part 0, here or elsewhere. That one
 * listens at an inner address, of which its environment tells it. */
#ifndef PART_DOOR_H
#define PART_DOOR_H

#include "fault.h"

struct loop;
struct part_doors;
struct program_adapter;
struct settings;

struct part_doors_setup {
    struct loop *loop;
    const struct settings *settings;
    const struct program_adapter *adapters; /* def NULL: last */
    const char *worker;                     /* its name */
};

struct part_doors *part_doors_new(const struct part_doors_setup *setup, struct fault *fault);
void part_doors_free(struct part_doors **doors);
/* What a process for that part is started with; lives as long as the doors. */
const char *const *part_doors_environment(struct part_doors *doors, unsigned part);
/* Where ours are, for store_members_say: "web 10.0.0.5:7401 KEY" a line each, with
 * what is to be shown there. */
const char *part_doors_text(const struct part_doors *doors);
/* The same of who plays part 0; "": nobody does. */
void part_doors_lead(struct part_doors *doors, const char *text);

/* Connections that are open. */
unsigned part_doors_count(const struct part_doors *doors);

#endif
