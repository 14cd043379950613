/* What the files of reading commands share. */
#ifndef COMMAND_PRIVATE_H
#define COMMAND_PRIVATE_H

#include "command.h"
#include "command_span.h"
#include "table_private.h"

/* One reading: the event, from whom, and where the answer goes. */
struct reading {
    const struct inbound *inbound;
    uint64_t person;
    const struct command_table *tables;
    size_t table_count;
    const struct command_words *words;
    struct command *command;
    struct outcome *out;
    uint32_t number;     /* "#3" was said; 0 not */
    uint64_t only_table; /* the table it must be: replied to, pressed; 0 any */
    bool in_public;      /* typed where others read it */
    bool in_team;        /* typed in the room of a team, where only that team reads it */
};

enum verb_kind { VERB_ROW, VERB_ASK, VERB_OPEN };

struct verb {
    enum verb_kind kind;
    const char *name;
    const struct action_def *row;
    const struct game_def *game; /* whose row, or which to open; NULL for a table's own */
    enum command_question question;
};

enum { HITS_MAX = 12 };

struct verbs {
    size_t count;
    struct verb verb[HITS_MAX];
    bool exact;
};

/* Raw values of a row's arguments, as they were said, by their place in the row. */
struct raw {
    struct span value[ACTION_ARGS_MAX];
    bool given[ACTION_ARGS_MAX];
    const struct arg_def *listed; /* a form gave the items of this list one by one; or NULL */
    struct span item[ARG_ITEMS_MAX];
    bool loose; /* a guess that nothing but its words marks as one */
};

/* Of a question about what a room or somebody has chosen: the argument that says what it is to be;
 * or NULL. */
const char *reading_wish(enum command_question question);
/* Is it about one table, which has to be found? */
bool reading_is_of_table(enum command_question question);
/* Is it a question to the house, about no table or about several? */
bool reading_is_house(enum command_question question);
/* As whom somebody acts at a table. */
uint64_t reading_person(const struct reading *reading, const struct table *table);
/* Do they sit there; do they, or host it, or rule on it? */
bool reading_sits(const struct reading *reading, const struct table *table);
bool reading_is_mine(const struct reading *reading, const struct table *table);
/* Is it about a person, whom "to" names? */
bool reading_is_of_person(enum command_question question);
/* The person that a question's "to" mentions, as its "person". */
void reading_whom(const struct reading *reading);
/* An entry of the language in force, NULL when there is none: key is group, name. */
const char *reading_word(const struct reading *reading, const char *group, const char *name);
/* Does a folded word mean this term: its name, its aliases, those of the language? */
bool reading_is_term(const struct reading *reading, const char *folded, const char *name,
                     const char *aliases);

/* --- verbs ------------------------------------------------------------------------------------ */
/* All that a folded word may mean: exactly, else as a beginning. */
void verbs_find(const struct reading *reading, const char *folded, struct verbs *verbs);
/* Several games may have a verb, and a lobby another than a game: keeps what fits the tables meant,
 * as long as anything does. */
void verbs_keep_meant(const struct reading *reading, struct verbs *verbs);
/* The verb most like it, NULL when none is. */
const char *verbs_nearest(const struct reading *reading, const char *folded);
bool verbs_question(const char *name, enum command_question *question_r);

/* --- which table, which person -----------------------------------------------------------------
 */
/* The table meant for an act (row NULL: for a question), NULL when refused or none. */
const struct table *reading_table(const struct reading *reading, const struct action_def *row,
                                  const struct game_def *game, bool must);
const struct table *reading_table_tagged(const struct reading *reading, const char *tag);
/* The seat that a name, a mention or a number means; SEAT_NONE after a refusal. */
int people_seat(const struct reading *reading, const struct table *table, struct span span);
/* Takes a person's name off the front, as long as one fits. */
struct span people_take(const struct reading *reading, const struct table *table,
                        struct span *rest);
/* The one seat that the words mean; SEAT_NONE, without a word, when there is none or more. */
int people_only(const struct reading *reading, const struct table *table, struct span span);
/* The person that a mention means, who need not sit; 0 nobody known. */
uint64_t people_mentioned(const struct reading *reading, struct span span);
/* A display name made fit for this reading's table: inert, short, told from those who sit there,
 * from house players and from the bot. */
void people_name(const struct reading *reading, const struct table *table, uint64_t person,
                 const char *name, char clean[TABLE_NAME_BYTES]);

/* --- making the command ------------------------------------------------------------------------
 */
void reading_refuse(const struct reading *reading, enum refusal refusal);
/* Refuses with one text argument. */
void reading_refuse_text(const struct reading *reading, enum refusal refusal, const char *key,
                         struct span text);
void reading_ask(const struct reading *reading, enum command_question question,
                 const struct table *table);
/* Could the act be made at all, were its arguments given? Otherwise refuses: it is over, paused,
 * not for who has no seat. */
bool reading_is_of_use(const struct reading *reading, const struct table *table,
                       const struct action_def *row);
/* A form is wanted for this act: it needs more than was said. */
void reading_form(const struct reading *reading, const struct table *table,
                  const struct action_def *row, uint32_t ask);
/* Binds raw values to a move of the row. ask: the one a press carried. */
void reading_bind(const struct reading *reading, const struct table *table,
                  const struct action_def *row, const struct raw *raw, uint32_t ask);
/* Opens a table of the game, options out of text or out of named texts (either may be empty). */
void reading_open(const struct reading *reading, const struct game_def *game, struct span text,
                  const struct value_tree *named);
void reading_rematch(const struct reading *reading, const struct table *table);
/* An act by its row, its arguments out of text. */
void reading_row_text(const struct reading *reading, const struct table *table,
                      const struct action_def *row, struct span rest);
/* Splits text into raw values; false when it cannot be (a form may be shown then). */
bool reading_split(const struct reading *reading, const struct table *table,
                   const struct action_def *row, struct span rest, struct raw *raw);
/* Has the row the arguments of a guess: kind, value, symbol? */
bool guess_is_row(const struct action_def *row);
/* Reads a guess in any of the ways people say one; false when it is not understood. */
bool guess_read(const struct reading *reading, const struct action_def *row, struct span text,
                struct raw *raw);
/* Reads sections "documents: word honestly money: ends with ?" for rows with such objects. */
bool guess_has_sections(const struct action_def *row);
bool guess_read_sections(const struct reading *reading, const struct action_def *row,
                         struct span text, struct raw *raw);

void reading_text(struct reading *reading);
void reading_plain(struct reading *reading, struct span text);
bool reading_call(struct reading *reading, struct span text);
bool reading_said(const struct reading *reading, struct span text);
void reading_slash(struct reading *reading);
void reading_press(struct reading *reading);
void reading_reaction(struct reading *reading);

#endif
