/* Matrix, as the house sees it. */
#ifndef MATRIX_H
#define MATRIX_H

#include "adapter.h"

struct net_wire;
struct matrix_verify;
struct pictures;

extern const struct adapter_def matrix_adapter;

/* What the adapter stands on, where it is not the loop's own: a test's wire and clock. */
struct matrix_on {
    const struct net_wire *wire;
    struct pictures *pictures; /* NULL: boards are words alone */
};
/* As matrix_adapter.open, on a wire that outlives it. */
int matrix_open_on(struct adapter **adapter, struct house *house, const struct matrix_on *on,
                   const struct settings *settings, struct fault *fault);

/* Why it will never sync again without a person's help (session destroyed, account deactivated,
 * another device's store); NULL while it runs. */
const struct fault *matrix_gone(const struct adapter *adapter);

/* Once, after opening: one request to verify the bot is taken (matrix_verify.h). wish outlives the
 * adapter. -1 and a fault: encryption is off. */
int matrix_verify_begin(struct adapter *adapter, const struct matrix_verify *wish,
                        struct fault *fault);
/* Is what both sides show the same? */
void matrix_verify_answer(struct adapter *adapter, bool is_same);
/* Ends it, and says so to the other side; wish->ended is told. */
void matrix_verify_stop(struct adapter *adapter);

#endif
