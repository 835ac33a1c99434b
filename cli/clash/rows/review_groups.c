// review_groups.c - which groups the rows are in.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// A row in a group, and its place in the order of rows.
typedef struct group_row {
    const char* group;
    size_t rank;
} group_row;

static int compare_rows(const void* x, const void* y)
{
    const group_row *a = x, *b = y;
    const int order = strcmp(a->group, b->group);
    return order ? order : (a->rank > b->rank) - (a->rank < b->rank);
}

// Of two rows that each begin a group.
static int compare_first(const void* x, const void* y)
{
    const group_row *a = x, *b = y;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static bool is_by_hand(const clash_review* v, const char* name)
{
    const json_value* list = json_member(v->approvals.root, "groups");
    for (const json_value* g = list ? list->first : NULL; g; g = g->next) {
        const json_value* named = json_member(g, "name");
        if (named && named->kind == JSON_STRING && strcmp(named->text, name) == 0) return true;
    }
    return false;
}

// Leave the first row of each group, and how many each has.
static size_t unite(group_row* rows, size_t count, size_t* sizes)
{
    size_t groups = 0;
    for (size_t i = 0; i < count; i++) {
        if (groups && strcmp(rows[groups - 1].group, rows[i].group) == 0)
            sizes[rows[groups - 1].rank]++;
        else
            sizes[(rows[groups++] = rows[i]).rank] = 1;
    }
    return groups;
}

bool clash_groups_list(clash_result* r)
{
    clash_review* v = &r->review;
    const size_t count = r->clashes.count;
    size_t grouped = 0;
    group_row* rows = calloc(count + 1, sizeof *rows);
    size_t* sizes = calloc(count + 1, sizeof *sizes);  // of the group that a row begins
    for (size_t i = 0; rows && i < count; i++) {
        const char* group = clash_ranked(r, i)->group;
        if (group) rows[grouped++] = (group_row){group, i};
    }
    if (rows && sizes) {
        qsort(rows, grouped, sizeof *rows, compare_rows);
        grouped = unite(rows, grouped, sizes);
        qsort(rows, grouped, sizeof *rows, compare_first);
        v->groups = calloc(grouped + 1, sizeof *v->groups);
        for (size_t i = 0; v->groups && i < grouped; i++)
            v->groups[v->group_count++] =
                (clash_group){rows[i].group, sizes[rows[i].rank], is_by_hand(v, rows[i].group)};
    }
    free(rows);
    free(sizes);
    if (!v->groups) say_status(NULL, ABUT_OUT_OF_MEMORY);
    return v->groups != NULL;
}
