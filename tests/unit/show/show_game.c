#include "show_game.h"

#include "rules.h"
#include "show_kit.h"
#include "table_view.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOW_STEP_MS = 1000 };

struct table show_table;
struct outcome show_out;

static const char *const show_names[] = {"Ana", "Ben", "Cy", "Dee"};
static const int64_t show_noon_ms = 1893499200000; /* 2030-01-01 12:00 UTC */
static struct move show_made;

static enum refusal show_apply(int seat, uint64_t person, const char *action, const char *args)
{
    const struct action_def *row = table_action(&show_table, action);
    ck_assert_msg(row != NULL, "no action %s", action);
    struct value_tree *read = kit_json(2, args);
    move_init(&show_made, row, seat, show_table.now_ms + SHOW_STEP_MS);
    for (uint16_t at = value_first(read, VALUE_NONE); at != VALUE_NONE;
         at = value_next(read, VALUE_NONE, at)) {
        value_copy(&show_made.args, read->fact[at].key, read, at);
    }
    show_made.person = person;
    outcome_init(&show_out);
    return table_apply(&show_table, &show_made, &show_out);
}

static const char *show_game_id = "interceptor";
static const char *show_deal = "";

void show_use(const char *game, const char *deal)
{
    show_game_id = game;
    show_deal = deal;
}

void show_open(const char *options)
{
    char args[1024];
    snprintf(args, sizeof args,
             "{'game':'%s','number':3,'name':'Ana','adapter':'web','room':'den',"
             "'commitment':'%064d','options':%s}",
             show_game_id, 7, options);
    table_init(&show_table, 12);
    memcpy(show_table.tag, "12", sizeof "12");
    show_table.game = game_find(show_game_id);
    show_table.now_ms = show_noon_ms;
    ck_assert_int_eq(show_apply(SEAT_NONE, 1, "open", args), REFUSAL_NONE);
}

void show_join(unsigned person)
{
    char args[128];
    snprintf(args, sizeof args, "{'name':'%s','event':'web/%u'}", show_names[person - 1], person);
    ck_assert_int_eq(show_apply(SEAT_NONE, person, "join", args), REFUSAL_NONE);
    snprintf(args, sizeof args, "{'seat':%d,'state':'proven'}", table_seat_of(&show_table, person));
    struct outcome joined = show_out;
    ck_assert_int_eq(show_apply(SEAT_HOUSE, 0, "reach", args), REFUSAL_NONE);
    show_out = joined;
}

void show_start(const char *options)
{
    show_open(options);
    for (unsigned person = 1; person <= 4; person++) {
        show_join(person);
    }
    char args[1024];
    snprintf(args, sizeof args, "{'seed':'%064d','order':[0,1,2,3]%s}", 5, show_deal);
    enum refusal refusal = show_apply(0, 1, "start", args);
    ck_assert_msg(refusal == REFUSAL_NONE, "not started: %s", refusal_name(refusal));
}

enum refusal show_try(int seat, const char *action, const char *args)
{
    uint64_t person = seat >= 0 ? show_table.seat[seat].person : 0;
    return show_apply(seat, person, action, args);
}

void show_move(int seat, const char *action, const char *args)
{
    enum refusal refusal = show_try(seat, action, args);
    ck_assert_msg(refusal == REFUSAL_NONE, "seat %d %s %s: %s", seat, action, args,
                  refusal_name(refusal));
}

void show_play(const char *options)
{
    show_start(options);
    show_move(0, "register",
              "{'documents':{'kind':'word','value':'honestly'},'money':{'kind':'ends_punct',"
              "'value':'?'}}");
    show_move(2, "confirm", "{}");
    show_move(1, "register",
              "{'documents':{'kind':'caps'},'money':{'kind':'emoji','value':'🙂'}}");
    show_move(3, "confirm", "{}");
    show_move(0, "choose_leader", "{'seat':0}");
}

void show_round(const char *symbols)
{
    static const char *const said[2][2] = {
        {"Honestly, I could not tell.", "Who would know that?"},
        {"Now THAT is odd.", "Quite possible 🙂 I think"},
    };
    for (int play = 0; play < 4 && symbols[play] != '\0'; play++) {
        const struct view *view = show_view(SEAT_CROWD);
        int seat = (int)value_number_at(&view->facts, "play.turn", SEAT_NONE);
        int money = symbols[play] == 'M';
        char args[256];
        snprintf(args, sizeof args, "{'symbol':'%s'%s%s%s}", money ? "money" : "documents",
                 play % 2 == 0 ? ",'say':'" : "", play % 2 == 0 ? said[seat % 2][money] : "",
                 play % 2 == 0 ? "'" : "");
        show_move(seat, "play", args);
    }
}

const struct view *show_view(int reader)
{
    static struct view crowd;
    static struct view own;
    struct view *view = reader == SEAT_CROWD ? &crowd : &own;
    view_init(view, reader);
    table_view(&show_table, reader, view);
    return view;
}

const struct compose *show_compose(void)
{
    static struct compose compose;
    compose = (struct compose){.catalogue = kit_english(),
                               .arena = kit_arena,
                               .now_ms = show_table.now_ms,
                               .room_name = "den"};
    return &compose;
}

const struct board *show_board(void)
{
    static struct board board;
    return table_board(&show_table, SEAT_CROWD, &board) ? &board : NULL;
}
