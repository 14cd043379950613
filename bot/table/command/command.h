/* From an inbound event to what is meant: words, options, buttons and reactions become a move, a
 * question to the house, or a reasoned refusal. Deterministic; changes nothing. */
#ifndef COMMAND_H
#define COMMAND_H

#include "inbound.h"
#include "outcome.h"
#include "setting.h"
#include "table.h"

enum command_kind {
    COMMAND_IGNORED, /* not for us: people talk */
    COMMAND_OPEN,    /* open a table of .game with .args (options by name) */
    COMMAND_MOVE,    /* .table_id/.row with raw arguments: command_bind() makes the move */
    COMMAND_ASK,     /* a question: .question of the table or the house; nothing changes */
    COMMAND_REFUSED  /* outcome has why */
};

enum command_question {
    ASK_HELP,
    ASK_RULES,
    ASK_STATUS,
    ASK_HAND,
    ASK_TODO,
    ASK_BOARD,
    ASK_CONSOLE, /* what who hosts a table can do there now */
    ASK_LOG,
    ASK_NEWS, /* what has happened there since they did something last */
    ASK_TABLES,
    ASK_RECORD,
    ASK_CALENDAR,    /* a calendar file of a game night */
    ASK_SHARE,       /* how a game went, without what was secret in it */
    ASK_FORM,        /* a press that opens a form: .row says which */
    ASK_ABOUT,       /* what the house is */
    ASK_LINK,        /* several accounts are one person's; with "to": a code, yes or no */
    ASK_UNLINK,      /* and are no more */
    ASK_DATA,        /* what is kept of somebody; with "to": what is to become of it */
    ASK_STATS,       /* how somebody plays: who asks, or whom "to" names */
    ASK_LEADERBOARD, /* who plays best in a room; with "to": a game, a season */
    ASK_NOTIFY,      /* what somebody wants to be told; with "to": what more, or no more */
    ASK_BLOCK,    /* whom they keep away from their tables; with "to" one more: "person", a number,
                     where their platform knows the mention */
    ASK_UNBLOCK,  /* and no longer */
    ASK_OWN,      /* what somebody has chosen for themselves; with "to": a name and a value */
    ASK_ROOM,     /* the same of the room */
    ASK_PRACTICE, /* a lesson: read as the opening of a table, with "practice" */
/* one setting (setting.h); with "to": what it is to be */
#define OWN_CHOICE(id, ...)  ASK_OWN_##id,
#define ROOM_CHOICE(id, ...) ASK_ROOM_##id,
#include "own_choices.def"
#include "room_choices.def"
#undef OWN_CHOICE
#undef ROOM_CHOICE
    ASK_QUESTIONS
};

/* Which setting a question is about; SETTINGS: it is another question. */
enum setting command_setting(enum command_question question);

/* One table that could be meant, as the host lists them for this room and person. */
struct command_table {
    const struct table *table;
    bool in_this_room; /* heard in one of its venues */
    bool in_team_room; /* sent from the room of one of its teams, from a member of it */
    uint64_t person;   /* as whom they act there; 0: as everywhere */
};

struct command_index;

/* The rule words of the language in force, passed in (prefix, plain call words, number words…). */
struct command_words {
    const char *prefix;  /* "!" by default, per room */
    const char *account; /* the bot's own mention as the adapter writes it, or NULL */
    const char *bot;     /* how the bot is called there, NULL unknown */
    const char *(*word)(const void *catalogue, const char *key); /* "alias.verb.join" … or NULL */
    const void *catalogue;
    /* The person at this table that a mention of an account means: internal id, 0 nobody known. */
    uint64_t (*person)(const void *people, const char *account);
    const void *people;
    /* How a person is called; NULL unknown. The callback itself may be NULL. */
    const char *(*name)(const void *people, uint64_t person);
    /* How the room of a table (by id) is called, which is told where tables of several rooms could
     * be meant; NULL unknown. The callback itself may be NULL. */
    const char *(*room)(const void *people, uint64_t table);
    const struct command_index *index; /* of the same words; NULL: each verb is looked at */
};

/* All words that name a verb, found at once; made once for a language. Of words, only those of the
 * language are looked at, and may be gone after it. NULL: there are too many for it. */
struct command_index *command_index_new(const struct command_words *words);
void command_index_free(struct command_index **index);

struct command {
    enum command_kind kind;
    enum command_question question;
    const struct game_def *game; /* COMMAND_OPEN, ASK_RULES */
    const struct table *table;   /* which one is meant */
    const struct action_def *row;
    uint32_t ask;     /* the ask a press carried, 0 none */
    bool console;     /* it was pressed on a console */
    struct move move; /* COMMAND_MOVE: bound, ready for table_apply */
    /* COMMAND_OPEN: options as texts by name, "rematch" (number): the table it follows, "practice"
     * (bool); ASK_RULES: "topic"; ASK_OWN, ASK_ROOM, one setting: "to",
     * "server" (bool: said beside it). */
    struct value_tree args;
    struct value fact[48];
    char text[4096];
    /* What a control or a menu has picked of the arguments of .row, as texts by their names: what a
     * form for the rest of it need not ask for. */
    struct value_tree picked;
    struct value picked_fact[12];
    char picked_text[256];
};

/* What is to be read: heard, from whom, and all tables that could be meant. */
struct command_inbound {
    const struct inbound *inbound;
    uint64_t person; /* internal id */
    const struct command_table *tables;
    size_t table_count;
    const struct command_words *words;
};

/* Reads an inbound event. Refusals (unknown verb with the nearest offered, ambiguous name, stale
 * ask, which table) fill out. */
void command_read(const struct command_inbound *asked, struct command *command,
                  struct outcome *out);

/* Would somebody called so pass for the bot or for a house player? */
bool names_are_ours(const struct command_words *words, const char *name);
/* The name a person goes by: one that would pass for ours gets a " (2)". Zero-terminated, cut at a
 * code point where it does not fit. */
void names_mark(const struct command_words *words, const char *name, char *marked, size_t size);

#endif
