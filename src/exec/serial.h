// serial.h - numbers that are never given twice: by them a query knows a model again, which an address cannot do.
#ifndef ABUT_EXEC_SERIAL_H
#define ABUT_EXEC_SERIAL_H
#include <stdint.h>

// Never 0, and never the same in one process.
uint64_t serial_next(void);

#endif
