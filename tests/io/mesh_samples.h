// mesh_samples.h - a small file of every format, made in memory.
#ifndef ABUT_TESTS_IO_MESH_SAMPLES_H
#define ABUT_TESTS_IO_MESH_SAMPLES_H
#include "io/gltf_make.h"
#include "io/mesh_check.h"
#include "support/threemf_made.h"

#include <stdbool.h>

static inline void put_u32(char* to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (char)(value >> (8 * i) & 255);
}

static inline void put_float(char* to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(to, bits);
}

// A whole binary STL file of `count` triangles, 84 + 50 * count bytes.
static inline size_t make_stl(char* bytes, const char* header, uint32_t count)
{
    memset(bytes, 0, 84 + 50 * (size_t)count);
    memcpy(bytes, header, strlen(header));  // NOLINT(bugprone-not-null-terminated-result): no text
    put_u32(bytes + 80, count);
    for (size_t i = 0; i < 9 * (size_t)count; i++)
        put_float(bytes + 84 + i / 9 * 50 + 12 + i % 9 * 4, (float)i / 8);
    return 84 + 50 * (size_t)count;
}

typedef struct byte_sink {
    char bytes[1024];
    size_t size;
    bool big;
} byte_sink;

static inline void put(byte_sink* s, const void* value, size_t size)
{
    // The test runs on little-endian machines; big-endian files are the same bytes backwards.
    for (size_t i = 0; i < size; i++)
        s->bytes[s->size++] = ((const char*)value)[s->big ? size - 1 - i : i];
}

// Every scalar type in both byte orders: doubles and shorts in the vertices, ushort indices.
static inline size_t make_ply(byte_sink* s, bool big, bool faces_first)
{
    static const char face[] = "element face 2\nproperty double skipped\n"
                               "property list ushort ushort vertex_index\n"
                               "property list uchar char skipped_too\n";
    s->big = big;
    s->size =
        (size_t)snprintf(s->bytes, sizeof s->bytes,
                         "ply\nformat binary_%s_endian 1.0\n%selement vertex 4\nproperty uint id\n"
                         "property double x\nproperty short y\nproperty float z\n%send_header\n",
                         big ? "big" : "little", faces_first ? face : "", faces_first ? "" : face);
    for (int part = 0; part < 2; part++) {
        if ((part == 0) == faces_first) {
            const uint16_t corners[2][5] = {{4, 0, 1, 2, 3}, {3, 3, 1, 0, 0}};
            for (size_t f = 0; f < 2; f++) {
                double skipped = 1.5;
                put(s, &skipped, 8);
                for (size_t i = 0; i <= corners[f][0]; i++)
                    put(s, &corners[f][i], 2);
                put(s, "\002", 1);
                put(s, "a", 1);
                put(s, "b", 1);
            }
            continue;
        }
        for (uint32_t i = 0; i < 4; i++) {
            double x = i == 1 || i == 2 ? 1e300 : -0.0;
            int16_t y = i >= 2 ? -300 : 0;
            float z = 0.25F;
            put(s, &i, 4);
            put(s, &x, 8);
            put(s, &y, 2);
            put(s, &z, 4);
        }
    }
    return s->size;
}

typedef struct sample {
    const char* name;
    char bytes[GLTF_ROOM];
    size_t size;
    size_t whole;  // cut off before this byte it must be refused
} sample;

static inline size_t make_samples(sample* samples)
{
    const char* const texts[] = {
        "# c\nmtllib a\nv 0 0 0\nv 1 0 0 1 2 3\nv .5 .1e0 0\nv 0 1 0\nvt 0 0\nf 1/1 2// 3//1 \\\n "
        "4\n"
        "f -1 -2 5\nv 9 9 9\nl 1 2\nf 1 2 3\n",
        "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nendsolid a\nsolid b\nendsolid\n",
        "OFF # c\n4 3\n0 0 0\n1 0 0 255 0 0\n1 1 0\n0 1e0 0\n4 0 1 2 3\n0\n3 0 1 2 7\n",
        "ply\nformat ascii 1.0\ncomment c\nelement face 2\nproperty list uchar int vertex_indices\n"
        "property uchar c\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "property list uchar int l\nelement tristrips 1\nproperty list int int vertex_index\n"
        "end_header\n4 0 1 2 3 9\n3 0 1 2 9\n0 0 0 0\n1 0 0 1 5\n1 1 0 0\n0 1 0 2 1 1\n5 0 1 2 -1 "
        "3\n"};
    const char* const names[] = {"obj", "stl-ascii", "off", "ply"};
    size_t count = 0;
    for (; count < 4; count++) {
        samples[count].name = names[count];
        samples[count].size = strlen(texts[count]);
        memcpy(samples[count].bytes, texts[count], samples[count].size);
    }
    samples[0].whole = 0;  // OBJ may end anywhere
    samples[1].whole = (size_t)(strstr(texts[1], "endsolid") - texts[1]) + strlen("endsolid");
    samples[2].whole = samples[2].size - strlen(" 7\n");
    samples[3].whole = samples[3].size - strlen("\n");
    samples[count].name = "stl";
    samples[count].size = samples[count].whole = make_stl(samples[count].bytes, "solid", 2);
    count++;
    for (int kind = 0; kind < 4; kind++, count++) {
        byte_sink s;
        make_ply(&s, kind % 2 == 1, kind / 2 == 1);
        samples[count].name = "ply";
        samples[count].size = samples[count].whole = s.size;
        memcpy(samples[count].bytes, s.bytes, s.size);
    }
    // Nodes that are turned and scaled, in the text and in chunks.
    static const gltf_parts parts = {
        .nodes =
            "{\"name\":\"a\",\"children\":[1,2],\"translation\":[1,0,0.1]},"
            "{\"mesh\":0,\"rotation\":[1,0,0,2]},{\"name\":\"b\",\"mesh\":0,\"scale\":[2,2,2]}"};
    for (int binary = 0; binary < 2; binary++, count++) {
        samples[count].name = "gltf";
        samples[count].size = binary ? gltf_with_chunk(samples[count].bytes, &parts)
                                     : gltf_with_data(samples[count].bytes, &parts);
        samples[count].whole = samples[count].size - !binary;  // a newline stands behind the text
    }
    const zip_made archive = threemf_made_small();
    samples[count].name = "3mf";
    samples[count].size = samples[count].whole = archive.size;
    memcpy(samples[count++].bytes, archive.bytes, archive.size);
    free(archive.bytes);
    return count;
}

#endif
