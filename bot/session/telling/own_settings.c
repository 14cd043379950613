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

static const enum refusal own_refusals[OWN_CHOICES] = {
    [OWN_ZONE] = REFUSAL_NO_ZONE,
    [OWN_QUIET] = REFUSAL_BAD_QUIET,
    [OWN_NUDGES] = REFUSAL_BAD_NUDGES,
};

/* Which one a question is about; OWN_CHOICES: all. */
static enum own_choice own_asked(enum command_question question)
{
    return question == ASK_ZONE     ? OWN_ZONE
           : question == ASK_QUIET  ? OWN_QUIET
           : question == ASK_NUDGES ? OWN_NUDGES
                                    : OWN_CHOICES;
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

static const struct doc *own_line(const struct compose *compose, const struct person *person,
                                  enum own_choice choice)
{
    struct value fact[OWN_FACTS];
    char pool[OWN_CHOICE_BYTES * 2];
    char text[OWN_CHOICE_BYTES];
    struct value_tree facts;
    own_choice_print(person->choices, choice, text);
    value_init(&facts, fact, OWN_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_bool(&facts, "chosen", text[0] != '\0');
    value_text(&facts, "value", text, strlen(text));
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
            show_append(doc, own_line(&compose, handling->person, (enum own_choice)i));
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

void own_settings_answer(struct handling *handling, enum command_question question)
{
    enum own_choice choice = own_asked(question);
    const struct value_tree *args = &handling->house->scratch->command.args;
    const char *said = own_named(value_text_at(args, "to", ""), &choice);
    if (said[0] == '\0' || choice == OWN_CHOICES) {
        own_tell(handling, choice);
    } else if (handling->house->down) {
        own_refuse(handling, REFUSAL_STORE_DOWN);
    } else if (!person_choose(handling->person, choice, said)) {
        own_refuse(handling, own_refusals[choice]);
    } else {
        commit_person(handling->commit, handling->person);
        own_tell(handling, choice);
    }
}
