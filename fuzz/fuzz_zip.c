// fuzz_zip.c - ZIP archives: what comes out is what the directory says, or there is an error.
#include "archive/crc.h"
#include "archive/zip_read.h"
#include "fuzz.h"

#include <string.h>

static void check_fault(const zip_fault* fault, size_t size)
{
    CHECK(memchr(fault->text, '\0', sizeof fault->text) && fault->text[0] != '\0');
    CHECK(fault->byte <= size);
}

static void check_entry(zip_archive* a, const zip_entry* e)
{
    const zip_entry* found = zip_find(a, e->name, e->name_length);
    CHECK(found && found <= e);
    if (found != e) CHECK(zip_is_ambiguous(a, e));
    zip_file file;
    zip_fault fault;
    const zip_status status = zip_unpack(a, e, &file, &fault);
    if (status != ZIP_OK) {
        check_fault(&fault, a->size);
        return;
    }
    CHECK(file.size == e->size && crc_of(file.bytes, file.size) == e->checksum);
    free(file.block);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    zip_archive a = {0};
    zip_fault fault;
    const zip_status status = zip_open(&a, (const char*)data, size, &fault);
    if (status != ZIP_OK) {
        check_fault(&fault, size);
        CHECK(!a.entries);
        return 0;
    }
    CHECK(a.end <= size && a.entry_count <= size / 46);
    for (size_t i = 0; i < a.entry_count; i++)
        check_entry(&a, &a.entries[i]);
    CHECK(a.unpacked <= size);
    zip_close(&a);
    return 0;
}
