// status.c - texts and the version.
#include "base/base.h"

int abut_version(void)
{
    return ABUT_VERSION;
}

const char* abut_status_text(abut_status status)
{
    switch (status) {
    case ABUT_OK:
        return "no error";
    case ABUT_OUT_OF_MEMORY:
        return "out of memory";
    case ABUT_BAD_ARGUMENT:
        return "bad argument";
    case ABUT_BAD_INDEX:
        return "a triangle names a vertex that does not exist";
    case ABUT_NOT_FINITE:
        return "a number is not finite";
    case ABUT_NOT_RIGID:
        return "the rotation is not rigid: rotation' * rotation differs from 1 by more than 2^-10";
    case ABUT_BAD_SCALE:
        return "the scale is negative or outside [2^-300, 2^300], or not 1 where it must be";
    case ABUT_NON_UNIFORM_SCALE:
        return "the matrix scales its axes differently";
    case ABUT_SHEAR:
        return "the matrix shears: its axes are not perpendicular";
    case ABUT_NOT_AFFINE:
        return "the last row of the matrix is not 0 0 0 1";
    case ABUT_TOO_LARGE:
        return "too many vertices or triangles";
    case ABUT_CANCELLED:
        return "cancelled";
    case ABUT_MIXED_METHODS:
        return "the two models were built with different methods or kinds of numbers";
    case ABUT_BAD_COMBINATION:
        return "options that do not go together, or that the method does not have";
    case ABUT_NOT_AVAILABLE:
        return "a method, or what an option needs, is not in this build of the library";
    case ABUT_BAD_IMAGE:
        return "these bytes are not a saved model, or are damaged";
    case ABUT_OTHER_VERSION:
        return "a model saved by another version, or for another kind of machine";
    }
    return "unknown status";
}
