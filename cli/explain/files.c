// files.c - what is wrong with files of models.
#include "explain/explain.h"

const explanation explain_files[] = {
    {F001_UNKNOWN_FORMAT, "A file is in no format that is read.",
     "Its content is neither STL, OBJ, PLY, OFF, glTF nor 3MF, nor a model that abut "
     "saved. Where the content or the suffix tells what it is, the message says so.",
     "Export it as one of these. For STEP and IFC:\n  abut-convert part.step -o part.glb",
     "abut: notes.txt: this is in no known format [F001]"},
    {F007_NO_GROUP, "A file has no group or object of the name that --group asks for.",
     "The name is misspelled or has other capitals; or the format has no groups.",
     "Take a name as the file has it:\n  abut info FILE --groups",
     "abut: hall.obj: there is no group 'pipes' (is pipe meant?); there are: 'pipe', "
     "'wall' [F007]"},
    {F008_SAVED_DAMAGED, "A saved model or set is damaged, or none.",
     "It was cut off when it was copied, changed afterwards, or is another file of that "
     "name. Checksums tell.",
     "Build it anew:\n  abut build part.stl -o part.abut",
     "abut: part.abut: these bytes are not a saved model, or are damaged [F008]"},
    {F009_SAVED_VERSION,
     "A saved model or set is of another version of abut, or of another kind of machine.",
     "Saved models are for the version that wrote them, and for machines with the same "
     "order of bytes.",
     "Build it anew, with this version:\n  abut build part.stl -o part.abut",
     "abut: part.abut: a model saved by another version, or for another kind of machine "
     "[F009]"},
    {F010_SAVED_ALREADY,
     "A file is a saved model or a saved set, where another kind of file is needed.",
     "'abut build' takes the file that a model is built from; a set of many models is for "
     "'abut clash'.",
     "Give the file that it was built from, or take the verb that the message names.",
     "abut: part.abut: is a saved model already: build takes the file that it was built "
     "from, or 'abut check' takes it as it is [F010]"},
    {F011_NO_TRIANGLES, "A file, or the group that you chose, has no triangles.",
     "It is a cloud of points, an empty part, or its faces were all left out.",
     "If you expected triangles, look at what is in it:\n  abut info FILE",
     "abut: warning: empty.off: no triangles, so there is nothing to check [F011]"},
    {F012_DEGENERATE,
     "Some triangles have no area: all their corners are on one line, or in one point.",
     "Many exports have them. They are kept, and collide as the segment or the point that "
     "they are.",
     "Nothing. To find them, use 'abut info FILE'.",
     "abut: warning: a.stl: 2 of 12 triangles are only a segment or a point and collide "
     "as that [F012]"},
    {F013_NOT_KEPT, "There were more warnings than are shown or kept.",
     "On the terminal the first 20 are shown, and of one file the first 1000 are kept.",
     "See more of them with --json, and mend the first ones: the others are mostly alike.",
     "abut: warning: and 31 more; --json has them all [F013]"},
    {F014_BENT_NODES, "Nodes of a file are sheared, or scaled differently along their axes.",
     "A pose cannot do that, so these meshes get vertices of their own, rounded at most "
     "as the message says.",
     "Nothing. If you need each bit, apply the transforms before you export.",
     "abut: warning: hall.glb: 2 of 90 nodes are sheared or scaled differently along "
     "their axes: their vertices are put in place, exactly [F014]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
