/* The board as picture and as text, from the same value. */
#include "board_private.h"
#include "show_game.h"
#include "show_kit.h"
#include "svg_kit.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *svg_of(enum board_shape shape)
{
    const char *svg = board_svg(show_compose(), show_view(SEAT_CROWD), show_board(), shape);
    ck_assert_ptr_nonnull(svg);
    return svg;
}

static const char *svg_now(void)
{
    return svg_of(BOARD_LANDSCAPE);
}

static const char *twin_now(void)
{
    struct doc *doc = doc_new(kit_arena);
    board_twin(show_compose(), show_view(SEAT_CROWD), show_board(), doc,
               doc_block(doc, BLOCK_PICTURE));
    return doc_plain(doc, 100);
}

static void show_state(const char *name)
{
    char file[64];
    const char *svg = svg_now();
    const char *upright = svg_of(BOARD_PORTRAIT);
    kit_svg(svg, BOARD_LANDSCAPE);
    kit_svg(upright, BOARD_PORTRAIT);
    ck_assert_str_eq(svg, svg_now());
    snprintf(file, sizeof file, "board_%s.svg", name);
    kit_golden(file, svg);
    snprintf(file, sizeof file, "board_%s_portrait.svg", name);
    kit_golden(file, upright);
    snprintf(file, sizeof file, "board_%s.txt", name);
    kit_golden(file, twin_now());
}

START_TEST(a_start_is_drawn)
{
    show_start("{}");
    show_state("start");
}
END_TEST

START_TEST(a_round_is_drawn)
{
    show_play("{}");
    show_round("DDMM");
    show_move(0, "split", "{'a':2,'b':0}");
    show_round("MM");
    show_state("round");
}
END_TEST

START_TEST(a_pot_is_drawn)
{
    show_play("{}");
    show_round("DDDM");
    show_state("pot");
}
END_TEST

START_TEST(an_end_is_drawn)
{
    show_play("{}");
    for (int round = 0; round < 4; round++) {
        show_round("DMDM");
    }
    ck_assert_int_eq(show_table.phase, TABLE_OVER);
    show_state("end");
}
END_TEST

static void rename_seat(int seat, const char *name)
{
    memset(show_table.seat[seat].name, 0, sizeof show_table.seat[seat].name);
    memcpy(show_table.seat[seat].name, name, strlen(name));
}

START_TEST(names_of_all_the_world_are_drawn)
{
    show_play("{}");
    show_round("DDMM");
    rename_seat(0, "Maximiliane von Hohenberg-Wittel");
    rename_seat(1, "密码破译者联盟主席先生");
    rename_seat(2, "👨‍👩‍👧‍👦 דנה & <b>Co</b> \"x\"");
    rename_seat(3, "مريم\u202E الخوارزمي");
    show_state("names");
}
END_TEST

/* Relative luminance, WCAG 2. */
static double luminance(const char *colour)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    unsigned long value = strtoul(colour + 1, NULL, 16);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (double)((value >> (16 - 8 * i)) & 255) / 255;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static void ck_contrast(int ink, const char *over, const char *under)
{
    ck_assert_int_eq(strlen(over), 7);
    double a = luminance(over) + 0.05;
    double b = luminance(under) + 0.05;
    double contrast = a > b ? a / b : b / a;
    ck_assert_msg(contrast >= 4.5, "ink %d: contrast %.2f", ink, contrast);
}

START_TEST(all_writing_is_legible)
{
    ck_assert(fabs(luminance("#ffffff") - 1) < 1e-9 && luminance("#000000") < 1e-9);
    for (int ink = 0; ink < INK_COUNT; ink++) {
        const struct board_ink_def *def = &board_inks[ink];
        const struct board_paint_def *over = &board_paints[def->ink];
        const struct board_paint_def *under = &board_paints[def->ground];
        ck_contrast(ink, over->light, under->light);
        ck_contrast(ink, over->dark, under->dark);
        ck_assert_int_ge(def->px[BOARD_LANDSCAPE], BOARD_TEXT_PX_MIN);
        ck_assert_int_ge(def->px[BOARD_PORTRAIT], BOARD_PORTRAIT_TEXT_PX_MIN);
    }
}
END_TEST

/* What nobody in the channel may know changes not a byte of what they see. */
START_TEST(a_board_keeps_secrets)
{
    show_play("{}");
    show_round("DD");
    const char *svg = svg_now();
    const char *twin = twin_now();
    const struct doc *board = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    show_start("{}");
    show_move(2, "register",
              "{'documents':{'kind':'long'},'money':{'kind':'last_emoji','value':'🦊'}}");
    show_move(0, "confirm", "{}");
    show_move(3, "register", "{'documents':{'kind':'digit'},'money':{'kind':'lines'}}");
    show_move(1, "confirm", "{}");
    show_move(0, "choose_leader", "{'seat':0}");
    show_move(0, "play", "{'symbol':'money','say':'Wer 🐻 hat 🦊'}");
    show_move(2, "play", "{'symbol':'documents'}");
    ck_assert_str_eq(svg, svg_now());
    ck_assert_str_eq(twin, twin_now());
    ck_assert_str_eq(
        doc_plain(board, 0),
        doc_plain(compose_board(show_compose(), show_view(SEAT_CROWD), show_board()), 0));
}
END_TEST

/* A table of as many seats as there can be, full of everything. */
static void crowded(struct board *board, int seats, const char *word)
{
    memset(board, 0, sizeof *board);
    board->game = "interceptor";
    board->title = MSG_INTERCEPTOR_BOARD_TITLE;
    board->round = 1000000;
    for (int seat = 0; seat < seats; seat++) {
        struct board_item *hand = board_add(board, BOARD_HAND, MSG_INTERCEPTOR_BOARD_HAND);
        hand->seat = (int8_t)seat;
        hand->team = (int8_t)(seat % 2);
        hand->term = word;
        hand->count = 1000;
        hand->flags = BOARD_TURN | BOARD_LEADS | BOARD_GONE;
    }
    for (int i = 0; board->count < BOARD_ITEMS_MAX; i++) {
        struct board_item *item =
            board_add(board, (enum board_kind)(1 + i % 4), MSG_INTERCEPTOR_BOARD_TABLE);
        item->seat = (int8_t)(i % seats);
        item->team = (int8_t)(i % 2);
        item->term = i % 3 == 0 ? NULL : word;
        item->flags = i % 5 == 0 ? BOARD_LAST : 0;
        item->count = i * 1000;
    }
}

START_TEST(a_full_board_stays_bounded)
{
    static struct board board;
    char word[600];
    memset(word, '<', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    show_start("{}");
    rename_seat(0, "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"");
    rename_seat(1, "a\u0301\u0302\u0303\u0304b\u0301\u0302\u0303\u0304c\u0301\u0302\u0303");
    rename_seat(2, "👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽");
    rename_seat(3, "&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&");
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        crowded(&board, seats, word);
        for (int shape = 0; shape < BOARD_SHAPES; shape++) {
            const char *problem = kit_svg_problem(
                board_svg(show_compose(), show_view(SEAT_CROWD), &board, (enum board_shape)shape));
            ck_assert_msg(problem == NULL, "not well-formed at: %.80s", problem);
        }
    }
}
END_TEST

/* A table of Decrypto in its third round: words in columns, each team's own. */
static void sheet_start(void)
{
    show_use("decrypto",
             ",'deal':{'round':2,'keywords':{'white':['COW','TEA','PIANO','WEEKEND'],"
             "'black':['WOLF','BREAD','MIRROR','STORM']},'codes':{'white':['314','421'],"
             "'black':['241','132']},'tokens':{'white':{'interceptions':1},"
             "'black':{'miscommunications':1}}}");
    show_start("{}");
    show_move(2, "clues", "{'clues':['black & white','farm','<lie in>']}");
    show_move(3, "clues", "{'clues':['oven','cloud','a rather long clue about howling by night']}");
    show_move(0, "decode", "{'code':'314'}");
    show_move(1, "intercept", "{'pass':true}");
    show_move(1, "decode", "{'code':'241'}");
    show_move(2, "intercept", "{'code':'243'}");
    show_move(0, "clues", "{'clues':['to be or not to be','牛乳','keys']}");
    show_move(1, "clues", "{'clues':['pack','rye','glass']}");
}

START_TEST(a_sheet_is_drawn)
{
    sheet_start();
    show_state("sheet");
    ck_assert_ptr_nonnull(strstr(twin_now(), "White Clues for 3: black & white"));
    ck_assert_ptr_null(strstr(twin_now(), "PIANO"));
    ck_assert_ptr_null(strstr(svg_now(), "rye"));
    show_use("interceptor", "");
}
END_TEST

/* A mission of Infiltrators: two Suspects in stands, clues that match and clues that do not. */
static void grid_start(const char *options)
{
    show_use(
        "infiltrators",
        ",'deal':{'mission':'mission = T1; title = Training 1; suits = R K Y; numbers = 2-13; "
        "suspects = 2; bullets = suspects + 3','hands':[['R2','K5','Y9','K12','Y4'],['R3','R8',"
        "'K10','Y6','Y11'],['K2','K7','R12','Y2','Y13'],['R4','K9','R13']],'centre':['R6',"
        "'K11'],'first':0}");
    show_start(options);
    show_move(0, "nab", "{}");
    show_move(1, "exchange", "{'seat':0,'card':'K10'}");
    show_move(1, "draw", "{'take':false}");
    show_move(2, "nab", "{}");
    show_move(3, "exchange", "{'seat':2,'card':'K9'}");
    show_move(3, "draw", "{'take':false}");
    show_move(0, "clue", "{'card':'K12'}");
    show_move(1, "eliminate", "{'seat':0,'card':'R7','insist':true}");
    show_move(2, "exchange", "{'seat':0,'card':'Y2'}");
}

/* Special rules, cards without a number, a suit nobody names, turns that are counted. */
START_TEST(a_mission_with_every_rule_is_drawn)
{
    show_use("infiltrators",
             ",'deal':{'mission':'mission = X6; title = Everything; suits = R K Y; numbers = 2-15; "
             "suspects = 2; bullets = suspects + 2; clock = 15 min; turns = 30; hand_limit = 5; "
             "rules = no_talk closed_discard hidden_bullets specials hidden_suit','hidden':'G',"
             "'hands':[['R2','K5'],['R3','Y*','K*'],['K2','G7'],['R4','K9']],'first':1,"
             "'stands':[{'suspect':'K11','clues':['K3']},null,null,{'suspect':'Y6'}],"
             "'discard':{'up':['Y13','R13'],'down':['Y14']},'centre':[]}");
    show_start("{'pace':'async'}");
    show_move(1, "exchange", "{'seat':0,'card':'Y*'}");
    show_move(1, "draw", "{'take':false}");
    show_move(2, "bide", "{'draw':0}");
    show_move(3, "bide", "{'draw':0}");
    show_move(0, "bide", "{'draw':0}");
    show_move(1, "exchange", "{'seat':0,'card':'K*'}");
    show_state("mission");
    ck_assert_ptr_nonnull(strstr(twin_now(), "; matches: K 3 *; no match: Y *"));
    ck_assert_ptr_nonnull(strstr(twin_now(), "Turns left: 26"));
    ck_assert_ptr_nonnull(strstr(twin_now(), "no talk"));
    ck_assert_ptr_null(strstr(twin_now(), "Bullets"));
    ck_assert_ptr_null(strstr(twin_now(), "Y13"));
    ck_assert_ptr_null(strstr(svg_now(), "ullets:"));
    show_use("interceptor", "");
}
END_TEST

START_TEST(a_clue_board_is_drawn)
{
    grid_start("{}");
    show_state("grid");
    ck_assert_ptr_nonnull(strstr(twin_now(), "; matches: K 12 · Y 2; no match: K 10"));
    ck_assert_ptr_null(strstr(svg_now(), "K11"));
    show_use("interceptor", "");
}
END_TEST

/* Without clue boards the clues alone lie there. */
START_TEST(clues_without_a_board_are_drawn)
{
    grid_start("{'board':'off'}");
    ck_assert_ptr_nonnull(strstr(twin_now(), "Suspect: Ana; matches: K 12 · Y 2; no match: K 10"));
    ck_assert_ptr_null(strstr(twin_now(), "possible"));
    show_use("interceptor", "");
}
END_TEST

/* A table of Spyfall in its second round: the talk, the list of places, a vote; four play. */
static void spy_start(void)
{
    show_use("spyfall",
             ",'deal':{'locations':['Abandoned mine','Airport','Art gallery','Bakery','Bank',"
             "'Beach','Botanical garden','Bowling alley','Bus station','Casino','Castle',"
             "'Cemetery','Cinema','Circus','Construction site','Cruise ship','Embassy','Farm',"
             "'Fire station','Gas station','Hospital','Hotel','Library','Lighthouse','Museum',"
             "'Night club','Opera','Playground','School','Zoo'],'rounds':[{'location':'Bank',"
             "'spy':3},{'location':'Zoo','spy':1}]}");
    show_start("{'rounds':'2'}");
    show_move(3, "guess", "{'location':'zoo'}");
    show_move(0, "next", "{}");
    show_move(0, "ask", "{'seat':1,'text':'Is it <loud> here & who feeds them?'}");
    show_move(1, "answer",
              "{'text':'It depends on the day, on the weather and above all on the "
              "people who come; most of them bring their own, and leave.'}");
    show_move(1, "ask",
              "{'seat':2,'text':'動物はいますか。ここはとても広いですね。みんなで歩きましょう。'}");
    show_move(2, "accuse", "{'seat':1}");
    show_move(3, "vote", "{'answer':'yes'}");
}

START_TEST(a_table_of_spyfall_is_drawn)
{
    spy_start();
    show_state("spy");
    ck_assert_ptr_nonnull(strstr(twin_now(), "Up for vote: Ben"));
    ck_assert_ptr_nonnull(strstr(twin_now(), "Round 1: the spy guessed wrong (Dee)."));
    show_move(0, "vote", "{'answer':'yes'}");
    ck_assert_int_eq(show_table.phase, TABLE_OVER);
    show_state("spy_end");
    show_use("interceptor", "");
}
END_TEST

/* Every line of wrapped words is as long as its column allows, and no word is lost. */
START_TEST(words_are_wrapped_at_the_last_blank_that_fits)
{
    static const struct {
        const char *text;
        const char *lines;
    } rows[] = {{"aa bb cc dd", "aa bb|cc dd|"}, {"aa", "aa|"},
                {"aaaaaaaa bb", "aaaa…|bb|"},    {"a b c d e f g", "a b c d|e f g|"},
                {"aaaaa bbbbb", "aaaaa|bbbbb|"}, {"aaa  bbb", "aaa |bbb|"},
                {"牛乳 牛乳", "牛乳 牛|乳|"},    {"", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct page page = {.compose = show_compose()};
        struct drawing drawing = {.page = &page};
        struct box place = {.width = board_inks[INK_CELL].px[BOARD_LANDSCAPE] * 5 * 70 / 100};
        struct buf told;
        buf_init(&told, 200);
        buf_init(&drawing.svg, 4096);
        draw_wrapped(&drawing, INK_CELL, &place, 20, 0, rows[i].text);
        const char *at = drawing.svg.len > 0 ? drawing.svg.text : "";
        while ((at = strchr(at, '>')) != NULL) {
            size_t len = strcspn(++at, "<");
            buf_add(&told, at, len);
            buf_add(&told, "|", len > 0);
        }
        ck_assert_str_eq(told.len > 0 ? told.text : "", rows[i].lines);
        buf_deinit(&told);
        buf_deinit(&drawing.svg);
    }
}
END_TEST

Suite *suite_board(void);

Suite *suite_board(void)
{
    Suite *suite = suite_create("board");
    TCase *tcase = tcase_create("board");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, a_start_is_drawn);
    tcase_add_test(tcase, a_round_is_drawn);
    tcase_add_test(tcase, a_pot_is_drawn);
    tcase_add_test(tcase, an_end_is_drawn);
    tcase_add_test(tcase, names_of_all_the_world_are_drawn);
    tcase_add_test(tcase, all_writing_is_legible);
    tcase_add_test(tcase, a_board_keeps_secrets);
    tcase_add_test(tcase, a_sheet_is_drawn);
    tcase_add_test(tcase, a_clue_board_is_drawn);
    tcase_add_test(tcase, a_mission_with_every_rule_is_drawn);
    tcase_add_test(tcase, clues_without_a_board_are_drawn);
    tcase_add_test(tcase, a_table_of_spyfall_is_drawn);
    tcase_add_test(tcase, words_are_wrapped_at_the_last_blank_that_fits);
    tcase_add_test(tcase, a_full_board_stays_bounded);
    suite_add_tcase(suite, tcase);
    return suite;
}
