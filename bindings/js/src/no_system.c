// no_system.c - what the C library asks of a system, answered inside of the module: there is none. Nothing of this is
// called but where a file of glTF names another file: that one cannot be opened then, and the reader says so.
#include <stdint.h>

enum { NOT_SUPPORTED = 58, BAD_FILE = 8 };  // numbers of WASI

// clang-format off
#define ABSENT(name, ...)                                        \
    int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__); \
    int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__)

ABSENT(fd_close, int32_t a) { (void)a; return BAD_FILE; }
ABSENT(fd_fdstat_get, int32_t a, int32_t b) { (void)a, (void)b; return BAD_FILE; }
ABSENT(fd_prestat_get, int32_t a, int32_t b) { (void)a, (void)b; return BAD_FILE; }
ABSENT(fd_prestat_dir_name, int32_t a, int32_t b, int32_t c) { (void)a, (void)b, (void)c; return BAD_FILE; }
ABSENT(fd_read, int32_t a, int32_t b, int32_t c, int32_t d) { (void)a, (void)b, (void)c, (void)d; return BAD_FILE; }
ABSENT(fd_seek, int32_t a, int64_t b, int32_t c, int32_t d) { (void)a, (void)b, (void)c, (void)d; return BAD_FILE; }
ABSENT(fd_write, int32_t a, int32_t b, int32_t c, int32_t d) { (void)a, (void)b, (void)c, (void)d; return BAD_FILE; }
ABSENT(path_filestat_get, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e) { (void)a, (void)b, (void)c, (void)d, (void)e; return NOT_SUPPORTED; }
ABSENT(path_open, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int64_t f, int64_t g, int32_t h, int32_t i)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)i;
    return NOT_SUPPORTED;
}

// clang-format on
_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t status);
_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t status)
{
    (void)status;
    __builtin_trap();
}
