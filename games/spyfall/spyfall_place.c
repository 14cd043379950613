/* Names of places: kept as they are written, compared without case, marks, spaces and a leading
 * article. Similar names are only ever offered. */
#include "spyfall_place.h"

#include <assert.h>
#include <string.h>

#include "text_form.h"

enum { PLACE_LINE_BYTES = 400, PLACE_NAME_BYTES = SPYFALL_NAME_CHARACTERS_MAX * 4 + 1 };

/* The form in which names are compared: letters and digits alone. */
struct place_key {
    int count;
    int32_t point[SPYFALL_NAME_CHARACTERS_MAX * 2];
};

static bool place_key(const char *words, struct place_key *key)
{
    struct text compared;
    key->count = 0;
    if (!form_compared(words, &compared)) {
        return false;
    }
    for (int i = 0; i < compared.count; i++) {
        if (compared.point[i] == ' ') {
            continue;
        }
        if (key->count == SPYFALL_NAME_CHARACTERS_MAX * 2) {
            return false;
        }
        key->point[key->count++] = compared.point[i];
    }
    return key->count > 0;
}

static bool place_same(const struct place_key *a, const struct place_key *b)
{
    return a->count == b->count &&
           memcmp(a->point, b->point, (size_t)a->count * sizeof a->point[0]) == 0;
}

const char *spyfall_place_name(const struct spyfall_places *places, int place)
{
    assert(place >= 0 && place < places->count);
    return places->bytes + places->at[place];
}

const char *spyfall_place_alias(const struct spyfall_places *places, int place, int n)
{
    const char *text = spyfall_place_name(places, place);
    for (int i = 0; i <= n && *text != '\0'; i++) {
        text += strlen(text) + 1;
    }
    return *text != '\0' ? text : NULL;
}

static bool place_is_called(const struct spyfall_places *places, int place,
                            const struct place_key *wanted, bool alias)
{
    struct place_key key;
    if (!alias) {
        return place_key(spyfall_place_name(places, place), &key) && place_same(&key, wanted);
    }
    const char *name = NULL;
    for (int n = 0; (name = spyfall_place_alias(places, place, n)) != NULL; n++) {
        if (place_key(name, &key) && place_same(&key, wanted)) {
            return true;
        }
    }
    return false;
}

int spyfall_place_find(const struct spyfall_places *places, const char *words)
{
    struct place_key wanted;
    if (!place_key(words, &wanted)) {
        return SPYFALL_NO_PLACE;
    }
    for (int place = 0; place < places->count; place++) {
        if (place_is_called(places, place, &wanted, false)) {
            return place;
        }
    }
    int found = SPYFALL_NO_PLACE;
    for (int place = 0; place < places->count; place++) {
        if (place_is_called(places, place, &wanted, true)) {
            if (found != SPYFALL_NO_PLACE) {
                return SPYFALL_NO_PLACE; /* two are called so */
            }
            found = place;
        }
    }
    return found;
}

/* Letters to change, add, take away or swap with the next one; 40 where a text is longer. */
static int place_changes(const struct text *a, const struct text *b)
{
    enum { LETTERS = SPYFALL_NAME_CHARACTERS_MAX };
    int rows[3][LETTERS + 1];
    if (a->count > LETTERS || b->count > LETTERS) {
        return LETTERS;
    }
    for (int k = 0; k <= b->count; k++) {
        rows[0][k] = k;
    }
    for (int i = 1; i <= a->count; i++) {
        int *now = rows[i % 3];
        const int *last = rows[(i - 1) % 3];
        now[0] = i;
        for (int k = 1; k <= b->count; k++) {
            int best = last[k - 1] + (a->point[i - 1] != b->point[k - 1]);
            best = last[k] + 1 < best ? last[k] + 1 : best;
            best = now[k - 1] + 1 < best ? now[k - 1] + 1 : best;
            if (i > 1 && k > 1 && a->point[i - 1] == b->point[k - 2] &&
                a->point[i - 2] == b->point[k - 1]) {
                int swapped = rows[(i - 2) % 3][k - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            now[k] = best;
        }
    }
    return rows[a->count % 3][b->count];
}

/* How far words are from a name: 0 to 2 changes, 3 for more. A word of its own in the name
 * ("station" of "Gas station") is as good as two changes. */
static int place_distance(const struct text *words, const char *name)
{
    struct text compared;
    struct text_span all = {0, words->count};
    struct text_span word;
    int at = 0;
    if (!form_compared(name, &compared) || compared.count == 0) {
        return 3;
    }
    int most = words->count < 4 ? 0 : words->count < 7 ? 1 : 2;
    int changes = place_changes(words, &compared);
    if (changes <= most) {
        return changes;
    }
    while (words->count >= 4 && form_next_word(&compared, &at, &word)) {
        if (form_same_word(words, all, &compared, word)) {
            return 2;
        }
    }
    return 3;
}

static int place_nearness(const struct spyfall_places *places, int place, const struct text *words)
{
    int least = place_distance(words, spyfall_place_name(places, place));
    const char *name = NULL;
    for (int n = 0; (name = spyfall_place_alias(places, place, n)) != NULL; n++) {
        int distance = place_distance(words, name);
        least = distance < least ? distance : least;
    }
    return least;
}

int spyfall_place_nearest(const struct spyfall_places *places, const char *words)
{
    struct text compared;
    int nearest = SPYFALL_NO_PLACE;
    int least = 3;
    if (!form_compared(words, &compared) || compared.count == 0 ||
        compared.count > SPYFALL_NAME_CHARACTERS_MAX) {
        return SPYFALL_NO_PLACE;
    }
    for (int place = 0; place < places->count; place++) {
        int distance = place_nearness(places, place, &compared);
        if (distance < least) {
            least = distance;
            nearest = place;
        } else if (distance == least && least < 3) {
            nearest = SPYFALL_NO_PLACE;
        }
    }
    return nearest;
}

/* Takes one name off a line, up to the separator; blanks around are left out. False when it is too
 * long. */
static bool place_take(const char **line, char separator, char name[PLACE_NAME_BYTES])
{
    const char *end = strchr(*line, separator);
    size_t len = end == NULL ? strlen(*line) : (size_t)(end - *line);
    const char *at = *line;
    *line += len + (end != NULL);
    while (len > 0 && *at == ' ') {
        at++;
        len--;
    }
    while (len > 0 && at[len - 1] == ' ') {
        len--;
    }
    if (len >= PLACE_NAME_BYTES) {
        return false;
    }
    memcpy(name, at, len);
    name[len] = '\0';
    return true;
}

static bool place_append(struct spyfall_places *places, const char *name)
{
    size_t len = strlen(name);
    if (places->used + len + 2 > sizeof places->bytes) {
        return false;
    }
    memcpy(places->bytes + places->used, name, len + 1);
    places->used = (uint16_t)(places->used + len + 1);
    return true;
}

static bool place_name_fits(const char *name)
{
    struct place_key key;
    int count = text_count(name);
    return count > 0 && count <= SPYFALL_NAME_CHARACTERS_MAX && place_key(name, &key);
}

const char *spyfall_place_add(struct spyfall_places *places, const char *line, const char *aliases)
{
    char name[PLACE_NAME_BYTES];
    struct place_key key;
    if (!place_take(&line, '=', name) || !place_name_fits(name)) {
        return "not_a_word";
    }
    place_key(name, &key);
    for (int place = 0; place < places->count; place++) {
        if (place_is_called(places, place, &key, false)) {
            return "twice";
        }
    }
    uint16_t at = places->used;
    if (places->count == SPYFALL_PLACES_MAX || !place_append(places, name)) {
        return "too_many";
    }
    aliases = aliases != NULL ? aliases : line;
    while (*aliases != '\0' && place_take(&aliases, ',', name)) {
        if (place_name_fits(name)) {
            place_append(places, name);
        }
    }
    places->bytes[places->used++] = '\0';
    places->at[places->count++] = at;
    return NULL;
}
