/* Named points at which a test build can end at once, as if the power went: crash.def lists them,
 * DEADDROP_CRASH_AT=name:n chooses one and at which pass. Such a build can have its deals pinned as
 * well, so that two games can be compared: DEADDROP_PINNED_SEED, DEADDROP_PINNED_DEAL (house_pin).
 * Builds for use have none of it. */
#ifndef CRASH_H
#define CRASH_H

#include <stdbool.h>
#include <stddef.h>

enum { CRASH_STATUS = 99 };

#ifdef DD_CRASH_POINTS
#define CRASH_POINT(name) crash_pass(name)
#else
#define CRASH_POINT(name) ((void)0)
#endif

/* Was this program built with crash points? */
bool crash_built_in(void);
/* The name of a point, and when it is passed; false past the last. */
bool crash_list(size_t index, const char **name_r, const char **when_r);
/* "name:n", n from 1: end at the n-th pass. NULL or "": never. False when there is no such point.
 */
bool crash_arm(const char *spec);
/* Ends the program by _exit(CRASH_STATUS) if this is the pass that was chosen. name is listed. */
void crash_pass(const char *name);

#endif
