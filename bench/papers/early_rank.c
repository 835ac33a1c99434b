// early_rank.c - rankings of the races of chapter 2 (Klosowski 1998), and what the paper says of them.
#include "papers/early.h"

#include <stdio.h>

const char* const early_rival_names[RIVALS] = {"mesh", "grid", "k-d tree", "R-tree"};

#define TIE     0.05  // rivals within this share of each other share the better rank
#define CLOSELY 0.5   // ranks

// Rivals from first on; those before it are not asked about. Where some race lacks one of them, it does not count.
typedef struct ranking {
    size_t races, wins[RIVALS], groups[GROUP_COUNT][RIVALS], group_races[GROUP_COUNT];
    double score[RIVALS];                        // sum of the ranks
    double looked[RIVALS], looked_rank[RIVALS];  // boxes compared; sum of the ranks by them
} ranking;

// Of two that were timed by turns: whether a is faster than b by more than a tie, beyond what the rounds differ by.
static bool is_before(const time_rounds* a, const time_rounds* b)
{
    return verdict_below(rounds_ratio(a, b), 1 - TIE, 1 - TIE) == CLAIM_HOLDS;
}

static bool has_all(const early_race* r, early_way way, int first)
{
    for (int i = first; i < RIVALS; i++)
        if (!r->f[way][i].is_there) return false;
    return true;
}

static ranking rank(const early_race* races, size_t count, early_way way, int first, bool only_full)
{
    ranking out = {.races = 0};
    for (size_t n = 0; n < count; n++) {
        const early_race* r = &races[n];
        const early_figures* f = r->f[way];
        if (!has_all(r, way, first) || (only_full && !r->full)) continue;
        out.races++;
        out.group_races[r->group]++;
        for (int i = first; i < RIVALS; i++) {
            int before = 0, fewer = 0;
            for (int k = first; k < RIVALS; k++) {
                before += only_full ? is_before(&f[k].full_us, &f[i].full_us)
                                    : is_before(&f[k].us, &f[i].us);
                fewer += f[k].looked < (1 - TIE) * f[i].looked;
            }
            out.wins[i] += before == 0;
            out.groups[r->group][i] += before == 0;
            out.score[i] += 1 + before;
            out.looked[i] += f[i].looked;
            out.looked_rank[i] += 1 + fewer;
        }
    }
    return out;
}

static double mean(const ranking* r, const double of[RIVALS], int rival)
{
    return r->races ? of[rival] / (double)r->races : 0;
}

static void report(paper* p, const char* title, const ranking* r, int first)
{
    if (!r->races) return;
    paper_table(p, title,
                "structure|wins|scenes|tetrahedra|terrains|mean rank|mean rank by boxes compared|"
                "boxes compared a query");
    for (int i = first; i < RIVALS; i++)
        paper_row(p, "%s|%zu of %zu|%zu of %zu|%zu of %zu|%zu of %zu|%.2f|%.2f|%.0f",
                  early_rival_names[i], r->wins[i], r->races, r->groups[GROUP_SCENES][i],
                  r->group_races[GROUP_SCENES], r->groups[GROUP_TETRAHEDRA][i],
                  r->group_races[GROUP_TETRAHEDRA], r->groups[GROUP_TERRAINS][i],
                  r->group_races[GROUP_TERRAINS], mean(r, r->score, i), mean(r, r->looked_rank, i),
                  mean(r, r->looked, i));
}

// The first by wins, or by the sum of ranks.
static int best_of(const ranking* r, int first, bool by_wins)
{
    int best = RIVALS - 1;
    for (int i = RIVALS - 1; i >= first; i--)
        if (by_wins ? r->wins[i] > r->wins[best] : r->score[i] < r->score[best]) best = i;
    return best;
}

static bool leads(const ranking* r, int first, int rival)
{
    for (int i = first; i < RIVALS; i++)
        if (i != rival && r->wins[i] >= r->wins[rival]) return false;
    return true;
}

// What the same races tell of the reason: whether the order of the times is that of the boxes compared.
static void explain(const ranking* r, int first, char* out, size_t size)
{
    bool alike = true;
    for (int i = first; i < RIVALS; i++)
        for (int k = first; k < RIVALS; k++)
            if (r->score[i] < r->score[k] && r->looked[i] > r->looked[k]) alike = false;
    int at = snprintf(out, size, "boxes compared a query in the same races:");
    for (int i = first; i < RIVALS && at >= 0 && (size_t)at < size; i++)
        at += snprintf(out + at, size - (size_t)at, "%s %s %.0f", i > first ? "," : "",
                       early_rival_names[i], mean(r, r->looked, i));
    if (at >= 0 && (size_t)at < size)
        snprintf(out + at, size - (size_t)at, "%s",
                 alike ? "; the fewer, the better the rank"
                       : ", which is not the order of the times; not explained");
}

static void judge_wins(paper* p, const ranking* r, int first, const char* why)
{
    const int best = best_of(r, first, true);
    paper_claim(p, "QuickCD, chapter 2", "the R-tree wins most races",
                "the R-tree alone has the most wins; who is within a twentieth of the fastest, or "
                "no different from it by the rounds, wins too",
                leads(r, first, RIVAL_RTREE) ? CLAIM_HOLDS : CLAIM_FAILS, why,
                "most: %s, %zu of %zu; R-tree %zu, grid %zu, k-d tree %zu (time, tuned settings)",
                early_rival_names[best], r->wins[best], r->races, r->wins[RIVAL_RTREE],
                r->wins[RIVAL_GRID], r->wins[RIVAL_KD]);
}

// How many have more wins.
static int place_by_wins(const ranking* r, int rival)
{
    int more = 0;
    for (int i = 0; i < RIVALS; i++)
        more += r->wins[i] > r->wins[rival];
    return more;
}

static void judge_others(paper* p, const ranking* four, const char* why)
{
    const bool second = place_by_wins(four, RIVAL_MESH) == 1,
               last = place_by_wins(four, RIVAL_KD) == RIVALS - 1;
    paper_claim(
        p, "QuickCD, chapter 2", "by wins the mesh is a distant second, the k-d tree the loser",
        "where there is a mesh, one has more wins than it and all have more than the k-d tree; "
        "partly if one of the two is so",
        !four->races     ? CLAIM_NOT_SHOWN
        : second && last ? CLAIM_HOLDS
        : second || last ? CLAIM_PARTLY
                         : CLAIM_FAILS,
        four->races ? why : "there is no mesh", "mesh %zu, k-d tree %zu of %zu races (time)",
        four->wins[RIVAL_MESH], four->wins[RIVAL_KD], four->races);
}

static void judge_ranks(paper* p, const ranking* r, int first, const char* why)
{
    const double tree = mean(r, r->score, RIVAL_RTREE), grid = mean(r, r->score, RIVAL_GRID),
                 kd = mean(r, r->score, RIVAL_KD);
    const bool is_first = best_of(r, first, false) == RIVAL_RTREE;
    const bool is_so = is_first && grid <= tree + CLOSELY && grid < kd;
    paper_claim(p, "QuickCD, chapter 2",
                "by weighted rank the R-tree is first, closely followed by the grid, and the k-d "
                "tree third",
                "the least mean rank is the R-tree's, the grid's is at most 0.5 more and less than "
                "the k-d tree's; partly if the R-tree's is less than the k-d tree's",
                is_so       ? CLAIM_HOLDS
                : tree < kd ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                why, "R-tree %.2f, grid %.2f, k-d tree %.2f (time, tuned settings)", tree, grid,
                kd);
}

// Flyers 0: a tetrahedron; 3 and 4: aircraft.
static void judge_mesh(paper* p, const early_race* races, size_t count, const ranking* r,
                       const char* why)
{
    case_tally slowest = {0, 0, 0}, competes = slowest;
    for (size_t n = 0; n < count; n++) {
        const early_figures* f = races[n].f[WAY_TUNED];
        if (!has_all(&races[n], WAY_TUNED, RIVAL_MESH)) continue;
        size_t behind = 0;
        for (int i = 1; i < RIVALS; i++)
            behind += is_before(&f[i].us, &f[RIVAL_MESH].us);
        if (races[n].flyer == 0) tally_count(&slowest, behind == RIVALS - 1);
        if (races[n].flyer >= 3) tally_count(&competes, behind == 0);
    }
    int worst = RIVALS - 1;
    for (int i = 0; i < RIVALS; i++)
        if (r->score[i] > r->score[worst]) worst = i;
    paper_claim(p, "QuickCD, chapter 2", "by weighted rank the mesh is last",
                "the mesh has the greatest mean rank",
                !r->races             ? CLAIM_NOT_SHOWN
                : worst == RIVAL_MESH ? CLAIM_HOLDS
                                      : CLAIM_FAILS,
                r->races ? why : "there is no mesh", "last: %s, %.2f in %zu races (time)",
                early_rival_names[worst], mean(r, r->score, worst), r->races);
    paper_claim(
        p, "QuickCD, chapter 2", "the mesh is by far the slowest with the tetrahedron",
        "all others are faster by more than a twentieth, in all environments; partly in some",
        tally_verdict(&slowest), r->races ? why : "there is no mesh", "in %s environments (time)",
        tally_text(&slowest).text);
    paper_claim(p, "QuickCD, chapter 2", "the mesh competes with complex objects, and wins some",
                "it wins at least a quarter of the races of the two aircraft; partly if any",
                !tally_cases(&competes)                     ? CLAIM_NOT_SHOWN
                : 4 * competes.so >= tally_cases(&competes) ? CLAIM_HOLDS
                : competes.so                               ? CLAIM_PARTLY
                                                            : CLAIM_FAILS,
                tally_cases(&competes) ? why : "there is no mesh", "in %s races (time)",
                tally_text(&competes).text);
}

static void judge_full(paper* p, const ranking* r, const ranking* full, int first)
{
    bool alike = true;
    for (int i = first; i < RIVALS; i++)
        for (int k = first; k < RIVALS; k++)
            if (mean(r, r->score, i) + 0.25 < mean(r, r->score, k) &&
                mean(full, full->score, i) > mean(full, full->score, k))
                alike = false;
    paper_claim(p, "QuickCD, chapter 2",
                "the ranking by full checks a second is roughly that by frame rates",
                "no two structures whose mean ranks differ by more than 0.25 change their order",
                alike ? CLAIM_HOLDS : CLAIM_FAILS, "two change their order, as the table shows",
                "full checks: R-tree %.2f, grid %.2f, k-d tree %.2f (time)",
                mean(full, full->score, RIVAL_RTREE), mean(full, full->score, RIVAL_GRID),
                mean(full, full->score, RIVAL_KD));
}

void early_report_ranks(paper* p, const early_race* races, size_t count)
{
    const ranking four = rank(races, count, WAY_TUNED, RIVAL_MESH, false);
    const ranking three = rank(races, count, WAY_TUNED, RIVAL_GRID, false);
    const ranking full = rank(races, count, WAY_TUNED, RIVAL_GRID, true);
    const ranking by_default = rank(races, count, WAY_DEFAULT, RIVAL_GRID, false);
    const ranking collecting = rank(races, count, WAY_COLLECT, RIVAL_GRID, false);
    report(
        p,
        "Ranks of all four, tuned, where there is a mesh. Within a twentieth, or no different by "
        "the rounds, is a tie.",
        &four, RIVAL_MESH);
    report(p, "Ranks without the mesh, tuned, all races", &three, RIVAL_GRID);
    report(p, "The same by full checks a second, the worst case", &full, RIVAL_GRID);
    report(p, "The same with default settings, by frame rates", &by_default, RIVAL_GRID);
    report(p,
           "Tuned, with a first phase that lists all triangles whose boxes meet the object's, so "
           "that the range of these sorts out triangles of the object",
           &collecting, RIVAL_GRID);
    char why[400], why_mesh[400];
    const bool is_whole = four.races > three.races / 2;
    const ranking* r = is_whole ? &four : &three;
    const int first = is_whole ? RIVAL_MESH : RIVAL_GRID;
    explain(&three, RIVAL_GRID, why, sizeof why);
    explain(&four, RIVAL_MESH, why_mesh, sizeof why_mesh);
    judge_wins(p, r, first, why);
    judge_others(p, &four, why_mesh);
    judge_ranks(p, r, first, why);
    judge_mesh(p, races, count, &four, why_mesh);
    judge_full(p, &three, &full, RIVAL_GRID);
}

void early_report_memory(paper* p, const early_memory* all, size_t count)
{
    case_tally least = {0, 0, 0};
    double copies[RIVALS] = {0};
    for (size_t i = 0; i < count; i++) {
        const early_memory* m = &all[i];
        bool is_least = true;
        for (int k = 0; k < RIVALS; k++) {
            if (m->bytes[k] > 0 && m->bytes[k] < m->bytes[RIVAL_RTREE]) is_least = false;
            copies[k] += m->stored[k] / (double)m->triangles / (double)count;
        }
        tally_count(&least, is_least);
    }
    paper_claim(
        p, "QuickCD, chapter 2",
        "the R-tree takes the least memory: it stores each triangle once, grid and k-d tree "
        "store them again and again",
        "the fewest bytes in all environments, with tuned settings; partly in some",
        tally_verdict(&least), "not explained; see the table",
        "in %s environments; a triangle is stored %.2f times by the R-tree, %.2f by the "
        "grid, %.2f by the k-d tree (exact)",
        tally_text(&least).text, copies[RIVAL_RTREE], copies[RIVAL_GRID], copies[RIVAL_KD]);
}
