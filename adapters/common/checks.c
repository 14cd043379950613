#include "checks.h"

#include <stdarg.h>

#include "print.h"

enum { CHECKS_TEXT_MAX = 64 * 1024 };

void checks_init(struct checks *checks)
{
    *checks = (struct checks){.problems = 0};
    buf_init(&checks->text, CHECKS_TEXT_MAX);
}

void checks_deinit(struct checks *checks)
{
    buf_deinit(&checks->text);
}

__attribute__((format(printf, 3, 0))) static void checks_line(struct checks *checks,
                                                              const char *mark, const char *form,
                                                              va_list args)
{
    print_to(&checks->text, "  %-4s  ", mark);
    print_args(&checks->text, form, args);
    buf_text(&checks->text, "\n");
}

void checks_ok(struct checks *checks, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    checks_line(checks, "ok", form, args);
    va_end(args);
}

void checks_note(struct checks *checks, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    checks_line(checks, "note", form, args);
    va_end(args);
}

void checks_mend(struct checks *checks, const char *form, ...)
{
    va_list args;
    checks->problems++;
    va_start(args, form);
    checks_line(checks, "MEND", form, args);
    va_end(args);
}

void checks_end(struct checks *checks, checks_fn done, void *context)
{
    print_to(&checks->text, "\n%s\n",
             checks->problems == 0 ? "Everything is as it has to be."
                                   : "Mend what is marked, then run this again.");
    done(context, checks->problems, checks->text.text);
}
