/* One act, and whether it did what it promised. */
#include "run_private.h"

#include <stdlib.h>
#include <string.h>

/* Answers that nobody deserves who pressed what they were shown. */
static const char *const unkind[] = {
    "A little more is needed",
    "not possible at this point",
    "doesn't fit",
    "This game has no such action",
    "I don't know that word",
    "I don't understand",
    "That belongs elsewhere",
    "error",
    "invalid",
};

enum { ANSWER_PATIENCE_MS = 30000 };

struct before {
    uint32_t step;
    uint64_t refused;
    uint64_t words; /* all that they see, hashed */
    unsigned count;
    char ephemeral[PRESS_ID_BYTES]; /* the newest */
};

static uint64_t hash_of(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    }
    return hash;
}

/* The newest message that is there for them alone, for a while; NULL: none. */
static const struct press_message *newest_ephemeral(const struct press_screen *screen)
{
    for (unsigned i = screen->count; i-- > 0;) {
        if (screen->message[i]->house && screen->message[i]->place == PRESS_EPHEMERAL) {
            return screen->message[i];
        }
    }
    return NULL;
}

static void look_before(struct run *run, const struct press_screen *screen, struct before *before)
{
    run_look(run);
    before->step = run->sight.step;
    before->refused = oracle_refused(&run->oracle);
    before->words = UINT64_C(14695981039346656037);
    before->count = screen->count;
    const struct press_message *ephemeral = newest_ephemeral(screen);
    snprintf(before->ephemeral, sizeof before->ephemeral, "%s",
             ephemeral == NULL ? "" : ephemeral->id);
    for (unsigned i = 0; i < screen->count; i++) {
        before->words = hash_of(before->words, screen->message[i]->text);
    }
}

/* The newest that was said to them alone. */
static const char *answer_of(const struct run *run, const struct press_screen *screen)
{
    enum press_place place = run->on->ephemeral_replies ? PRESS_EPHEMERAL : PRESS_PRIVATE;
    for (unsigned i = screen->count; i-- > 0;) {
        if (screen->message[i]->house && screen->message[i]->place == place) {
            return screen->message[i]->text;
        }
    }
    return "";
}

static bool is_unkind(const char *answer)
{
    for (size_t i = 0; i < sizeof unkind / sizeof unkind[0]; i++) {
        if (strstr(answer, unkind[i]) != NULL) {
            return true;
        }
    }
    return false;
}

void run_note(struct run *run, unsigned who, const struct press_screen *screen)
{
    for (unsigned i = screen->count > 12 ? screen->count - 12 : 0; i < screen->count; i++) {
        const struct press_message *message = screen->message[i];
        bool table = message->house && !press_is_settings(message); /* what lasts needs no table */
        for (unsigned k = 0; table && k < message->control_count; k++) {
            const struct press_control *control = &message->control[k];
            bool known = run->olds == RUN_OLDS_MAX;
            for (unsigned n = run->olds; n-- > 0 && !known;) {
                known = run->old[n].who == who && strcmp(run->old[n].control.id, control->id) == 0;
            }
            if (known) {
                continue;
            }
            struct press_old *old = &run->old[run->olds++];
            memset(old, 0, sizeof *old);
            old->who = who;
            old->place = message->place;
            memcpy(old->message, message->id, sizeof old->message);
            memcpy(old->room, message->room, sizeof old->room);
            old->control = *control;
            if (control->values.count > 0) {
                old->value = control->values.value[0];
            }
            old->control.values = (struct press_values){NULL, 0};
        }
    }
}

static void describe(struct run *run, unsigned who, const struct press_act *act,
                     const struct press_screen *screen)
{
    size_t len = (size_t)snprintf(run->did, sizeof run->did, "%s ", run_called(run, who));
    if (act->how == PRESS_CONTROL) {
        static const char *const places[] = {"", " in private", " ephemerally"};
        const char *label = act->control->label;
        snprintf(run->did + len, sizeof run->did - len, "[%s] %s%s (%.4s)",
                 label[0] != '\0' ? label : act->control->id,
                 act->chosen > 0 ? act->control->values.value[act->choice[0]].label : "",
                 places[act->message->place], act->message->id + strlen(act->message->id) - 4);
        return;
    }
    for (unsigned i = 0; i < screen->form->count && len + 2 < sizeof run->did; i++) {
        int more = snprintf(run->did + len, sizeof run->did - len, "%s%s: %s", i == 0 ? "" : "; ",
                            screen->form->field[i].label, act->field[i]);
        len = more > 0 && len + (size_t)more < sizeof run->did ? len + (size_t)more
                                                               : sizeof run->did - 1;
    }
}

/* What is known after an act that was taken. */
static void learn(struct press_player *player, const struct press_act *act, const char *label)
{
    player->looked = false;
    player->called = player->called && strstr(label, "My hand") == NULL;
    if (strstr(label, "house player") != NULL && player->house > 0) {
        player->house--;
    }
    if ((strstr(label, "Options") != NULL || strstr(label, "Mission") != NULL) &&
        player->options > 0) {
        player->options--;
    }
    if (act->how == PRESS_CONTROL && player->asks > 0 && press_is_break(act->control)) {
        player->asks--;
    }
    if (act->how == PRESS_CONTROL && player->calls > 0 && strstr(label, "!") != NULL) {
        player->calls--;
    }
}

/* Something that was pressed, and what it promised. */
struct pressed {
    enum press_how how;
    enum press_place place;
    bool prose;
    bool past; /* it stood on an answer, and the table has gone on since */
};

/* Nobody keeps an answer true that was said in private once. */
static bool is_past(const struct run *run, const struct press_message *message)
{
    return message->place == PRESS_PRIVATE && !oracle_is_card(&run->oracle, message->id) &&
           message->at_ms < run->moved_ms;
}

/* May it be refused, kindly? Forms, by what was written; what stands there for all, to some of
 * them; what was shown ephemerally, or said as an answer, once the table has gone on. */
static bool may_refuse(const struct run *run, unsigned who, const struct pressed *pressed,
                       const struct before *before)
{
    return pressed->how == PRESS_SUBMIT || pressed->place == PRESS_PUBLIC || pressed->past ||
           (pressed->place == PRESS_EPHEMERAL && run->shown_step[who] != before->step);
}

/* What is wrong with the answer to their last act, as long as one may still come. */
static const char *unanswered_yet(struct run *run, unsigned who)
{
    const char *why = run->on->unanswered(run->world, who);
    bool comes = run->on->ephemeral_replies || oracle_owes_words(&run->oracle, who);
    return comes ? why : NULL;
}

/* An answer may take what the platform allows. */
static void wait_answer(struct run *run, unsigned who)
{
    int64_t waited_ms = 0;
    do {
        run->on->pass(run->world, run->on->answer_ms);
        waited_ms += run->on->answer_ms;
    } while (unanswered_yet(run, who) != NULL && waited_ms < ANSWER_PATIENCE_MS);
}

/* Did anything come of it, of which they can see something? */
static bool anything_came(struct run *run, unsigned who, const struct before *before)
{
    struct press_screen screen;
    struct before after;
    run->on->look(run->world, who, &screen);
    look_before(run, &screen, &after);
    return after.step != before->step || after.words != before->words ||
           after.count != before->count || screen.form != NULL || after.refused > before->refused;
}

/* What comes of it may wait for its turn, behind what others have asked for. */
static void wait_anything(struct run *run, unsigned who, const struct before *before)
{
    for (int64_t waited_ms = 0;
         waited_ms < ANSWER_PATIENCE_MS && oracle_waiting(&run->oracle) > 0 &&
         !anything_came(run, who, before);
         waited_ms += run->on->answer_ms) {
        run->on->pass(run->world, run->on->answer_ms);
    }
}

static void judge(struct run *run, unsigned who, const struct pressed *pressed,
                  const struct before *before)
{
    struct press_screen screen;
    struct before after;
    struct press_player *player = &run->player[who];
    const char *unanswered = unanswered_yet(run, who);
    run->on->look(run->world, who, &screen);
    look_before(run, &screen, &after);
    bool refused = after.refused > before->refused;
    bool moved = after.step != before->step || after.words != before->words ||
                 after.count != before->count || screen.form != NULL;
    const char *answer = answer_of(run, &screen);
    if (unanswered != NULL) {
        run_fault(run, RUN_ANSWER, "no answer (%s)", unanswered);
    } else if (refused && (!may_refuse(run, who, pressed, before) || is_unkind(answer))) {
        run_fault(run, pressed->prose ? RUN_PROSE : RUN_WORKS, "refused: %s", answer);
    } else if (!refused && !moved) {
        run_fault(run, RUN_ANSWER, "nothing came of it");
    }
    bool over = strstr(answer, "is over") != NULL; /* what they typed was for a turn that is */
    player->refusals = refused && !over ? player->refusals + 1 : 0;
    const struct press_message *ephemeral = newest_ephemeral(&screen);
    if (ephemeral != NULL && strcmp(ephemeral->id, before->ephemeral) != 0) {
        player->looked = ephemeral->control_count > 0;
        run->shown_step[who] = after.step;
    }
}

/* What nobody has to type, since the house knows it. */
static const char *const known[] = {"The place", "Three digits", "Whom",
                                    "Who",       "Which card",   "Which place"};

/* A form that has just been opened. */
static void judge_form(struct run *run, unsigned who, const struct press_form *form)
{
    bool kept = false;
    for (unsigned i = 0; i < form->count; i++) {
        const struct press_field *field = &form->field[i];
        kept = kept || field->value[0] != '\0' || field->values.count > 0;
        for (size_t k = 0; k < sizeof known / sizeof known[0] && field->values.count == 0; k++) {
            if (strncmp(field->label, known[k], strlen(known[k])) == 0) {
                run_fault(run, RUN_FORM, "asks to type \"%s\"", field->label);
            }
        }
        if (strcmp(field->label, "Your answer") == 0) {
            run_fault(run, RUN_FORM, "\"%s\" does not say what was asked", form->title);
        }
        if (strstr(field->label, "nsist") != NULL && run->refused[who][0] == '\0') {
            run_fault(run, RUN_FORM, "asks \"%s\" before anything was doubted", field->label);
        }
    }
    if (strcmp(run->refused[who], form->title) == 0 &&
        strcmp(run->refused_at[who], run->opened_at[who]) == 0 &&
        run->refused_step[who] == run->sight.step && !kept) {
        run_fault(run, RUN_FORM, "\"%s\" has forgotten what was typed", form->title);
    }
}

bool run_act(struct run *run, unsigned who, bool owed)
{
    struct press_screen screen;
    struct press_act act;
    struct before before;
    char why[PRESS_TEXT_BYTES];
    char label[PRESS_LABEL_BYTES];
    struct press_player *player = &run->player[who];
    run->on->look(run->world, who, &screen);
    run_note(run, who, &screen);
    press_choose(player, &screen, owed, &act);
    if (act.how == PRESS_NOTHING) {
        return false;
    }
    if (act.how == PRESS_SUBMIT) {
        judge_form(run, who, screen.form);
        if (player->searched > 0) {
            run_fault(run, RUN_FORM, "\"%s\" does not say what it is about", screen.form->title);
        }
        player->searched = 0;
    }
    if (act.how == PRESS_CONTROL) {
        snprintf(run->opened_at[who], PRESS_ID_BYTES, "%s", act.message->id);
        bool sits_in = strstr(act.control->label, "Sit in") != NULL;
        run->loose |= sits_in ? UINT32_C(1) << who : 0; /* the card of the seat may call, or not */
    }
    bool settles = act.how == PRESS_CONTROL && (press_is_settings(act.message) ||
                                                strstr(act.control->label, "Settings") != NULL);
    look_before(run, &screen, &before);
    describe(run, who, &act, &screen);
    snprintf(label, sizeof label, "%s",
             act.how == PRESS_CONTROL ? act.control->label : screen.form->title);
    if (run->setup->loud) {
        printf("  %u %s\n", run->step, run->did);
    }
    run->oracle.acting = (int)who;
    bool controls = act.how == PRESS_CONTROL;
    const struct pressed pressed = {.how = act.how,
                                    .place = controls ? act.message->place : PRESS_EPHEMERAL,
                                    .prose = controls && act.control->kind == PRESS_WORDS &&
                                             act.control->label[0] == '\0',
                                    .past = controls && is_past(run, act.message)};
    if (!run->on->act(run->world, who, &act, why)) {
        run_fault(run, RUN_WORKS, "the platform does not let them: %s", why);
        run->on->put_away(run->world, who);
        return true;
    }
    run->total->pressed += act.how == PRESS_CONTROL;
    run->total->filled += act.how == PRESS_SUBMIT;
    wait_answer(run, who);
    wait_anything(run, who, &before);
    run->total->votes += strstr(label, "Vote ") != NULL;
    if (settles) {
        run->total->settings++;
        player->settings -= player->settings > 0;
    }
    learn(player, &act, label);
    judge(run, who, &pressed, &before);
    if (act.how == PRESS_SUBMIT) {
        snprintf(run->refused[who], sizeof run->refused[who], "%s",
                 player->refusals > 0 ? label : "");
        run->refused_step[who] = run->sight.step;
        run->on->look(run->world, who, &screen);
        const struct press_message *ephemeral = newest_ephemeral(&screen);
        snprintf(run->refused_at[who], PRESS_ID_BYTES, "%s",
                 ephemeral == NULL ? "" : ephemeral->id);
    }
    run->oracle.acting = -1;
    return true;
}

/* --- what is over, and what is not theirs ----------------------------------------------------- */

/* Could it be taken from them, though it is old? Standing choices of who sits there are for good.
 */
static bool may_still(const struct run *run, const struct press_old *old, unsigned who)
{
    bool sits = (run->sight.seated & UINT32_C(1) << who) != 0;
    return press_is_table(&old->control) || (sits && !oracle_is_asked(&old->control));
}

static bool is_live(struct run *run, unsigned who, const struct press_old *old)
{
    struct press_screen screen;
    run->on->look(run->world, who, &screen);
    for (unsigned i = 0; i < screen.count; i++) {
        const struct press_message *message = screen.message[i];
        for (unsigned k = 0; k < message->control_count; k++) {
            if (strcmp(message->control[k].id, old->control.id) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Somebody presses it where they are. */
static void press_one(struct run *run, const struct press_old *old, unsigned who,
                      enum press_elsewhere where)
{
    static const char *const places[] = {"where it was", "in private", "in another server"};
    struct press_screen screen;
    struct before before;
    struct before after;
    run->on->look(run->world, who, &screen);
    look_before(run, &screen, &before);
    if (screen.form != NULL || may_still(run, old, who) || is_live(run, who, old) ||
        !run->on->press_old(run->world, who, old, where)) {
        return;
    }
    run->total->stale++;
    run->loose |= run->player[who].closed ? UINT32_C(1) << who : 0; /* their way is tried again */
    snprintf(run->did, sizeof run->did, "%s presses %s's old [%s] %s", run_called(run, who),
             run_called(run, old->who), old->control.label, places[where]);
    run->oracle.acting = (int)who;
    wait_answer(run, who);
    run->oracle.acting = -1;
    const char *unanswered = unanswered_yet(run, who);
    run->on->look(run->world, who, &screen);
    look_before(run, &screen, &after);
    if (unanswered != NULL) {
        run_fault(run, RUN_ANSWER, "no answer (%s)", unanswered);
    } else if (screen.form != NULL) {
        run_fault(run, RUN_STALE, "opens a form: %s", screen.form->title);
        run->on->put_away(run->world, who);
    } else if (old->control.kind != PRESS_WORDS && is_unkind(answer_of(run, &screen))) {
        run_fault(run, RUN_KIND, "%s", answer_of(run, &screen));
    }
    if (after.step != before.step && oracle_moved(&run->oracle, who, before.step)) {
        run_fault(run, RUN_STALE, "the table went on: step %u to %u", before.step, after.step);
    }
}

void run_stale(struct run *run)
{
    if (run->olds == 0) {
        return;
    }
    const struct press_old *old = &run->old[run_roll(run, run->olds)];
    unsigned who = run_roll(run, 2) == 0 ? old->who : run_roll(run, run->people);
    press_one(run, old, who, (enum press_elsewhere)run_roll(run, 3));
}

void run_stale_all(struct run *run)
{
    unsigned stranger = run->people - 2;
    for (unsigned i = 0; i < run->olds; i++) {
        press_one(run, &run->old[i], run->old[i].who, PRESS_SAME_PLACE);
        press_one(run, &run->old[i], stranger, i % 2 == 0 ? PRESS_OWN_PRIVATE : PRESS_OTHER_ROOM);
    }
}
