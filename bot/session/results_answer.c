/* First it is found out which room is meant: the one where it was said, that of a table, or one in
 * which who asks has played. Whether they may read it is decided then, and before any of its rows
 * is read; a room that they may not read is answered as one where nothing was played. */
#include "results_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "access.h"
#include "command_span.h"
#include "handle_finish.h"
#include "handling.h"
#include "heap.h"
#include "house_button.h"
#include "house_private.h"
#include "linked.h"
#include "part_table.h"
#include "print.h"
#include "results_keep.h"
#include "results_read.h"
#include "results_tell.h"
#include "room_words.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"
#include "team_room_row.h"
#include "transcript_eyes.h"
#include "transcript_link.h"
#include "transcript_page.h"

enum { ANSWER_SAID_BYTES = 64, LADDER_LITTLE = 2 };

static const char answer_at[] = "at-";
static const char answer_id[] = "id-";
static const char answer_players[] = "players";
static const char answer_game_at[] = RESULTS_GAME;

struct results_answering {
    struct handling handling;
    struct inbox_item *item;
    bool leaderboard;
    char said[ANSWER_SAID_BYTES]; /* without a token of a table */
    char game[FINISH_WORD_BYTES]; /* "": none was named */
    uint64_t whom;                /* who was mentioned; 0: nobody */
    const struct person *next;    /* the account of theirs whose games are read next, */
    bool elsewhere;               /* those that it played in other parts, */
    bool all_parts;               /* which are wanted too */
    struct results_read read;
    void (*found)(struct results_answering *answering); /* when all is read */
};

/* --- the end ---------------------------------------------------------------------------------- */

static void answer_end(struct results_answering *answering)
{
    handle_finish(&answering->handling, answering->item);
    inbox_item_free(&answering->item);
    results_read_deinit(&answering->read);
    free(answering);
}

static void answer_doc(struct results_answering *answering, const struct doc *doc)
{
    show_answer(&answering->handling, doc, DOC_ANSWER);
    answer_end(answering);
}

static void answer_refuse(struct results_answering *answering, enum refusal refusal)
{
    struct outcome *out = &answering->handling.house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (refusal == REFUSAL_STATS_WHOM) {
        const char *key = answering->read.room;
        const char *room =
            key[0] == '\0' ? NULL : results_room_name(answering->handling.house, key);
        value_text(facts, "name", answering->said, strlen(answering->said));
        if (room != NULL) {
            value_text(facts, "room", room, strlen(room));
        }
    }
    outcome_end(out);
    show_refusal(&answering->handling);
    answer_end(answering);
}

static void answer_say(struct results_answering *answering, enum message message)
{
    const struct compose compose = house_compose_for(&answering->handling);
    answer_doc(answering, compose_say(&compose, message, NULL, VALUE_NONE));
}

/* --- what was said ---------------------------------------------------------------------------- */

/* The next word off the front. */
static struct span answer_word(const char **text)
{
    *text += strspn(*text, " ");
    struct span word = {*text, strcspn(*text, " ")};
    *text += word.len;
    *text += strspn(*text, " ");
    return word;
}

/* The game that a word means: its name, a beginning of it, or what the language calls it. */
static const struct game_def *answer_game(const struct results_answering *answering,
                                          struct span word)
{
    const struct compose compose = house_compose_for(&answering->handling);
    for (const struct game_def *const *game = games_known; word.len > 1 && *game != NULL; game++) {
        const char *called = catalogue_term(compose.catalogue, (*game)->id);
        if (strncasecmp((*game)->id, word.at, word.len) == 0 ||
            (called != NULL && strlen(called) == word.len &&
             strncasecmp(called, word.at, word.len) == 0)) {
            return *game;
        }
    }
    return NULL;
}

/* Takes "at-12" off the front, as a button has it: what stands behind it has "_" for each blank. 0:
 * there is none. */
static uint64_t answer_take_table(const struct house *house, char said[ANSWER_SAID_BYTES])
{
    if (strncmp(said, answer_at, sizeof answer_at - 1) != 0) {
        return 0;
    }
    char *rest = said;
    uint64_t table = strtoull(said + sizeof answer_at - 1, &rest, 10);
    for (char *at = rest; *at != '\0'; at++) {
        if (*at == '_') {
            *at = ' ';
        }
    }
    rest += strspn(rest, " ");
    memmove(said, rest, strlen(rest) + 1);
    return part_table_ours(house->setup.part, table);
}

bool results_named_part(const char *to, unsigned *part_r)
{
    static const char *const signs[] = {answer_at, answer_game_at};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t len = strlen(signs[i]);
        if (strncmp(to, signs[i], len) == 0) {
            return part_table_part(strtoull(to + len, NULL, 10), part_r);
        }
    }
    return false;
}

static void answer_keep_game(struct results_answering *answering, const struct game_def *game)
{
    snprintf(answering->game, sizeof answering->game, "%s", game->id);
}

/* A name of somebody, with a game behind it or before it: the game is taken out. */
static void answer_take_game(struct results_answering *answering)
{
    char *said = answering->said;
    const char *rest = said;
    struct span first = answer_word(&rest);
    const struct game_def *game = answer_game(answering, first);
    if (game != NULL) {
        answer_keep_game(answering, game);
        memmove(said, rest, strlen(rest) + 1);
        return;
    }
    char *last = strrchr(said, ' ');
    game = last == NULL ? NULL : answer_game(answering, (struct span){last + 1, strlen(last + 1)});
    if (game != NULL) {
        answer_keep_game(answering, game);
        *last = '\0';
    }
}

/* --- leaderboards ----------------------------------------------------------------------------- */

/* "decrypto", "2026-Q3", "decrypto last", "last season of decrypto". False: neither of them. */
static bool ladder_read_wish(struct results_answering *answering, struct season *season)
{
    static const char *const last[] = {"last", "before", "previous"};
    static const char *const passed[] = {"season", "the", "room"};
    const char *rest = answering->said;
    for (struct span word = answer_word(&rest); word.len > 0; word = answer_word(&rest)) {
        char text[ANSWER_SAID_BYTES];
        bool known = word.len <= LADDER_LITTLE; /* "of", "in" */
        snprintf(text, sizeof text, "%.*s", (int)word.len, word.at);
        for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
            if (strcasecmp(text, last[i]) == 0) {
                *season = season_before(season);
                known = true;
            }
        }
        for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
            known = known || strcasecmp(text, passed[i]) == 0;
        }
        const struct game_def *game = known ? NULL : answer_game(answering, word);
        if (game != NULL) {
            answer_keep_game(answering, game);
        } else if (!known && !season_named(text, season)) {
            return false;
        }
    }
    return true;
}

static void ladder_found(struct results_answering *answering)
{
    struct house *house = answering->handling.house;
    struct results_ladder which = {
        .game = answering->game,
        .season = season_at(season_kind(room_season(house, answering->read.room)), house->now_ms)};
    if (!ladder_read_wish(answering, &which.season)) {
        answer_refuse(answering, REFUSAL_BAD_LEADERBOARD);
        return;
    }
    answer_doc(answering, results_ladder(&answering->handling, &answering->read, &which));
}

/* --- statistics of somebody else -------------------------------------------------------------- */

/* Who is meant, by a mention, a button or their name; several_r: more than one could be. */
static const struct person *stats_whom(const struct results_answering *answering, bool *several_r)
{
    const struct house *house = answering->handling.house;
    const char *said = answering->said;
    uint64_t id = answering->whom;
    const struct person *found = NULL;
    if (id == 0 && strncmp(said, answer_id, sizeof answer_id - 1) == 0) {
        id = strtoull(said + sizeof answer_id - 1, NULL, 10);
    }
    said += said[0] == '@';
    for (size_t i = 0; i < answering->read.count; i++) {
        const struct finish *finish = &answering->read.finish[i];
        for (unsigned k = 0; k < finish->seat_count; k++) {
            const struct person *one = results_person(house, finish->seat[k].person);
            bool meant =
                one != NULL && (id != 0 ? one->id == id : strcasecmp(one->name, said) == 0);
            *several_r = *several_r || (meant && found != NULL && found != one);
            found = meant ? one : found;
        }
    }
    return found;
}

static void stats_found(struct results_answering *answering)
{
    bool several = false;
    if (strcasecmp(answering->said, answer_players) == 0) {
        answer_doc(answering, results_players(&answering->handling, &answering->read, ""));
        return;
    }
    const struct person *whom = stats_whom(answering, &several);
    if (several) {
        answer_doc(answering,
                   results_players(&answering->handling, &answering->read, answering->said));
    } else if (whom == NULL) {
        answer_refuse(answering, REFUSAL_STATS_WHOM);
    } else {
        answer_doc(answering,
                   results_of(&answering->handling, &answering->read, whom, answering->game));
    }
}

/* --- which room ------------------------------------------------------------------------------- */

static void answer_read_done(void *context)
{
    struct results_answering *answering = context;
    if (answering->read.failed) {
        answer_say(answering, MSG_HOUSE_UNREADABLE);
        return;
    }
    answering->found(answering);
}

static void answer_read_room(struct results_answering *answering, const char *room)
{
    snprintf(answering->read.room, sizeof answering->read.room, "%s", room);
    results_read_clear(&answering->read);
    answering->found = answering->leaderboard ? ladder_found : stats_found;
    results_read_start(&answering->read, STORE_RESULTS_IN, 0);
}

static void answer_nowhere(struct results_answering *answering)
{
    if (answering->leaderboard) {
        answer_doc(answering, results_none(&answering->handling, NULL));
    } else {
        answer_refuse(answering, REFUSAL_STATS_WHOM);
    }
}

/* The room where it was said, of a thread its channel, of a team's room that of its table. */
static const char *answer_here(const struct handling *handling, char here[ROOM_KEY_BYTES],
                               char home[ROOM_KEY_BYTES])
{
    struct house *house = handling->house;
    if (print_join(here, ROOM_KEY_BYTES, handling->item->adapter->name, "/",
                   handling->item->copy.inbound.room) >= ROOM_KEY_BYTES) {
        return NULL;
    }
    const struct team_room *team = team_room_at(&house->tables, here);
    if (team != NULL) {
        return results_room(team->entry);
    }
    const char *from = link_home(&house->links, here, home, ROOM_KEY_BYTES);
    return from != NULL ? from : here;
}

/* The table of a button was read: it says which room. */
static void answer_table_found(struct results_answering *answering)
{
    struct results_read *read = &answering->read;
    const struct handling *handling = &answering->handling;
    char here[ROOM_KEY_BYTES];
    char home[ROOM_KEY_BYTES];
    bool alone = handling->item->copy.inbound.private_room;
    const char *at = alone ? NULL : answer_here(handling, here, home);
    bool is_here = at != NULL && read->count > 0 && strcmp(at, read->finish[0].room) == 0;
    bool may = is_here || (read->count > 0 && access_reads_room(handling->house, handling->person,
                                                                read->finish[0].room));
    if (!may) {
        answer_nowhere(answering);
        return;
    }
    char room[ROOM_KEY_BYTES];
    snprintf(room, sizeof room, "%s", read->finish[0].room);
    answer_read_room(answering, room);
}

/* All that they have played was read: the newest room that they may read is meant. */
static void answer_own_found(struct results_answering *answering)
{
    struct results_read *read = &answering->read;
    results_read_sort(read);
    for (size_t i = read->count; i > 0; i--) {
        char room[ROOM_KEY_BYTES];
        snprintf(room, sizeof room, "%s", read->finish[i - 1].room);
        if (access_reads_room(answering->handling.house, answering->handling.person, room)) {
            answer_read_room(answering, room);
            return;
        }
    }
    answer_nowhere(answering);
}

static void stats_own_found(struct results_answering *answering)
{
    results_read_sort(&answering->read);
    answer_doc(answering, results_own(&answering->handling, &answering->read, answering->game));
}

/* --- the transcript of a game of theirs ---------------------------------------------------------
 */

static void game_made(void *context, const struct house_page *page)
{
    struct results_answering *answering = context;
    const struct finish *finish = &answering->read.finish[0];
    arena_reset(answering->handling.house->arena);
    const struct compose compose = house_compose_for(&answering->handling);
    if (page->html == NULL) {
        answer_say(answering, page->busy ? MSG_HOUSE_UNREADABLE : MSG_HOUSE_NO_TRANSCRIPT);
        return;
    }
    struct doc *doc = doc_new(answering->handling.house->arena);
    bool links = transcript_links(answering->item);
    const struct results_game game = {finish->table, finish->number, 0, finish->game};
    struct choice *button =
        links ? results_game_button(&answering->handling, &compose, doc, &game) : NULL;
    transcript_page_offer(&compose, page, links, button, doc);
    answer_doc(answering, doc);
}

/* Their own games were read: is it one of them? Then of those it alone is kept. */
static void game_found(struct results_answering *answering)
{
    struct results_read *read = &answering->read;
    uint64_t table =
        part_table_ours(answering->handling.house->setup.part,
                        strtoull(answering->said + sizeof answer_game_at - 1, NULL, 10));
    for (size_t i = 0; i < read->count; i++) {
        if (read->finish[i].table == table && read->finish[i].seat_count > 0) {
            read->finish[0] = read->finish[i];
            transcript_page_of(answering->handling.house, table,
                               transcript_links(answering->item) ? TRANSCRIPT_SERVED_MAX
                                                                 : TRANSCRIPT_SENT_MAX,
                               game_made, answering);
            return;
        }
    }
    answer_say(answering, MSG_HOUSE_NO_TRANSCRIPT);
}

/* One account of theirs after another, each here and then elsewhere. */
static void answer_own_next(void *context)
{
    struct results_answering *answering = context;
    const struct person *one = answering->next;
    if (one == NULL || answering->read.failed) {
        answer_read_done(answering);
        return;
    }
    bool elsewhere = answering->elsewhere;
    answering->elsewhere = answering->all_parts && !elsewhere;
    answering->next = answering->elsewhere ? one : one->next_linked;
    if (elsewhere) {
        results_read_elsewhere(&answering->read, one);
    } else {
        results_read_start(&answering->read, STORE_RESULTS_BY, one->id);
    }
}

static void answer_read_own(struct results_answering *answering,
                            void (*found)(struct results_answering *answering))
{
    answering->next = answering->handling.person->lead;
    answering->all_parts = found == stats_own_found && answering->handling.house->setup.parts > 1;
    answering->found = found;
    answering->read.done = answer_own_next;
    answer_own_next(answering);
}

static void answer_place(struct results_answering *answering, const struct table_entry *entry,
                         uint64_t table)
{
    const struct handling *handling = &answering->handling;
    char here[ROOM_KEY_BYTES];
    char home[ROOM_KEY_BYTES];
    bool alone = handling->item->copy.inbound.private_room;
    const char *room = alone ? NULL : answer_here(handling, here, home);
    if (table != 0) {
        answering->found = answer_table_found;
        results_read_start(&answering->read, STORE_RESULTS_OF, table);
    } else if (room != NULL) {
        answer_read_room(answering, room);
    } else if (entry != NULL) {
        room = results_room(entry);
        if (access_reads_room(handling->house, handling->person, room)) {
            answer_read_room(answering, room);
        } else {
            answer_nowhere(answering);
        }
    } else {
        answer_read_own(answering, answer_own_found);
    }
}

/* Is it who asks that is meant? */
static bool stats_are_own(const struct results_answering *answering)
{
    static const char *const words[] = {"", "me", "my", "mine", "myself"};
    bool own = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        own = own || strcasecmp(answering->said, words[i]) == 0;
    }
    return own && answering->whom == 0;
}

void results_answer(struct handling *handling, bool leaderboard)
{
    struct house *house = handling->house;
    const struct value_tree *args = &house->scratch->command.args;
    const struct game_def *game = house->scratch->command.game;
    struct results_answering *answering = heap_allocate(sizeof *answering);
    const char *said = value_text_at(args, "to", "");
    const struct table_entry *entry = handling->entry;
    answering->handling = *handling;
    answering->handling.entry = NULL; /* it may be gone by then */
    answering->item = handling->item;
    answering->leaderboard = leaderboard;
    answering->whom = (uint64_t)value_number_at(args, "person", 0);
    snprintf(answering->said, sizeof answering->said, "%s", said + strspn(said, " "));
    uint64_t table = answer_take_table(house, answering->said);
    results_read_init(&answering->read, house, answer_read_done, answering);
    if (game != NULL) {
        answer_keep_game(answering, game);
    }
    if (!leaderboard && answering->whom == 0) {
        answer_take_game(answering);
    }
    if (!leaderboard && strncmp(answering->said, answer_game_at, sizeof answer_game_at - 1) == 0) {
        answer_read_own(answering, game_found);
    } else if (!leaderboard && stats_are_own(answering)) {
        answer_read_own(answering, stats_own_found);
    } else {
        answer_place(answering, entry, table);
    }
}

void results_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    house_button_worded(&compose, doc, "leaderboard", NULL, "page.leaderboard", CHOICE_SECONDARY);
}
