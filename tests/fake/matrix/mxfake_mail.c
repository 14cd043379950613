/* Messages to devices: they wait, in their order, until a sync comes with the token behind them. */
#include "mxfake_mail.h"

#include <stdlib.h>
#include <string.h>

static void mxfake_mail_free(struct mxfake_mail *mail)
{
    free(mail->sender);
    free(mail->type);
    cJSON_Delete(mail->content);
    free(mail);
}

static void mxfake_mail_new(struct mxfake *fake, struct mxfake_device *device,
                            const struct mxfake_letter *letter)
{
    struct mxfake_mail *mail = fake_take(sizeof *mail);
    const struct mxfake_entry entry = {.user = device->user};
    mail->sender = fake_copy(letter->sender, strlen(letter->sender));
    mail->type = fake_copy(letter->type, strlen(letter->type));
    mail->content = cJSON_Duplicate(letter->content, true);
    mail->pos = mxfake_happened(fake, &entry);
    fake_list_add(&device->mail, mail);
    fake->counts.mails++;
}

void mxfake_mail_send(struct mxfake *fake, struct mxfake_user *user, const char *device,
                      const struct mxfake_letter *letter)
{
    for (size_t i = 0; i < user->devices.count; i++) {
        struct mxfake_device *each = user->devices.items[i];
        if (!each->gone && (strcmp(device, "*") == 0 || strcmp(device, each->id) == 0) &&
            !mxfake_services_mail(fake, each, letter)) {
            mxfake_mail_new(fake, each, letter);
        }
    }
}

void mxfake_mail_drop(struct mxfake_device *device, uint64_t pos)
{
    while (device->mail.count > 0 && ((struct mxfake_mail *)device->mail.items[0])->pos <= pos) {
        struct mxfake_mail *mail = device->mail.items[0];
        fake_list_remove(&device->mail, mail);
        mxfake_mail_free(mail);
    }
}

cJSON *mxfake_letter_event(const struct mxfake_letter *letter)
{
    cJSON *event = cJSON_CreateObject();
    fake_add_text(event, "type", letter->type);
    fake_add_text(event, "sender", letter->sender);
    fake_put(event, "content", cJSON_Duplicate(letter->content, true));
    return event;
}

uint64_t mxfake_mail_tell(const struct mxfake *fake, const struct mxfake_device *device,
                          cJSON *events)
{
    uint64_t last = 0;
    for (size_t i = 0; i < device->mail.count && i < fake->knobs.mail_max; i++) {
        const struct mxfake_mail *mail = device->mail.items[i];
        const struct mxfake_letter letter = {mail->sender, mail->type, mail->content};
        cJSON_AddItemToArray(events, mxfake_letter_event(&letter));
        last = mail->pos;
    }
    return device->mail.count > fake->knobs.mail_max ? last : 0;
}

bool mxfake_to_device(struct mxfake *fake, const char *from, const char *user, const char *type,
                      const char *content)
{
    struct mxfake_user *to = mxfake_user_find(fake, user);
    cJSON *json = fake_parse(content);
    bool done = to != NULL && json != NULL;
    if (done) {
        const struct mxfake_letter letter = {.sender = from, .type = type, .content = json};
        mxfake_mail_send(fake, to, "*", &letter);
    }
    cJSON_Delete(json);
    return done;
}
