// command_line.c - what is wrong on the command line.
#include "explain/explain.h"

const explanation explain_options[] = {
    {O001_UNKNOWN_VERB, "The first word behind 'abut' is no verb.",
     "It is misspelled, it is a file, or it is an option of a verb, as depth, inside and volume "
     "are of check. The verb comes first.",
     "Take one of the verbs that the message lists. 'abut help' tells what each is for, and "
     "'abut VERB --help-all' its options. "
     "To ask about two files:\n  abut check A B",
     "abut: there is no verb 'chek' (is check meant?); the verbs are: [O001]"},
    {O002_UNKNOWN_OPTION, "An option is not one that this verb has.",
     "It is misspelled, it belongs to another verb, or it stands before the verb.",
     "If the message names a similar option, take that. 'abut VERB --help-all' lists all "
     "options of a verb. Options stand behind the verb.",
     "abut: unknown option --mov-b (is --move-b meant?) [O002]"},
    {O003_VALUE_MISSING, "The last word of the command is an option that needs a value behind it.",
     "The value was forgotten, or a shell variable that should hold it is empty.",
     "Put the value behind the option, as in --move-b 0,0,12.5. 'abut VERB --help-all' "
     "tells what it is.",
     "abut: option --move-b needs a value [O003]"},
    {O004_VALUE_TOO_MUCH, "An option is a switch, and a value was given to it with \"=\".",
     "The option is either given or not; there is nothing to choose.",
     "Leave out the \"=\" and what follows it.", "abut: option --quiet takes no value [O004]"},
    {O005_GIVEN_TWICE, "An option, or a name in its list, stands in the command twice.",
     "Mostly a script adds an option that you gave, too. There is no \"last one wins\", "
     "since that hides mistakes.",
     "Give it once.", "abut: option --budget given twice [O005]"},
    {O006_EXCLUDE, "Two options of the command contradict each other.",
     "Both choose the same thing, or one forbids what the other asks for.",
     "Leave out one of them. 'abut VERB --help-all' tells what each does.",
     "abut: options --pose-b and --move-b exclude each other [O006]"},
    {O007_NO_EFFECT, "An option is given that would change nothing in this command.",
     "It goes with another option, which is missing, or with another kind of file. It is "
     "refused, so that you do not believe that it did something.",
     "Add the option that the message names, or leave this one out.",
     "abut: option --picture-size has no effect without --picture [O007]"},
    {O008_FILE_MISSING, "The command lacks a file that the verb needs.",
     "A file was forgotten, or a pattern of the shell, such as *.stl, found none.",
     "Name the files behind the verb. 'abut help VERB' shows an example.",
     "abut: check needs two files, only one is given; 'abut help check' tells more [O008]"},
    {O009_TOO_MANY, "There are more files or words than the verb takes.",
     "A blank in a name splits it in two, a list of numbers has blanks, or a value stands "
     "behind an option that takes none.",
     "Put quotes around names with blanks, and write lists of numbers with commas: "
     "--move-b 0,0,1.",
     "abut: check takes two files ('abut clash' takes many); 'c.off' is one too many "
     "[O009]"},
    {O010_OPTION_MISSING, "The verb cannot begin without an option that is not there.",
     "Some verbs need to know more than the files: where to write, which poses, which "
     "motion.",
     "Add one of the options that the message names. 'abut help VERB' shows an example.",
     "abut: fly needs a path of b: --path FILE [O010]"},
    {O011_NO_NUMBER, "A value is no number, or holds fewer or more numbers than the option takes.",
     "A letter or a decimal comma is in it, a number is missing, or blanks split the list "
     "into several words.",
     "Write numbers with a decimal point, and a list as one word with commas: 1.5,0,-2. "
     "All numbers must be finite.",
     "abut: --move-b: 3 numbers needed, 2 found in '0,0'; all are one argument, as in "
     "1,2,3 or \"1 2 3\" [O011]"},
    {O012_OUT_OF_RANGE, "A number is smaller or larger than the option allows.",
     "The message says the range. Mostly a unit or a sign is wrong, or two options do not "
     "fit together.",
     "Take a number within the range.",
     "abut: --threads: '0' is not a whole number from 1 to 1024 [O012]"},
    {O013_NO_SUCH_VALUE, "A value is not one of the words that the option takes.",
     "It is misspelled, or of another version of abut.",
     "Take one of the words that the message lists.",
     "abut: --format: there is no 'OBJ' (is obj meant?); there are: stl stl-ascii obj ply "
     "off gltf 3mf [O013]"},
    {O014_OTHER_FORM, "A value is not written in the form that the option needs.",
     "Sizes of memory, durations, dates, shards and sizes of pictures have forms of their "
     "own, with their units.",
     "Follow the example in the message:\n  --max-memory 2G     --deadline 1.5ms     "
     "--picture-size 1280x800\n  --shard 3/8         --date 2026-11-30",
     "abut: --deadline: '5' is not a duration above 0 with its unit, such as 200us, 1.5ms "
     "or 2s [O014]"},
    {O015_NO_LENGTH, "A direction, or the axis of a turn, is 0,0,0.",
     "All three numbers are zero, so it points nowhere.",
     "Give at least one number that is not zero. The length does not matter.",
     "abut: --view: '0,0,0' is no direction: one of its numbers must not be 0 [O015]"},
    {O016_STDIN_TWICE, "Standard input, \"-\", stands where it cannot be read.",
     "It can be read only once, but two files are \"-\"; or several processes would need "
     "it.",
     "Write what comes from the pipe to a file, and name that.",
     "abut: standard input can be read only once [O016]"},
    {O017_STDIN_FORMAT, "A model comes from standard input, and nothing tells its format.",
     "The formats are found by content and suffix in files alone; a pipe is read once and "
     "has no name.",
     "Say the format:\n  cat part.stl | abut check - other.obj --format stl",
     "abut: standard input needs --format [O017]"},
    {O018_NEEDS_A_FILE, "An output is of a kind that standard output cannot take.",
     "Pictures, pages, archives and parts are files; raw bits are not for a terminal; a "
     "run that goes on later needs a file to go on with.",
     "Name a file: -o FILE, or a name in place of \"-\" behind the option.",
     "abut: --picture: a picture goes to a file, not to standard output [O018]"},
    {O019_OUTPUT_IS_INPUT, "The file to write is one that the command reads.",
     "Both have the same name, or one is a link to the other.",
     "Give the output another name. Nothing was written.",
     "abut: b.off: is an input too; it would be lost [O019]"},
    {O020_SAME_OUTPUT, "Two outputs of the command have one name.",
     "Each would overwrite the other.", "Give each a name of its own.",
     "abut: x.png: two outputs cannot go to one file [O020]"},
    {O021_SUFFIX, "The name of an output ends in the suffix of a format that is not written here.",
     "Pictures are PNG, and pages are HTML. Another suffix would lead other programs "
     "astray.",
     "Let the name end in .png or .html, as the message says.",
     "abut: --picture: view.jpg: a picture is written as PNG: let its name end in .png "
     "[O021]"},
    {O022_METHOD_LACKS,
     "The method that you chose, or that a model was saved with, has not what is asked of "
     "it.",
     "Not every method answers every question or has every option. The default, wide, "
     "answers all.",
     "Leave out --method, or take one that the message names. 'abut methods' lists what "
     "each has.",
     "abut: the method brute has no such option or value: --split [O022]"},
    {O023_METHOD_DIFFERS, "A saved model has another method than the command asks for.",
     "A saved model holds its tree, which is of one method. It cannot be changed.",
     "Leave out --method, or build the model anew:\n  abut build part.stl -o part.abut "
     "--method NAME",
     "abut: part.abut was saved with the method wide, not obb: build it anew, or leave "
     "out --method [O023]"},
    {O024_SHAPE_PLACE,
     "A word is a shape, such as sphere:0,0,0,1, where a file of a model must stand; or "
     "an option is not for shapes.",
     "One of the two models may be a shape, with verbs that take one. Options that need "
     "triangles of both do not go with it.",
     "Put a model in its place or leave out the option. If a file has such a name, write "
     "./ before it.",
     "abut: 'sphere:0,0,0,1' is a shape, where a model is needed; a file of that name is "
     "./sphere:0,0,0,1 [O024]"},
    {O025_NO_SHAPE, "A shape is not written as it must be.",
     "A number is missing, too many, or none; a radius is negative; an axis has no length.",
     "Follow the form in the message. 'abut help check' names the shapes and their "
     "numbers.",
     "abut: sphere:0,0,1: 4 numbers needed, as in sphere:x,y,z,r; number 4, r, is missing "
     "[O025]"},
    {O026_QUATERNION, "Four numbers that should be a rotation are too far from the length 1.",
     "The order of the numbers is wrong (it is x,y,z,w), a number is missing, or the "
     "quaternion was never normalised.",
     "Give a quaternion of length 1, within 0.5 to 2; small errors are put right.",
     "abut: --quat-b: the quaternion has the norm 0.1; it must be near 1, at least 0.5 "
     "[O026]"},
    {O027_FOR_MODELS, "An option is given that is not for this kind of file.",
     "A saved model or set has its tree already, and kept neither faults nor, for a "
     "model, groups. What the option would do was done, or not, when it was built.",
     "Give the option to 'abut build', or take the file that the model was built from.",
     "abut: part.abut: a saved model has neither groups nor faces: --group and --drop-bad "
     "are for 'abut build' [O027]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
