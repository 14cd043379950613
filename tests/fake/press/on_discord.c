/* Players on the Discord for tests. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "discord_read.h"
#include "fake_base.h"
#include "party.h"

enum { SAY_SILENT = 1 << 12 };

/* A message as it was parsed last. */
struct kept {
    uint64_t id;
    bool counted;      /* among what all could read */
    uint32_t known_to; /* bits of people who were shown it */
    unsigned posted;   /* version that was counted last */
    struct press_message message;
};

struct on_discord {
    struct party party;
    struct kept **kept; /* by id, ascending */
    unsigned kept_count;
    unsigned kept_size;
    const struct press_message *shown[PRESS_MESSAGES_MAX];
    unsigned shown_count;
    struct press_form form[PARTY_PEOPLE_MAX];
    bool has_form[PARTY_PEOPLE_MAX];
    uint64_t interaction[PARTY_PEOPLE_MAX]; /* the last act, 0: none is looked at */
    size_t saw[PARTY_PEOPLE_MAX];
    char account[PARTY_PEOPLE_MAX][24];
    uint64_t elsewhere; /* a channel of another server, in which nothing is played */
    struct press_posts posts;
    struct press_news news[PARTY_PEOPLE_MAX];
    unsigned scanning; /* whose sights are being read */
    FILE *file;
    unsigned teller;
};

/* --- messages --------------------------------------------------------------------------------- */

/* The kept one, made where it is missing. */
static struct kept *keep(struct on_discord *on, uint64_t id)
{
    unsigned low = 0;
    unsigned high = on->kept_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (on->kept[middle]->id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < on->kept_count && on->kept[low]->id == id) {
        return on->kept[low];
    }
    if (on->kept_count == on->kept_size) {
        on->kept_size = on->kept_size == 0 ? 64 : on->kept_size * 2;
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): rows of pointers */
        on->kept = realloc(on->kept, on->kept_size * sizeof on->kept[0]);
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): rows of pointers */
    memmove(on->kept + low + 1, on->kept + low, (on->kept_count - low) * sizeof on->kept[0]);
    on->kept[low] = fake_take(sizeof **on->kept);
    on->kept[low]->id = id;
    on->kept[low]->message.version = UINT32_MAX;
    on->kept_count++;
    return on->kept[low];
}

static struct kept *keep_seen(struct on_discord *on, const struct fake_discord_seen *seen)
{
    struct kept *kept = keep(on, seen->message);
    if (kept->message.version != seen->version) {
        cJSON *json = cJSON_ParseWithLength(seen->json, seen->json_len);
        press_read_message(&kept->message, seen, json, fake_discord_bot(on->party.fake));
        cJSON_Delete(json);
    }
    return kept;
}

static void show(void *context, const struct fake_discord_seen *seen)
{
    struct on_discord *on = context;
    if (on->shown_count < PRESS_MESSAGES_MAX) {
        on->shown[on->shown_count++] = &keep_seen(on, seen)->message;
    }
}

/* --- what reached whom ------------------------------------------------------------------------ */

static void tell_message(struct on_discord *on, const struct press_message *message)
{
    static const char *const places[] = {"channel", "private", "ephemeral"};
    int64_t seconds = on->party.now_ms / 1000 % 86400;
    fprintf(on->file, "\n%02d:%02d:%02d %s %s%s\n%s", (int)(seconds / 3600),
            (int)(seconds / 60 % 60), (int)(seconds % 60), places[message->place],
            message->id + strlen(message->id) - 4, message->version > 0 ? " (edited)" : "",
            message->text);
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct press_control *control = &message->control[i];
        fprintf(on->file, "%s%s%s", control->owed ? "[[" : "[", control->label,
                control->values.count > 0 ? ":" : "");
        for (unsigned k = 0; k < control->values.count; k++) {
            fprintf(on->file, " %s%s", k > 0 ? "| " : "", control->values.value[k].label);
        }
        fprintf(on->file, "%s ", control->owed ? "]]" : "]");
    }
    fprintf(on->file, "\n");
}

static bool mentions(const cJSON *json, uint64_t user)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, fake_get(json, "mentions"))
    {
        if ((uint64_t)fake_get_id(one, "id") == user) {
            return true;
        }
    }
    return false;
}

static void count_public(struct on_discord *on, struct kept *kept, const cJSON *json)
{
    if (kept->message.place != PRESS_PUBLIC || !kept->message.house) {
        return;
    }
    bool board = press_is_board(&kept->message);
    bool call = cJSON_GetArraySize(fake_get(json, "mentions")) > 0;
    on->posts.lines += !kept->counted && !board && !call;
    on->posts.calls += !kept->counted && !board && call;
    on->posts.boards += !kept->counted && board;
    on->posts.edits += kept->counted;
    kept->counted = true;
}

/* Somebody was shown a version of a message. */
static void saw(void *context, const struct fake_discord_seen *seen)
{
    struct on_discord *on = context;
    if (seen->message == 0) {
        return; /* a form, or completions */
    }
    struct kept *kept = keep_seen(on, seen);
    struct press_news *news = &on->news[on->scanning];
    uint32_t bit = UINT32_C(1) << on->scanning;
    cJSON *json = cJSON_ParseWithLength(seen->json, seen->json_len);
    bool silent = (fake_get_number(json, "flags", 0) & SAY_SILENT) != 0;
    bool direct = strcmp(seen->kind, "dm") == 0 && kept->message.house;
    if ((kept->known_to & bit) == 0 && !silent && kept->message.place != PRESS_EPHEMERAL &&
        (direct || mentions(json, on->party.person[on->scanning]))) {
        news->notified++;
        press_copy(news->last, sizeof news->last, kept->message.text);
    }
    kept->known_to |= bit;
    if (on->scanning == 0) {
        count_public(on, kept, json);
    }
    cJSON_Delete(json);
    if (on->file != NULL && on->scanning == on->teller) {
        tell_message(on, &kept->message);
    }
}

static void scan(struct on_discord *on)
{
    for (on->scanning = 0; on->scanning < on->party.people; on->scanning++) {
        size_t *from = &on->saw[on->scanning];
        *from =
            fake_discord_each_saw(on->party.fake, on->party.person[on->scanning], *from, saw, on);
    }
}

static void discord_news(void *world, unsigned who, struct press_news *news)
{
    struct on_discord *on = world;
    scan(on);
    *news = on->news[who];
    memset(&on->news[who], 0, sizeof on->news[who]);
}

static void discord_posts(void *world, struct press_posts *posts)
{
    struct on_discord *on = world;
    scan(on);
    *posts = on->posts;
    memset(&on->posts, 0, sizeof on->posts);
}

/* --- forms ------------------------------------------------------------------------------------ */

static void tell_form(struct on_discord *on, unsigned who)
{
    const struct press_form *form = &on->form[who];
    if (on->file == NULL || who != on->teller) {
        return;
    }
    fprintf(on->file, "\nform %s\n%s", form->title, form->text);
    for (unsigned i = 0; i < form->count; i++) {
        const struct press_field *field = &form->field[i];
        fprintf(on->file, "  %s%s: ", field->label, field->optional ? " (optional)" : "");
        for (unsigned k = 0; k < field->values.count; k++) {
            fprintf(on->file, "%s%s", k > 0 ? " | " : "", field->values.value[k].label);
        }
        fprintf(on->file, "%s%s\n", field->hint, field->value);
    }
}

/* Discord forgets an interaction after a quarter of an hour. */
static void forget_old(struct on_discord *on, unsigned who)
{
    uint64_t last = on->interaction[who];
    char *outcome = last == 0 ? NULL : fake_discord_outcome(on->party.fake, last);
    on->interaction[who] = outcome == NULL ? 0 : last;
    free(outcome);
}

/* Was a form shown in answer to the last act? */
static void look_for_form(struct on_discord *on, unsigned who)
{
    forget_old(on, who);
    cJSON *outcome =
        on->interaction[who] == 0 ? NULL : party_outcome(&on->party, on->interaction[who]);
    const cJSON *modal = fake_get(outcome, "modal");
    if (cJSON_IsObject(modal)) {
        press_read_form(&on->form[who], modal);
        on->has_form[who] = true;
        on->interaction[who] = 0;
        tell_form(on, who);
    }
    cJSON_Delete(outcome);
}

/* --- acts ------------------------------------------------------------------------------------- */

static void discord_look(void *world, unsigned who, struct press_screen *screen)
{
    struct on_discord *on = world;
    on->shown_count = 0;
    fake_discord_each_seen(on->party.fake, on->party.person[who], show, on);
    look_for_form(on, who);
    *screen = (struct press_screen){on->shown, on->shown_count,
                                    on->has_form[who] ? &on->form[who] : NULL};
}

static cJSON *values_of(const struct press_act *act)
{
    cJSON *values = cJSON_CreateArray();
    for (unsigned i = 0; i < act->chosen; i++) {
        fake_add_text(values, NULL, act->control->values.value[act->choice[i]].value);
    }
    return values;
}

/* "a,b" as a list. */
static cJSON *several_of(const char *text)
{
    cJSON *values = cJSON_CreateArray();
    while (*text != '\0') {
        size_t len = strcspn(text, ",");
        char *one = fake_copy(text, len);
        fake_add_text(values, NULL, one);
        free(one);
        text += len + (text[len] == ',');
    }
    return values;
}

static void tell_act(struct on_discord *on, unsigned who, const char *what, const char *more)
{
    if (on->file != NULL && who == on->teller) {
        fprintf(on->file, "\n    > %s %s %s\n", on->party.name[who], what, more);
    }
}

static uint64_t submit(struct on_discord *on, unsigned who, const struct press_act *act)
{
    const struct press_form *form = &on->form[who];
    cJSON *fields = cJSON_CreateObject();
    for (unsigned i = 0; i < form->count; i++) {
        if (form->field[i].values.count > 0) {
            cJSON_AddItemToObject(fields, form->field[i].name, several_of(act->field[i]));
        } else {
            fake_add_text(fields, form->field[i].name, act->field[i]);
        }
    }
    char *text = cJSON_PrintUnformatted(fields);
    tell_act(on, who, "fills in", text);
    uint64_t sent = fake_discord_submit(on->party.fake, on->party.person[who], text);
    cJSON_free(text);
    cJSON_Delete(fields);
    on->has_form[who] = false;
    press_form_free(&on->form[who]);
    return sent;
}

static uint64_t press(struct on_discord *on, unsigned who, const struct press_act *act)
{
    cJSON *values = act->control->kind == PRESS_MENU ? values_of(act) : NULL;
    char *text = values == NULL ? NULL : cJSON_PrintUnformatted(values);
    tell_act(on, who, act->control->label, text == NULL ? "" : text);
    uint64_t sent =
        fake_discord_press(on->party.fake, on->party.person[who],
                           strtoull(act->message->id, NULL, 10), act->control->id, text);
    cJSON_free(text);
    cJSON_Delete(values);
    return sent;
}

static bool discord_act(void *world, unsigned who, const struct press_act *act,
                        char why[PRESS_TEXT_BYTES])
{
    struct on_discord *on = world;
    on->interaction[who] = act->how == PRESS_SUBMIT ? submit(on, who, act) : press(on, who, act);
    press_copy(why, PRESS_TEXT_BYTES, fake_discord_why(on->party.fake));
    return on->interaction[who] != 0;
}

static bool discord_open_table(void *world, unsigned who, const char *game)
{
    struct on_discord *on = world;
    tell_act(on, who, "types /", game);
    on->interaction[who] =
        fake_discord_slash(on->party.fake, on->party.person[who], on->party.channel, game, NULL);
    return on->interaction[who] != 0;
}

static bool discord_open_night(void *world, unsigned who, const char *game)
{
    struct on_discord *on = world;
    char args[PRESS_LABEL_BYTES];
    snprintf(args, sizeof args, "{\"play\":\"%s\",\"at\":\"in 1h\",\"rounds\":2}", game);
    tell_act(on, who, "types /night", args);
    on->interaction[who] =
        fake_discord_slash(on->party.fake, on->party.person[who], on->party.channel, "night", args);
    return on->interaction[who] != 0;
}

static void discord_put_away(void *world, unsigned who)
{
    struct on_discord *on = world;
    on->has_form[who] = false;
    press_form_free(&on->form[who]);
}

static const char *discord_unanswered(void *world, unsigned who)
{
    static char why[PRESS_TEXT_BYTES];
    struct on_discord *on = world;
    if (on->interaction[who] == 0) {
        return NULL;
    }
    cJSON *outcome = party_outcome(&on->party, on->interaction[who]);
    press_copy(why, sizeof why, fake_get_text(outcome, "state"));
    cJSON_Delete(outcome);
    return strcmp(why, "answered") == 0 ? NULL : why;
}

static bool discord_press_old(void *world, unsigned who, const struct press_old *old,
                              enum press_elsewhere where)
{
    struct on_discord *on = world;
    char values[PRESS_LABEL_BYTES + 8];
    uint64_t dm = fake_discord_dm(on->party.fake, on->party.person[who]);
    struct fake_discord_forged forged = {.custom_id = old->control.id};
    forged.channel = where == PRESS_OWN_PRIVATE  ? dm
                     : where == PRESS_OTHER_ROOM ? on->elsewhere
                                                 : strtoull(old->room, NULL, 10);
    forged.message = where == PRESS_SAME_PLACE ? strtoull(old->message, NULL, 10) : 0;
    if (old->control.kind == PRESS_MENU) {
        snprintf(values, sizeof values, "[\"%s\"]", old->value.value);
        forged.values = values;
    }
    on->interaction[who] = fake_discord_forge(on->party.fake, on->party.person[who], &forged);
    return on->interaction[who] != 0;
}

/* --- the world -------------------------------------------------------------------------------- */

/* The bot may open threads there, and people may write in them. */
static void allow_threads(struct on_discord *on)
{
    const uint64_t people = 1ULL << 10 | 1 << 11 | 1 << 16 | 1ULL << 31 | 1ULL << 38;
    struct fake_discord *fake = on->party.fake;
    fake_discord_role_may(fake, on->party.guild, on->party.guild, people);
    fake_discord_role_may(fake, on->party.guild, fake_discord_bot(fake),
                          people | 1 << 14 | 1 << 15 | 1ULL << 35);
}

static void *discord_open(unsigned people, uint64_t seed)
{
    struct on_discord *on = fake_take(sizeof *on);
    on->party.dice = seed;
    on->party.seed = "";
    party_open(&on->party, people);
    uint64_t guild = fake_discord_guild(on->party.fake, "Attic");
    on->elsewhere = fake_discord_channel(on->party.fake, guild, "attic", FAKE_DISCORD_CHANNEL_TEXT);
    for (unsigned i = 0; i < people; i++) {
        fake_discord_join(on->party.fake, guild, on->party.person[i]);
        snprintf(on->account[i], sizeof on->account[i], "%llu",
                 (unsigned long long)on->party.person[i]);
    }
    if (seed / 7 % 3 > 0) {
        allow_threads(on);
    }
    party_pass(&on->party, 1000);
    return on;
}

static void discord_close(void *world)
{
    struct on_discord *on = world;
    party_close(&on->party);
    for (unsigned i = 0; i < on->kept_count; i++) {
        press_read_free(&on->kept[i]->message);
        free(on->kept[i]);
    }
    for (unsigned i = 0; i < PARTY_PEOPLE_MAX; i++) {
        press_form_free(&on->form[i]);
    }
    free(on->kept);
    free(on);
}

static struct house *discord_house(void *world)
{
    return ((struct on_discord *)world)->party.house;
}

static int64_t discord_now_ms(const void *world)
{
    return ((const struct on_discord *)world)->party.now_ms;
}

static const char *discord_called(const void *world, unsigned who)
{
    return ((const struct on_discord *)world)->party.name[who];
}

static const char *discord_account(const void *world, unsigned who)
{
    return ((const struct on_discord *)world)->account[who];
}

static void discord_pass(void *world, int64_t ms)
{
    party_pass(&((struct on_discord *)world)->party, ms);
}

static void discord_restart(void *world, int64_t downtime_ms)
{
    party_restart(&((struct on_discord *)world)->party, downtime_ms);
}

static void discord_close_private(void *world, unsigned who, bool closed)
{
    struct on_discord *on = world;
    fake_discord_dms(on->party.fake, on->party.person[who],
                     closed ? FAKE_DISCORD_DMS_CLOSED : FAKE_DISCORD_DMS_OPEN);
}

static void discord_tighten(void *world, bool tight)
{
    struct on_discord *on = world;
    fake_discord_limit(on->party.fake, "POST /channels/{}/messages", tight ? 1 : 5, 5000);
    fake_discord_limit(on->party.fake, "PATCH /channels/{}/messages/{}", tight ? 1 : 5, 5000);
}

static void discord_tell(void *world, unsigned who, FILE *file)
{
    struct on_discord *on = world;
    scan(on);
    on->file = file;
    on->teller = who;
}

const struct press_driver press_discord = {
    .name = "discord",
    .adapter = "discord",
    .answer_ms = 600,
    .ephemeral_replies = true,
    .marks = true,
    .open = discord_open,
    .close = discord_close,
    .house = discord_house,
    .now_ms = discord_now_ms,
    .called = discord_called,
    .account = discord_account,
    .pass = discord_pass,
    .restart = discord_restart,
    .look = discord_look,
    .act = discord_act,
    .open_table = discord_open_table,
    .open_night = discord_open_night,
    .put_away = discord_put_away,
    .unanswered = discord_unanswered,
    .press_old = discord_press_old,
    .news = discord_news,
    .posts = discord_posts,
    .close_private = discord_close_private,
    .tighten = discord_tighten,
    .tell = discord_tell,
};
