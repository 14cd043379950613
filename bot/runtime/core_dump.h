/* What a process leaves behind when it dies: nothing of its memory, which holds secrets of games
 * that are still being played. */
#ifndef CORE_DUMP_H
#define CORE_DUMP_H

/* From here on a crash writes no core file, and other processes of the same user cannot read this
 * one's memory (RLIMIT_CORE, PR_SET_DUMPABLE). Returns 0, or -1 where the system refuses. */
int core_dump_forbid(void);

#endif
