/* The house: every table, who sits where, the inbox, the handling of events and the outbox, over a
 * store, a clock and adapters. One thread; no socket and no file of its own, so that a script, the
 * simulator and the program drive the very same code. */
#ifndef HOUSE_H
#define HOUSE_H

#include "adapter.h"
#include "house_setup.h"

enum { HOUSE_OWN_BYTES = 224 };

/* Reads indexes and deadlines only; catches up on downtime. NULL on a fault. */
struct house *house_new(const struct house_setup *setup, struct fault *fault);
void house_free(struct house **house);
/* Waits for all that was given to the store, and tells whom it concerns: the adapters must still be
 * there, and can be closed after it. */
void house_close(struct house *house);
/* What it was made from: an adapter takes its store (for reads alone), clock, entropy and catalogue
 * here. Lives as long as the house. */
const struct house_setup *house_world(const struct house *house);

/* For an adapter: is there a table in this room that is not over? */
bool house_plays(const struct house *house, const struct adapter *adapter, const char *room);
/* For an adapter: what words for the house begin with in this room, until somebody chooses anew. */
const char *house_prefix(struct house *house, const struct adapter *adapter, const char *room);
/* For an adapter: the words of the language that the house speaks in this room. */
const struct catalogue *house_language(struct house *house, const struct adapter *adapter,
                                       const char *room);

/* For an adapter: what somebody has chosen for themselves by this name ("zone", "quiet", "off",
 * "vacation", "nudges"), into HOUSE_OWN_BYTES; "": nothing. */
void house_own_choice(struct house *house, const struct adapter *adapter, const char *account,
                      const char *name, char *text);

/* Adds an adapter (already open); instance stays the caller's. */
void house_add_adapter(struct house *house, const struct adapter_def *def, struct adapter *adapter);

/* Handles queued events, submits commits, starts sends, lets deadlines fall due.
 * Call it from the loop whenever something came, a deadline is due, or the store woke. Returns true
 * while there is more that can be done at once. */
bool house_run(struct house *house);
/* When house_run has to be called again at the latest; NO_DEADLINE when only events matter. */
int64_t house_due_ms(const struct house *house);
/* Whether the store is still ours is not known any more: play stands still, and nothing is sent,
 * until something could be stored. */
void house_doubt(struct house *house, const char *why);
/* Takes nothing new from here on; true once all is committed and sent, or cannot be now. */
bool house_drain(struct house *house);
/* Nothing queued, nothing in flight: for scripts and tests. */
bool house_is_idle(const struct house *house);

/* There may be letters of other parts of the house (store_part.h): they are read. */
void house_hear_letters(struct house *house);

/* From here on the house speaks by this catalogue; the old one must live as long as the house. */
void house_speak(struct house *house, const struct catalogue *catalogue);

/* From here on who is written to first is told what is kept of them (house_setup.h). */
void house_greets(struct house *house);

/* For scripts and tests: the seed (64 hex digits) and the pinned deal (JSON) of all games that
 * start from here on; NULL for none. */
void house_pin(struct house *house, const char *seed, const char *deal);

void house_figures(const struct house *house, struct house_figures *figures);

#endif
