/* What has to hold after every step, when all is delivered. */
#include "run_private.h"

#include <string.h>

/* Does something on their screen answer what is waited for? In a lobby all can say that they are
 * ready, on its board too. */
static bool has_way(const struct press_player *player, const struct press_screen *screen,
                    const char *what)
{
    bool lobby = what != NULL && strcmp(what, "ready") == 0;
    for (unsigned i = screen->count; i-- > 0;) {
        const struct press_message *message = screen->message[i];
        for (unsigned k = 0; message->house && k < message->control_count; k++) {
            const struct press_control *control = &message->control[k];
            bool owed = control->owed || (control->kind != PRESS_BUTTON && !press_is_idle(control));
            bool hand = strstr(control->label, "My hand") != NULL;
            if (lobby && strstr(control->label, "Ready") != NULL) {
                return true;
            }
            if (player->closed ? hand : owed && message->place == PRESS_PRIVATE) {
                return true;
            }
        }
    }
    return false;
}

/* The first control that says that something is waited for from them; NULL: none. */
static const struct press_control *claims(const struct press_player *player,
                                          const struct press_screen *screen, bool all)
{
    for (unsigned i = screen->count; i-- > 0;) {
        const struct press_message *message = screen->message[i];
        for (unsigned k = 0; message->house && k < message->control_count; k++) {
            const struct press_control *control = &message->control[k];
            bool lasts = message->place != PRESS_EPHEMERAL &&
                         !(message->place == PRESS_PRIVATE && player->closed);
            if (control->owed && !press_is_table(control) && lasts &&
                (all || message->place == PRESS_PUBLIC)) {
                return control;
            }
        }
    }
    return NULL;
}

static void check_ways(struct run *run)
{
    struct press_screen screen;
    for (unsigned who = 0; who < run->people; who++) {
        bool owes = (run->sight.owing & UINT32_C(1) << who) != 0;
        run->on->look(run->world, who, &screen);
        run_note(run, who, &screen);
        if (owes && !has_way(&run->player[who], &screen, run->sight.what[who])) {
            run_fault(run, RUN_WAY, "%s owes %s and has no way to it", run_called(run, who),
                      run->sight.what[who]);
        }
        const struct press_control *claim = claims(&run->player[who], &screen, !owes);
        if (claim != NULL) {
            run_fault(run, RUN_OTHERS, "%s, who owes %s, is shown [%s]", run_called(run, who),
                      owes ? run->sight.what[who] : "nothing", claim->label);
        }
    }
}

/* Asks that are new since the last time, of one of them. */
static void count_asks(const struct run *run, unsigned who, unsigned *least, unsigned *most,
                       const char **action)
{
    *least = 0;
    *most = 0;
    *action = "nothing";
    for (unsigned i = run->asks_seen; i < run->oracle.asks; i++) {
        const struct oracle_ask *ask = &run->oracle.ask[i];
        if (ask->who == who) {
            *most += 1;
            *action = ask->action;
            bool quiet = ask->own || (ask->secret && run->player[who].closed);
            *least = !quiet && oracle_is_open(&run->oracle, ask) ? 1 : *least;
        }
    }
}

static void check_calls(struct run *run)
{
    for (unsigned who = 0; who < run->people; who++) {
        struct press_news news;
        unsigned least = 0;
        unsigned most = 0;
        const char *action = NULL;
        run->on->news(run->world, who, &news);
        count_asks(run, who, &least, &most, &action);
        run->player[who].called = run->player[who].called || news.notified > 0;
        if ((run->loose & UINT32_C(1) << who) != 0) {
            continue;
        }
        if (news.notified < least || (most > 0 && news.notified > most)) {
            run_fault(run, RUN_CALLED, "%s became owed %s and was notified %u times: %s",
                      run_called(run, who), action, news.notified, news.last);
        } else if (news.notified > most) {
            run_fault(run, RUN_QUIET, "%s was notified %u times of nothing owed: %s",
                      run_called(run, who), news.notified, news.last);
        }
    }
    run->asks_seen = run->oracle.asks;
    run->loose = 0;
}

static void count_posts(struct run *run, enum oracle_phase before)
{
    struct press_posts posts;
    run->on->posts(run->world, &posts);
    if (before == ORACLE_PLAYING && run->sight.phase == ORACLE_PLAYING) {
        run->posts.lines += posts.lines;
        run->posts.calls += posts.calls;
        run->posts.edits += posts.edits;
    } else {
        run->around += posts.lines + posts.calls;
    }
    run->posts.boards += posts.boards;
    run->posts.said += posts.said;
}

static void check_order(struct run *run)
{
    if (run->oracle.early > run->early_seen) {
        run_fault(run, RUN_ORDER, "%s", run->oracle.early_text);
    }
    run->early_seen = run->oracle.early;
}

enum {
    COUNT_AROUND = 3,   /* lines around a game */
    COUNT_RESTART = 3,  /* that the program goes, that it was away, and one that went on */
    COUNT_LEAVING = 2,  /* that somebody has left, and what becomes of the seat */
    COUNT_VOTE = 5,     /* that somebody asks, how it ends, what comes of that, and its end */
    COUNT_BOARDS = 3,   /* in the channel, at the table, and one that stays at the end, */
    COUNT_SCROLLED = 8, /* and one more in so many lines, */
    COUNT_SAID = 20,    /* and in so many words of people in the room */
    COUNT_UNUSUAL = 120 /* per cent, where programs end and people come and go */
};

/* What a game is counted by, and how many lines for all to read it may have there. */
static const struct count_row {
    const char *game;
    const char *units; /* acts; NULL: rounds */
    unsigned lines;    /* for each of them */
    unsigned rounds;   /* and for each round beside those */
    const char *more;  /* acts that may have a line each beside those */
} count_rows[] = {
    {"interceptor", NULL, 3, 0, "concede"},
    {"decrypto", NULL, 4, 0, "challenge rule keywords concede"},
    {"infiltrators", "nab clue exchange bide eliminate", 1, 0, "concede"},
    {"spyfall", "ask", 1, 1, "concede"},
};

void run_check_count(struct run *run)
{
    for (size_t i = 0; i < sizeof count_rows / sizeof count_rows[0]; i++) {
        const struct count_row *row = &count_rows[i];
        if (strcmp(row->game, run->setup->game) != 0 || run->sight.days) {
            continue; /* over days nobody would see that a line has grown: each is its own */
        }
        uint64_t table = run->sight.table;
        unsigned units =
            row->units == NULL ? run->sight.round : oracle_made(&run->oracle, table, row->units);
        unsigned more =
            oracle_made(&run->oracle, table, row->more) + run->tightened + run->closings;
        unsigned most = row->lines * units + row->rounds * run->sight.round + more + COUNT_AROUND;
        most = run->unusual ? most * COUNT_UNUSUAL / 100 + COUNT_RESTART * run->restarts : most;
        most += COUNT_LEAVING * oracle_made(&run->oracle, table, "leave");
        most += COUNT_VOTE *
                oracle_made(&run->oracle, table, "pause resume extend skip undo kick host");
        run->total->units += units;
        if (run->posts.lines + run->around > most) {
            run_fault(run, RUN_COUNT,
                      "%u lines in %u rounds or turns, %u acts beside, %u lines around: %u at most",
                      run->posts.lines, units, more, run->around, most);
        }
        unsigned all = run->posts.lines + run->posts.calls + run->around;
        unsigned scrolled = all / COUNT_SCROLLED + run->posts.said / COUNT_SAID;
        if (run->posts.boards > COUNT_BOARDS + scrolled) {
            run_fault(run, RUN_COUNT, "%u boards among %u lines and %u words of people",
                      run->posts.boards, all, run->posts.said);
        }
    }
}

static void check_left(struct run *run, unsigned who, const struct press_message *message)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct press_control *control = &message->control[i];
        if (control->kind == PRESS_REACTION && control->label[0] == '\0') {
            run_fault(run, RUN_LEFT, "%s still sees [%s] under: %.80s", run_called(run, who),
                      control->id, message->text);
        }
    }
}

/* By now all is taken back, where the platform took as many messages as usual and no program that
 * knew of it has ended. */
void run_check_left(struct run *run)
{
    struct press_screen screen;
    for (unsigned who = 0; who < run->people && !run->unusual && run->tightened == 0; who++) {
        run->on->look(run->world, who, &screen);
        for (unsigned i = 0; i < screen.count; i++) {
            check_left(run, who, screen.message[i]);
        }
    }
}

void run_check(struct run *run)
{
    enum oracle_phase before = run->sight.phase;
    run_look(run);
    check_order(run);
    check_calls(run);
    if (run->sight.known) {
        check_ways(run);
    }
    count_posts(run, before);
}
