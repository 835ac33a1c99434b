// nc.c - what is wrong with NC programs and tools.
#include "explain/explain.h"

const explanation explain_nc[] = {
    {N007_NO_MOVE, "An NC program has no motion in it.",
     "It is a subprogram alone, it ends before its first move (M30, %), or what moves is "
     "skipped.",
     "Give the program that calls it. 'abut help nc' tells how calls are found.",
     "abut: warning: part.nc: the program makes no move, so there is nothing to check "
     "[N007]"},
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
     "abut: --tool: ball: the length is less than r [N009]"},
    {N010_TOOL_TABLE, "A tool table cannot be used, or the tool that it has cannot be checked.",
     "The message names the line: a word is unknown, T is missing, a number is wrong, or "
     "a tool stands there twice.",
     "Mend the line, or describe the tool with --tool.",
     "abut: tools.tbl:3: T is missing, or no whole number [N010]"},
    {N011_NO_TOOL, "The program moves a tool that nobody described.",
     "No T word came before the move, or the table has no such number.",
     "Describe it with --tool, or add its line to the table.",
     "abut: part.nc:5: a move, but no tool was called (T): give one with --tool [N011]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
