// threemf_names.c - 3MF: slicers leave the names of objects out of their models and write them beside. See threemf.h.
#include "mesh/threemf.h"

#include <string.h>

// Within the element at hand: the value of <metadata key="name">. NULL: it is another one.
static const xml_attribute* name_in(const xml_reader* x)
{
    const xml_attribute* key = xml_find(x, XML_NO_SPACE, "key");
    if (!xml_is(x, XML_NO_SPACE, "metadata") || !key || key->value_length != 4) return NULL;
    return memcmp(key->value, "name", 4) == 0 ? xml_find(x, XML_NO_SPACE, "value") : NULL;
}

// The object that <object id=""> is about, of the root; or that <part id=""> is about: the next component of that object
// with this id. SIZE_MAX: none.
static size_t object_of(threemf* t, size_t parent, size_t* component)
{
    const xml_attribute* a = xml_find(&t->xml, XML_NO_SPACE, "id");
    int64_t id;
    if (!a || !threemf_parse_whole(a, &id)) return SIZE_MAX;
    if (parent == SIZE_MAX) return threemf_find(t, t->root, id);
    const threemf_object* o = &t->objects[parent];
    while (*component < o->component_count) {
        const threemf_use* use = &t->components[o->first_component + (*component)++];
        if (use->id == id) return use->object;
    }
    return SIZE_MAX;
}

static mesh_status name_object(threemf* t, size_t number, const xml_attribute* name)
{
    if (number == SIZE_MAX || !name || t->objects[number].name.length > 0) return MESH_OK;
    return threemf_keep_text(t, name, THREEMF_TEXT_MOST, "name of an object",
                             &t->objects[number].name);
}

// <config><object id=""><metadata key="name" value=""/><part id=""><metadata key="name" value=""/>...
static mesh_status read_config(threemf* t)
{
    enum { CONFIG = 1, OBJECT = 2, PART = 3 };
    xml_reader* x = &t->xml;
    size_t object = SIZE_MAX, part = SIZE_MAX, component = 0;
    xml_begin(x, t->file.bytes, t->file.size, NULL, 0);
    xml_event event = xml_next(x);
    for (; event == XML_OPENED || event == XML_CLOSED; event = xml_next(x)) {
        if (event == XML_CLOSED) continue;
        if (x->depth == OBJECT) {
            const bool is_one = xml_is(x, XML_NO_SPACE, "object");
            object = is_one ? object_of(t, SIZE_MAX, &component) : SIZE_MAX;
            component = 0;
        }
        if (x->depth == PART) {
            const bool is_one = object != SIZE_MAX && xml_is(x, XML_NO_SPACE, "part");
            part = is_one ? object_of(t, object, &component) : SIZE_MAX;
        }
        mesh_status status = MESH_OK;
        if (x->depth == OBJECT + 1) status = name_object(t, object, name_in(x));
        if (x->depth == PART + 1) status = name_object(t, part, name_in(x));
        TRY(reader_forgive(t->r, status, "it is left out"));
    }
    if (event != XML_FAILED) return MESH_OK;
    return reader_warn(t->r, F059_NAMES, x->fault_at, "names beside the model are not read: %s",
                       x->why);
}

mesh_status threemf_read_names(threemf* t)
{
    static const char* const files[] = {
        "Metadata/model_settings.config",   // Bambu Studio, OrcaSlicer
        "Metadata/Slic3r_PE_model.config",  // PrusaSlicer
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        bool is_there;
        TRY(threemf_open(t, files[i], &is_there));
        if (is_there) TRY(read_config(t));
    }
    return MESH_OK;
}
