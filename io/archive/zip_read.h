// zip_read.h - the files in a ZIP archive that lies in memory. Everything in it is a claim: sizes are checked before
// memory is taken for them, and what is unpacked has the size and the checksum that the directory says.
#ifndef ABUT_IO_ARCHIVE_ZIP_READ_H
#define ABUT_IO_ARCHIVE_ZIP_READ_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file of the archive, as the directory has it.
typedef struct zip_entry {
    const char* name;  // of name_length bytes within the archive
    size_t name_length;
    size_t at;  // of its header in the archive
    size_t packed_size, size;
    uint32_t checksum;
    uint16_t method, flags;
} zip_entry;

// An archive. Zeroed: none. Its bytes are the caller's and stay where they are.
typedef struct zip_archive {
    const char* bytes;
    size_t size;
    zip_entry* entries;  // in the order of their names, in which large letters are small ones
    size_t entry_count;
    size_t end;       // behind the archive; what follows is nothing but zeros
    size_t unpacked;  // bytes of packed files that were asked for
} zip_archive;

typedef enum zip_status {
    ZIP_OK = 0,
    ZIP_OUT_OF_MEMORY,
    ZIP_TOO_LARGE,  // for the limit of memory_limit.h
    ZIP_BROKEN,
    ZIP_TRUNCATED,
    ZIP_REFUSED,  // encrypted, packed in another way, in several volumes
} zip_status;

enum { ZIP_WHY = 160 };

// What is wrong, and at which byte of the archive.
typedef struct zip_fault {
    size_t byte;
    char text[ZIP_WHY];
} zip_fault;

// Read the directory of an archive. On failure out is untouched. Memory: at most two bytes for each of the archive.
zip_status zip_open(zip_archive* out, const char* bytes, size_t size, zip_fault* fault);
void zip_close(zip_archive* archive);

// The first file of that name, large and small letters being the same; NULL: there is none. Several may have one name.
const zip_entry* zip_find(const zip_archive* archive, const char* name, size_t length);
// Whether another file has the name of this one.
bool zip_is_ambiguous(const zip_archive* archive, const zip_entry* entry);

// The bytes of a file. Those of a stored one are those of the archive, and then block is NULL.
typedef struct zip_file {
    const char* bytes;
    size_t size;
    char* block;  // to be freed
} zip_file;
// Unpack a file, deflated or stored. On failure out is untouched. Files that lie upon each
// other are refused once more has been unpacked than the archive has.
zip_status zip_unpack(zip_archive* archive, const zip_entry* entry, zip_file* out,
                      zip_fault* fault);

// A name fit for a message: at most 60 bytes of it, other than printable ASCII as '?'.
typedef struct zip_name {
    char text[64];
} zip_name;
zip_name zip_name_of(const char* name, size_t length);

#endif
