/* UTF-8 in: letters of Latin-1 lose their accents, all others count byte by byte. */
#include "decrypto_stem.h"

#include <string.h>

enum { STEM_NEAR_MIN = 5, STEM_PART_MIN = 4, STEM_REST_MIN = 3 };

/* One byte of a word as it is compared, '\0' for what stands between words. *text moves on. */
static char next_letter(const char **text)
{
    static const char latin[] = "aaaaaaaceeeeiiiidnooooo\0ouuuuyts";
    unsigned char byte = (unsigned char)**text;
    unsigned char next = byte == '\0' ? 0 : (unsigned char)(*text)[1];
    *text += byte == '\0' ? 0 : 1;
    if (byte == 0xc3 && next >= 0x80 && next < 0xc0) {
        *text += 1;
        return latin[next & 0x1f];
    }
    if (byte >= 'A' && byte <= 'Z') {
        return (char)(byte - 'A' + 'a');
    }
    bool part = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte >= 0x80;
    return (char)(part ? byte : 0);
}

static bool ends(const struct stem *stem, const char *end)
{
    size_t len = strlen(end);
    return stem->len >= len && memcmp(stem->letter + stem->len - len, end, len) == 0;
}

static void cut(struct stem *stem, size_t letters)
{
    stem->len -= letters;
    stem->letter[stem->len] = '\0';
}

/* British and American spelling: colour, realise, theatre, and a few whole words. */
static void one_spelling(struct stem *stem)
{
    static const char *const words[][2] = {{"grey", "gray"},       {"tyre", "tire"},
                                           {"mum", "mom"},         {"aeroplane", "airplane"},
                                           {"pyjamas", "pajamas"}, {"jewellery", "jewelry"},
                                           {"cheque", "check"},    {"plough", "plow"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (stem->letter[0] == words[i][0][0] && strcmp(stem->letter, words[i][0]) == 0) {
            stem->len = strlen(words[i][1]);
            memcpy(stem->letter, words[i][1], stem->len + 1);
        }
    }
    char *our = strstr(stem->letter, "our");
    if (our != NULL && our > stem->letter) {
        memmove(our + 1, our + 2, strlen(our + 2) + 1);
        stem->len--;
    }
    char *ise = strstr(stem->letter, "is");
    if (ise != NULL && ise > stem->letter + 1 && (ise[2] == 'e' || ise[2] == 'a')) {
        ise[1] = 'z';
    }
    if (stem->len > 4 && ends(stem, "tre")) {
        memcpy(stem->letter + stem->len - 2, "er", 2);
    }
}

/* Takes off what tells number, time and degree, as far as a word is left. */
static void no_ending(struct stem *stem)
{
    if (stem->len > 5 && ends(stem, "ies")) {
        cut(stem, 2);
        stem->letter[stem->len - 1] = 'y';
    } else if (stem->len > 4 && ends(stem, "ing")) {
        cut(stem, 3);
    } else if (stem->len > 4 && (ends(stem, "ed") || ends(stem, "es"))) {
        cut(stem, 2);
    } else if (stem->len > 3 && ends(stem, "s") && !ends(stem, "ss")) {
        cut(stem, 1);
    }
    if (stem->len > 4 && (ends(stem, "er") || ends(stem, "ly"))) {
        cut(stem, 2);
    }
    if (stem->len > 3 && ends(stem, "e")) {
        cut(stem, 1);
    }
    if (stem->len > 3 && ends(stem, "y")) {
        cut(stem, 1);
    }
    if (stem->len > 3 && stem->letter[stem->len - 1] == stem->letter[stem->len - 2]) {
        cut(stem, 1);
    }
}

/* Words that stand in every other sentence, and single letters. */
static bool says_nothing(const struct stem *stem)
{
    static const char *const empty['z' - 'a' + 1] = {
        ['a' - 'a'] = "and are all any at an as ",
        ['b' - 'a'] = "by be ",
        ['c' - 'a'] = "can ",
        ['d' - 'a'] = "do ",
        ['f' - 'a'] = "for from ",
        ['h' - 'a'] = "has his her him how he ",
        ['i' - 'a'] = "its into in it is if ",
        ['j' - 'a'] = "just ",
        ['m' - 'a'] = "my me ",
        ['n' - 'a'] = "not no ",
        ['o' - 'a'] = "out one own our of on or off ",
        ['s' - 'a'] = "she some so ",
        ['t' - 'a'] = "the that this two them they their there then than to ",
        ['u' - 'a'] = "up ",
        ['v' - 'a'] = "very ",
        ['w' - 'a'] = "with who what when was were will would why we ",
        ['y' - 'a'] = "your you ",
    };
    char first = stem->letter[0];
    if (stem->len < 2 || stem->len > 5 || first < 'a' || first > 'z') {
        return stem->len < 2;
    }
    const char *word = empty[first - 'a'];
    while (word != NULL && *word != '\0') {
        size_t len = 1;
        while (word[len] != ' ') {
            len++;
        }
        if (len == stem->len && memcmp(word, stem->letter, len) == 0) {
            return true;
        }
        word += len + 1;
    }
    return false;
}

static void hash_letters(struct stem *stem)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < stem->len; i++) {
        hash = (hash ^ (unsigned char)stem->letter[i]) * 16777619U;
    }
    stem->hash = hash == 0 ? 1 : hash;
}

bool stem_next(const char **text, const char *until, struct stem *stem)
{
    while (**text != '\0' && (until == NULL || strchr(until, **text) == NULL)) {
        char letter = next_letter(text);
        stem->len = 0;
        while (letter != '\0') {
            if (stem->len < STEM_LETTERS_MAX) {
                stem->letter[stem->len++] = letter;
            }
            const char *at = *text;
            letter = next_letter(text);
            *text = letter == '\0' ? at : *text;
        }
        stem->letter[stem->len] = '\0';
        if (!says_nothing(stem)) {
            one_spelling(stem);
            no_ending(stem);
            hash_letters(stem);
            return true;
        }
    }
    return false;
}

bool stem_is_near(const struct stem *one, const struct stem *other)
{
    const struct stem *longer = one->len >= other->len ? one : other;
    const struct stem *shorter = longer == one ? other : one;
    size_t same = 0;
    if (shorter->len < STEM_NEAR_MIN || longer->len > shorter->len + 1) {
        return false;
    }
    while (same < shorter->len && longer->letter[same] == shorter->letter[same]) {
        same++;
    }
    const char *left = longer->letter + same;
    const char *right = shorter->letter + same;
    if (same == 0 || longer->len > shorter->len) {
        return same > 0 && strcmp(left + 1, right) == 0;
    }
    bool changed = left[0] != '\0' && left[1] != '\0' && left[0] == right[1] &&
                   left[1] == right[0] && strcmp(left + 2, right + 2) == 0;
    return changed || left[0] == '\0' || strcmp(left + 1, right + 1) == 0;
}

bool stem_has_part(const struct stem *whole, const struct stem *part)
{
    if (part->len < STEM_PART_MIN || whole->len < part->len + STEM_REST_MIN) {
        return false;
    }
    return memcmp(whole->letter, part->letter, part->len) == 0 || ends(whole, part->letter);
}
