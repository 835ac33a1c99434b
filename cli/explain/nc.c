// nc.c - what is wrong with NC programs and tools.
#include "explain/explain.h"

const explanation explain_nc[] = {
    {N001_SYNTAX,
     "A line has a character or a word that is none of RS274/NGC, the language of G-code.",
     "It is a comment without brackets, text in another encoding, or a line that was damaged.",
     "Mend the line and column that the message names. Comments stand in ( ) or behind a "
     "semicolon.",
     "abut: part.nc:3:7: a word begins with a letter, not with '*' [N001]"},
    {N002_UNKNOWN_WORD, "A G or M code, or another word, is not known.",
     "It is of your control alone, of another --dialect, or misspelled. What it does to the path "
     "is not known, so passing over it silently could be wrong.",
     "If it moves nothing, pass over such words, with a warning for each:\n  abut nc part.nc "
     "--part part.stl --lenient",
     "abut: part.nc:2:1: M123 is unknown (--lenient passes over it) [N002]"},
    {N003_UNSUPPORTED, "The program asks for something that is known, and cannot be checked.",
     "Cutter compensation (G41), probing (G38), polar coordinates, NURBS and others move the tool "
     "along another path than the three axes that are programmed.",
     "Let the CAM system output the path itself: compensation in the computer, arcs and lines "
     "only.",
     "abut: part.nc:2:1: probing (G38) ends where the probe touches, which is not known [N003]"},
    {N004_BAD_VALUE, "A number does not fit where it stands.",
     "It is out of range, not whole, or a function has no value there: sqrt[-1].",
     "Mend the line and column that the message names.",
     "abut: part.nc:2:8: P must be a whole number from 0 to 9, not 0.5 [N004]"},
    {N005_ENDLESS, "The program was stopped, since it does not seem to end.",
     "A loop whose condition stays true, a subroutine that calls itself, or a program that is "
     "longer than the limits allow.",
     "Mend the loop. If it is meant, allow more with --max-moves, --max-lines or --max-idle.",
     "abut: part.nc:2:1: 1000000 lines more than the program has were carried out since the last "
     "move: a loop that does not end? (--max-idle allows more) [N005]"},
    {N006_ODD, "A word was taken in one way, and some controls take it in another.",
     "X10 without a decimal point may be 10 or 0.010; an arc that ends where it begins may be a "
     "whole turn.",
     "Compare with your control's manual. --dialect takes words as LinuxCNC, Fanuc or Grbl do.",
     "abut: warning: part.nc:2:4: X10 has no decimal point: it is taken as a length; some controls "
     "count the smallest steps so [N006]"},
    {N007_NO_MOVE, "An NC program has no motion in it.",
     "It is a subprogram alone, it ends before its first move (M30, %), or what moves is "
     "skipped.",
     "Give the program that calls it. 'abut help nc' tells how calls are found.",
     "abut: warning: part.nc: the program makes no move, so there is nothing to check [N007]"},
    {N008_BLENDED, "A machine may leave the path that was checked.",
     "G64 lets it cut corners, by at most its P, or as far as it likes without one.",
     "Give G64 a P, and take that much more clearance; or use G61, which keeps the path.",
     "abut: warning: part.nc: G64 without P lets the machine cut corners as it likes: the "
     "programmed path was checked [N008]"},
    {N009_TOOL, "The description of a tool, a shank or a holder makes no sense.",
     "A number is missing or wrong, or two do not fit: a corner radius more than half of "
     "the diameter, for example.",
     "Mend the number that the message names. 'abut nc --help-all' has all kinds of tools "
     "and their numbers.",
     "abut: --tool: a ball of that diameter is 4.5 high, more than its length of 1 [N009]"},
    {N010_TOOL_TABLE, "A tool table cannot be used, or the tool that it has cannot be checked.",
     "The message names the line: a word is unknown, T is missing, a number is wrong, or "
     "a tool stands there twice.",
     "Mend the line, or describe the tool with --tool.",
     "abut: tools.tbl:1: T, the number of the tool, is missing, or no whole number [N010]"},
    {N011_NO_TOOL, "The program moves a tool that nobody described.",
     "No T word came before the move, or the table has no such number.",
     "Describe it with --tool, or add its line to the table.",
     "abut: part.nc:2: a move, but no tool was called (T): give one with --tool [N011]"},
    {N012_WORD_MISSING, "A code needs another word in its line, which is not there.",
     "A dwell needs its time, an arc its centre, a cycle its R, a call its P.",
     "Add the word that the message names.", "abut: part.nc:2:1: G4 needs P, X or U [N012]"},
    {N013_CONFLICT, "Words of one line exclude each other.",
     "Two codes of one group stand in it, or two codes that both take X, Y and Z.",
     "Write them in two lines.",
     "abut: part.nc:2:4: G0 and G1 exclude each other in a line [N013]"},
    {N014_NO_MOTION, "A line has X, Y or Z, and no motion is in force that could go there.",
     "No G0, G1, G2 or G3 came before, or G80 ended it.",
     "Write the motion that you mean: G1 X10. --dialect fanuc and grbl begin with one.",
     "abut: part.nc:1:1: X, but no motion (such as G1) is in force (--dialect grbl begins with G0) "
     "[N014]"},
    {N015_ARC, "The centre or radius of an arc does not fit its ends.",
     "The CAM system rounded I, J and K too far, they are absolute where the control takes them "
     "from the start (G90.1, G91.1), or the line before was changed.",
     "Post the program again with more digits, or say G90.1 or G91.1.",
     "abut: part.nc:2:1: the arc's radius is 3 at its start and 7 at its end [N015]"},
    {N016_EXPRESSION, "A value is missing, or an expression is not complete.",
     "A bracket or an operator is missing, or a letter stands without a number.",
     "Mend the line and column that the message names. Expressions look like #1 = [#2 + 3 * "
     "sin[30]].",
     "abut: part.nc:2:12: the line ends where an operator or ']' should be [N016]"},
    {N017_NO_VALUE, "A named parameter is read before it has a value.",
     "Its name is misspelled, or another program sets it.",
     "Set it before: #<depth> = 5. exists[#<depth>] tells whether it is there.",
     "abut: part.nc:2:5: the parameter #<depth> has no value yet [N017]"},
    {N018_READ_ONLY, "The program sets a parameter that the control keeps for itself.",
     "It is the current position, the tool or the like.",
     "Take another number, from 31 to 5000, or a name.",
     "abut: part.nc:2:1: the parameter #5420 may only be read [N018]"},
    {N019_STRUCTURE, "Loops, conditions or subroutines do not begin and end as they should.",
     "An endwhile, endif or endsub is missing, stands twice, or has another number than its "
     "beginning; or a program of Fanuc lacks M30 or M99.",
     "Mend the O-word that the message names.", "abut: part.nc:2:1: o100 if has no end [N019]"},
    {N020_NO_SUBROUTINE, "A subroutine, program or line is called that the file does not have.",
     "It is in another file on the control.",
     "Put it into the same file, before or behind what calls it.",
     "abut: part.nc:2:5: there is no program O1000 in this file [N020]"},
    {N021_OTHER_LANGUAGE, "The program is in the language of another control.",
     "It was posted for Heidenhain, Siemens or the like.",
     "Post it for LinuxCNC, Fanuc or Grbl: the same CAM system has such a post.",
     "abut: part.nc:1:1: CYCL is of Heidenhain's language, which is not supported; RS274/NGC is "
     "[N021]"},
    {N022_AMBIGUOUS, "A code means one thing on some controls, another on others.",
     "G70 and G71 are inches and millimetres, or cycles of a lathe.",
     "Put G20 (inches) or G21 (millimetres) before it.",
     "abut: part.nc:1:1: G70 means inches on some machines, something else on others: G20 before "
     "it says it clearly [N022]"},
    {N023_AXIS, "The program moves another axis than X, Y and Z.",
     "It is for four or five axes, or for a lathe.",
     "Post it for three axes. Rotary axes that stay at 0 do no harm.",
     "abut: part.nc:1:11: A moves a further axis; only X, Y and Z can be checked [N023]"},
    {N024_NO_HOME,
     "The program goes to the machine's reference point, and where that is nobody said.",
     "G28 and G30 go to a place that the control keeps, not the program.",
     "Say where it is, in the program's first coordinates:\n  abut nc part.nc --part part.stl "
     "--home 0,0,150",
     "abut: part.nc:2:1: G28 goes to the machine's reference point, which is not known: --home "
     "X,Y,Z gives it [N024]"},
    {N025_COMMENT, "A comment is opened and not closed in its line, or closed and never opened.",
     "A bracket is missing; Grbl ends a comment with the line.",
     "Add the bracket, or read it as Grbl does: --dialect grbl.",
     "abut: part.nc:1:14: a comment without its ')' (--dialect grbl ends it with the line) [N025]"},
    {N026_NO_UNIT, "The program does not say whether its lengths are millimetres or inches.",
     "It has neither G20 nor G21 before its first move.",
     "Put G21 or G20 into its first line. If it is right without, check that --part-unit fits.",
     "abut: warning: part.nc:1:1: the program has no G20 or G21: its lengths are taken as mm "
     "(--part-unit) [N026]"},
    {N027_NO_ZERO,
     "A place depends on where the machine's zero, or another coordinate system, lies, which is "
     "not known.",
     "G53, G10 L2 and G55 to G59 use offsets that the control keeps.",
     "Give the machine's zero with --machine-zero X,Y,Z; or set the systems in the program with "
     "G10.",
     "abut: warning: part.nc:2:1: G53 counts from the machine's zero, which is not known: it is "
     "taken as the program's zero; --machine-zero X,Y,Z gives it [N027]"},
    {N028_NOT_CHECKED, "Part of the file was not checked.",
     "A program in it is never called, M99 begins it again without end, or zeros stand behind it: "
     "lines may be lost.",
     "Check the part by itself, or call it. If zeros follow, copy the file again.",
     "abut: warning: part.nc:4:1: the program O2000 was not called, and so was not checked [N028]"},
    {N029_LIMIT,
     "A line or a structure is beyond a limit: too long, or too many within each other.",
     "No post writes such lines; the file is damaged, or made to keep a program busy.",
     "Split the line that the message names.",
     "abut: part.nc:1:4099: the line has more than 4096 characters [N029]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
