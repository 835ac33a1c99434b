// fuzz_inflate.c - deflate: unpacked as zlib unpacks it, or refused with it.
#include "archive/inflate.h"
#include "fuzz.h"
#include "support/zlib_truth.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    size_t out_size = take_byte(&s);
    out_size |= (size_t)take_byte(&s) << 8;
    const size_t packed_size = (size_t)(s.end - s.at);
    char* ours = malloc(out_size + 1);
    char* theirs = malloc(out_size + 1);
    CHECK(ours && theirs);
    const bool is_fine = zlib_inflates((const char*)s.at, packed_size, theirs, out_size);
    const inflate_status status = inflate_bytes((const char*)s.at, packed_size, ours, out_size);
    CHECK((status == INFLATE_OK) == is_fine);
    if (is_fine) CHECK(memcmp(ours, theirs, out_size) == 0);
    free(ours);
    free(theirs);
    return 0;
}
