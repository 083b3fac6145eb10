// OpenSSL's digests, for the Hashing target.
#include <openssl/evp.h>
