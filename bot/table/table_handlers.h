/* Handlers of the table's own rows, and what checks a live move before them. */
#ifndef TABLE_HANDLERS_H
#define TABLE_HANDLERS_H

#include "outcome.h"
#include "table.h"

enum refusal bot_sit(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_open(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_may_sit(const struct table *table, const struct move *move, struct outcome *out);
enum refusal lobby_join(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_option_check(const void *subject, struct move *move, struct outcome *out);
enum refusal lobby_option(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_team(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_ready(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_check(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_here(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_reach(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_start_check(const void *subject, struct move *move, struct outcome *out);
enum refusal lobby_start(void *subject, const struct move *move, struct outcome *out);
enum refusal house_leave(void *subject, const struct move *move, struct outcome *out);
enum refusal house_kick(void *subject, const struct move *move, struct outcome *out);
enum refusal house_host(void *subject, const struct move *move, struct outcome *out);
enum refusal house_referee(void *subject, const struct move *move, struct outcome *out);
enum refusal house_name(void *subject, const struct move *move, struct outcome *out);
enum refusal house_venue(void *subject, const struct move *move, struct outcome *out);
enum refusal house_skip_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_skip(void *subject, const struct move *move, struct outcome *out);
enum refusal house_substitute_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_must_leave(void *subject, const struct move *move, struct outcome *out);
enum refusal house_substitute(void *subject, const struct move *move, struct outcome *out);
enum refusal house_hide_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_hide(void *subject, const struct move *move, struct outcome *out);
enum refusal house_abort(void *subject, const struct move *move, struct outcome *out);
enum refusal house_later_off(void *subject, const struct move *move, struct outcome *out);
enum refusal house_force_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_force(void *subject, const struct move *move, struct outcome *out);
enum refusal house_replace(void *subject, const struct move *move, struct outcome *out);
enum refusal house_open_host(void *subject, const struct move *move, struct outcome *out);
enum refusal house_cohost(void *subject, const struct move *move, struct outcome *out);
enum refusal house_lock(void *subject, const struct move *move, struct outcome *out);
enum refusal lobby_swap(void *subject, const struct move *move, struct outcome *out);
enum refusal house_announce(void *subject, const struct move *move, struct outcome *out);
enum refusal house_announce_all_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_warn(void *subject, const struct move *move, struct outcome *out);
enum refusal house_rematch(void *subject, const struct move *move, struct outcome *out);
enum refusal house_lost(void *subject, const struct move *move, struct outcome *out);
enum refusal house_talk(void *subject, const struct move *move, struct outcome *out);
enum refusal house_tick(void *subject, const struct move *move, struct outcome *out);

#endif
