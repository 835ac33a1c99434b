// load_fail.c - how a file that cannot be loaded fails: alone here, for those who load nothing but sets (fuzz/).
#include "models/load.h"

#include <stdarg.h>
#include <stdio.h>

bool load_fail(load_error* error, fault_code code, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    error->code = code;
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return false;
}
