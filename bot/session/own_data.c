#include "own_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "forget.h"
#include "handle_finish.h"
#include "handling.h"
#include "heap.h"
#include "house_button.h"
#include "house_private.h"
#include "link_answer.h"
#include "linked.h"
#include "parts_known.h"
#include "settings.h"
#include "settings_answer.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { DATA_FACTS = 6, DATA_TEXT_BYTES = 512, DATA_FILE_MAX = 4 * 1024 * 1024 };

/* What somebody wants of what is kept of them. */
enum data_wish { DATA_SHOWN, DATA_EXPORTED, DATA_FORGETS, DATA_FORGOTTEN };

static const struct {
    const char *said; /* behind `data` */
    enum data_wish wish;
} data_wishes[] = {
    {"export", DATA_EXPORTED},       {"forget", DATA_FORGETS},        {"delete", DATA_FORGETS},
    {"forget_sure", DATA_FORGOTTEN}, {"forget sure", DATA_FORGOTTEN},
};

static enum data_wish data_wish_of(const char *said)
{
    for (size_t i = 0; i < sizeof data_wishes / sizeof *data_wishes; i++) {
        if (strcasecmp(data_wishes[i].said, said) == 0) {
            return data_wishes[i].wish;
        }
    }
    return DATA_SHOWN;
}

static void data_button(const struct compose *compose, struct doc *doc, const char *to,
                        enum message label, enum choice_style style)
{
    house_button_worded(compose, doc, "data", to, message_name(label), style);
}

void own_data_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    house_button_worded(&compose, doc, "about", NULL, message_name(MSG_LABEL_ABOUT),
                        CHOICE_SECONDARY);
}

static const struct doc *data_say(const struct compose *compose, enum message message,
                                  const char *key, const char *text)
{
    struct value fact[DATA_FACTS];
    char pool[DATA_TEXT_BYTES];
    struct value_tree facts;
    value_init(&facts, fact, DATA_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    if (text[0] != '\0') {
        value_text(&facts, key, text, strlen(text));
    } else {
        value_null(&facts, key);
    }
    value_end(&facts);
    return compose_say(compose, message, &facts, 0);
}

static void data_about(struct handling *handling)
{
    const struct compose compose = house_compose_for(handling);
    const struct settings *settings = handling->house->setup.settings;
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, data_say(&compose, MSG_HOUSE_ABOUT, "version", DD_VERSION));
    show_append(doc, compose_say(&compose, MSG_HOUSE_SOURCE, NULL, VALUE_NONE));
    show_append(doc,
                data_say(&compose, MSG_HOUSE_HOST, "host", settings_text(settings, "bot", "host")));
    show_append(doc, compose_say(&compose, MSG_HOUSE_PRIVACY, NULL, VALUE_NONE));
    show_append(doc, compose_say(&compose, MSG_HOUSE_GET_HELP, NULL, VALUE_NONE));
    data_button(&compose, doc, NULL, MSG_LABEL_DATA, CHOICE_SECONDARY);
    settings_offer(handling, doc);
    house_button_worded(&compose, doc, "help", NULL, "page.help", CHOICE_SECONDARY);
    show_answer(handling, doc, DOC_ANSWER);
}

static void data_show(struct handling *handling)
{
    const struct compose compose = house_compose_for(handling);
    const struct person *person = handling->person;
    struct doc *doc = doc_new(handling->house->arena);
    struct value fact[DATA_FACTS];
    char pool[DATA_TEXT_BYTES];
    struct value_tree facts;
    value_init(&facts, fact, DATA_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_text(&facts, "name", person->name == NULL ? "" : person->name,
               person->name == NULL ? 0 : strlen(person->name));
    value_number(&facts, "accounts", linked_accounts(person));
    value_number(&facts, "tables",
                 linked_tables(person) + (handling->parts == NULL ? 0 : handling->parts->count));
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_DATA, &facts, 0));
    link_list(handling, &compose, doc);
    data_button(&compose, doc, "export", MSG_LABEL_EXPORT, CHOICE_SECONDARY);
    data_button(&compose, doc, "forget", MSG_LABEL_FORGET, CHOICE_DANGER);
    link_offer(handling, doc);
    show_answer(handling, doc, DOC_ANSWER);
}

/* --- forgetting ------------------------------------------------------------------------------- */

static void data_ask(struct handling *handling)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, compose_say(&compose, MSG_HOUSE_FORGET, NULL, VALUE_NONE));
    link_list(handling, &compose, doc);
    data_button(&compose, doc, "forget_sure", MSG_LABEL_FORGET_SURE, CHOICE_DANGER);
    show_answer(handling, doc, DOC_ANSWER);
}

/* The same request as that of `deaddrop forget`, in the transaction of the answer. */
static void data_forget(struct handling *handling)
{
    char request[DATA_TEXT_BYTES];
    const struct compose compose = house_compose_for(handling);
    int len = snprintf(request, sizeof request, FORGET_PREFIX "%s/%s",
                       handling->item->adapter->name, handling->item->copy.inbound.account);
    if (handling->house->down || len < 0 || (size_t)len >= sizeof request) {
        struct outcome *out = &handling->house->scratch->out;
        outcome_init(out);
        outcome_refuse(out, REFUSAL_STORE_DOWN);
        outcome_end(out);
        show_refusal(handling);
        return;
    }
    const struct store_row row = {.key = FORGET_SCOPE, .extra = request, .text = "1"};
    store_put(handling->commit->batch, STORE_SETTING, &row);
    show_answer(handling, compose_say(&compose, MSG_HOUSE_FORGETS, NULL, VALUE_NONE), DOC_ANSWER);
}

/* --- export ----------------------------------------------------------------------------------- */

/* One that is being read. */
struct data_export {
    struct handling handling;
    struct inbox_item *item;
    char *json; /* NULL: not yet, or too long for a message */
    char *key;
};

static void export_row(void *context, const struct store_row *row)
{
    struct data_export *reading = context;
    if (row->text_len <= DATA_FILE_MAX && reading->json == NULL) {
        reading->json = heap_text(row->text, row->text_len);
    }
}

static void export_end(void *context, const struct fault *fault)
{
    struct data_export *reading = context;
    struct house *house = reading->handling.house;
    arena_reset(house->arena);
    const struct compose compose = house_compose_for(&reading->handling);
    struct doc *doc = doc_new(house->arena);
    if (fault != NULL || reading->json == NULL) {
        show_append(doc, compose_say(&compose, MSG_HOUSE_UNREADABLE, NULL, VALUE_NONE));
    } else {
        show_append(doc, compose_say(&compose, MSG_HOUSE_EXPORT, NULL, VALUE_NONE));
        struct block *file = doc_block(doc, BLOCK_FILE);
        doc_run(doc, file, RUN_TEXT, "deaddrop-data.json", false);
        file->file = arena_text(house->arena, reading->json, strlen(reading->json));
    }
    show_answer(&reading->handling, doc, DOC_ANSWER);
    handle_finish(&reading->handling, reading->item);
    inbox_item_free(&reading->item);
    house->loads_in_flight--;
    free(reading->json);
    free(reading->key);
    free(reading);
}

static void data_export(struct handling *handling)
{
    struct house *house = handling->house;
    struct data_export *reading = heap_allocate(sizeof *reading);
    char key[DATA_TEXT_BYTES];
    snprintf(key, sizeof key, "%s/%s", handling->item->adapter->name,
             handling->item->copy.inbound.account);
    reading->handling = *handling;
    reading->item = handling->item;
    reading->key = heap_copy(key);
    house->loads_in_flight++;
    const struct person *person = people_at_key(house->people, reading->key);
    const struct store_question question = {
        .query = STORE_EXPORT, .id = person == NULL ? 0 : person->id, .key = reading->key};
    store_read(house->setup.store, &question, export_row, export_end, reading);
}

bool own_data_answer(struct handling *handling, bool about)
{
    if (about) {
        data_about(handling);
        return true;
    }
    const struct value_tree *args = &handling->house->scratch->command.args;
    enum data_wish wish = data_wish_of(value_text_at(args, "to", ""));
    if (wish == DATA_EXPORTED) {
        data_export(handling);
        return false;
    }
    if (wish == DATA_FORGETS) {
        data_ask(handling);
    } else if (wish == DATA_FORGOTTEN) {
        data_forget(handling);
    } else {
        data_show(handling);
    }
    return true;
}
