// gltf_make.h - small glTF files, made in memory. Four vertices, and the indices of two triangles in each width.
#ifndef ABUT_TESTS_IO_GLTF_MAKE_H
#define ABUT_TESTS_IO_GLTF_MAKE_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GLTF_BYTES = 92, GLTF_ROOM = 4096 };

// Positions from byte 0 on, indices of one byte from 48, of two from 56, of four from 68.
static inline void gltf_bytes(char out[GLTF_BYTES])
{
    static const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2};
    static const uint8_t bytes[8] = {0, 1, 2, 0, 3, 1, 0, 0};
    static const uint16_t shorts[6] = {0, 1, 2, 0, 3, 1};
    static const uint32_t words[6] = {0, 1, 2, 0, 3, 1};
    memcpy(out, positions, sizeof positions);  // tests run on little-endian machines
    memcpy(out + 48, bytes, sizeof bytes);
    memcpy(out + 56, shorts, sizeof shorts);
    memcpy(out + 68, words, sizeof words);
}

static inline size_t gltf_base64(char* out, const char* bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            out[used++] = i + k > size ? '=' : letters[bits >> (18 - 6 * k) & 63];
    }
    out[used] = '\0';
    return used;
}

// Parts of the text; NULL: as below.
typedef struct gltf_parts {
    const char* top;  // further members, with a comma behind the last
    const char *asset, *scene, *nodes, *meshes, *accessors, *views, *buffers;
} gltf_parts;

// The text; buffers is what stands in that array, NULL: one without a uri.
static inline size_t gltf_text(char out[GLTF_ROOM], const gltf_parts* p)
{
    return (size_t)snprintf(
        out, GLTF_ROOM,
        "{\"asset\":{%s},%s%s\n\"nodes\":[%s],\n\"meshes\":[%s],\n\"accessors\":[%s],\n"
        "\"bufferViews\":[%s],\n\"buffers\":[%s]}\n",
        p->asset ? p->asset : "\"version\":\"2.0\"", p->top ? p->top : "",
        p->scene ? p->scene : "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],",
        p->nodes ? p->nodes : "{\"mesh\":0,\"name\":\"n\"}",
        p->meshes ? p->meshes
                  : "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}",
        p->accessors ? p->accessors
                     : "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
                       "{\"bufferView\":1,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"},"
                       "{\"bufferView\":2,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"
                       "{\"bufferView\":3,\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"}",
        p->views ? p->views
                 : "{\"buffer\":0,\"byteLength\":48},"
                   "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":8},"
                   "{\"buffer\":0,\"byteOffset\":56,\"byteLength\":12},"
                   "{\"buffer\":0,\"byteOffset\":68,\"byteLength\":24}",
        p->buffers ? p->buffers : "{\"byteLength\":92}");
}

// The same with the bytes in a data: URI.
static inline size_t gltf_with_data(char out[GLTF_ROOM], const gltf_parts* p)
{
    char bytes[GLTF_BYTES], letters[2 * GLTF_BYTES], buffer[3 * GLTF_BYTES];
    gltf_bytes(bytes);
    gltf_base64(letters, bytes, sizeof bytes);
    snprintf(buffer, sizeof buffer,
             "{\"byteLength\":92,\"uri\":\"data:application/octet-stream;base64,%s\"}", letters);
    gltf_parts with = *p;
    if (!with.buffers) with.buffers = buffer;
    return gltf_text(out, &with);
}

static inline void gltf_put(char* to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (char)(value >> (8 * i) & 255);
}

// NOLINTBEGIN(bugprone-not-null-terminated-result): these are bytes
// A binary file of a text and bytes; size is a multiple of 4. Returns its size.
static inline size_t gltf_binary(char out[GLTF_ROOM], const char* text, const char* bytes,
                                 size_t size)
{
    const size_t length = strlen(text), padded = (length + 3) / 4 * 4;
    const size_t all = 20 + padded + (bytes ? 8 + size : 0);
    memcpy(out, "glTF\2\0\0\0", 8);
    gltf_put(out + 8, (uint32_t)all);
    gltf_put(out + 12, (uint32_t)padded);
    memcpy(out + 16, "JSON", 4);
    memset(out + 20, ' ', padded);
    memcpy(out + 20, text, length);
    if (!bytes) return all;
    gltf_put(out + 20 + padded, (uint32_t)size);
    memcpy(out + 24 + padded, "BIN", 4);
    memcpy(out + 28 + padded, bytes, size);
    return all;
}

// NOLINTEND(bugprone-not-null-terminated-result)

static inline size_t gltf_with_chunk(char out[GLTF_ROOM], const gltf_parts* p)
{
    char text[GLTF_ROOM], bytes[GLTF_BYTES];
    gltf_text(text, p);
    gltf_bytes(bytes);
    return gltf_binary(out, text, bytes, sizeof bytes);
}

#endif
