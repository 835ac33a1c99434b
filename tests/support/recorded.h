// recorded.h - the recorded motions of the data pack and their published counts.
//
// The counts were made by exact predicates after every vertex was moved to the world in doubles, so
// that its position was rounded; this library never rounds one. Both questions are asked here: the
// published one, of models that are built from rounded vertices, and the library's own, of models that
// are built once and posed. Where the two differ, the oracle decides every differing pair both ways.
#ifndef ABUT_TESTS_SUPPORT_RECORDED_H
#define ABUT_TESTS_SUPPORT_RECORDED_H
#include "mesh/mesh.h"

#include "abut/abut.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct recording_files {
    const char* answer;     // frame and count, lines
    const char* body[2];    // meshes, or .tris: a count and then nine numbers a triangle
    const char* motion[2];  // .frames of both bodies and NULL, or a .path of each
} recording_files;

enum { RECORDING_COUNT = 10 };
extern const recording_files recordings[RECORDING_COUNT];

typedef struct recording {
    mesh body[2];
    abut_pose (*poses)[2];  // of each frame
    uint64_t* published;    // count of pairs of each frame
    size_t frame_count;
    int answers_exact_poses;  // 1: published says nothing of rounded vertices
} recording;

// Read a recording from the data pack, which must be there. The reader frees it.
recording recording_read(const recording_files* files);
void recording_free(recording* r);

// Read the robot in its environment at the 60 waypoints of the path that a planner found: published
// is 0 at each.
recording recording_read_waypoints(void);

typedef struct recording_totals {
    size_t frames, touching;  // touching: frames with published pairs
    size_t rounded_frames;    // frames asked with rounded vertices, too
    size_t rounded_wrong;     // of them, frames whose count is not the published one
    size_t count_differs;     // frames whose exact-pose count is not the published one
    size_t pairs_differ;      // of rounded_frames, frames whose two lists of pairs differ
    size_t oracle_wrong;      // differing pairs for which the oracle contradicts either list
    uint64_t published_pairs, exact_pairs;
    uint64_t kinds[4];                        // of the exact pairs
    uint64_t only_exact[4], only_rounded[4];  // differing pairs by their kind, where they meet
    // The farthest that rounding moved a vertex in one axis: of one vertex of each body in each of
    // rounded_frames, and of those of differing pairs.
    double most_moved;
    double deviation;  // most that an entry of rotation' * rotation differs from the identity's
} recording_totals;

// Ask every frame, and every stride-th with rounded vertices, too, as well as those whose exact-pose
// count differs from the published one. Adds to totals; writes every differing pair to list, if that is
// not NULL. Poses that the library refuses end the test.
void recording_compare(const recording* r, size_t stride, recording_totals* totals, FILE* list);

// Add up totals of several recordings.
void recording_totals_add(recording_totals* sum, const recording_totals* one);
// Print one line.
void recording_totals_print(const char* name, const recording_totals* t);

#endif
