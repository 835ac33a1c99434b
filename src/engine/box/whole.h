// whole.h - the box about all of a model, along the axes of its file: what tells that two models are apart before
// anything is prepared for a walk.
#ifndef ABUT_ENGINE_BOX_WHOLE_H
#define ABUT_ENGINE_BOX_WHOLE_H

typedef struct whole_box {
    double centre[4], half[4];  // each with an idle fourth number
    double reach;               // the sum of the |numbers| of both
} whole_box;

// The box of what frame_range found. Of a model without triangles nothing is proved.
whole_box whole_box_of_range(const double low[3], const double high[3]);

#endif
