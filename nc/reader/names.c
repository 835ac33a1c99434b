// names.c - names of an NC program: those of parameters, and of O-words. Each set is a PATRICIA trie (Morrison 1968):
// an entry is a name and one bit by which names part. A search looks at no more bits than a name has, whatever names a
// hostile file chooses; a hash would need a secret for that, and the secret would come from the machine.
#include "machine/machine.h"

#include <string.h>

// The bits of a name, from 1. Bit 0 is that of the head, which has no name.
static size_t bit_of(const char name[NC_NAME_MOST], size_t bit)
{
    const unsigned char byte = (unsigned char)name[(bit - 1) / 8];
    return byte >> (7 - (bit - 1) % 8) & 1;
}

// Go down until a link leads back up, or to an entry whose bit is at least `end`. *from: the entry with that link.
static size_t descend(const nc_names* names, size_t head, const char name[NC_NAME_MOST], size_t end,
                      size_t* from)
{
    size_t at = head, next = names->at[head].next[0];
    while (names->at[next].bit > names->at[at].bit && names->at[next].bit < end) {
        at = next;
        next = names->at[at].next[bit_of(name, names->at[at].bit)];
    }
    *from = at;
    return next;
}

nc_status nc_names_begin(nc_machine* m, nc_names* names, size_t* head)
{
    void* block = names->at;
    NC_TRY(nc_grow(m, &block, &names->capacity, names->count + 1, sizeof *names->at));
    names->at = block;
    *head = names->count++;
    names->at[*head] = (nc_named){.next = {*head, *head}};
    return NC_OK;
}

nc_named* nc_names_find(const nc_names* names, size_t head, const char name[NC_NAME_MOST])
{
    size_t from;
    nc_named* found = &names->at[descend(names, head, name, SIZE_MAX, &from)];
    return strcmp(found->name, name) == 0 ? found : NULL;
}

nc_status nc_names_add(nc_machine* m, nc_names* names, size_t head, const char name[NC_NAME_MOST],
                       nc_named** out)
{
    size_t from, bit = 1;
    nc_named n = {.value = 0};
    memcpy(n.name, name, strlen(name));
    *out = &names->at[descend(names, head, n.name, SIZE_MAX, &from)];
    const char* near = (*out)->name;
    if (strcmp(near, n.name) == 0) return NC_OK;
    while (bit_of(near, bit) == bit_of(n.name, bit))
        bit++;
    size_t added;
    NC_TRY(nc_names_begin(m, names, &added));
    const size_t below = descend(names, head, n.name, bit, &from);
    const size_t side = bit_of(n.name, bit);
    n.bit = bit;
    n.next[side] = added;
    n.next[!side] = below;
    names->at[added] = n;
    names->at[from].next[from == head ? 0 : bit_of(n.name, names->at[from].bit)] = added;
    *out = &names->at[added];
    return NC_OK;
}
