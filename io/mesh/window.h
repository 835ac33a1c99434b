// window.h - reading a large file through a window: the bytes have their places in one block of
// addresses, but only those around the reader are in memory. A file takes more memory than its mesh.
#ifndef ABUT_IO_MESH_WINDOW_H
#define ABUT_IO_MESH_WINDOW_H
#include "mesh/reader.h"

// fuzz/fuzz_file.c is built with a window of a few pages.
#ifdef ABUT_SMALL_WINDOW
enum { WINDOW_LEAST_FILE = 1 };
#else
enum { WINDOW_LEAST_FILE = 16 << 20 };  // smaller files are read whole
#endif

typedef struct window {
    char* bytes;  // size of them
    size_t size;
    size_t loaded;    // those before this one have been read
    size_t released;  // those before this one are gone
    size_t fresh;     // behind the last byte that has memory
    void* block;      // what bytes is in
    int descriptor;
} window;

// Take addresses for a file and read its first bytes. Returns false if the system will not, or if
// the file is shorter than size: then read it in another way.
bool window_open(window* w, int descriptor, size_t size);
void window_close(window* w);

// Move the window to where the reader is; *due: where to call this next. An element that reached
// beyond what was loaded has been misread: then everything begins again.
mesh_status window_move(reader* r, size_t* due);

// True if the file ends with what pads a text (text/end.h), or if that cannot be seen.
bool window_has_padding(const window* w);

// True if the reader is through and has seen the file as it is.
bool window_is_through(const window* w);

#endif
