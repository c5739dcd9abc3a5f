#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Writes the 32 bytes of the SHA-256 of `count` bytes to `digest`. Any thread. */
void digest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);

#endif
