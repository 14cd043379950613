/* What show/ may know of a table: facts made for one reader. A seat, the crowd, a moderator without
 * a seat (who knows what the crowd knows, and what waits for a ruling), or SEAT_NONE: one person
 * without a seat (who knows what the crowd knows, and is offered what they alone may do). */
#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include "owed.h"
#include "view.h"

struct table;

/* Writes into an empty view (members of the top level):
 *   number, game (term), phase (term: lobby playing over closed), step,
 *   frozen, paused, locked, open_host (name or null), cohosts [names], as_last, kept_until_ms, pace
 * (term), host {name}, reader (seat number or null), seats [{seat, name (text) or null, team (term)
 * or null, reach (term: pending proven failed behind), ready, house, left, you}], seats_min,
 * seats_max, options
 * [{name (term), value (text), changed}], commitment (text, hex), week (text; "": a deal of its
 * own), due_ms or null, owed
 * [{seat, name, actions [terms], ask, deadline_ms or null, fallback (term) or null, you}]  — only
 * what this reader may know of, questions {hand, log, record, help}: the control (text) of each,
 *   offers [{action (term), label (term: message name; or, where one of its buttons was pressed
 *           before, term), control (text), ask, owed, standing,
 *           aside (true where it stands behind Help alone),
 *           at_table (true where words for it are taken at the table alone), style (term: primary
 *           secondary danger),
 *           buttons [{term or seat, name or numbers, control, fields}]  — one for each choice, when
 *             there are at most five (symbols, seats, splits),
 *           fields [{name, kind (term: text long number choice several seat texts),
 *             choices [term, text or number, or {seat, name}, or {numbers, value}], min, max,
 *             optional, value (what stands there already),
 *             about (what its label says; numbered: the number of what it names)}]
 *             — what is then still missing: a form; of the offer itself and of each button}]
 *           — what this reader may do now, legal ones only, never more than its view may know.
 *             With fields, or without buttons, the offer's own control is one too,
 *   night, null or of a game night {play (term), stage (term: sign_up check_in dealing round break
 *           over off), weekly, at_ms, opens_ms, round, rounds, places, count, needed, due_ms or
 * null, as lists of names names, waiting, here, tables [{play, number, over, names}], standing
 *           [{place, name, points, played}]},
 *   result {outcome, reason, winners [seats]} after the end, secret (text, hex), or secret_ms from
 * when on it may be told, is added by the host, play: the game's own view of this reader (only
 * while and after playing).
 * Of a running game also poll, null or the vote about the table {topic, who, ms, name, needed,
 * until_ms, and as lists of seats yes, no, abstained, missing}; absent, leaving and stepped_in,
 * lists of seats; paused_until_ms or null; asks: this reader asks the others for what a host does
 * alone. */
void table_view(const struct table *table, int reader, struct view *view);

/* Who acts at a table: as whom they read there, and whether they may moderate its room. */
struct table_actor {
    uint64_t person;
    int reader; /* a seat, SEAT_MODERATOR, or SEAT_NONE: a person without a seat */
    bool moderator;
};

/* May they overrule at this table: its host, a co-host, its referee, a moderator? */
bool table_may_overrule(const struct table *table, const struct table_actor *actor);
/* The console of who may overrule: as table_view of the crowd, to whom has a seat too, else of a
 * moderator; offers are the acts of a console that this actor may do now; and console {role (term),
 * sees (all cards), plans [{number, act, at_ms, ms or null}], seen (number), goes_back}. Without
 * the game's own view. */
void table_view_console(const struct table *table, const struct table_actor *actor,
                        struct view *view);

struct control_form;

/* The same with the offers of one act alone, as what was picked and typed leaves it (controls.h).
 */
void table_view_form(const struct table *table, int reader, const struct control_form *form,
                     struct view *view);

/* The same with the offers that are behind Help beside the others. */
void table_view_help(const struct table *table, int reader, struct view *view);

/* The same up to seats_max: all that sentences about what happened need, at a fraction of the cost.
 */
void table_view_names(const struct table *table, int reader, struct view *view);

/* May this reader know of an owed thing? */
bool table_owed_known(const struct owed *owed, int reader);

/* Is it an ask of the game, and none of its lobby or of a vote about the table? */
bool table_ask_is_of_game(uint32_t ask);
/* The owed list of the whole table (lobby's and game's), asks numbered for the table's life. */
void table_owed(const struct table *table, struct owed_list *list);
/* The same of the game alone, without votes about the table. */
void table_owed_game(const struct table *table, struct owed_list *list);
/* What of it this reader is told: what it may know, and what others are told instead of the rest.
 */
void table_owed_to(const struct table *table, int reader, struct owed_list *list);

struct hand;

/* What this reader holds, as cards; false where it is no seat of a dealt game, or its game has no
 * cards to show. */
bool table_hand(const struct table *table, int reader, struct hand *hand);

struct board;

/* The board as this reader may see it; false while there is none (in the lobby). */
bool table_board(const struct table *table, int reader, struct board *board);

/* The public name of a seat ("" when empty). */
const char *table_seat_name(const struct table *table, int seat);

#endif
