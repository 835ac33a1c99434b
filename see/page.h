// page.h - reports: one file with a page that shows parts in space, and where they meet, in any browser. The page
// itself is made of see/report; here data are put into it. What they mean is told there (see/report/data.js).
#ifndef ABUT_SEE_PAGE_H
#define ABUT_SEE_PAGE_H
#include "see.h"

// Where the page's coordinates are in the world: origin + scale * coordinate. All of the parts are within
// 1 of 0, so that floats are as fine as they can be. scale is a power of two.
typedef struct see_frame {
    double origin[3], scale;
} see_frame;

// Find the frame of some parts. Returns SEE_OK or SEE_TOO_LARGE.
see_status see_frame_of(see_frame* out, const see_part* parts, size_t count);
// Write a point as three floats of the page.
void see_frame_point(const see_frame* f, const double p[3], float out[3]);

// Write the page. Behind begin comes the report as a JSON object without any "<" (json.in_page); behind data,
// blocks; then end. Errors of the stream stay in it.
void see_page_begin(FILE* out);
void see_page_data(FILE* out);
void see_page_end(FILE* out);

// A block of numbers with a name.
typedef struct see_block {
    FILE* out;
    char name[40];
    uint8_t held[3];  // bytes that do not make four letters yet
    int held_count;
    size_t piece;  // bytes in the piece that is being written
} see_block;

// name-index, or with an index of SIZE_MAX the name.
see_block see_block_begin(FILE* out, const char* name, size_t index);
void see_block_bytes(see_block* b, const uint8_t* bytes, size_t count);
void see_block_counts(see_block* b, const uint32_t* values, size_t count);
void see_block_floats(see_block* b, const float* values, size_t count);
void see_block_end(see_block* b);

// Write the triangles of a part as two blocks, positions-index and indices-index: corners at equal positions become one.
// Returns SEE_OK or SEE_OUT_OF_MEMORY.
see_status see_page_part(FILE* out, const see_part* part, size_t index, const see_frame* f);

#endif
