// paths.c - what is wrong with files of points, rays and poses.
#include "explain/explain.h"

const explanation explain_paths[] = {
    {P005_NO_POINTS, "A file of points, rays or poses has none.",
     "It is empty, or holds comments only.",
     "Check the name of the file, and the program that wrote it.",
     "abut: warning: points.csv: no points, so there is nothing to check [P005]"},
    {P007_COUNTS_DIFFER, "The two models have paths of different lengths.",
     "Both are walked together, step by step, so that each needs as many poses; or a has "
     "a single one, to rest in.",
     "Resample one of the paths, or give a one pose.",
     "abut: a.txt has 90 poses, but b.txt has 100: a needs as many, or one to rest in "
     "[P007]"},
    {P008_BOTH_BODIES,
     "A file has the poses of both models, and another file is given for one of them.",
     "With 24 numbers a line the first 12 are of a, the others of b.",
     "Leave out --path-a; or give each model a file with its own poses.",
     "abut: both.txt has the poses of both models: --path-a has no effect [P008]"},
    {P009_NO_MOTION, "Between two poses there is no motion that keeps the model's form.",
     "Their scales differ, or one mirrors the model and the other does not.",
     "Give all poses the same scale, and let none or all of them mirror.",
     "abut: path.txt: line 3: its scale is 2, but that of line 2 is 1: motions keep the "
     "size [P009]"},
    {P010_ONE_POSE, "A path of one pose was given to --continuous.",
     "There is nothing between the steps of a single pose.",
     "Give two poses or more, or leave out --continuous.",
     "abut: path.txt: it has one pose: there is nothing between steps for --continuous "
     "[P010]"},
    {P011_OTHER_RECORDS, "A file of binary poses does not fit the form that --form says.",
     "Its size is no multiple of a pose, its numbers are no poses, or it has a header, as "
     ".npy files do.",
     "Say the right --form. From NumPy, write the numbers alone, with array.tofile(FILE).",
     "abut: poses.bin: 12 frames of f64x12, which have 96 bytes each, and 8 bytes more: "
     "it is of another --form, or not whole [P011]"},
    {P012_NO_HULL, "A hull was asked for, and there are no points for it.",
     "The file of the shape hull:FILE is empty.", "Name a file with at least one point.",
     "abut: points.csv: no points, so it has no hull [P012]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
