/* `deaddrop matrix verify`: whom the operator lets verify the bot, and what they are told of it
 * while the program runs. */
#ifndef MATRIX_VERIFY_H
#define MATRIX_VERIFY_H

enum { MATRIX_VERIFY_NUMBERS = 3, MATRIX_VERIFY_WORDS = 7 };

/* What the other side's client shows too, where nobody stands between. */
struct matrix_verify_shown {
    unsigned number[MATRIX_VERIFY_NUMBERS];
    const char *word[MATRIX_VERIFY_WORDS]; /* the emoji, by their English names */
};

enum matrix_verify_end {
    MATRIX_VERIFY_DONE,      /* both sides have signed who the other is */
    MATRIX_VERIFY_ONE_SIDED, /* done, and the other side has no identity that could be signed */
    MATRIX_VERIFY_MISMATCH,  /* the operator said no, or the keys were not those that were seen */
    MATRIX_VERIFY_CANCELLED, /* by the other side */
    MATRIX_VERIFY_LATE,      /* nobody asked, or not all was done in time */
    MATRIX_VERIFY_FAILED,    /* what had to be sent was not taken, or what came was no good */
    MATRIX_VERIFY_FOREIGN,   /* the bot has no identity of its own that it could sign by */
    MATRIX_VERIFY_OURSELVES, /* it is the bot's own account that was named */
    MATRIX_VERIFY_STOPPED,   /* matrix_verify_stop() */
    MATRIX_VERIFY_ENDS
};

/* Who may, and what is told. Outlives the verification; none is called from inside a function that
 * it is given to. All are set. */
struct matrix_verify {
    void *context;
    const char *user;
    /* From now on their request is waited for; own: the bot's id. */
    void (*ready)(void *context, const char *own);
    /* They have asked, from this device of theirs. */
    void (*asked)(void *context, const char *device);
    /* Is it the same? matrix_verify_answer() says so. */
    void (*shown)(void *context, const struct matrix_verify_shown *shown);
    /* Once, at last; what was to be sent has left. why: of a cancel, a code; or "". */
    void (*ended)(void *context, enum matrix_verify_end end, const char *why);
};

#endif
