#include "results_tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "access.h"
#include "handling.h"
#include "house_button.h"
#include "house_private.h"
#include "ladder.h"
#include "linked.h"
#include "part_table.h"
#include "results_read.h"
#include "room_words.h"
#include "show_view.h"
#include "tally.h"

enum {
    TELL_FACTS = 16,
    TELL_TEXT_BYTES = 1024,
    TELL_GAMES_MAX = 5,   /* last games whose transcripts are offered */
    TELL_ROOMS_MAX = 4,   /* leaderboards that are offered beside one's own statistics */
    TELL_PLAYERS_MAX = 20 /* people who are offered */
};

/* Facts for one sentence. */
struct tell_facts {
    struct value_tree tree;
    struct value fact[TELL_FACTS];
    char text[TELL_TEXT_BYTES];
};

static struct value_tree *tell_facts(struct tell_facts *facts)
{
    value_init(&facts->tree, facts->fact, TELL_FACTS, facts->text, sizeof facts->text);
    value_object(&facts->tree, "args");
    return &facts->tree;
}

static void tell_text(struct value_tree *facts, const char *key, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        value_null(facts, key);
    } else {
        value_text(facts, key, text, strnlen(text, TELL_TEXT_BYTES / 4));
    }
}

static void tell_term(struct value_tree *facts, const char *key, const char *term)
{
    if (term[0] == '\0') {
        value_null(facts, key);
    } else {
        value_term(facts, key, term);
    }
}

static void tell_say(const struct compose *compose, struct doc *doc, enum message message,
                     struct value_tree *facts)
{
    value_end(facts);
    show_append(doc, compose_say(compose, message, facts, 0));
}

const char *results_room_name(struct house *house, const char *key)
{
    char adapter[ADAPTER_NAME_BYTES];
    const char *slash = strchr(key, '/');
    snprintf(adapter, sizeof adapter, "%.*s", (int)(slash - key), key);
    return link_room_name(&house->links, adapter, slash + 1);
}

/* How a button names a table, so that its press finds the way to its part of the house. */
static uint64_t tell_number(const struct house *house, uint64_t table)
{
    return house->setup.parts > 1 && table != 0 ? part_table(house->setup.part, table) : table;
}

/* How the room of a game is called; "": it is one of another part. */
static const char *tell_room(struct house *house, const struct tally_game *game)
{
    unsigned part = 0;
    return part_table_part(game->table, &part) ? "" : results_room_name(house, game->room);
}

/* --- who -------------------------------------------------------------------------------------- */

const struct person *results_person(const struct house *house, uint64_t person)
{
    const struct person *one = person == 0 ? NULL : people_find(house->people, person);
    return one == NULL || one->name == NULL || one->unlisted ? NULL : one;
}

unsigned results_first(const struct house *house, struct standings_game *game,
                       const struct person *first[RESULTS_FIRST_MAX])
{
    unsigned count = 0;
    int points = 0;
    standings_sort(game);
    for (unsigned i = 0; i < game->count && standing_counts(&game->people[i]); i++) {
        const struct person *person = results_person(house, game->people[i].person);
        bool ties = count == 0 || standing_points(&game->people[i]) == points;
        if (person != NULL && ties && count < RESULTS_FIRST_MAX) {
            points = standing_points(&game->people[i]);
            first[count++] = person;
        }
    }
    return count;
}

/* --- leaderboards ----------------------------------------------------------------------------- */

/* A table of the room, so that a button leads there from everywhere. */
static uint64_t tell_table(const struct results_read *read)
{
    return read->count == 0 ? 0 : tell_number(read->house, read->finish[read->count - 1].table);
}

static void tell_button(const struct compose *compose, struct doc *doc, const char *act,
                        const char *to, enum message label, const struct value_tree *facts)
{
    const struct house_button button = {.act = act,
                                        .to = to,
                                        .key = message_name(label),
                                        .facts = facts,
                                        .style = CHOICE_SECONDARY};
    house_button_put(compose, doc, &button);
}

static void ladder_button(const struct compose *compose, struct doc *doc, uint64_t table,
                          const struct results_ladder *which, enum message label)
{
    char to[HOUSE_BUTTON_TO_BYTES];
    struct tell_facts own;
    value_init(&own.tree, own.fact, TELL_FACTS, own.text, sizeof own.text);
    value_term(&own.tree, "game", which->game);
    value_term(&own.tree, "season", which->season.name);
    snprintf(to, sizeof to, "at-%" PRIu64 "_%s_%s", table, which->game, which->season.name);
    tell_button(compose, doc, "leaderboard", to, label, &own.tree);
}

static struct ladder_row ladder_row_of(const struct person *person, const struct standing *standing,
                                       unsigned rank)
{
    return (struct ladder_row){.rank = rank,
                               .name = person->name,
                               .points = standing_points(standing),
                               .games = standing->rated,
                               .won = standing->won};
}

static void ladder_you(const struct handling *handling, const struct standing *standing,
                       unsigned rank, struct ladder *ladder)
{
    const struct person *person = people_find(handling->house->people, standing->person);
    if (person == NULL || !linked_are(person, handling->person) || ladder->you != LADDER_OUT) {
        return;
    }
    ladder->you = person->unlisted            ? LADDER_HIDDEN
                  : standing_counts(standing) ? LADDER_LISTED
                                              : LADDER_FEW;
    ladder->yours = ladder_row_of(person, standing, rank);
}

/* The rank of who comes next in the order, of whom these were before: who has as many points shares
 * it. */
struct ladder_ranks {
    unsigned listed;
    unsigned rank;
    int points;
};

static unsigned ladder_rank(struct ladder_ranks *ranks, const struct standing *standing)
{
    int points = standing_points(standing);
    if (ranks->listed++ == 0 || points != ranks->points) {
        ranks->rank = ranks->listed;
        ranks->points = points;
    }
    return ranks->rank;
}

static void ladder_fill(const struct handling *handling, struct standings_game *game,
                        struct ladder *ladder)
{
    struct ladder_ranks ranks = {.listed = 0};
    standings_sort(game);
    for (unsigned i = 0; i < game->count; i++) {
        const struct standing *standing = &game->people[i];
        const struct person *person = results_person(handling->house, standing->person);
        bool listed = person != NULL && standing_counts(standing);
        unsigned rank = listed ? ladder_rank(&ranks, standing) : 0;
        if (listed && ladder->count < LADDER_ROWS_MAX) {
            ladder->row[ladder->count++] = ladder_row_of(person, standing, rank);
        }
        ladder_you(handling, standing, rank, ladder);
    }
    ladder->listed = ranks.listed;
}

/* The game that was played last in the season, else last of all; "": none was. */
static const char *ladder_game(const struct results_read *read, const struct standings *standings)
{
    const struct standings_game *last = NULL;
    for (unsigned i = 0; i < standings->game_count; i++) {
        const struct standings_game *game = &standings->game[i];
        last = last == NULL || game->last_ms > last->last_ms ? game : last;
    }
    return last != NULL ? last->game : read->count == 0 ? "" : read->finish[read->count - 1].game;
}

static void ladder_buttons(const struct compose *compose, struct doc *doc,
                           const struct results_read *read, const struct standings *standings,
                           const struct results_ladder *which)
{
    struct results_ladder other = *which;
    char to[HOUSE_BUTTON_TO_BYTES];
    for (unsigned i = 0; i < standings->game_count; i++) {
        other.game = standings->game[i].game;
        if (strcmp(other.game, which->game) != 0) {
            ladder_button(compose, doc, tell_table(read), &other, MSG_LABEL_LADDER_GAME);
        }
    }
    other = *which;
    other.season = season_before(&which->season);
    if (read->count > 0 && read->finish[0].ended_ms < which->season.from_ms &&
        other.season.from_ms < which->season.from_ms) {
        ladder_button(compose, doc, tell_table(read), &other, MSG_LABEL_LADDER_BEFORE);
    }
    snprintf(to, sizeof to, "at-%" PRIu64 "_players", tell_table(read));
    tell_button(compose, doc, "stats", to, MSG_LABEL_PLAYERS, NULL);
}

const struct doc *results_none(const struct handling *handling, const char *room)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    struct tell_facts own;
    struct value_tree *facts = tell_facts(&own);
    tell_text(facts, "room", room == NULL ? NULL : results_room_name(handling->house, room));
    tell_say(&compose, doc, MSG_HOUSE_LADDER_NONE, facts);
    tell_button(&compose, doc, "stats", NULL, MSG_LABEL_STATS, NULL);
    return doc;
}

const struct doc *results_ladder(const struct handling *handling, const struct results_read *read,
                                 const struct results_ladder *which)
{
    const struct compose compose = house_compose_for(handling);
    struct standings standings;
    struct results_ladder shown = *which;
    standings_init(&standings, which->season.from_ms, which->season.to_ms);
    for (size_t i = 0; i < read->count; i++) {
        standings_add(&standings, &read->finish[i]);
    }
    shown.game = which->game[0] != '\0' ? which->game : ladder_game(read, &standings);
    if (shown.game[0] == '\0') {
        standings_deinit(&standings);
        return results_none(handling, read->room);
    }
    struct ladder ladder = {.game = shown.game,
                            .season = shown.season.name,
                            .room = results_room_name(handling->house, read->room),
                            .over = shown.season.to_ms <= handling->house->now_ms,
                            .least = STANDINGS_RATED_LEAST};
    struct standings_game *game = standings_of(&standings, shown.game);
    if (game != NULL) {
        ladder_fill(handling, game, &ladder);
    }
    struct doc *doc = compose_ladder(&compose, &ladder);
    ladder_buttons(&compose, doc, read, &standings, &shown);
    tell_button(&compose, doc, "stats", NULL, MSG_LABEL_STATS, NULL);
    standings_deinit(&standings);
    return doc;
}

/* --- statistics of somebody ------------------------------------------------------------------- */

/* Of whom, where, and of which game. */
struct stats_of {
    const char *name; /* NULL: of who asks */
    const char *room; /* NULL: all */
    const char *game; /* "": all */
};

static void stats_head(const struct compose *compose, struct doc *doc, const struct tally *tally,
                       const struct stats_of *of)
{
    struct tell_facts own;
    struct value_tree *facts = tell_facts(&own);
    int reliability = tally_reliability(tally);
    tell_text(facts, "name", of->name);
    tell_text(facts, "room", of->room);
    tell_term(facts, "game", of->game);
    value_number(facts, "games", tally->games);
    value_number(facts, "helped", tally->helped);
    if (reliability < 0) {
        value_null(facts, "percent");
    } else {
        value_number(facts, "percent", reliability);
    }
    tell_say(compose, doc, MSG_HOUSE_STATS, facts);
}

/* A line a game, one behind it for each thing that they were in it. */
static void stats_rows(const struct compose *compose, struct doc *doc, const struct tally *tally)
{
    for (unsigned i = 0; i < tally->row_count; i++) {
        for (unsigned k = 0; k < tally->row_count && tally->row[i].word[0] == '\0'; k++) {
            const struct tally_row *row = &tally->row[k];
            if (strcmp(row->game, tally->row[i].game) != 0) {
                continue;
            }
            struct tell_facts own;
            struct value_tree *facts = tell_facts(&own);
            value_term(facts, "game", row->game);
            tell_term(facts, "word", row->word);
            value_number(facts, "games", row->games);
            value_number(facts, "won", row->won);
            value_number(facts, "tied", row->tied);
            tell_say(compose, doc, MSG_HOUSE_STATS_GAME, facts);
        }
    }
}

/* Where they stand in the season that goes on, in each game that they are listed in. */
static void stats_points(const struct handling *handling, const struct compose *compose,
                         struct doc *doc, const struct results_read *read,
                         const struct person *whom, const char *game)
{
    struct house *house = handling->house;
    struct standings standings;
    const struct season season =
        season_at(season_kind(room_season(house, read->room)), house->now_ms);
    standings_init(&standings, season.from_ms, season.to_ms);
    for (size_t i = 0; i < read->count; i++) {
        standings_add(&standings, &read->finish[i]);
    }
    for (unsigned i = 0; i < standings.game_count; i++) {
        struct ladder_ranks ranks = {.listed = 0};
        standings_sort(&standings.game[i]);
        for (unsigned k = 0; k < standings.game[i].count; k++) {
            const struct standing *standing = &standings.game[i].people[k];
            bool listed =
                results_person(house, standing->person) != NULL && standing_counts(standing);
            unsigned rank = listed ? ladder_rank(&ranks, standing) : 0;
            bool meant = game[0] == '\0' || strcmp(standings.game[i].game, game) == 0;
            if (listed && meant && standing->person == whom->id) {
                struct tell_facts own;
                struct value_tree *facts = tell_facts(&own);
                value_term(facts, "game", standings.game[i].game);
                value_term(facts, "season", season.name);
                value_bool(facts, "ever", season.kind == SEASON_EVER);
                value_number(facts, "rank", rank);
                value_number(facts, "points", standing_points(standing));
                tell_say(compose, doc, MSG_HOUSE_STATS_POINTS, facts);
            }
        }
    }
    standings_deinit(&standings);
}

const struct doc *results_of(const struct handling *handling, const struct results_read *read,
                             const struct person *whom, const char *game)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    struct tally tally;
    char to[HOUSE_BUTTON_TO_BYTES];
    tally_init(&tally);
    for (size_t i = 0; i < read->count; i++) {
        tally_add(&tally, &read->finish[i], whom->id, game[0] == '\0' ? NULL : game);
    }
    const struct stats_of of = {
        .name = whom->name, .room = results_room_name(handling->house, read->room), .game = game};
    stats_head(&compose, doc, &tally, &of);
    stats_rows(&compose, doc, &tally);
    stats_points(handling, &compose, doc, read, whom, game);
    snprintf(to, sizeof to, "at-%" PRIu64, tell_table(read));
    tell_button(&compose, doc, "leaderboard", to, MSG_LABEL_LADDER, NULL);
    tell_button(&compose, doc, "stats", NULL, MSG_LABEL_STATS, NULL);
    return doc;
}

static void stats_last(const struct handling *handling, const struct compose *compose,
                       struct doc *doc, const struct tally *tally)
{
    static const char *const results[] = {"none", "won", "lost", "tied"};
    static const char *const ends[] = {"played", "absent", "left"};
    for (unsigned i = 0; i < tally->last_count; i++) {
        const struct tally_game *last = &tally->last[i];
        struct tell_facts own;
        struct value_tree *facts = tell_facts(&own);
        value_number(facts, "place", i + 1);
        value_term(facts, "game", last->game);
        value_number(facts, "number", last->number);
        tell_text(facts, "room", tell_room(handling->house, last));
        value_number(facts, "ended_ms", last->ended_ms);
        value_term(facts, "result", results[last->result]);
        value_term(facts, "end", ends[last->end]);
        tell_say(compose, doc, MSG_HOUSE_STATS_LAST, facts);
    }
}

struct choice *results_game_button(const struct handling *handling, const struct compose *compose,
                                   struct doc *doc, const struct results_game *game)
{
    char to[HOUSE_BUTTON_TO_BYTES];
    struct tell_facts own;
    value_init(&own.tree, own.fact, TELL_FACTS, own.text, sizeof own.text);
    if (game->place == 0) {
        value_null(&own.tree, "place");
    } else {
        value_number(&own.tree, "place", game->place);
    }
    value_term(&own.tree, "game", game->game);
    value_number(&own.tree, "number", game->number);
    snprintf(to, sizeof to, RESULTS_GAME "%" PRIu64, tell_number(handling->house, game->table));
    const struct house_button button = {.act = "stats",
                                        .to = to,
                                        .key = message_name(MSG_LABEL_LAST_GAME),
                                        .facts = &own.tree,
                                        .style = CHOICE_SECONDARY};
    return house_button_put(compose, doc, &button);
}

static void stats_games(const struct handling *handling, const struct compose *compose,
                        struct doc *doc, const struct tally *tally)
{
    for (unsigned i = 0; i < tally->last_count && i < TELL_GAMES_MAX; i++) {
        const struct tally_game *last = &tally->last[i];
        const struct results_game game = {last->table, last->number, i + 1, last->game};
        results_game_button(handling, compose, doc, &game);
    }
}

static void stats_favourite(const struct compose *compose, struct doc *doc,
                            const struct tally *tally)
{
    const struct tally_way *way = tally_favourite(tally);
    if (way == NULL || way->games < 2) {
        return;
    }
    struct tell_facts own;
    struct value_tree *facts = tell_facts(&own);
    value_term(facts, "game", way->game);
    value_number(facts, "games", way->games);
    tell_text(facts, "options", way->options);
    tell_say(compose, doc, MSG_HOUSE_STATS_FAVOURITE, facts);
}

/* A leaderboard of a room; the part that a room is of looks who may read it when it is asked. */
static void stats_room(const struct handling *handling, const struct compose *compose,
                       struct doc *doc, const struct tally_game *room)
{
    char to[HOUSE_BUTTON_TO_BYTES];
    struct tell_facts own;
    snprintf(to, sizeof to, "at-%" PRIu64, tell_number(handling->house, room->table));
    value_init(&own.tree, own.fact, TELL_FACTS, own.text, sizeof own.text);
    tell_text(&own.tree, "room", tell_room(handling->house, room));
    value_term(&own.tree, "game", room->game);
    value_number(&own.tree, "number", room->number);
    tell_button(compose, doc, "leaderboard", to, MSG_LABEL_LADDER_ROOM, &own.tree);
}

/* Leaderboards of rooms that they can read now. */
static void stats_rooms(const struct handling *handling, const struct compose *compose,
                        struct doc *doc, const struct tally *tally)
{
    unsigned offered = 0;
    for (unsigned i = 0; i < tally->room_count && offered < TELL_ROOMS_MAX; i++) {
        const struct tally_game *room = &tally->room[i];
        unsigned part = 0;
        if (part_table_part(room->table, &part) ||
            access_reads_room(handling->house, handling->person, room->room)) {
            offered++;
            stats_room(handling, compose, doc, room);
        }
    }
}

const struct doc *results_own(const struct handling *handling, const struct results_read *read,
                              const char *game)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    struct tally tally;
    tally_init(&tally);
    for (size_t i = 0; i < read->count; i++) {
        const struct finish *finish = &read->finish[i];
        if (finish->seat_count > 0) {
            tally_add(&tally, finish, finish->seat[0].person, game[0] == '\0' ? NULL : game);
        }
    }
    const struct stats_of of = {.game = game};
    stats_head(&compose, doc, &tally, &of);
    stats_rows(&compose, doc, &tally);
    stats_last(handling, &compose, doc, &tally);
    stats_favourite(&compose, doc, &tally);
    stats_games(handling, &compose, doc, &tally);
    stats_rooms(handling, &compose, doc, &tally);
    tell_button(&compose, doc, "listed", NULL, MSG_LABEL_LISTED, NULL);
    return doc;
}

/* --- whose ------------------------------------------------------------------------------------ */

static bool players_has(const struct person *const *people, unsigned count,
                        const struct person *one)
{
    for (unsigned i = 0; i < count; i++) {
        if (people[i] == one) {
            return true;
        }
    }
    return false;
}

const struct doc *results_players(const struct handling *handling, const struct results_read *read,
                                  const char *name)
{
    const struct compose compose = house_compose_for(handling);
    const struct person *people[TELL_PLAYERS_MAX];
    struct doc *doc = doc_new(handling->house->arena);
    struct tell_facts own;
    unsigned count = 0;
    for (size_t i = read->count; i > 0; i--) {
        const struct finish *finish = &read->finish[i - 1];
        for (unsigned k = 0; k < finish->seat_count && count < TELL_PLAYERS_MAX; k++) {
            const struct person *one = results_person(handling->house, finish->seat[k].person);
            if (one != NULL && strncasecmp(one->name, name, strlen(name)) == 0 &&
                !players_has(people, count, one)) {
                people[count++] = one;
            }
        }
    }
    struct value_tree *facts = tell_facts(&own);
    value_bool(facts, "any", count > 0);
    tell_text(facts, "room", results_room_name(handling->house, read->room));
    tell_say(&compose, doc, MSG_HOUSE_PLAYERS, facts);
    for (unsigned i = 0; i < count; i++) {
        char to[HOUSE_BUTTON_TO_BYTES];
        snprintf(to, sizeof to, "at-%" PRIu64 "_id-%" PRIu64, tell_table(read), people[i]->id);
        value_init(&own.tree, own.fact, TELL_FACTS, own.text, sizeof own.text);
        tell_text(&own.tree, "name", people[i]->name);
        tell_button(&compose, doc, "stats", to, MSG_LABEL_STATS_OF, &own.tree);
    }
    return doc;
}
