/* `deaddrop matrix setup`: asks the homeserver what it knows of the bot, and says what has to be
 * mended before people can play. */
#ifndef MATRIX_SETUP_H
#define MATRIX_SETUP_H

#include "checks.h"

struct matrix_setup;
struct net_wire;
struct settings;

/* Asks; done is called once, later. settings, which live as long, name a homeserver. */
struct matrix_setup *matrix_setup_new(const struct net_wire *wire, const struct settings *settings,
                                      checks_fn done, void *context);
void matrix_setup_free(struct matrix_setup **setup);

/* How to host it, step by step. */
const char *matrix_hosting(void);

#endif
