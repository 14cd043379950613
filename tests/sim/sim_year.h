/* A year of games over days: what sim_year.c plays, sim_year_check.c looks at. */
#ifndef SIM_YEAR_H
#define SIM_YEAR_H

#include "sim.h"

struct year_figures {
    unsigned opened;
    unsigned alive;
    unsigned sent;
    unsigned reminders;
    unsigned vacations;
    int64_t longest_ms; /* of all waits */
};

/* Does the clock of somebody stand still then? */
bool year_clock_stands(unsigned who, int64_t at_ms);
/* How long it runs between two moments, counted. */
int64_t year_runs_ms(unsigned who, int64_t from_ms, int64_t to_ms);
/* A message goes out: whom it reminds owes something, and has time. */
void year_check_sent(struct sim *sim, struct year_figures *figures, const struct sending *sending);
/* Nobody has missed a reminder, and no wait grows beyond its bounds. */
void year_check_table(struct sim *sim, struct year_figures *figures,
                      const struct table_entry *entry);

#endif
