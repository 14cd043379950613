/* A connection to PostgreSQL, by libpq. */

#include "postgres_link.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "clock.h"
#include "heap.h"
#include "postgres_dialect.h"
#include "postgres_statement.h"
#include "store_sql_private.h"

enum { LINK_PARAMETERS = 8 };

struct postgres_link *postgres_link_of(const struct store_sql *store)
{
    return store->db;
}

static int64_t link_now_ms(void)
{
    return clock_system().monotonic_ms(NULL);
}

bool postgres_link_is_lost(const struct postgres_link *link)
{
    return link->conn == NULL || PQstatus(link->conn) != CONNECTION_OK;
}

void postgres_link_listen(struct postgres_link *link)
{
    struct pollfd one = {.fd = link->conn == NULL ? -1 : PQsocket(link->conn), .events = POLLIN};
    if (one.fd >= 0 && !link->piped && poll(&one, 1, 0) > 0) {
        PQconsumeInput(link->conn); /* whose end makes it a bad one */
    }
}

int postgres_link_socket(const struct postgres_link *link)
{
    return link->conn == NULL ? -1 : PQsocket(link->conn);
}

bool postgres_link_heard(struct postgres_link *link, const char *payload)
{
    bool heard = false;
    PGnotify *note = NULL;
    if (link->conn == NULL || PQconsumeInput(link->conn) != 1) {
        return false;
    }
    while ((note = PQnotifies(link->conn)) != NULL) {
        heard = heard || strcmp(note->extra, payload) == 0;
        PQfreemem(note);
    }
    return heard;
}

void postgres_link_disconnect(struct postgres_link *link)
{
    if (link->conn != NULL) {
        PQfinish(link->conn);
    }
    link->conn = NULL;
    link->sent_count = 0;
    link->queueing = false;
    link->piped = false;
    link->saved = false;
}

/* --- errors ----------------------------------------------------------------------------------- */

void postgres_link_forgive(struct postgres_link *link)
{
    link->failed = false;
    link->is_refused = false;
    link->saved = false;
    link->state[0] = '\0';
    link->why[0] = '\0';
}

void postgres_link_alone(struct postgres_link *link)
{
    if (link->conn != NULL && !link->piped && PQtransactionStatus(link->conn) == PQTRANS_IDLE) {
        postgres_link_forgive(link);
    }
}

/* The first line of what was said, of the first thing that went wrong: the rest comes of it. */
static void link_note(struct postgres_link *link, const char *state, const char *why)
{
    if (link->failed) {
        return;
    }
    link->failed = true;
    snprintf(link->state, sizeof link->state, "%s", state == NULL ? "" : state);
    snprintf(link->why, sizeof link->why, "%.*s", (int)strcspn(why, "\n"), why);
}

bool postgres_link_failed(struct postgres_link *link, const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_ABORTED) {
        return true;
    }
    if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE) {
        return false;
    }
    const char *why = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    link_note(link, PQresultErrorField(result, PG_DIAG_SQLSTATE),
              why != NULL ? why : PQresultErrorMessage(result));
    return true;
}

#define LINK_POOLER                                                                        \
    "between us is a pooler that gives each transaction another session: name the server " \
    "itself in store.url, or a pool in session mode"

/* What an SQLSTATE that begins so asks for; POOL, TLS and STBY are our own. */
static const struct {
    const char *state;
    enum fault_code code;
    const char *what;
} link_faults[] = {
    {"53100", FAULT_FULL, "the disk is full: free some space"},
    {"25006", FAULT_FULL, "read-only: it is a standby, or was made so; give the one that writes"},
    {"53300", FAULT_RETRY, "it has no connection left: raise max_connections, or end others"},
    {"53", FAULT_RETRY, "it is short of something: look at its log"},
    {"57P05", FAULT_RETRY, "it ended our session: idle_session_timeout = 0 for our role"},
    {"57P", FAULT_RETRY, "it is shutting down or starting"},
    {"57014", FAULT_RETRY, "it took too long: look at what keeps it busy"},
    {"55P03", FAULT_RETRY, "something is locked: end other programs that use these tables"},
    {"40", FAULT_RETRY, "another transaction was in the way"},
    {"POOL1", FAULT_CONFIG,
     "a pooler between us does not take an option of store.url: leave it out, or see its "
     "ignore_startup_parameters"},
    {"08P01", FAULT_CONFIG, LINK_POOLER},
    {"26000", FAULT_CONFIG, LINK_POOLER},
    {"42P05", FAULT_CONFIG, LINK_POOLER},
    {"08", FAULT_RETRY, "the connection is lost: check the server and the way to it"},
    {"STBY1", FAULT_RETRY,
     "no host that answers may be written to: it goes on when one has been promoted"},
    {"TLS01", FAULT_CONFIG, "no such file of a CA: name it by sslrootcert in store.url"},
    {"TLS02", FAULT_CONFIG,
     "its certificate is not signed by the CA that sslrootcert in store.url names, or is over"},
    {"TLS03", FAULT_CONFIG,
     "its certificate is of another name: give the host in store.url as the certificate has it"},
    {"TLS04", FAULT_CONFIG, "it speaks no TLS: ssl = on there, or another sslmode in store.url"},
    {"TLS05", FAULT_CONFIG,
     "it lets nobody in without TLS: sslmode=verify-full in store.url, or see its pg_hba.conf"},
    {"TLS06", FAULT_CONFIG,
     "our own certificate cannot be used: see sslcert and sslkey (0600) in store.url"},
    {"TLS07", FAULT_CONFIG,
     "it does not take our certificate: see sslcert in store.url, and its ssl_ca_file"},
    {"28", FAULT_CONFIG, "it lets nobody in by that name and password: check store.url"},
    {"3D000", FAULT_CONFIG, "there is no such database: createdb, or another store.url"},
    {"3F000", FAULT_CONFIG, "there is no such schema: make it, or another search_path"},
    {"42501", FAULT_CONFIG, "the role may not do that: make it owner of the database"},
    {"XX00", FAULT_BROKEN, "damaged: restore a backup"},
    {"58030", FAULT_RETRY, "its disk does not work: check it, then start it again"},
};

int postgres_link_fault(const struct store_sql *store, int code, struct fault *fault)
{
    const struct postgres_link *link = postgres_link_of(store);
    (void)code;
    if (link->is_refused && link->refused.table == POSTGRES_LEASE) {
        return fault_set(fault, FAULT_GONE, "store %s: a lease of these turns is another's now",
                         store->path);
    }
    if (link->is_refused && link->refused.table != 0) {
        return store_sql_follows_not(link->refused.table, link->refused.step, fault);
    }
    for (size_t i = 0; i < sizeof link_faults / sizeof link_faults[0]; i++) {
        const char *state = link_faults[i].state;
        if (strncmp(state, link->state, strlen(state)) == 0) {
            return fault_set(fault, link_faults[i].code, "store %s: %s (%s)", store->path,
                             link_faults[i].what, link->why);
        }
    }
    if (postgres_link_is_lost(link)) {
        return fault_set(fault, FAULT_RETRY,
                         "store %s: it does not answer: check the server and the way to it (%s)",
                         store->path, link->why);
    }
    return fault_set(fault, FAULT_BROKEN, "store %s: %s (PostgreSQL %s)", store->path, link->why,
                     link->state);
}

/* --- connecting ------------------------------------------------------------------------------- */

/* One of the options of a URL, or what it is without. */
static const char *link_option(const PQconninfoOption *options, const char *name,
                               const char *without)
{
    for (const PQconninfoOption *one = options; one->keyword != NULL; one++) {
        if (strcmp(one->keyword, name) == 0 && one->val != NULL && one->val[0] != '\0') {
            return one->val;
        }
    }
    return without;
}

const char *postgres_link_main(const struct postgres_link *link)
{
    return link->part == 0 && !link->visits ? NULL : link->main;
}

char *postgres_link_name(const char *url, bool *has_password_r)
{
    char *error = NULL;
    struct buf name;
    PQconninfoOption *options = PQconninfoParse(url, &error);
    PQfreemem(error); /* it may hold a piece of what is wrong, which may be the password */
    *has_password_r = false;
    if (options == NULL) {
        return heap_copy("");
    }
    *has_password_r = link_option(options, "password", NULL) != NULL ||
                      link_option(options, "sslpassword", NULL) != NULL;
    buf_init(&name, 512);
    buf_text(&name, "postgresql://");
    buf_text(&name, link_option(options, "host", ""));
    buf_text(&name, "/");
    buf_text(&name, link_option(options, "dbname", ""));
    PQconninfoFree(options);
    return name.text;
}

/* Waits until the socket is ready; false when it takes longer than until then. */
static bool link_wait(const struct postgres_link *link, short events, int64_t until_ms)
{
    int64_t left_ms = until_ms - link_now_ms();
    struct pollfd one = {.fd = PQsocket(link->conn), .events = events};
    return one.fd >= 0 && left_ms > 0 && poll(&one, 1, (int)left_ms) >= 0;
}

/* What the server remarks besides. */
static void link_pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* How soon a way on which nothing comes back is noticed, on each host of the URL, which may say
 * otherwise. What is bounded beside: POSTGRES_ANSWER_MS. */
static const char *const link_defaults[][2] = {
    {"connect_timeout", "5"},      /* s; then the next host is tried */
    {"tcp_user_timeout", "10000"}, /* ms without a sign that what was sent has come */
    {"keepalives_idle", "10"},     /* s; the server is asked so long after its last word, */
    {"keepalives_interval", "5"},  /* so often, and given up */
    {"keepalives_count", "3"},     /* after so many without an answer */
};
enum { LINK_DEFAULTS = sizeof link_defaults / sizeof link_defaults[0] };

static bool link_open(struct postgres_link *link, const char *url, const char *password)
{
    const char *names[LINK_DEFAULTS + LINK_PARAMETERS] = {NULL};
    const char *values[LINK_DEFAULTS + LINK_PARAMETERS] = {NULL};
    const char *const ours[][2] = {{"dbname", url},
                                   {"fallback_application_name", "deaddrop"},
                                   {"client_encoding", "UTF8"},
                                   {"password", password}};
    for (size_t i = 0; i < LINK_DEFAULTS; i++) {
        names[i] = link_defaults[i][0];
        values[i] = link_defaults[i][1];
    }
    for (size_t i = 0; i < (password == NULL ? 3 : 4); i++) {
        names[LINK_DEFAULTS + i] = ours[i][0];
        values[LINK_DEFAULTS + i] = ours[i][1];
    }
    link->conn = PQconnectdbParams(names, values, 1);
    if (link->conn == NULL || PQstatus(link->conn) != CONNECTION_OK) {
        return false;
    }
    PQsetNoticeReceiver(link->conn, link_pass_over, NULL);
    return PQsetnonblocking(link->conn, 1) == 0;
}

/* Why it is refused, by what is said: libpq has no SQLSTATE for it. What the server says is in its
 * own language, what libpq says in English. */
static const struct {
    const char *text;
    const char *state;
    bool of_server;
} link_refusals[] = {
    {"root certificate file", "TLS01", false},
    {"certificate verify failed", "TLS02", false},
    {"does not match host name", "TLS03", false},
    {"server's host name", "TLS03", false},
    {"does not support SSL", "TLS04", false},
    {"no encryption", "TLS05", true},
    {"private key file", "TLS06", false},
    {"certificate file", "TLS06", false},
    {"certificate authentication failed", "TLS07", true},
    {"valid client certificate", "TLS07", true},
    {"alert", "TLS07", false},
    {"does not exist", "3D000", true},
    {"password", "28P01", true},
    {"no password supplied", "28P01", false},
    {"pg_hba", "28000", true},
    {"uthentication", "28000", true},
    {"permission", "42501", true},
    {"too many", "53300", true},
    {"connection slots", "53300", true},
    {"starting up", "57P03", true},
    {"shutting down", "57P01", true},
    {"recovery", "57P03", true},
    {"startup parameter", "POOL1", true},
    {"session is read-only", "STBY1", false},
    {"session is not read-only", "STBY1", false},
    {"server is in hot standby", "STBY1", false},
};

/* What each host has said, without who that was, with semicolons between. */
static void link_say(char why[POSTGRES_WHY_BYTES], const char *said)
{
    size_t used = 0;
    why[0] = '\0';
    for (const char *line = said; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        const char *failed = strstr(line, "failed: ");
        size_t from = failed != NULL && failed < line + len
                          ? (size_t)(failed - line) + strlen("failed: ")
                          : 0;
        if (*line != '\t' && len > from && used < POSTGRES_WHY_BYTES) {
            used += (size_t)snprintf(why + used, POSTGRES_WHY_BYTES - used, "%s%.*s",
                                     used == 0 ? "" : "; ", (int)(len - from), line + from);
        }
        line += len + (line[len] == '\n' ? 1 : 0);
    }
}

static void link_note_refusal(struct postgres_link *link)
{
    const char *said = link->conn == NULL ? "no memory" : PQerrorMessage(link->conn);
    const char *fatal = strstr(said, "FATAL:");
    const char *state = "";
    char why[POSTGRES_WHY_BYTES];
    for (size_t i = 0; i < sizeof link_refusals / sizeof link_refusals[0] && *state == '\0'; i++) {
        const char *from = link_refusals[i].of_server ? fatal : said;
        bool is_so = from != NULL && strstr(from, link_refusals[i].text) != NULL;
        state = is_so ? link_refusals[i].state : "";
    }
    link_say(why, said);
    link_note(link, state, why);
}

int postgres_link_connect(struct store_sql *store, const char *url, const char *password,
                          struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    postgres_link_disconnect(link);
    postgres_link_forgive(link);
    if (!link_open(link, url, password)) {
        link_note_refusal(link);
        postgres_link_fault(store, SQL_ERROR, fault);
        postgres_link_disconnect(link);
        return -1;
    }
    link->patience_ms = POSTGRES_ANSWER_MS;
    link->told_process = PQbackendPID(link->conn);
    return 0;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Ends a connection on which nothing comes any more. */
static void link_give_up(struct postgres_link *link)
{
    const char *why = link->conn == NULL ? "" : PQerrorMessage(link->conn);
    link_note(link, "", *why == '\0' ? "no answer in time" : why);
    postgres_link_disconnect(link);
}

PGresult *postgres_link_result(struct postgres_link *link)
{
    int64_t until_ms = link_now_ms() + link->patience_ms;
    if (link->conn == NULL) {
        return NULL;
    }
    int unsent = PQflush(link->conn);
    while (unsent >= 0 && PQisBusy(link->conn) != 0) {
        short events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN);
        if (!link_wait(link, events, until_ms) || PQconsumeInput(link->conn) == 0) {
            link_give_up(link);
            return NULL;
        }
        unsent = PQflush(link->conn);
    }
    if (unsent < 0) {
        link_give_up(link);
        return NULL;
    }
    return PQgetResult(link->conn);
}

/* What was to change a row and did not. */
static void link_look_at(struct postgres_link *link, PGresult *result,
                         const struct postgres_sent *sent)
{
    link->changes = strtoll(PQcmdTuples(result), NULL, 10);
    if (sent->must && link->changes == 0 && !link->is_refused && !link->failed) {
        link->is_refused = true;
        link->refused = *sent;
        link->failed = true;
    }
}

/* The answer to one thing that was sent. */
static void link_take(struct postgres_link *link, const struct postgres_sent *sent)
{
    PGresult *result = postgres_link_result(link);
    if (result == NULL) {
        if (link->conn != NULL) {
            link_give_up(link);
        }
        return;
    }
    bool failed = postgres_link_failed(link, result);
    if (sent->prepared != NULL) {
        postgres_statement_prepared(sent->prepared, !failed);
    } else if (!failed) {
        link_look_at(link, result, sent);
    }
    PQclear(result);
    PQclear(postgres_link_result(link)); /* which ends it, and is none */
}

static void link_take_all(struct postgres_link *link)
{
    for (unsigned i = 0; i < link->sent_count; i++) {
        if (link->conn != NULL) {
            link_take(link, &link->sent[i]);
        } else if (link->sent[i].prepared != NULL) {
            postgres_statement_prepared(link->sent[i].prepared, false);
        }
    }
    link->sent_count = 0;
}

bool postgres_link_pipe(struct postgres_link *link, struct postgres_sent sent)
{
    if (link->conn == NULL || link->failed) {
        return false;
    }
    if (!link->piped) {
        link->piped = PQenterPipelineMode(link->conn) == 1;
    }
    if (link->sent_count == POSTGRES_QUEUE_MAX) {
        /* answers must not pile up on their way while we send */
        PQsendFlushRequest(link->conn);
        link_take_all(link);
    }
    link->sent[link->sent_count++] = sent;
    return link->piped && !link->failed;
}

bool postgres_link_drain(struct postgres_link *link)
{
    if (link->conn != NULL && link->piped) {
        PQpipelineSync(link->conn);
        link_take_all(link);
        PGresult *end = postgres_link_result(link);
        if (end == NULL || PQresultStatus(end) != PGRES_PIPELINE_SYNC ||
            PQexitPipelineMode(link->conn) != 1) {
            link_give_up(link);
        }
        PQclear(end);
        link->piped = false;
    }
    return link->conn != NULL && !link->failed;
}

bool postgres_link_exec(struct postgres_link *link, const char *sql)
{
    int parameters = 0;
    bool good = true;
    postgres_link_drain(link);
    if (link->conn == NULL) {
        return false;
    }
    postgres_link_alone(link);
    char *here = postgres_dialect(sql, postgres_link_main(link), &parameters);
    bool sent = PQsendQuery(link->conn, here) == 1;
    free(here);
    if (!sent) {
        link_give_up(link);
        return false;
    }
    for (PGresult *result = postgres_link_result(link); result != NULL;
         result = postgres_link_result(link)) {
        good = !postgres_link_failed(link, result) && good;
        link->changes = good ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
        PQclear(result);
    }
    return good && link->conn != NULL;
}
