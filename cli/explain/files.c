// files.c - what is wrong with files of models.
#include "explain/explain.h"

const explanation explain_files[] = {
    {F001_UNKNOWN_FORMAT, "A file is in no format that is read.",
     "Its content is neither STL, OBJ, PLY, OFF, glTF nor 3MF, nor a model that abut "
     "saved. Where the content or the suffix tells what it is, the message says so.",
     "Export it as one of these. For STEP and IFC:\n  abut-convert part.step -o part.glb",
     "abut: notes.txt: in no format that is read: export it as STL, OBJ, PLY, OFF, glTF or 3MF "
     "[F001]"},
    {F002_SYNTAX, "A word or a line of a file is not what its format has there.",
     "Another program wrote it in a dialect of its own, the file was changed by hand, or its "
     "suffix names another format.",
     "Look at the line or byte that the message names, and export the file again; PLY and binary "
     "STL leave the least room. --drop-bad passes over such lines, with a warning for each.",
     "abut: part.stl: line 4: \"vertx\" where \"vertex\" of facet 0 should be [F002]"},
    {F003_TRUNCATED, "A file ends before all that it announces.",
     "A copy or a download broke off, a disk was full, or the program that wrote it was stopped. "
     "In a binary STL the count of triangles may be wrong.",
     "Copy it again and compare its size with the original's. To use what is there:\n  abut check "
     "part.stl other.stl --drop-bad",
     "abut: part.stl: byte 683: the header says 12 triangles, the file ends in triangle 11 [F003]"},
    {F004_BAD_NUMBER,
     "Where a number should be there is none, or one that is not finite or too large for a double.",
     "Decimal commas (0,5), NaN or infinity that a program computed, or a damaged file.",
     "Set the decimal point in the program that writes the file, and mend what gives NaN there. "
     "--drop-bad leaves out the vertex, and the faces that use it.",
     "abut: part.obj: line 4: \"nan\", the z of vertex 3, is not a number [F004]"},
    {F005_BAD_INDEX, "A face names a vertex that is not in the file.",
     "Indices count from the wrong number: OBJ counts from 1, PLY and OFF from 0. Or vertices were "
     "deleted and faces were not.",
     "Mend the line that the message names, or export the file again. --drop-bad leaves out such "
     "faces.",
     "abut: part.obj: line 4: vertex index 9 of face 0 does not exist (3 vertices) [F005]"},
    {F006_TOO_LARGE,
     "A file is beyond a limit of its reader: nested too deep, too many properties, too long a "
     "name.",
     "No common program writes such files. It is damaged, or made to keep a program busy.",
     "If it is genuine, export it as PLY or OBJ, which have no nesting.",
     "abut: robot.gltf: line 1: nested deeper than 64 [F006]"},
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
     "The verb build takes the file that a model is built from; a set of many models is for "
     "'abut clash'.",
     "Give the file that it was built from, or take the verb that the message names.",
     "abut: part.abut: is a saved model already: build takes the file that it was built from, or "
     "'abut check' takes it as it is [F010]"},
    {F011_NO_TRIANGLES, "A file, or the group that you chose, has no triangles.",
     "It is a cloud of points, an empty part, or its faces were all left out.",
     "If you expected triangles, look at what is in it:\n  abut info FILE",
     "abut: warning: empty.off: no triangles, so there is nothing to check [F011]"},
    {F012_DEGENERATE,
     "Some triangles have no area: all their corners are on one line, or in one point.",
     "Many exports have them. They are kept, and collide as the segment or the point that "
     "they are.",
     "Nothing. To find them, use 'abut info FILE'.",
     "abut: warning: thin.off: 2 of 3 triangles are only a segment or a point and collide "
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
    {F015_ODD,
     "A file has something that its format does not allow, or that nobody needs, and could be read "
     "all the same.",
     "Some programs leave out the endsolid of STL, write faces without corners, or forget a "
     "namespace.",
     "Nothing. If triangles are missing, the file may be cut off: compare its size with the "
     "original's.",
     "abut: warning: part.stl: line 9: the file ends without \"endsolid\": it may be cut off "
     "[F015]"},
    {F016_FOREIGN, "A file is in a format that belongs to another program, and is not read.",
     "It is an assembly of a CAD system, a scene, a point cloud, or packed by gzip.",
     "The message names a program that converts it. For STEP and IFC:\n  abut-convert part.step -o "
     "part.glb",
     "abut: a.fbx: .fbx files are not read: convert it to OBJ or PLY with Blender or assimp "
     "[F016]"},
    {F017_VERSION, "A file is of a version of its format that is not read.",
     "It is glTF 1.0, or asks for a reader of a later version than 2.0.",
     "Export it as glTF 2.0; Blender and assimp read and write both versions.",
     "abut: old.gltf: line 2: this is glTF \"1.0\"; what is read is 2.0: convert it [F017]"},
    {F018_VARIANT, "A file is of a rare variant of its format that is not read.",
     "It is OFF in binary, or its vertices have other dimensions than x, y and z (4OFF, nOFF).",
     "Save it as text with three coordinates, or as PLY.",
     "abut: a.off: line 1: \"4OFF\" is not read: its vertices have other dimensions than x, y and "
     "z [F018]"},
    {F019_EXTENSION,
     "A glTF or 3MF file says that it cannot be read without an extension, which is not read here.",
     "Its exporter packed the geometry, or described it by more than triangles: slices, lattices, "
     "volumes.",
     "Export it without that extension. Of glTF, gltf-transform takes compression away:\n  npx "
     "@gltf-transform/cli copy packed.glb plain.glb",
     "abut: a.gltf: line 10: it requires KHR_draco_mesh_compression, which is not read: export it "
     "without [F019]"},
    {F020_COMPRESSED, "Vertices or triangles of a glTF file are packed in a way that is not read.",
     "It uses Draco, quantised positions, sparse accessors, or instances on the GPU.",
     "Export it without compression, or unpack it:\n  npx @gltf-transform/cli copy packed.glb "
     "plain.glb",
     "abut: a.gltf: line 7: accessor 0 is sparse, which is not read [F020]"},
    {F021_CURVES,
     "An OBJ file has curves or free-form surfaces (curv, surf, bzp), which have no triangles.",
     "It was exported from a program for surfaces as it is.",
     "Export the surfaces as polygons: such programs call it tessellate or mesh. --drop-bad passes "
     "over them.",
     "abut: hull.obj: line 4: \"surf\" is not read: export the surface as polygons [F021]"},
    {F022_INCLUDES,
     "An OBJ file calls another file (call) or a command (csh), which is never followed.",
     "Old programs split models so. Following it would let a file read others, or run a program.",
     "Put what it stands for into this file.",
     "abut: a.obj: line 1: \"call\" is not followed: put what it stands for into this file [F022]"},
    {F023_TOO_FEW_VALUES, "A vertex or an element has fewer values than it needs.",
     "A line was cut or broken in two, or the header of a PLY file declares more than follows.",
     "Mend the line that the message names. --drop-bad leaves it out.",
     "abut: a.obj: line 4: vertex 3 ends before its z [F023]"},
    {F024_UNDECLARED,
     "A vertex of a text PLY file has more values than its header declares, so nobody knows which "
     "are x, y and z.",
     "The header lacks properties, such as colours.",
     "Declare all properties in the header, in the order of the values.",
     "abut: a.ply: line 9: \"0\" after the last value of vertex 1: declare all properties in the "
     "header [F024]"},
    {F025_LEFT_OVER, "A file goes on behind the end that its header announces.",
     "A count in the header is too small, two files were joined, or a program added data of its "
     "own.",
     "Mend the count, or export the file again. With --drop-bad you get what the header announces; "
     "of a binary STL, all whole triangles.",
     "abut: a.stl: byte 684: the header says 12 triangles, but 150 bytes follow them [F025]"},
    {F026_NO_INDEX, "A face has a vertex index that is no whole number.",
     "The line is damaged, or its values are in another order than the format has.",
     "Mend the line that the message names. --drop-bad leaves out the face.",
     "abut: a.obj: line 4: \"1.5\" of face 0 is not a vertex index [F026]"},
    {F027_WHOLE_NUMBER, "A count or an id is not a whole number above or equal to 0.",
     "The header was changed by hand, or an earlier line has too many or too few values.",
     "Mend the line that the message names, or export the file again.",
     "abut: a.off: line 2: \"x\" is not a number of faces [F027]"},
    {F028_DROPPED_VERTEX, "A face uses a vertex that --drop-bad has left out.",
     "The vertex was wrong; a warning before this one says how.",
     "Mend that vertex, and the face will be read too.",
     "abut: warning: a.obj: line 6: face 1 uses vertex 3, which was dropped: face dropped [F028]"},
    {F029_FEW_CORNERS,
     "A face has fewer than three corners, or corners that make no whole triangles.",
     "The model has edges or points drawn as faces, or the file is damaged.",
     "Mend or remove the face. --drop-bad leaves it out, with a warning.",
     "abut: a.obj: line 4: face 0 has only 2 corners [F029]"},
    {F030_POLYGON,
     "A concave polygon has too many corners to be cut into triangles in reasonable time.",
     "A face outlines a whole drawing, or the file is made to keep a program busy.",
     "Triangulate the faces in the program that made the file: most exporters have a box for it.",
     "abut: map.obj: line 16402: face 0 is a concave polygon of 16401 corners; the most are 16384 "
     "[F030]"},
    {F031_TOO_MANY, "A file has, or shows, more than 4294967295 vertices or triangles.",
     "One number of 32 bits names each. Nodes that show one mesh many times count each time.",
     "Split the model into several files. 'abut clash' and 'abut build --groups' keep meshes that "
     "are shown many times once.",
     "abut: plant.glb: byte 12: all that it shows has more than 4294967295 triangles, as each mesh "
     "counts as often as it is shown [F031]"},
    {F032_PLY_HEADER,
     "The header of a PLY file does not describe vertices and faces that can be read.",
     "It declares something twice, a property before its element, vertices without x, y, z, or "
     "faces without a list vertex_indices.",
     "Mend the header: the lines element vertex, property float x (y, z), element face, property "
     "list uchar int vertex_indices.",
     "abut: a.ply: line 7: the vertices have no x, y and z [F032]"},
    {F033_JSON, "The JSON of a glTF file is not JSON.",
     "It was changed by hand, cut off, or is another file of that name.",
     "Look at the line that the message names: commas, brackets, quotes. The glTF validator of "
     "Khronos tells more.",
     "abut: a.gltf: line 3: a comma or } is missing [F033]"},
    {F034_GLTF_MEMBER, "A member of a glTF file is missing, or not of the kind that glTF 2.0 has.",
     "The program that wrote it is at fault, or the file was changed by hand.",
     "Run the glTF validator of Khronos over it, and export it again. --drop-bad leaves out the "
     "mesh or node.",
     "abut: a.gltf: line 7: accessor 0 has no count, or a count of 0 [F034]"},
    {F035_GLTF_NUMBER,
     "A glTF file refers to a mesh, node, accessor or buffer that it does not have.",
     "Part of it was removed, and the numbers were not adapted.",
     "Export it again. --drop-bad leaves out what refers to it.",
     "abut: a.gltf: line 5: the mesh of node 0 is mesh 7, and there are 1 [F035]"},
    {F036_GLTF_FILE, "A glTF file keeps its vertices in another file, and that cannot be read.",
     "The .bin file was not copied with it, has another name, or does not lie beside it or below "
     "it.",
     "Copy the .bin file beside the .gltf; or export .glb, which has all in one.",
     "abut: a.gltf: line 9: buffer 0 is in the file \"a.bin\", which is not there: copy it beside "
     "this one [F036]"},
    {F037_GLTF_RANGE,
     "An accessor or a buffer view of a glTF file reaches beyond the bytes that it lies in.",
     "The .bin file is another one or cut off, or its exporter counted wrongly.",
     "Copy .gltf and .bin together once more, or export the file again. --drop-bad leaves out "
     "these meshes.",
     "abut: a.gltf: line 7: accessor 0 has 36 values from byte 0 on, buffer view 0 only 36 bytes "
     "[F037]"},
    {F038_GLTF_CHUNK, "A binary glTF file (.glb) is not put together as it should be.",
     "Its first chunk is not JSON, or its header gives a length below its own. The file is "
     "damaged.",
     "Copy it again, or export it again.",
     "abut: a.glb: byte 12: the first chunk is not JSON [F038]"},
    {F039_GLTF_PLACE,
     "A node of a glTF file stands in a place that cannot be: no rotation, or two places at once.",
     "Its quaternion is 0, its matrix ends in another row than 0 0 0 1, or it has a matrix and a "
     "translation too.",
     "Mend the node that the message names. --drop-bad leaves it out.",
     "abut: a.gltf: line 5: the rotation of node 0 is a quaternion of 0 [F039]"},
    {F040_GLTF_NODES,
     "The nodes of a glTF file are no tree: one is inside itself, or in two others.",
     "The program that wrote it is at fault, or the file was changed by hand.",
     "Mend the children of the node that the message names. --drop-bad leaves it out.",
     "abut: a.gltf: line 5: node 1 is inside itself [F040]"},
    {F041_TOO_FAR, "The transforms of nested objects add up to a place beyond the largest number.",
     "A transform has an absurd scale or translation.",
     "Mend the transform of the object that the message names, or of what it is in.",
     "abut: a.3mf: line 5 of 3D/3dmodel.model: object 2 is placed beyond the largest double "
     "[F041]"},
    {F042_XML, "The XML of a 3MF file is not XML.",
     "The file is damaged, or its exporter is at fault.",
     "Save it again from a slicer such as PrusaSlicer, or export the model as STL or OBJ.",
     "abut: a.3mf: line 3 of 3D/3dmodel.model: </resource> where </resources> should be [F042]"},
    {F043_XML_REFUSED, "The XML of a 3MF file has a document type, or is not in UTF-8.",
     "Document types could fetch other files, and 3MF allows neither.",
     "Save the file again from a slicer such as PrusaSlicer.",
     "abut: a.3mf: line 1 of 3D/3dmodel.model: a document type (<!DOCTYPE>) is not read [F043]"},
    {F044_NO_3MF, "A ZIP archive, or a model in it, is no 3MF.",
     "Other formats are ZIP archives, too: office documents, IFCZIP, packed folders.",
     "Unpack it, and give the model that is in it.",
     "abut: a.3mf: byte 0: this ZIP archive is no 3MF file: it has neither a model in _rels/.rels "
     "nor 3D/3dmodel.model [F044]"},
    {F045_PART, "A 3MF archive names a model that is not in it, or has two files of one name.",
     "Somebody took it apart and put it together again, or its exporter is at fault.",
     "Save it again from a slicer such as PrusaSlicer.",
     "abut: a.3mf: line 2 of _rels/.rels: the model \"/3D/part.model\" is not in the archive "
     "[F045]"},
    {F046_ATTRIBUTE, "An element of a 3MF model lacks an attribute, or has one that says nothing.",
     "A vertex has no z, a triangle no v3, a transform not 12 numbers, or the unit is none of 3MF.",
     "Mend it, or save the file again from a slicer such as PrusaSlicer. --drop-bad leaves out "
     "vertices, triangles and objects like that.",
     "abut: a.3mf: line 3 of 3D/3dmodel.model: vertex 0 of object 2 has no z [F046]"},
    {F047_OBJECTS, "Objects of a 3MF file contradict each other.",
     "Two have one id, one is a component of itself, or one has two meshes.",
     "Give each object an id of its own, and one mesh or one list of components. --drop-bad takes "
     "the first.",
     "abut: a.3mf: line 4 of 3D/3dmodel.model: object 2 is a component of itself [F047]"},
    {F048_NO_OBJECT, "An item or a component of a 3MF file names an object that is not there.",
     "The object was removed, or is in a model that the archive lacks.",
     "Save the file again from a slicer such as PrusaSlicer. --drop-bad leaves out the item.",
     "abut: a.3mf: line 6 of 3D/3dmodel.model: there is no object 4 [F048]"},
    {F049_ZIP_DAMAGED, "A ZIP archive, which each 3MF file is, is damaged.",
     "A copy or a download broke off or changed bytes: sizes, checksums or places do not fit.",
     "Copy it again. 'unzip -t FILE' tells which of its files are whole.",
     "abut: a.3mf: byte 0: \"3D/3dmodel.model\" is damaged: its checksum is wrong [F049]"},
    {F050_ZIP_REFUSED,
     "A ZIP archive is encrypted, split into volumes, or packed by a method that is not read.",
     "The files of a 3MF may be stored or deflated, in one volume, without a password.",
     "Unpack it with the program that made it, and pack it again as a plain ZIP.",
     "abut: a.3mf: byte 0: \"3D/3dmodel.model\" is encrypted, which is not read [F050]"},
    {F051_NOT_WRITTEN, "A model cannot be written in the format that was asked for.",
     "STL, OBJ, PLY and OFF are written; glTF and 3MF are read only. Standard output has no suffix "
     "that would name a format.",
     "Give the output a suffix that is written, or name the format:\n  abut-scene bolt -o - "
     "--format ply",
     "abut-scene: bolt.step: the suffix names no format that is written (.stl .obj .ply .off) "
     "[F051]"},
    {F052_UNWRITABLE,
     "A coordinate cannot be written: it is not finite, or too large for the floats of binary STL.",
     "It comes of arrays with NaN or infinity, or the model is larger than 3.4e38.",
     "Mend the coordinates; or write PLY or OBJ, which hold doubles.",
     "abut-scene: a.stl: the x of vertex 0, -4.9999999999999998e+98, is too large for binary STL "
     "[F052]"},
    {F053_BYTES_BEHIND, "Bytes follow the end of a model, and were ignored.",
     "Some programs fill files with zeros, or add data of their own.",
     "Nothing, if the number of triangles is right: 'abut info FILE' tells it.",
     "abut: warning: a.stl: byte 684: 6 bytes after the last triangle are ignored [F053]"},
    {F054_ROUNDED, "Vertices were rounded when objects were put in their places.",
     "A rotated or scaled vertex is rarely a double; the message says how far it was moved at "
     "most.",
     "Nothing, if the distance in the message does not matter to you. 'abut clash' and 'abut build "
     "--groups' keep objects where they can be exact.",
     "abut: warning: robot.gltf: 2 of 2 placed meshes cannot be put in place exactly: vertices are "
     "rounded, by at most 2e-16 [F054]"},
    {F055_UNPOSED,
     "Skins and morph targets of a glTF file are not applied: the mesh is read in its rest form.",
     "The model is an animated figure.",
     "If another pose matters, apply it in the program that made the file (Blender: Apply "
     "Armature), and export again.",
     "abut: warning: man.gltf: 1 node with a skin: what it covers is read unposed, where its "
     "vertices are [F055]"},
    {F056_NOT_SHOWN,
     "Part of a file is not read, since nothing shows it, or since it has no triangles.",
     "Points and lines, other scenes than the default one, meshes and objects that no node or item "
     "shows, beam lattices.",
     "If you need it, show it in the program that made the file, or export it alone.",
     "abut: warning: a.3mf: 1 of 2 objects are shown by no item of the build: left out [F056]"},
    {F057_VALUES_UNUSED, "Some values of a file are passed over.",
     "Weights of OBJ vertices, values that a PLY header does not declare, comments behind it.",
     "Nothing, as long as x, y and z are right: 'abut info FILE' tells the model's extents.",
     "abut: warning: a.obj: line 1: vertex 0 has the weight 0.5: it is not used, x y z are taken "
     "as they are, here and further down [F057]"},
    {F058_EMPTY, "A file has no bytes, or nothing but zeros behind its header.",
     "A copy or an export did not finish, or a disk lost what it wrote.",
     "Copy or export it again.", "abut: a.stl: the file is empty [F058]"},
    {F059_NAMES, "The names that a slicer keeps beside a 3MF model are not read.",
     "Its file of settings is damaged, or too large.",
     "Nothing, if you do not need the names: objects have those of the model, or their ids.",
     "abut: warning: a.3mf: line 2 of Metadata/model_settings.config: names beside the model are "
     "not read: the text ends in a tag [F059]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
