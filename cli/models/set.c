// set.c - see set.h. Not there yet: nothing is a set.
#include "models/set.h"

bool set_is(const char* path)
{
    (void)path;
    return false;
}
bool set_open(set_file* out, const char* path, load_error* error)
{
    (void)path;
    *out = (set_file){0};
    *error = (load_error){.text = "saved sets are not there yet"};
    return false;
}
void set_close(set_file* s)
{
    (void)s;
}
size_t set_model_size(const set_file* s, uint32_t model)
{
    (void)s;
    (void)model;
    return 0;
}
abut_status set_model_open(const set_file* s, uint32_t model, abut_model** out)
{
    (void)s;
    (void)model;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}
void set_model_let_go(const set_file* s, uint32_t model)
{
    (void)s;
    (void)model;
}
set_writer* set_writer_begin(FILE* out, double unit)
{
    (void)out;
    (void)unit;
    return NULL;
}
abut_status set_writer_model(set_writer* w, const abut_model* m, const uint64_t source[2],
                             uint32_t* model)
{
    (void)w;
    (void)m;
    (void)source;
    (void)model;
    return ABUT_NOT_AVAILABLE;
}
abut_status set_writer_object(set_writer* w, const set_object* object)
{
    (void)w;
    (void)object;
    return ABUT_NOT_AVAILABLE;
}
abut_status set_writer_warning(set_writer* w, const char* text)
{
    (void)w;
    (void)text;
    return ABUT_NOT_AVAILABLE;
}
abut_status set_writer_end(set_writer* w)
{
    (void)w;
    return ABUT_NOT_AVAILABLE;
}
void set_writer_drop(set_writer* w)
{
    (void)w;
}
