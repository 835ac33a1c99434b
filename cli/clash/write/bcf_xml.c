// bcf_xml.c - the files of a BCF archive. Versions differ in names and in what is within what.
#include "clash/write/bcf.h"
#include "output/xml_write.h"

#include <string.h>

#define AUTHOR "abut"
#define TYPE   "Clash"
// How wide the view is: the angle from left to right in 2.1, which has 45 to 60 degrees. 3.0 has the angle from bottom to
// top, of the same view in a window of 4 : 3: 2 atan(tan(30 degrees) * 3 / 4).
#define FIELD_ACROSS  60.0
#define FIELD_UPRIGHT 46.82644889274108
#define ASPECT        (4.0 / 3)

const char* const bcf_statuses[BCF_STATUSES] = {"Open", "Closed"};

// BCF 3.0 takes no text that is blank.
static const char* filled(const char* text)
{
    return text[strspn(text, " \t\r\n")] ? text : "(no name)";
}

// ------------------------------------------------------------------------------- about the archive

void bcf_write_version(size_t version, FILE* out)
{
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "Version");
    xml_write_attribute(&x, "VersionId", version == CLASH_BCF_30 ? "3.0" : "2.1");
    if (version == CLASH_BCF_21) xml_write_element(&x, "DetailedVersion", "2.1");
    xml_write_close(&x);
}

void bcf_write_project(FILE* out)
{
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "ProjectExtension");
    xml_write_element(&x, "ExtensionSchema", "extensions.xsd");
    xml_write_close(&x);
}

// The labels are all classes, then all states.
enum { LABELS = CLASH_CLASSES + CLASH_STATES };
static const char* label_text(size_t i)
{
    return i < CLASH_CLASSES ? clash_class_text((clash_class)i)
                             : clash_state_text((clash_state)(i - CLASH_CLASSES));
}
static const char* status_text(size_t i)
{
    return bcf_statuses[i];
}
static const char* type_text(size_t i)
{
    (void)i;
    return TYPE;
}
static const char* user_text(size_t i)
{
    (void)i;
    return AUTHOR;
}

// What a word of a topic may be.
static const struct {
    const char *list, *word;  // in 3.0
    const char* type;         // in 2.1; NULL: it may be any
    size_t count;
    const char* (*text)(size_t i);
} words[] = {
    {"TopicTypes", "TopicType", "TopicType", 1, type_text},
    {"TopicStatuses", "TopicStatus", "TopicStatus", BCF_STATUSES, status_text},
    {"TopicLabels", "TopicLabel", "TopicLabel", LABELS, label_text},
    {"Users", "User", NULL, 1, user_text},
};
enum { WORDS = sizeof words / sizeof *words };

// In 2.1 it is a schema that narrows the one of markups.
static void write_extension_schema(FILE* out)
{
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "xs:schema");
    xml_write_attribute(&x, "xmlns:xs", "http://www.w3.org/2001/XMLSchema");
    xml_write_open(&x, "xs:redefine");
    xml_write_attribute(&x, "schemaLocation", "markup.xsd");
    for (size_t i = 0; i < WORDS; i++) {
        if (!words[i].type) continue;
        xml_write_open(&x, "xs:simpleType");
        xml_write_attribute(&x, "name", words[i].type);
        xml_write_open(&x, "xs:restriction");
        xml_write_attribute(&x, "base", words[i].type);
        for (size_t k = 0; k < words[i].count; k++) {
            xml_write_open(&x, "xs:enumeration");
            xml_write_attribute(&x, "value", words[i].text(k));
            xml_write_close(&x);
        }
        xml_write_close(&x);
        xml_write_close(&x);
    }
    xml_write_close(&x);
    xml_write_close(&x);
}

void bcf_write_extensions(size_t version, FILE* out)
{
    xml_writer x;
    if (version == CLASH_BCF_21) {
        write_extension_schema(out);
        return;
    }
    xml_write_begin(&x, out);
    xml_write_open(&x, "Extensions");
    for (size_t i = 0; i < WORDS; i++) {
        xml_write_open(&x, words[i].list);
        for (size_t k = 0; k < words[i].count; k++)
            xml_write_element(&x, words[i].word, words[i].text(k));
        xml_write_close(&x);
    }
    xml_write_close(&x);
}

// ----------------------------------------------------------------------------------------- markup

static void write_files(xml_writer* x, const bcf_topic* t, bool is_new)
{
    xml_write_open(x, "Header");
    if (is_new) xml_write_open(x, "Files");
    for (int k = 0; k < 2 && t->files[k]; k++) {
        xml_write_open(x, "File");
        xml_write_attribute(x, is_new ? "IsExternal" : "isExternal", "true");
        xml_write_element(x, "Filename", filled(t->files[k]));
        xml_write_close(x);
    }
    if (is_new) xml_write_close(x);
    xml_write_close(x);
}

static bool is_digits(const char* at, size_t count)
{
    return strspn(at, "0123456789") >= count;
}

// A date as BCF has it. An approval's may be a day; what is no date at all gives way to the other.
static void write_date(xml_writer* x, const char* name, const char* date, const char* other)
{
    char text[40];
    const bool is_day = strlen(date) >= 10 && is_digits(date, 4) && date[4] == '-' &&
                        is_digits(date + 5, 2) && date[7] == '-' && is_digits(date + 8, 2);
    const bool is_time = is_day && strlen(date) == 20 && date[10] == 'T' && date[19] == 'Z';
    snprintf(text, sizeof text, is_day && !is_time ? "%.10sT00:00:00Z" : "%.32s",
             is_day ? date : other);
    xml_write_element(x, name, text);
}

static void write_comment(xml_writer* x, const bcf_topic* t, const char* date, bool is_new)
{
    if (!t->approval) return;
    if (is_new) xml_write_open(x, "Comments");
    xml_write_open(x, "Comment");
    xml_write_attribute(x, "Guid", t->comment);
    write_date(x, "Date", t->approval->date, date);
    xml_write_element(x, "Author", filled(t->approval->author));
    xml_write_element(x, "Comment", filled(t->approval->reason));
    xml_write_close(x);
    if (is_new) xml_write_close(x);
}

static void write_viewpoints(xml_writer* x, const bcf_topic* t, bool is_new)
{
    if (!t->shot) return;
    if (is_new) xml_write_open(x, "Viewpoints");
    xml_write_open(x, is_new ? "ViewPoint" : "Viewpoints");
    xml_write_attribute(x, "Guid", t->viewpoint);
    xml_write_element(x, "Viewpoint", "viewpoint.bcfv");
    if (t->shot->png) xml_write_element(x, "Snapshot", "snapshot.png");
    xml_write_close(x);
    if (is_new) xml_write_close(x);
}

static void write_topic(xml_writer* x, const bcf_topic* t, const char* date, bool is_new)
{
    char index[24];
    snprintf(index, sizeof index, "%zu", t->index);
    xml_write_open(x, "Topic");
    xml_write_attribute(x, "Guid", t->guid);
    xml_write_attribute(x, "TopicType", TYPE);
    xml_write_attribute(x, "TopicStatus", t->status);
    xml_write_element(x, "Title", filled(t->title));
    xml_write_element(x, "Index", index);
    if (is_new) xml_write_open(x, "Labels");
    for (int k = 0; k < 2 && t->labels[k]; k++)
        xml_write_element(x, is_new ? "Label" : "Labels", t->labels[k]);
    if (is_new) xml_write_close(x);
    xml_write_element(x, "CreationDate", date);
    xml_write_element(x, "CreationAuthor", AUTHOR);
    xml_write_element(x, "Description", filled(t->description));
    if (is_new) {
        write_comment(x, t, date, true);
        write_viewpoints(x, t, true);
    }
    xml_write_close(x);
}

void bcf_write_markup(const bcf_topic* t, size_t version, const char* date, FILE* out)
{
    const bool is_new = version == CLASH_BCF_30;
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "Markup");
    if (t->files[0]) write_files(&x, t, is_new);
    write_topic(&x, t, date, is_new);
    if (!is_new) {
        write_comment(&x, t, date, false);
        write_viewpoints(&x, t, false);
    }
    xml_write_close(&x);
}

// -------------------------------------------------------------------------------------- viewpoint

const char* bcf_ifc_guid(const char* id)
{
    enum { LENGTH = 22 };
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
    const size_t length = strlen(id);
    if (length < LENGTH) return NULL;
    const char* guid = id + length - LENGTH;
    if (guid != id && (strncmp(id, "Ifc", 3) != 0 || guid[-1] != '_')) return NULL;
    return strspn(guid, digits) == LENGTH && *guid <= '3' ? guid : NULL;  // of 128 bits
}

static void write_component(xml_writer* x, const bcf_topic* t, int side)
{
    const char *id = t->ids[side], *guid = bcf_ifc_guid(id);
    const char* file = side && t->files[1] ? t->files[1] : t->files[0];
    xml_write_open(x, "Component");
    if (guid) xml_write_attribute(x, "IfcGuid", guid);
    if (!guid && file) xml_write_element(x, "OriginatingSystem", filled(file));
    if (!guid) xml_write_element(x, "AuthoringToolId", filled(id));
    xml_write_close(x);
}

static void write_components(xml_writer* x, const bcf_topic* t)
{
    xml_write_open(x, "Components");
    xml_write_open(x, "Selection");
    write_component(x, t, 0);
    write_component(x, t, 1);
    xml_write_close(x);
    xml_write_open(x, "Visibility");
    xml_write_attribute(x, "DefaultVisibility", "true");
    xml_write_close(x);
    xml_write_close(x);
}

static void write_vector(xml_writer* x, const char* name, const double v[3])
{
    xml_write_open(x, name);
    xml_write_number(x, "X", v[0]);
    xml_write_number(x, "Y", v[1]);
    xml_write_number(x, "Z", v[2]);
    xml_write_close(x);
}

void bcf_write_viewpoint(const bcf_topic* t, size_t version, FILE* out)
{
    const bcf_camera* c = &t->shot->camera;
    const bool is_new = version == CLASH_BCF_30;
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "VisualizationInfo");
    xml_write_attribute(&x, "Guid", t->viewpoint);
    write_components(&x, t);
    xml_write_open(&x, "PerspectiveCamera");
    write_vector(&x, "CameraViewPoint", c->eye);
    write_vector(&x, "CameraDirection", c->direction);
    write_vector(&x, "CameraUpVector", c->up);
    xml_write_number(&x, "FieldOfView", is_new ? FIELD_UPRIGHT : FIELD_ACROSS);
    if (is_new) xml_write_number(&x, "AspectRatio", ASPECT);
    xml_write_close(&x);
    xml_write_close(&x);
}
