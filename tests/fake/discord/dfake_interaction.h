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

/* Commands of the application, everywhere (guild 0) or in one guild. */
struct dfake_scope {
    uint64_t guild;
    cJSON *commands;
    int64_t day_from_ms;
    unsigned created;
};

enum dfake_state { DFAKE_WAITING, DFAKE_ANSWERED, DFAKE_FAILED };

struct dfake_interaction {
    uint64_t id;
    int type;
    uint64_t user;
    uint64_t channel;
    uint64_t guild;
    uint64_t source; /* the message with what was pressed */
    char token[DFAKE_TOKEN];
    char name[DFAKE_NAME_BYTES]; /* of the command */
    enum dfake_state state;
    int answer; /* callback type */
    int64_t answered_ms;
    bool ephemeral;
    bool deferred; /* with a message that waits to be filled */
    uint64_t original;
    cJSON *form;
    cJSON *choices;
    struct dfake_interaction *newer;
};

struct dfake_nonce {
    uint64_t key;
    uint64_t message;
    uint64_t channel;
    int64_t at_ms;
    struct dfake_nonce *newer;
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
const cJSON *dfake_command_find(const struct fake_discord *fake, uint64_t guild, const char *name,
                                int type);

#endif
