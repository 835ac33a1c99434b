// drawing.h - what the parts of see_draw share.
#ifndef ABUT_SEE_DRAWING_H
#define ABUT_SEE_DRAWING_H
#include "camera.h"
#include "raster.h"
#include "see.h"

enum {
    FINE = 2,     // layers have so many pixels for one of the picture, either way
    CHUNK = 128,  // triangles asked for at once
};

// A part of the picture with a camera of its own.
typedef struct pane {
    int left, top, width, height;  // in the picture
    camera camera;                 // in pixels of the layers
    float nearest;                 // as in layer
    layer parts[SEE_PARTS_MOST];   // what each part alone looks like
    layer touched;                 // the triangles in contact
    layer marks;                   // where they meet
    layer lines;                   // the shade is the ink, SEE_INKS more where it is bold
    uint16_t* far;                 // of each pixel of the layers, from the nearest mark
} pane;

typedef struct drawing {
    const see_scene* scene;
    bool tinted;
    uint8_t* in_contact[SEE_PARTS_MOST];  // of each triangle
    see_image image;
    pane whole,
        close;  // the second one, a close-up of the contacts, has no width where it is not needed
} drawing;

// The colours that parts have by number, of the triangles in contact, and of where they meet.
extern const uint8_t part_colours[SEE_PARTS_MOST][3];
extern const uint8_t touched_colour[3], marks_colour[3], inks[SEE_INKS][3];
// How much, of 16, of what is behind a surface is seen through it.
enum { THROUGH_PART = 5, THROUGH_TOUCHED = 3, THROUGH_MARKS = 10, THROUGH_LINES = 7 };
// How much of their colour, of 16, triangles in contact take.
enum { TINT = 7 };
enum { TINT_REACH = 28 };  // how far from a mark they do, in pixels of the picture

// Choose the direction from which most of the contacts, and something of every part, can be seen.
see_status choose_view(const see_scene* scene, const double middle[3], double out[3]);

// Find how far pixels are from the marks of a pane. Returns false without memory.
bool find_near(pane* p);
// Is a pixel of the layers near enough to be tinted?
bool is_near(const pane* p, size_t place);

// Make the picture of the layers of a pane.
void compose(drawing* d, const pane* from);
// Ring the places of contact that are easily overlooked: small ones. Returns false without memory.
bool ring_small_marks(drawing* d, const pane* from);

// Return how many rows the legend takes.
int legend_height(const see_scene* scene, bool tinted);
enum { TITLE_HEIGHT = 32 };  // of the title of a close-up
// Draw it. Returns false without memory.
bool legend_draw(drawing* d);

#endif
