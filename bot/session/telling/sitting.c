#include "sitting.h"

#include <stdio.h>
#include <string.h>

#include "commit.h"
#include "house_private.h"

enum { SITTING_IDS = 4096, SITTING_TABLES = 256, SITTING_BYTES = 65536 };

void sitting_label(struct house *house, const struct table_entry *entry,
                   char label[SITTING_LABEL_BYTES])
{
    struct value fact[4];
    char pool[SITTING_LABEL_BYTES];
    struct value_tree facts;
    const char *room = link_room_name(&house->links, entry->room->adapter, entry->room->id);
    value_init(&facts, fact, sizeof fact / sizeof fact[0], pool, sizeof pool);
    value_object(&facts, "table");
    value_number(&facts, "number", entry->number);
    value_term(&facts, "game", entry->game->id);
    value_text(&facts, "room", room, strnlen(room, SITTING_LABEL_BYTES / 2));
    value_end(&facts);
    const char *text =
        catalogue_text(house->setup.catalogue, house->arena, "page.table", &facts, 0, NULL);
    snprintf(label, SITTING_LABEL_BYTES, "%s", text);
}

static void sitting_line(const char *sign, const char *address, struct buf *lines)
{
    buf_text(lines, lines->len == 0 ? "" : "\n");
    buf_text(lines, sign);
    buf_text(lines, address);
}

/* Who is seen there, or was, by that account alone: others may learn of no other one of theirs. */
static void sitting_seen(const struct house *house, uint64_t id, struct buf *lines)
{
    const struct person *person = people_find(house->people, id);
    for (const struct address *at = person == NULL ? NULL : person->addresses; at != NULL;
         at = at->next) {
        sitting_line("-", at->key, lines);
    }
}

/* All accounts of who sits or hosts there, a line each, and whom the others have seen there. */
static void sitting_addresses(const struct house *house, const struct table_entry *entry,
                              struct buf *lines)
{
    buf_text(lines, "");
    for (unsigned i = 0; i < entry->people_count; i++) {
        const struct person *person = people_find(house->people, entry->people[i]);
        for (const struct person *one = person == NULL ? NULL : person->lead; one != NULL;
             one = one->next_linked) {
            for (const struct address *at = one->addresses; at != NULL; at = at->next) {
                sitting_line("", at->key, lines);
            }
        }
        sitting_seen(house, entry->people[i], lines);
    }
    for (unsigned i = 0; i < entry->sat.count; i++) {
        sitting_seen(house, entry->sat.person[i], lines);
    }
}

static uint64_t sitting_hash(const struct house *house, const struct store_row *row)
{
    const uint64_t *key = house->tables.by_id.key;
    uint64_t hash = map_hash(key, row->extra, strlen(row->extra)) * 3 +
                    map_hash(key, row->text, strlen(row->text));
    return row->key[0] == '\0' ? 0 : hash | 1;
}

void sitting_note(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    struct buf lines;
    char label[SITTING_LABEL_BYTES] = "";
    if (house->setup.parts <= 1 || entry->tag[0] == '\0') {
        return;
    }
    buf_init(&lines, SITTING_BYTES);
    struct store_row row = {.id = entry->id, .sub = house->setup.part, .key = "", .extra = ""};
    if (entry->phase < TABLE_CLOSED) {
        sitting_label(house, entry, label);
        sitting_addresses(house, entry, &lines);
        row.key = entry->tag;
        row.extra = lines.text;
    }
    row.text = label;
    uint64_t hash = sitting_hash(house, &row);
    if (hash != entry->sitting || hash == 0) {
        entry->sitting = hash;
        commit_put(commit, STORE_SITTING, &row);
    }
    buf_deinit(&lines);
}

void sitting_person(struct commit *commit, const struct person *person)
{
    const struct house *house = commit->house;
    for (unsigned i = 0; i < person->table_count && house->setup.parts > 1; i++) {
        struct table_entry *entry = tables_find(&house->tables, person->tables[i]);
        if (entry != NULL) {
            sitting_note(commit, entry);
        }
    }
}

/* Said by a run before, and closed while nobody could say so. */
static void sitting_row(void *context, const struct store_row *row)
{
    struct house *house = context;
    const struct store_row gone = {.id = row->id, .sub = row->sub};
    if (row->sub == house->setup.part && tables_find(&house->tables, row->id) == NULL) {
        commit_put(commit_collect(house), STORE_SITTING, &gone);
    }
}

static void sitting_read(void *context, const struct fault *fault)
{
    struct house *house = context;
    house->loads_in_flight--;
    if (fault != NULL) {
        house->sitting_id = 0; /* once more, with the next run */
    }
}

static void sitting_begin(struct house *house)
{
    const struct store_question question = {.query = STORE_SITTING_AT};
    house->sitting_id = 1;
    house->loads_in_flight++;
    store_read(house->setup.store, &question, sitting_row, sitting_read, house);
}

void sitting_again(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        entry->sitting = 0;
    }
    house->sitting_id = 0;
}

bool sitting_run(struct house *house)
{
    unsigned told = 0;
    if (house->setup.parts <= 1 || house->down || house->closing) {
        return false;
    }
    if (house->sitting_id == 0) {
        sitting_begin(house);
    }
    for (unsigned i = 0; i < SITTING_IDS && told < SITTING_TABLES; i++) {
        if (house->sitting_id >= house->tables.next_id) {
            return false;
        }
        struct table_entry *entry = tables_find(&house->tables, house->sitting_id++);
        if (entry != NULL && entry->sitting == 0) {
            sitting_note(commit_collect(house), entry);
            told++;
        }
    }
    return true;
}
