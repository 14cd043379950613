/* Sides and places follow from the game's own result: a side is as good as the best of its seats.
 */
#include "finish.h"

#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "json_out.h"
#include "json_tree.h"
#include "rules.h"

static const char *const finish_results[FINISH_RESULTS] = {"none", "won", "lost", "tied"};
static const char *const finish_ends[FINISH_ENDS] = {"played", "absent", "left"};

/* --- of a table ------------------------------------------------------------------------------- */

/* The side of a seat in this game; -1: of none. Numbers of sides need not follow each other. */
static int side_of(const struct table *table, int seat)
{
    const struct game_def *game = table->game;
    if (game->side != NULL) {
        return game->side(table->state, seat);
    }
    return game->teams[0] == NULL ? -1 : game->team(table->state, seat);
}

/* Did the seat only wait to come in? Then nobody played there. */
static bool was_waiting(const struct table *table, int seat)
{
    return table->game->waits != NULL && table->game->waits(table->state, seat);
}

static int score_of(const struct table *table, int seat)
{
    return rules_state(table->state)->result.scores[seat];
}

/* Whose the seat was from the deal on; 0: the house's. */
static uint64_t dealt_to(const struct table *table, int seat)
{
    const struct table_seat *at = &table->seat[seat];
    for (unsigned i = 0; i < table->gone_count; i++) {
        if (table->gone_seat[i] == seat) {
            return table->gone[i];
        }
    }
    return at->house || at->stepped_in ? 0 : at->person;
}

/* Fills the sides and says which of them each seat is of. */
static void find_sides(const struct table *table, struct finish *finish, int8_t side[SEATS_MAX])
{
    int best[SEATS_MAX] = {0};
    int known[SEATS_MAX] = {0};
    for (int seat = 0; seat < table->seat_count; seat++) {
        int of = was_waiting(table, seat) ? -1 : side_of(table, seat);
        side[seat] = -1;
        for (int i = 0; of >= 0 && i < finish->side_count; i++) {
            if (known[i] == of) {
                side[seat] = (int8_t)i;
            }
        }
        if (of >= 0 && side[seat] < 0) {
            side[seat] = (int8_t)finish->side_count;
            best[finish->side_count] = score_of(table, seat);
            known[finish->side_count++] = of;
        }
        if (of >= 0) {
            int score = score_of(table, seat);
            best[side[seat]] = score > best[side[seat]] ? score : best[side[seat]];
            finish->side[side[seat]].house += dealt_to(table, seat) == 0;
        }
    }
    for (int i = 0; i < finish->side_count; i++) {
        finish->side[i].rank = 1;
        for (int k = 0; k < finish->side_count; k++) {
            finish->side[i].rank += best[k] > best[i];
        }
    }
}

static bool is_contest(const struct table *table, const struct finish *finish)
{
    enum game_outcome outcome = rules_state(table->state)->result.outcome;
    return !finish->aborted && finish->side_count > 1 &&
           (outcome == OUTCOME_WIN || outcome == OUTCOME_TIE);
}

static unsigned of_rank(const struct finish *finish, unsigned rank)
{
    unsigned count = 0;
    for (unsigned i = 0; i < finish->side_count; i++) {
        count += finish->side[i].rank == rank;
    }
    return count;
}

static enum finish_result result_of(const struct table *table, const struct finish *finish,
                                    const struct finish_seat *one)
{
    const struct result *result = &rules_state(table->state)->result;
    if (finish->aborted || result->outcome == OUTCOME_NONE) {
        return FINISH_UNDECIDED;
    }
    if (is_contest(table, finish) && one->side >= 0) {
        return finish->side[one->side].rank != 1 ? FINISH_LOST
               : of_rank(finish, 1) > 1          ? FINISH_TIED
                                                 : FINISH_WON;
    }
    bool wins = (result->winners & seat_bit(one->seat)) != 0;
    return result->outcome == OUTCOME_LOSS || !wins ? FINISH_LOST
           : result->outcome == OUTCOME_TIE         ? FINISH_TIED
                                                    : FINISH_WON;
}

static const char *word_of(const struct table *table, int seat)
{
    const struct game_def *game = table->game;
    const char *role = game->role == NULL ? NULL : game->role(table->state, seat);
    int team = game->teams[0] == NULL ? -1 : game->team(table->state, seat);
    return role != NULL ? role : team >= 0 && team < TEAMS_MAX ? game->teams[team] : "";
}

/* One person once: how they ended is how they sit. */
static void add_seat(const struct table *table, struct finish *finish, int seat, uint64_t person,
                     enum finish_end end)
{
    struct finish_seat *one = &finish->seat[finish->seat_count];
    for (unsigned i = 0; i < finish->seat_count; i++) {
        if (finish->seat[i].person == person) {
            return;
        }
    }
    finish->seat_count++;
    *one = (struct finish_seat){.person = person, .seat = (uint8_t)seat, .end = end};
    snprintf(one->word, sizeof one->word, "%s", word_of(table, seat));
    one->score = score_of(table, seat);
    one->dealt = dealt_to(table, seat) == person;
    one->stepped_in = !one->dealt;
}

static void add_people(const struct table *table, struct finish *finish)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *at = &table->seat[seat];
        finish->house += at->house;
        if (at->person != 0 && !at->house && !was_waiting(table, seat)) {
            add_seat(table, finish, seat, at->person,
                     at->left     ? FINISH_LEFT
                     : at->absent ? FINISH_ABSENT
                                  : FINISH_PLAYED);
        }
    }
    for (unsigned i = 0; i < table->gone_count; i++) {
        if (table->gone[i] != 0) {
            add_seat(table, finish, table->gone_seat[i], table->gone[i], FINISH_LEFT);
        }
    }
}

/* People have to have been dealt in on two sides at the least: nobody climbs by beating the house.
 */
static bool is_rated(const struct table *table, const struct finish *finish)
{
    int first = -1;
    bool two = false;
    for (unsigned i = 0; i < finish->seat_count; i++) {
        const struct finish_seat *one = &finish->seat[i];
        if (one->dealt && one->side >= 0) {
            two = two || (first >= 0 && first != one->side);
            first = one->side;
        }
    }
    return two && is_contest(table, finish);
}

bool finish_of_table(const struct table *table, struct finish *finish)
{
    int8_t side[SEATS_MAX];
    memset(finish, 0, sizeof *finish);
    if (table->practice || table->phase < TABLE_OVER || !rules_state(table->state)->over) {
        return false;
    }
    const struct result *result = &rules_state(table->state)->result;
    finish->table = table->id;
    finish->ended_ms = table->now_ms;
    finish->began_ms = table->began_ms;
    finish->number = table->number;
    finish->aborted = table->aborted || result->outcome == OUTCOME_NONE;
    snprintf(finish->game, sizeof finish->game, "%s", table->game->id);
    snprintf(finish->reason, sizeof finish->reason, "%s",
             table->aborted || result->reason == NULL ? "aborted" : result->reason);
    find_sides(table, finish, side);
    add_people(table, finish);
    for (unsigned i = 0; i < finish->seat_count; i++) {
        finish->seat[i].side = side[finish->seat[i].seat];
        finish->seat[i].result = result_of(table, finish, &finish->seat[i]);
    }
    finish->rated = is_rated(table, finish);
    return true;
}

/* --- as JSON ---------------------------------------------------------------------------------- */

void finish_print(const struct finish *finish, struct buf *json)
{
    buf_text(json, "{");
    json_out_text(json, "game", finish->game);
    json_out_number(json, "number", finish->number);
    json_out_number(json, "began", finish->began_ms);
    json_out_text(json, "reason", finish->reason);
    json_out_text(json, "options", finish->options[0] == '\0' ? NULL : finish->options);
    json_out_flag(json, "aborted", finish->aborted);
    json_out_flag(json, "rated", finish->rated);
    json_out_number(json, "house", finish->house);
    json_out_key(json, "sides");
    buf_text(json, "[");
    for (unsigned i = 0; i < finish->side_count; i++) {
        json_out_next(json);
        buf_text(json, "{");
        json_out_number(json, "rank", finish->side[i].rank);
        json_out_number(json, "house", finish->side[i].house);
        buf_text(json, "}");
    }
    buf_text(json, "]}");
}

void finish_print_seat(const struct finish_seat *seat, struct buf *json)
{
    buf_text(json, "{");
    json_out_number(json, "seat", seat->seat);
    json_out_number(json, "side", seat->side);
    json_out_text(json, "word", seat->word[0] == '\0' ? NULL : seat->word);
    json_out_text(json, "result", finish_results[seat->result]);
    json_out_text(json, "end", finish_ends[seat->end]);
    json_out_number(json, "score", seat->score);
    json_out_flag(json, "dealt", seat->dealt);
    json_out_flag(json, "stepped_in", seat->stepped_in);
    buf_text(json, "}");
}

static void read_text(const cJSON *json, const char *member, char *text, size_t size)
{
    const char *is = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    snprintf(text, size, "%s", is == NULL ? "" : is);
}

/* The place of a member's text among names; count: it is none of them. */
static unsigned read_name(const cJSON *json, const char *member, const char *const *names,
                          unsigned count)
{
    const char *is = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    unsigned at = 0;
    while (at < count && (is == NULL || strcmp(is, names[at]) != 0)) {
        at++;
    }
    return at;
}

static bool read_flag(const cJSON *json, const char *member)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static void read_table(struct finish *finish, const struct store_row *row, const cJSON *json)
{
    const cJSON *side = NULL;
    memset(finish, 0, sizeof *finish);
    finish->table = row->id;
    finish->ended_ms = row->at_ms;
    finish->began_ms = json_tree_number(json, "began");
    finish->number = (uint32_t)json_tree_number(json, "number");
    finish->aborted = read_flag(json, "aborted");
    finish->rated = read_flag(json, "rated");
    finish->house = (uint8_t)json_tree_number(json, "house");
    snprintf(finish->room, sizeof finish->room, "%s", row->key);
    read_text(json, "game", finish->game, sizeof finish->game);
    read_text(json, "reason", finish->reason, sizeof finish->reason);
    read_text(json, "options", finish->options, sizeof finish->options);
    cJSON_ArrayForEach(side, cJSON_GetObjectItemCaseSensitive(json, "sides"))
    {
        if (finish->side_count < SEATS_MAX) {
            finish->side[finish->side_count++] = (struct finish_side){
                (uint8_t)json_tree_number(side, "rank"), (uint8_t)json_tree_number(side, "house")};
        }
    }
}

static void read_seat(struct finish *finish, const struct store_row *row, const cJSON *json)
{
    struct finish_seat *one = &finish->seat[finish->seat_count];
    unsigned result = read_name(json, "result", finish_results, FINISH_RESULTS);
    unsigned end = read_name(json, "end", finish_ends, FINISH_ENDS);
    int64_t side = json_tree_number(json, "side");
    if (finish->seat_count == FINISH_SEATS_MAX || result == FINISH_RESULTS || end == FINISH_ENDS ||
        side < -1 || side >= finish->side_count) {
        return;
    }
    finish->seat_count++;
    memset(one, 0, sizeof *one);
    one->person = row->sub;
    one->seat = (uint8_t)json_tree_number(json, "seat");
    one->side = (int8_t)side;
    one->result = (enum finish_result)result;
    one->end = (enum finish_end)end;
    one->score = (int32_t)json_tree_number(json, "score");
    one->dealt = read_flag(json, "dealt");
    one->stepped_in = read_flag(json, "stepped_in");
    read_text(json, "word", one->word, sizeof one->word);
}

void finish_read_end(struct finish_reader *reader)
{
    if (reader->any) {
        reader->done(reader->context, &reader->finish);
    }
    reader->any = false;
}

void finish_read(struct finish_reader *reader, const struct store_row *row)
{
    bool table = strcmp(row->extra, "table") == 0;
    if (table) {
        finish_read_end(reader);
    }
    cJSON *json = row->damaged ? NULL : json_tree_read(row->text, row->text_len);
    if (json != NULL && table) {
        read_table(&reader->finish, row, json);
        reader->any = true;
    } else if (json != NULL && reader->any && reader->finish.table == row->id) {
        read_seat(&reader->finish, row, json);
    }
    json_tree_free(json);
}
