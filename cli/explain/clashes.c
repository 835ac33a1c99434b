// clashes.c - what is wrong with rules, tables, baselines, frames and parts.
#include "explain/explain.h"

const explanation explain_clashes[] = {
    {C001_RULES, "A file of rules, or of ifcclash, cannot be used.",
     "The message names the line and the key: it is no JSON, a key is unknown or missing, "
     "or a value has another form.",
     "Mend that line. docs/reference/schemas/clash-rules.schema.json says what each key may be, "
     "and editors check it while you type.",
     "abut: rules.json: line 2: key \"rules\": an array is wanted, not a number [C001]"},
    {C002_RULE_OF_NOTHING, "A rule, a set, or a name to be ignored is about nothing here.",
     "The name is misspelled, capitals differ, the files of this run lack the object, or "
     "an earlier rule takes all its pairs.",
     "Compare the names with those of the files:\n  abut info FILE --groups",
     "abut: warning: ignore.txt: line 1: there is no object 'pipe' [C002]"},
    {C003_IGNORE_FILE, "A file of pairs to be ignored has a line that is none.",
     "Each line has the names of two objects with one tab between. Blanks in place of the "
     "tab are the usual cause.",
     "Put a tab between the two names. Lines that begin with # are passed over.",
     "abut: ignore.txt: line 1: not two names with a tab between [C003]"},
    {C004_NO_OBJECT, "A file names an object that is not there, or that is there several times.",
     "The name is misspelled, or two files have objects of one name.",
     "Take a name as 'abut info FILE --groups' lists it. Where several have it, write the "
     "file in front, as in hall.ifc:pipe.",
     "abut: frames.tsv: line 1: there is no object 'crane' [C004]"},
    {C005_FRAMES, "A file of frames cannot be used.",
     "A line is a frame's number, an object, and its pose, with tabs between. Frames "
     "begin with 0, and none is left out.",
     "Mend the line that the message names. A pose has 7 numbers, x y z qx qy qz qw, or "
     "the 12 of a matrix.",
     "abut: frames.tsv: line 2: frame 3 where frame 0 or the next one comes [C005]"},
    {C006_TABLE, "A table of objects (FILE.objects.tsv) cannot be used.",
     "It was edited by hand, cut off, or written by another version.",
     "Convert the file again with abut-convert, or mend the line that the message names.",
     "abut: hall.objects.tsv: line 2: 2 cells, where there are 3 columns [C006]"},
    {C007_TABLE_UNFIT, "A table of objects is beside a file, but does not quite fit it.",
     "The file was written again after the table, or the table is of another file of that "
     "name.",
     "Convert the file again, so that both are of one run. The answers are right; only "
     "what objects are may be wrong.",
     "abut: warning: hall.obj: 1 of its 2 objects is not in its table [C007]"},
    {C008_UNITS, "Files, or a file and its table, are in different units.",
     "One was exported in millimetres and the other in metres, for example. Lengths would "
     "be compared that mean different things.",
     "Bring them to one unit when you convert them:\n  abut-convert --unit mm hall.ifc -o "
     "hall.glb\nIf only what a file says is wrong, --unit says what is right.",
     "abut: a.glb is in m, b.glb in mm: bring them to one unit, as 'abut-convert --unit "
     "m' does [C008]"},
    {C009_UNIT_TAKEN, "A file does not say its unit, so one was taken.",
     "STL, OBJ, PLY and OFF have no unit.", "If it is right, nothing. Else say it with --unit.",
     "abut: warning: b.stl does not say its unit: taken as mm, like a.glb (--unit says "
     "another) [C009]"},
    {C010_BASELINE, "A baseline, a review or a file of approvals cannot be used.",
     "It is no JSON, not what 'abut clash --json' wrote, of another form, or it was "
     "edited wrongly.",
     "Mend the line that the message names, or write the baseline anew with --json -o "
     "FILE. For approvals see docs/reference/schemas/approvals.schema.json.",
     "abut: last.json: line 1: this is not the result of a review: the number \"review\" "
     "is missing [C010]"},
    {C011_APPROVAL_EXPIRED, "An approval does not hold any more.",
     "What was approved has changed since, or the pair does not clash any more.",
     "Look at the pair again, and approve it anew or remove the line.",
     "abut: warning: approvals.json: line 3: the approval by Ann expired: pipe-4 changed "
     "[C011]"},
    {C012_SAME_IDS, "Several objects of a file have the same id.",
     "The program that exported it copies ids. Rows of reviews are then recognised by "
     "names and shapes, too, which may change.",
     "If you can, let the export give each object an id of its own.",
     "abut: warning: 2 objects have the id of another in their file: their keys depend on "
     "names and shapes, too [C012]"},
    {C013_NO_PAIR, "There are fewer than two objects with triangles.",
     "Files are empty, or options left out all but one object.",
     "Add files, or --groups if the objects are groups of one file.",
     "abut: warning: 1 object with triangles: there is no pair to check [C013]"},
    {C014_CONVERTER_MISSING, "A STEP or IFC file needs abut-convert, and that cannot be run.",
     "It is neither on PATH nor beside abut, or Node.js, which runs it, is not there. "
     "Nothing can be run from WebAssembly.",
     "Install Node.js and abut-convert, or convert the file elsewhere and give abut what "
     "comes out:\n  abut-convert part.step -o part.glb",
     "abut: part.step: STEP and IFC are read by abut-convert, which is neither on PATH "
     "nor beside abut: install abut with it, or run tools/install converters in its "
     "sources [C014]"},
    {C015_CONVERTER_FAILED, "A STEP or IFC file could not be converted.",
     "The file is damaged or of a version that is not read, or there is not enough memory "
     "or space. What the converter said stands above.",
     "Run the converter alone to see all that it says:\n  abut-convert part.step -o "
     "part.glb",
     "abut: part.step: abut-convert could not convert it [C015]"},
    {C016_CONVERTED, "A file was converted before it was read, and its surfaces are now triangles.",
     "STEP and IFC hold curved surfaces. The answer is exact for the triangles that were "
     "made of them.",
     "Nothing, if the deviation of the triangles is fine for you. 'abut-convert --help' "
     "tells how to choose it.",
     "abut: warning: part.step: converted by abut-convert: vertices in doubles [C016]"},
    {C017_MEMORY_TOO_LITTLE, "The amount of --memory is too little for this job.",
     "The message says how much the objects that are near each other take at once.",
     "Give at least that much, or cut the job into shards with --shard I/N.",
     "abut: --memory 1M is too little: 2 objects take 21M while those that are near each "
     "other are asked about [C017]"},
    {C018_BCF_TOO_LARGE, "A BCF archive would be larger than 4 GB.",
     "There are very many topics with pictures.",
     "List fewer: with --rules that leave out what does not matter, or with groups "
     "(--group).",
     "abut: issues.bcf: an archive of more than 4 GB [C018]"},
    {C019_PICTURES_LACK, "Pictures were made, but lack something.",
     "Their letters are Latin, Greek and Cyrillic; other letters are shown as boxes. "
     "Without zlib, topics of BCF have no pictures.",
     "If it matters, name the objects with such letters, or install a build with zlib.",
     "abut: warning: view.png: the letters of pictures are Latin, Greek and Cyrillic: "
     "boxes stand for 4 others [C019]"},
    {C020_NO_PART, "A file that was given to 'abut merge' is no part.",
     "Parts are what a command with --shard I/N writes. This file is something else.",
     "Give 'abut merge' only the files that the shards wrote.",
     "abut: a.off: this is no part: 'abut VERB --shard I/N -o FILE' writes one [C020]"},
    {C021_PART_DAMAGED, "A part is damaged, or does not make sense together with the others.",
     "Its shard was stopped, the file was cut off on its way, or parts of different jobs "
     "are mixed.",
     "Run the shard that the message names again, with the same options.",
     "abut: part.2: part 2 of 2 is damaged: it is cut off; run its shard again [C021]"},
    {C022_PART_VERSION,
     "A part was written by another version of abut, or by a verb that has no shards here.",
     "Parts are read only by the version that wrote them.",
     "Install one version on all machines, and run all shards with it.",
     "abut: part.2: this part is of another version of abut (0.1.0, form 3), and this is "
     "0.2.0, form 4 [C022]"},
    {C023_PART_JOB, "Parts are of different jobs.",
     "The shards were run with different verbs, options, files or numbers of shards. The "
     "message says what differs.",
     "Give all shards the same command, but for the I of --shard I/N, and run the ones "
     "that differ again.",
     "abut: part.2: a part of another job than part.1: one of 3 shards, not of 2 [C023]"},
    {C024_PART_MISSING, "Not all parts of a job are there.",
     "A shard did not run, was stopped, or its file was not given.",
     "Run the shards that the message names, and give 'abut merge' all parts.",
     "abut: shard 2 of 2 is missing [C024]"},
    {C025_PART_TWICE, "Two of the parts are of the same shard.",
     "A file was given twice, or two runs had the same I of --shard I/N.", "Give each part once.",
     "abut: shard 1 of 2 is given twice: part.1 and part.2 [C025]"},
    {C026_SOURCE_CHANGED,
     "A file of rules, of pairs to ignore, a baseline or approvals has changed since a part was "
     "made.",
     "'abut merge' reads these files again. They were edited, or this machine has other ones. The "
     "parts would not "
     "be of one job.",
     "Restore the file, or run all shards again.",
     "abut: rules.json is not what it was when part.1 was made [C026]"},
    {C027_TABLE_USED, "A table of objects is beside a file, and it is used.",
     "abut-convert writes FILE.objects.tsv beside what it makes: names, classes and units of the "
     "objects.",
     "Nothing. If the table is not of this file, move it away.",
     "abut: warning: hall.obj: what its objects are is told by hall.objects.tsv [C027]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
