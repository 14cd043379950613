/* Tables of Decrypto for tests. */
#include "decrypto_kit.h"

#include "decrypto/decrypto_private.h"

#include <stdio.h>
#include <string.h>

enum { KIT_ROUNDS = 20, KIT_BYTES = 40960 };

static unsigned clue_number;

const struct decrypto *de_state(void)
{
    return kit_state();
}

static void kit_add(char *text, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, KIT_BYTES - len, "%s", more);
}

static void kit_add_codes(char *text, const char *team, const char *code)
{
    kit_add(text, "\"");
    kit_add(text, team);
    kit_add(text, "\":[");
    for (int round = 0; round < KIT_ROUNDS; round++) {
        kit_add(text, round > 0 ? ",\"" : "\"");
        kit_add(text, code);
        kit_add(text, "\"");
    }
    kit_add(text, "]");
}

const char *de_pinned(int seats, const char *more)
{
    static char text[KIT_BYTES];
    ck_assert_int_lt(snprintf(text, sizeof text, "{%s", more), KIT_BYTES);
    if (strstr(more, "\"codes\"") == NULL) {
        kit_add(text, "\"codes\":{");
        kit_add_codes(text, "white", WHITE_CODE);
        if (seats > 3) {
            kit_add(text, ",");
            kit_add_codes(text, "black", BLACK_CODE);
        }
        kit_add(text, "},");
    }
    if (strstr(more, "\"keywords\"") == NULL) {
        kit_add(text, "\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"]");
        kit_add(text, seats > 3 ? ",\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]}," : "},");
    }
    text[strlen(text) - 1] = '}';
    return text;
}

void de_deal(int seats, const char *options, const char *more)
{
    enum refusal refusal = kit_try_deal("decrypto", seats, options, de_pinned(seats, more));
    ck_assert_msg(refusal == REFUSAL_NONE, "deal refused: %s %s", kit_why("argument"),
                  kit_why("problem"));
}

void de_start(const char *options, int round, const char *tokens)
{
    int of[4] = {0};
    char more[256];
    int count = 0;
    for (const char *at = tokens; *at != '\0'; at++) {
        if (*at >= '0' && *at <= '2') {
            ck_assert_int_lt(count, 4);
            of[count++] = *at - '0';
        }
    }
    ck_assert_int_eq(count, 4);
    snprintf(more, sizeof more,
             "\"round\":%d,\"tokens\":{\"white\":{\"interceptions\":%d,\"miscommunications\":%d},"
             "\"black\":{\"interceptions\":%d,\"miscommunications\":%d}},",
             round, of[0], of[1], of[2], of[3]);
    de_deal(4, options, more);
}

int de_encryptor(int team)
{
    return de_state()->team[team].encryptor;
}

const char *de_code(int team)
{
    static char text[16];
    snprintf(text, sizeof text, "%d", de_state()->team[team].code);
    return text;
}

int de_entitled(int team, enum decrypto_kind kind)
{
    uint16_t seats = decrypto_entitled(de_state(), team, kind);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            return seat;
        }
    }
    ck_abort_msg("nobody may answer");
    return SEAT_NONE;
}

/* A word of no language: five letters out of the number. */
static void kit_new_word(char word[8])
{
    static const char first[] = "bdgkmvz";
    static const char second[] = "ou";
    unsigned number = clue_number++;
    word[0] = first[number % 7];
    word[1] = second[number / 7 % 2];
    word[2] = first[number / 14 % 7];
    word[3] = second[number / 98 % 2];
    word[4] = first[number / 196 % 7];
    word[5] = second[number / 1372 % 2];
    word[6] = '\0';
}

const char *de_set(const char *a, const char *b, const char *c)
{
    static char text[KIT_BYTES * 4];
    snprintf(text, sizeof text, "{\"clues\":[\"%s\",\"%s\",\"%s\"]}", a, b, c);
    return text;
}

const char *de_new_clues(void)
{
    char word[3][8];
    for (int i = 0; i < 3; i++) {
        kit_new_word(word[i]);
    }
    return de_set(word[0], word[1], word[2]);
}

void de_clues(void)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (decrypto_has_code(de_state(), team) && !de_state()->team[team].locked) {
            kit_good(de_encryptor(team), "clues", de_new_clues());
        }
    }
}

enum refusal de_try(int seat, const char *action, const char *key, const char *value)
{
    char args[512];
    snprintf(args, sizeof args, "{\"%s\":\"%s\"}", key, value);
    return kit_move(seat, action, args);
}

void de_half(int team, const char *decode, const char *intercept)
{
    bool may = decrypto_may_intercept(de_state());
    int decoder = de_entitled(team, DECRYPTO_DECODE);
    int rival = de_entitled(team, DECRYPTO_INTERCEPT);
    ck_phase("guess");
    ck_assert_int_eq(de_try(decoder, "decode", "code", decode), REFUSAL_NONE);
    if (may && intercept != NULL) {
        ck_assert_int_eq(de_try(rival, "intercept", "code", intercept), REFUSAL_NONE);
    } else if (may) {
        kit_good(rival, "intercept", "{\"pass\":true}");
    }
}

void de_round(const char *white, const char *by_black, const char *black, const char *by_white)
{
    de_clues();
    de_half(DECRYPTO_WHITE, white, by_black);
    if (!de_state()->solo) {
        de_half(DECRYPTO_BLACK, black, by_white);
    }
}

void ck_tokens(const char *tokens)
{
    const struct decrypto_team *team = de_state()->team;
    char text[64];
    snprintf(text, sizeof text, "W %d/%d B %d/%d", team[0].interceptions, team[0].miscommunications,
             team[1].interceptions, team[1].miscommunications);
    ck_assert_str_eq(text, tokens);
}

enum refusal de_try_clue(int seat, int place, const char *clue, bool insist)
{
    static char args[KIT_BYTES * 4];
    const char *set[3] = {"harmless", "innocent", "blameless"};
    set[place] = clue;
    snprintf(args, sizeof args, "{\"clues\":[\"%s\",\"%s\",\"%s\"],\"insist\":%s}", set[0], set[1],
             set[2], insist ? "true" : "false");
    return kit_move(seat, "clues", args);
}
