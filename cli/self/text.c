// text.c - what "abut self" tells people: a verdict for each file, how many pairs there are of each class and what that
// means, and the first of the pairs and components. Lists go to the stream line by line.
#include "output/json_parts.h"
#include "say/say.h"
#include "self/self.h"
#include "text/printable.h"

#include <inttypes.h>

enum { SHOWN_MOST = 10 };

static void write_head(const self_file* f, FILE* out)
{
    const size_t count = f->sides[0].info.triangle_count;
    printable_write(path_name(f->path), out);
    if (f->sides[0].group) {
        fputs(", group ", out);
        printable_write(f->sides[0].group, out);
    }
    fprintf(out, ": %zu triangle%s, %zu component%s\n", count, plural(count), f->hits.part_count,
            plural(f->hits.part_count));
}

// -------------------------------------------------------------------------------------- the verdict

static uint64_t tests_of(const self_file* f)
{
    return f->hits.volume_tests + f->hits.triangle_tests;
}

// What ended the search. Of both it is not told which.
static const char* end_of(const self_file* f)
{
    if (!f->options->budget) return "deadline";
    return f->options->deadline > 0 ? "budget or the deadline" : "budget";
}

static void write_undecided(const self_file* f, FILE* out)
{
    const uint64_t tests = tests_of(f);
    if (self_is_hollow(f))
        fputs("undecided: nothing to check\n", out);
    else
        fprintf(out, "undecided: no pair found in %" PRIu64 " test%s, then the %s was used up\n",
                tests, plural(tests), end_of(f));
}

static void write_end(const self_file* f, FILE* out)
{
    const size_t limit = f->options->limit;
    const uint64_t tests = tests_of(f);
    if (f->hits.complete) return;
    if (limit && f->hits.count >= limit)
        fprintf(out, "stopped at the limit of %zu pair%s: there may be more\n", limit,
                plural(limit));
    else
        fprintf(out, "stopped after %" PRIu64 " test%s, the %s: there may be more\n", tests,
                plural(tests), end_of(f));
}

static void write_verdict(const self_file* f, FILE* out)
{
    const abut_self_hits* hits = &f->hits;
    if (hits->verdict == ABUT_SELF_UNDECIDED) {
        write_undecided(f, out);
        return;
    }
    fprintf(out, "%s: ", abut_self_verdict_text(hits->verdict));
    if (!hits->count) {
        fputs("no two triangles share more than what joins them\n", out);
        return;
    }
    fprintf(out, "%s%zu pair%s of triangles meet%s\n", hits->complete ? "" : "at least ",
            hits->count, plural(hits->count), hits->count == 1 ? "s" : "");
    write_end(f, out);
}

// ------------------------------------------------------------------------------- what it consists of

static void write_count(FILE* out, const char* name, size_t count, const char* meaning)
{
    if (count) fprintf(out, "  %-13s %8zu  %s\n", name, count, meaning);
}

// What each class of pairs means for who has the model.
static void write_classes(const self_file* f, FILE* out)
{
    static const char* const meanings[7] = {
        [ABUT_SELF_DUPLICATE] = "the same triangle twice",
        [ABUT_SELF_FOLDED] = "neighbours that lie on each other, folded about an edge",
        [ABUT_SELF_CROSSING] = "they pass through each other",
        [ABUT_SELF_OVERLAP] = "they lie on each other, in one plane",
        [ABUT_SELF_T_JOINT] = "a corner of one is inside an edge of the other: not joined there",
        [ABUT_SELF_TOUCHING] = "they touch where they are not joined, and do not cross",
    };
    for (int how = 1; how < 7; how++)
        write_count(out, abut_self_class_text((abut_self_class)how), f->hits.class_counts[how],
                    meanings[how]);
}

// What is odd beside pairs: it is no meeting, and has no part in the verdict.
static void write_oddities(const self_file* f, FILE* out)
{
    write_count(out, "border edges", self_border_edges(f),
                "edges of an odd number of triangles, as at holes and cracks");
    write_count(out, "degenerate", f->sides[0].info.degenerate_count,
                "triangles that are only a segment or a point");
}

// --------------------------------------------------------------------------------------- components

static bool is_odd(const abut_self_part* part)
{
    return part->own_count || part->other_count;
}

static void write_part(const self_file* f, const abut_self_part* part, FILE* out)
{
    fprintf(out, "%15" PRIu32 " %10zu %13zu %10zu %12zu  %s\n",
            model_file_triangle(&f->sides[0], part->first_triangle), part->triangle_count,
            part->border_edge_count, part->own_count, part->other_count,
            abut_self_verdict_text(part->verdict));
}

static void write_parts(const self_file* f, FILE* out)
{
    const bool lists_all = f->options->parts;
    size_t wanted = 0, shown = 0;
    for (size_t i = 0; i < f->hits.part_count; i++)
        wanted += lists_all || is_odd(&f->hits.parts[i]);
    // Of a single one all was said.
    if (!wanted || (!lists_all && f->hits.part_count == 1)) return;
    fprintf(out, "\n%15s %10s %13s %10s %12s  %s\n", "first triangle", "triangles", "border edges",
            "own pairs", "with others", "verdict");
    for (size_t i = 0; i < f->hits.part_count; i++) {
        if (!lists_all && !is_odd(&f->hits.parts[i])) continue;
        if (!lists_all && shown == SHOWN_MOST) break;
        write_part(f, &f->hits.parts[i], out);
        shown++;
    }
    if (shown < wanted)
        fprintf(out, "and %zu more components (--parts lists all)\n", wanted - shown);
    else if (shown < f->hits.part_count && f->hits.complete)
        fprintf(out, "the other%s %s clean\n", f->hits.part_count - shown == 1 ? "" : "s",
                f->hits.part_count - shown == 1 ? "is" : "are");
}

// -------------------------------------------------------------------------------------------- pairs

static void write_pair(const self_file* f, size_t i, FILE* out)
{
    const pair_origin from = pair_origin_of(f->sides, f->hits.pairs[i]);
    const abut_self_meeting* how = &f->hits.meetings[i];
    pair_write_origin(f->sides, &from, out);
    fprintf(out, "  %-9s  %-8s  %d\n", abut_self_class_text(how->how),
            pair_kind_text(how->contact.kind), how->shared_vertices);
    for (int p = 0; f->options->points && p < how->contact.point_count; p++)
        fprintf(out, "%12s  %.17g, %.17g, %.17g\n", "at", how->contact.points[p][0],
                how->contact.points[p][1], how->contact.points[p][2]);
}

static void write_pairs(const self_file* f, FILE* out)
{
    const size_t count = f->hits.count;
    const size_t end = f->options->all || count <= SHOWN_MOST ? count : SHOWN_MOST;
    if (!count) return;
    fprintf(out, "\n%13s %13s", "triangle", "and");
    if (pair_has_faces(f->sides)) fprintf(out, " %12s %12s", "face", "and");
    fprintf(out, "  %-9s  %-8s  common vertices\n", "class", "kind");
    for (size_t i = 0; i < end; i++)
        write_pair(f, i, out);
    if (end < count) fprintf(out, "and %zu more pairs (--all lists them)\n", count - end);
}

void self_write_text(const self_file* f, FILE* out)
{
    const abut_self_hits* hits = &f->hits;
    const json_costs costs = {
        hits->volume_tests,       hits->triangle_tests,      hits->node_updates, hits->exact_tests,
        f->sides[0].read_seconds, f->sides[0].build_seconds, f->query_seconds};
    write_head(f, out);
    write_verdict(f, out);
    write_classes(f, out);
    write_oddities(f, out);
    write_parts(f, out);
    write_pairs(f, out);
    if (hits->count || f->options->parts) fputc('\n', out);
    if (f->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "search", out);
}
