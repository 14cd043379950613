/* Clue checks C1 to C9 one by one, insisting, what is compared with what, and hostile clues. */
#include "decrypto_kit.h"
#include "text_form.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

/* Words 1 COW 2 TEA 3 PIANO 4 WEEKEND, code 134: the places of a set stand for 1, 3 and 4. */
static void clue_deal(const char *options, const char *more)
{
    char members[512];
    snprintf(members, sizeof members,
             "%s\"codes\":{\"white\":[\"134\",\"214\"],\"black\":[\"241\"]},", more);
    de_deal(4, options, members);
}

static const char *said(const char *text)
{
    static char shown[160];
    snprintf(shown, sizeof shown, "%.150s", text);
    return shown;
}

static void ck_clue(enum refusal expected, int place, const char *clue)
{
    enum refusal refusal = de_try_clue(0, place, clue, false);
    ck_assert_msg(refusal == expected, "\"%s\": %s, not %s", said(clue),
                  refusal == REFUSAL_NONE ? "taken" : refusal_name(refusal),
                  expected == REFUSAL_NONE ? "taken" : refusal_name(expected));
    if (expected == REFUSAL_WARNING) {
        ck_assert_int_eq(de_try_clue(0, place, clue, true), REFUSAL_NONE);
    } else if (expected != REFUSAL_NONE) {
        ck_assert_msg(de_try_clue(0, place, clue, true) == expected, "insisted on \"%s\"",
                      said(clue));
    }
}

#define CK_ALL(expected, place, ...)                                  \
    do {                                                              \
        static const char *const clues[] = {__VA_ARGS__};             \
        for (size_t i = 0; i < sizeof clues / sizeof clues[0]; i++) { \
            ck_clue((expected), (place), clues[i]);                   \
        }                                                             \
    } while (0)

static const char *many(const char *letter, int count)
{
    static char text[44000];
    size_t len = strlen(letter);
    ck_assert_uint_lt(len * (size_t)count, sizeof text);
    for (int i = 0; i < count; i++) {
        memcpy(text + (size_t)i * len, letter, len);
    }
    text[len * (size_t)count] = '\0';
    return text;
}

START_TEST(c1_three_clues_of_a_readable_line)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_CLUE_SHAPE, 0, "", " ", "-", "?!", "\u200b", "two\\u000alines", "milk\\u000a",
           "a\\u0009b", "two\u2028lines", "two \xc2\x85 lines", "\u3164", "\u2800", "\u00ad");
    ck_clue(REFUSAL_CLUE_SHAPE, 0, many("a", 81));
    ck_clue(REFUSAL_CLUE_SHAPE, 1, many("𐌀", 81));
    ck_clue(REFUSAL_NONE, 0, many("a", 80));
    ck_clue(REFUSAL_NONE, 1, many("𐌀", 80));
    ck_clue(REFUSAL_NONE, 1, many("牛", 80));
    kit_refused(REFUSAL_CLUE_SHAPE, 0, "clues", "{\"clues\":[]}");
    kit_refused(REFUSAL_CLUE_SHAPE, 0, "clues", "{\"clues\":[\"milk\",\"chord\"]}");
    kit_refused(REFUSAL_CLUE_SHAPE, 0, "clues",
                "{\"clues\":[\"milk\",\"chord\",\"sunday\",\"more\"]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":[\"milk\",\"chord\",7]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":[\"milk\",\"chord\",null]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":\"milk\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues",
                "{\"clues\":[\"milk\",\"chord\",\"sunday\"],\"insist\":1}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues",
                "{\"clues\":[\"milk\",\"chord\",\"sunday\"],\"code\":\"134\"}");
}
END_TEST

START_TEST(c2_three_different_clues)
{
    clue_deal("", "");
    kit_refused(REFUSAL_CLUE_REPEATED, 0, "clues", de_set("milk", "rest", "Milk!"));
    kit_refused(REFUSAL_CLUE_REPEATED, 0, "clues", de_set("rest", "the milk", "mílk"));
    kit_refused(REFUSAL_CLUE_REPEATED, 0, "clues", de_set("well-known", "well known", "rest"));
    kit_good(0, "clues", de_set("milk", "milks", "rest"));
}
END_TEST

START_TEST(c3_no_clue_twice)
{
    clue_deal("", "\"published\":[\"farm\",\"Salt & pepper\",\"naïve\"],");
    CK_ALL(REFUSAL_CLUE_REPEATED, 0, "farm", "FARM", " farm ", "the farm", "The Farm!", "a-farm",
           "farm.", "\u00adfarm", "ｆａｒｍ", "salt pepper", "salt-pepper", "naive", "NAIVE",
           "nai\u0308ve", "“farm”");
    CK_ALL(REFUSAL_NONE, 0, "farmer", "big farm", "ferme");
}
END_TEST

START_TEST(c3_sees_what_everybody_has_read)
{
    de_deal(4, "", "");
    kit_good(1, "clues", de_set("fang", "oven", "glass"));
    /* by chance the same, in the same round: neither was shown when the other was written */
    kit_good(0, "clues", de_set("fang", "cup", "keys"));
    de_half(W, WHITE_CODE, NULL);
    de_half(B, BLACK_CODE, NULL);
    ck_assert_int_eq(de_try_clue(2, 0, "oven", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(2, 1, "keys", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(3, 1, "keys", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(3, 2, "glass", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(3, 2, "glasses", false), REFUSAL_WARNING);
    ck_assert_str_eq(kit_why("problem"), "inflected");
    ck_assert_int_eq(de_try_clue(3, 2, "glasses", true), REFUSAL_NONE);
    /* what the rivals have locked but not shown is not looked at */
    ck_assert_int_eq(de_try_clue(2, 2, "glasses", false), REFUSAL_WARNING);
    kit_good(2, "clues", de_set("blameless", "innocent", "harmless"));
}
END_TEST

START_TEST(c3_within_the_team_alone)
{
    de_deal(4, "repeat_scope=team", "\"published\":[\"farm\"],");
    kit_good(0, "clues", de_set("milk", "cup", "keys"));
    kit_good(1, "clues", de_set("fang", "oven", "glass"));
    de_half(W, WHITE_CODE, NULL);
    de_half(B, BLACK_CODE, NULL);
    ck_assert_int_eq(de_try_clue(2, 0, "milk", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(3, 0, "farm", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(3, 0, "milk", false), REFUSAL_NONE);
    ck_assert_int_eq(de_try_clue(2, 0, "oven", false), REFUSAL_NONE);
}
END_TEST

START_TEST(c4_no_own_keyword)
{
    clue_deal("", "");
    for (int place = 0; place < 3; place++) {
        CK_ALL(REFUSAL_CLUE_KEYWORD, place, "cow", "COWS", "my cow", "c\u0323ow", "ＣＯＷ",
               "co\u200bw", "cow!", "the cow's milk", "cup of tea", "teas", "pianos", "weekend",
               "Ⓒⓞⓦ", "big-ish cow");
        CK_ALL(REFUSAL_NONE, place, "bull", "wolf", "bread");
    }
    clue_deal("", "\"keywords\":{\"white\":[\"ICE CREAM\",\"GLASS\",\"T-SHIRT\",\"ÉCLAIR\"],"
                  "\"black\":[\"A\",\"B\",\"C\",\"D\"]},");
    CK_ALL(REFUSAL_CLUE_KEYWORD, 0, "ice cream", "cold ice creams", "ice-cream", "glasses", "Glass",
           "t shirt", "T-shirts", "eclair", "éclairs", "E\u0301clair");
    CK_ALL(REFUSAL_NONE, 0, "ice", "cream", "shirt");
    CK_ALL(REFUSAL_WARNING, 0, "icecream", "myicecreams", "tshirts");
}
END_TEST

START_TEST(c5_no_single_letter)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_CLUE_SPELLING, 0, "C", "c", "c.", "(c)", "É", "the c", "A", "Ж", "ℂ", "C+", "ⓒ");
    CK_ALL(REFUSAL_NONE, 0, "牛", "ox", "c c");
}
END_TEST

START_TEST(c6_no_number_of_letters_or_slot)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_CLUE_NUMBER, 0, "3", "three", "THREE!", "03", "３", "³", "٣", "1", "one",
           "the 3", "¹");
    CK_ALL(REFUSAL_CLUE_NUMBER, 1, "5", "five", "3", "three");
    CK_ALL(REFUSAL_CLUE_NUMBER, 2, "7", "seven", "4", "Four");
    CK_ALL(REFUSAL_WARNING, 0, "4", "five", "12", "0", "3.0", "99999999999999999999", "two three");
    CK_ALL(REFUSAL_NONE, 0, "three pigs", "3 pigs", "twenty", "thirteenth");
    clue_deal("", "\"keywords\":{\"white\":[\"ICE CREAM\",\"B\",\"7UP\",\"ÉCLAIR\"],"
                  "\"black\":[\"E\",\"F\",\"G\",\"H\"]},");
    ck_clue(REFUSAL_CLUE_NUMBER, 0, "8");
    ck_clue(REFUSAL_CLUE_NUMBER, 1, "two");
    ck_clue(REFUSAL_CLUE_NUMBER, 2, "six");
}
END_TEST

START_TEST(c7_not_the_code)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_CLUE_CODE, 0, "134", "1.3.4", "1 3 4", "1-3-4", "1 cat 3 dogs 4 birds", "１３４",
           "١٣٤", "#134");
    CK_ALL(REFUSAL_NONE, 0, "1 cat 3 dogs", "apollo 13", "route 1340", "1 dog 4 cats 3 birds");
    CK_ALL(REFUSAL_WARNING, 0, "1 4 3", "0134", "1341");
}
END_TEST

START_TEST(c8_no_links_mentions_or_emoji)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_CLUE_LINK, 0, "https://example.org/x", "see www.example.org", "example.com",
           "youtu.be/abc", "mailto:me", "@bob", "hello @bob", "<@123>", "<#123>", "<@&12>",
           "<:moo:123>", "<a:moo:12>", "<t:1700000000>", "me@example", "＠bob", "🐄", "milk 🐄",
           "👨‍👩‍👧", "🇨🇭", "9️⃣", "♥", "☕ break", "👍🏽");
    CK_ALL(REFUSAL_NONE, 0, "rock @ roll", "Mr. Moo", "aww... cute", "e.g. grass", "St.Gallen",
           "x < y", "Lego®");
    clue_deal("emoji_clues=on", "");
    CK_ALL(REFUSAL_NONE, 0, "🐄", "milk 🐄", "👨‍👩‍👧", "🇨🇭");
    CK_ALL(REFUSAL_CLUE_LINK, 0, "https://example.org/x", "@bob 🐄");
    kit_refused(REFUSAL_CLUE_REPEATED, 0, "clues", de_set("🐄", "🐄!", "rest"));
    kit_good(0, "clues", de_set("🐄", "🐖", "🐑"));
}
END_TEST

START_TEST(c9_doubtful_clues_may_be_insisted_on)
{
    clue_deal("", "\"published\":[\"dog\"],");
    CK_ALL(REFUSAL_WARNING, 0, "cowboy", "moocow", "cow-shed", "COWARD", "steam", "weekender",
           "salt/pepper", "salt; pepper", "salt|pepper", "salt／pepper", "88", "dogs", "the dogs");
    ck_assert_int_eq(de_try_clue(0, 1, "cowboy", false), REFUSAL_WARNING);
    ck_assert_str_eq(kit_why("problem"), "contains_keyword");
    ck_view(0, "written", "[\"the dogs\",\"innocent\",\"blameless\"]");
    clue_deal("", "\"keywords\":{\"white\":[\"OX\",\"B\",\"C\",\"D\"],"
                  "\"black\":[\"E\",\"F\",\"G\",\"H\"]},");
    ck_clue(REFUSAL_NONE, 0, "boxer"); /* a keyword of two letters hides anywhere */
}
END_TEST

/* C10 is people's: the program takes it. */
START_TEST(c10_is_not_the_programs)
{
    clue_deal("", "");
    CK_ALL(REFUSAL_NONE, 0, "vache", "wow", "moo", "c o w", "сow", "корова", "牛", "بقرة", "गाय",
           "소", "tripod", "our dinner last night", "woc", "bread", "WOLF", "κ0w");
}
END_TEST

START_TEST(hostile_clues_do_no_harm)
{
    static const char *const clues[] = {
        "\u202ecow\u202c", "c\u0300\u0301\u0302\u0303o\u0489w",
        "c\u034fo\u034fw", "\u2066cow\u2069",
        "\ufeffcow",       "ＣｏＷ\u3000",
    };
    clue_deal("", "");
    for (size_t i = 0; i < sizeof clues / sizeof clues[0]; i++) {
        ck_clue(REFUSAL_CLUE_KEYWORD, 0, clues[i]);
    }
    ck_clue(REFUSAL_CLUE_SHAPE, 2, many("\u0301", 900));
    ck_clue(REFUSAL_CLUE_SHAPE, 0, many("x", 8000));
    ck_clue(REFUSAL_CLUE_SHAPE, 0, many("\ufdfa", 900));
    ck_clue(REFUSAL_NONE, 0, many("\ufdfa", 70)); /* each is eighteen letters of its own */
    ck_clue(REFUSAL_CLUE_SHAPE, 0, many(" ", 80));
    ck_clue(REFUSAL_NONE, 0, "क्षि");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":[\"\xff\xfe\",\"b\",\"c\"]}");
}
END_TEST

START_TEST(nobody_else_is_asked_about_clues)
{
    clue_deal("", "");
    kit_refused(REFUSAL_NOT_ENCRYPTOR, 2, "clues", de_set("milk", "chord", "sunday"));
    kit_refused(REFUSAL_NOT_ENCRYPTOR, 3, "clues", de_set("cow", "", "🐄"));
    kit_refused(REFUSAL_NOT_SEATED, 7, "clues", de_set("milk", "chord", "sunday"));
    kit_refused(REFUSAL_NOT_SEATED, SEAT_MODERATOR, "clues", de_set("milk", "chord", "sunday"));
}
END_TEST

START_TEST(the_sheet_keeps_every_clue)
{
    static const char *const slots[] = {"1", "2", "3", "4"};
    clue_deal("", "");
    kit_good(0, "clues", de_set("milk", "keys", "sunday"));
    kit_good(1, "clues", de_set("oven", "cloud", "fang"));
    de_half(W, "134", NULL);
    ck_view(SEAT_CROWD, "sheet.white",
            "{\"1\":[\"milk\"],\"2\":[],\"3\":[\"keys\"],\"4\":[\"sunday\"]}");
    ck_view(SEAT_CROWD, "sheet.black", "{\"1\":[],\"2\":[],\"3\":[],\"4\":[]}");
    de_half(B, "241", NULL);
    kit_good(2, "clues", de_set("cup", "udder", "rest"));
    kit_good(3, "clues", de_set("moon", "roll", "rain"));
    de_half(W, "214", NULL);
    ck_view(SEAT_CROWD, "sheet.white",
            "{\"1\":[\"milk\",\"udder\"],\"2\":[\"cup\"],\"3\":[\"keys\"],"
            "\"4\":[\"sunday\",\"rest\"]}");
    ck_assert_int_eq(sizeof slots / sizeof slots[0], DECRYPTO_SLOTS);
}
END_TEST

/* Four letters of their own, then as many as a clue may have of four bytes each. */
static void long_clue(char clue[400], int round, int team, int place)
{
    const char own[] = {(char)('b' + round % 20), (char)('o' + team), (char)('k' + place),
                        (char)('b' + round / 20), '\0'};
    const char *rest = many("𐌀", DECRYPTO_CLUE_CHARACTERS_MAX - 4);
    ck_assert_uint_lt(sizeof own + strlen(rest), 400);
    memcpy(clue, own, sizeof own);
    memcpy(clue + sizeof own - 1, rest, strlen(rest) + 1);
}

/* The clues that this round's Encryptors send, as long as they may be; White's sends twice. */
static void long_round(int round)
{
    char set[3][400];
    for (int team = 0; team < 2; team++) {
        for (int place = 0; place < 3; place++) {
            long_clue(set[place], round, team, place);
        }
        kit_good(de_encryptor(team), "clues", de_set(set[0], set[1], set[2]));
        if (team == W) {
            kit_good(de_encryptor(team), "clues", de_set(set[0], set[1], set[2]));
        }
    }
}

/* Is every clue of these rounds on the sheet? */
static void ck_all_kept(int rounds)
{
    static const char *const sheets[] = {"sheet.white", "sheet.black"};
    char clue[400];
    for (int round = 1; round <= rounds; round++) {
        for (int i = 0; i < 6; i++) {
            long_clue(clue, round, i / 3, i % 3);
            ck_assert_msg(strstr(kit_view(SEAT_CROWD, sheets[i / 3]), clue) != NULL, "round %d",
                          round);
        }
    }
}

START_TEST(a_whole_game_of_the_longest_clues_is_kept)
{
    char clue[400];
    de_deal(4, "", "");
    for (int round = 1; round <= 8; round++) {
        if (round > 1) {
            long_clue(clue, 1, W, 0);
            ck_assert_int_eq(de_try_clue(de_encryptor(W), 0, clue, false), REFUSAL_CLUE_REPEATED);
        }
        long_round(round);
        ck_assert_uint_eq(kit_common()->round, (unsigned)round);
        de_half(W, de_code(W), NULL);
        de_half(B, de_code(B), NULL);
    }
    ck_all_kept(8);
    ck_phase("tiebreak");
}
END_TEST

/* Doubts White's first clue until it is written anew no more; says how often it was. */
static int doubt_on(int round)
{
    char set[3][400];
    for (int place = 0; place < 3; place++) {
        long_clue(set[place], round, W, place);
    }
    for (int doubts = 0; doubts < 12; doubts++) {
        kit_good(1, "challenge", "{\"clue\":1}");
        kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
        if (strcmp(kit_event("decrypto.rewritten"), "") != 0) {
            kit_refused(REFUSAL_BAD_ARGUMENT, 1, "challenge", "{\"clue\":1}"); /* it is a "-" */
            return doubts;
        }
        long_clue(set[0], 20 * (doubts + 1) + round, B, 2);
        kit_good(de_encryptor(W), "clues", de_set(set[0], set[1], set[2]));
    }
    return 12;
}

/* Challenges take room, but never that of the eight rounds: a clue that cannot be written anew any
 * more stays a "-". */
START_TEST(clues_written_anew_leave_room_for_the_rounds)
{
    char first[400];
    int rewritten = 0;
    int least = 12;
    de_deal(4, "referee=@ref", "");
    for (int round = 1; round <= 8; round++) {
        long_round(round);
        int doubts = doubt_on(round);
        rewritten += doubts;
        least = doubts < least ? doubts : least;
        de_half(W, de_code(W), NULL);
        de_half(B, de_code(B), NULL);
    }
    ck_phase("tiebreak");
    ck_assert_int_ge(rewritten, 8);
    ck_assert_int_lt(least, 12);
    long_clue(first, 1, B, 2);
    ck_assert_ptr_nonnull(strstr(kit_view(SEAT_CROWD, "sheet.black"), first));
}
END_TEST

/* Plays with clues of a kind until there is no next round; says how many there were. */
static int until_full(void (*send)(int round))
{
    int round = 0;
    de_deal(4, "max_rounds=0", "");
    for (bool last = false; !last;) {
        send(++round);
        last = kit_events(AUDIENCE_CROWD, "decrypto.sheet_full") == 1;
        de_half(W, de_code(W), NULL);
        de_half(B, de_code(B), NULL);
        ck_assert(last == (kit_common()->phase == DECRYPTO_AT_TIEBREAK));
    }
    return round;
}

static void usual_round(int round)
{
    (void)round;
    de_clues();
}

/* Where no last round was agreed on, it comes before the sheet would have to forget. */
START_TEST(a_full_sheet_ends_a_game_without_a_last_round)
{
    int rounds = until_full(long_round);
    ck_assert_int_ge(rounds, 10);
    ck_all_kept(rounds);
    ck_assert_int_ge(until_full(usual_round), 90);
}
END_TEST

/* Clues that a deal calls used count too, and may not leave a game without room. */
START_TEST(a_deal_has_room_for_a_game)
{
    static char more[32 * 1024];
    size_t len = (size_t)snprintf(more, sizeof more, "\"published\":[");
    for (int i = 0; i < 70; i++) {
        char clue[400];
        long_clue(clue, i, W, 0);
        len += (size_t)snprintf(more + len, sizeof more - len, "%s\"%s\"", i > 0 ? "," : "", clue);
    }
    snprintf(more + len, sizeof more - len, "],");
    enum refusal refusal = kit_try_deal("decrypto", 4, "", de_pinned(4, more));
    ck_assert_int_eq(refusal, REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("problem"), "too_many");
}
END_TEST

START_TEST(the_log_keeps_what_a_round_needs)
{
    static struct clue_log log;
    struct clue_item item;
    struct clue_entry current = {.team = B, .place = 2, .flags = CLUE_CURRENT};
    struct clue_entry guess = {.team = W, .place = 1, .flags = CLUE_GUESS};
    struct clue_entry old = {.team = W, .flags = CLUE_PUBLISHED};
    clue_log_add(&log, current, "needed");
    clue_log_add(&log, guess, "guessed");
    for (int i = 0; i < 1000; i++) {
        clue_log_add(&log, old, many("a", 60));
        ck_assert(clue_log_is_sound(&log));
    }
    ck_assert(clue_log_current(&log, B, 2, &item));
    ck_assert_str_eq(item.text, "needed");
    uint16_t next = item.at;
    ck_assert(clue_log_next(&log, &next, &item) && clue_log_next(&log, &next, &item));
    ck_assert_str_eq(item.text, "guessed");
    clue_log_drop_all(&log, W, CLUE_PUBLISHED);
    clue_log_drop_all(&log, W, CLUE_GUESS);
    ck_assert_uint_eq(log.used, sizeof current + strlen("needed") + 1);
    ck_assert_uint_eq(log.count, 1);
    ck_assert(clue_log_is_sound(&log));
}
END_TEST

static struct decrypto replayed;

/* Makes a move from the journal of somebody whose words were forgotten. */
static enum refusal replay(int seat, const char *action, int judgements, int32_t first)
{
    static struct move move;
    static struct outcome out;
    move_init(&move, rules_action(&decrypto_game, action), seat, 0);
    move.judgement_count = (int16_t)judgements;
    move.judgement[0] = first;
    move.judgement[1] = 2;
    return rules_replay(&decrypto_game, &replayed, &move, &out);
}

START_TEST(a_replay_needs_no_words)
{
    static struct view view;
    de_start("", 8, "W 0/0 B 0/0");
    memcpy(&replayed, de_state(), sizeof replayed);
    ck_assert_int_eq(replay(de_encryptor(B), "clues", 1, 0), REFUSAL_NONE);
    ck_assert_int_eq(replay(1, "clues", 1, 0), REFUSAL_NOT_ENCRYPTOR);
    ck_assert_int_eq(replay(de_encryptor(W), "clues", 1, 4), REFUSAL_NONE);
    ck_assert_int_eq(replay(de_entitled(W, DECRYPTO_DECODE), "decode", 1, 314), REFUSAL_NONE);
    ck_assert_int_eq(replay(1, "intercept", 1, 112), REFUSAL_BAD_CODE);
    ck_assert_int_eq(replay(1, "intercept", 1, CODE_PASS), REFUSAL_NONE);
    ck_assert_int_eq(replay(de_entitled(B, DECRYPTO_DECODE), "decode", 1, CODE_PASS),
                     REFUSAL_BAD_CODE);
    ck_assert_int_eq(replay(de_entitled(B, DECRYPTO_DECODE), "decode", 1, 241), REFUSAL_NONE);
    ck_assert_int_eq(replay(0, "intercept", 1, 123), REFUSAL_NONE);
    ck_assert_int_eq(replayed.common.phase, DECRYPTO_AT_TIEBREAK);
    ck_assert_int_eq(replay(0, "keywords", 2, 5), REFUSAL_NONE);
    ck_assert_int_eq(replay(3, "keywords", 2, 1), REFUSAL_NONE);
    ck_assert_uint_eq(replayed.common.result.winners, seat_bit(0) | seat_bit(2));
    rules_view(&decrypto_game, &replayed, SEAT_CROWD, &view);
    ck_assert_str_eq(value_text_at(&view.facts, "sheet.white.3.0", NULL), "");
}
END_TEST

START_TEST(digits_of_every_script_have_their_value)
{
    static const int32_t zeros[] = {'0',    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,
                                    0xE50,  0x1040,  0x1090,  0x17E0,  0x1810,  0xA620,
                                    0xABF0, 0x104A0, 0x11066, 0x110F0, 0x11136, 0x1E950};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        for (int digit = 0; digit < 10; digit++) {
            ck_assert_msg(form_digit(zeros[i] + digit) == digit, "U+%04X", zeros[i] + digit);
        }
    }
    ck_assert_int_eq(form_digit('x'), -1);
}
END_TEST

Suite *suite_decrypto_clues(void);

Suite *suite_decrypto_clues(void)
{
    Suite *suite = suite_create("decrypto_clues");
    TCase *tcase = tcase_create("rule book 2.5");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, c1_three_clues_of_a_readable_line);
    tcase_add_test(tcase, c2_three_different_clues);
    tcase_add_test(tcase, c3_no_clue_twice);
    tcase_add_test(tcase, c3_sees_what_everybody_has_read);
    tcase_add_test(tcase, c3_within_the_team_alone);
    tcase_add_test(tcase, c4_no_own_keyword);
    tcase_add_test(tcase, c5_no_single_letter);
    tcase_add_test(tcase, c6_no_number_of_letters_or_slot);
    tcase_add_test(tcase, c7_not_the_code);
    tcase_add_test(tcase, c8_no_links_mentions_or_emoji);
    tcase_add_test(tcase, c9_doubtful_clues_may_be_insisted_on);
    tcase_add_test(tcase, c10_is_not_the_programs);
    tcase_add_test(tcase, hostile_clues_do_no_harm);
    tcase_add_test(tcase, nobody_else_is_asked_about_clues);
    tcase_add_test(tcase, the_sheet_keeps_every_clue);
    tcase_add_test(tcase, a_whole_game_of_the_longest_clues_is_kept);
    tcase_add_test(tcase, clues_written_anew_leave_room_for_the_rounds);
    tcase_add_test(tcase, a_full_sheet_ends_a_game_without_a_last_round);
    tcase_add_test(tcase, a_deal_has_room_for_a_game);
    tcase_add_test(tcase, the_log_keeps_what_a_round_needs);
    tcase_add_test(tcase, a_replay_needs_no_words);
    tcase_add_test(tcase, digits_of_every_script_have_their_value);
    suite_add_tcase(suite, tcase);
    return suite;
}
