/* net_wire over a platform for tests, in process: requests, sockets and timers on one clock that
 * the test moves. */
#ifndef FAKE_WIRE_H
#define FAKE_WIRE_H

#include "fake_platform.h"
#include "net_wire.h"

struct fake_wire;

/* now: where the clock is kept, UTC milliseconds. dice: state of the seeded entropy. */
struct fake_wire *fake_wire_new(const struct fake_platform *platform, int64_t *now, uint64_t *dice);
void fake_wire_free(struct fake_wire **wire);
const struct net_wire *fake_wire_wire(const struct fake_wire *wire);
/* Lets happen what is due: answers, frames, timers. True when anything did. */
bool fake_wire_run(struct fake_wire *wire);
/* When there is next something to do; INT64_MAX: nothing waits. */
int64_t fake_wire_next_ms(const struct fake_wire *wire);

#endif
