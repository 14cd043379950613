/* Boards of what hurts: names of wide letters, as many people, words and rounds as there can be. */
#include "board_private.h"
#include "show_game.h"
#include "show_kit.h"
#include "svg_kit.h"

#include "game.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_MAX = 60000 };

static char json[JSON_MAX];
static size_t json_len;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(json + json_len, sizeof json - json_len, format, args);
    va_end(args);
    ck_assert(len >= 0 && (size_t)len < sizeof json - json_len);
    json_len += (size_t)len;
}

static const char *const hurt_names[] = {
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
    "👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
    "🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺🗺",
    "密码破译者联盟主席先生密码破译者联盟主席先生密码破译者联盟主席先",
    "مريم الخوارزمي بنت عبد الرحمن آل",
    "דנה בת־אל ברקוביץ־שטרנברג מירושל",
    "ЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩ",
    "ﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺ﷽﷽﷽﷽﷽﷽",
    "&&&&&<<<<<>>>>>&&&&&<<<<<>>>>>&&",
    "a\u0301\u0302\u0303\u0304b\u0301\u0302\u0303\u0304Ⅷ⅏⅏⅏‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱‱",
    "i",
};

enum { HURT_NAMES = sizeof hurt_names / sizeof hurt_names[0] };

/* Who sits there, from this name on, as a view that pictures take names from. */
static const struct view *hurt_people(const char *game, unsigned first, int seats)
{
    json_len = 0;
    put("{'game':'%s','number':1000000,'phase':'playing','seats':[", game);
    for (int seat = 0; seat < seats; seat++) {
        put("%s{'name':'%s','house':%s}", seat > 0 ? "," : "",
            hurt_names[(first + (unsigned)seat) % HURT_NAMES], seat % 2 == 0 ? "true" : "false");
    }
    put("]}");
    return kit_view(0, json);
}

static void hurt_text(const char *word, int bytes)
{
    int len = 0;
    for (int at = 0; len + (int)strlen(word) <= bytes; at++) {
        put("%s", word);
        len += (int)strlen(word);
    }
}

/* The board of a game's view, drawn with all names in both shapes. */
static void hurt_draw(const char *game, int seats)
{
    static struct board board;
    const struct view *view = kit_view(1, json);
    for (uint16_t i = 0; i < view->facts.count; i++) {
        struct value *fact = &view->facts.fact[i];
        if (fact->key != NULL && strcmp(fact->key, "answer") == 0 && fact->kind == VALUE_TERM) {
            fact->kind = VALUE_TEXT;
        }
    }
    game_find(game)->board(view, &board);
    for (unsigned first = 0; first<HURT_NAMES; first += seats> 4 ? 5 : 1) {
        const struct view *people = hurt_people(game, first, seats);
        for (int shape = 0; shape < BOARD_SHAPES; shape++) {
            const char *svg = board_svg(show_compose(), people, &board, (enum board_shape)shape);
            kit_svg(svg, (enum board_shape)shape);
        }
    }
}

/* --- Spyfall ---------------------------------------------------------------------------------- */

static void spy_list(const char *name, int seats, const char *value)
{
    put(",'%s':[", name);
    for (int seat = 0; seat < seats; seat++) {
        put("%s%s", seat > 0 ? "," : "", value);
    }
    put("]");
}

static void spy_questions(int seats)
{
    put(",'questions':[");
    for (int i = 0; i < 6; i++) {
        put("%s{'asker':%d,'target':%d,'text':'", i > 0 ? "," : "", i % seats,
            (i * 5 + 1) % seats == i % seats ? (i + 1) % seats : (i * 5 + 1) % seats);
        hurt_text(i % 2 == 0 ? "動物はいますか。" : "W WWW ", 390);
        put("','answer':'");
        hurt_text(i % 2 == 0 ? "WWWWWWWWWWWWWWWWWWWW" : "مريم ", 390);
        put("'}");
    }
    put("]");
}

static void spy_places(int places)
{
    put(",'locations':[");
    for (int i = 0; i < places; i++) {
        put("%s'", i > 0 ? "," : "");
        hurt_text(i % 3 == 0 ? "WM" : i % 3 == 1 ? "Construction site " : "火山", 38);
        put("%d'", i);
    }
    put("]");
}

static void spy_board(int seats, int places)
{
    json_len = 0;
    put("{'phase':'questions','round':1000,'asker':2,'barred':1,'pending':null,'turn':null,"
        "'questions_left':1000,'gone':[0],'waiting':[2],"
        "'vote':{'suspect':1,'next':0},'last':{'end':'innocent_indicted','spy':1,'round':999}");
    spy_list("accused", seats, "true");
    spy_list("scores", seats, "1000");
    spy_questions(seats);
    spy_places(places);
    put("}");
    hurt_draw("spyfall", seats);
}

START_TEST(every_round_table_holds_its_words)
{
    for (int seats = 3; seats <= SEATS_MAX; seats++) {
        spy_board(seats, seats % 2 == 0 ? 50 : 20);
    }
    spy_board(4, 30);
}
END_TEST

/* --- Decrypto --------------------------------------------------------------------------------- */

enum { CODE_ROUNDS = 12, CLUE_LETTERS = 80 };

static void code_clue(int n)
{
    static const char *const words[] = {"W", "howling by night ", "牛", "ж", "x"};
    put("%s'", n > 0 ? "," : "");
    hurt_text(words[n % 5], n % 5 == 4 ? 1 : CLUE_LETTERS);
    put("'");
}

static void code_team(const char *team)
{
    put("'%s':{", team);
    for (int slot = 1; slot <= 4; slot++) {
        put("%s'%d':[", slot > 1 ? "," : "", slot);
        for (int n = 0; n < CODE_ROUNDS * 3 / 4; n++) {
            code_clue(n);
        }
        put("]");
    }
    put("}");
}

static void code_codes(const char *team)
{
    static const char *const codes[] = {"123", "234", "341", "412"};
    put("'%s':[", team);
    for (int n = 0; n < CODE_ROUNDS; n++) {
        put("%s'%s'", n > 0 ? "," : "", codes[n % 4]);
    }
    put("]");
}

static void code_clues(const char *team)
{
    put("'%s':[", team);
    for (int n = 0; n < 3; n++) {
        code_clue(n);
    }
    put("]");
}

static void code_keywords(const char *team)
{
    put("'%s':[", team);
    for (int n = 0; n < 4; n++) {
        put("%s'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW'", n > 0 ? "," : "");
    }
    put("]");
}

static void code_both(const char *name, void (*one)(const char *team))
{
    put(",'%s':{", name);
    one("white");
    put(",");
    one("black");
    put("}");
}

static void code_board(bool over)
{
    json_len = 0;
    put("{'phase':'%s','round':13,'teams':{'white':[0,1,2,3,4,5],'black':[6,7,8,9,10,11]},"
        "'encryptors':{'white':0,'black':6},'tokens':{'white':{'interceptions':2,"
        "'miscommunications':2},'black':{'interceptions':1000000,'miscommunications':2}},"
        "'last':{'round':12,'team':'black','code':'412'},'over':%s,"
        "'result':{'reason':'miscommunications'}",
        over ? "over" : "guess", over ? "true" : "false");
    code_both("clues", code_clues);
    code_both("sheet", code_team);
    code_both("codes", code_codes);
    if (over) {
        code_both("keywords", code_keywords);
    }
    put("}");
    hurt_draw("decrypto", SEATS_MAX);
}

START_TEST(twelve_rounds_of_the_longest_clues_find_room)
{
    code_board(false);
    code_board(true);
}
END_TEST

/* --- Infiltrators ----------------------------------------------------------------------------- */

static void files_stand(int owner)
{
    static const char suits[] = "RKYGB";
    put("%s{'clues':[{'card':'R2','match':true},{'card':'B*','match':false}],'possible':[",
        owner > 0 ? "," : "");
    for (int suit = 0; suit < 5; suit++) {
        for (int number = 2; number <= 15; number++) {
            put("%s'%c%d'", suit + number > 2 ? "," : "", suits[suit], number);
        }
    }
    put("]}");
}

static void files_board(int agents)
{
    json_len = 0;
    put("{'phase':'retrieve','round':1000,'turn':0,'gone':[1],'hq':75,'centre':30,'left':30,"
        "'bullets':30,'discard':{'up_count':75,'down':75},'turns_max':500,'turns':0,"
        "'rules':['no_talk','closed_discard','hidden_bullets','specials','hidden_suit'],"
        "'suits':['R','K','Y','G','B'],'lowest':2,'highest':15");
    spy_list("hands", agents, "75");
    put(",'stands':[");
    for (int owner = 0; owner < agents && owner < 3; owner++) {
        files_stand(owner);
    }
    put("]}");
    hurt_draw("infiltrators", agents);
}

START_TEST(every_file_holds_its_words)
{
    for (int agents = 2; agents <= 5; agents++) {
        files_board(agents);
    }
}
END_TEST

/* The lines of a mission that its rules are made of, as one text. */
static void mission_read(const char *name, char *text, size_t size)
{
    char path[64];
    size_t len = 0;
    snprintf(path, sizeof path, "games/infiltrators/missions/%s.txt", name);
    char *file = kit_file(path, &len);
    size_t used = 0;
    for (const char *line = file; *line != '\0';
         line += strcspn(line, "\n"), line += *line == '\n') {
        int bytes = (int)strcspn(line, "\n");
        if (bytes > 0 && line[0] != '#' && strncmp(line, "story", 5) != 0 &&
            strncmp(line, "title", 5) != 0) {
            int more =
                snprintf(text + used, size - used, "%s%.*s", used > 0 ? "; " : "", bytes, line);
            used += (size_t)more;
            ck_assert_uint_lt(used, size);
        }
    }
    free(file);
}

START_TEST(every_mission_is_drawn)
{
    static const char *const missions[] = {"T1", "T2", "T3", "M1", "M2", "M3", "M4", "M5", "M6"};
    for (size_t i = 0; i < sizeof missions / sizeof missions[0]; i++) {
        char text[600];
        char deal[700];
        mission_read(missions[i], text, sizeof text);
        snprintf(deal, sizeof deal, ",'deal':{'mission':'%s'}", text);
        show_use("infiltrators", deal);
        show_start("{}");
        for (int seat = 0; seat < 4; seat++) {
            (void)show_try(seat, "nab", "{}");
        }
        for (int shape = 0; shape < BOARD_SHAPES; shape++) {
            const char *svg = board_svg(show_compose(), show_view(SEAT_CROWD), show_board(),
                                        (enum board_shape)shape);
            kit_svg(svg, (enum board_shape)shape);
        }
    }
    show_use("interceptor", "");
}
END_TEST

Suite *suite_hurt(void);

Suite *suite_hurt(void)
{
    Suite *suite = suite_create("hurt");
    TCase *tcase = tcase_create("hurt");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, every_round_table_holds_its_words);
    tcase_add_test(tcase, twelve_rounds_of_the_longest_clues_find_room);
    tcase_add_test(tcase, every_file_holds_its_words);
    tcase_add_test(tcase, every_mission_is_drawn);
    suite_add_tcase(suite, tcase);
    return suite;
}
