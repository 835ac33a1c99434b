// joined.h - what two triangles of one mesh have in common: for peers that are asked about a mesh itself.
#ifndef ABUT_BENCH_PEERS_PROGRAMS_JOINED_H
#define ABUT_BENCH_PEERS_PROGRAMS_JOINED_H
#include <cstddef>
#include <cstdint>

// Vertices that both have: so many, at these places of each, and those that are left over. Triangles that name a vertex
// twice are not for this.
struct joined {
    size_t count = 0;
    size_t a[3] = {}, b[3] = {};
    size_t a_rest[3] = {}, b_rest[3] = {};  // 3 - count places

    joined(const uint32_t* x, const uint32_t* y)
    {
        bool used[3] = {};
        size_t rest = 0;
        for (size_t i = 0; i < 3; i++) {
            size_t k = 0;
            while (k < 3 && x[i] != y[k])
                k++;
            if (k < 3) {
                used[k] = true;
                a[count] = i;
                b[count++] = k;
            } else {
                a_rest[rest++] = i;
            }
        }
        rest = 0;
        for (size_t k = 0; k < 3; k++)
            if (!used[k]) b_rest[rest++] = k;
    }
};

#endif
