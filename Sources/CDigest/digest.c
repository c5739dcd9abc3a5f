#include "digest.h"

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>

void digest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
  CC_SHA256_CTX context;
  CC_SHA256_Init(&context);
  while (count > 0) {
    CC_LONG part = count < 1 << 30 ? (CC_LONG)count : 1 << 30;
    CC_SHA256_Update(&context, bytes, part);
    bytes += part;
    count -= part;
  }
  CC_SHA256_Final(digest, &context);
}
#else
/* libmd: libedit needs it too, so that it is in memory already. */
#include <sha2.h>

void digest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, bytes, count);
  SHA256Final(digest, &context);
}
#endif
