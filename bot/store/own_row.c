/* Where rows of somebody may lie, and which of them are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "chain.h"
#include "own_private.h"
#include "row_rules.h"
#include "store_part.h"

enum { SALT_HEX = CHAIN_SALT_BYTES * 2, DIGEST_LEN = CHAIN_DIGEST_BYTES * 2 };

/* One look at a place: what is learnt of a row, and whose it is. after has the row itself; a
 * judgement that leaves something of it says there what. */
struct look {
    struct own *own;
    const struct place *place;
    own_found_fn found;
    void *context;
    struct buf rest;
    struct buf more;
};

struct place {
    const char *kind;
    enum store_query query;
    bool by_person; /* the question's id is theirs */
    void (*learn)(struct own *own, const struct store_row *row);
    enum own_share (*share)(struct look *look, const struct store_row *row,
                            struct own_found *found);
};

/* --- people ----------------------------------------------------------------------------------- */

static void learn_person(struct own *own, const struct store_row *row)
{
    cJSON *json = row->id == own->person ? cJSON_ParseWithLength(row->text, row->text_len) : NULL;
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "name"));
    if (name != NULL) {
        own_name(own, name);
    }
    cJSON_Delete(json);
}

static enum own_share share_person(struct look *look, const struct store_row *row,
                                   struct own_found *found)
{
    found->op = STORE_PERSON;
    found->after = (struct store_row){.id = row->id};
    return row->id == look->own->person ? OWN_WHOLE : OWN_NOTHING;
}

static enum own_share share_address(struct look *look, const struct store_row *row,
                                    struct own_found *found)
{
    found->op = STORE_ADDRESS;
    found->after = (struct store_row){.key = row->key};
    bool theirs = row->id == look->own->person && look->own->person != 0;
    return theirs || strcmp(row->key, look->own->address) == 0 ? OWN_WHOLE : OWN_NOTHING;
}

static void learn_words(struct own *own, const struct store_row *row)
{
    if (row->text_len > SALT_HEX) {
        struct own_text *words =
            own_words(own, row->id, row->text + SALT_HEX, row->text_len - SALT_HEX);
        snprintf(words->digest, sizeof words->digest, "%s", row->key);
    }
}

static enum own_share share_words(struct look *look, const struct store_row *row,
                                  struct own_found *found)
{
    found->op = STORE_WORDS_FORGET;
    found->after = (struct store_row){.id = row->id, .sub = look->own->person};
    return OWN_WHOLE;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Words that stand as a name in the table's journal are one. */
static void learn_line(struct own *own, const struct store_row *row)
{
    static const char member[] = "\"name\":\"~";
    const char *at = strstr(row->text, member);
    for (struct own_text *words = own->words; at != NULL && words != NULL; words = words->next) {
        if (words->table == row->sub &&
            strncmp(at + sizeof member - 1, words->digest, DIGEST_LEN) == 0) {
            words->name = true;
        }
    }
}

/* Which event a line came of is for reading along alone: no line's hash covers it. */
static enum own_share share_line(struct look *look, const struct store_row *row,
                                 struct own_found *found)
{
    found->op = STORE_JOURNAL_EVENT;
    found->after = (struct store_row){.id = row->id, .key = "-"};
    return own_has_id(look->own, row->key, strlen(row->key)) ? OWN_PART : OWN_NOTHING;
}

/* A table in a room that is theirs alone is theirs. */
static enum own_share share_table(struct look *look, const struct store_row *row,
                                  struct own_found *found)
{
    if (own_has_id(look->own, row->key, strlen(row->key))) {
        found->op = STORE_TABLE_GONE;
        found->after = (struct store_row){.id = row->id};
        return OWN_WHOLE;
    }
    enum own_share share = own_json(look->own, row->text, row->text_len, &look->rest);
    found->op = STORE_TABLE;
    found->after = *row;
    found->after.text = look->rest.text;
    found->after.text_len = look->rest.len;
    return share;
}

/* Lines of rooms and of ids, one a message: those that name them lose both. */
static enum own_share share_sent(struct look *look, const struct store_row *row,
                                 struct own_found *found)
{
    const char *rooms = row->extra;
    const char *ids = row->text;
    bool part = false;
    while (*rooms != '\0' || *ids != '\0') {
        size_t room = strcspn(rooms, "\n");
        size_t id = strcspn(ids, "\n");
        bool theirs = own_has_id(look->own, rooms, room) || own_has_id(look->own, ids, id);
        part = part || theirs;
        buf_add(&look->rest, theirs ? "-" : ids, theirs ? 1 : id);
        buf_add(&look->more, theirs ? "-" : rooms, theirs ? 1 : room);
        rooms += room;
        ids += id;
        buf_add(&look->more, "\n", *rooms != '\0');
        buf_add(&look->rest, "\n", *ids != '\0');
        rooms += *rooms != '\0';
        ids += *ids != '\0';
    }
    found->op = STORE_SENT_PART;
    found->after = (struct store_row){.id = row->id,
                                      .extra = look->more.text,
                                      .text = look->rest.text,
                                      .text_len = look->rest.len};
    return part ? OWN_PART : OWN_NOTHING;
}

/* --- what waits ------------------------------------------------------------------------------- */

static enum own_share share_inbox(struct look *look, const struct store_row *row,
                                  struct own_found *found)
{
    cJSON *json = cJSON_ParseWithLength(row->text, row->text_len);
    const char *account = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "account"));
    bool theirs = account != NULL && strcmp(account, look->own->account) == 0 &&
                  strncmp(row->key, look->own->adapter, strlen(look->own->adapter)) == 0;
    cJSON_Delete(json);
    found->op = STORE_INBOX_DONE;
    found->after = (struct store_row){.id = row->id};
    return theirs ? OWN_WHOLE : OWN_NOTHING;
}

/* What another part is to be told of them, or was told by their platform; but not that they are to
 * be forgotten. Where somebody else has told of themselves, whoever reads it leaves out those who
 * were forgotten. */
static enum own_share share_letter(struct look *look, const struct store_row *row,
                                   struct own_found *found)
{
    bool named =
        strcmp(row->extra, LETTER_PERSON) != 0 && own_has_id(look->own, row->text, row->text_len);
    bool theirs = strcmp(row->extra, LETTER_FORGET) != 0 &&
                  (named || strcmp(row->key, look->own->address) == 0);
    found->op = STORE_LETTER_DONE;
    found->after = (struct store_row){.id = row->id};
    return theirs ? OWN_WHOLE : OWN_NOTHING;
}

/* Documents, one a line, each judged alone. */
static bool documents_without(struct look *look, const struct store_row *row)
{
    const char *end = row->text + row->text_len;
    bool part = false;
    for (const char *at = row->text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t len = (size_t)((stop == NULL ? end : stop) - at);
        bool cut = own_json(look->own, at, len, &look->rest) == OWN_PART;
        if (!cut) {
            buf_add(&look->rest, at, len);
        }
        part = part || cut;
        buf_add(&look->rest, "\n", stop != NULL);
        at += len + (stop != NULL);
    }
    return part;
}

static enum own_share share_outbox(struct look *look, const struct store_row *row,
                                   struct own_found *found)
{
    bool part = documents_without(look, row);
    bool meta = own_json(look->own, row->extra, strlen(row->extra), &look->more) == OWN_PART;
    found->op = STORE_OUTBOX;
    found->after = *row;
    found->after.extra = meta ? look->more.text : row->extra;
    found->after.text = look->rest.text;
    found->after.text_len = look->rest.len;
    return part || meta ? OWN_PART : OWN_NOTHING;
}

/* --- what others keep ------------------------------------------------------------------------- */

static void learn_adapter(struct own *own, const struct store_row *row)
{
    const struct row_rules *rules = row_rules_of(own->rules, row->key);
    if (rules != NULL && rules->learn != NULL && strcmp(row->key, own->adapter) == 0) {
        rules->learn(own, own->account, row);
    }
}

/* A row whose key names them is theirs; what they stand in otherwise stays without them. */
static enum own_share share_plain(struct look *look, const struct store_row *row)
{
    if (own_has_id(look->own, row->extra, strlen(row->extra))) {
        return OWN_WHOLE;
    }
    return own_json(look->own, row->text, row->text_len, &look->rest);
}

static enum own_share share_adapter(struct look *look, const struct store_row *row,
                                    struct own_found *found)
{
    const struct row_rules *rules = row_rules_of(look->own->rules, row->key);
    enum own_share share = OWN_NOTHING;
    if (rules != NULL && rules->share != NULL) {
        share = rules->share(look->own, row, &look->rest);
    } else {
        share = share_plain(look, row);
    }
    found->op = share == OWN_WHOLE ? STORE_ADAPTER_DELETE : STORE_ADAPTER;
    found->after = *row;
    found->after.text = look->rest.text;
    found->after.text_len = look->rest.len;
    return share;
}

static enum own_share share_setting(struct look *look, const struct store_row *row,
                                    struct own_found *found)
{
    found->op = STORE_SETTING;
    found->after = (struct store_row){.key = row->key, .extra = row->extra};
    bool theirs = own_has_id(look->own, row->key, strlen(row->key)) ||
                  own_has_id(look->own, row->extra, strlen(row->extra));
    return theirs ? OWN_WHOLE : OWN_NOTHING;
}

/* What came of a table is others' too: theirs is who it was. A room of theirs alone is theirs. */
static enum own_share share_result_seat(struct look *look, const struct store_row *row,
                                        struct own_found *found)
{
    bool seat = strcmp(row->extra, "seat") == 0;
    found->op = STORE_RESULT_FORGET;
    found->after = (struct store_row){.id = row->id, .sub = look->own->person};
    return seat ? OWN_SAID : OWN_NOTHING;
}

static enum own_share share_result(struct look *look, const struct store_row *row,
                                   struct own_found *found)
{
    found->op = STORE_RESULT_GONE;
    found->after = (struct store_row){.id = row->id};
    return own_has_id(look->own, row->key, strlen(row->key)) ? OWN_WHOLE : OWN_NOTHING;
}

/* In the order in which they are learnt. */
static const struct place places[] = {
    {"address", STORE_ADDRESSES, false, NULL, share_address},
    {"person", STORE_PERSONS, false, learn_person, share_person},
    {"words", STORE_WORDS_BY, true, learn_words, share_words},
    {"adapter", STORE_ADAPTER_ALL, false, learn_adapter, share_adapter},
    {"line", STORE_JOURNAL_ALL, false, learn_line, share_line},
    {"table", STORE_TABLES_EVER, false, NULL, share_table},
    {"sent", STORE_SENT_ALL, false, NULL, share_sent},
    {"outbox", STORE_OUTBOX_ALL, false, NULL, share_outbox},
    {"inbox", STORE_INBOX_ALL, false, NULL, share_inbox},
    {"letter", STORE_LETTERS_ALL, false, NULL, share_letter},
    {"setting", STORE_SETTINGS, false, NULL, share_setting},
    {"result", STORE_RESULTS_BY, true, NULL, share_result_seat},
    {"result", STORE_RESULTS_TABLES, false, NULL, share_result},
};

/* A damaged row is theirs whole where its key says so or an id of theirs still stands in it; what a
 * table owns stays as it lies. */
static enum own_share share_damaged(struct look *look, const struct store_row *row,
                                    struct own_found *found)
{
    bool keyed = look->place->share == share_address || look->place->share == share_person ||
                 look->place->share == share_words || look->place->share == share_setting ||
                 look->place->share == share_result_seat;
    bool named = own_has_id(look->own, row->key, strlen(row->key)) ||
                 own_has_id(look->own, row->extra, strlen(row->extra)) ||
                 own_has_id(look->own, row->text, row->text_len);
    if (keyed) {
        return look->place->share(look, row, found);
    }
    if (!named || (look->place->share != share_adapter && look->place->share != share_inbox &&
                   look->place->share != share_letter && look->place->share != share_outbox)) {
        return OWN_NOTHING;
    }
    found->op = look->place->share == share_adapter  ? STORE_ADAPTER_DELETE
                : look->place->share == share_inbox  ? STORE_INBOX_DONE
                : look->place->share == share_letter ? STORE_LETTER_DONE
                                                     : STORE_OUTBOX_DONE;
    found->after = (struct store_row){.id = row->id, .key = row->key, .extra = row->extra};
    return OWN_WHOLE;
}

static void learn_row(void *context, const struct store_row *row)
{
    const struct look *look = context;
    if (row->damaged) {
        return;
    }
    look->place->learn(look->own, row);
}

static void share_row(void *context, const struct store_row *row)
{
    struct look *look = context;
    struct own_found found = {.kind = look->place->kind, .row = row};
    buf_clear(&look->rest);
    buf_clear(&look->more);
    found.share =
        row->damaged ? share_damaged(look, row, &found) : look->place->share(look, row, &found);
    if (found.share != OWN_NOTHING) {
        look->found(look->context, &found);
    }
}

static int look_at(struct look *look, const struct own_reader *reader, store_row_fn row,
                   struct fault *fault)
{
    const struct store_question question = {.query = look->place->query,
                                            .id = look->place->by_person ? look->own->person : 0};
    if (look->place->by_person && look->own->person == 0) {
        return 0; /* what nobody said is nobody's */
    }
    return reader->read(reader->context, &question, row, look, fault);
}

int own_walk(struct own *own, const struct own_reader *reader, own_found_fn found, void *context,
             struct fault *fault)
{
    struct look look = {.own = own, .found = found, .context = context};
    const size_t count = sizeof places / sizeof places[0];
    int done = 0;
    buf_init(&look.rest, OWN_REST_MAX);
    buf_init(&look.more, OWN_REST_MAX);
    for (size_t i = 0; i < 2 * count && done == 0; i++) {
        look.place = &places[i % count];
        if (i >= count || look.place->learn != NULL) {
            done = look_at(&look, reader, i < count ? learn_row : share_row, fault);
        }
    }
    buf_deinit(&look.rest);
    buf_deinit(&look.more);
    return done;
}
