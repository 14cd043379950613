/* What an Agent holds: the cards of the hand, and the own Suspect's file. Made from the view of the
 * own seat alone. */
#include "infiltrators_private.h"

#include "hand.h"

static struct hand_card *hand_file(struct hand *hand, const char *kind, const char *name)
{
    static const char *const suits[SUITS] = {"suit.red", "suit.black", "suit.yellow", "suit.green",
                                             "suit.blue"};
    uint8_t card = card_read(name);
    struct hand_card *held = hand_add(hand, kind, suits[card_suit(card)]);
    if (card_number(card) == NUMBER_SPECIAL) {
        held->text = MSG_INFILTRATORS_CARD_SPECIAL;
    } else {
        held->number = card_number(card);
    }
    return held;
}

void infiltrators_hand(const struct view *view, struct hand *hand)
{
    const struct value_tree *facts = &view->facts;
    uint16_t cards = value_path(facts, "hand");
    const char *suspect = value_text_at(facts, "suspect", NULL);
    for (uint16_t at = cards == VALUE_NONE ? VALUE_NONE : value_first(facts, cards);
         at != VALUE_NONE; at = value_next(facts, cards, at)) {
        hand_file(hand, "hand", facts->fact[at].text)->choice =
            card_name(card_read(facts->fact[at].text));
    }
    if (hand->count > 0) {
        hand_tells(hand, 2);
    }
    if (suspect != NULL) {
        hand_tells(hand, 3);
        hand_file(hand, "file", suspect)->text = MSG_INFILTRATORS_CARD_SUSPECT;
    }
}
