// part_format.h - the bytes of a part, for those who write and read it.
//
// A part begins with a mark, and two numbers: of the version of the program, and of this form. Then come sections: a tag, the section's number from
// 0, the size of its bytes, their checksum (XXH3, 128 bits, whose seed is tag and number), the bytes. So what is changed, moved or
// left out is found. The first section is the head, the last one is empty.
#ifndef ABUT_CLI_SCALE_PART_FORMAT_H
#define ABUT_CLI_SCALE_PART_FORMAT_H
#include <stddef.h>
#include <stdint.h>

enum {
    PART_FORMAT = 1,
    PART_MARK_SIZE = 8,
    PART_BEGIN_SIZE = PART_MARK_SIZE + 8,
    PART_TAG_SIZE = 4,
    PART_SECTION_SIZE = PART_TAG_SIZE + 4 + 8 + 16  // before its bytes
};

#define PART_MARK "\x8Apart\r\n\x1A"
#define PART_HEAD "HEAD"
#define PART_END  "END "

void part_checksum(const char tag[PART_TAG_SIZE], uint32_t number, const void* bytes, size_t size,
                   uint64_t out[2]);

#endif
