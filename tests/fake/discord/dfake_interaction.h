/* Interactions of the Discord for tests. */
#ifndef DFAKE_INTERACTION_H
#define DFAKE_INTERACTION_H

#include "dfake_place.h"

enum {
    DFAKE_COMMAND_RUN = 2,
    DFAKE_COMPONENT_USED = 3,
    DFAKE_BEING_TYPED = 4,
    DFAKE_FORM_SENT = 5
};

/* dfake_interaction.c */
struct dfake_interaction *dfake_interaction_find(const struct fake_discord *fake, uint64_t id);
/* Of a token in a path; NULL: none, or too old. */
struct dfake_interaction *dfake_interaction_of_token(const struct fake_discord *fake,
                                                     const char *token);
/* Makes one and tells the bot; takes data. */
uint64_t dfake_interaction_send(struct fake_discord *fake, const struct dfake_interaction *as,
                                cJSON *data);
/* interaction_metadata of a message that answers it. */
cJSON *dfake_interaction_metadata(const struct fake_discord *fake,
                                  const struct dfake_interaction *interaction);

/* dfake_command.c: the commands somebody has in a guild (0: direct messages); NULL: none */
const cJSON *dfake_command_find(const struct fake_discord *fake, uint64_t guild, const char *name);

#endif
