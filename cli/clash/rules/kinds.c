// kinds.c - kinds of objects, by the sets that they are in, and groups of kinds, so that the search leaves out pairs that
// no rule is about. There may be any number of kinds, and 16 groups: those that are asked alike share one, and where that is
// not enough, others do, which costs time and changes no answer.
#include "clash/rules/rules.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// Half of those that a world has: a piece needs twice as many (clash_piece_group).
enum { GROUPS_MOST = 16 };

// Split kinds by a property of objects.
static uint32_t split(uint32_t* of, size_t object_count, uint32_t count, const unsigned char* has,
                      uint32_t* fresh)
{
    uint32_t next = 0;
    memset(fresh, 0xff, 2 * (size_t)count * sizeof *fresh);
    for (size_t i = 0; i < object_count; i++) {
        uint32_t* kind = &fresh[2 * of[i] + (has[i] != 0)];
        if (*kind == UINT32_MAX) *kind = next++;
        of[i] = *kind;
    }
    return next;
}

static void mark_sides(const clash_result* r, unsigned char* sides)
{
    for (size_t i = 0; i < r->object_count; i++)
        sides[i] = r->objects[i].is_against;
}

static bool is_in_rule(const clash_rules* rules, size_t set)
{
    for (size_t i = 0; i < rules->rule_count; i++)
        if (rules->rules[i].a == set || rules->rules[i].b == set) return true;
    return false;
}

static void find_kinds(clash_rules* rules, uint32_t* fresh, unsigned char* sides)
{
    const clash_result* r = rules->result;
    rule_kinds* k = &rules->kinds;
    mark_sides(r, sides);
    k->count = r->object_count ? 1 : 0;
    if (k->count) k->count = split(k->of, r->object_count, k->count, sides, fresh);
    for (size_t s = 0; k->count && s < rules->set_count; s++)
        if (is_in_rule(rules, s))
            k->count = split(k->of, r->object_count, k->count, rules->sets[s].has, fresh);
    for (size_t i = r->object_count; i-- > 0;) {
        k->first[k->of[i]] = (uint32_t)i;
        k->size[k->of[i]]++;
    }
}

// The first rule about two kinds; -1: none, or there is no such pair of objects.
static int rule_of_kinds(const clash_rules* rules, uint32_t i, uint32_t j)
{
    const rule_kinds* k = &rules->kinds;
    return i == j && k->size[i] < 2 ? -1 : rules_first(rules, k->first[i], k->first[j]);
}

// Note that a rule takes a pair of kinds, and from which later ones.
static void note_rule(clash_rules* rules, int of, uint32_t a, uint32_t b)
{
    if (of < 0) return;
    rules->rules[of].is_used = true;
    for (size_t i = (size_t)of + 1; rules->is_ifcclash && i < rules->rule_count; i++)
        if (rules->rules[i].earlier < 0 && rule_is_about(rules, i, a, b))
            rules->rules[i].earlier = of;
}

// The first rule about each pair of kinds, as far as these are looked at.
static void find_rules(clash_rules* rules, uint32_t count, int* first)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j < count; j++) {
            const int of = rule_of_kinds(rules, i, j);
            note_rule(rules, of, rules->kinds.first[i], rules->kinds.first[j]);
            first[(size_t)i * count + j] = first[(size_t)j * count + i] = of;
        }
}

// Which kinds are asked against which.
static void find_asked(const clash_rules* rules, const int* first, uint32_t count,
                       bool for_clearance, unsigned char* asked)
{
    for (size_t i = 0; i < (size_t)count * count; i++)
        asked[i] = first[i] >= 0 &&
                   (!for_clearance || rules->rules[first[i]].demand.asks[CLASH_CLEARANCE]);
}

// Give kinds that are asked alike one group, as long as there are groups; the last one takes all others.
static void find_groups(const unsigned char* asked, uint32_t count, unsigned char* group)
{
    uint32_t like[GROUPS_MOST];
    uint32_t groups = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t g = 0;
        while (g < groups &&
               (count <= GROUPS_MOST ||
                memcmp(asked + (size_t)i * count, asked + (size_t)like[g] * count, count) != 0))
            g++;
        if (g == GROUPS_MOST) g = GROUPS_MOST - 1;
        if (g == groups) like[groups++] = i;
        group[i] = (unsigned char)g;
    }
}

static void join_groups(rule_kinds* k, const unsigned char* asked, uint32_t count, int what)
{
    uint32_t* against = k->against[what];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            if (asked[(size_t)i * count + j])
                against[k->group[what][i]] |= UINT32_C(1) << k->group[what][j];
    if (count == k->count) return;
    for (uint32_t i = count; i < k->count; i++)
        k->group[what][i] = GROUPS_MOST - 1;
    for (int g = 0; g < GROUPS_MOST; g++)
        against[g] |= UINT32_C(1) << (GROUPS_MOST - 1);
    against[GROUPS_MOST - 1] = (UINT32_C(1) << GROUPS_MOST) - 1;
}

static bool make_groups(clash_rules* rules)
{
    rule_kinds* k = &rules->kinds;
    const uint32_t count = k->count < KINDS_ASKED_MOST ? k->count : KINDS_ASKED_MOST;
    int* first = calloc((size_t)count * count + 1, sizeof *first);
    unsigned char* asked = calloc((size_t)count * count + 1, 1);
    bool fine = first && asked;
    if (fine) find_rules(rules, count, first);
    for (int what = 0; fine && what < 2; what++) {
        k->group[what] = calloc((size_t)k->count + 1, 1);
        if (!k->group[what]) {
            fine = false;
            break;
        }
        find_asked(rules, first, count, what == 1, asked);
        find_groups(asked, count, k->group[what]);
        join_groups(k, asked, count, what);
    }
    free(first);
    free(asked);
    return fine;
}

bool rules_sort_kinds(clash_rules* rules)
{
    rule_kinds* k = &rules->kinds;
    const size_t room = rules->result->object_count + 1;
    k->of = calloc(room, sizeof *k->of);
    k->first = calloc(room, sizeof *k->first);
    k->size = calloc(room, sizeof *k->size);
    uint32_t* fresh = calloc(2 * room, sizeof *fresh);
    unsigned char* sides = calloc(room, 1);
    const bool fine = k->of && k->first && k->size && fresh && sides;
    if (fine) find_kinds(rules, fresh, sides);
    free(fresh);
    free(sides);
    return (fine && make_groups(rules)) || say_no_memory();
}

void clash_rules_group(const clash_rules* rules, uint32_t object, bool for_clearance,
                       uint32_t* groups, uint32_t* against)
{
    const rule_kinds* k = &rules->kinds;
    const int g = k->group[for_clearance][k->of[object]];
    *against = k->against[for_clearance][g];
    *groups = *against ? UINT32_C(1) << g : 0;
}
