// sight.h - what there is to see of a clash: the objects in colours so that no two that meet have the same, as far as
// colours go, and all points that they share.
#ifndef ABUT_CLI_CLASH_SIGHT_H
#define ABUT_CLI_CLASH_SIGHT_H
#include "clash/clash.h"
#include "see.h"

enum {
    CLASH_GREY = SEE_PARTS_MOST - 1,  // of objects that meet nothing, where there are many
    CLASH_COLOURS = CLASH_GREY,       // of the others
};

// A contact of two objects.
typedef struct clash_contact {
    uint32_t clash;  // which of the result's
    uint32_t triangle[2];
    uint8_t kind, point_count;
    size_t first;  // of its points
} clash_contact;

// The objects of one colour, as one part of a picture.
typedef struct clash_part {
    const clash_result* result;
    uint32_t* objects;  // in the sight
    size_t* first;      // triangle of each, and behind the last
    size_t count;
    char *name, *note;
} clash_part;

typedef struct clash_sight {
    const clash_result* result;
    clash_contact* contacts;
    double* points;  // three each
    size_t contact_count, contact_capacity, point_count, point_capacity;
    uint8_t* colours;   // of each object
    size_t* beginning;  // of each object in its part
    uint32_t *objects,
        *next_object;            // of all parts, one part behind the other; where the next goes
    size_t *first, *next_first;  // the same
    clash_part* parts;           // SEE_PARTS_MOST
    char* verdict;
    see_scene scene;
} clash_sight;

// Look at a result, which must outlive the sight: all contacts are searched again, with their points. Returns false after
// telling what is wrong. Release the sight in any case.
bool clash_see(const clash_result* r, clash_sight* s);
void clash_sight_free(clash_sight* s);

// Write corners for see_part; user is a clash_object.
void clash_object_corners(void* user, size_t first, size_t count, double* out);

// Write the report that is asked for. Returns false after telling what is wrong.
bool clash_write_report(const clash_result* r, const clash_sight* s, output* out);

#endif
