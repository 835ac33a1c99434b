// pyconfig.h - what Python's headers ask of a system, where tools/wheels compiles for another one: the answers of 64-bit
// Linux, macOS and Windows, as far as the limited API goes. The interpreter's own file speaks of its own system only.
#ifndef ABUT_PYCONFIG_H
#define ABUT_PYCONFIG_H

#define SIZEOF_SHORT     2
#define SIZEOF_INT       4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P    8
#define SIZEOF_SIZE_T    8
#define SIZEOF_FLOAT     4
#define SIZEOF_DOUBLE    8
#define SIZEOF_TIME_T    8
#define HAVE_STDINT_H    1
#define HAVE_INTTYPES_H  1
#define HAVE_WCHAR_H     1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H  1
#define STDC_HEADERS     1
#define WITH_DOC_STRINGS 1

#ifdef _WIN32
#define MS_WINDOWS        1
#define MS_WIN32          1
#define MS_WIN64          1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED  1
#define SIZEOF_LONG       4
#define SIZEOF_WCHAR_T    2
#define SIZEOF_OFF_T      4
#define SIZEOF_PID_T      4
#define SIZEOF_FPOS_T     8
#define PLATLIBDIR        "DLLs"
#else
#define SIZEOF_LONG     8
#define SIZEOF_WCHAR_T  4
#define SIZEOF_OFF_T    8
#define SIZEOF_PID_T    4
#define SIZEOF_FPOS_T   16
#define HAVE_SSIZE_T    1
#define HAVE_UNISTD_H   1
#define HAVE_SYS_TIME_H 1
#endif
#endif
