/* Encryption, where it is switched on: the adapter opens it, and tells its other rooms of it.
 * matrix_encrypt_not.c fills the same functions where it is not built in. */
#ifndef MATRIX_ENCRYPT_H
#define MATRIX_ENCRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault;
struct matrix_bot;

/* Before any row is read; nothing where it is not switched on. -1 and a fault. */
int matrix_encrypt_open(struct matrix_bot *bot, struct fault *fault);
void matrix_encrypt_close(struct matrix_bot *bot);
/* A row read at the start. False: it is no row of encryption, or encryption is off. */
bool matrix_encrypt_restore(struct matrix_bot *bot, const char *key, const char *text, size_t len);
/* A row that cannot be read: its key. */
void matrix_encrypt_damaged(struct matrix_bot *bot, const char *key);
/* All rows were read. -1 and a fault: they cannot be used. */
int matrix_encrypt_restored(struct matrix_bot *bot, struct fault *fault);
/* Our user and device are known. */
void matrix_encrypt_begin(struct matrix_bot *bot);
/* Somebody is forgotten. */
void matrix_encrypt_forget(struct matrix_bot *bot, const char *user);
/* Stores what has changed since the last sync. */
void matrix_encrypt_drain(struct matrix_bot *bot);
int64_t matrix_encrypt_due_ms(const struct matrix_bot *bot);
void matrix_encrypt_tick(struct matrix_bot *bot, int64_t now_ms);

#endif
