/* Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), algorithm 4, as
 * OpenSkill 6.2 has it: a team's strength is the sum of its players', and each of them takes the
 * part of what is learnt that their own doubt is of the team's. Tied teams share the term of their
 * place. */
#include "rating.h"

#include <assert.h>
#include <math.h>

static const double rating_mu = 25.0;
static const double rating_sigma = 25.0 / 3.0;
static const double rating_beta = 25.0 / 6.0;
static const double rating_kappa = 0.0001;
static const double rating_tau = 25.0 / 300.0;

/* A team as one. */
struct strength {
    double mu;
    double variance;
};

/* What is learnt of a team: where its mean goes, and by which part its doubt shrinks. */
struct lesson_learnt {
    double omega;
    double delta;
};

struct rating rating_begin(void)
{
    return (struct rating){rating_mu, rating_sigma};
}

double rating_listed(const struct rating *rating)
{
    return rating->mu - 3.0 * rating->sigma;
}

/* Time has passed: each is a little less sure than before. Then all of a team together. */
static struct strength team_strength(struct rating_team *team)
{
    struct strength all = {0.0, 0.0};
    assert(team->count > 0 && team->count <= RATING_TEAM_MAX);
    for (unsigned i = 0; i < team->count; i++) {
        struct rating *player = &team->player[i];
        player->sigma = sqrt(player->sigma * player->sigma + rating_tau * rating_tau);
        all.mu += player->mu;
        all.variance += player->sigma * player->sigma;
    }
    return all;
}

/* How likely each place went as it did, summed over the places that team i competed for. */
static struct lesson_learnt team_lesson(const struct rating_team *teams,
                                        const struct strength *strength, unsigned count, double c,
                                        unsigned i)
{
    struct lesson_learnt learnt = {0.0, 0.0};
    for (unsigned q = 0; q < count; q++) {
        double field = 0.0; /* all that were still in it for q's place */
        double ties = 0.0;  /* how many share it */
        if (teams[q].rank > teams[i].rank) {
            continue;
        }
        for (unsigned s = 0; s < count; s++) {
            field += teams[s].rank >= teams[q].rank ? exp(strength[s].mu / c) : 0.0;
            ties += teams[s].rank == teams[q].rank ? 1.0 : 0.0;
        }
        double share = exp(strength[i].mu / c) / field;
        learnt.omega += ((q == i ? 1.0 : 0.0) - share) / ties;
        learnt.delta += share * (1.0 - share) / ties;
    }
    double gamma = sqrt(strength[i].variance) / c;
    learnt.omega *= strength[i].variance / c;
    learnt.delta *= strength[i].variance / (c * c) * gamma;
    return learnt;
}

void rating_update(struct rating_team *teams, unsigned count)
{
    struct strength strength[RATING_TEAMS_MAX];
    double variance = 0.0;
    assert(count >= 2 && count <= RATING_TEAMS_MAX);
    for (unsigned i = 0; i < count; i++) {
        strength[i] = team_strength(&teams[i]);
        variance += strength[i].variance + rating_beta * rating_beta;
    }
    double c = sqrt(variance);
    for (unsigned i = 0; i < count; i++) {
        struct lesson_learnt learnt = team_lesson(teams, strength, count, c, i);
        for (unsigned k = 0; k < teams[i].count; k++) {
            struct rating *player = &teams[i].player[k];
            double part = player->sigma * player->sigma / strength[i].variance;
            player->mu += part * learnt.omega;
            player->sigma *= sqrt(fmax(1.0 - part * learnt.delta, rating_kappa));
        }
    }
}
