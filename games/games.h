/* What people are offered to play, for who may know no more of a game than its name. */
#ifndef GAMES_H
#define GAMES_H

/* The ids of all games that are offered, as terms, in the order of menus; NULL after the last. */
extern const char *const games_names[];

#endif
