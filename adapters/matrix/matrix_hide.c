/* A line that a moderator has hidden: each of its events is redacted, with the sentence that stands
 * for it as the reason. An edit would leave the words in the room's history. So would that of a
 * board, which is posted anew. */
#include <stdio.h>
#include <string.h>

#include "json_out.h"
#include "matrix_flight.h"
#include "matrix_path.h"
#include "nonce.h"

enum { HIDE_BODY_MAX = 4096 };

static void hide_next(struct matrix_flight *flight);

/* The event of this number; false: there is none. */
static bool hide_part(const struct matrix_flight *flight, char event[MATRIX_ID_BYTES])
{
    const char *at = flight->sending.edit_of == NULL ? "" : flight->sending.edit_of;
    for (unsigned i = 0; i < flight->at; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    size_t len = strcspn(at, " ");
    snprintf(event, MATRIX_ID_BYTES, "%.*s", len < MATRIX_ID_BYTES ? (int)len : 0, at);
    return event[0] != '\0';
}

static void hide_answered(void *context, const struct matrix_answer *answer)
{
    struct matrix_flight *flight = context;
    flight->request = 0;
    if (answer->fate == MATRIX_DONE || answer->fate == MATRIX_MISSING) {
        flight->at++;
        hide_next(flight);
    } else {
        matrix_flight_fate(flight, answer);
    }
}

static void hide_next(struct matrix_flight *flight)
{
    struct matrix *matrix = flight->matrix;
    const char *words = catalogue_text(matrix->world->catalogue, matrix_out(matrix)->arena,
                                       "table.line_hidden", NULL, FACTS_NONE, NULL);
    char event[MATRIX_ID_BYTES];
    struct buf json;
    if (!hide_part(flight, event)) {
        house_sent(matrix->house, (struct adapter *)matrix, flight->sending.row,
                   flight->sending.edit_of, NULL, 0, NULL);
        matrix_flight_free(&flight);
        matrix_plan(matrix);
        return;
    }
    snprintf(flight->transaction, sizeof flight->transaction, "%.22s.h%u", flight->sending.nonce,
             flight->at);
    buf_init(&json, HIDE_BODY_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "reason", words);
    buf_text(&json, "}");
    const char *segments[] = {flight->room, event, flight->transaction};
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/rooms/{}/redact/{}/{}",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/redact/{}/{}", segments),
        .json = json.text,
        .json_len = json.len,
        .priority = MATRIX_PROMPT,
        .limited = true,
        .repeatable = true};
    flight->request = matrix_client_start(matrix->client, &request, hide_answered, flight);
    buf_deinit(&json);
}

void matrix_hide_send(struct matrix_flight *flight)
{
    struct matrix_room *room = matrix_room_find(flight->matrix, flight->room);
    if (room != NULL) {
        room->hides = true;
    }
    hide_next(flight);
}
