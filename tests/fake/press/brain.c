/* What people do with what they see: mostly what is waited for, by the look of the controls and the
 * words on them. No game's rules are known here. */
#include "press.h"

#include <string.h>

enum { WISH_NEVER = 0, WISH_IDLE = 1, WISH_SOME = 3, WISH_MUCH = 15, WISH_MOST = 40 };

unsigned press_roll(struct press_player *player, unsigned n)
{
    player->dice = player->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n == 0 ? 0 : (unsigned)((player->dice >> 33) % n);
}

/* What a label says, by the words in it. */
struct wish {
    const char *words;
    unsigned weight;
    bool grave;
    bool table;
};

static const struct wish wishes[] = {
    {"Join", WISH_MOST, false, true},
    {"Sign up", WISH_MOST, false, true},
    {"I'm here", WISH_MOST, false, true},
    {"Sign off", WISH_NEVER, true, true},
    {"Begin now", WISH_MOST, false, true},
    {"Change the time", WISH_NEVER, true, true},
    {"Calendar file", WISH_IDLE, false, true},
    {"Start", WISH_MOST, false, true},
    {"Sit in", WISH_MOST, false, true},
    {"Rematch", WISH_MOST, false, true},
    {"Options", WISH_MUCH, false, true},
    {"Mission", WISH_MUCH, false, true},
    {"house player", WISH_MUCH, false, true},
    {"Ready", WISH_IDLE, false, true},
    {"Usual options", WISH_IDLE, false, true},
    {"Ask whether", WISH_IDLE, false, true},
    {"I must leave", WISH_NEVER, true, true},
    {"I can stay", WISH_NEVER, true, true},
    {"Leave", WISH_NEVER, true, true},
    {"End it", WISH_NEVER, true, true},
    {"Take out", WISH_NEVER, true, true},
    {"New host", WISH_IDLE, false, true},
    {"Wait no longer", WISH_NEVER, true, true},
    {"Pause", WISH_NEVER, true, true},
    {"Resume", WISH_MUCH, false, true},
    {"Hide this line", WISH_NEVER, true, true},
    {"Interceptor!", WISH_SOME, false, false},
    {"Put up for vote", WISH_SOME, false, false},
    {"Name the place", WISH_SOME, false, false},
    {"Challenge", WISH_SOME, false, false},
    {"My hand", WISH_IDLE, false, false},
    {"Help", WISH_IDLE, false, false},
    {"Transcript", WISH_IDLE, false, false},
    {"How it", WISH_IDLE, false, false},
    {"Say to team", WISH_IDLE, false, false},
    {"Forget me", WISH_NEVER, true, false},
};

static const struct wish *wish_of(const struct press_control *control)
{
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        if (strstr(control->label, wishes[i].words) != NULL) {
            return &wishes[i];
        }
    }
    return NULL;
}

bool press_is_grave(const struct press_control *control)
{
    const struct wish *wish = wish_of(control);
    return wish != NULL && wish->grave;
}

bool press_is_idle(const struct press_control *control)
{
    const struct wish *wish = wish_of(control);
    return wish != NULL || control->label[0] == '\0';
}

bool press_is_table(const struct press_control *control)
{
    const struct wish *wish = wish_of(control);
    return wish != NULL && wish->table;
}

/* What stands on a host's console alone, and the way to it. */
static bool is_console(const struct press_control *control)
{
    static const char *const labels[] = {"Console",
                                         "Refresh",
                                         "Lock",
                                         "Co-host",
                                         "Announce",
                                         "Act for a player",
                                         "Call off a plan",
                                         "House player for",
                                         "Warn",
                                         "Change places",
                                         "See all cards",
                                         "Announce to all tables",
                                         "Plan",
                                         "Take back co-hosts",
                                         "See no cards"};
    const char *at = strstr(control->label, "\xef\xb8\x8f\xe2\x83\xa3 "); /* a number before it */
    const char *label = at == NULL ? control->label : at + 7;
    bool is = false;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        size_t len = strlen(labels[i]);
        bool begins = strncmp(label, labels[i], len) == 0;
        is = is || (begins && (label[len] == '\0' || strcmp(label + len, "\u2026") == 0));
    }
    return is;
}

static bool is_console_message(const struct press_message *message)
{
    bool is = false;
    for (unsigned i = 0; i < message->control_count; i++) {
        is = is || strstr(message->control[i].label, "Refresh") != NULL;
    }
    return is;
}

bool press_is_break(const struct press_control *control)
{
    bool words = control->kind == PRESS_WORDS && control->label[0] == '\0';
    return is_console(control) || strstr(control->label, "Pause for") != NULL ||
           strstr(control->label, "Take back the last") != NULL ||
           strcmp(control->label, "More time") == 0 ||
           (words && (strcmp(control->id, "pause") == 0 || strcmp(control->id, "extend") == 0 ||
                      strcmp(control->id, "undo") == 0));
}

bool press_is_settings(const struct press_message *message)
{
    static const char *const heads[] = {"Your own settings",
                                        "Time zone:",
                                        "Quiet hours:",
                                        "Reminders, where",
                                        "I don't know that",
                                        "I can't read",
                                        "Language in private:",
                                        "Plain messages:",
                                        "More time:",
                                        "What I keep of you",
                                        "Days off:",
                                        "Vacation",
                                        "One vacation has",
                                        "You have 30 days",
                                        "What I tell you",
                                        "Statistics:",
                                        "Seasons:",
                                        "Your games:",
                                        "Whose games",
                                        "I don't tell you",
                                        "Blocked",
                                        "Here I don't know which"};
    bool is = false;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        is = is || strncmp(message->text, heads[i], strlen(heads[i])) == 0;
    }
    /* what somebody wanted to be told of another table, beside the card of theirs */
    static const char *const told[] = {" wanted.", "as you wanted to know", "Will you step in?",
                                       "so your seat is free again"};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        is = is || strstr(message->text, told[i]) != NULL;
    }
    return is;
}

static bool says(const struct press_control *control, const char *words)
{
    return strstr(control->label, words) != NULL;
}

/* Do they want to press something of the table's? */
static bool wants_table(const struct press_player *player, const struct press_control *control)
{
    if (says(control, "Join")) {
        return player->plays && !player->seated;
    }
    if (says(control, "Sign up")) {
        return player->night && player->plays && !player->seated;
    }
    if (says(control, "I'm here")) {
        return player->night && player->seated && !player->here;
    }
    if (says(control, "Begin now")) {
        return player->night && player->host && player->starts;
    }
    if (says(control, "Sit in")) {
        return player->fills && !player->seated;
    }
    if (says(control, "Rematch")) {
        return player->again;
    }
    if (says(control, "Leave")) {
        return player->leaves && player->seated;
    }
    if (says(control, "Start")) {
        return player->host && player->starts;
    }
    if (says(control, "Options") || says(control, "Mission")) {
        return player->host && player->options > 0;
    }
    if (says(control, "house player")) {
        return player->host && player->house > 0;
    }
    return player->seated;
}

/* Words in a sentence that do more than show something. */
static bool is_deed(const struct press_control *control)
{
    static const char *const deeds[] = {"leave",    "abort",  "kick",  "skip", "pause",
                                        "quit",     "start",  "ready", "bot",  "option",
                                        "practice", "notify", "block", "link"};
    bool deed = false;
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        deed = deed || strstr(control->id, deeds[i]) != NULL;
    }
    return deed && control->kind == PRESS_WORDS && control->label[0] == '\0';
}

/* What leads away from the table, to what the house is and to one's own settings. */
static bool is_aside(const struct press_control *control)
{
    static const char *const labels[] = {
        "Settings",     "About",        "My data",       "Send it as a file", "Forget me",
        "Tell me when", "Stop telling", "any more",      "wanted here",       "step in here",
        "sits here",    "sit here",     "Block",         "Link accounts",     "I have a code",
        "Unlink",       "unlink",       "both are mine", "Leaderboard",       "tatistics",
        "Season",       "Players",      "see them",      "sees them"};
    bool is = false;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        is = is || says(control, labels[i]);
    }
    return is;
}

static unsigned wish_weight(const struct press_player *player, const struct press_message *message,
                            const struct press_control *control)
{
    const struct wish *wish = wish_of(control);
    bool left = control->kind == PRESS_REACTION && control->label[0] == '\0';
    if (is_console_message(message) && press_is_grave(control)) {
        return WISH_NEVER;
    }
    if (press_is_break(control) || is_console_message(message)) {
        return player->asks > 0 && player->seated ? WISH_MUCH : WISH_NEVER;
    }
    if (is_deed(control) || left || says(control, "Forget me")) {
        return WISH_NEVER;
    }
    if (press_is_settings(message) || is_aside(control)) {
        return player->settings > 0 ? WISH_MUCH - 1 : WISH_NEVER;
    }
    if (says(control, "Help") && (player->settings > 0 || player->asks > 0)) {
        return WISH_SOME;
    }
    if (wish != NULL && wish->table) {
        bool leave = says(control, "Leave") && wants_table(player, control);
        return leave ? WISH_MOST : wants_table(player, control) ? wish->weight : WISH_NEVER;
    }
    if (says(control, "My hand")) {
        return player->closed && player->called ? WISH_MOST : WISH_IDLE;
    }
    if (control->owed) {
        return WISH_MOST;
    }
    if (wish != NULL && wish->weight == WISH_SOME) {
        return player->calls > 0 && player->seated ? wish->weight : WISH_NEVER;
    }
    bool answers = control->kind != PRESS_BUTTON && !press_is_idle(control);
    return answers && message->place != PRESS_PUBLIC ? WISH_MUCH : WISH_IDLE;
}

/* The newest message of each place that has controls is what one acts by; an ephemeral reply as
 * long as it has just been asked for. */
static bool has_controls(const struct press_message *message)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct press_control *control = &message->control[i];
        bool said = control->kind == PRESS_BUTTON || control->kind == PRESS_MENU;
        bool beside = is_aside(control) || (is_console(control) && !is_console_message(message));
        if (!beside && (said || control->label[0] != '\0')) {
            return true;
        }
    }
    return false;
}

static bool is_current(const struct press_player *player, const struct press_screen *screen,
                       unsigned at)
{
    const struct press_message *message = screen->message[at];
    if (!message->house || !has_controls(message) ||
        (message->place == PRESS_EPHEMERAL && !player->looked) ||
        (message->place == PRESS_PRIVATE && player->closed)) {
        return false;
    }
    for (unsigned i = at + 1; i < screen->count; i++) {
        const struct press_message *later = screen->message[i];
        bool same = later->place == message->place &&
                    (message->place == PRESS_EPHEMERAL || strcmp(later->room, message->room) == 0);
        if (later->house && same && message->place == PRESS_EPHEMERAL) {
            return false; /* one looks at the last that one has asked for */
        }
        bool console = is_console_message(later) && !is_console_message(message);
        if (later->house && same && has_controls(later) && !console &&
            (!press_is_settings(later) || press_is_settings(message))) {
            return false;
        }
    }
    return true;
}

void press_pick(struct press_player *player, const struct press_control *control,
                struct press_act *act)
{
    bool taken[PRESS_VALUES_MAX] = {false};
    unsigned least = control->min > 0 ? control->min : 1;
    unsigned most = control->max < control->values.count ? control->max : control->values.count;
    unsigned wanted = least + (most > least ? press_roll(player, most - least + 1) : 0);
    act->chosen = 0;
    while (act->chosen < wanted && act->chosen < control->values.count) {
        unsigned one = press_roll(player, control->values.count);
        if (!taken[one]) {
            taken[one] = true;
            act->choice[act->chosen++] = one;
        }
    }
}

static void fill_form(struct press_player *player, const struct press_screen *screen,
                      struct press_act *act)
{
    act->how = PRESS_SUBMIT;
    for (unsigned i = 0; i < screen->form->count; i++) {
        press_fill(player, screen, i, act);
    }
}

void press_choose(struct press_player *player, const struct press_screen *screen, bool owed,
                  struct press_act *act)
{
    unsigned sum = 0;
    memset(act, 0, sizeof *act);
    if (screen->form != NULL) {
        fill_form(player, screen, act);
        return;
    }
    for (unsigned i = screen->count; i-- > 0;) {
        const struct press_message *message = screen->message[i];
        for (unsigned k = 0; is_current(player, screen, i) && k < message->control_count; k++) {
            const struct press_control *control = &message->control[k];
            unsigned weight = wish_weight(player, message, control);
            if (owed && weight < WISH_MUCH) {
                continue;
            }
            sum += weight;
            if (weight > 0 && press_roll(player, sum) < weight) {
                act->how = PRESS_CONTROL;
                act->message = message;
                act->control = control;
            }
        }
    }
    if (act->how == PRESS_CONTROL && act->control->kind == PRESS_MENU) {
        press_pick(player, act->control, act);
    }
}
