// way.c - see way.h.
#include "picture/way.h"

#include "output/measured.h"
#include "picture/report.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

static abut_contact way_between(const double a_point[3], const double b_point[3], double hi)
{
    abut_contact way = {.kind = ABUT_KIND_APART, .point_count = hi > 0 ? 2 : 1};
    memcpy(way.points[0], a_point, sizeof way.points[0]);
    memcpy(way.points[1], b_point, sizeof way.points[1]);
    return way;
}

abut_contact way_of(const abut_distance_answer* answer)
{
    return way_between(answer->a_point, answer->b_point, answer->hi);
}

static char* verdict_text(const measure* m)
{
    char* words = measured_words(m);
    if (m->all) return words;
    const char* what = !m->has_points ? "" : m->answer.hi > 0 ? "the shortest way: " : "contact: ";
    char* text = words ? say_text("%s%s", what, words) : NULL;
    free(words);
    return text;
}

typedef struct way_sight {
    pair_sight pair;
    abut_contact* ways;
    abut_hits shown;  // none, or these
} way_sight;

static bool find_ways(way_sight* s, const measure* m)
{
    const abut_clearance_answer* all = m->all;
    const size_t count = all ? all->count : m->has_points;
    s->ways = malloc((count + 1) * sizeof *s->ways);
    if (!s->ways) {
        say_status("cannot draw", ABUT_OUT_OF_MEMORY);
        return false;
    }
    for (size_t i = 0; all && i < count; i++) {
        const abut_approach* near = &all->approaches[i];
        s->ways[i] = way_between(near->a_point, near->b_point, near->hi);
    }
    if (!all) s->ways[0] = way_of(&m->answer);
    s->shown = (abut_hits){
        .pairs = all ? all->pairs : &m->answer.pair, .contacts = s->ways, .count = count};
    return true;
}

static bool look(way_sight* s, const measure* m, const abut_pose poses[2])
{
    *s = (way_sight){.ways = NULL};
    if (!find_ways(s, m)) return false;
    const bool fine = pair_see(&s->pair, m->sides, poses, &s->shown, verdict_text(m));
    s->pair.scene.is_apart = measure_band_of(m) != ABUT_BAND_CONTACT;
    return fine;
}

// ----------------------------------------------------------------------------------------- report

static void take_way(void* user, size_t index, see_contact* out, abut_kind* kind)
{
    const way_sight* s = user;
    const abut_contact* way = &s->ways[index];
    const abut_pair pair = s->shown.pairs[index];
    *kind = way->kind;
    *out = (see_contact){
        .part = {0, 1}, .triangle = {pair.a, pair.b}, .point_count = way->point_count};
    memcpy(out->points, way->points, sizeof out->points);
}

void way_report_limit(report* p, const measure_limit* limit)
{
    report_fact(p, "too close", "%s %.17g", measure_limit_text(limit), limit->distance);
}

static void write_facts(report* p, const measure* m, const way_scene* scene, const char* words)
{
    report_facts(p);
    pair_report_files(p, m->sides);
    report_fact(p, m->all ? "pairs" : "distance", "%s", words);
    if (m->limit.is_given) way_report_limit(p, &m->limit);
    if (!m->answer.complete)
        report_fact(p, "search", "%s",
                    m->is_hollow ? "there was nothing to check"
                                 : "ended early, by a budget or a deadline");
    pair_report_search(p, m->sides, scene->query_seconds);
    json_close(&p->json);
}

static bool write_page(const measure* m, const way_scene* scene, const way_sight* s,
                       const report_head* head, const char* words, const warning_list* warnings,
                       output* out)
{
    report p;
    report_model models[2];
    const report_contacts contacts = {s->shown.count, take_way, (void*)(uintptr_t)s};
    pair_report_models(m->sides, models);
    if (!report_begin(&p, scene->options->report, out, head, s->pair.scene.parts, models, 2))
        return false;
    json_put_bool(&p.json, "measured", true);
    if (m->all) json_put_bool(&p.json, "all", true);
    pair_report_meeting(&p, s->shown.count);
    write_facts(&p, m, scene, words);
    if (!report_models(&p, warnings)) return false;
    pair_report_numbers(&p, m->sides);
    if (s->shown.count) report_write_contacts(&p, &contacts);
    return report_end(&p);
}

static bool write_report(const measure* m, const way_scene* scene, const way_sight* s,
                         const double view[3], const warning_list* warnings, output* out)
{
    static const char* const verdicts[] = {"Undecided", "Contact", "Close", "Clear"};
    static const char* const moods[] = {"doubt", "", "", "fine"};
    if (!scene->options->report) return true;
    const abut_band band = measure_band_of(m);
    char *title = pair_report_title(m->sides), *words = measured_words(m);
    const report_head head = {.verb = scene->verb,
                              .title = title,
                              .verdict = verdicts[band],
                              .mood = moods[band],
                              .summary = m->all ? NULL : words,
                              .complete = !m->all || m->answer.complete,
                              .view = view,
                              .untinted = scene->options->how.untinted};
    const bool fine = title && words;
    const bool written = fine && write_page(m, scene, s, &head, words, warnings, out);
    if (!fine) say_status(NULL, ABUT_OUT_OF_MEMORY);
    free(title);
    free(words);
    return written;
}

bool way_show(const measure* m, const way_scene* scene, result_files* files, double view[3],
              warning_list* warnings)
{
    way_sight s;
    const bool written =
        look(&s, m, scene->poses) &&
        picture_write(scene->options, &s.pair.scene, &files->picture, view, warnings) &&
        write_report(m, scene, &s, view, warnings, &files->page);
    pair_sight_free(&s.pair);
    free(s.ways);
    return written;
}
