// stations.h - what a report has of models in motion: places of both, one after the other, that its slider goes through, and
// what was found there.
#ifndef ABUT_CLI_PICTURE_STATIONS_H
#define ABUT_CLI_PICTURE_STATIONS_H
#include "picture/report.h"

#include "abut/abut.h"

// A place of both models.
typedef struct station {
    abut_pose poses[2];
    size_t step;      // behind which it is,
    double fraction;  // by so much of the way to the next
    size_t pairs;     // of triangles, in contact
    size_t seen;      // contacts that there are to see: the pairs, or a shortest way
    double microseconds, distance;
    uint8_t state;
} station;

typedef struct stations {
    size_t count;
    void (*at)(void* user, size_t index, station* out);
    // Its contacts, of which as many are shown as it has seen. They live until the next call. Returns false after telling
    // what is wrong.
    bool (*contacts)(void* user, size_t index, abut_hits* out);
    void* user;
    bool is_timed;     // they have microseconds
    bool is_measured;  // they have distances
    bool is_between;   // some are no steps
} stations;

enum { STATIONS_CONTACTS_MOST = 200000 };
// How many of them, from the first, have their contacts in the page; of others only the count is shown.
size_t stations_with_contacts(const stations* s);
// Write the blocks. shown: from the function above. Returns false after telling what is wrong.
bool stations_write(report* p, const stations* s, size_t shown);

// How many places of one piece of a way are shown where the way has so many, its end not counted.
size_t stations_of_piece(size_t pieces);

// Where two triangles are nearest, as a contact: between two points a shortest way, which is no contact, if they are apart.
abut_contact station_contact(const double a_point[3], const double b_point[3], bool is_apart);

#endif
