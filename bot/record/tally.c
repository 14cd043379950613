#include "tally.h"

#include <stdio.h>
#include <string.h>

enum { RELIABILITY_LEAST = 3 };

void tally_init(struct tally *tally)
{
    memset(tally, 0, sizeof *tally);
}

static void add_row(struct tally *tally, const struct finish *finish,
                    const struct finish_seat *seat, const char *word)
{
    struct tally_row *row = tally->row;
    struct tally_row *end = tally->row + tally->row_count;
    while (row < end && (strcmp(row->game, finish->game) != 0 || strcmp(row->word, word) != 0)) {
        row++;
    }
    if (row == end) {
        if (tally->row_count == TALLY_ROWS_MAX) {
            return;
        }
        tally->row_count++;
        memset(row, 0, sizeof *row);
        memcpy(row->game, finish->game, sizeof row->game);
        snprintf(row->word, sizeof row->word, "%s", word);
    }
    row->games++;
    row->won += seat->result == FINISH_WON && seat->end != FINISH_LEFT;
    row->tied += seat->result == FINISH_TIED && seat->end != FINISH_LEFT;
}

/* Puts a game in front of a list, which lets the oldest go. */
static void put_first(struct tally_game *list, unsigned *count, unsigned max,
                      const struct tally_game *game)
{
    *count += *count < max;
    memmove(list + 1, list, (*count - 1) * sizeof *list);
    list[0] = *game;
}

static void add_last(struct tally *tally, const struct finish *finish,
                     const struct finish_seat *seat)
{
    struct tally_game game = {.ended_ms = finish->ended_ms,
                              .table = finish->table,
                              .number = finish->number,
                              .result = seat->result,
                              .end = seat->end};
    memcpy(game.room, finish->room, sizeof game.room);
    memcpy(game.game, finish->game, sizeof game.game);
    put_first(tally->last, &tally->last_count, TALLY_LAST_MAX, &game);
    for (unsigned i = 0; i < tally->room_count; i++) {
        if (strcmp(tally->room[i].room, game.room) == 0) {
            memmove(&tally->room[i], &tally->room[i + 1],
                    (tally->room_count - i - 1) * sizeof game);
            tally->room_count--;
        }
    }
    put_first(tally->room, &tally->room_count, TALLY_ROOMS_MAX, &game);
}

static void add_way(struct tally *tally, const struct finish *finish)
{
    struct tally_way *way = tally->way;
    struct tally_way *end = tally->way + tally->way_count;
    while (way < end &&
           (strcmp(way->game, finish->game) != 0 || strcmp(way->options, finish->options) != 0)) {
        way++;
    }
    struct tally_way one = {.games = 0};
    if (way < end) {
        one = *way;
        memmove(way, way + 1, (size_t)(end - way - 1) * sizeof *way);
        tally->way_count--;
    } else if (tally->way_count == TALLY_WAYS_MAX) {
        memmove(tally->way, tally->way + 1, (TALLY_WAYS_MAX - 1) * sizeof *way);
        tally->way_count--;
    }
    memcpy(one.game, finish->game, sizeof one.game);
    memcpy(one.options, finish->options, sizeof one.options);
    one.games++;
    tally->way[tally->way_count++] = one; /* the newest last */
}

/* An end for all that somebody was still there for says nothing of them; who had left before it
 * had left. */
static void add_reliability(struct tally *tally, const struct finish *finish,
                            const struct finish_seat *seat)
{
    if (finish->aborted && seat->end == FINISH_PLAYED) {
        return;
    }
    tally->began++;
    tally->ended += seat->end == FINISH_PLAYED;
}

void tally_add(struct tally *tally, const struct finish *finish, uint64_t person, const char *game)
{
    if (game != NULL && strcmp(game, finish->game) != 0) {
        return;
    }
    for (unsigned i = 0; i < finish->seat_count; i++) {
        const struct finish_seat *seat = &finish->seat[i];
        if (seat->person != person) {
            continue;
        }
        tally->games++;
        tally->helped += seat->stepped_in;
        if (seat->result != FINISH_UNDECIDED) {
            add_row(tally, finish, seat, "");
        }
        if (seat->result != FINISH_UNDECIDED && seat->word[0] != '\0') {
            add_row(tally, finish, seat, seat->word);
        }
        add_last(tally, finish, seat);
        add_way(tally, finish);
        add_reliability(tally, finish, seat);
    }
}

int tally_reliability(const struct tally *tally)
{
    return tally->began < RELIABILITY_LEAST ? -1 : (int)(tally->ended * 100 / tally->began);
}

const struct tally_way *tally_favourite(const struct tally *tally)
{
    const struct tally_way *most = NULL;
    for (unsigned i = 0; i < tally->way_count; i++) {
        most = most == NULL || tally->way[i].games >= most->games ? &tally->way[i] : most;
    }
    return most;
}
