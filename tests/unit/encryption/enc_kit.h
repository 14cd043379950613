/* The receiving half with encryption on (../matrix/mx_kit.h), people with devices that encrypt, and
 * a homeserver by hand that has everybody's keys and carries what devices send. */
#ifndef ENC_KIT_H
#define ENC_KIT_H

#include "matrix_cross_signing.h"
#include "matrix_machine.h"
#include "mx_kit.h"

enum enc_person { ENC_ALICE, ENC_BEN, ENC_PERSONS };

#define ENC_KEY "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90"

void enc_set_up(void);
void enc_tear_down(void);
/* With a first sync that has MX_ROOM, encrypted, and all keys uploaded; the next /sync waits. */
void enc_live(void);
/* The process ends, and another begins with what is on disk; its /sync waits. */
void enc_again(void);
/* The room's state, for which that asks once something is said there: MX_ALICE is in it. */
void enc_state(void);
/* The same, where it is asked for already. */
void enc_state_of(void);
/* Answers all that is asked about keys, and stores all that is to be stored, until there is
 * nothing more; so many of these requests there were. */
unsigned enc_serve(void);
/* The same, but nothing is answered whose URL has this part. */
unsigned enc_serve_but(const char *part);
/* What a homeserver has: by user, device. */
const cJSON *enc_devices(const char *user);
/* Who they are there. */
const char *enc_master(const char *user);
/* The bot's device is signed out: its keys are gone there. */
void enc_sign_out(void);
/* Somebody's identity there, as it is signed; another one each time. */
void enc_identity(enum enc_person who);
/* The bot's account has this identity, which was made by a person's client. */
void enc_own_identity(const struct matrix_cross_seeds *seeds);
/* The body of the last request whose URL has this part, as JSON that lives until the next call;
 * NULL: there was none. */
const cJSON *enc_asked(const char *part);
unsigned enc_asked_count(const char *part);

/* What this person's device sends the bot: the key of a new session of theirs for MX_ROOM, an event
 * of to_device, as JSON. Lives until the next call. */
const char *enc_key(enum enc_person who);
/* What a backup would hold of that session; deleted by the caller. */
cJSON *enc_export(enum enc_person who);
/* What they write by that session. Lives until the next call but three. */
const char *enc_says(enum enc_person who, const char *id, const char *text);
/* Answers /sync with what devices send (or "") and the timeline of MX_ROOM (or ""). */
void enc_sync(const char *next, const char *to_device, const char *events);
/* Does this person read an event with this content? text: what it says. */
bool enc_reads(enum enc_person who, const char *id, const cJSON *content, const char *text);
/* A member event of theirs. Lives until the next call. */
const char *enc_member(enum enc_person who, const char *id, const char *membership);

#endif
