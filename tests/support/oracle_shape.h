// oracle_shape.h - a posed triangle and a shape in rationals (GMP), from the definitions: every feature of one against every
// simplex of corners of the other, with no test of optimality. Shares no code with src/geom.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_SHAPE_H
#define ABUT_TESTS_SUPPORT_ORACLE_SHAPE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { ORACLE_CORNERS_MAX = 12 };

// In the order of shape_form (geom/posed_shape.h), whose header is none of C++.
enum {
    ORACLE_HULL,
    ORACLE_BOX,
    ORACLE_RAY,
    ORACLE_PLANE,
    ORACLE_HALF_SPACE,
    ORACLE_CYLINDER,
    ORACLE_CONE,
    ORACLE_FORMS
};

typedef struct oracle_map {  // as affine
    double matrix[3][3], translation[3];
} oracle_map;

typedef struct shape_question {
    double vertex[3][3];
    oracle_map model, frame;
    int has_frame;
    int form;
    oracle_map pose;
    int count;                             // of points: 2 but for a hull
    double points[ORACLE_CORNERS_MAX][3];  // as posed_shape_make takes them, or a hull's
    double radius;
} shape_question;

typedef struct shape_truth shape_truth;

// Find all that is asked below. Cost: 0.1 to 10 ms.
shape_truth* shape_truth_find(const shape_question* q);
void shape_truth_free(shape_truth* t);

int shape_truth_touches(const shape_truth* t);
int shape_truth_holds(const shape_truth* t);  // all of the triangle is in the shape
// -1, 0 or 1 as the distance is less than, as, or more than x >= 0. Not of cylinders and cones.
int shape_truth_compare(const shape_truth* t, double x);
// The same of two distances from shapes of one radius.
int shape_truth_order(const shape_truth* t, const shape_truth* other);
// Whether these are the doubles next to the distance, equal if it is one.
int shape_truth_encloses(const shape_truth* t, double lo, double hi);
// What is wrong with a feature and points; NULL: nothing. Where nearest points are not unique, they are checked within rounding.
const char* shape_truth_points_fault(const shape_truth* t, int feature, const double p[3],
                                     const double q[3]);
// Whether the nearest points were unique.
int shape_truth_is_unique(const shape_truth* t);
// Of a ray that touches: as shape_truth_encloses and shape_truth_order, of t.
int shape_truth_ray_encloses(const shape_truth* t, double lo, double hi);
int shape_truth_ray_order(const shape_truth* t, const shape_truth* other);
// Of a cylinder or a cone: how much of [lo, hi] is proved wrong by a point in each (hi of them apart) and the direction between
// them, within a little for their rounding; 0: nothing.
double shape_truth_turned_fault(const shape_truth* t, double lo, double hi, const double p[3],
                                const double q[3]);

// Whether the box of points centre + sum of x[i] axis[i], |x[i]| <= half[i], holds all of the shape; 2: and one of its half
// lengths is at most a tenth too large.
int shape_truth_room(const shape_truth* t, const double centre[3], double axis[3][3],
                     const double half[3]);

#ifdef __cplusplus
}
#endif
#endif
