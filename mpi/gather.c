// gather.c - see gather.h. Warnings are few: one text after another, each with its end.
#include "gather.h"

#include "say/say.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// All texts of a list in one. Returns NULL after telling that there is no memory.
static char* join(const warning_list* list, int* size)
{
    size_t length = 0;
    for (size_t i = 0; i < list->count; i++)
        length += strlen(list->texts[i]) + 1;
    char* out = length <= INT_MAX ? malloc(length + 1) : NULL;
    *size = out ? (int)length : 0;
    char* at = out;
    for (size_t i = 0; out && i < list->count; i++) {
        strcpy(at, list->texts[i]);
        at += strlen(at) + 1;
    }
    if (!out) say_no_memory();
    return out;
}

static bool add_all(warning_list* list, const char* texts, size_t size)
{
    bool fine = true;
    for (const char* at = texts; fine && at < texts + size; at += strlen(at) + 1)
        fine = warnings_take(list, say_text("%s", at));
    return fine;
}

bool gather_warnings(ranks* r, warning_list* list)
{
    const size_t count = (size_t)r->count;
    int size, total = 0;
    char* mine = join(list, &size);
    int* sizes = calloc(2 * count, sizeof *sizes);
    int* begins = sizes ? sizes + count : NULL;
    bool fine = mine && (sizes || say_no_memory());
    char* all = NULL;
    if (ranks_agree(r, fine)) {
        MPI_Gather(&size, 1, MPI_INT, sizes, 1, MPI_INT, 0, MPI_COMM_WORLD);
        for (size_t i = 0; i < count; i++) {
            begins[i] = total;
            fine = fine && sizes[i] <= INT_MAX - total;
            total += fine ? sizes[i] : 0;
        }
        all = fine ? malloc((size_t)total + 1) : NULL;
        fine = ranks_agree(r, all || say_no_memory());
    } else
        fine = false;
    if (fine) {
        MPI_Gatherv(mine, size, MPI_CHAR, all, sizes, begins, MPI_CHAR, 0, MPI_COMM_WORLD);
        const bool added = r->rank > 0 || add_all(list, all, (size_t)total);
        if (added && r->rank == 0) warnings_sort(list);
        fine = ranks_agree(r, added);
    }
    free(all);
    free(sizes);
    free(mine);
    return fine;
}
