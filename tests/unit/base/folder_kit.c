/* Folders that go away with their test. */

#include "folder_kit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

void kit_folder(char path[KIT_PATH_BYTES])
{
    snprintf(path, KIT_PATH_BYTES, "kit.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
}

void kit_path(char path[KIT_PATH_BYTES], const char *folder, const char *name)
{
    int len = snprintf(path, KIT_PATH_BYTES, "%s/%s", folder, name);
    ck_assert_int_lt(len, KIT_PATH_BYTES);
}

void kit_remove(const char *folder)
{
    DIR *files = opendir(folder);
    ck_assert_ptr_nonnull(files);
    for (struct dirent *entry = readdir(files); entry != NULL; entry = readdir(files)) {
        char path[KIT_PATH_BYTES + 256];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            ck_assert_int_eq(unlink(path), 0);
        }
    }
    closedir(files);
    ck_assert_int_eq(rmdir(folder), 0);
}

void kit_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}
