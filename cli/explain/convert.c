// convert.c - what abut-convert says of STEP and IFC.
#include "explain/explain.h"

const explanation explain_convert[] = {
    {V001_MODULE,
     "The converter lacks the module that reads IFC (web-ifc) or STEP (OpenCASCADE), or npm to get "
     "it.",
     "They come from npm, and nobody has fetched them yet; or another version is there.",
     "Fetch them once. Node.js and npm are Debian's packages nodejs and npm:\n  abut-convert "
     "--install",
     "abut-convert: hall.ifc: web-ifc 0.0.72 is not installed: run \"abut-convert --install\", or "
     "tools/install converters in the sources of abut [V001]"},
    {V002_NO_STEP, "A file is neither STEP nor IFC.",
     "It is in another format, packed (ifcZIP), or has nothing but the frame of such a file.",
     "Unpack it, or give abut the file as it is: STL, OBJ, PLY, OFF, glTF and 3MF need no "
     "conversion.",
     "abut-convert: a.step: line 1: neither IFC nor STEP: such a file begins with "
     "\"ISO-10303-21;\" [V002]"},
    {V003_DAMAGED,
     "A STEP or IFC file is cut off, has a line that is no statement, or an assembly that contains "
     "itself.",
     "A copy or a download broke off, or it was changed by hand.",
     "Copy it again, or export it again. What could be read of it is not taken: parts would be "
     "missing.",
     "abut-convert: a.step: line 812: the file is cut off: it does not end with "
     "\"END-ISO-10303-21;\" [V003]"},
    {V004_NOT_READ, "The module that reads the file failed.",
     "The file has something that web-ifc or OpenCASCADE does not know; what follows the colon is "
     "their own text.",
     "Export it again, as AP214 or AP242 of STEP, or as IFC4; or convert it to STL with FreeCAD.",
     "abut-convert: a.step: OpenCASCADE cannot read it [V004]"},
    {V005_NO_TRIANGLES, "A STEP or IFC file has nothing that gives triangles.",
     "It holds drawings, axes, points or spaces only. Of IFC, spaces and openings are left out "
     "unless --include names them.",
     "Export surfaces or solids; or name the class:\n  abut-convert hall.ifc -o hall.obj --include "
     "IfcSpace",
     "abut-convert: a.step: nothing in it gives triangles: export its surfaces or solids, not "
     "drawings or axes [V005]"},
    {V006_OPTION, "An option of abut-convert is unknown, wrong, or not for this kind of file.",
     "Of its options --segments and --properties are for IFC, --deflection and --angle for STEP.",
     "Look at 'abut-convert --help': it has all options and their values.",
     "abut-convert: there is no option --fast; \"abut-convert --help\" lists them [V006]"},
    {V007_CONVERTED, "Something of a STEP or IFC file was changed or left out in the conversion.",
     "Curves become chords, vertices are rounded, faulty parts are dropped: the message says which "
     "and how far.",
     "If chords are too coarse, take a smaller --deflection (STEP) or more --segments (IFC), and "
     "tell abut with --tolerance what does not matter.",
     "abut-convert: warning: hall.ifc: curves became chords: a circle has 24 corners (--segments) "
     "[V007]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
