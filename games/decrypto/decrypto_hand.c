/* What a player holds: the keywords of the own team by their numbers, and the code of who encrypts.
 * Made from the view of the own seat alone. */
#include "decrypto_private.h"

#include "hand.h"

static void hand_keywords(const struct value_tree *facts, struct hand *hand)
{
    uint16_t words = value_path(facts, "keywords");
    if (words == VALUE_NONE || facts->fact[words].kind != VALUE_LIST) {
        return; /* who only intercepts has none, and at the end they lie open */
    }
    hand_tells(hand, 2);
    int32_t number = 0;
    for (uint16_t at = value_first(facts, words); at != VALUE_NONE;
         at = value_next(facts, words, at)) {
        struct hand_card *card = hand_add(hand, "keyword", NULL);
        card->number = ++number;
        hand_say(hand, card, facts->fact[at].text);
    }
}

/* "3-1-4". */
static void hand_code(const char *code, struct hand *hand)
{
    char text[2 * DECRYPTO_CLUES];
    size_t at = 0;
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        text[at++] = code[place];
        text[at++] = place + 1 < DECRYPTO_CLUES ? '-' : '\0';
    }
    hand_say(hand, hand_add(hand, "code", NULL), text);
}

void decrypto_hand(const struct view *view, struct hand *hand)
{
    const char *code = value_text_at(&view->facts, "code", NULL);
    hand_keywords(&view->facts, hand);
    if (code != NULL) {
        hand_tells(hand, 3);
        hand_code(code, hand);
    }
}
