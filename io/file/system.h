// system.h - what readers and writers ask of a system that is not only POSIX: Windows has these calls by other names,
// opens files as text, and takes paths that are not UTF-8. Here a path is UTF-8 there, and bytes elsewhere.
#ifndef ABUT_FILE_SYSTEM_H
#define ABUT_FILE_SYSTEM_H
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

// As those of POSIX: -1 or NULL, and errno. A file that is opened is closed when another program is run; bytes are bytes.
int file_open_to_read(const char* path);
int file_create(const char* path);  // it must not be there
FILE* file_open_to_write(const char* path);
int file_about(const char* path, struct stat* out);
int file_remove(const char* path);
// Put one in the other's place, if there is another.
int file_replace(const char* from, const char* to);
// The same rights as another file's. Only a courtesy: it may do nothing.
void file_rights_as(int descriptor, const struct stat* other);
// The path without symbolic links, to be freed; the file must be there.
char* file_resolve(const char* path);

#endif
