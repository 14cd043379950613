/* Whichever database the store's tests run on: SQLite, or with DD_POSTGRES a schema in that one. */
#ifndef DATABASE_H
#define DATABASE_H

#include "folder_kit.h"

#include <stdbool.h>
#include <stdint.h>

bool database_is_postgres(void);
/* The driver of a store there. */
const struct store_driver *database_driver(void);
/* A new one: the file of this name in the folder, or the URL of an empty schema. */
void database_new(char path[KIT_PATH_BYTES], const char *folder, const char *name);
/* What is not in the folder goes. */
void database_end(const char *path);

/* Changes it behind the store's back. The one text or the other, as SQLite has SQL; postgres NULL:
 * the same. */
void database_execute(const char *path, const char *sqlite, const char *postgres);
/* One number out of it. */
int64_t database_number(const char *path, const char *sqlite);
/* All that is in it, kept; and put back as often as one likes. It must not be open. */
void database_save(const char *path);
void database_put_back(const char *path);

#endif
