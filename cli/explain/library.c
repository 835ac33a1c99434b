// library.c - what the statuses of the library mean.
#include "explain/explain.h"

const explanation explain_library[] = {
    {Q002_BAD_ARGUMENT, "The library was given an argument that it does not allow.",
     "A pointer is NULL, an option has a value that does not exist, or a reserved field "
     "is not zero. From the program it tells that numbers make no sense together.",
     "Zero structs before you fill them in, and read in the header what each field may be.",
     "abut: --shape: bad argument [Q002]"},
    {Q004_NOT_FINITE, "A number is infinite or not a number, or a place would be too far away.",
     "A pose or a vertex holds such a number, or numbers that are fine add up to a place "
     "beyond 2^997.",
     "Find the number that is out of bounds. 'abut info FILE' counts those of a file.",
     "abut: a place on the way is too far away: 2^997 is the limit [Q004]"},
    {Q005_NOT_RIGID, "A matrix is no rotation, not even nearly.",
     "Its rows are not perpendicular or not of length 1, by more than 2^-10. Often "
     "columns and rows are swapped, or numbers were rounded to three digits.",
     "Give the matrix with more digits, or as a quaternion. Small errors are put right.",
     "abut: --pose-b: the rotation is not rigid: rotation' * rotation differs from 1 by "
     "more than 2^-10 [Q005]"},
    {Q006_BAD_SCALE, "A scale is not allowed.",
     "It is zero, negative, or outside of 2^-300 to 2^300. A frame, such as that of a "
     "batch of poses, must have the scale 1.",
     "Give a positive scale. To mirror a model, mirror its file, or give a matrix that "
     "mirrors.",
     "abut: --scale-b: 0: it must be positive, from 2^-300 to 2^300 [Q006]"},
    {Q007_NON_UNIFORM_SCALE, "A matrix scales its axes differently.",
     "The lengths of its columns, which the message shows, differ.",
     "Scale the model itself before, since a pose keeps its form; a pose may scale all "
     "axes alike.",
     "abut: --pose-b: the matrix scales its axes differently: its columns have the "
     "lengths 1, 1 and 2 [Q007]"},
    {Q008_SHEAR, "A matrix shears.",
     "Two of its columns, which the message names, are not perpendicular.",
     "Shear the model itself before, or take the rotation without the shear. Check that "
     "rows and columns are not swapped.",
     "abut: --pose-b: the matrix shears: its axes are not perpendicular: columns 1 and 2 "
     "meet at 45 degrees [Q008]"},
    {Q009_NOT_AFFINE, "The last row of a matrix is not 0 0 0 1.",
     "The matrix is given column by column, so that the translation stands in the last "
     "row; or it is a projection.",
     "Give the matrix row by row.",
     "abut: --pose-b: the last row of the matrix is not 0 0 0 1, but 5 0 0 1 [Q009]"},
    {Q010_TOO_LARGE, "A model has too many vertices or triangles.",
     "One model holds at most 2^31 - 1 triangles and 2^32 - 2 vertices.",
     "Split it into several files, and ask 'abut clash' about these.",
     "abut: world.ply: too many vertices or triangles [Q010]"},
    {Q011_CANCELLED, "A call was ended before it had its answer.",
     "The progress callback of your program returned a value other than 0.",
     "Nothing is wrong. Let the callback return 0 to go on.", "cancelled [Q011]"},
    {Q012_MIXED_METHODS, "Two models cannot be asked about together.",
     "They were built with different methods, or one holds floats and the other doubles.",
     "Build both with the same method and the same kind of numbers.",
     "abut: the two models were built with different methods or kinds of numbers [Q012]"},
    {Q013_BAD_COMBINATION, "Options are given that do not go together.",
     "Each is fine alone. The method that is chosen does not have one of them, or two "
     "exclude each other.",
     "Leave out one of the options. 'abut methods' lists which options each method has.",
     "abut: these options do not go together with the method quickcd6: leave one out; "
     "'abut methods' lists what it has [Q013]"},
    {Q014_NOT_AVAILABLE,
     "A method, or what an option needs, was left out of this build of the library.",
     "It was configured without some methods, to be smaller.",
     "Take one that 'abut methods' lists, or build the library with all.",
     "abut: --method: a method, or what an option needs, is not in this build of the library "
     "[Q014]"},
    {Q017_TOO_FAR_TO_DRAW, "What is to be drawn is too far away from the origin.",
     "Coordinates beyond 1e150 cannot be drawn. The answers themselves are right.",
     "Leave out --picture and --report, or move both models towards the origin with the "
     "same pose.",
     "abut: view.png: cannot draw: the coordinates are beyond 1e150 [Q017]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
