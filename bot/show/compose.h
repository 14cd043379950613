/* What people see of a table, made from views and events only: one document for each audience. */
#ifndef COMPOSE_H
#define COMPOSE_H

#include "board.h"
#include "catalogue.h"
#include "message.h"
#include "outcome.h"
#include "table_view.h"

struct compose {
    const struct catalogue *catalogue;
    struct arena *arena;
    bool many_tables; /* the room has more than one: public lines start with the short name */
    int64_t now_ms;
    const char *room_name; /* for private messages: "Interceptor #3 in #den" */
    bool no_pictures;      /* nobody would look at the board's: its text twin alone */
};

/* The lines of all events of a turn that audience (a seat's bit, AUDIENCE_CROWD, …) may hear; NULL
 * when there are none. Private ones name their table first. view is that audience's. */
const struct doc *compose_events(const struct compose *compose, const struct view *view,
                                 const struct outcome *outcome, uint16_t audience);
/* All a seat gets in private from one turn, as one document: what happened to it, what it knows,
 * and when asked what it owes now with the buttons. NULL when there is nothing to tell. */
const struct doc *compose_private(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome, uint16_t audience, bool asked);
/* The table's board message: text twin, picture, who owes what, and the crowd's panel. view is the
 * crowd's; board NULL in the lobby. */
const struct doc *compose_board(const struct compose *compose, const struct view *view,
                                const struct board *board);
/* Everything my seat knows, and the buttons of what I may do now. */
const struct doc *compose_hand(const struct compose *compose, const struct view *view);
/* The same with the clue boards of the seat's own board, where it has any; board may be NULL. */
const struct doc *compose_hand_board(const struct compose *compose, const struct view *view,
                                     const struct board *board);
/* "Your turn": what a seat owes now, with its buttons; NULL when it owes nothing. */
const struct doc *compose_prompt(const struct compose *compose, const struct view *view);
/* Private, kind: one sentence why, one what is possible now. view may be NULL (no table). */
const struct doc *compose_refusal(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome);
const struct doc *compose_status(const struct compose *compose, const struct view *view);
/* "What can I do now", then the rule that matters now. view NULL: what the house can do. */
const struct doc *compose_help(const struct compose *compose, const struct view *view);
/* A game's rules in our own words; topic NULL for the whole. */
const struct doc *compose_rules(const struct compose *compose, const char *game, const char *topic);
/* How to play in one minute: what a person gets who sits at this game for the first time. */
const struct doc *compose_teach(const struct compose *compose, const char *game);
/* Words of a lesson (lesson.GAME.N), as many paragraphs as there are numbers; 0: the person goes
 * their own way (lesson.off). */
const struct doc *compose_lesson(const struct compose *compose, const struct view *view,
                                 const char *game, const unsigned *words, unsigned count);
/* A sentence of the house itself (away, frozen, disk full, welcome): message and its arguments. */
const struct doc *compose_say(const struct compose *compose, enum message message,
                              const struct facts *facts, uint16_t args);

/* The board as SVG (900 px wide) and as text lines, both from the same value. In the arena. */
const char *board_svg(const struct compose *compose, const struct view *view,
                      const struct board *board);
void board_twin(const struct compose *compose, const struct view *view, const struct board *board,
                struct doc *doc, struct block *into);

#endif
