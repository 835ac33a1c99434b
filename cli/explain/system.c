// system.c - what the system refuses.
#include "explain/explain.h"

const explanation explain_system[] = {
    {S001_OUT_OF_MEMORY, "The system gave no more memory.",
     "The models, their trees or the answer need more than is left; or the system limits "
     "this process.",
     "Close other programs, or ask with less memory: build trees with --memory compact, "
     "cut a large 'abut clash' into shards (--shard I/N), or give it --memory SIZE. 'abut "
     "info FILE' tells how large a model is.",
     "abut: out of memory [S001]"},
    {S002_CANNOT_OPEN, "A file cannot be opened, or not be read to its end.",
     "The words behind the name are the system's: there is no such file, you may not read "
     "it, it is a folder, or a disk failed.",
     "Check the name, its folder and your rights:\n  ls -l FILE",
     "abut: nofile.stl: cannot open: No such file or directory [S002]"},
    {S003_CANNOT_WRITE, "An output could not be written. What stood there before is still there.",
     "The words at the end are the system's: the folder is not there, you may not write "
     "in it, or the disk is full.",
     "Make the folder, or free space, and run the command again; or write elsewhere with "
     "-o FILE.",
     "abut: out/pairs.csv: cannot write: the folder out: No such file or directory [S003]"},
    {S004_MEMORY_LIMIT, "The program would take more memory than --max-memory allows.",
     "Without the option the limit is most of the machine's memory, or of the control "
     "group that the program runs in. A small file may claim to be a large one.",
     "If the file is to be trusted, allow more:\n  abut check A B --max-memory 16G",
     "abut: big.obj: reading it takes more memory than --max-memory allows [S004]"},
    {S005_NOT_BUILT, "This program was built without something that the option needs.",
     "Pictures need zlib, and it was not there when the program was built.",
     "Install abut as a package, or build it again with zlib (Debian: zlib1g-dev).",
     "abut: --picture: this program was built without zlib and makes no pictures [S005]"},
    {S006_THREADS, "Threads cannot be had.",
     "A program in WebAssembly has one thread only; elsewhere the system refused another, "
     "for its limit of processes.",
     "Leave out --threads, or raise the limit (ulimit -u). The answers are the same with "
     "any number of threads.",
     "abut: --threads 4: this program cannot have more than one thread here [S006]"},
    {S007_RUN_LEFT, "An earlier run was stopped before its end, and left what it had answered.",
     "Its file of answers and its journal are beside the output.",
     "Give the same command with --resume, and it goes on where it was. Or remove the "
     "files that the message names, and begin anew.",
     "abut: out.bits.unfinished: is left of an earlier run: --resume goes on with it; or "
     "remove out.bits.unfinished and out.bits.journal [S007]"},
    {S008_RESUME_UNFIT, "What an earlier run left does not belong to this command.",
     "Since then a model, the poses or the options have changed, or a file of it is "
     "damaged or missing.",
     "Give the command of that run, with the same files. Or remove what it left, which "
     "the message names, and begin anew.",
     "abut: out.bits.unfinished: out.bits.journal does not tell what it is; remove both "
     "to begin anew [S008]"},
    {S009_RUN_AT_WORK, "Another process writes the same output just now.",
     "The same command was started twice.",
     "Wait until the other one has ended, or write to another file.",
     "abut: out.bits.unfinished: another run writes it [S009]"},
    {S010_MPI, "MPI did not start, or cannot do what abut-mpi needs of it.",
     "The program was started without mpirun, the MPI library is another one than it was "
     "built with, or one rank would get too many rows.",
     "Start it by the mpirun of the same MPI, with more ranks if the message says so:\n  "
     "mpirun -n 8 abut-mpi clash *.stl -o clashes.csv",
     "abut-mpi: MPI cannot be started [S010]"},
    {CODE_NONE, NULL, NULL, NULL, NULL},
};
