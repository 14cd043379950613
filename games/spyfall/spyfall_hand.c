/* What a player holds: the place and their part in it, or that they are the spy; and the places
 * that it may be. Made from the view of the own seat alone. */
#include "spyfall_private.h"

#include "hand.h"

#include <string.h>

static void hand_places(const struct value_tree *facts, struct hand *hand)
{
    uint16_t places = value_path(facts, "locations");
    if (places == VALUE_NONE) {
        return;
    }
    hand->title = MSG_SPYFALL_CARD_PLACES;
    hand->act = "guess";
    for (uint16_t at = value_first(facts, places); at != VALUE_NONE;
         at = value_next(facts, places, at)) {
        hand_place(hand, facts->fact[at].text);
    }
}

void spyfall_hand(const struct view *view, struct hand *hand)
{
    const struct value_tree *facts = &view->facts;
    const char *role = value_text_at(facts, "role", NULL);
    if (role == NULL) {
        return; /* between rounds nobody has a card */
    }
    bool spy = strcmp(role, "spy") == 0;
    struct hand_card *card = spy ? hand_add(hand, "role", "spy") : hand_add(hand, "place", NULL);
    card->text = spy ? MSG_SPYFALL_CARD_SPY : MSG_SPYFALL_CARD_PART;
    hand_tells(hand, 1);
    hand_tells(hand, 2);
    if (!spy) {
        hand_say(hand, card, value_text_at(facts, "location", ""));
    }
    hand_places(facts, hand);
}
