// threemf_made.h - 3MF files made in memory from the text of their models.
#ifndef ABUT_TESTS_SUPPORT_THREEMF_MADE_H
#define ABUT_TESTS_SUPPORT_THREEMF_MADE_H
#include "support/zip_made.h"

#define THREEMF_CORE "xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02'"
#define THREEMF_PRODUCTION                                                                         \
    "xmlns:p='http://schemas.microsoft.com/3dmanufacturing/production/2015/06'"
#define THREEMF_MODEL "<model " THREEMF_CORE " " THREEMF_PRODUCTION ">"

static const char threemf_relationships[] =
    "<?xml version='1.0'?><Relationships "
    "xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='r' "
    "Target='/3D/3dmodel.model' "
    "Type='http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'/></Relationships>";

// A file with one model.
static inline zip_made threemf_made(const char* model)
{
    zip_made z = {0};
    zip_made_text(&z, "_rels/.rels", threemf_relationships);
    zip_made_text(&z, "3D/3dmodel.model", model);
    zip_made_end(&z);
    return z;
}

// A file of some seven hundred bytes: two triangles, one in place and one moved.
static inline zip_made threemf_made_small(void)
{
    zip_made z = {0};
    zip_made_text(
        &z, "3D/3dmodel.model",
        "<model " THREEMF_CORE "><resources><object id='1' name='a'><mesh><vertices>"
        "<vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/><vertex x='0' y='1' z='0'/>"
        "</vertices><triangles><triangle v1='0' v2='1' v3='2'/></triangles></mesh></object>"
        "<object id='2'><components><component objectid='1' "
        "transform='1 0 0 0 1 0 0 0 1 5 0 0'/></components></object></resources><build>"
        "<item objectid='1'/><item objectid='2'/></build></model>");
    zip_made_end(&z);
    return z;
}

#endif
