/* `deaddrop matrix registration`: what a homeserver has to know of the bot as its appservice
 * (application service API, registration). */
#ifndef MATRIX_REGISTRATION_H
#define MATRIX_REGISTRATION_H

#include "buf.h"
#include "entropy.h"
#include "fault.h"

struct settings;

/* The registration file, with tokens: those of the settings, new ones where there are none. -1 when
 * the account's name cannot be one of an appservice. */
int matrix_registration(struct buf *out, const struct settings *settings, struct entropy entropy,
                        struct fault *fault);

#endif
