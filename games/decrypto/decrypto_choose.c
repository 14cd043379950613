/* What the forms of Decrypto say: the keyword each clue is for, and the codes there are. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

/* "1-2-3", as people write a code. */
static void choose_code(int code, struct value_tree *into)
{
    char text[DECRYPTO_CLUES * 2];
    size_t len = 0;
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        text[len++] = (char)('0' + decrypto_code_digit(code, place));
        text[len++] = '-';
    }
    value_text(into, NULL, text, len - 1);
}

static void choose_codes(struct value_tree *into)
{
    value_list(into, "choices");
    for (int code = 123; code <= 432; code++) {
        if (decrypto_code_is(code)) {
            choose_code(code, into);
        }
    }
    value_end(into);
}

/* A field of the Encryptor's form: the keyword that this clue is to lead to. In a rewriting only
 * the clue in question is asked for. */
static void choose_clue(const struct decrypto *state, int seat, int place, struct value_tree *into)
{
    int team = decrypto_team_of(state, seat);
    const struct decrypto_team *side = &state->team[team];
    bool rewriting = state->rewriting == team;
    struct clue_item item;
    if (side->encryptor != seat || place < 0) {
        return;
    }
    if (rewriting && place != state->clue_place) {
        value_bool(into, "unasked", true);
        return;
    }
    int slot = decrypto_code_digit(side->code, place);
    const char *word = side->keyword[slot - 1];
    value_object(into, "about");
    value_number(into, "clue", place + 1);
    value_number(into, "slot", slot);
    value_number(into, "numbered", slot);
    value_text(into, "word", word, strlen(word));
    value_end(into);
    if (!rewriting && clue_log_current(&state->log, team, place, &item)) {
        value_text(into, "kept", item.text, item.entry.len);
    }
}

static void choose_keyword(int slot, struct value_tree *into)
{
    value_object(into, "about");
    value_number(into, "slot", slot + 1);
    value_number(into, "numbered", slot + 1);
    value_end(into);
}

void decrypto_choose(const void *subject, int seat, const struct choosing *choosing,
                     struct value_tree *into)
{
    const struct decrypto *state = subject;
    assert(seat_is_person(seat));
    if (choosing_is(choosing, "clues", NULL)) {
        value_bool(into, "closed", !decrypto_may_write(state, seat));
    } else if (choosing_is(choosing, "clues", "clues")) {
        choose_clue(state, seat, choosing->item, into);
    } else if (choosing_is(choosing, "decode", "code") ||
               choosing_is(choosing, "intercept", "code")) {
        choose_codes(into);
    } else if (choosing_is(choosing, "keywords", "words") && choosing->item >= 0) {
        choose_keyword(choosing->item, into);
    }
}
