/* What the files of a table share. Nobody outside bot/table includes this. */
#ifndef TABLE_PRIVATE_H
#define TABLE_PRIVATE_H

#include "outcome.h"
#include "rules.h"
#include "table.h"
#include "table_handlers.h"
#include "table_time.h"

enum {
    LOBBY_ASK_LIVE_MS = 15 * 60 * 1000, /* idle so long: "still here?" */
    LOBBY_ASK_ASYNC_MS = 48 * 3600 * 1000,
    LOBBY_DROP_LIVE_MS = 5 * 60 * 1000, /* no answer so long: dropped */
    LOBBY_DROP_ASYNC_MS = 24 * 3600 * 1000,
    LOBBY_EMPTY_LIVE_MS = 30 * 60 * 1000, /* nobody sits so long: the table closes */
    LOBBY_EMPTY_ASYNC_MS = 72 * 3600 * 1000,
    TABLE_KEEP_LIVE_MS = 60 * 60 * 1000, /* finished so long: the table closes */
    TABLE_KEEP_ASYNC_MS = 48 * 3600 * 1000,
    TABLE_KEEP_ABORTED_MS = 15 * 60 * 1000, /* given up: nothing more is to be said there */
    LOBBY_OFFER_LIVE_MS = 2 * 60 * 1000,    /* too few sit so long: house players are offered */
    LOBBY_OFFER_ASYNC_MS = 2 * 3600 * 1000,
    LOBBY_CHECK_LIVE_MS = 2 * 60 * 1000, /* "are you ready?": no answer so long, and they go */
    LOBBY_CHECK_ASYNC_MS = 24 * 3600 * 1000,
    LOBBY_KEPT_LIVE_MS = 5 * 60 * 1000, /* a rematch keeps seats so long for who sat before */
    LOBBY_KEPT_ASYNC_MS = 12 * 3600 * 1000,
    LOBBY_SILENT_MS = 10 * 60 * 1000, /* nobody starts by itself with who is silent so long */
    TABLE_MISSED_LIVE = 3, /* turns let go by, one after another: somebody else may sit in */
    TABLE_MISSED_ASYNC = 2,
    TABLE_IDLE_LIVE_DAYS = 14, /* nobody acts so long: the game ends */
    TABLE_IDLE_ASYNC_DAYS = 60,
    TABLE_DEAL_FACTS = 64,
    TABLE_DEAL_TEXT = 8192
};

/* Rows that only the house uses, beside those of table_actions(). */
extern const struct action_def table_rows[];
extern const size_t table_row_count;

/* May a row of the table's own be made in its phase? Not every running game lets people join. */
bool table_row_fits(const struct table *table, const struct action_def *row);
/* Refuses an act that belongs to another part of a table's life: before the game, in it, behind. */
enum refusal table_refuse_phase(const struct table *table, struct outcome *out);
/* Checks of a table's own row: phase, who, arguments. */
enum refusal table_check(const struct table *table, const struct move *move, struct outcome *out);
/* May this person do what hosts do here: the host, a moderator. */
bool table_may_host(const struct table *table, const struct move *move);

/* The name of who made a move, null for a moderator without a seat; vote: all together did. */
void table_say_who(const struct table *table, struct value_tree *facts, const struct move *move);

/* All of a table that means something: no game writes behind its own state. */
void table_copy(struct table *to, const struct table *from);

/* A length by the table's pace. */
int64_t table_by_pace(const struct table *table, int64_t live_ms, int64_t async_ms);
/* Seats with somebody in them who has not left, as bits. */
uint16_t table_taken(const struct table *table);
/* Index of the option called name among the game's rows, OPTIONS_MAX when it has none. */
unsigned table_option_index(const struct table *table, const char *name);
/* Are teams chosen by who sits, rather than dealt? */
bool table_teams_chosen(const struct table *table);
/* How many may sit at it with its options. */
unsigned table_seats_most(const struct table *table);

/* Writes the members seat and name of a seat. */
void table_say_seat(const struct table *table, struct value_tree *facts, int seat);
/* The name that a move gives somebody; "" where a journal has it withheld. */
const char *table_name_of(const struct move *move);
/* Two hexadecimal digits a byte, all of them. */
bool table_hex(const char *text, uint8_t *bytes, size_t count);
/* Puts a name into a seat-sized field, the rest zero. */
void table_keep_text(char *field, size_t size, const char *text);

/* The host leaves: hands over to the next seat that is taken, after seat; false when nobody is. */
bool table_pass_host(struct table *table, int seat, struct outcome *out);
/* Are there house players for this game with these options? */
bool table_bots_play(const struct table *table);
/* The house player that makes room for the next person, SEAT_NONE where none sits. */
int table_bot_to_leave(const struct table *table);
/* Empties its seat. */
void table_bot_leave(struct table *table, int seat, struct outcome *out);
/* Begins, ends the wait after which the lobby offers house players. */
void table_offer_wait(struct table *table, int64_t now_ms);
/* Offers them, where that is due. */
void table_offer_fall_due(struct table *table, struct outcome *out);

/* What becomes of the running game when this seat is given up: "substitute", "abort", or "back":
 * nothing, they had not come in yet. */
const char *table_leave_way(const struct table *table, int seat);
/* Refuses because the game waits for a substitute for this seat. */
enum refusal table_refuse_open(const struct table *table, int seat, struct outcome *out);
/* Everybody is here again: what the house had stopped goes on. */
enum refusal table_go_on(struct table *table, struct outcome *out);

/* Starts, stops the waits of the lobby. */
void table_seat_seen(struct table *table, int seat, int64_t now_ms);
void table_lobby_wait(struct table *table, int64_t now_ms);
/* Nobody is asked any more whether they are ready; nor once everybody has answered. */
void table_check_ends(struct table *table);
void table_check_over(struct table *table);
void table_lobby_leave(struct table *table, int seat, enum message message, int64_t now_ms,
                       struct outcome *out);
void table_lobby_fall_due(struct table *table, struct outcome *out);
void table_close(struct table *table, const char *reason, struct outcome *out);

/* Which lobby seat's person gets each seat of the game; false (and why) when no order does. */
enum refusal table_order(const struct table *table, const uint8_t *seed, uint8_t *order,
                         struct outcome *out);
/* Why it cannot start now; REFUSAL_NONE when it can. */
enum refusal table_can_start(const struct table *table, struct outcome *out);

/* A move of the game's own by the house or a moderator, at the table's time: a row every game has,
 * seat its argument (SEAT_NONE for none). Events, or why it was refused, are added to out. */
enum refusal table_game_move(struct table *table, int by, const char *name, int seat,
                             struct outcome *out);
/* Refuses as from did, with its arguments. */
void table_pass_refusal(struct outcome *out, const struct outcome *from);
/* After anything that may have ended the game. */
void table_settle(struct table *table);
/* Adds the events of another outcome. */
void table_add_events(struct outcome *out, const struct outcome *more);

/* The deadline of the table's own that falls next: idle people, open seats, closing. */
int64_t table_own_deadline(const struct table *table);

#endif
