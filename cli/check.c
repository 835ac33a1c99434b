// check.c - "abut check A B": do two models touch or cross, and where.
#include "check.h"

#include "say.h"
#include "threads.h"

#include <stdlib.h>

bool check_is_hollow(const check_result* r)
{
    return result_is_hollow(&r->options->result, pair_is_empty(r->sides));
}

static bool load(check_result* r, const abut_host* host, progress* p)
{
    const check_options* o = r->options;
    return pair_load(r->sides, &o->files, &o->build, host, p) &&
           pair_warnings(r->sides, &r->warnings);
}

static bool ask(check_result* r, abut_query* query, progress* p)
{
    const check_options* o = r->options;
    const abut_instance a = {r->sides[0].model, o->poses[0]};
    const abut_instance b = {r->sides[1].model, o->poses[1]};
    const bool is_seen = is_shown(&o->result.picture),
               shown = result_is_written(&o->result) || is_seen;
    const abut_ask how = {
        .descent = o->build.ask.descent,
        .traversal = o->build.ask.traversal,
        .intervals = o->build.ask.intervals,
        .interval_count = o->build.ask.interval_count,
        .limit = shown || o->inside ? o->files.limit : 1,  // for the status any contact will do
        .budget = o->files.budget,
        .detail = o->points || is_seen ? ABUT_DETAIL_POINTS
                  : shown              ? ABUT_DETAIL_KINDS
                                       : ABUT_DETAIL_PAIRS,
    };
    progress_begin(p, "searching contacts", "");
    const abut_status status = o->inside ? abut_contain(query, &a, &b, &how, &r->containment)
                                         : abut_collide(query, &a, &b, &how, &r->hits);
    if (status == ABUT_OK && o->inside) r->hits = r->containment.hits;
    if (check_is_hollow(r)) r->hits.complete = 0;
    r->query_seconds = progress_end(p);
    if (status == ABUT_OK) return true;
    say("%s", abut_status_text(status));
    return false;
}

static bool see(void* result, result_files* files)
{
    check_result* r = result;
    pair_sight s;
    const bool written = check_see(r, &s) &&
                         picture_write(&r->options->result.picture, &s.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         check_write_report(r, &s, &files->page);
    pair_sight_free(&s);
    return written;
}

static const result_ways ways = {check_write_text, check_write_json, check_write_csv, see};

static int exit_status(const check_result* r)
{
    const abut_hits* hits = &r->hits;
    if (check_is_hollow(r)) return EXIT_UNDECIDED;
    if (r->options->inside)
        return r->containment.relation == ABUT_RELATION_SEPARATE ? EXIT_APART : EXIT_CONTACT;
    if (hits->count > 0) return EXIT_CONTACT;
    return hits->complete ? EXIT_APART : EXIT_UNDECIDED;
}

static int check_files(const check_options* o)
{
    int status = EXIT_ERROR;
    check_result r = {.options = o};
    result_files files;
    progress p;
    threads t;
    abut_query* query = NULL;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    if (result_prepare(&files, &o->result, o->files.paths, 2) && load(&r, &t.host, &p)) {
        const abut_status created = abut_query_create(&query, &t.host);
        if (created != ABUT_OK)
            say("%s", abut_status_text(created));
        else if (ask(&r, query, &p) && result_tell(&r, &ways, &o->result, &r.warnings, &files, &p))
            status = exit_status(&r);
    }
    result_discard(&files);
    abut_query_free(query);
    for (int i = 0; i < 2; i++)
        model_file_free(&r.sides[i]);
    warnings_free(&r.warnings);
    threads_close(&t);
    return status;
}

static int check_run(int count, char** arguments)
{
    check_options o;
    int status;
    return check_options_parse(&o, count, arguments, &status) ? check_files(&o) : status;
}

static const char* const help[] = {
    "Usage: abut check A B [options]\n"
    "\n"
    "Find the triangles of the models A and B that share at least one point. Touching counts. The\n"
    "answer is exact for the numbers in the files and the poses, whatever the method.\n"
    "A and B are STL, OBJ, PLY or OFF files, or models saved by 'abut build', told apart by their\n"
    "content; one of them may be -, the standard input. A name that starts with - goes behind -- "
    "or is written ./-name.\n",

    "How much to find:\n"
    "  --all                     every pair of triangles in contact (default)\n"
    "  --first                   stop at the first pair found\n"
    "  --limit N                 stop after N pairs, N >= 1\n"
    "  --budget N                stop after N tests of volumes and triangles, N >= 1; if none of\n"
    "                            them found a contact, the question stays undecided\n"
    "  --inside                  also whether one is inside the other, touches it or crosses it,\n"
    "                            for each connected component: unknown where surfaces with gaps\n"
    "                            leave it open. Not with --first, --limit, --budget or --csv\n",

    "Where the models stand (the same with -a; numbers separated by commas or white space):\n"
    "  --scale-b S               first scale by S, from 2^-300 to 2^300,\n"
    "  --rotate-b AX,AY,AZ,DEG   then turn by DEG degrees, right-handed, about an axis through "
    "the\n"
    "                            origin of the file,\n"
    "  --move-b X,Y,Z            then move, in the files' unit; always in this order\n"
    "  --pose-b \"M11 ... M44\"    all at once: the 16 numbers of a 4 x 4 matrix, rows, with one\n"
    "                            scale and without shear\n"
    "  --quat-b X,Y,Z,QW,QX,QY,QZ  all at once: move and turn by a quaternion, which is "
    "normalised,\n"
    "                            and refused below norm 0.5\n",

    "What to write:\n"
    "  --contacts                list the pairs in the text: triangles of a and b, kind (JSON and\n"
    "                            CSV always list them)\n"
    "  --points                  list them with the corners of what they share, in world\n"
    "                            coordinates\n"
    "  --stats                   count the work: tests of volumes and triangles (JSON always "
    "does)\n"
    "  --json                    one JSON object (docs/json.md)\n"
    "  --csv                     one line a pair (docs/json.md)\n" CRLF_OPTION_HELP
    "  -o, --output FILE         write to FILE, which appears when it is complete; - is standard\n"
    "                            output\n"
    "  --quiet                   no text, warnings or progress, only the exit status (and "
    "errors):\n"
    "                            the search stops at the first contact. With -o FILE, all is "
    "still\n"
    "                            searched and written to FILE.\n",

    PICTURE_OPTION_HELP,

    "How to read and search:\n"
    "  --group-b NAME            of B only the objects, groups or solids of that name ('abut info\n"
    "                            --groups' lists them); the same with -a\n"
    "  --group NAME              the same for both\n" EMPTY_OPTION_HELP
    "  --drop-bad                leave out what is wrong in a file, with a warning, instead of\n"
    "                            refusing the file\n"
    "  --format NAME             stl (binary), stl-ascii, obj, ply or off: the format of standard\n"
    "                            input (needed there), or of both files if neither is "
    "that\n" MEMORY_OPTION_HELP "  -h, --help                this text\n",

    "Which method, and how ('abut methods' tells what each has; the answer is always the same):\n"
    "  --method NAME             auto (default), brute, aabb, sphere, obb, dop6 to dop26, "
    "quickcd6\n"
    "                            to quickcd26, hybrid, wide\n"  //
    BUILD_OPTION_HELP SEARCH_OPTION_HELP THREAD_OPTION_HELP,

    "Exit status: 0 proved apart, 1 contact, 2 error, 3 undecided: also where a model has no\n"
    "triangles. With --inside: 0 separate, 1 for anything else, unknown included, 2 error, 3 where "
    "a\n"
    "model has no triangles.\n",

    "Triangles are counted from 0 in file order, after polygons are split into triangles.\n",

    "Examples:\n"
    "  abut check bolt.stl nut.stl --move-b 0,0,12.5 --contacts\n"
    "  abut check a.obj b.obj --rotate-b 0,0,1,90 --json -o result.json\n"
    "  abut check bolt.stl nut.stl --move-b 0,0,0.2 --picture bolt.png --view 1,-2,1\n"
    "  abut check bolt.stl nut.stl --move-b 0,0,0.2 --report bolt.html\n"
    "  gunzip -c a.ply.gz | abut check - b.off --format ply --quiet\n",
    NULL,
};

const verb verb_check = {
    .name = "check",
    .summary = "do two models touch or cross, where, which triangles",
    .help = help,
    .run = check_run,
};
