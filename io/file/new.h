// new.h - files that appear whole: they are written under another name beside their place, and get their own in the end.
#ifndef ABUT_IO_FILE_NEW_H
#define ABUT_IO_FILE_NEW_H

// From now on signals that would end the process remove the files that are not finished, and then end it as they would
// have. Signals that are ignored stay so; nothing helps against SIGKILL. For the beginning of main.
void new_files_watch(void);

// A file is not finished until new_file_end. path, the name it has so long, is borrowed; it may be a template that mkstemp
// is about to fill. There is room for 64; what is beyond is not removed. It may be a folder, which goes after all files.
void new_file_begin(const char* path);
// The file has its own name now, or is gone. Fine for a path that did not begin.
void new_file_end(const char* path);

// A program that this one waits for, and that writes such files: it is ended first. 0: there is none any more.
void new_files_writer(int process);

// Where a name leads that nothing is at yet: a symbolic link may lead there, and goes on doing so. To be freed; NULL: no
// memory.
char* new_file_place(const char* name);

#endif
