/* What Discord shows, as people read it: messages and forms out of their JSON. */
#ifndef DISCORD_READ_H
#define DISCORD_READ_H

#include <cjson/cJSON.h>

#include "fake_discord_act.h"
#include "press.h"

/* In the place of what was read before; house: who it is. */
void press_read_message(struct press_message *message, const struct fake_discord_seen *seen,
                        const cJSON *json, uint64_t house);
void press_read_free(struct press_message *message);
/* In the place of what was read before. */
void press_read_form(struct press_form *form, const cJSON *modal);
void press_form_free(struct press_form *form);
/* from may be NULL; what does not fit is left out. */
void press_copy(char *to, size_t size, const char *from);

#endif
