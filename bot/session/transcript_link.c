/* From an address to a page, by the store: first the table's row alone, which tells whether the
 * address is one of its. */
#include "transcript_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "house_private.h"
#include "record.h"
#include "record_gather.h"
#include "room_words.h"
#include "transcript_page.h"
#include "weekly.h"

enum {
    LINK_PROOF_LETTERS = 22, /* 132 bits */
    LINK_POLICY_BYTES = 1024,
    LINK_PAGES_MAX = 4 /* made at once */
};

struct link_page {
    struct house *house;
    house_page_fn done;
    void *context;
    char address[TRANSCRIPT_LINK_BYTES];
    bool own; /* asked for by the house: the address is its answer, and no proof */
    size_t bytes_max;
    uint64_t table;
    int eyes;
    struct record_gather *gather;
};

void transcript_link(char link[TRANSCRIPT_LINK_BYTES], uint64_t table,
                     const uint8_t secret[SEED_BYTES], int eyes)
{
    static const char what[] = "transcript";
    char name[TRANSCRIPT_LINK_BYTES - LINK_PROOF_LETTERS - 1];
    char proof[HASH_BYTES * 2];
    uint8_t bytes[HASH_BYTES];
    struct hash *hash = hash_new();
    snprintf(name, sizeof name, "%llu-%d", (unsigned long long)table,
             seat_is_person(eyes) || eyes == TRANSCRIPT_EVERYBODY ? eyes + 1 : 0);
    hash_add(hash, what, sizeof what);
    hash_add(hash, secret, SEED_BYTES);
    hash_add(hash, name, strlen(name));
    hash_end(&hash, bytes);
    hash_base64url(proof, bytes, sizeof bytes);
    snprintf(link, TRANSCRIPT_LINK_BYTES, "%s-%.*s", name, LINK_PROOF_LETTERS, proof);
}

/* Reads table and eyes; false when it is no address. */
static bool link_read(struct link_page *page, const char *address)
{
    char *end = NULL;
    size_t len = strlen(address);
    if (len >= TRANSCRIPT_LINK_BYTES || address[0] < '0' || address[0] > '9') {
        return false;
    }
    memcpy(page->address, address, len + 1);
    page->table = strtoull(address, &end, 10);
    if (*end != '-' || end[1] < '0' || end[1] > '9') {
        return false;
    }
    unsigned long eyes = strtoul(end + 1, &end, 10);
    page->eyes = eyes == 0 ? SEAT_CROWD : (int)eyes - 1;
    return *end == '-' && eyes <= TRANSCRIPT_EVERYBODY + 1;
}

static void link_end(struct link_page *page, const struct buf *html)
{
    page->house->loads_in_flight--;
    page->house->transcripts_in_flight--;
    struct buf policy;
    buf_init(&policy, LINK_POLICY_BYTES);
    transcript_page_policy(&policy);
    const struct house_page made = {.html = html == NULL ? NULL : html->text,
                                    .address = page->address,
                                    .len = html == NULL ? 0 : html->len,
                                    .policy = policy.text};
    page->done(page->context, &made);
    buf_deinit(&policy);
    record_gather_free(&page->gather);
    free(page);
}

/* The words of the room that the table stood in, else the program's. */
static const struct catalogue *link_words(const struct link_page *page)
{
    const struct table_entry *entry = tables_find(&page->house->tables, page->table);
    return entry == NULL ? page->house->setup.catalogue
                         : room_words(page->house, entry->room->adapter, entry->room->id);
}

/* The page of what was gathered; nothing where the game is not over. */
static bool link_make(struct link_page *page, struct buf *html)
{
    const struct table *table = record_gather_last(page->gather);
    const struct transcript_page wanted = {.eyes = page->eyes,
                                           .catalogue = link_words(page),
                                           .room_name = "",
                                           .bytes_max = page->bytes_max};
    struct buf record;
    struct fault fault;
    if (table->phase < TABLE_OVER || table->practice) {
        return false;
    }
    buf_init(&record, RECORD_MAX);
    record_gather_write(page->gather,
                        weekly_secret_told(page->house, table, record_gather_secret(page->gather)),
                        &record);
    bool made = transcript_page(&wanted, record.text, record.len, html, &fault) == 0;
    buf_deinit(&record);
    return made;
}

static void link_gathered(void *context, const struct fault *fault)
{
    struct link_page *page = context;
    struct buf html;
    buf_init(&html, (size_t)TRANSCRIPT_SERVED_MAX * 2);
    bool good = fault == NULL && !record_gather_damaged(page->gather) &&
                record_gather_bad(page->gather)[0] == '\0';
    good = good && link_make(page, &html);
    link_end(page, good ? &html : NULL);
    buf_deinit(&html);
}

static void link_row(void *context, const struct store_row *row)
{
    record_gather_table(((struct link_page *)context)->gather, row);
}

static void link_candidates(void *context, const struct store_row *row)
{
    record_gather_candidates(((struct link_page *)context)->gather, row);
}

static void link_said(void *context, const struct store_row *row)
{
    record_gather_words(((struct link_page *)context)->gather, row);
}

static void link_line(void *context, const struct store_row *row)
{
    record_gather_line(((struct link_page *)context)->gather, row);
}

static void link_shown(void *context, const struct store_row *row)
{
    record_gather_shown(((struct link_page *)context)->gather, row);
}

static void link_passed(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault; /* the last one has it too */
}

/* The row is there: is the address one of this table's? Then all else is read. */
static void link_found(void *context, const struct fault *fault)
{
    struct link_page *page = context;
    struct store *store = page->house->setup.store;
    char address[TRANSCRIPT_LINK_BYTES] = "";
    if (fault == NULL && record_gather_begun(page->gather)) {
        transcript_link(address, page->table, record_gather_secret(page->gather), page->eyes);
    }
    bool proves = strlen(address) == strlen(page->address) &&
                  hash_equal(address, page->address, strlen(address));
    if (address[0] == '\0' || (!proves && !page->own)) {
        link_end(page, NULL);
        return;
    }
    memcpy(page->address, address, sizeof address);
    struct store_question question = {.query = STORE_CANDIDATES_OF, .id = page->table};
    store_read(store, &question, link_candidates, link_passed, page);
    question.query = STORE_WORDS_OF;
    store_read(store, &question, link_said, link_passed, page);
    question.query = STORE_JOURNAL_OF;
    store_read(store, &question, link_line, link_passed, page);
    question.query = STORE_WORDS_OF;
    store_read(store, &question, link_shown, link_gathered, page);
}

/* Nothing comes of it, or not now. */
static void link_refused(struct link_page *page, bool busy)
{
    const struct house_page none = {.busy = busy};
    page->done(page->context, &none);
    free(page);
}

static void link_begin(struct link_page *page)
{
    struct house *house = page->house;
    page->gather = record_gather_new();
    house->loads_in_flight++;
    house->transcripts_in_flight++;
    const struct store_question question = {.query = STORE_TABLE_ONE, .id = page->table};
    store_read(house->setup.store, &question, link_row, link_found, page);
}

static struct link_page *link_new(struct house *house, house_page_fn done, void *context)
{
    struct link_page *page = heap_allocate(sizeof *page);
    page->house = house;
    page->done = done;
    page->context = context;
    page->bytes_max = TRANSCRIPT_SERVED_MAX;
    return page;
}

void house_transcript(struct house *house, const char *address, house_page_fn done, void *context)
{
    struct link_page *page = link_new(house, done, context);
    bool busy = house->transcripts_in_flight >= LINK_PAGES_MAX;
    if (busy || !link_read(page, address)) {
        link_refused(page, busy);
        return;
    }
    link_begin(page);
}

void transcript_page_of(struct house *house, uint64_t table, size_t bytes_max, house_page_fn done,
                        void *context)
{
    struct link_page *page = link_new(house, done, context);
    if (house->transcripts_in_flight >= LINK_PAGES_MAX) {
        link_refused(page, true);
        return;
    }
    page->own = true;
    page->table = table;
    page->eyes = TRANSCRIPT_EVERYBODY;
    page->bytes_max = bytes_max;
    link_begin(page);
}
