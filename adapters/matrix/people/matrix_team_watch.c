/* Waits for members who were invited into their team's room. The room is used meanwhile, so that no
 * room operation waits for anybody; who joins later can read it from their invitation on. If
 * somebody does not join in time the room is unusable: its capabilities change, the house closes
 * it, and the team talks through the bot. */
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "matrix_inbound.h"
#include "matrix_state_fetch.h"
#include "matrix_team.h"
#include "table.h"

enum { WATCH_MS = 3 * 60 * 1000, WATCH_AGAIN_MS = 60 * 1000 };

void matrix_team_watch(const struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = matrix_now_ms(matrix) + WATCH_MS;
    team->refetched = false;
}

static void watch_end(struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = 0;
    team->refetched = false;
    matrix_team_keep(matrix, team);
}

/* Tries again in a minute. */
static void watch_again(const struct matrix *matrix, struct matrix_team *team)
{
    team->until_ms = matrix_now_ms(matrix) + WATCH_AGAIN_MS;
    team->refetched = false;
}

static void watch_lost(struct matrix *matrix, struct matrix_team *team)
{
    log_event(LEVEL_WARNING, "matrix.team_room_lost",
              LOG_FIELDS(log_text("why", "a member does not come")));
    team->lost = true;
    if (!matrix_inbound_changed(matrix, team->room)) { /* the house takes nothing now */
        team->lost = false;
        watch_again(matrix, team);
    }
}

/* Ends the wait if everybody has joined, gives the room up if it is too late, else goes on waiting.
 */
static void watch_check(struct matrix *matrix, struct matrix_team *team)
{
    const struct matrix_room *room = matrix_room_at(matrix, team->room);
    enum matrix_secrecy secrecy = matrix_team_secrecy(matrix, team, room, true);
    bool late = team->refetched && team->until_ms <= matrix_now_ms(matrix);
    bool absent = secrecy == SECRECY_INVITED || secrecy == SECRECY_LEFT;
    if (absent && late) {
        watch_lost(matrix, team);
    } else if (secrecy == SECRECY_HOLDS || (late && !absent)) {
        watch_end(matrix, team); /* any other reason shows when something is sent there */
    }
}

static bool watch_is_on(const struct matrix_team *team)
{
    return team->until_ms != 0 && !team->lost;
}

void matrix_team_changed(struct matrix *matrix, struct matrix_room *room)
{
    struct matrix_team *team = matrix_team_at(matrix, room->id);
    if (team != NULL && watch_is_on(team) && room->state == MATRIX_STATE_COMPLETE) {
        watch_check(matrix, team);
    }
}

static void watch_state_fetched(void *context, struct matrix_room *room, bool known,
                                enum answer_status status)
{
    struct matrix *matrix = context;
    struct matrix_team *team = matrix_team_at(matrix, room->id);
    if (team == NULL || !watch_is_on(team)) {
        return;
    }
    if (known) {
        watch_check(matrix, team);
    } else if (status == ANSWER_FORBIDDEN || status == ANSWER_GONE) { /* we are not joined */
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
    while (!matrix->draining && (team = matrix_teams_next(matrix, &at)) != NULL) {
        bool counts = watch_is_on(team) && !team->refetched && team->until_ms < due_ms;
        due_ms = counts ? team->until_ms : due_ms;
    }
    return due_ms;
}

/* The time is over. They may have joined while the sync was down, so the state is fetched once
 * more. */
void matrix_teams_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    struct matrix_team *team = NULL;
    while (!matrix->draining && (team = matrix_teams_next(matrix, &at)) != NULL) {
        if (watch_is_on(team) && !team->refetched && team->until_ms <= now_ms) {
            team->refetched = true;
            matrix_room_fetch_state(matrix, matrix_room_at(matrix, team->room), watch_state_fetched,
                                    matrix);
        }
    }
}
