/* From what was heard to what is meant: words, options, buttons and reactions become a move, a
 * question to the house, or a reasoned refusal. Deterministic; changes nothing. */
#ifndef COMMAND_H
#define COMMAND_H

#include "heard.h"
#include "outcome.h"
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
    ASK_LOG,
    ASK_TABLES,
    ASK_RECORD,
    ASK_FORM,    /* a press that opens a form: .row says which */
    ASK_PRACTICE /* a lesson: read as the opening of a table, with "practice" */
};

/* One table that could be meant, as the host lists them for this room and person. */
struct command_table {
    const struct table *table;
    bool in_this_room; /* heard in one of its venues */
    bool in_team_room; /* heard in the room of one of its teams, from a member of it */
};

struct command_index;

/* The rule words of the language in force, passed in (prefix, plain call words, number words…). */
struct command_words {
    const char *prefix;  /* "!" by default, per room */
    const char *account; /* the bot's own mention as the adapter writes it, or NULL */
    const char *(*word)(const void *catalogue, const char *key); /* "alias.verb.join" … or NULL */
    const void *catalogue;
    /* The person at this table that a mention of an account means: internal id, 0 nobody known. */
    uint64_t (*person)(const void *people, const char *account);
    const void *people;
    /* How a person is called; NULL unknown. The callback itself may be NULL. */
    const char *(*name)(const void *people, uint64_t person);
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
    struct move move; /* COMMAND_MOVE: bound, ready for table_apply */
    /* COMMAND_OPEN: options as texts by name, "rematch" (number): the table it follows, "practice"
     * (bool); ASK_RULES: "topic". */
    struct facts args;
    struct fact fact[48];
    char text[4096];
};

/* What is to be read: heard, from whom, and all tables that could be meant. */
struct command_heard {
    const struct heard *heard;
    uint64_t person; /* internal id */
    const struct command_table *tables;
    size_t table_count;
    const struct command_words *words;
};

/* Reads what was heard. Refusals (unknown verb with the nearest offered, ambiguous name, stale ask,
 * which table) fill out. */
void command_read(const struct command_heard *asked, struct command *command, struct outcome *out);

#endif
