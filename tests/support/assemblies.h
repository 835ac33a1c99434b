// assemblies.h - assemblies of the data pack, every object in place, and the published counts of
// triangle pairs for each two objects that meet.
#ifndef ABUT_TESTS_SUPPORT_ASSEMBLIES_H
#define ABUT_TESTS_SUPPORT_ASSEMBLIES_H
#include "abut/abut.h"

#include <stddef.h>
#include <stdint.h>

typedef struct assembly_files {
    const char* answer;   // object, object, count: lines; objects that are not listed do not meet
    const char* mesh[2];  // OBJ with `o` objects; NULL second: pairs of objects of the first
} assembly_files;

enum { ASSEMBLY_COUNT = 5 };
extern const assembly_files assemblies[ASSEMBLY_COUNT];

typedef struct assembly_totals {
    size_t objects, triangles;
    size_t object_pairs;  // all of them
    size_t asked;         // those whose boxes meet; the others cannot
    size_t listed, meet;  // published, and found by the library
    size_t wrong;         // object pairs whose count in place is not the published one
    size_t turned_wrong;  // those whose count is another when both are turned together
    size_t world_wrong;   // those that a world finds with another count, or not, or too many
    uint64_t exact_tests, turned_exact_tests;  // pairs of triangles that needed integers
    uint64_t listed_pairs, triangle_pairs;     // of triangles, published and found
} assembly_totals;

// Ask every pair of objects in place, and once more with both in one and the same pose that keeps no
// coordinate: then nothing is easy, for every touching face is a tie, and the answers are the same.
// Adds to totals; every wrong pair is named on standard error.
void assembly_compare(const assembly_files* files, assembly_totals* totals);

void assembly_totals_add(assembly_totals* sum, const assembly_totals* one);
// Have the objects of an assembly visited: those of the first mesh, then those of the second, if there is one.
typedef void assembly_visit(const abut_instance* objects, size_t first_count, size_t count,
                            void* context);
void assembly_read(const assembly_files* files, assembly_visit* visit, void* context);

// Print one line.
void assembly_totals_print(const char* name, const assembly_totals* t);

#endif
