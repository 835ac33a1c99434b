// crc.h - the checksum of ZIP archives.
#ifndef ABUT_IO_ARCHIVE_CRC_H
#define ABUT_IO_ARCHIVE_CRC_H
#include <stddef.h>
#include <stdint.h>

// CRC-32 (ISO 3309), as ZIP, PNG and gzip have it.
uint32_t crc_of(const char* bytes, size_t size);

#endif
