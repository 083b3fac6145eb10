// OpenSSL's digests, for `SHA256` in Basics.
#include <openssl/evp.h>
