/* A certificate of its own, for this machine, that lives as long as the program. */
#include "fake_serve.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

enum { FAKE_CERT_SECONDS = 30 * 24 * 3600 };

static bool fake_cert_extend(X509 *cert, int nid, const char *value)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, nid, value);
    bool added = extension != NULL && X509_add_ext(cert, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return added;
}

static X509 *fake_cert_make(EVP_PKEY *key)
{
    X509 *cert = X509_new();
    if (cert == NULL) {
        return NULL;
    }
    X509_set_version(cert, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
    X509_gmtime_adj(X509_getm_notBefore(cert), -3600);
    X509_gmtime_adj(X509_getm_notAfter(cert), FAKE_CERT_SECONDS);
    X509_NAME *name = X509_get_subject_name(cert);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1,
                               0);
    X509_set_issuer_name(cert, name);
    X509_set_pubkey(cert, key);
    if (!fake_cert_extend(cert, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1") ||
        !fake_cert_extend(cert, NID_basic_constraints, "critical,CA:TRUE") ||
        X509_sign(cert, key, EVP_sha256()) == 0) {
        X509_free(cert);
        return NULL;
    }
    return cert;
}

static bool fake_cert_write(const char *path, X509 *cert)
{
    FILE *file = fopen(path, "we");
    bool written = file != NULL && PEM_write_X509(file, cert) == 1;
    return file != NULL && fclose(file) == 0 && written;
}

/* HTTP/2 where it is offered. */
static int fake_cert_choose(SSL *tls, const unsigned char **chosen, unsigned char *chosen_len,
                            const unsigned char *offered, unsigned offered_len, void *context)
{
    (void)tls;
    (void)context;
    static const char *const known[] = {"\x2h2", "\x8http/1.1"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t len = strlen(known[i]);
        for (unsigned at = 0; at + len <= offered_len; at += 1U + offered[at]) {
            if (memcmp(offered + at, known[i], len) == 0) {
                *chosen = offered + at + 1;
                *chosen_len = (unsigned char)(len - 1);
                return SSL_TLSEXT_ERR_OK;
            }
        }
    }
    return SSL_TLSEXT_ERR_NOACK;
}

SSL_CTX *fake_cert_context(const char *path)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *cert = key == NULL ? NULL : fake_cert_make(key);
    bool sound = context != NULL && cert != NULL && SSL_CTX_use_certificate(context, cert) == 1 &&
                 SSL_CTX_use_PrivateKey(context, key) == 1 && fake_cert_write(path, cert);
    X509_free(cert);
    EVP_PKEY_free(key);
    if (!sound) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_select_cb(context, fake_cert_choose, NULL);
    return context;
}
