/* Who is rated by a table: whoever was dealt in. A house player counts as somebody of whom nothing
 * is known, and so does whoever was forgotten. Who has left wins nothing by what the others then
 * win, and who stepped in loses nothing by what they did not begin. */
#include "standings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

void standings_init(struct standings *standings, int64_t from_ms, int64_t to_ms)
{
    memset(standings, 0, sizeof *standings);
    standings->from_ms = from_ms;
    standings->to_ms = to_ms;
}

void standings_deinit(struct standings *standings)
{
    for (unsigned i = 0; i < standings->game_count; i++) {
        free(standings->game[i].people);
    }
    standings->game_count = 0;
}

struct standings_game *standings_of(struct standings *standings, const char *game)
{
    for (unsigned i = 0; i < standings->game_count; i++) {
        if (strcmp(standings->game[i].game, game) == 0) {
            return &standings->game[i];
        }
    }
    return NULL;
}

static struct standings_game *game_make(struct standings *standings, const char *name)
{
    struct standings_game *game = standings_of(standings, name);
    if (game == NULL && standings->game_count < STANDINGS_GAMES_MAX) {
        game = &standings->game[standings->game_count++];
        memset(game, 0, sizeof *game);
        memcpy(game->game, name, sizeof game->game);
    }
    return game;
}

/* NULL: nobody who can be counted. */
static struct standing *standing_make(struct standings_game *game, uint64_t person)
{
    for (unsigned i = 0; i < game->count; i++) {
        if (game->people[i].person == person) {
            return &game->people[i];
        }
    }
    if (person == 0 || game->count == STANDINGS_PEOPLE_MAX) {
        return NULL;
    }
    if ((game->count & (game->count - 1)) == 0) { /* by doubling */
        game->people =
            heap_grow(game->people, game->count == 0 ? 1u : game->count * 2u, sizeof *game->people);
    }
    struct standing *standing = &game->people[game->count++];
    *standing = (struct standing){.person = person, .rating = rating_begin()};
    return standing;
}

/* The sides as teams; who the players of each are, by their places in finish->seat, -1: the house.
 */
static unsigned teams_of(struct standings_game *game, const struct finish *finish,
                         struct rating_team teams[SEATS_MAX], int who[SEATS_MAX][RATING_TEAM_MAX])
{
    unsigned count = 0;
    for (unsigned side = 0; side < finish->side_count; side++) {
        struct rating_team *team = &teams[count];
        team->rank = finish->side[side].rank;
        team->count = 0;
        for (unsigned i = 0; i < finish->seat_count; i++) {
            const struct finish_seat *seat = &finish->seat[i];
            if (seat->dealt && seat->side == (int)side && team->count < RATING_TEAM_MAX) {
                const struct standing *standing = standing_make(game, seat->person);
                who[count][team->count] = (int)i;
                team->player[team->count++] = standing == NULL ? rating_begin() : standing->rating;
            }
        }
        for (unsigned i = 0; i < finish->side[side].house && team->count < RATING_TEAM_MAX; i++) {
            who[count][team->count] = -1;
            team->player[team->count++] = rating_begin();
        }
        count += team->count > 0;
    }
    return count;
}

static void standing_learn(struct standing *standing, const struct finish_seat *seat,
                           const struct rating *rating)
{
    bool gains = rating->mu > standing->rating.mu;
    if (seat->end != FINISH_LEFT || !gains) {
        standing->rating = *rating;
    }
    standing->rated++;
    standing->won += seat->result == FINISH_WON && seat->end != FINISH_LEFT;
}

static void add_rated(struct standings_game *game, const struct finish *finish)
{
    struct rating_team teams[SEATS_MAX];
    int who[SEATS_MAX][RATING_TEAM_MAX];
    unsigned count = teams_of(game, finish, teams, who);
    if (count < 2) {
        return;
    }
    rating_update(teams, count);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < teams[i].count; k++) {
            const struct finish_seat *seat = who[i][k] < 0 ? NULL : &finish->seat[who[i][k]];
            struct standing *standing = seat == NULL ? NULL : standing_make(game, seat->person);
            if (standing != NULL) {
                standing_learn(standing, seat, &teams[i].player[k]);
            }
        }
    }
}

void standings_add(struct standings *standings, const struct finish *finish)
{
    if (finish->ended_ms < standings->from_ms || finish->ended_ms >= standings->to_ms) {
        return;
    }
    struct standings_game *game = game_make(standings, finish->game);
    if (game != NULL) {
        game->last_ms = finish->ended_ms;
    }
    if (game != NULL && finish->rated) {
        add_rated(game, finish);
    }
}

bool standing_counts(const struct standing *standing)
{
    return standing->rated >= STANDINGS_RATED_LEAST;
}

int standing_points(const struct standing *standing)
{
    return (int)lround(rating_listed(&standing->rating) * 100.0);
}

/* Who counts comes before who does not; of equals, who has played more, then who came first. */
static int standing_compare(const void *one, const void *other)
{
    const struct standing *a = one;
    const struct standing *b = other;
    if (standing_counts(a) != standing_counts(b)) {
        return standing_counts(a) ? -1 : 1;
    }
    int by_points = standing_points(b) - standing_points(a);
    if (by_points != 0) {
        return by_points;
    }
    return a->rated != b->rated ? (a->rated > b->rated ? -1 : 1) : a->person < b->person ? -1 : 1;
}

void standings_sort(struct standings_game *game)
{
    if (game->count > 0) {
        qsort(game->people, game->count, sizeof *game->people, standing_compare);
    }
}
