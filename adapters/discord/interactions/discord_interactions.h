/* Interactions that are to be answered, each once, by what the house says to who acted, or when it
 * says nothing by a sign. All that is said here is seen by that person alone. An interaction is
 * named by its number (its id) and forgotten when its token is over. */
#ifndef DISCORD_INTERACTIONS_H
#define DISCORD_INTERACTIONS_H

#include "discord_body.h"
#include "discord_decode.h"
#include "discord_parts.h"

enum {
    DISCORD_STALE_MS = 2500,          /* older ones are not answered in time any more */
    DISCORD_TOKEN_MS = 14 * 60 * 1000 /* an interaction's token is used so long */
};

struct catalogue;
struct clock;
struct discord_interactions;
struct discord_rest;

/* What is to be said to who acted. Lives, with its parts, until hooks.reply_ended notifies of its
 * end. */
struct discord_reply {
    struct discord_parts *parts;
    bool renews; /* takes the place of what they pressed, where they alone see that */
};

struct discord_interactions_hooks {
    void *context;
    /* A reply has ended: account has it, or does not and will not (why; for the log). */
    void (*reply_ended)(void *context, struct discord_reply *reply, const char *account,
                        bool arrived, const char *why);
    /* Is anything else on its way to this person that may want to be said as an answer? */
    bool (*waits)(const void *context, const char *account);
    /* The words of the language that is spoken in a channel now. */
    const struct catalogue *(*words)(const void *context, const char *channel);
};

/* All of it outlives the interactions. */
struct discord_interactions_setup {
    const struct net_wire *wire;
    const struct clock *clock;
    const struct entropy *entropy;
    struct discord_rest *rest;
    struct arena *arena;     /* for bodies; is reset when their time comes */
    const char *application; /* its id, which may become known later */
    struct discord_interactions_hooks hooks;
};

struct discord_interactions *discord_interactions_new(
    const struct discord_interactions_setup *setup);
/* REST has been freed before. Replies are left to their owner, and nobody is notified any more. */
void discord_interactions_free(struct discord_interactions **all);

/* One has come, and is enqueued. */
void discord_interactions_begin(struct discord_interactions *all,
                                const struct discord_interaction *interaction);
/* The house did not take it after all. */
void discord_interactions_drop(struct discord_interactions *all, uint64_t number);
/* Is it being dealt with, or has it been? */
bool discord_interactions_known(const struct discord_interactions *all, uint64_t number);
/* Its inbound event is on disk; fault: it is not. */
void discord_interactions_stored(struct discord_interactions *all, uint64_t number,
                                 const struct fault *fault);
/* How old it is by Discord's clock; 0 where nobody knows, or it cannot be. */
int64_t discord_interactions_age_ms(const struct discord_interactions *all, uint64_t number);

/* They pressed for the form of this control. */
void discord_interactions_want(struct discord_interactions *all, uint64_t number,
                               const char *control);
/* The control whose form may still open as the first answer: *control_r is NULL where none was
 * pressed for. False: no form can open any more. */
bool discord_interactions_form(const struct discord_interactions *all, uint64_t number,
                               const char **control_r);
/* The thread that was made for the table that it opens; "": none. */
void discord_interactions_opened(struct discord_interactions *all, uint64_t number,
                                 const char *thread);
/* What it was about went to this person's direct channel. */
void discord_interactions_sent(struct discord_interactions *all, const char *account);

/* An interaction of this person that can still be answered, the newest; 0: none. */
uint64_t discord_interactions_of(const struct discord_interactions *all, const char *account);
/* Is it being dealt with? */
bool discord_interactions_has(const struct discord_interactions *all, uint64_t number);
/* Says this; hooks.reply_ended follows. False: it is too late, or not there. */
bool discord_interactions_reply(struct discord_interactions *all, uint64_t number,
                                struct discord_reply *reply);

/* An interaction that an earlier life of the program was busy with. */
struct discord_recalled {
    uint64_t number;
    const char *token;
    const char *account;
    int64_t since_ms;
};
/* Says this as its answer, unless that was said then: Discord is asked first, so that nothing is
 * said twice. False: its time is over. */
bool discord_interactions_recall(struct discord_interactions *all,
                                 const struct discord_recalled *recalled,
                                 struct discord_reply *reply);

/* The first answer, at once, to one that the house does not get: a message, a form (the data of a
 * modal), a list of choices. */
void discord_interactions_respond(struct discord_interactions *all,
                                  const struct discord_interaction *interaction,
                                  struct discord_ephemeral_body body);
void discord_interactions_modal(struct discord_interactions *all,
                                const struct discord_interaction *interaction, const char *modal);
void discord_interactions_choices(struct discord_interactions *all,
                                  const struct discord_interaction *interaction,
                                  const char *choices);

#endif
