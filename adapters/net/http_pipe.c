/* The library's wake-up descriptor. When a context ends it is closed at once, and its number is
 * closed a second time some iterations of the loop later, whoever has it by then. So the number is
 * found out when the context begins, and held until that second time has come. */
#include "http_pipe.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool http_is_event(const char *number)
{
    char path[64];
    char target[64];
    snprintf(path, sizeof path, "/proc/self/fd/%.20s", number);
    ssize_t len = readlink(path, target, sizeof target - 1);
    target[len > 0 ? len : 0] = '\0';
    return strcmp(target, "anon_inode:[eventfd]") == 0;
}

void http_pipes_list(struct http_pipes *pipes)
{
    pipes->count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (pipes->count < HTTP_PIPES_MAX && http_is_event(entry->d_name)) {
            pipes->fd[pipes->count++] = (int)strtol(entry->d_name, NULL, 10);
        }
    }
    closedir(folder);
}

int http_pipes_new(const struct http_pipes *before)
{
    struct http_pipes now;
    http_pipes_list(&now);
    for (size_t i = 0; i < now.count; i++) {
        bool old = false;
        for (size_t n = 0; n < before->count; n++) {
            old = old || before->fd[n] == now.fd[i];
        }
        if (!old) {
            return now.fd[i];
        }
    }
    return -1;
}

void http_pipe_hold(int number)
{
    if (number < 0 || fcntl(number, F_GETFD) >= 0) {
        return;
    }
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty >= 0 && empty != number) {
        dup3(empty, number, O_CLOEXEC);
        close(empty);
    }
}
