/* Interactions, and what is said to who acted. Inside the adapter. */
#ifndef DISCORD_ASK_H
#define DISCORD_ASK_H

#include "discord_body.h"
#include "discord_decode.h"

struct discord;
struct discord_flight;

/* An interaction that is to be answered. */
enum discord_ask_state {
    ASK_OPEN,
    ASK_SENDING,   /* the first answer is on its way */
    ASK_DEFERRING, /* "thinking" is on its way */
    ASK_DEFERRED,  /* it has arrived: what is said takes its place */
    ASK_OVER
};

struct discord_ask {
    struct discord_ask *next;
    uint64_t number; /* the interaction's id */
    enum discord_ask_state state;
    enum discord_kind kind;
    bool from_message; /* it sits on a message of ours */
    bool stored;       /* the turn is on disk: when nobody speaks, it is acknowledged */
    bool failed;       /* the turn could not be written down */
    bool seeks;        /* nobody knows whether the first answer was heard: it is looked for */
    bool recalled;     /* of another life, and perhaps answered there */
    uint64_t again;    /* the send (its row) that is to be sought or edited again; 0: none */
    bool private_done; /* what it was about went to their direct channel */
    int64_t due_ms;
    int64_t dead_ms;                /* the token is over */
    struct discord_flight *waiting; /* to be said when "thinking" has arrived */
    char account[DISCORD_ID_BYTES];
    char channel[DISCORD_ID_BYTES];
    char *token;
    char *wants; /* the control whose form they pressed for; NULL: none */
};

/* discord_ask.c: interactions and their answers */
struct discord_ask *discord_ask_new(struct discord *discord,
                                    const struct discord_interaction *interaction);
/* It was not heard after all. */
void discord_ask_drop(struct discord *discord, struct discord_ask *ask);
struct discord_ask *discord_ask_at(const struct discord *discord, uint64_t number);
/* Has it been dealt with, and answered, or will be? */
bool discord_ask_was(const struct discord *discord, uint64_t number);
/* It has been. */
void discord_ask_note(struct discord *discord, uint64_t number);
/* An interaction of this person that can still be answered, the newest; NULL: none. */
struct discord_ask *discord_ask_of(const struct discord *discord, const char *account);
void discord_ask_stored(struct discord *discord, uint64_t number, const struct fault *fault);
/* The interaction that a send answers which an earlier life was busy with: it is asked about first,
 * so that nothing is told twice. False: it is not known any more, or its time is over. */
bool discord_ask_recall(struct discord_flight *flight);
/* Says this; the end is told to discord_flight_ended. False: too late. */
bool discord_ask_say(struct discord_ask *ask, struct discord_flight *flight);
/* The first answer, at once, outside of any turn. */
void discord_ask_tell(struct discord *discord, const struct discord_interaction *interaction,
                      struct discord_aside aside);
void discord_ask_modal(struct discord *discord, const struct discord_interaction *interaction,
                       const char *modal);
void discord_ask_choices(struct discord *discord, const struct discord_interaction *interaction,
                         const char *choices);
int64_t discord_asks_due_ms(const struct discord *discord);
void discord_asks_tick(struct discord *discord, int64_t now_ms);
void discord_asks_free(struct discord *discord);

#endif
