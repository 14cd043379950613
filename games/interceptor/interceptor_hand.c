/* What a player holds: a card for each symbol with the own signal for it, and the one that lies
 * face down. Made from the view of the own seat alone. */
#include "interceptor_private.h"

#include "hand.h"

#include <assert.h>

/* Does somebody with this view still have a card to play? */
static bool hand_has_card(const struct value_tree *facts, const char *list)
{
    uint16_t at = value_path(facts, list);
    int64_t seat = value_number_at(facts, "seat", SEAT_NONE);
    assert(at != VALUE_NONE && seat >= 0 && seat < INTERCEPTOR_SEATS);
    return facts->fact[value_member(facts, at, (unsigned)seat)].number > 0;
}

void interceptor_hand(const struct view *view, struct hand *hand)
{
    static const enum message signals[SYMBOLS] = {MSG_INTERCEPTOR_CARD_DOCUMENTS,
                                                  MSG_INTERCEPTOR_CARD_MONEY};
    const struct value_tree *facts = &view->facts;
    const char *played = value_text_at(facts, "played", NULL);
    uint16_t agreed = value_path(facts, "signals");
    if (agreed != VALUE_NONE && facts->fact[agreed].kind == VALUE_OBJECT) {
        hand_tells(hand, 3);
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        struct hand_card *card = hand_add(hand, "signal", interceptor_symbols[symbol]);
        card->act = "play";
        card->text = signals[symbol];
        card->dim = !hand_has_card(facts, "hands");
    }
    if (played != NULL && hand_has_card(facts, "laid")) {
        struct hand_card *card = hand_add(hand, "hand", played);
        card->text = MSG_INTERCEPTOR_CARD_LAID;
        card->dim = true;
    }
}
