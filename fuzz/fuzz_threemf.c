// fuzz_threemf.c - 3MF: the text of a model, which is put into an archive, since no fuzzer finds checksums; or an archive.
// Behind the first zero is the text of another part.
#define FUZZ_SHOWS_AGAIN 2
#include "fuzz_places.h"
#include "support/zip_made.h"

static void check_file(const uint8_t* data, size_t size)
{
    check_places(data, size, MESH_3MF, 0);
    check_places(data, size, MESH_3MF, 1);
    fuzz_mesh(data, size, MESH_3MF);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size >= 4 && memcmp(data, "PK\3\4", 4) == 0) {
        check_file(data, size);
        return 0;
    }
    const uint8_t* end = data + size;
    const uint8_t* zero = size > 0 ? memchr(data, '\0', size) : NULL;
    zip_made z = {0};
    zip_made_add(&z, "3D/3dmodel.model", (const char*)data, (size_t)((zero ? zero : end) - data));
    if (zero) zip_made_add(&z, "3D/a.model", (const char*)zero + 1, (size_t)(end - zero) - 1);
    zip_made_end(&z);
    check_file((const uint8_t*)z.bytes, z.size);
    free(z.bytes);
    return 0;
}
