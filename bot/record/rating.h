/* How strong somebody is, as far as their results tell: a mean and how unsure it still is. The
 * Plackett–Luce model of Weng and Lin (2011), with the numbers that OpenSkill publishes: mu 25,
 * sigma 25/3, beta 25/6, kappa 0.0001, tau 25/300, sigma may grow. Pure; nothing is rounded. */
#ifndef RATING_H
#define RATING_H

enum { RATING_TEAMS_MAX = 16, RATING_TEAM_MAX = 16 };

struct rating {
    double mu;
    double sigma;
};

/* One side of a game that is over. */
struct rating_team {
    unsigned rank; /* the lowest is the best; equal ones are tied */
    unsigned count;
    struct rating player[RATING_TEAM_MAX];
};

/* Of whom nothing is known yet. */
struct rating rating_begin(void);
/* What the result teaches about each of them: 2 to RATING_TEAMS_MAX teams, none of them empty, in
 * any order. */
void rating_update(struct rating_team *teams, unsigned count);
/* What somebody is listed by: almost surely they are no weaker than that (mu - 3 sigma). */
double rating_listed(const struct rating *rating);

#endif
