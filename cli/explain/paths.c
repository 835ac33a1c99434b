// paths.c - what is wrong with files of points, rays and poses.
#include "explain/explain.h"

const explanation explain_paths[] = {
    {P001_LINE, "A line does not have the numbers that it should have.",
     "A point has 3, a ray or a segment 6, a pose 7, 8, 12 or 16 (24 for two bodies), and all "
     "lines have the same. A line was cut, or columns were added.",
     "Mend the line that the message names; or name the columns in a first line, which lets points "
     "have others beside theirs. --drop-bad leaves out lines of points.",
     "abut: poses.txt: line 3: 6 numbers, but line 1 has 7 [P001]"},
    {P002_COLUMNS, "The first line names columns, and not those that are needed.",
     "Points need x, y and z; rays dx, dy and dz too; poses x y z qx qy qz qw in this order, with "
     "or without t. Some programs write qw first.",
     "Rename or reorder the columns, numbers included.",
     "abut: poses.txt: line 1: 'qw': the columns must be x y z qx qy qz qw, or t before these "
     "[P002]"},
    {P003_NO_TEXT, "A file that should be text has a zero byte in it, or gives nothing but zeros.",
     "It is a binary file, text in UTF-16, or what a crash left of it.",
     "Save it as text in UTF-8. Poses in binary are for 'abut batch' with --form.",
     "abut: points.csv: line 2: a zero byte: this is no text [P003]"},
    {P004_NO_POSE, "The numbers of a line are no place and rotation.",
     "A quaternion is far from length 1; a matrix shears, scales its axes differently, or is 0; "
     "the numbers may be columns, not rows.",
     "Write x y z qx qy qz qw, or a matrix row by row: each row has three of the rotation, then "
     "one of the position.",
     "abut: poses.txt: line 1: a quaternion whose norm is below 0.5 [P004]"},
    {P005_NO_POINTS, "A file of points, rays or poses has none.",
     "It is empty, or holds comments only.",
     "Check the name of the file, and the program that wrote it.",
     "abut: warning: points.csv: no points, so there is nothing to check [P005]"},
    {P006_LONG_LINE, "A line of a file of points has more than 65535 bytes.",
     "It has no line ends, or it is no file of points.",
     "Write a point a line. --drop-bad leaves out the line.",
     "abut: points.csv: line 1: longer than a line may be, 65535 bytes [P006]"},
    {P007_COUNTS_DIFFER, "The two models have paths of different lengths.",
     "Both are walked together, step by step, so that each needs as many poses; or a has "
     "a single one, to rest in.",
     "Resample one of the paths, or give a one pose.",
     "abut: a.txt has 3 poses, but b.txt has 2: a needs as many, or one to rest in [P007]"},
    {P008_BOTH_BODIES,
     "A file has the poses of both models, and another file is given for one of them.",
     "With 24 numbers a line the first 12 are of a, the others of b.",
     "Leave out --path-a; or give each model a file with its own poses.",
     "abut: both.txt has the poses of both models: --path-a has no effect [P008]"},
    {P009_NO_MOTION, "Between two poses there is no motion that keeps the model's form.",
     "Their scales differ, or one mirrors the model and the other does not.",
     "Give all poses the same scale, and let none or all of them mirror.",
     "abut: path.txt: line 2: its scale is 2, but that of step 0 is 1: motions keep the "
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
     "abut: poses.bin: 3 frames of pose7, which have 56 bytes each, and 32 bytes more: it "
     "is of another --form, or not whole [P011]"},
    {P012_NO_HULL, "A hull was asked for, and there are no points for it.",
     "The file of the shape hull:FILE is empty.", "Name a file with at least one point.",
     "abut: points.csv: no points, so it has no hull [P012]"},
    {P013_NO_NUMBER, "A word where a number should be is none, or too large for a double.",
     "Decimal commas, units behind numbers, or another kind of line.",
     "Write plain numbers with decimal points. --drop-bad leaves out lines of points.",
     "abut: points.csv: line 4: y is not a number: 'abc' [P013]"},
    {P014_DECIMAL_COMMAS,
     "A line can be read in two ways: with commas between numbers, or within them.",
     "The file has decimal commas (0,5), or blanks here and commas there.",
     "Write decimal points, and the same separator between all numbers.",
     "abut: poses.txt: line 1: 8 numbers, or 7 if commas are decimal ones: write decimal points, "
     "and the same between all numbers [P014]"},
    {P015_EMPTY, "A path has no poses.", "The file is empty, or has comments and names only.",
     "Write at least one pose, a line: x y z qx qy qz qw.",
     "abut: poses.txt: there are no poses in it [P015]"},
    {P016_POSE_COUNT, "A path says how many poses it has, and has more or fewer.",
     "A number alone in the first line is their count, and four lines of three numbers follow for "
     "each. The file was cut or joined.",
     "Mend the count, or the file.",
     "abut: poses.txt: line 1: 2 poses should follow, and the file ends after 1 [P016]"},
    {P017_NO_DIRECTION, "A ray has the direction 0 0 0.",
     "The columns dx, dy and dz are its direction, not its end; or a column is missing.",
     "Mend the line; for rays from point to point, 'abut ray --segments' takes both ends. "
     "--drop-bad leaves out the line.",
     "abut: rays.csv: line 2: dx, dy and dz are 0: a ray needs a direction [P017]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
