/* A letter is handed over once, in the order of their numbers, and stays in the store until whoever
 * has it says that it came to its end. After a restart, and after a time without a store, those
 * that did not are handed over again, so what they say is safe to be heard twice. */
#include "letters.h"

#include <stdlib.h>
#include <string.h>

#include "commit.h"
#include "enqueue.h"
#include "heap.h"
#include "house.h"
#include "house_log.h"
#include "house_part.h"
#include "house_private.h"
#include "metrics.h"
#include "store_down.h"

enum { LETTERS_AT_ONCE = 256 };

/* One that is in hand. */
struct letter {
    struct letter *next;
    uint64_t id;
    bool ended;
    bool put;   /* and goes out of the store */
    bool again; /* nobody has it any more */
};

struct letters {
    const struct letter_reader *readers;
    struct letter *first; /* by their ids */
    struct letter **at;   /* the next one, while rows are read */
    unsigned read;        /* so many came in this reading */
    bool wanted;          /* there may be new ones */
    bool reading;
    bool more;  /* the last reading left some in the store */
    bool ended; /* some are to go out of the store */
};

struct letters *letters_new(const struct letter_reader *readers)
{
    struct letters *letters = heap_allocate(sizeof *letters);
    letters->readers = readers;
    letters->wanted = true; /* what lies there at the start */
    return letters;
}

static void letter_drop(struct letter **at)
{
    struct letter *gone = *at;
    *at = gone->next;
    free(gone);
}

void letters_free(struct letters **letters)
{
    while (*letters != NULL && (*letters)->first != NULL) {
        letter_drop(&(*letters)->first);
    }
    free(*letters);
    *letters = NULL;
}

/* The place of a letter, whether it is there or not. */
static struct letter **letter_place(struct letters *letters, uint64_t id)
{
    struct letter **at = &letters->first;
    while (*at != NULL && (*at)->id < id) {
        at = &(*at)->next;
    }
    return at;
}

static struct letter *letter_add(struct letter **at, uint64_t id)
{
    struct letter *letter = heap_allocate(sizeof *letter);
    letter->id = id;
    letter->next = *at;
    *at = letter;
    return letter;
}

static void letter_end(struct letters *letters, struct letter *letter)
{
    letter->ended = true;
    letter->put = false;
    letters->ended = true;
}

static bool letter_has_reader(const struct adapter_link *link, const char *kind)
{
    return link->def != NULL && link->def->passed != NULL && strcmp(link->name, kind) == 0;
}

/* False: nobody takes it. */
static bool letter_give(struct house *house, const struct store_row *row)
{
    for (unsigned i = 0; i < house->links.count; i++) {
        const struct adapter_link *link = &house->links.link[i];
        const char *slash = strchr(row->key, '/');
        if (letter_has_reader(link, row->extra) && slash != NULL) {
            link->def->passed(link->adapter, row->id, slash + 1, row->text);
            return true;
        }
    }
    for (const struct letter_reader *reader = house->letters->readers; reader->kind != NULL;
         reader++) {
        if (strcmp(reader->kind, row->extra) == 0) {
            return reader->read(house, row->id, row->key, row->text);
        }
    }
    return false;
}

static void letters_row(void *context, const struct store_row *row)
{
    struct house *house = context;
    struct letters *letters = house->letters;
    letters->read++;
    while (*letters->at != NULL && (*letters->at)->id < row->id) {
        letter_drop(letters->at); /* it is out of the store */
    }
    struct letter *letter = *letters->at;
    bool known = letter != NULL && letter->id == row->id;
    letter = known ? letter : letter_add(letters->at, row->id);
    letters->at = &letter->next;
    if (letter->ended) {
        letter_end(letters, letter); /* taking it out has failed */
        return;
    }
    if (known && !letter->again) {
        return;
    }
    letter->again = false;
    if (house->down || enqueue_is_full(house)) {
        letter->again = true;
        return;
    }
    if (row->damaged) {
        house_log("damaged_letter", 0,
                  "what another part said is not done; `deaddrop check` names it");
        return;
    }
    arena_reset(house->arena);
    metrics_add(METRIC_LETTERS, 1);
    if (!letter_give(house, row)) {
        letter_end(letters, letter);
    }
}

static void letters_read_all(void *context, const struct fault *fault)
{
    struct house *house = context;
    struct letters *letters = house->letters;
    letters->reading = false;
    house->loads_in_flight--;
    if (fault != NULL) {
        letters->wanted = true;
        store_down_begin(house, fault);
        return;
    }
    letters->more = letters->read == LETTERS_AT_ONCE;
    while (!letters->more && *letters->at != NULL) {
        letter_drop(letters->at);
    }
}

void letters_end_all(struct house *house)
{
    struct letters *letters = house->letters;
    if (letters == NULL || !letters->ended || house->down) {
        return;
    }
    letters->ended = false;
    for (struct letter *letter = letters->first; letter != NULL; letter = letter->next) {
        if (letter->ended && !letter->put) {
            const struct store_row row = {.id = letter->id};
            letter->put = true;
            commit_put(commit_collect(house), STORE_LETTER_DONE, &row);
        }
    }
    letters->wanted = letters->wanted || letters->more;
}

void letters_run(struct house *house)
{
    struct letters *letters = house->letters;
    if (letters == NULL || !letters->wanted || letters->reading || house->down || house->closing) {
        return;
    }
    const struct store_question question = {
        .query = STORE_LETTERS, .id = house->setup.part, .limit = LETTERS_AT_ONCE};
    letters->wanted = false;
    letters->reading = true;
    letters->read = 0;
    letters->at = &letters->first;
    house->loads_in_flight++;
    store_read(house->setup.store, &question, letters_row, letters_read_all, house);
}

void letters_again(struct house *house)
{
    struct letters *letters = house->letters;
    struct letter *letter = letters == NULL ? NULL : letters->first;
    for (; letter != NULL; letter = letter->next) {
        letter->again = !letter->ended;
    }
    if (letters != NULL) {
        letters->wanted = true;
    }
}

bool letters_wait(const struct house *house)
{
    const struct letters *letters = house->letters;
    return letters != NULL && !house->down && !house->closing &&
           (letters->ended || (letters->wanted && !letters->reading));
}

void house_hear_letters(struct house *house)
{
    if (house->letters != NULL) {
        house->letters->wanted = true;
    }
}

void house_passed(struct house *house, uint64_t letter)
{
    struct letters *letters = house->letters;
    if (letters != NULL) {
        struct letter **at = letter_place(letters, letter);
        bool known = *at != NULL && (*at)->id == letter;
        letter_end(letters, known ? *at : letter_add(at, letter));
    }
}
