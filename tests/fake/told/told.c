#include "told.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "store.h"

enum { TOLD_SHOWN = 200, ID_LEN_MIN = 18, TAG_LEN = 12 };

static const size_t told_bytes = (size_t)1024 * 1024;

/* --- gathering -------------------------------------------------------------------------------- */

/* "t", the tag of a table, a dot: what each control begins with. */
static bool is_control(const char *text)
{
    return *text == 't' && strspn(text + 1, "abcdefghijklmnopqrstuvwxyz234567") == TAG_LEN &&
           text[1 + TAG_LEN] == '.';
}

bool told_has_control(const char *text)
{
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (is_control(line)) {
            return true;
        }
    }
    return false;
}

/* The length of what is there and differs from run to run: a number of six digits and more, a hash,
 * the tag of a control, an event or a room of Matrix; 0: nothing. */
static size_t transient(const char *text)
{
    static const char server[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    size_t hex = strspn(text, "0123456789abcdef");
    size_t digits = strspn(text, "0123456789");
    size_t id = *text == '$' || *text == '!'
                    ? strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-_")
                    : 0;
    if (is_control(text)) {
        return 1 + TAG_LEN;
    }
    if (id >= ID_LEN_MIN) {
        bool of_server = text[id + 1] == ':'; /* from version 12 on rooms have none */
        return id + 1 + (of_server ? 1 + strspn(text + id + 2, server) : 0);
    }
    return hex >= 12 || (hex >= 6 && digits == hex) ? hex : 0;
}

/* Adds a text without what differs from run to run. */
static void add_lasting(struct buf *into, const char *text)
{
    while (*text != '\0') {
        size_t digits = strspn(text, "0123456789abcdef");
        size_t left_out = transient(text);
        if (left_out > 0) {
            buf_text(into, "#");
            text += left_out;
        } else {
            size_t len = digits > 0 ? digits : 1;
            buf_add(into, text, len);
            text += len;
        }
    }
    buf_text(into, "\n");
}

static char *told_taken(struct buf *text)
{
    char *copy = heap_text(text->len > 0 ? text->text : "", text->len);
    buf_deinit(text);
    return copy;
}

char *told_lasting(const char *text)
{
    struct buf lasting;
    buf_init(&lasting, told_bytes);
    add_lasting(&lasting, text);
    return told_taken(&lasting);
}

/* "step at_ms by action arguments judgements": those of people, without step and moment. */
static void moves_row(void *context, const struct store_row *row)
{
    const char *at = strchr(row->text, ' ');
    at = at == NULL ? NULL : strchr(at + 1, ' ');
    if (at != NULL && strncmp(at + 1, "house ", 6) != 0) {
        add_lasting(context, at + 1);
    }
}

char *told_moves(struct store *store, uint64_t table)
{
    struct buf text;
    struct fault fault = {FAULT_NONE, ""};
    const struct store_question question = {.query = STORE_JOURNAL_OF, .id = table};
    buf_init(&text, told_bytes);
    ck_assert_msg(store_read_now(store, &question, moves_row, &text, &fault) == 0, "journal: %s",
                  fault.text);
    return told_taken(&text);
}

/* Cards are edited and posted as their tables stand when it is their turn, so that how often one is
 * told depends on time; unit.session.card and the simulator hold them. */
static bool is_card(const char *words)
{
    size_t line = strcspn(words, "\n");
    const char *head = strstr(words, "#1 in ");
    return (head != NULL && (size_t)(head - words) < line) ||
           strncmp(words, "Your card for ", strlen("Your card for ")) == 0 ||
           strncmp(words, "Your seat at ", strlen("Your seat at ")) == 0;
}

void told_add(cJSON *list, const char *words)
{
    if (is_card(words)) {
        return;
    }
    char *lasting = told_lasting(words);
    cJSON_AddItemToArray(list, cJSON_CreateString(lasting));
    free(lasting);
}

void told_free(struct told *told)
{
    free(told->moves);
    free(told->lines);
    for (unsigned who = 0; who < told->people; who++) {
        cJSON_Delete(told->direct[who]);
        cJSON_Delete(told->whispers[who]);
    }
}

/* --- comparing -------------------------------------------------------------------------------- */

static void told_texts(const char *text, const char *other)
{
    size_t at = 0;
    while (text[at] != '\0' && text[at] == other[at]) {
        at++;
    }
    size_t from = at < TOLD_SHOWN ? 0 : at - TOLD_SHOWN;
    ck_assert_msg(text[at] == other[at], "expected:\n%.600s\n\ngot:\n%.600s", text + from,
                  other + from);
}

void told_same_moves(const struct told *told, const struct told *other)
{
    told_texts(told->moves, other->moves);
}

void told_same_lines(const struct told *told, const struct told *other)
{
    told_texts(told->lines, other->lines);
}

static unsigned told_times(const cJSON *list, const char *text)
{
    const cJSON *one = NULL;
    unsigned times = 0;
    cJSON_ArrayForEach(one, list)
    {
        times += strcmp(one->valuestring, text) == 0 ? 1 : 0;
    }
    return times;
}

/* Each text of the list came to this person as often as it is due. */
static void told_each(const struct told *told, const struct told *other, unsigned who,
                      const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        unsigned due = told_times(told->whispers[who], one->valuestring);
        unsigned got = told_times(other->whispers[who], one->valuestring);
        ck_assert_msg(got == due, "%s was told %u times in place of %u:\n%s", told->name[who], got,
                      due, one->valuestring);
    }
}

void told_same_whispers(const struct told *told, const struct told *other)
{
    for (unsigned who = 0; who < told->people; who++) {
        told_each(told, other, who, told->direct[who]);
        told_each(told, other, who, other->direct[who]);
    }
}

void told_alike(const struct told *told, const struct told *other)
{
    told_same_moves(told, other);
    told_same_lines(told, other);
    told_same_whispers(told, other);
}
