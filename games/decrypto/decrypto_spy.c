/* For every keyword number: how likely each entry of the book is behind it. A clue whose code was
 * revealed makes the entries likelier that it fits. */
#include "decrypto_spy.h"

#include <assert.h>
#include <string.h>

#include "decrypto_private.h"
#include "decrypto_sense.h"
#include "decrypto_sight.h"

static_assert(sizeof(struct spy) <= PLAYER_MEMORY_MAX, "a spy remembers too much");

/* How likely a clue is for an entry it has nothing to do with. */
static const float noise_known = 0.0002F; /* when it is a line of another one */
static const float noise_said = 0.02F;    /* when somebody made it up */

static void spy_begin(struct spy *spy, const struct player_sight *sight)
{
    const struct player_book *book = sight_book(sight);
    size_t count = sight_book_count(sight);
    int own[DECRYPTO_SLOTS];
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        own[slot] = sense_entry(book, sight_keyword(sight, slot));
    }
    for (size_t i = 0; i < count; i++) {
        bool ours = false;
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            ours = ours || own[slot] == (int)i;
        }
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            spy->likely[slot][i] = ours ? 0.0F : 1.0F / (float)count;
        }
    }
    spy->begun = true;
}

/* A clue as this seat understands it. */
struct heard {
    const char *text;
    bool known; /* it is a line of the book: then it stands for an entry that has it */
};

static struct heard heard_by(const struct player_sight *sight, const char *clue)
{
    return (struct heard){clue, sense_is_known(sight_book(sight), clue, sight->seat)};
}

/* How likely somebody says this for the entry. */
static float heard_for(const struct player_sight *sight, const struct player_entry *entry,
                       const struct heard *heard)
{
    if (heard->known) {
        return sense_has(entry, heard->text, sight->seat) ? 1.0F : noise_known;
    }
    float fit = sense_fit(entry, heard->text, sight->seat);
    return fit > noise_said ? fit : noise_said;
}

/* A clue is known to stand for a slot: entries that fit it become likelier. */
static void spy_learn(struct spy *spy, const struct player_sight *sight, int slot, const char *clue)
{
    const struct player_book *book = sight_book(sight);
    size_t count = sight_book_count(sight);
    float *likely = spy->likely[slot];
    float sum = 0.0F;
    if (clue[0] == '\0' || strcmp(clue, "-") == 0) {
        return; /* left empty, or taken back */
    }
    const struct heard heard = heard_by(sight, clue);
    for (size_t i = 0; i < count; i++) {
        likely[i] *= heard_for(sight, &book->entry[i], &heard);
        sum += likely[i];
    }
    for (size_t i = 0; sum > 0 && i < count; i++) {
        likely[i] /= sum;
    }
}

void spy_rate(const struct spy *spy, const struct player_sight *sight, const char *clue,
              float rate[DECRYPTO_SLOTS])
{
    const struct player_book *book = sight_book(sight);
    const struct heard heard = heard_by(sight, clue);
    memset(rate, 0, DECRYPTO_SLOTS * sizeof *rate);
    for (size_t i = 0; i < sight_book_count(sight); i++) {
        float fit = heard_for(sight, &book->entry[i], &heard);
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            rate[slot] += spy->likely[slot][i] * fit;
        }
    }
}

static void spy_hears(struct spy *spy, const struct value_tree *facts, uint16_t args)
{
    uint16_t list = value_find(facts, args, "clues");
    for (unsigned place = 0; place < DECRYPTO_CLUES; place++) {
        const char *clue = sight_text(facts, list, place);
        size_t len = strlen(clue);
        memset(spy->clue[place], 0, CLUE_BYTES);
        memcpy(spy->clue[place], clue, len < CLUE_BYTES ? len : 0);
    }
}

/* One clue was written anew. */
static void spy_hears_again(struct spy *spy, const struct value_tree *facts, uint16_t args)
{
    uint16_t which = value_find(facts, args, "clue");
    uint16_t text = value_find(facts, args, "text");
    int64_t place = which == VALUE_NONE ? 0 : facts->fact[which].number;
    const char *clue =
        text == VALUE_NONE || facts->fact[text].text == NULL ? "" : facts->fact[text].text;
    if (place >= 1 && place <= DECRYPTO_CLUES && strlen(clue) < CLUE_BYTES) {
        memset(spy->clue[place - 1], 0, CLUE_BYTES);
        memcpy(spy->clue[place - 1], clue, strlen(clue));
    }
}

static void spy_sees(struct spy *spy, const struct player_sight *sight,
                     const struct value_tree *facts, uint16_t args)
{
    uint16_t at = value_find(facts, args, "code");
    const char *code = at == VALUE_NONE ? NULL : facts->fact[at].text;
    for (int place = 0; code != NULL && place < DECRYPTO_CLUES && code[place] != '\0'; place++) {
        int slot = code[place] - '1';
        if (slot >= 0 && slot < DECRYPTO_SLOTS) {
            spy_learn(spy, sight, slot, spy->clue[place]);
        }
    }
    memset(spy->clue, 0, sizeof spy->clue);
}

/* Somebody of the own team has said what the code may be. */
static void spy_drafts(struct spy *spy, const struct player_sight *sight,
                       const struct value_tree *facts, uint16_t args)
{
    uint16_t of = value_find(facts, args, "of");
    uint16_t by = value_find(facts, args, "seat");
    for (int kind = 0; of != VALUE_NONE && by != VALUE_NONE && kind < DECRYPTO_KINDS; kind++) {
        if (strcmp(facts->fact[of].text, decrypto_kinds[kind]) == 0) {
            spy->mine[kind] = facts->fact[by].number == sight->seat;
        }
    }
}

void spy_notice(void *memory, const struct player_sight *sight, enum message message,
                const struct value_tree *facts, uint16_t args)
{
    struct spy *spy = memory;
    uint16_t at = value_find(facts, args, "team");
    int team = at == VALUE_NONE ? DECRYPTO_NO_TEAM : sight_team_named(facts->fact[at].text);
    if (!spy->begun) {
        spy_begin(spy, sight);
    }
    if (message == MSG_DECRYPTO_DRAFT) {
        spy_drafts(spy, sight, facts, args);
    }
    if (team == DECRYPTO_NO_TEAM || team == sight_team(sight)) {
        return;
    }
    if (message == MSG_DECRYPTO_PUBLISHED) {
        spy_hears(spy, facts, args);
    } else if (message == MSG_DECRYPTO_REWRITTEN) {
        spy_hears_again(spy, facts, args);
    } else if (message == MSG_DECRYPTO_REVEALED) {
        spy_sees(spy, sight, facts, args);
    }
}

size_t spy_guess(const struct spy *spy, const struct player_sight *sight, int slot,
                 const size_t taken[DECRYPTO_SLOTS])
{
    size_t best = 0;
    float most = -1.0F;
    for (size_t i = 0; i < sight_book_count(sight); i++) {
        bool used = false;
        for (int before = 0; before < slot; before++) {
            used = used || taken[before] == i;
        }
        if (!used && spy->likely[slot][i] > most) {
            most = spy->likely[slot][i];
            best = i;
        }
    }
    return best;
}
