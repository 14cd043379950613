/* What the files of compose share: a page is a document being written for one reader. */
#ifndef COMPOSE_PRIVATE_H
#define COMPOSE_PRIVATE_H

#include "compose.h"

enum {
    COMPOSE_KEY_MAX = 96,
    COMPOSE_CHOICES_MAX = 25,     /* the smallest panel of all platforms */
    COMPOSE_QUESTIONS = 5,        /* room kept for questions that are always there */
    COMPOSE_LABEL_MAX = 40,       /* letters on a button */
    COMPOSE_LINES_MAX = 40,       /* numbered entries of one page */
    COMPOSE_PARAGRAPH_MAX = 16384 /* bytes of one that is compared */
};

struct page {
    const struct compose *compose;
    const struct view *view; /* NULL: no table */
    struct doc *doc;
    struct catalogue_names names; /* of the view's seats */
};

/* A few arguments of our own for one sentence. */
struct own_facts {
    struct value_tree facts;
    struct value fact[24];
    char text[1024];
};

void page_init(struct page *page, const struct compose *compose, const struct view *view);
/* Says of which game the document is, and how far that is. */
void page_stamp(struct page *page);
/* How far the game is ("round 3", "turn 7"), as an argument "step"; null where nobody says. */
void page_step(struct page *page, struct value_tree *args, const struct board *board);
/* A few facts, empty. */
struct value_tree *own_facts(struct own_facts *own);

/* "a.b.c" out of up to three parts, NULL ones left out; valid as long as the arena. */
const char *page_key(const struct page *page, const char *a, const char *b, const char *c);
/* "KEY.GAME" where the game of the view has a sentence of its own for that, else KEY. */
const char *page_key_of_game(const struct page *page, const char *key);
/* "a.b.2": a key with a number at its end. */
const char *page_key_number(const struct page *page, const char *a, const char *b, unsigned n);
/* The word of a term that is a value of an argument; the term itself where there is none. */
const char *page_term(const struct page *page, const char *argument, const char *term);
/* "📄 Documents". */
const char *page_with_symbol(const struct page *page, const char *symbol, const char *word);
bool page_has(const struct page *page, const char *key);

/* The game of the view as a term ("interceptor"), and where its own view begins (VALUE_NONE: there
 * is none). */
const char *page_game(const struct page *page);
uint16_t page_play(const struct page *page);
/* Is the reader neither at the table nor its referee? */
bool page_is_beside(const struct page *page);

/* Writes a sentence as a block of its own; nothing is left when it has no words. */
bool page_line(struct page *page, enum block_kind kind, const char *key,
               const struct value_tree *facts, uint16_t index);
/* Writes a sentence into a block that is there. */
void page_write(struct page *page, struct block *block, const char *key,
                const struct value_tree *facts, uint16_t index);
/* Lines prefix.1, prefix.2, … as far as there are entries, as items of a list or paragraphs.
 * Returns how many had words. */
unsigned page_lines(struct page *page, const char *prefix, bool list,
                    const struct value_tree *facts, uint16_t index);

/* "#3 Interceptor · " before a public line, where the room has several tables. */
void page_short_name(struct page *page, struct block *block);
/* How the game ended, and what is open now; nothing before. */
void page_result(struct page *page);
/* What a finished game is told of by: its course in one line, and its awards. */
void page_retold(struct page *page);
/* A finished game in one line that spoils nothing; NULL before its end, or where nothing is shared.
 * In the arena. */
const char *page_share_text(const struct page *page);
/* "Interceptor #3 in #den": heading of everything private. Nothing without a view. */
void page_head(struct page *page);
/* Who owes what until when: a line for each thing waited for. Returns how many. */
unsigned page_owed(struct page *page, bool mine);
/* The same lines as the crowd has them, of these seats alone. */
void page_owed_of(struct page *page, const int *seats, size_t count);
/* The game's own clock ("clock" of its view: set, until_ms, left_ms), as clock.GAME words it. */
void page_clock(struct page *page);
/* What my seat knows, worded by the entries hand.GAME.1 and so on. */
void page_hand(struct page *page);
/* A sentence for the state the whole table is in, when it is not simply going on. */
void page_standing(struct page *page);
/* Options that are not as usual, in one line. */
void page_options(struct page *page);
/* Who sits, who is missing, who may be reached, options: what a lobby shows. */
void page_lobby(struct page *page);
/* What a game night shows in its place; false, and nothing is written, where it is none. */
bool page_night(struct page *page);
bool page_is_night(const struct page *page);
/* Makes tiles of the lobby's seats, whose twin are the blocks behind the given one (doc_tiles);
 * nothing where nobody draws. */
void page_tiles_seats(struct page *page, struct block *after);
/* The same of the options that are not as usual. */
void page_tiles_options(struct page *page, struct block *after);
/* The same of what the reader holds, and behind them the places that can be crossed off. */
void page_tiles_cards(struct page *page, struct block *after);
/* The buttons and forms of what this reader may do now, but for leaving a running game. */
void page_panel(struct page *page);
/* The same with leaving a running game behind all else: where one's seat stands. */
void page_panel_seat(struct page *page);
/* Those that stand on no card: what a host does to a running game. */
void page_panel_aside(struct page *page);
/* The same of what is owed, and of one act alone. */
void page_panel_of(struct page *page, const char *action);
/* How to play in one minute. */
void page_teach(struct page *page, const char *game);
/* One of the questions that everybody may ask at all times ("hand", "log", "record", "help") as a
 * button, called page.QUESTION. */
void page_question(struct page *page, const char *question);
/* My hand, how it is dealt, Help, at the end the transcript and the record: buttons of the board
 * for anybody. */
void page_questions(struct page *page);
/* Brings a console anew; all: and what everybody holds. */
void page_refresh(struct page *page, bool all);

#endif
