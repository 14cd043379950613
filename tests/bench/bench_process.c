/* Another program under measurement, by way of /proc. */
#include "bench_process.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { END_TRIES = 1000, END_TRY_NS = 10000000 };

void bench_process_bind(int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= 0 && core < sysconf(_SC_NPROCESSORS_ONLN)) {
        CPU_SET((unsigned)core, &cores);
        sched_setaffinity(0, sizeof cores, &cores);
    }
}

pid_t bench_process_start(char *const argv[], int core, const char *log)
{
    fflush(stdout);
    pid_t process = fork();
    if (process < 0) {
        abort();
    }
    if (process == 0) {
        int file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        bench_process_bind(core);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        execvp(argv[0], argv);
        _exit(127);
    }
    return process;
}

bool bench_process_ended(pid_t process)
{
    return waitpid(process, NULL, WNOHANG) != 0;
}

double bench_process_cpu(pid_t process)
{
    char path[64];
    char line[1024] = "";
    unsigned long user = 0;
    unsigned long system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    const char *behind = fgets(line, sizeof line, file) == NULL ? NULL : strrchr(line, ')');
    fclose(file);
    /* state and ten numbers stand before the two that are wanted */
    for (int i = 0; behind != NULL && i < 12; i++) {
        behind = strchr(behind + 1, ' ');
    }
    if (behind != NULL) {
        char *end = NULL;
        user = strtoul(behind, &end, 10);
        system = strtoul(end, NULL, 10);
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double bench_process_memory_mb(pid_t process)
{
    char path[64];
    char line[256];
    double kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kib = strtod(line + 6, NULL);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kib * 1024 / 1e6;
}

void bench_process_end(pid_t process)
{
    const struct timespec pause = {.tv_nsec = END_TRY_NS};
    kill(process, SIGTERM);
    for (int i = 0; i < END_TRIES; i++) {
        if (bench_process_ended(process)) {
            return;
        }
        nanosleep(&pause, NULL);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}
