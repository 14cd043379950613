/* Exchanges of a round: a header, the question, the answer. Only the last can be open. */
#include "spyfall_talk.h"

#include <assert.h>
#include <string.h>

enum { TALK_HEADER = sizeof(struct spyfall_exchange) };

static_assert(SPYFALL_TALK_BYTES > 2 * (TALK_HEADER + 2 * SPYFALL_TALK_KEPT_MAX),
              "the open exchange and the one before it always fit");

/* How many bytes of text are kept: whole letters. */
static uint16_t talk_kept(const char *text)
{
    size_t len = text == NULL ? 0 : strlen(text);
    if (len > SPYFALL_TALK_KEPT_MAX) {
        len = SPYFALL_TALK_KEPT_MAX;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    return (uint16_t)len;
}

static uint16_t talk_size(const struct spyfall_exchange *exchange)
{
    return (uint16_t)(TALK_HEADER + exchange->question_len + exchange->answer_len);
}

void spyfall_talk_clear(struct spyfall_talk *talk)
{
    memset(talk, 0, sizeof *talk);
}

bool spyfall_talk_next(const struct spyfall_talk *talk, uint16_t *next,
                       struct spyfall_exchange *exchange_r, const char **words_r)
{
    assert(talk->used <= SPYFALL_TALK_BYTES && *next <= talk->used);
    if (*next == talk->used) {
        return false;
    }
    memcpy(exchange_r, talk->bytes + *next, TALK_HEADER);
    *words_r = talk->bytes + *next + TALK_HEADER;
    *next = (uint16_t)(*next + talk_size(exchange_r));
    return true;
}

/* Where the last exchange begins. */
static uint16_t talk_last(const struct spyfall_talk *talk, struct spyfall_exchange *exchange_r)
{
    const char *words = NULL;
    uint16_t next = 0;
    uint16_t at = 0;
    assert(talk->count > 0);
    memset(exchange_r, 0, sizeof *exchange_r);
    while (next < talk->used) {
        at = next;
        spyfall_talk_next(talk, &next, exchange_r, &words);
    }
    return at;
}

static void talk_drop_first(struct spyfall_talk *talk)
{
    struct spyfall_exchange first;
    assert(talk->count > 1);
    memcpy(&first, talk->bytes, TALK_HEADER);
    uint16_t size = talk_size(&first);
    assert(size <= talk->used);
    memmove(talk->bytes, talk->bytes + size, (size_t)(talk->used - size));
    talk->used = (uint16_t)(talk->used - size);
    memset(talk->bytes + talk->used, 0, size);
    talk->count--;
}

void spyfall_talk_ask(struct spyfall_talk *talk, int asker, int target, const char *text)
{
    struct spyfall_exchange exchange = {.asker = (int8_t)asker, .target = (int8_t)target};
    exchange.question_len = talk_kept(text);
    while (talk->used + talk_size(&exchange) > SPYFALL_TALK_BYTES ||
           talk->count == SPYFALL_TALK_ENTRIES_MAX) {
        talk_drop_first(talk);
    }
    memcpy(talk->bytes + talk->used, &exchange, TALK_HEADER);
    if (exchange.question_len > 0) {
        memcpy(talk->bytes + talk->used + TALK_HEADER, text, exchange.question_len);
    }
    talk->used = (uint16_t)(talk->used + talk_size(&exchange));
    talk->count++;
}

void spyfall_talk_answer(struct spyfall_talk *talk, const char *text)
{
    struct spyfall_exchange exchange;
    uint16_t len = talk_kept(text);
    talk_last(talk, &exchange);
    assert((exchange.flags & SPYFALL_TALK_ANSWERED) == 0);
    while (talk->used + len > SPYFALL_TALK_BYTES) {
        talk_drop_first(talk);
    }
    uint16_t at = talk_last(talk, &exchange);
    exchange.flags = SPYFALL_TALK_ANSWERED | (text == NULL ? SPYFALL_TALK_SKIPPED : 0);
    exchange.answer_len = len;
    memcpy(talk->bytes + at, &exchange, TALK_HEADER);
    if (text != NULL) {
        memcpy(talk->bytes + talk->used, text, len);
    }
    talk->used = (uint16_t)(talk->used + len);
}

void spyfall_talk_cancel(struct spyfall_talk *talk)
{
    struct spyfall_exchange exchange;
    uint16_t at = talk_last(talk, &exchange);
    assert((exchange.flags & SPYFALL_TALK_ANSWERED) == 0);
    memset(talk->bytes + at, 0, (size_t)(talk->used - at));
    talk->used = at;
    talk->count--;
}

bool spyfall_talk_is_sound(const struct spyfall_talk *talk)
{
    uint16_t count = 0;
    size_t at = 0;
    while (at < talk->used) {
        struct spyfall_exchange exchange;
        if (at + TALK_HEADER > talk->used) {
            return false;
        }
        memcpy(&exchange, talk->bytes + at, TALK_HEADER);
        at += talk_size(&exchange);
        count++;
    }
    return at == talk->used && count == talk->count && talk->used <= SPYFALL_TALK_BYTES;
}
