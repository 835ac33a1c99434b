// scenes.c - what is wrong with scenes that abut-scene is to make.
#include "explain/explain.h"

const explanation explain_scenes[] = {
    {M001_UNKNOWN_NAME, "A scene, a fall or a key was asked for that abut-scene does not have.",
     "The name is misspelled, or is of another version.",
     "Take a name from the list in the message. 'abut-scene list' has all scenes, 'abut-scene NAME "
     "--help' the keys of one.",
     "abut-scene: scene torus has no key \"tub\"; its keys are: rings sides radius tube triangles "
     "[M001]"},
    {M002_BAD_VALUE, "A scene cannot be made of these values.",
     "A value is no number or out of its range, two do not fit together, or there would be more "
     "than 2147483647 triangles.",
     "Change the value that the message names; 'abut-scene NAME --help' has the ranges.",
     "abut-scene: torus: the values do not fit together: tube is less than radius; triangles goes "
     "without rings and sides [M002]"},
    {M003_OTHER_SORT,
     "A scene is a model where a motion is needed, or a motion where a model is needed.",
     "The output's suffix, or an option, is for the other kind.",
     "Write models to .obj, .stl, .ply or .off, motions to .frames. 'abut-scene list' tells which "
     "scenes are which.",
     "abut-scene: torus is a model, and .frames files hold motions [M003]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
