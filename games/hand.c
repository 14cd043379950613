#include "hand.h"

#include <assert.h>
#include <string.h>

struct hand_card *hand_add(struct hand *hand, const char *kind, const char *term)
{
    assert(hand->count < HAND_CARDS_MAX && kind != NULL);
    struct hand_card *card = &hand->card[hand->count++];
    memset(card, 0, sizeof *card);
    card->kind = kind;
    card->term = term;
    card->text = MSG_NONE;
    return card;
}

static uint16_t hand_keep(struct hand *hand, const char *text)
{
    size_t bytes = strlen(text) + 1;
    uint16_t at = hand->text_used;
    assert(bytes <= (size_t)(HAND_TEXT_MAX - at));
    memcpy(hand->text + at, text, bytes);
    hand->text_used = (uint16_t)(at + bytes);
    return at;
}

void hand_say(struct hand *hand, struct hand_card *card, const char *words)
{
    card->words = hand_keep(hand, words);
    card->worded = true;
}

void hand_tells(struct hand *hand, unsigned number)
{
    assert(number > 0 && number < 32);
    hand->lines |= 1u << number;
}

void hand_place(struct hand *hand, const char *name)
{
    assert(hand->place_count < HAND_PLACES_MAX);
    hand->place[hand->place_count++] = hand_keep(hand, name);
}
