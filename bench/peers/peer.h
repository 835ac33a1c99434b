// peer.h - another collision library behind five functions, so that it is asked the same as abut.
// Meshes and rotations are copied; nothing here throws.
#ifndef ABUT_BENCH_PEER_H
#define ABUT_BENCH_PEER_H
#include "mesh.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_model peer_model;
typedef struct peer_pose {  // world = rotation * point + translation
    double rotation[3][3], translation[3];
} peer_pose;

// What the library is and how its volumes are called.
const char* peer_name(void);
// NULL if it cannot be built.
peer_model* peer_build(const mesh* m);
void peer_free(peer_model* model);
// Find all contacts, or any one. Returns how many pairs of triangles were found, which stay until
// the next call: peer_pairs. SIZE_MAX if the library failed.
size_t peer_collide(const peer_model* a, const peer_pose* a_pose, const peer_model* b,
                    const peer_pose* b_pose, bool any);
// The pairs of the last call, a << 32 | b, in no order.
void peer_pairs(uint64_t* out);

#ifdef __cplusplus
}
#endif
#endif
