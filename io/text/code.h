// code.h - the codes of all errors and warnings: "S002" is a kind of fault with one cause and one cure, whichever words tell of
// it. The program writes it behind a message, in brackets, and 'abut explain S002' tells more (cli/explain has these texts).
//
// A code is a letter of an area and three digits. Numbers are for ever: a new kind of fault gets the next number of its area,
// and none is used again for another.
#ifndef ABUT_IO_TEXT_CODE_H
#define ABUT_IO_TEXT_CODE_H
#include <abut/abut.h>
#include <stddef.h>

// X(name, title): the name begins with the code, the title is what it is in a line.

// The command line.
#define FAULT_CODES_O(X)                                                                           \
    X(O001_UNKNOWN_VERB, "there is no such verb")                                                  \
    X(O002_UNKNOWN_OPTION, "there is no such option")                                              \
    X(O003_VALUE_MISSING, "an option lacks its value")                                             \
    X(O004_VALUE_TOO_MUCH, "an option takes no value")                                             \
    X(O005_GIVEN_TWICE, "an option or a value is given twice")                                     \
    X(O006_EXCLUDE, "options exclude each other")                                                  \
    X(O007_NO_EFFECT, "an option has no effect here")                                              \
    X(O008_FILE_MISSING, "a file is missing on the command line")                                  \
    X(O009_TOO_MANY, "an argument is one too many")                                                \
    X(O010_OPTION_MISSING, "an option that is needed is missing")                                  \
    X(O011_NO_NUMBER, "a value is not the number, or the numbers, that an option takes")           \
    X(O012_OUT_OF_RANGE, "a number is out of the range that an option has")                        \
    X(O013_NO_SUCH_VALUE, "a value is none of those that an option takes")                         \
    X(O014_OTHER_FORM, "a value has another form than its option takes")                           \
    X(O015_NO_LENGTH, "a direction or an axis has no length")                                      \
    X(O016_STDIN_TWICE, "standard input is asked for more than once, or where it cannot")          \
    X(O017_STDIN_FORMAT, "the format of standard input is not known")                              \
    X(O018_NEEDS_A_FILE, "an output must go to a file")                                            \
    X(O019_OUTPUT_IS_INPUT, "an output would overwrite an input")                                  \
    X(O020_SAME_OUTPUT, "two outputs go to one file")                                              \
    X(O021_SUFFIX, "the name of an output ends in another format's suffix")                        \
    X(O022_METHOD_LACKS, "a method does not have what is asked of it")                             \
    X(O023_METHOD_DIFFERS, "a saved model has another method")                                     \
    X(O024_SHAPE_PLACE, "a shape stands where it cannot")                                          \
    X(O025_NO_SHAPE, "a shape is written wrongly")                                                 \
    X(O026_QUATERNION, "a quaternion is far from the length 1")                                    \
    X(O027_FOR_MODELS, "an option does not go with this kind of file")

// Files of models.
#define FAULT_CODES_F(X)                                                                           \
    X(F001_UNKNOWN_FORMAT, "a file is in no format that is read")                                  \
    X(F002_SYNTAX, "a word or a value stands where another should be")                             \
    X(F003_TRUNCATED, "a file ends too early")                                                     \
    X(F004_BAD_NUMBER, "a number in a file is none, or not finite")                                \
    X(F005_BAD_INDEX, "a face names a vertex that does not exist")                                 \
    X(F006_TOO_LARGE, "a file is beyond a limit of its reader")                                    \
    X(F007_NO_GROUP, "a file has no such group")                                                   \
    X(F008_SAVED_DAMAGED, "a saved model or set is damaged")                                       \
    X(F009_SAVED_VERSION, "a saved model or set is of another version, or machine")                \
    X(F010_SAVED_ALREADY, "a file is a saved model or set already")                                \
    X(F011_NO_TRIANGLES, "warning: a file, or a group of it, has no triangles")                    \
    X(F012_DEGENERATE, "warning: triangles have no area")                                          \
    X(F013_NOT_KEPT, "warning: there are more warnings than are kept")                             \
    X(F014_BENT_NODES, "warning: nodes are sheared or scaled: their vertices are put in place")    \
    X(F015_ODD, "warning: a file has something odd that does not keep it from being read")         \
    X(F016_FOREIGN, "a file is in the format of another program")                                  \
    X(F017_VERSION, "a file is of a version of its format that is not read")                       \
    X(F018_VARIANT, "a file is of a variant of its format that is not read")                       \
    X(F019_EXTENSION, "a file requires an extension that is not read")                             \
    X(F020_COMPRESSED, "a glTF file is compressed")                                                \
    X(F021_CURVES, "an OBJ file has curves or free-form surfaces")                                 \
    X(F022_INCLUDES, "an OBJ file includes another file, or runs a command")                       \
    X(F023_TOO_FEW_VALUES, "a vertex or face has fewer values than it needs")                      \
    X(F024_UNDECLARED, "a PLY file has values that its header does not declare")                   \
    X(F025_LEFT_OVER, "more follows than the header says")                                         \
    X(F026_NO_INDEX, "a vertex index is no whole number")                                          \
    X(F027_WHOLE_NUMBER, "a count or an id is no whole number")                                    \
    X(F028_DROPPED_VERTEX, "a face uses a vertex that was left out")                               \
    X(F029_FEW_CORNERS, "a face has fewer corners than a triangle")                                \
    X(F030_POLYGON, "a concave polygon is too large")                                              \
    X(F031_TOO_MANY, "a file has too many vertices or triangles")                                  \
    X(F032_PLY_HEADER, "a PLY header does not describe a mesh")                                    \
    X(F033_JSON, "the JSON of a glTF file is wrong")                                               \
    X(F034_GLTF_MEMBER, "a member of a glTF file is missing, or not what it should be")            \
    X(F035_GLTF_NUMBER, "a glTF file names an element that does not exist")                        \
    X(F036_GLTF_FILE, "a buffer of a glTF file cannot be read")                                    \
    X(F037_GLTF_RANGE, "a glTF accessor or buffer view goes beyond its bytes")                     \
    X(F038_GLTF_CHUNK, "a binary glTF file has no JSON in its first chunk")                        \
    X(F039_GLTF_PLACE, "the place of a glTF node is none")                                         \
    X(F040_GLTF_NODES, "the nodes of a glTF file are no tree")                                     \
    X(F041_TOO_FAR, "an object is placed beyond the largest number")                               \
    X(F042_XML, "the XML of a 3MF file is wrong")                                                  \
    X(F043_XML_REFUSED,                                                                            \
      "the XML of a 3MF file has an encoding or a document type that is not read")                 \
    X(F044_NO_3MF, "a ZIP archive is no 3MF file")                                                 \
    X(F045_PART, "a part of a 3MF archive is missing, or there twice")                             \
    X(F046_ATTRIBUTE, "an attribute of a 3MF file is missing or wrong")                            \
    X(F047_OBJECTS, "objects of a 3MF file contradict each other")                                 \
    X(F048_NO_OBJECT, "a 3MF file names an object that does not exist")                            \
    X(F049_ZIP_DAMAGED, "a ZIP archive is damaged")                                                \
    X(F050_ZIP_REFUSED, "a ZIP archive is encrypted, packed in an unusual way, or in volumes")     \
    X(F051_NOT_WRITTEN, "a model is not written in this format")                                   \
    X(F052_UNWRITABLE, "a coordinate cannot be written in this format")                            \
    X(F053_BYTES_BEHIND, "warning: bytes behind the end of a model are ignored")                   \
    X(F054_ROUNDED, "warning: vertices are rounded where they are put in place")                   \
    X(F055_UNPOSED, "warning: skins and morph targets are not applied")                            \
    X(F056_NOT_SHOWN, "warning: part of a file is not read")                                       \
    X(F057_VALUES_UNUSED, "warning: values in a file are not used")                                \
    X(F058_EMPTY, "a file is empty")                                                               \
    X(F059_NAMES, "warning: the names in a 3MF file are not read")

// Files of points, rays, poses and paths.
#define FAULT_CODES_P(X)                                                                           \
    X(P001_LINE, "a line has not the numbers of a point, ray or pose")                             \
    X(P002_COLUMNS, "the names of columns lack one, have one twice, or are in another order")      \
    X(P003_NO_TEXT, "a file of points or poses is no text")                                        \
    X(P004_NO_POSE, "numbers are no pose")                                                         \
    X(P005_NO_POINTS, "warning: a file has no points, rays or poses")                              \
    X(P006_LONG_LINE, "a line is too long")                                                        \
    X(P007_COUNTS_DIFFER, "the paths of the two models have different lengths")                    \
    X(P008_BOTH_BODIES, "a path has the poses of both models")                                     \
    X(P009_NO_MOTION, "no motion leads from one pose to the next")                                 \
    X(P010_ONE_POSE, "a path of one pose has nothing between its steps")                           \
    X(P011_OTHER_RECORDS, "a file of binary poses is of another form, or not whole")               \
    X(P012_NO_HULL, "a hull has no points")                                                        \
    X(P013_NO_NUMBER, "a word in a file of points or poses is not a number")                       \
    X(P014_DECIMAL_COMMAS, "commas may be decimal ones")                                           \
    X(P015_EMPTY, "a path has no poses")                                                           \
    X(P016_POSE_COUNT, "a path has more or fewer poses than it says")                              \
    X(P017_NO_DIRECTION, "a ray has no direction")

// NC programs and tools.
#define FAULT_CODES_N(X)                                                                           \
    X(N001_SYNTAX, "a character or word of an NC program is none of the language")                 \
    X(N002_UNKNOWN_WORD, "a word of an NC program is not known")                                   \
    X(N003_UNSUPPORTED, "an NC program does what three axes without compensation cannot")          \
    X(N004_BAD_VALUE, "a number in an NC program does not fit")                                    \
    X(N005_ENDLESS, "an NC program does not end")                                                  \
    X(N006_ODD, "warning: a word of an NC program may mean something else elsewhere")              \
    X(N007_NO_MOVE, "warning: an NC program makes no move")                                        \
    X(N008_BLENDED, "warning: a machine may leave the programmed path")                            \
    X(N009_TOOL, "a tool, shank or holder is written wrongly")                                     \
    X(N010_TOOL_TABLE, "a tool table is wrong")                                                    \
    X(N011_NO_TOOL, "a move is made without a tool that is known")                                 \
    X(N012_WORD_MISSING, "a word that a code needs is missing")                                    \
    X(N013_CONFLICT, "words of a line do not go together")                                         \
    X(N014_NO_MOTION, "a line has a place, but no motion to get there")                            \
    X(N015_ARC, "the centre, radius and end of an arc do not fit")                                 \
    X(N016_EXPRESSION, "a value or an expression is not complete")                                 \
    X(N017_NO_VALUE, "a parameter is read before it has a value")                                  \
    X(N018_READ_ONLY, "a parameter is set that may only be read")                                  \
    X(N019_STRUCTURE, "loops, conditions or subroutines begin and end in another order")           \
    X(N020_NO_SUBROUTINE, "a subroutine or line that is called does not exist")                    \
    X(N021_OTHER_LANGUAGE, "an NC program is in another control's language")                       \
    X(N022_AMBIGUOUS, "a code means different things on different controls")                       \
    X(N023_AXIS, "an axis other than X, Y and Z moves")                                            \
    X(N024_NO_HOME, "the machine's reference point is not known")                                  \
    X(N025_COMMENT, "a comment has no end, or no beginning")                                       \
    X(N026_NO_UNIT, "warning: an NC program does not say its unit")                                \
    X(N027_NO_ZERO,                                                                                \
      "warning: the place of the machine's zero, or of a coordinate system, is not known")         \
    X(N028_NOT_CHECKED, "warning: part of an NC program was not checked")                          \
    X(N029_LIMIT, "an NC program is beyond a limit of its reader")

// Clashes: sets, tables, rules, reviews, frames, shards and what they are merged of.
#define FAULT_CODES_C(X)                                                                           \
    X(C001_RULES, "a file of rules is wrong")                                                      \
    X(C002_RULE_OF_NOTHING, "warning: a rule, set or name is about nothing")                       \
    X(C003_IGNORE_FILE, "a file of pairs to ignore is wrong")                                      \
    X(C004_NO_OBJECT, "there is no object of that name, or several")                               \
    X(C005_FRAMES, "a file of frames is wrong")                                                    \
    X(C006_TABLE, "a table of objects is wrong")                                                   \
    X(C007_TABLE_UNFIT, "warning: a table of objects does not fit its file")                       \
    X(C008_UNITS, "files are in different units")                                                  \
    X(C009_UNIT_TAKEN, "warning: a file does not say its unit")                                    \
    X(C010_BASELINE, "a baseline or a file of approvals is wrong")                                 \
    X(C011_APPROVAL_EXPIRED, "warning: an approval does not hold any more")                        \
    X(C012_SAME_IDS, "warning: objects have the same id")                                          \
    X(C013_NO_PAIR, "warning: there is no pair to check")                                          \
    X(C014_CONVERTER_MISSING, "STEP and IFC need a converter that is not there")                   \
    X(C015_CONVERTER_FAILED, "a file could not be converted")                                      \
    X(C016_CONVERTED, "warning: a file was converted")                                             \
    X(C017_MEMORY_TOO_LITTLE, "--memory is too little for these objects")                          \
    X(C018_BCF_TOO_LARGE, "a BCF archive would be too large")                                      \
    X(C019_PICTURES_LACK, "warning: pictures lack something")                                      \
    X(C020_NO_PART, "a file is no part")                                                           \
    X(C021_PART_DAMAGED, "a part is damaged")                                                      \
    X(C022_PART_VERSION, "a part is of another version")                                           \
    X(C023_PART_JOB, "parts are of different jobs")                                                \
    X(C024_PART_MISSING, "parts are missing")                                                      \
    X(C025_PART_TWICE, "a part is given twice")                                                    \
    X(C026_SOURCE_CHANGED, "a file is not what it was when a part was made")                       \
    X(C027_TABLE_USED, "warning: what objects are is told by a table beside their file")

// The system.
#define FAULT_CODES_S(X)                                                                           \
    X(S001_OUT_OF_MEMORY, "there is not enough memory")                                            \
    X(S002_CANNOT_OPEN, "a file cannot be opened or read")                                         \
    X(S003_CANNOT_WRITE, "a file cannot be written")                                               \
    X(S004_MEMORY_LIMIT, "more memory is needed than --max-memory allows")                         \
    X(S005_NOT_BUILT, "this build of the program cannot do that")                                  \
    X(S006_THREADS, "threads cannot be had")                                                       \
    X(S007_RUN_LEFT, "an earlier run left its answers")                                            \
    X(S008_RESUME_UNFIT, "a run cannot go on with what an earlier one left")                       \
    X(S009_RUN_AT_WORK, "another run writes this file")                                            \
    X(S010_MPI, "MPI cannot do what is needed")

// The library: what abut_status says, with its numbers; those that are of files, or of the system, are there.
#define FAULT_CODES_Q(X)                                                                           \
    X(Q002_BAD_ARGUMENT, "an argument of the library is not allowed")                              \
    X(Q004_NOT_FINITE, "a number is not finite, or a place too far away")                          \
    X(Q005_NOT_RIGID, "a rotation is not rigid")                                                   \
    X(Q006_BAD_SCALE, "a scale is negative, too small or too large")                               \
    X(Q007_NON_UNIFORM_SCALE, "a matrix scales its axes differently")                              \
    X(Q008_SHEAR, "a matrix shears")                                                               \
    X(Q009_NOT_AFFINE, "the last row of a matrix is not 0 0 0 1")                                  \
    X(Q010_TOO_LARGE, "a model has too many vertices or triangles")                                \
    X(Q011_CANCELLED, "a call was cancelled")                                                      \
    X(Q012_MIXED_METHODS, "two models have different methods or kinds of numbers")                 \
    X(Q013_BAD_COMBINATION, "options do not go together")                                          \
    X(Q014_NOT_AVAILABLE, "a method is not in this build")                                         \
    X(Q017_TOO_FAR_TO_DRAW, "coordinates are too far away to be drawn")

// Models and motions that abut-scene makes.
#define FAULT_CODES_M(X)                                                                           \
    X(M001_UNKNOWN_NAME, "abut-scene has no scene or key of that name")                            \
    X(M002_BAD_VALUE, "a scene cannot be made of these values")                                    \
    X(M003_OTHER_SORT, "a scene is a model where a motion is needed, or the other way round")

// What abut-convert (convert/) says: its sources have the codes as text.
#define FAULT_CODES_V(X)                                                                           \
    X(V001_MODULE, "abut-convert lacks a module that reads the file")                              \
    X(V002_NO_STEP, "a file is neither STEP nor IFC")                                              \
    X(V003_DAMAGED, "a STEP or IFC file is cut off or damaged")                                    \
    X(V004_NOT_READ, "a STEP or IFC file could not be read")                                       \
    X(V005_NO_TRIANGLES, "a STEP or IFC file gives no triangles")                                  \
    X(V006_OPTION, "an option of abut-convert is wrong")                                           \
    X(V007_CONVERTED, "warning: something of a STEP or IFC file was changed or left out")

#define FAULT_CODES(X)                                                                             \
    FAULT_CODES_O(X)                                                                               \
    FAULT_CODES_F(X)                                                                               \
    FAULT_CODES_P(X)                                                                               \
    FAULT_CODES_N(X)                                                                               \
    FAULT_CODES_C(X)                                                                               \
    FAULT_CODES_M(X)                                                                               \
    FAULT_CODES_V(X)                                                                               \
    FAULT_CODES_S(X)                                                                               \
    FAULT_CODES_Q(X)

typedef enum fault_code {
    CODE_NONE = 0,  // no fault
#define ONE(name, title) name,
    FAULT_CODES(ONE)
#undef ONE
        CODE_END,
} fault_code;

// "S002" and what it is; "" if it is none.
typedef struct fault_name {
    char text[5];
} fault_name;
fault_name fault_code_name(fault_code code);
const char* fault_code_title(fault_code code);

// Find a code by its text, whichever case it has. CODE_NONE: there is none.
fault_code fault_code_find(const char* text);

// What a status of the library is here.
fault_code fault_code_of_status(abut_status status);

#endif
