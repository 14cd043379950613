/* A game night in calendars: a file for people's own, and the platform's list of events. */
#ifndef NIGHT_CALENDAR_H
#define NIGHT_CALENDAR_H

struct commit;
struct doc;
struct handling;
struct outcome;
struct table_entry;

/* The file of the night at hand, with the next weeks where it is weekly; else a sentence. In the
 * arena. */
const struct doc *night_calendar(const struct handling *handling);
/* Brings the platform's own list up to date, where it has one: a night that is planned, at another
 * time, called off. */
void night_schedule(struct commit *commit, struct table_entry *entry, const struct outcome *out);

#endif
