/* What may be asked at any time: each answer is made from the asker's own view. */
#include "questions.h"

#include <string.h>
#include <strings.h>

#include "access.h"
#include "alerts_answer.h"
#include "blocks_answer.h"
#include "cards.h"
#include "console.h"
#include "elsewhere.h"
#include "find_part.h"
#include "handle.h"
#include "house_private.h"
#include "link_answer.h"
#include "linked.h"
#include "night.h"
#include "night_calendar.h"
#include "own_data.h"
#include "parts_read.h"
#include "results_answer.h"
#include "settings_answer.h"
#include "show_form.h"
#include "show_options.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"
#include "transcript.h"
#include "transcript_eyes.h"

/* The same at one of several tables, as whom they act there. */
static struct handling asker_at(const struct handling *handling, struct table_entry *entry)
{
    struct handling at = *handling;
    at.entry = entry;
    at.person = access_as(handling->house, entry, handling->person);
    return at;
}

static const struct view *asker_view_as(const struct handling *handling, struct table_entry *entry,
                                        void (*write)(const struct table *, int, struct view *))
{
    const struct handling at = asker_at(handling, entry);
    struct view *view = &handling->house->scratch->view;
    int reader = show_reader(&at);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    write(&entry->resident->table, reader, view);
    return view;
}

static const struct view *asker_view(const struct handling *handling, struct table_entry *entry)
{
    return asker_view_as(handling, entry, table_view);
}

/* The board of the table as the asker's seat sees it; NULL for who has no seat, and in a lobby. */
static const struct board *asker_board(const struct handling *handling)
{
    struct board *board = &handling->house->scratch->board;
    int reader = show_reader(handling);
    bool has =
        seat_is_person(reader) && table_board(&handling->entry->resident->table, reader, board);
    return has ? board : NULL;
}

static const struct doc *asker_hand(const struct handling *handling, const struct view *view)
{
    struct compose compose = show_compose(handling);
    show_hold(handling->house, handling->entry, show_reader(handling), &compose);
    return compose_hand_board(&compose, view, asker_board(handling));
}

static const struct doc *say(const struct handling *handling, enum message message)
{
    const struct compose compose = house_compose_for(handling);
    return compose_say(&compose, message, NULL, VALUE_NONE);
}

/* One document of many, one for each table that write says something about. */
static struct doc *each_table(const struct handling *handling, struct table_entry *const *entries,
                              size_t count,
                              const struct doc *(*write)(const struct compose *,
                                                         const struct view *))
{
    struct doc *doc = doc_new(handling->house->arena);
    for (size_t i = 0; i < count; i++) {
        if (entries[i] == NULL || entries[i]->load != ENTRY_RESIDENT) {
            continue;
        }
        const struct handling at = asker_at(handling, entries[i]);
        const struct compose compose = house_compose_for(&at);
        show_append(doc, write(&compose, asker_view(handling, entries[i])));
    }
    return doc;
}

/* The tables that are there for who asks, from where they ask; those of theirs alone. */
static size_t tables_there(const struct handling *handling, bool theirs,
                           struct table_entry *entries[TARGETS_MAX])
{
    struct access_table tables[TARGETS_MAX];
    const struct asker asker = {handling->item->adapter, &handling->item->copy.inbound,
                                handling->person};
    size_t all = access_list(handling->house, &asker, tables, TARGETS_MAX);
    size_t count = 0;
    for (size_t i = 0; i < all; i++) {
        if (!theirs || linked_has_table(handling->person, tables[i].entry->id)) {
            entries[count++] = tables[i].entry;
        }
    }
    return count;
}

/* Everything that waits for this person at the tables of the room, in private everywhere, with the
 * buttons to do it. */
static const struct doc *todo(const struct handling *handling)
{
    struct table_entry *entries[TARGETS_MAX];
    size_t count = tables_there(handling, true, entries);
    struct doc *doc = each_table(handling, entries, count, compose_prompt);
    bool everywhere = handling->item->copy.inbound.private_room;
    elsewhere_tell(handling, doc);
    return doc_is_empty(doc)
               ? say(handling, everywhere ? MSG_HOUSE_NOTHING_OWED : MSG_HOUSE_NOTHING_OWED_HERE)
               : doc;
}

static const struct doc *tables(const struct handling *handling)
{
    struct table_entry *entries[TARGETS_MAX];
    size_t count = tables_there(handling, false, entries);
    struct doc *doc = each_table(handling, entries, count, compose_status);
    elsewhere_tell(handling, doc);
    return doc_is_empty(doc) ? say(handling, MSG_HOUSE_NO_TABLES) : doc;
}

/* What an act lacks: exactly that is asked for, and what was typed of it stands there. */
static const struct doc *form(const struct handling *handling)
{
    const struct compose compose = house_compose_for(handling);
    const struct view *view = show_form_view(handling);
    if (view == NULL) {
        return compose_help(&compose, asker_view(handling, handling->entry));
    }
    bool options = compose.catalogue == catalogue_in_words(compose.catalogue) &&
                   strcmp(handling->house->scratch->command.row->name, "option") == 0;
    if (!options) {
        return compose_form(&compose, view);
    }
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, say(handling, MSG_HOUSE_OPTIONS));
    show_options(doc, compose.catalogue, &handling->entry->resident->table);
    return doc;
}

static const struct doc *rules(const struct handling *handling)
{
    const struct command *command = &handling->house->scratch->command;
    const struct compose compose = house_compose_for(handling);
    const struct game_def *game = command->game != NULL     ? command->game
                                  : handling->entry != NULL ? handling->entry->game
                                                            : NULL;
    const char *topic = value_text_at(&command->args, "topic", "");
    if (game != NULL && game->gathers) { /* what is played there */
        const struct table *table = handling->entry == NULL || handling->entry->resident == NULL ||
                                            handling->entry->game != game
                                        ? NULL
                                        : &handling->entry->resident->table;
        game = table == NULL ? NULL : night_plays(&table->options);
    }
    if (game == NULL) {
        return topic[0] == '\0' ? compose_help(&compose, NULL)
                                : compose_rules(&compose, topic, NULL);
    }
    return compose_rules(&compose, game->id, value_text_at(&command->args, "topic", NULL));
}

static bool is_long(enum command_question question)
{
    return question == ASK_LOG || question == ASK_NEWS || question == ASK_RECORD;
}

static const struct doc *status(const struct handling *handling)
{
    const struct compose compose = show_compose(handling);
    return compose_status(&compose, asker_view(handling, handling->entry));
}

static const struct doc *help(const struct handling *handling)
{
    const struct compose compose = show_compose(handling);
    bool has_table = handling->entry != NULL && handling->entry->resident != NULL;
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, compose_help(&compose, has_table ? asker_view_as(handling, handling->entry,
                                                                      table_view_help)
                                                      : NULL));
    if (has_table) {
        console_offer(handling, doc);
    }
    settings_offer(handling, doc);
    results_offer(handling, doc);
    alerts_offer(handling, doc);
    own_data_offer(handling, doc);
    return doc;
}

static const struct doc *hand(const struct handling *handling)
{
    return asker_hand(handling, asker_view(handling, handling->entry));
}

/* What everybody holds, for the host who may see it. */
static const struct doc *all_hands(const struct handling *handling)
{
    struct doc *doc = doc_new(handling->house->arena);
    const struct table *table = &handling->entry->resident->table;
    for (int seat = 0; seat < table->seat_count; seat++) {
        show_append(doc, console_hand(handling, seat));
    }
    doc->panel = NULL;
    doc->last_choice = NULL;
    return doc;
}

static const struct doc *share(const struct handling *handling)
{
    const struct compose compose = show_compose(handling);
    return compose_share(&compose, asker_view(handling, handling->entry));
}

static const struct doc *board(const struct handling *handling)
{
    return show_board(handling->house, handling->entry);
}

/* Answers about one table, which is in memory. */
static const struct doc *about_table(const struct handling *handling,
                                     enum command_question question)
{
    static const struct doc *(*const answers[ASK_QUESTIONS])(const struct handling *) = {
        [ASK_HELP] = help,   [ASK_STATUS] = status, [ASK_HAND] = hand,
        [ASK_SHARE] = share, [ASK_BOARD] = board,   [ASK_FORM] = form,
    };
    return answers[question] != NULL ? answers[question](handling)
                                     : say(handling, MSG_HOUSE_NO_TABLES);
}

static enum transcript_kind kind_of(enum command_question question)
{
    return question == ASK_RECORD ? TRANSCRIPT_RECORD
           : question == ASK_NEWS ? TRANSCRIPT_NEWS
                                  : TRANSCRIPT_ALL;
}

/* Is a transcript asked for eyes that there are not, or not yet? Then the house's outcome says so.
 */
static bool eyes_refused(const struct handling *handling)
{
    const struct command *command = &handling->house->scratch->command;
    const char *to = value_text_at(&command->args, "to", "");
    if (command->question != ASK_LOG || to[0] == '\0') {
        return false;
    }
    bool known = transcript_eyes_known(to);
    bool later = known && handling->entry->phase < TABLE_OVER &&
                 transcript_eyes_wanted(to, SEAT_CROWD) == TRANSCRIPT_EVERYBODY;
    if (known && !later) {
        return false;
    }
    outcome_init(&handling->house->scratch->out);
    outcome_refuse(&handling->house->scratch->out, later ? REFUSAL_EYES_LATER : REFUSAL_BAD_EYES);
    outcome_end(&handling->house->scratch->out);
    return true;
}

static void refuse(struct handling *handling, enum refusal refusal)
{
    outcome_init(&handling->house->scratch->out);
    outcome_refuse(&handling->house->scratch->out, refusal);
    outcome_end(&handling->house->scratch->out);
    show_refusal(handling);
}

/* `stats off` is the setting, whoever knows it by that. */
static bool results(struct handling *handling, enum command_question question)
{
    const char *to = value_text_at(&handling->house->scratch->command.args, "to", "");
    bool sets = strcasecmp(to, "on") == 0 || strcasecmp(to, "off") == 0;
    if (question == ASK_STATS && sets) {
        return settings_answer(handling, ASK_OWN_LISTED);
    }
    results_answer(handling, question == ASK_LEADERBOARD);
    return false;
}

/* Questions that have a file of their own. True: one of them was asked; done_r: it is answered. */
static bool elsewhere(struct handling *handling, enum command_question question, bool *done_r)
{
    *done_r = true;
    if (parts_read(handling, question)) {
        *done_r = false;
        return true;
    }
    if (settings_answer(handling, question) || link_answer(handling, question)) {
        return true;
    }
    switch ((int)question) {
    case ASK_STATS:
    case ASK_LEADERBOARD:
        *done_r = results(handling, question);
        return true;
    case ASK_NOTIFY:
        alerts_answer(handling);
        return true;
    case ASK_BLOCK:
    case ASK_UNBLOCK:
        blocks_answer(handling, question == ASK_BLOCK);
        return true;
    case ASK_ABOUT:
    case ASK_DATA:
        *done_r = own_data_answer(handling, question == ASK_ABOUT);
        return true;
    default:
        return false;
    }
}

/* My hand; whoever hosts it openly has all hands. False: it is answered here, as other questions
 * are. */
static bool answer_hand(struct handling *handling)
{
    if (console_sees(handling)) {
        show_answer(handling, all_hands(handling), DOC_ANSWER);
        return true;
    }
    if (!seat_is_person(show_reader(handling))) {
        refuse(handling, REFUSAL_NOT_SEATED);
        return true;
    }
    return cards_bring(handling);
}

/* What part 0 alone does is asked of it in private. */
static bool is_of_first_part(struct handling *handling, enum command_question question)
{
    bool other = find_part_is_first(question) && handling->house->setup.part != 0;
    if (other) {
        refuse(handling, REFUSAL_IN_PRIVATE);
    }
    return other;
}

bool questions_answer(struct handling *handling)
{
    const struct command *command = &handling->house->scratch->command;
    const struct doc *doc = NULL;
    bool has_table = handling->entry != NULL && handling->entry->resident != NULL;
    bool done = true;
    if (is_of_first_part(handling, command->question) ||
        elsewhere(handling, command->question, &done)) {
        return done;
    }
    if (command->question == ASK_TODO) {
        doc = todo(handling);
    } else if (command->question == ASK_TABLES || (command->question == ASK_STATUS && !has_table)) {
        doc = tables(handling); /* of several, all */
    } else if (command->question == ASK_RULES) {
        doc = rules(handling);
    } else if (command->question == ASK_HELP && !has_table) {
        doc = help(handling);
    } else if (!has_table) {
        doc = say(handling, MSG_HOUSE_NO_TABLES);
    } else if (command->question == ASK_CONSOLE) {
        console_answer(handling);
        return true;
    } else if (command->question == ASK_HAND && answer_hand(handling)) {
        return true;
    } else if (command->question == ASK_CALENDAR) {
        doc = night_calendar(handling);
    } else if (command->question == ASK_RECORD && handling->entry->game->gathers) {
        doc = say(handling, MSG_NIGHT_NO_RECORD);
    } else if (command->question == ASK_RECORD && handling->entry->resident->table.practice) {
        doc = say(handling, MSG_HOUSE_PRACTICE);
    } else if (eyes_refused(handling) ||
               (command->question == ASK_FORM && show_form_closed(handling))) {
        show_refusal(handling);
        return true;
    } else if (is_long(command->question)) {
        transcript_answer(handling, kind_of(command->question));
        return false;
    } else {
        doc = about_table(handling, command->question);
    }
    show_answer(handling, doc, command->question == ASK_FORM ? DOC_FORM : DOC_ANSWER);
    return true;
}
