/* Who is invited into their team's room and does not come. The room is open meanwhile, so that no
 * order about it waits for anybody (who is silenced is silenced at once); what is said there can be
 * read by who comes later, from their invitation on. After a while without somebody the room is of
 * no use: the house is told that it cannot keep it, closes it, and the team talks through the bot.
 */
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "matrix_hear.h"
#include "matrix_team.h"
#include "table.h"

enum { WATCH_MS = 3 * 60 * 1000, WATCH_AGAIN_MS = 60 * 1000 };

void matrix_team_watch(const struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = matrix_now_ms(matrix) + WATCH_MS;
    team->looked = false;
}

static void watch_end(struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = 0;
    team->looked = false;
    matrix_team_keep(matrix, team);
}

/* Not now: in a minute. */
static void watch_again(const struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = matrix_now_ms(matrix) + WATCH_AGAIN_MS;
    team->looked = false;
}

static void watch_lost(struct matrix *matrix, struct matrix_team *team)
{
    log_event(LEVEL_WARNING, "matrix.team_room_lost",
              LOG_FIELDS(log_text("why", "a member does not come")));
    team->lost = true;
    if (!matrix_hear_changed(matrix, team->room)) { /* the house takes nothing now */
        team->lost = false;
        watch_again(matrix, team);
    }
}

/* Nobody is waited for any more, or it is too late, or there is time. */
static void watch_look(struct matrix *matrix, struct matrix_team *team)
{
    const struct matrix_room *room = matrix_room_at(matrix, team->room);
    enum matrix_secrecy secrecy = matrix_team_secrecy(matrix, team, room, true);
    bool late = team->looked && team->until_ms <= matrix_now_ms(matrix);
    bool absent = secrecy == SECRECY_INVITED || secrecy == SECRECY_LEFT;
    if (absent && late) {
        watch_lost(matrix, team);
    } else if (secrecy == SECRECY_HOLDS || (late && !absent)) {
        watch_end(matrix, team); /* what else is wrong is found out when something is said there */
    }
}

static bool watch_is_on(const struct matrix_team *team)
{
    return team->until_ms != 0 && !team->lost;
}

void matrix_team_changed(struct matrix *matrix, struct matrix_room *room)
{
    struct matrix_team *team = matrix_team_at(matrix, room->id);
    if (team != NULL && watch_is_on(team) && room->known) {
        watch_look(matrix, team);
    }
}

static void watch_learned(void *context, struct matrix_room *room, bool known,
                          enum matrix_fate fate)
{
    struct matrix *matrix = context;
    struct matrix_team *team = matrix_team_at(matrix, room->id);
    if (team == NULL || !watch_is_on(team)) {
        return;
    }
    if (known) {
        watch_look(matrix, team);
    } else if (fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING) { /* we are not in it */
        watch_end(matrix, team);
    } else {
        watch_again(matrix, team);
    }
}

int64_t matrix_teams_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    const struct matrix_team *team = NULL;
    while (matrix->out != NULL && !matrix->draining &&
           (team = map_next(&matrix->out->teams, &at)) != NULL) {
        bool counts = watch_is_on(team) && !team->looked && team->until_ms < due_ms;
        due_ms = counts ? team->until_ms : due_ms;
    }
    return due_ms;
}

/* Their time is over. They may have come, and the poll may have been away: the room itself is asked
 * once more. */
void matrix_teams_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    struct matrix_team *team = NULL;
    while (!matrix->draining && (team = map_next(&matrix->out->teams, &at)) != NULL) {
        if (watch_is_on(team) && !team->looked && team->until_ms <= now_ms) {
            team->looked = true;
            matrix_room_learn(matrix, matrix_room_at(matrix, team->room), watch_learned, matrix);
        }
    }
}
