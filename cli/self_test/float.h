// float.h - the states of the floating-point unit that a caller may leave the library in: a
// rounding mode, and subnormals flushed to zero as results (FTZ) and as operands (DAZ).
#ifndef ABUT_CLI_SELF_TEST_FLOAT_H
#define ABUT_CLI_SELF_TEST_FLOAT_H
#include <stdbool.h>
#include <stdint.h>

typedef struct float_mode {
    const char* name;
    int rounding;
    bool flush;
} float_mode;

enum { FLOAT_MODES = 6, FLOAT_MODES_PLAIN = 4 };  // those from FLOAT_MODES_PLAIN on flush
extern const float_mode float_modes[FLOAT_MODES];

// Can this program switch subnormals off here?
bool float_flush_is_known(void);

// Enter a mode around calls of the library; compute nothing else in it. Then go back to the mode in
// which programs start.
void float_mode_enter(const float_mode* mode);
void float_mode_leave(void);

// Find by computing whether the mode is in force.
bool float_mode_shows(const float_mode* mode);
// Return the rounding mode and the flushing as the machine keeps them, without the flags that
// operations raise: equal before and after whatever leaves them alone.
uint64_t float_control(void);

#endif
