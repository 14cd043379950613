/* The rows of the lobby and of the house. What people may do stands first, in the order of help;
 * what the house alone does stands behind it, hidden. Technical texts (ids, seeds) are terms of no
 * fixed list, so that the journal keeps them as they are; people's words are texts. */
#include "controls.h"
#include "table_night.h"
#include "table_private.h"

static const struct arg_choice table_reaches[] = {
    {"pending", NULL},
    {"proven", NULL},
    {"failed", NULL},
    {"behind", NULL},
};

static const struct arg_choice table_venue_kinds[] = {
    {"table", NULL},
    {"team_0", NULL},
    {"team_1", NULL},
    {"private", NULL},
};

static const struct arg_choice table_answers[] = {
    {"yes", "y"},
    {"no", "n"},
    {"abstain", NULL},
    {"withdraw", "back"},
};

static const struct arg_choice table_plans[] = {
    {"go", "yes"},
    {"stay", "no"},
};

/* What a host can plan for later. */
static const struct arg_choice table_plan_acts[] = {
    {"pause", NULL}, {"resume", "unlock continue"}, {"extend", "more moretime"}, {"skip", NULL},
    {"lock", NULL},  {"abort", "void end close"},
};

enum {
    IN_LOBBY = BIT(TABLE_LOBBY),
    IN_PLAY = BIT(TABLE_PLAYING),
    IN_OVER = BIT(TABLE_OVER),
    IN_NIGHT = BIT(TABLE_NIGHT),
    WHEN_MAX_CHARACTERS = 40,
    TALK_MAX_CHARACTERS = 500,
    ANNOUNCE_MAX_CHARACTERS = 300,
    WARN_MAX_CHARACTERS = 300,
    PLAN_TIME_MAX = 20,
    NAME_MAX_CHARACTERS = 36 /* 32 and a mark that tells it from a name alike */
};

#define NAME_ARG                                                                \
    {                                                                           \
        .name = "name", .kind = ARG_TEXT, .flags = ARG_RESOLVED | ARG_OPTIONAL, \
        .max = NAME_MAX_CHARACTERS                                              \
    }
#define LENGTH_ARG                                                                        \
    {                                                                                     \
        .name = "for", .kind = ARG_TERM, .flags = ARG_OPTIONAL, .choices = table_lengths, \
        .choice_count = TABLE_LENGTHS                                                     \
    }
#define TERM_ARG(term_name, term_max)                                                   \
    {                                                                                   \
        .name = (term_name), .kind = ARG_TERM, .flags = ARG_RESOLVED, .max = (term_max) \
    }

#define OPTIONAL_TERM_ARG(term_name, term_max)                                       \
    {                                                                                \
        .name = (term_name), .kind = ARG_TERM, .flags = ARG_RESOLVED | ARG_OPTIONAL, \
        .max = (term_max)                                                            \
    }
/* Of a table that has the deal of a week. */
#define WEEK_ARG            OPTIONAL_TERM_ARG("week", TABLE_WEEK_BYTES - 1)
#define WEEK_COMMITMENT_ARG OPTIONAL_TERM_ARG("commitment", SEED_BYTES * 2)

static enum refusal rows_later(void *subject, const struct move *move, struct outcome *out);
static enum refusal rows_tick(void *subject, const struct move *move, struct outcome *out);

const struct action_def table_rows[] = {
    {
        .name = "join",
        .aliases = {"in", "sit"},
        .help = MSG_HELP_JOIN,
        .label = MSG_LABEL_JOIN,
        .phases = IN_LOBBY | IN_PLAY | IN_NIGHT,
        .who = WHO_ANYONE,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 2,
        .args = {NAME_ARG, TERM_ARG("event", TABLE_EVENT_ID_BYTES - 1)},
        .apply = lobby_join,
    },
    {
        .name = "leave",
        .slash = "quit",
        .aliases = {"out"},
        .help = MSG_HELP_LEAVE,
        .label = MSG_LABEL_LEAVE,
        .phases = IN_LOBBY | IN_PLAY | IN_NIGHT,
        .who = WHO_ANYONE,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 1,
        .args = {{.name = "sure", .kind = ARG_BOOL, .flags = ARG_OPTIONAL | ARG_CONFIRM}},
        .apply = house_leave,
    },
    {
        .name = "team",
        .help = MSG_HELP_TEAM,
        .label = MSG_LABEL_TEAM,
        .phases = IN_LOBBY,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 1,
        .args = {{.name = "team", .kind = ARG_TERM, .max = 24}},
        .apply = lobby_team,
    },
    {
        .name = "talk",
        .aliases = {"team", "tell"},
        .help = MSG_HELP_TALK,
        .label = MSG_LABEL_TALK,
        .phases = IN_PLAY,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING | AS_TALK,
        .venues = IN_PRIVATE | IN_TEAM,
        .cost = 2,
        .arg_count = 1,
        .args = {{.name = "text",
                  .kind = ARG_TEXT,
                  .flags = ARG_REST | ARG_LONG | ARG_SECRET | ARG_OPTIONAL,
                  .max = TALK_MAX_CHARACTERS}},
        .apply = house_talk,
    },
    {
        .name = "ready",
        .help = MSG_HELP_READY,
        .label = MSG_LABEL_READY,
        .phases = IN_LOBBY | IN_NIGHT,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 1,
        .args = {{.name = "on", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .apply = lobby_ready,
    },
    {
        .name = "start",
        .aliases = {"begin", "deal"},
        .help = MSG_HELP_START,
        .label = MSG_LABEL_START,
        .phases = IN_LOBBY | IN_NIGHT,
        .who = WHO_HOST | WHO_HOUSE,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 7,
        .args = {WEEK_ARG,
                 WEEK_COMMITMENT_ARG,
                 {.name = "seed",
                  .kind = ARG_TERM,
                  .flags = ARG_RESOLVED | ARG_OPTIONAL,
                  .max = SEED_BYTES * 2},
                 {.name = "order",
                  .kind = ARG_SEATS,
                  .flags = ARG_RESOLVED | ARG_OPTIONAL,
                  .min = 1,
                  .max = SEATS_MAX},
                 {.name = "candidates",
                  .kind = ARG_TERM,
                  .flags = ARG_RESOLVED | ARG_OPTIONAL,
                  .max = SEED_BYTES * 2},
                 {.name = "deal", .kind = ARG_OBJECT, .flags = ARG_RESOLVED | ARG_OPTIONAL},
                 {.name = "longer", .kind = ARG_BOOL, .flags = ARG_RESOLVED | ARG_OPTIONAL}},
        .resolve = lobby_start_check,
        .apply = lobby_start,
    },
    {
        .name = "ready_check",
        .aliases = {"check", "readycheck"},
        .help = MSG_HELP_CHECK,
        .label = MSG_LABEL_CHECK,
        .phases = IN_LOBBY,
        .who = WHO_HOST | WHO_HOUSE,
        .apply = lobby_check,
    },
    {
        .name = "option",
        .aliases = {"options", "set"},
        .help = MSG_HELP_OPTION,
        .label = MSG_LABEL_OPTION,
        .phases = IN_LOBBY | IN_NIGHT,
        .who = WHO_HOST,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 4,
        .args = {{.name = "option", .kind = ARG_TERM, .max = 40},
                 {.name = "value", .kind = ARG_TERM, .flags = ARG_REST, .max = 40},
                 WEEK_ARG,
                 WEEK_COMMITMENT_ARG},
        .resolve = lobby_option_check,
        .apply = lobby_option,
    },
    {
        .name = "when",
        .aliases = {"reschedule", "move_night"},
        .help = MSG_HELP_WHEN,
        .label = MSG_LABEL_WHEN,
        .phases = IN_NIGHT,
        .who = WHO_HOST,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 2,
        .args = {{.name = "at", .kind = ARG_TERM, .flags = ARG_REST, .max = WHEN_MAX_CHARACTERS},
                 {.name = "due", .kind = ARG_NUMBER, .flags = ARG_RESOLVED | ARG_OPTIONAL}},
        .apply = night_when,
    },
    {
        .name = "here",
        .help = MSG_HELP_HERE,
        .label = MSG_LABEL_HERE,
        .phases = IN_LOBBY,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = lobby_here,
    },
    {
        .name = "substitute",
        .aliases = {"sub", "takeover"},
        .help = MSG_HELP_SUBSTITUTE,
        .label = MSG_LABEL_SUBSTITUTE,
        .phases = IN_PLAY,
        .who = WHO_ANYONE,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 2,
        .args = {{.name = "seat", .kind = ARG_SEAT, .flags = ARG_OPTIONAL}, NAME_ARG},
        .resolve = house_substitute_check,
        .apply = house_substitute,
    },
    {
        .name = "must_leave",
        .aliases = {"mustleave", "handover", "leave_later"},
        .help = MSG_HELP_MUST_LEAVE,
        .label = MSG_LABEL_MUST_LEAVE,
        .phases = IN_PLAY,
        .who = WHO_SEATED,
        .arg_count = 1,
        .args = {{.name = "plan",
                  .kind = ARG_TERM,
                  .flags = ARG_OPTIONAL,
                  .choices = table_plans,
                  .choice_count = sizeof table_plans / sizeof table_plans[0]}},
        .apply = house_must_leave,
    },
    {
        .name = "pause",
        .help = MSG_HELP_PAUSE,
        .label = MSG_LABEL_PAUSE,
        .phases = IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .arg_count = 1,
        .args = {LENGTH_ARG},
        .resolve = house_pause_check,
        .apply = house_pause,
    },
    {
        .name = "extend",
        .slash = "more_time",
        .aliases = {"moretime", "more"},
        .help = MSG_HELP_EXTEND,
        .label = MSG_LABEL_EXTEND,
        .phases = IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .arg_count = 1,
        .args = {LENGTH_ARG},
        .resolve = house_extend_check,
        .apply = house_extend,
    },
    {
        .name = "decide",
        .aliases = {"poll"},
        .help = MSG_HELP_DECIDE,
        .label = MSG_LABEL_DECIDE,
        .phases = IN_PLAY,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "answer",
                  .kind = ARG_TERM,
                  .choices = table_answers,
                  .choice_count = sizeof table_answers / sizeof table_answers[0]}},
        .apply = table_poll_decide,
    },
    {
        .name = "resume",
        .aliases = {"unpause", "continue", "unlock"},
        .help = MSG_HELP_RESUME,
        .label = MSG_LABEL_RESUME,
        .phases = IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .surfaces = AS_BUTTON | AS_STANDING,
        .apply = house_resume,
    },
    {
        .name = "skip",
        .slash = "skip_turn",
        .help = MSG_HELP_SKIP,
        .label = MSG_LABEL_SKIP,
        .phases = IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .surfaces = AS_BUTTON,
        .traits = BY_TIME,
        .arg_count = 1,
        .args = {{.name = "missed", .kind = ARG_NUMBER, .flags = ARG_RESOLVED | ARG_OPTIONAL}},
        .resolve = house_skip_check,
        .apply = house_skip,
    },
    {
        .name = "undo",
        .slash = "take_back",
        .aliases = {"takeback", "back", "take_back"},
        .help = MSG_HELP_UNDO,
        .label = MSG_LABEL_UNDO,
        .phases = IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .arg_count = 2,
        .args = {{.name = "moves",
                  .kind = ARG_NUMBER,
                  .flags = ARG_OPTIONAL,
                  .min = 1,
                  .max = UNDO_ASKED_MAX},
                 {.name = CONTROL_AS_OF,
                  .kind = ARG_NUMBER,
                  .flags = ARG_RESOLVED | ARG_OPTIONAL | ARG_CARRIED}},
        .resolve = house_undo_check,
        .apply = house_undo,
    },
    {
        .name = "kick",
        .slash = "remove",
        .aliases = {"remove"},
        .help = MSG_HELP_KICK,
        .label = MSG_LABEL_KICK,
        .phases = IN_LOBBY | IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR | WHO_VOTED,
        .traits = FOR_EACH_SEAT,
        .arg_count = 1,
        .args = {{.name = "seat", .kind = ARG_SEAT}},
        .apply = house_kick,
    },
    {
        .name = "host",
        .help = MSG_HELP_HOST,
        .label = MSG_LABEL_HOST,
        .phases = IN_LOBBY | IN_PLAY | IN_OVER,
        .who = WHO_HOST | WHO_VOTED,
        .arg_count = 1,
        .args = {{.name = "seat", .kind = ARG_SEAT}},
        .apply = house_host,
    },
    {
        .name = "referee",
        .help = MSG_HELP_REFEREE,
        .label = MSG_LABEL_REFEREE,
        .phases = IN_LOBBY,
        .who = WHO_HOST,
        .arg_count = 2,
        .args = {{.name = "person", .kind = ARG_NUMBER, .flags = ARG_OPTIONAL}, NAME_ARG},
        .apply = house_referee,
    },
    {
        .name = "bot",
        .slash = "house_player",
        .aliases = {"addbot", "npc"},
        .help = MSG_HELP_BOT,
        .label = MSG_LABEL_BOT,
        .phases = IN_LOBBY | IN_PLAY,
        .who = WHO_HOST | WHO_MODERATOR,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 2,
        .args = {TERM_ARG("called", NAME_MAX_CHARACTERS),
                 {.name = "fill", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .apply = bot_sit,
    },
    {
        .name = "hide",
        .aliases = {"hideline"},
        .help = MSG_HELP_HIDE,
        .label = MSG_LABEL_HIDE,
        .phases = IN_PLAY | IN_OVER,
        .who = WHO_MODERATOR,
        .surfaces = AS_MESSAGE,
        .arg_count = 2,
        .args = {{.name = "seat", .kind = ARG_SEAT, .flags = ARG_OPTIONAL},
                 {.name = "step", .kind = ARG_NUMBER, .flags = ARG_RESOLVED | ARG_OPTIONAL}},
        .resolve = house_hide_check,
        .apply = house_hide,
    },
#include "table_rows_console.def"
    {
        .name = "abort",
        .slash = "end",
        .aliases = {"close", "giveup", "void"},
        .help = MSG_HELP_ABORT,
        .label = MSG_LABEL_ABORT,
        .phases = IN_LOBBY | IN_PLAY | IN_NIGHT,
        .who = WHO_HOST | WHO_VOTED,
        .apply = house_abort,
    },
    {
        .name = "rematch",
        .aliases = {"again"},
        .help = MSG_HELP_REMATCH,
        .label = MSG_LABEL_REMATCH,
        .phases = IN_OVER,
        .who = WHO_ANYONE,
        .surfaces = AS_BUTTON | AS_STANDING,
        .apply = house_rematch,
    },
    {
        .name = "open",
        .phases = BIT(TABLE_NEW),
        .who = WHO_ANYONE,
        .surfaces = AS_HIDDEN,
        .arg_count = 13,
        .args = {TERM_ARG("game", 24),
                 {.name = "number", .kind = ARG_NUMBER, .flags = ARG_RESOLVED},
                 NAME_ARG,
                 TERM_ARG("adapter", 15),
                 TERM_ARG("room", TABLE_ROOM_BYTES - 1),
                 TERM_ARG("commitment", SEED_BYTES * 2),
                 {.name = "options", .kind = ARG_OBJECT, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "full", .kind = ARG_BOOL, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "practice", .kind = ARG_NUMBER, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "bots", .kind = ARG_BOOL, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "last", .kind = ARG_BOOL, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "kept", .kind = ARG_OBJECT, .flags = ARG_OPTIONAL | ARG_RESOLVED},
                 {.name = "night", .kind = ARG_OBJECT, .flags = ARG_OPTIONAL | ARG_RESOLVED}},
        .apply = lobby_open,
    },
    {
        .name = "night_opened",
        .phases = IN_NIGHT,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 2,
        .args = {{.name = "group", .kind = ARG_NUMBER, .flags = ARG_RESOLVED},
                 {.name = "number", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = night_opened,
    },
    {
        .name = "night_scored",
        .phases = IN_NIGHT,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 2,
        .args = {{.name = "group", .kind = ARG_NUMBER, .flags = ARG_RESOLVED},
                 {.name = "who", .kind = ARG_OBJECT, .flags = ARG_RESOLVED}},
        .apply = night_scored,
    },
    {
        .name = "night_followed",
        .phases = BIT(TABLE_NIGHT_OVER),
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 2,
        .args = {{.name = "table", .kind = ARG_NUMBER, .flags = ARG_RESOLVED},
                 {.name = "at", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = night_followed,
    },
    {
        .name = "reach",
        .phases = IN_LOBBY | IN_PLAY | IN_OVER,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 2,
        .args = {{.name = "seat", .kind = ARG_SEAT},
                 {.name = "state",
                  .kind = ARG_TERM,
                  .choices = table_reaches,
                  .choice_count = sizeof table_reaches / sizeof table_reaches[0]}},
        .apply = lobby_reach,
    },
    {
        .name = "name",
        .phases = IN_LOBBY | IN_PLAY | IN_OVER,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 2,
        .args = {{.name = "seat", .kind = ARG_SEAT}, NAME_ARG},
        .apply = house_name,
    },
    {
        .name = "venue",
        .phases = IN_LOBBY | IN_PLAY | IN_OVER | IN_NIGHT,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 4,
        .args = {{.name = "kind",
                  .kind = ARG_TERM,
                  .choices = table_venue_kinds,
                  .choice_count = sizeof table_venue_kinds / sizeof table_venue_kinds[0]},
                 TERM_ARG("adapter", 15),
                 TERM_ARG("room", TABLE_ROOM_BYTES - 1),
                 {.name = "on", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .apply = house_venue,
    },
    {
        .name = "lost",
        .phases = IN_LOBBY | IN_PLAY | IN_NIGHT,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .apply = house_lost,
    },
    {
        .name = "tick",
        .phases = IN_LOBBY | IN_PLAY | IN_OVER | IN_NIGHT | BIT(TABLE_NIGHT_OVER),
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .traits = BY_TIME | KEEPS_TIME,
        .arg_count = 1,
        .args = {{.name = "missed", .kind = ARG_NUMBER, .flags = ARG_RESOLVED | ARG_OPTIONAL}},
        .apply = rows_tick,
    },
    {
        .name = "restore",
        .phases = IN_PLAY,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .arg_count = 1,
        .args = {{.name = "to", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = house_restore,
    },
    {
        .name = "away",
        .phases = IN_LOBBY | IN_PLAY | IN_OVER | IN_NIGHT | BIT(TABLE_NIGHT_OVER),
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .traits = KEEPS_TIME,
        .arg_count = 1,
        .args = {{.name = "ms", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = house_away_by,
    },
    {
        .name = "late",
        .phases = IN_PLAY,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .traits = KEEPS_TIME,
        .arg_count = 1,
        .args = {{.name = "ms", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = house_late_by,
    },
    {
        .name = "rest",
        .phases = IN_PLAY,
        .who = WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .traits = KEEPS_TIME,
        .arg_count = 1,
        .args = {{.name = "ms", .kind = ARG_NUMBER, .flags = ARG_RESOLVED}},
        .apply = house_rest_by,
    },
};

const size_t table_row_count = sizeof table_rows / sizeof table_rows[0];

/* A plan whose time has come is a row of its own; else what is due of the table and its game. */
static enum refusal rows_tick(void *subject, const struct move *move, struct outcome *out)
{
    if (table_later_is_first(subject)) {
        table_later_fall_due(subject, out);
        return REFUSAL_NONE;
    }
    return house_tick(subject, move, out);
}

/* What is planned is a row too. */
static enum refusal rows_later(void *subject, const struct move *move, struct outcome *out)
{
    const char *act = value_text_at(&move->args, "act", "");
    return table_later_plan(subject, move, action_find(table_rows, table_row_count, act), out);
}

const struct action_def *table_actions(size_t *count_r)
{
    *count_r = table_row_count;
    return table_rows;
}
