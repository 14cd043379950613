/* Carries what is pushed to application services to where they listen, for the program. */
#ifndef MXFAKE_CARRY_H
#define MXFAKE_CARRY_H

#include "mxfake.h"

struct mxfake_carrier;

/* epoll: is woken when there is something to do. */
struct mxfake_carrier *mxfake_carrier_new(struct mxfake *fake, const int *epoll);
void mxfake_carrier_free(struct mxfake_carrier **carrier);
/* Takes, writes and reads as much as goes now. context: the carrier. */
void mxfake_carry(void *context);

#endif
