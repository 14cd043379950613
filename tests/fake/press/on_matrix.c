/* Players on the Matrix homeserver for tests. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "fake_base.h"
#include "matrix_read.h"
#include "salon.h"

/* An event as it was read. */
struct kept {
    struct press_message message; /* of a message that is shown; else no text */
    char event[PRESS_ID_BYTES];
    uint32_t known_to; /* people who have seen it, a bit each */
    bool read;
    bool gone;
    struct kept *about; /* of a reaction of the house: what it stands under, */
    char key[PRESS_LABEL_BYTES];
};

struct on_matrix {
    struct salon salon;
    struct kept **kept; /* by the order of events */
    size_t kept_count;
    const struct press_message *shown[PRESS_MESSAGES_MAX];
    unsigned shown_count;
    struct press_form form[SALON_PEOPLE_MAX];
    struct press_control filling[SALON_PEOPLE_MAX]; /* what the form is for */
    char filling_room[SALON_PEOPLE_MAX][PRESS_ID_BYTES];
    bool has_form[SALON_PEOPLE_MAX];
    const char *attic; /* a room in which nothing is played */
    struct press_posts posts;
    struct press_news news[SALON_PEOPLE_MAX];
    unsigned came[SALON_PEOPLE_MAX];   /* events of the house that they have seen, */
    unsigned at_act[SALON_PEOPLE_MAX]; /* and so many when they last did something */
    unsigned scanning;
    FILE *file;
    unsigned teller;
};

/* --- events ----------------------------------------------------------------------------------- */

static struct kept *keep(struct on_matrix *on, size_t number)
{
    if (number >= on->kept_count) {
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): rows of pointers */
        on->kept = realloc(on->kept, (number + 64) * sizeof *on->kept);
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): rows of pointers */
        memset(on->kept + on->kept_count, 0, (number + 64 - on->kept_count) * sizeof *on->kept);
        on->kept_count = number + 64;
    }
    if (on->kept[number] == NULL) {
        on->kept[number] = fake_take(sizeof **on->kept);
    }
    return on->kept[number];
}

static struct kept *kept_of(const struct on_matrix *on, const char *event)
{
    for (size_t i = on->kept_count; i-- > 0 && event != NULL;) {
        if (on->kept[i] != NULL && strcmp(on->kept[i]->event, event) == 0) {
            return on->kept[i];
        }
    }
    return NULL;
}

static void tell_message(struct on_matrix *on, const struct press_message *message)
{
    int64_t seconds = on->salon.now_ms / 1000 % 86400;
    fprintf(on->file, "\n%02d:%02d:%02d %s%s%s\n%s\n", (int)(seconds / 3600),
            (int)(seconds / 60 % 60), (int)(seconds % 60),
            message->place == PRESS_PUBLIC ? "room" : "private",
            message->house ? "" : " (somebody)", message->version > 0 ? " (edited)" : "",
            message->text);
    for (unsigned i = 0; i < message->control_count; i++) {
        if (message->control[i].kind == PRESS_REACTION) {
            fprintf(on->file, "[%s] ", message->control[i].label);
        }
    }
}

/* A message for all, or for one, that is read for the first time. */
static void read_message(struct on_matrix *on, struct kept *kept, const struct mxfake_seen *seen,
                         const cJSON *content)
{
    struct press_message *message = &kept->message;
    bool public = strcmp(seen->room, on->salon.room) == 0 || strcmp(seen->room, on->attic) == 0;
    snprintf(message->id, sizeof message->id, "%s", seen->event);
    snprintf(message->room, sizeof message->room, "%s", seen->room);
    message->place = public ? PRESS_PUBLIC : PRESS_PRIVATE;
    message->house = strcmp(seen->sender, on->salon.bot) == 0;
    message->at_ms = on->salon.now_ms;
    message->control = fake_take(PRESS_CONTROLS_MAX * sizeof *message->control);
    press_words_read(message, content);
    bool at_table = strcmp(seen->room, on->salon.room) == 0;
    on->posts.said += at_table && !message->house;
    if (message->house && at_table) {
        bool call = cJSON_GetArraySize(fake_get(fake_get(content, "m.mentions"), "user_ids")) > 0;
        bool board = press_is_board(message);
        on->posts.lines += !board && !call;
        on->posts.calls += !board && call;
        on->posts.boards += board;
    }
}

static void read_edit(struct on_matrix *on, const char *target, const cJSON *content)
{
    struct kept *kept = kept_of(on, target);
    if (kept != NULL && kept->message.text != NULL) {
        press_words_read(&kept->message, fake_get(content, "m.new_content"));
        kept->message.version++;
        on->posts.edits += kept->message.place == PRESS_PUBLIC;
        if (on->file != NULL && (kept->known_to & UINT32_C(1) << on->teller) != 0) {
            tell_message(on, &kept->message);
        }
    }
}

static void read_reaction(struct on_matrix *on, struct kept *reaction,
                          const struct mxfake_seen *seen, const cJSON *about)
{
    struct kept *kept = kept_of(on, fake_get_text(about, "event_id"));
    if (kept != NULL && kept->message.text != NULL && strcmp(seen->sender, on->salon.bot) == 0) {
        reaction->about = kept;
        snprintf(reaction->key, sizeof reaction->key, "%s", fake_get_text(about, "key"));
        press_words_key(&kept->message, reaction->key);
    }
}

/* Takes away what was redacted: a message, or a reaction. */
static void read_redaction(struct on_matrix *on, const cJSON *content)
{
    struct kept *kept = kept_of(on, fake_get_text(content, "redacts"));
    if (kept != NULL && kept->about != NULL && !kept->gone) {
        press_words_unkey(&kept->about->message, kept->key);
    }
    if (kept != NULL) {
        kept->gone = true;
    }
}

static void read_event(struct on_matrix *on, struct kept *kept, const struct mxfake_seen *seen,
                       const cJSON *content)
{
    const cJSON *about = fake_get(content, "m.relates_to");
    const char *how = fake_get_text(about, "rel_type");
    snprintf(kept->event, sizeof kept->event, "%s", seen->event);
    kept->read = true;
    if (strcmp(seen->type, "m.reaction") == 0) {
        read_reaction(on, kept, seen, about);
    } else if (strcmp(seen->type, "m.room.redaction") == 0) {
        read_redaction(on, content);
    } else if (strcmp(seen->type, "m.room.message") == 0) {
        if (how != NULL && strcmp(how, "m.replace") == 0) {
            read_edit(on, fake_get_text(about, "event_id"), content);
        } else {
            read_message(on, kept, seen, content);
        }
    }
}

static bool mentions(const cJSON *content, const char *user)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, fake_get(fake_get(content, "m.mentions"), "user_ids"))
    {
        if (cJSON_IsString(one) && strcmp(one->valuestring, user) == 0) {
            return true;
        }
    }
    return false;
}

/* By the rules that every client begins with: no notice ever does, a text does in a room of two,
 * and elsewhere for whom it mentions; an edit for those alone. */
static bool notifies(const struct on_matrix *on, const struct kept *kept,
                     const struct mxfake_seen *seen, const cJSON *content)
{
    const char *type = fake_get_text(content, "msgtype");
    bool alone = kept->message.text != NULL && kept->message.place == PRESS_PRIVATE;
    return strcmp(seen->sender, on->salon.bot) == 0 && type != NULL &&
           strcmp(type, "m.notice") != 0 && strcmp(type, "m.file") != 0 && /* they asked for it */
           (alone || mentions(content, on->salon.person[on->scanning]));
}

static bool wanted(void *context, size_t number)
{
    struct on_matrix *on = context;
    return (keep(on, number)->known_to & UINT32_C(1) << on->scanning) == 0;
}

static void saw(void *context, const struct mxfake_seen *seen)
{
    struct on_matrix *on = context;
    struct kept *kept = keep(on, seen->number);
    cJSON *content = fake_parse(seen->content);
    if (!kept->read) {
        read_event(on, kept, seen, content);
    }
    kept->known_to |= UINT32_C(1) << on->scanning;
    on->came[on->scanning] +=
        strcmp(seen->sender, on->salon.bot) == 0 && strcmp(seen->type, "m.room.message") == 0;
    if (notifies(on, kept, seen, content)) {
        struct press_news *news = &on->news[on->scanning];
        const char *body = fake_get_text(content, "body");
        news->notified++;
        snprintf(news->last, sizeof news->last, "%s", body == NULL ? "" : body);
    }
    if (on->file != NULL && on->scanning == on->teller && kept->message.text != NULL) {
        tell_message(on, &kept->message);
    }
    cJSON_Delete(content);
}

static void scan(struct on_matrix *on)
{
    const struct mxfake_seeing seeing = {wanted, saw, on};
    for (on->scanning = 0; on->scanning < on->salon.people; on->scanning++) {
        mxfake_each_seen(on->salon.fake, on->salon.person[on->scanning], &seeing);
    }
}

static void matrix_news(void *world, unsigned who, struct press_news *news)
{
    struct on_matrix *on = world;
    scan(on);
    *news = on->news[who];
    memset(&on->news[who], 0, sizeof on->news[who]);
}

static void matrix_posts(void *world, struct press_posts *posts)
{
    struct on_matrix *on = world;
    scan(on);
    *posts = on->posts;
    memset(&on->posts, 0, sizeof on->posts);
}

/* --- acts ------------------------------------------------------------------------------------- */

static bool is_in(const struct on_matrix *on, unsigned who, const char *room)
{
    const char *is = mxfake_membership(on->salon.fake, room, on->salon.person[who]);
    return strcmp(is, "join") == 0;
}

static void matrix_look(void *world, unsigned who, struct press_screen *screen)
{
    struct on_matrix *on = world;
    scan(on);
    on->shown_count = 0;
    for (size_t i = 0; i < on->kept_count && on->shown_count < PRESS_MESSAGES_MAX; i++) {
        const struct kept *kept = on->kept[i];
        if (kept != NULL && kept->message.text != NULL && !kept->gone &&
            (kept->known_to & UINT32_C(1) << who) != 0 && is_in(on, who, kept->message.room)) {
            on->shown[on->shown_count++] = &kept->message;
        }
    }
    *screen = (struct press_screen){on->shown, on->shown_count,
                                    on->has_form[who] ? &on->form[who] : NULL};
}

static void tell_act(struct on_matrix *on, unsigned who, const char *how, const char *text)
{
    if (on->file != NULL && who == on->teller) {
        fprintf(on->file, "\n    > %s %s %s\n", on->salon.person[who], how, text);
    }
}

static void put_away(struct on_matrix *on, unsigned who)
{
    for (unsigned i = 0; i < on->form[who].count; i++) {
        free(on->form[who].field[i].values.value);
    }
    memset(&on->form[who], 0, sizeof on->form[who]);
    on->has_form[who] = false;
}

static bool say(struct on_matrix *on, unsigned who, const char *room, const char *text)
{
    tell_act(on, who, "says", text);
    return mxfake_say(on->salon.fake, on->salon.person[who], room, text) != NULL;
}

/* Where such words are to be said. */
static const char *room_of(const struct on_matrix *on, const struct press_act *act)
{
    return act->control->at_table ? on->salon.room : act->message->room;
}

static bool matrix_act(void *world, unsigned who, const struct press_act *act,
                       char why[PRESS_TEXT_BYTES])
{
    struct on_matrix *on = world;
    char text[PRESS_TEXT_BYTES];
    bool done = false;
    scan(on);
    on->at_act[who] = on->came[who];
    if (act->how == PRESS_SUBMIT) {
        press_words_say(&on->filling[who], act, text);
        done = say(on, who, on->filling_room[who], text);
        put_away(on, who);
    } else if (act->control->kind == PRESS_REACTION) {
        tell_act(on, who, "reacts with", act->control->label);
        mxfake_unreact(on->salon.fake, on->salon.person[who], act->message->id, act->control->id);
        done = mxfake_react(on->salon.fake, on->salon.person[who], act->message->id,
                            act->control->id) != NULL;
    } else if (press_words_form(act->message, act->control, &on->form[who])) {
        on->filling[who] = *act->control;
        snprintf(on->filling_room[who], sizeof on->filling_room[who], "%s", room_of(on, act));
        on->has_form[who] = true;
        return true;
    } else {
        done = say(on, who, room_of(on, act), act->control->id);
    }
    snprintf(why, PRESS_TEXT_BYTES, "%s", mxfake_why(on->salon.fake));
    return done;
}

static bool matrix_open_table(void *world, unsigned who, const char *game)
{
    struct on_matrix *on = world;
    char text[PRESS_LABEL_BYTES];
    snprintf(text, sizeof text, "!%s", game);
    scan(on);
    memset(&on->posts, 0, sizeof on->posts); /* the greeting is no part of a game */
    return say(on, who, on->salon.room, text);
}

static bool matrix_open_night(void *world, unsigned who, const char *game)
{
    char text[PRESS_LABEL_BYTES];
    snprintf(text, sizeof text, "night %s in 1h rounds=2", game);
    return matrix_open_table(world, who, text);
}

static void matrix_put_away(void *world, unsigned who)
{
    put_away(world, who);
}

static const char *matrix_unanswered(void *world, unsigned who)
{
    struct on_matrix *on = world;
    scan(on);
    return on->came[who] == on->at_act[who] ? "what was said is still on its way" : NULL;
}

/* The room that one of them has with the bot alone; NULL: none. */
static const char *direct_of(const struct on_matrix *on, unsigned who)
{
    for (size_t i = on->kept_count; i-- > 0;) {
        const struct kept *kept = on->kept[i];
        if (kept != NULL && kept->message.text != NULL && kept->message.house &&
            kept->message.place == PRESS_PRIVATE && kept->known_to == UINT32_C(1) << who) {
            return kept->message.room;
        }
    }
    return NULL;
}

/* They leave that room. When they act again the house asks them into another, and they come. */
static void matrix_close_private(void *world, unsigned who, bool closed)
{
    struct on_matrix *on = world;
    const char *room = direct_of(on, who);
    if (closed && room != NULL && is_in(on, who, room)) {
        put_away(on, who);
        tell_act(on, who, "leaves", room);
        mxfake_leave(on->salon.fake, on->salon.person[who], room);
    }
}

static bool matrix_is_closed(const void *world, unsigned who)
{
    const struct on_matrix *on = world;
    const char *room = direct_of(on, who);
    return room == NULL || !is_in(on, who, room);
}

static bool matrix_press_old(void *world, unsigned who, const struct press_old *old,
                             enum press_elsewhere where)
{
    struct on_matrix *on = world;
    on->at_act[who] = on->came[who];
    const char *room = where == PRESS_OWN_PRIVATE  ? direct_of(on, who)
                       : where == PRESS_OTHER_ROOM ? on->attic
                                                   : old->room;
    if (old->control.kind == PRESS_REACTION) {
        return mxfake_react(on->salon.fake, on->salon.person[who], old->message, old->control.id) !=
               NULL;
    }
    return room != NULL && strpbrk(old->control.id, "<[") == NULL &&
           mxfake_say(on->salon.fake, on->salon.person[who], room, old->control.id) != NULL;
}

/* --- the world -------------------------------------------------------------------------------- */

static void *matrix_open_world(unsigned people, uint64_t seed)
{
    struct on_matrix *on = fake_take(sizeof *on);
    const struct mxfake_room_setup attic = {.name = "Attic"};
    on->salon.dice = seed;
    salon_open(&on->salon, people, NULL);
    on->attic = mxfake_room(on->salon.fake, on->salon.person[0], &attic);
    for (unsigned i = 1; i < people; i++) {
        mxfake_invite(on->salon.fake, on->salon.person[0], on->attic, on->salon.person[i]);
        mxfake_join(on->salon.fake, on->salon.person[i], on->attic);
    }
    mxfake_invite(on->salon.fake, on->salon.person[0], on->attic, on->salon.bot);
    salon_pass(&on->salon, 10000);
    return on;
}

static void matrix_close_world(void *world)
{
    struct on_matrix *on = world;
    salon_close(&on->salon);
    for (size_t i = 0; i < on->kept_count; i++) {
        if (on->kept[i] != NULL) {
            free(on->kept[i]->message.text);
            free(on->kept[i]->message.control);
            free(on->kept[i]);
        }
    }
    for (unsigned i = 0; i < SALON_PEOPLE_MAX; i++) {
        put_away(on, i);
    }
    free(on->kept);
    free(on);
}

static struct house *matrix_house(void *world)
{
    return ((struct on_matrix *)world)->salon.house;
}

static int64_t matrix_now_ms(const void *world)
{
    return ((const struct on_matrix *)world)->salon.now_ms;
}

static const char *matrix_account_of(const void *world, unsigned who)
{
    return ((const struct on_matrix *)world)->salon.person[who];
}

static void matrix_pass(void *world, int64_t ms)
{
    salon_pass(&((struct on_matrix *)world)->salon, ms);
}

static void matrix_restart(void *world, int64_t downtime_ms)
{
    struct on_matrix *on = world;
    salon_cut(&on->salon);
    salon_reopen(&on->salon, downtime_ms);
}

static void matrix_tighten(void *world, bool tight)
{
    struct on_matrix *on = world;
    mxfake_unlimited(on->salon.fake, on->salon.bot, !tight);
}

static void matrix_tell(void *world, unsigned who, FILE *file)
{
    struct on_matrix *on = world;
    scan(on);
    on->file = file;
    on->teller = who;
}

const struct press_driver press_matrix = {
    .name = "matrix",
    .adapter = "matrix",
    .answer_ms = 1500,
    .open = matrix_open_world,
    .close = matrix_close_world,
    .house = matrix_house,
    .now_ms = matrix_now_ms,
    .called = matrix_account_of,
    .account = matrix_account_of,
    .pass = matrix_pass,
    .restart = matrix_restart,
    .look = matrix_look,
    .act = matrix_act,
    .open_table = matrix_open_table,
    .open_night = matrix_open_night,
    .put_away = matrix_put_away,
    .unanswered = matrix_unanswered,
    .press_old = matrix_press_old,
    .news = matrix_news,
    .posts = matrix_posts,
    .close_private = matrix_close_private,
    .is_closed = matrix_is_closed,
    .tighten = matrix_tighten,
    .tell = matrix_tell,
};
