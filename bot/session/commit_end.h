/* A transaction has come to its end. */
#ifndef COMMIT_END_H
#define COMMIT_END_H

struct commit;
struct fault;

/* It is on disk; the commit is freed by the caller, as after a failure. */
void commit_landed(struct commit *commit);
void commit_failed(struct commit *commit, const struct fault *fault);

#endif
