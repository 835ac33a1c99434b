// bcf.h - what the parts of "--bcf" share: topics, one a row, as BIM programs read them (BCF 2.1 and 3.0 by
// buildingSMART). Names, order and meaning of elements are those of its schemas.
#ifndef ABUT_CLI_CLASH_BCF_H
#define ABUT_CLI_CLASH_BCF_H
#include "clash/clash.h"

// Where a row is seen from, in metres: a perspective camera.
typedef struct bcf_camera {
    double eye[3], direction[3], up[3];
} bcf_camera;

// A picture of a row's two objects, and the camera.
typedef struct bcf_shot {
    bool has_camera;  // else coordinates are beyond what a double holds
    bcf_camera camera;
    char* png;  // NULL: there is none
    size_t size;
    bool failed;  // for lack of memory
} bcf_shot;

// Take the shots of count rows from a place in the order on, on all workers. unit: metres. Free each png.
void bcf_take_shots(const clash_result* r, size_t first, size_t count, double unit, bcf_shot* out);

typedef struct bcf_topic {
    const char* guid;
    char viewpoint[40], comment[40];  // their GUIDs
    const char *title, *description, *status, *labels[2];
    size_t index;
    const char*
        files[2];  // of the two objects, without folders; the second one NULL: both are of one
    const char* ids[2];              // what names the objects; "": nothing does
    const clash_approval* approval;  // becomes a comment; NULL: none
    const bcf_shot* shot;            // NULL: neither viewpoint nor snapshot
} bcf_topic;

enum { BCF_STATUSES = 2 };
extern const char* const bcf_statuses[BCF_STATUSES];  // open, closed

// Write a file of an archive. date: of everything that has no date of its own.
void bcf_write_version(size_t version, FILE* out);
void bcf_write_project(FILE* out);                     // 2.1
void bcf_write_extensions(size_t version, FILE* out);  // which types, statuses and labels there are
void bcf_write_markup(const bcf_topic* t, size_t version, const char* date, FILE* out);
void bcf_write_viewpoint(const bcf_topic* t, size_t version, FILE* out);

// The IFC GUID that an id is, or that stands behind its class ("IfcSlab_2O2Fr$t4X7Zf8NOew3FK4F"); NULL: none.
const char* bcf_ifc_guid(const char* id);

// Write the archive. Returns false after telling what is wrong.
bool bcf_write(const clash_result* r, FILE* out, progress* p);

#endif
