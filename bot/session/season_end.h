/* A season is over: said once, with the first table that is opened in its room after it. */
#ifndef SEASON_END_H
#define SEASON_END_H

struct handling;

/* After a table was opened. */
void season_end_tell(const struct handling *handling);

#endif
