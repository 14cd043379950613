/* What people see of a table, made from views and events only: one document for each audience. */
#ifndef COMPOSE_H
#define COMPOSE_H

#include "board.h"
#include "catalogue.h"
#include "hand.h"
#include "message.h"
#include "outcome.h"
#include "table_view.h"

struct compose {
    const struct catalogue *catalogue;
    struct arena *arena;
    bool many_tables; /* the room has more than one: public lines start with the short name */
    int64_t now_ms;
    const char *room_name;   /* for private messages: "Interceptor #3 in #den" */
    bool no_pictures;        /* nobody would look at the board's: its text twin alone */
    const char *zone;        /* of who alone reads it, else of the room; or NULL */
    const struct hand *hand; /* what who reads holds, where that is drawn; NULL: in words alone */
    bool draws;              /* who reads sees seats, options and cards drawn: as tiles, whose twin
                              * are the lines that others read */
    bool portraits;          /* the room can show boards upright too */
    bool on_card;            /* what they can do stands on their card beside it: no panel */
    bool behind_hand;        /* no private message reaches who reads: what is secret is behind "My
                              * hand" for them */
};

/* The lines of all events of a turn that audience (a seat's bit, AUDIENCE_CROWD, …) may hear; NULL
 * when there are none. Private ones name their table first. view is that audience's. */
const struct doc *compose_events(const struct compose *compose, const struct view *view,
                                 const struct outcome *outcome, uint16_t audience);
/* What the room reads of a turn: its public events but for those that the board shows; NULL when
 * there are none. view is the crowd's. */
const struct doc *compose_lines(const struct compose *compose, const struct view *view,
                                const struct outcome *outcome);
/* Is this event told to the room in a line, and not by the board alone? */
bool compose_is_line(const struct view *view, const struct event *event);
/* The same in private, as an answer to who did it ("….answer" has words of their own for that), or
 * as lines that go onto a card ("….news"; where those are empty the card itself tells it). Without
 * a heading; NULL when there is nothing to tell. */
const struct doc *compose_answer(const struct compose *compose, const struct view *view,
                                 const struct outcome *outcome, uint16_t audience);
const struct doc *compose_news(const struct compose *compose, const struct view *view,
                               const struct outcome *outcome, uint16_t audience);

/* The card of who reads, a seat or a moderator: table and room, what they know, news (a document,
 * or NULL), what they owe until when, what they may do; at the end the result. */
const struct doc *compose_card(const struct compose *compose, const struct view *view,
                               const struct doc *news);

enum card_rest {
    CARD_REST_OLD,    /* a newer card stands further down */
    CARD_REST_MOVED,  /* it stands with another account of theirs */
    CARD_REST_BEHIND, /* nothing new arrives here any more: it is behind "My hand" */
    CARD_REST_LEFT,   /* they sit there no more */
    CARD_REST_OVER    /* the table is closed */
};
/* The one line, without buttons, that is left of a card. game as a term. */
const struct doc *compose_card_rest(const struct compose *compose, enum card_rest rest,
                                    const char *game, uint32_t number);
/* In the room: calls those whom no private message reaches (seats, SEAT_MODERATOR for the referee)
 * with what the crowd may know of what is waited for, and "My hand". view is the crowd's. */
const struct doc *compose_call(const struct compose *compose, const struct view *view,
                               const int *seats, size_t count);
/* The table's board message: text twin, picture, who owes what, and the crowd's panel. view is the
 * crowd's; board NULL in the lobby. */
const struct doc *compose_board(const struct compose *compose, const struct view *view,
                                const struct board *board);
/* The room that a table stands in, for who reads of it elsewhere. */
struct compose_place {
    const char *room; /* the platform's id */
    const char *name;
};
/* The message of a table in the room that its own was opened from; place NULL: it stands in that
 * room itself by now. view is the crowd's. */
const struct doc *compose_lobby(const struct compose *compose, const struct view *view,
                                const struct compose_place *place);
/* Everything my seat knows, and the buttons of what I may do now. */
const struct doc *compose_hand(const struct compose *compose, const struct view *view);
/* The same with the clue boards of the seat's own board, where it has any; board may be NULL. */
const struct doc *compose_hand_board(const struct compose *compose, const struct view *view,
                                     const struct board *board);
/* "Your turn": what a seat owes now, with its buttons; NULL when it owes nothing. */
const struct doc *compose_prompt(const struct compose *compose, const struct view *view);
/* What one act still lacks: what it is about where the language has words for that
 * ("form.ACTION"), and its choices. view has the offers of that act alone (table_view_form). */
const struct doc *compose_form(const struct compose *compose, const struct view *view);
/* Private, kind: one sentence why, one what is possible now. view may be NULL (no table). */
const struct doc *compose_refusal(const struct compose *compose, const struct view *view,
                                  const struct outcome *outcome);
/* How a finished game went, to be shared: nobody's name, and nothing that was secret in it. */
const struct doc *compose_share(const struct compose *compose, const struct view *view);
/* What the seat of a view knows, and nothing else. */
const struct doc *compose_all_hand(const struct compose *compose, const struct view *view);
/* The console of who may overrule: how the table stands, as its view (table_view_console) may know,
 * who else may do what, and the acts that are open. */
const struct doc *compose_console(const struct compose *compose, const struct view *view);
const struct doc *compose_status(const struct compose *compose, const struct view *view);
/* "What can I do now", then the rule that matters now. view NULL: what the house can do. */
const struct doc *compose_help(const struct compose *compose, const struct view *view);
/* A game's rules in our own words; topic NULL for the whole. */
const struct doc *compose_rules(const struct compose *compose, const char *game, const char *topic);
/* Words of a lesson (lesson.GAME.N), as many paragraphs as there are numbers; 0: the person goes
 * their own way (lesson.off). */
const struct doc *compose_lesson(const struct compose *compose, const struct view *view,
                                 const char *game, const unsigned *words, unsigned count);
/* A sentence of the house itself (away, frozen, disk full, welcome): message and its arguments. */
const struct doc *compose_say(const struct compose *compose, enum message message,
                              const struct value_tree *facts, uint16_t args);

/* Two pictures of one board, laid out for a wide screen (900 px) and for a telephone (390 px). */
enum board_shape { BOARD_LANDSCAPE, BOARD_PORTRAIT, BOARD_SHAPES };
/* The board as SVG and as text lines, both from the same value. In the arena. */
const char *board_svg(const struct compose *compose, const struct view *view,
                      const struct board *board, enum board_shape shape);
void board_twin(const struct compose *compose, const struct view *view, const struct board *board,
                struct doc *doc, struct block *into);

#endif
