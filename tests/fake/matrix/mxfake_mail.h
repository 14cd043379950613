/* Messages to devices in the Matrix homeserver for tests. */
#ifndef MXFAKE_MAIL_H
#define MXFAKE_MAIL_H

#include "mxfake_inside.h"

struct mxfake_letter {
    const char *sender;
    const char *type;
    const cJSON *content;
};

/* To one device of a user, or to all that are logged in ("*"). The letter is copied. */
void mxfake_mail_send(struct mxfake *fake, struct mxfake_user *user, const char *device,
                      const struct mxfake_letter *letter);
/* mxfake_service.c: is it pushed to the service that this device belongs to? */
bool mxfake_services_mail(const struct mxfake *fake, const struct mxfake_device *device,
                          const struct mxfake_letter *letter);
/* What came until this position has been told for sure, and is forgotten. */
void mxfake_mail_drop(struct mxfake_device *device, uint64_t pos);
/* As it is told. */
cJSON *mxfake_letter_event(const struct mxfake_letter *letter);
/* Adds what waits, as much as one answer takes. The position until which that is; 0: it is all. */
uint64_t mxfake_mail_tell(const struct mxfake *fake, const struct mxfake_device *device,
                          cJSON *events);

#endif
