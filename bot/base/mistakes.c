/* A list of mistakes that cannot overflow: what is beyond its end is counted. */
#include "mistakes.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "heap.h"
#include "print.h"

struct mistakes *mistakes_new(void)
{
    return heap_allocate(sizeof(struct mistakes));
}

void mistakes_add(struct mistakes *mistakes, unsigned line, const char *format, ...)
{
    va_list args;
    if (mistakes->count < MISTAKES_MAX) {
        struct mistake *mistake = &mistakes->kept[mistakes->count];
        mistake->line = line;
        va_start(args, format);
        vsnprintf(mistake->text, sizeof mistake->text, format, args);
        va_end(args);
    }
    mistakes->count++;
}

static unsigned mistakes_kept(const struct mistakes *mistakes)
{
    return mistakes->count < MISTAKES_MAX ? mistakes->count : MISTAKES_MAX;
}

/* By insertion: those of one line stay as they were told. */
void mistakes_sort(struct mistakes *mistakes)
{
    for (unsigned i = 1; i < mistakes_kept(mistakes); i++) {
        struct mistake mistake = mistakes->kept[i];
        unsigned at = i;
        while (at > 0 && mistakes->kept[at - 1].line > mistake.line) {
            mistakes->kept[at] = mistakes->kept[at - 1];
            at--;
        }
        mistakes->kept[at] = mistake;
    }
}

void mistakes_write(const struct mistakes *mistakes, const char *file, struct buf *out)
{
    for (unsigned i = 0; i < mistakes_kept(mistakes); i++) {
        const struct mistake *mistake = &mistakes->kept[i];
        if (mistake->line > 0) {
            print_to(out, "%s:%u: %s\n", file, mistake->line, mistake->text);
        } else {
            print_to(out, "%s: %s\n", file, mistake->text);
        }
    }
    if (mistakes->count > MISTAKES_MAX) {
        print_to(out, "%s: and %u mistakes more\n", file, mistakes->count - MISTAKES_MAX);
    }
}

int mistakes_fault(const struct mistakes *mistakes, struct fault *fault)
{
    assert(mistakes->count > 0);
    const struct mistake *first = &mistakes->kept[0];
    return first->line > 0 ? fault_set(fault, FAULT_BAD, "line %u: %s", first->line, first->text)
                           : fault_set(fault, FAULT_BAD, "%s", first->text);
}
