// approvals.c - what was accepted, by whom and why. An approval is of a pair of objects in their shapes: it ends when a
// shape changes.
#include "clash/life/life.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- read

// Refuse a member that is none of these.
static void expect_keys(life_reader* l, const json_value* object, const char* const* keys)
{
    for (const json_value* at = object->first; at; at = at->next) {
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], at->key) != 0)
            k++;
        if (!keys[k]) life_wrong(l, at, "\"%.80s\" of %s is not known", at->key, l->where);
    }
}

static const json_value* first_object(life_reader* l, const json_value* at)
{
    if (at && at->kind != JSON_OBJECT)
        life_wrong(l, at, "%s holds %s, not %s", l->where, json_kind_text(at->kind),
                   json_kind_text(JSON_OBJECT));
    return l->failed ? NULL : at;
}

static bool is_hash(const json_value* value)
{
    return value->kind == JSON_STRING && strlen(value->text) == 32 &&
           strspn(value->text, "0123456789abcdef") == 32;
}

static void read_geometry(life_reader* l, const json_value* at, const char* out[2])
{
    const json_value* list = life_must(l, at, "geometry", JSON_ARRAY);
    if (!list) return;
    if (list->count == 2 && is_hash(list->first) && is_hash(list->first->next)) {
        out[0] = list->first->text;
        out[1] = list->first->next->text;
    } else {
        life_wrong(l, list, "\"geometry\" of %s is not two texts of 32 hexadecimal digits",
                   l->where);
    }
}

static void read_key(life_reader* l, const json_value* value)
{
    const char* text = value->kind == JSON_STRING ? value->text : "";
    const bool is_uuid = strlen(text) == 36 && strspn(text, "0123456789abcdef-") == 36;
    if (!is_uuid) life_wrong(l, value, "a key of %s is no UUID of 36 characters", l->where);
}

static clash_approval read_approval(life_reader* l, const json_value* at)
{
    static const char* const keys[] = {"key",    "a",      "b",    "geometry",
                                       "author", "reason", "date", NULL};
    char date[32];
    const json_value *a = life_member(l, at, "a", JSON_STRING),
                     *b = life_member(l, at, "b", JSON_STRING);
    clash_approval approval = {.key = life_text(l, at, "key"),
                               .a = a ? a->text : "",
                               .b = b ? b->text : "",
                               .author = life_text(l, at, "author"),
                               .reason = life_text(l, at, "reason"),
                               .date = life_text(l, at, "date"),
                               .line = at->line};
    read_geometry(l, at, approval.geometry);
    expect_keys(l, at, keys);
    if (l->failed) return approval;
    read_key(l, json_member(at, "key"));
    if (!date_take(approval.date, date))
        life_wrong(l, json_member(at, "date"),
                   "\"date\" of %s is '%.40s', no date such as 2026-11-30", l->where,
                   approval.date);
    return approval;
}

static int compare_approvals(const void* x, const void* y)
{
    const clash_approval *p = x, *q = y;
    const int order = strcmp(p->key, q->key);
    return order ? order : (p->line > q->line) - (p->line < q->line);
}

static bool read_approvals(clash_review* v, life_reader* l, const json_value* list)
{
    v->approved = calloc(list->count + 1, sizeof *v->approved);
    if (!v->approved) return say_no_memory();
    for (const json_value* at = first_object(l, list->first); at; at = first_object(l, at->next))
        v->approved[v->approved_count++] = read_approval(l, at);
    if (l->failed) return false;
    if (v->approved_count)
        qsort(v->approved, v->approved_count, sizeof *v->approved, compare_approvals);
    for (size_t i = 1; i < v->approved_count; i++) {
        const clash_approval *one = &v->approved[i - 1], *other = &v->approved[i];
        if (strcmp(one->key, other->key) != 0) continue;
        say(C010_BASELINE, "%s: line %zu: \"key\" %s is approved twice, on line %zu, too", l->path,
            other->line, other->key, one->line);
        return false;
    }
    return true;
}

// Groups by hand are taken by others (groups.c); here they are only checked.
static bool check_groups(life_reader* l, const json_value* list)
{
    static const char* const keys[] = {"name", "keys", NULL};
    l->where = "groups";
    for (const json_value* at = first_object(l, list ? list->first : NULL); at;
         at = first_object(l, at->next)) {
        life_text(l, at, "name");
        const json_value* members = life_must(l, at, "keys", JSON_ARRAY);
        for (const json_value* key = members ? members->first : NULL; key; key = key->next)
            read_key(l, key);
        expect_keys(l, at, keys);
    }
    return !l->failed;
}

bool clash_approvals_read(clash_result* r)
{
    static const char* const keys[] = {"abut_approvals", "approvals", "groups", NULL};
    clash_review* v = &r->review;
    life_reader l = {.path = r->options->approvals, .where = "the file"};
    if (!l.path) return true;
    if (!life_load(&v->approvals, l.path, "abut_approvals", "a file of approvals")) return false;
    const json_value* root = v->approvals.root;
    const json_value *list = life_must(&l, root, "approvals", JSON_ARRAY),
                     *groups = life_member(&l, root, "groups", JSON_ARRAY);
    expect_keys(&l, root, keys);
    l.where = "approvals";
    return !l.failed && read_approvals(v, &l, list) && check_groups(&l, groups);
}

// ------------------------------------------------------------------------------------------ apply

static clash_approval* approval_of(clash_review* v, const char* key)
{
    size_t low = 0, high = v->approved_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(v->approved[middle].key, key);
        if (order == 0) return &v->approved[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool warn_expired(clash_result* r, const clash_approval* approval, const char* first,
                         const char* second)
{
    const char* between = first && second ? " and " : "";
    return warnings_add(&r->warnings, C011_APPROVAL_EXPIRED,
                        "%s: line %zu: the approval by %s expired: %s%s%s changed",
                        r->options->approvals, approval->line, approval->author, first ? first : "",
                        between, second ? second : "");
}

// Whether the shapes are those that were approved. Their order does not count: the key tells which objects they are of.
// Warns where they are not, of those that changed.
static bool holds(clash_result* r, const clash_approval* approval, const life_object* a,
                  const life_object* b, bool* out)
{
    const char* const* was = approval->geometry;
    const bool is_a[2] = {strcmp(was[0], a->geometry) == 0, strcmp(was[1], a->geometry) == 0};
    const bool is_b[2] = {strcmp(was[0], b->geometry) == 0, strcmp(was[1], b->geometry) == 0};
    *out = (is_a[0] && is_b[1]) || (is_a[1] && is_b[0]);
    if (*out) return true;
    const bool keeps_a = is_a[0] || is_a[1], keeps_b = is_b[0] || is_b[1];
    const bool tells_both = keeps_a == keeps_b;
    return warn_expired(r, approval, !keeps_a || tells_both ? life_said(a) : NULL,
                        !keeps_b || tells_both ? life_said(b) : NULL);
}

static bool warn_unused(clash_result* r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->review.approved_count; i++)
        count += !r->review.approved[i].is_used;
    return !count ||
           warnings_add(&r->warnings, C011_APPROVAL_EXPIRED,
                        "%s: %zu approval%s %s of no pair that is listed now",
                        r->options->approvals, count, plural(count), count == 1 ? "is" : "are");
}

bool clash_approvals_apply(clash_result* r, const life_result* now)
{
    clash_review* v = &r->review;
    for (size_t i = 0; i < r->clashes.count; i++) {
        clash_row* row = &v->rows[i];
        bool is_approved = false;
        clash_approval* approval = approval_of(v, row->key);
        if (approval) {
            approval->is_used = true;
            if (!holds(r, approval, &now->objects[row->a], &now->objects[row->b], &is_approved))
                return false;
            approval->is_expired = !is_approved;
        }
        if (is_approved) {
            row->approval = approval;
            row->state = CLASH_APPROVED;
        } else if (approval && !r->options->baseline) {
            row->state = CLASH_CHANGED;  // since it was approved
        }
    }
    return !r->options->approvals || warn_unused(r);
}
