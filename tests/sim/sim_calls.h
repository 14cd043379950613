/* Who is notified, of what, and how often. One world at a time. */
#ifndef SIM_CALLS_H
#define SIM_CALLS_H

struct sending;
struct sim;

/* Fails when a message notifies that may not, or one more of the same ask. */
void sim_check_call(struct sim *sim, const struct sending *sending);
/* Once nothing is on its way: fails when somebody owes something and was not told. */
void sim_check_told(struct sim *sim);

#endif
