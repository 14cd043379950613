/* The acts of a host's console that are no older than it: co-hosts, locked input, other seats
 * before the start, words to all or to one. Each is a line that everybody reads, but for a warning.
 */
#include "table_console.h"

#include <string.h>

#include "table_private.h"
#include "table_view.h"

/* --- what everybody could tell -----------------------------------------------------------------
 */

/* Could everybody tell that something was done: by a line, or by what is waited for? What is done
 * in secret must not make a button of a console stale. */
static bool console_is_seen(const struct table *table, const struct table *before,
                            const struct outcome *out)
{
    return outcome_is_public(out) || before->phase == TABLE_NEW || before->phase != table->phase ||
           table_waits_changed(before, table, true);
}

void table_console_follow(struct table *table, const struct table *before,
                          const struct outcome *out)
{
    struct table_console *console = &table->console;
    console->seen += console_is_seen(table, before, out);
    if (table->phase >= TABLE_OVER) {
        memset(&table->plans, 0, sizeof table->plans);
    }
    console->locked = console->locked && table->phase == TABLE_PLAYING && table_is_paused(table);
}

/* --- co-hosts ---------------------------------------------------------------------------------
 */

static void console_say_cohost(const struct table *table, const struct move *move,
                               const char *cohost, struct outcome *out)
{
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_COHOST);
    table_say_who(table, facts, move);
    if (cohost != NULL) {
        value_text(facts, "who", cohost, strlen(cohost));
    } else {
        value_null(facts, "who");
    }
    outcome_end(out);
}

/* All are what they were before. */
static enum refusal console_no_cohosts(struct table *table, const struct move *move,
                                       struct outcome *out)
{
    struct table_console *console = &table->console;
    if (console->cohosts == 0) {
        return REFUSAL_ALREADY_DONE;
    }
    console->cohosts = 0;
    memset(console->cohost, 0, sizeof console->cohost);
    memset(console->cohost_name, 0, sizeof console->cohost_name);
    console_say_cohost(table, move, NULL, out);
    return REFUSAL_NONE;
}

enum refusal house_cohost(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_console *console = &table->console;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    bool sits = seat_is_person(seat);
    uint64_t person =
        sits ? table->seat[seat].person : (uint64_t)value_number_at(&move->args, "person", 0);
    const char *name = sits ? table->seat[seat].name : table_name_of(move);
    if (table_is_lent(table, move)) {
        return REFUSAL_NOT_HOST;
    }
    if (value_bool_at(&move->args, "none")) {
        return console_no_cohosts(table, move, out);
    }
    if (person == 0) {
        return outcome_bad_argument(out, "seat", "missing");
    }
    if (sits && (table->seat[seat].house || table->seat[seat].left)) {
        return outcome_bad_argument(out, "seat", table->seat[seat].house ? "house" : "not_a_seat");
    }
    if (table_hosts(table, person)) {
        return REFUSAL_ALREADY_DONE;
    }
    if (console->cohosts == TABLE_COHOSTS_MAX) {
        value_number(outcome_refuse(out, REFUSAL_COHOSTS_FULL), "max", TABLE_COHOSTS_MAX);
        outcome_end(out);
        return REFUSAL_COHOSTS_FULL;
    }
    table_keep_text(console->cohost_name[console->cohosts], TABLE_NAME_BYTES, name);
    console->cohost[console->cohosts++] = person;
    console_say_cohost(table, move, console->cohost_name[console->cohosts - 1], out);
    return REFUSAL_NONE;
}

/* --- locked input -----------------------------------------------------------------------------
 */

/* A pause that who sits cannot end, by a vote neither. It ends by itself, as every pause does. */
enum refusal house_lock(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int open = table_open_seat(table);
    if (table->console.locked) {
        return REFUSAL_ALREADY_DONE;
    }
    if (open != SEAT_NONE) {
        return table_refuse_open(table, open,
                                 out); /* it stands still already, for another reason */
    }
    table_audit(table, move, "lock", SEAT_NONE, 0, out);
    table->console.locked = true;
    return table_is_paused(table) ? REFUSAL_NONE : table_pause(table, move, out);
}

/* --- seats before the start --------------------------------------------------------------------
 */

/* Two people sit in each other's place: in its order, and in its team. Only where the seed does not
 * deal the places; who joined when, of which the seed comes, stays as it was. */
enum refusal lobby_swap(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int one = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    int other = (int)value_number_at(&move->args, "with", SEAT_NONE);
    if (table->game->teams[0] != NULL && !table_teams_chosen(table)) {
        return REFUSAL_TEAMS_RANDOM;
    }
    if (one == other) {
        return outcome_bad_argument(out, "with", "twice");
    }
    struct table_seat *a = &table->seat[one];
    struct table_seat *b = &table->seat[other];
    uint32_t place = table_seat_place(a);
    int8_t wish = a->wish;
    a->place_step = table_seat_place(b);
    a->wish = b->wish;
    b->place_step = place;
    b->wish = wish;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_SWAPPED);
    table_say_who(table, facts, move);
    value_term(facts, "role", table_role(table, move));
    value_text(facts, "one", a->name, strlen(a->name));
    value_text(facts, "other", b->name, strlen(b->name));
    outcome_end(out);
    return REFUSAL_NONE;
}

/* --- words -------------------------------------------------------------------------------------
 */

static struct value_tree *console_say(const struct table *table, const struct move *move,
                                      uint16_t to, enum message message, struct outcome *out)
{
    const char *text = value_text_at(&move->args, "text", "");
    struct value_tree *facts = outcome_say(out, to, message);
    table_say_who(table, facts, move);
    value_term(facts, "role", table_role(table, move));
    value_text(facts, "text", text, strlen(text));
    return facts;
}

enum refusal house_announce(void *subject, const struct move *move, struct outcome *out)
{
    console_say(subject, move, AUDIENCE_CROWD, MSG_TABLE_ANNOUNCED, out);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* A referee is one of this table alone, and speaks to no other. */
enum refusal house_announce_all_check(const void *subject, struct move *move, struct outcome *out)
{
    (void)subject;
    (void)out;
    return move->moderator ? REFUSAL_NONE : REFUSAL_NOT_MODERATOR;
}

/* To one person alone: nobody else is told before the game is over (the transcript has it then). */
enum refusal house_warn(void *subject, const struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    if (table->seat[seat].house || table->seat[seat].left) {
        return outcome_bad_argument(out, "seat", table->seat[seat].house ? "house" : "not_a_seat");
    }
    if (seat == move->seat) {
        return outcome_bad_argument(out, "seat", "yourself");
    }
    struct value_tree *facts = console_say(table, move, seat_bit(seat), MSG_TABLE_WARNED, out);
    value_text(facts, "who", table->seat[seat].name, strlen(table->seat[seat].name));
    outcome_end(out);
    if (seat_is_person(move->seat)) {
        table_say_seat(table, outcome_say(out, seat_bit(move->seat), MSG_TABLE_WARN_TOLD), seat);
        outcome_end(out);
    }
    return REFUSAL_NONE;
}

/* --- open host --------------------------------------------------------------------------------
 */

static void console_say_open(const struct table *table, bool on, struct outcome *out)
{
    const char *name = table->console.watcher_name;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_OPEN_HOST);
    value_text(facts, "name", name, strlen(name));
    value_bool(facts, "on", on);
    outcome_end(out);
}

/* They see nothing more. Who saw nothing yet, as nothing was dealt, may sit down again. */
static enum refusal console_close(struct table *table, struct outcome *out)
{
    struct table_console *console = &table->console;
    if (!console->open) {
        return REFUSAL_ALREADY_DONE;
    }
    console_say_open(table, false, out);
    console->open = false;
    if (table->phase == TABLE_LOBBY) {
        console->watcher = 0;
        memset(console->watcher_name, 0, sizeof console->watcher_name);
    }
    return REFUSAL_NONE;
}

/* A host who does not play sees everything. Only said before the deal, so that nobody plays who
 * does not know it. */
enum refusal house_open_host(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_console *console = &table->console;
    if (value_bool_at(&move->args, "off")) {
        return console_close(table, out);
    }
    if (move->person == 0 || move->person != table->host) {
        return REFUSAL_NOT_HOST;
    }
    if (table->phase != TABLE_LOBBY) {
        return REFUSAL_OPEN_HOST_LATE;
    }
    if (table_seat_of(table, move->person) != SEAT_NONE) {
        return REFUSAL_OPEN_HOST_SITS;
    }
    if (console->open) {
        return REFUSAL_ALREADY_DONE;
    }
    console->open = true;
    console->watcher = move->person;
    memcpy(console->watcher_name, table->host_name, sizeof console->watcher_name);
    console_say_open(table, true, out);
    return REFUSAL_NONE;
}

/* --- a house player at once --------------------------------------------------------------------
 */

/* A seat goes from its person to a house player at once, where the table lets them play on. */
enum refusal house_replace(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    if (!table_bots_play(table)) {
        return REFUSAL_NO_BOTS;
    }
    if (table->options.value[OPTION_AUTOPLAY] == 0) {
        value_term(outcome_refuse(out, REFUSAL_OPTION_OFF), "option", "autoplay");
        outcome_end(out);
        return REFUSAL_OPTION_OFF;
    }
    if (table->seat[seat].house) {
        return outcome_bad_argument(out, "seat", "house");
    }
    if (table_seat_is_open(table, seat)) {
        table_audit(table, move, "replace", seat, 0, out);
    } else {
        enum refusal refusal = house_kick(table, move, out);
        if (refusal != REFUSAL_NONE || table->phase != TABLE_PLAYING) {
            return refusal;
        }
    }
    return bot_sit(table, move, out);
}
