/* Helpers for tests of tables: people 101, 102, … at a table of pebbles or of a real game, moves by
 * name with arguments as JSON, words heard, and a copy of the table that is built from the journal
 * alone and compared after every move. */
#ifndef TABLE_KIT_H
#define TABLE_KIT_H

#include <check.h>

#include "command.h"
#include "journal.h"
#include "table.h"
#include "table_view.h"

enum { KIT_MOD = 900, KIT_WORDS = 4000 };
#define KIT_START_MS (1900000000000LL)
#define KIT_MINUTE   (60000LL)

struct kit {
    struct table table;
    struct table twin; /* made by replaying each line */
    struct outcome out;
    struct command command;
    struct move move;
    struct view view;
    int64_t now_ms;
    unsigned events; /* numbers the events heard */
    bool moderator;
    bool private_room;
    size_t word_count;
    char *word[KIT_WORDS]; /* kept beside the journal, by number */
    char line[JOURNAL_LINE_MAX];
};

/* A table of game (NULL: pebbles) opened by person 101 in room "den". */
struct kit *kit_new(const struct game_def *game);
/* The same, opened with more arguments (",\"bots\":true"). */
struct kit *kit_new_with(const struct game_def *game, const char *args);
void kit_free(struct kit **kit);
/* The person whose name is at index ("Ana" 101, "Ben" 102, …). */
const char *kit_name(unsigned index);

/* Makes a move of person (0: the house), args compact JSON or NULL; person's seat is looked up. On
 * success it is journalled, replayed on the twin and both are compared byte by byte; on a refusal
 * the table must be as before. */
enum refusal kit_do(struct kit *kit, uint64_t person, const char *action, const char *json);
/* The same with the move that kit->move holds. */
enum refusal kit_make(struct kit *kit);
/* Seats count people, proves their reach. */
void kit_fill(struct kit *kit, unsigned count);
/* Fills and starts, with seed bytes all alike. */
void kit_start(struct kit *kit, unsigned count, unsigned char seed);
/* Lets ms pass, with every tick on the way. Returns how many ticks changed something. */
unsigned kit_wait(struct kit *kit, int64_t ms);
/* Did the last move tell this message (to anybody)? */
bool kit_told(const struct kit *kit, enum message message);
/* The audience of the first such event, 0 for none. */
uint16_t kit_told_to(const struct kit *kit, enum message message);

/* Reads what person typed; the command is in kit->command, a refusal in kit->out. */
enum command_kind kit_say(struct kit *kit, uint64_t person, const char *text);
enum command_kind kit_press(struct kit *kit, uint64_t person, const char *control);
enum command_kind kit_form(struct kit *kit, uint64_t person, const char *control, const char *json);
enum command_kind kit_slash(struct kit *kit, uint64_t person, const char *command,
                            const char *json);
enum command_kind kit_read(struct kit *kit, uint64_t person, struct inbound *inbound);
/* The words of English, as the build has joined them. */
void kit_words(struct command_words *words);
/* What was just read, on one line: "take {"count":1}", "ask hand", "stale {}", "ignored". */
const char *kit_reading(struct kit *kit);
/* The arguments of the move just read, as JSON. */
const char *kit_args(struct kit *kit);
/* The refusal's arguments as JSON. */
const char *kit_why(struct kit *kit);

/* The view of a reader, freshly made, in kit->view. */
const struct value_tree *kit_view(struct kit *kit, int reader);
/* The control of an offer by action (and, button not below 0, of its button), "" when not offered;
 * kit->view is used. */
const char *kit_offer(struct kit *kit, int reader, const char *action, int button);

#endif
