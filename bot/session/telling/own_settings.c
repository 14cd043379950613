#include "own_settings.h"

#include <string.h>
#include <strings.h>

#include "commit.h"
#include "compose.h"
#include "handling.h"
#include "house_private.h"
#include "own_choices.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { OWN_FACTS = 6 };

/* Which one a question is about; OWN_CHOICES: all. */
static enum own_choice own_asked(enum command_question question)
{
    static const enum command_question questions[OWN_CHOICES] = {
        [OWN_ZONE] = ASK_ZONE,         [OWN_QUIET] = ASK_QUIET,   [OWN_OFF] = ASK_OFF,
        [OWN_VACATION] = ASK_VACATION, [OWN_NUDGES] = ASK_NUDGES,
    };
    unsigned choice = 0;
    while (choice < OWN_CHOICES && questions[choice] != question) {
        choice++;
    }
    return (enum own_choice)choice;
}

/* "settings quiet 22-8" is "quiet 22-8"; the beginning of a name is enough. */
static const char *own_named(const char *said, enum own_choice *choice)
{
    size_t len = strcspn(said, " ");
    for (unsigned i = 0; *choice == OWN_CHOICES && i < OWN_CHOICES; i++) {
        const char *name = own_choice_name((enum own_choice)i);
        if (len > 0 && strncasecmp(name, said, len) == 0) {
            *choice = (enum own_choice)i;
            said += len + strspn(said + len, " ");
        }
    }
    return said;
}

static const struct doc *own_line(const struct handling *handling, const struct compose *compose,
                                  enum own_choice choice)
{
    struct value fact[OWN_FACTS];
    char pool[OWN_CHOICE_BYTES * 2];
    char text[OWN_CHOICE_BYTES];
    struct value_tree facts;
    int64_t now_ms = handling->house->now_ms;
    const struct own_clock *clock = person_clock(handling->person);
    own_choice_print(handling->person->choices, choice, now_ms, text);
    value_init(&facts, fact, OWN_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_bool(&facts, "chosen", text[0] != '\0');
    value_text(&facts, "value", text, strlen(text));
    if (choice == OWN_VACATION && clock != NULL) {
        int32_t today = calendar_day(own_clock_zone(clock), now_ms);
        value_number(&facts, "left", vacation_left(&clock->vacation, today));
    }
    value_end(&facts);
    return compose_say(compose, own_choice_help(choice), &facts, 0);
}

static void own_tell(struct handling *handling, enum own_choice choice)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    if (choice == OWN_CHOICES) {
        show_append(doc, compose_say(&compose, MSG_HOUSE_OWN, NULL, VALUE_NONE));
    }
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        if (choice == OWN_CHOICES || choice == (enum own_choice)i) {
            show_append(doc, own_line(handling, &compose, (enum own_choice)i));
        }
    }
    show_answer(handling, doc, DOC_ANSWER);
}

static void own_refuse(struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(handling);
}

/* Chooses it, and the tables at which they are asked for something follow. */
static void own_choose(struct handling *handling, enum own_choice choice, const char *said)
{
    struct house *house = handling->house;
    enum refusal refusal = house->down
                               ? REFUSAL_STORE_DOWN
                               : person_choose(handling->person, choice, said, house->now_ms);
    if (refusal != REFUSAL_NONE) {
        own_refuse(handling, refusal);
        return;
    }
    commit_person(handling->commit, handling->person);
    handling->chose = true;
    own_tell(handling, choice);
}

void own_settings_answer(struct handling *handling, enum command_question question)
{
    enum own_choice choice = own_asked(question);
    const struct value_tree *args = &handling->house->scratch->command.args;
    const char *said = own_named(value_text_at(args, "to", ""), &choice);
    if (said[0] == '\0' || choice == OWN_CHOICES) {
        own_tell(handling, choice);
    } else {
        own_choose(handling, choice, said);
    }
}
