/* A plain main for a fuzz target: feeds it every file of the folders and files it is given, once.
 * No file at all is a failure, so that a corpus which went missing is noticed. */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { REPLAY_BYTES_MAX = 4 * 1024 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int replay_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        perror(path);
        return 0;
    }
    uint8_t *bytes = malloc(REPLAY_BYTES_MAX);
    if (bytes == NULL) {
        abort();
    }
    size_t size = fread(bytes, 1, REPLAY_BYTES_MAX, in);
    fclose(in);
    /* an exact copy, so that a read past its end is seen by the sanitizer */
    uint8_t *exact = malloc(size == 0 ? 1 : size);
    if (exact == NULL) {
        abort();
    }
    for (size_t i = 0; i < size; i++) {
        exact[i] = bytes[i];
    }
    free(bytes);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 1;
}

static int replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        perror(path);
        return 0;
    }
    int count = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char inner[4096];
        if (entry->d_name[0] != '.' &&
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) < (int)sizeof inner) {
            count += replay_file(inner);
        }
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        struct stat info;
        if (stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode)) {
            count += replay_folder(argv[i]);
        } else {
            count += replay_file(argv[i]);
        }
    }
    printf("%d inputs\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
