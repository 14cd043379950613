/* `deaddrop matrix setup`: asks the homeserver what it knows of the bot, and says what has to be
 * mended before people can play. */
#ifndef MATRIX_SETUP_H
#define MATRIX_SETUP_H

struct matrix_setup;
struct net_wire;
struct settings;

/* problems: how many things have to be mended. text: all of it, lines for a terminal. */
typedef void (*matrix_setup_fn)(void *context, unsigned problems, const char *text);

/* Asks; done is called once, later. settings, which live as long, name a homeserver. */
struct matrix_setup *matrix_setup_new(const struct net_wire *wire, const struct settings *settings,
                                      matrix_setup_fn done, void *context);
void matrix_setup_free(struct matrix_setup **setup);

/* How to host it, step by step. */
const char *matrix_hosting(void);

#endif
