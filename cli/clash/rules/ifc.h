// ifc.h - what IfcClash's sets need of IFC: which classes are below which, and selectors.
#ifndef ABUT_CLI_CLASH_IFC_H
#define ABUT_CLI_CLASH_IFC_H
#include "clash/rules/rules.h"

// Whether there is a class of products of this name.
bool ifc_is_class(const char* name);
// Whether a class is another one, or below it.
bool ifc_is_a(const char* class, const char* above);

// Mark the objects among some, marked with 1, that a selector of IfcOpenShell selects; others become 0. Tells what of it
// is not read here.
bool ifc_select(rules_reader* r, const rules_place* at, const json_value* selector,
                unsigned char* marks);

#endif
