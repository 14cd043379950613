/* Who may do what in a room: m.room.power_levels as the room's version means it. Pure.
 *
 * Versions 1 to 11: whoever created the room has 100 as long as the event does not say otherwise.
 * From 12 on its creators stand above all levels and are not in the event. */
#ifndef MATRIX_POWER_H
#define MATRIX_POWER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

struct matrix_power;

/* Above everybody else: a creator from version 12 on. */
#define MATRIX_POWER_CREATOR INT64_MAX

struct matrix_power *matrix_power_new(void);
void matrix_power_free(struct matrix_power **power);
/* m.room.create, and who sent it. Does not touch the levels. */
void matrix_power_create(struct matrix_power *power, const cJSON *content, const char *sender);
/* m.room.power_levels; NULL: there is none. */
void matrix_power_levels(struct matrix_power *power, const cJSON *content);
/* Are the levels known, or that there is no such event? */
bool matrix_power_is_known(const struct matrix_power *power);

int64_t matrix_power_of(const struct matrix_power *power, const char *user);
/* What an event of this type needs. */
int64_t matrix_power_to_send(const struct matrix_power *power, const char *type, bool state);
/* "invite", "kick", "ban", "redact". */
int64_t matrix_power_to(const struct matrix_power *power, const char *act);
/* Is the room's version one whose creators stand above all? "" and unknown words: no. */
bool matrix_power_is_above(const char *version);

#endif
