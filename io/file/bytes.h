// bytes.h - numbers in binary files, independent of the byte order and alignment of the machine.
#ifndef ABUT_IO_FILE_BYTES_H
#define ABUT_IO_FILE_BYTES_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t load_u16(const char* at, bool big)
{
    const unsigned char* b = (const unsigned char*)at;
    unsigned value = big ? (unsigned)b[0] << 8 | b[1] : (unsigned)b[1] << 8 | b[0];
    return (uint16_t)value;
}

static inline uint32_t load_u32(const char* at, bool big)
{
    const unsigned char* b = (const unsigned char*)at;
    return big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
               : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static inline uint64_t load_u64(const char* at, bool big)
{
    uint64_t first = load_u32(at, big), second = load_u32(at + 4, big);
    return big ? first << 32 | second : second << 32 | first;
}

static inline double load_f32(const char* at, bool big)
{
    uint32_t bits = load_u32(at, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline double load_f64(const char* at, bool big)
{
    uint64_t bits = load_u64(at, big);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void store_u32(unsigned char* to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static inline void store_f32(unsigned char* to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_u32(to, bits);
}

static inline void store_f64(unsigned char* to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_u32(to, (uint32_t)bits);
    store_u32(to + 4, (uint32_t)(bits >> 32));
}

#endif
