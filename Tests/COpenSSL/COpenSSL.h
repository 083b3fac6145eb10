// OpenSSL's TLS, for servers of tests.
#include <openssl/ssl.h>
