// stations.c - see stations.h.
#include "picture/stations.h"

#include <string.h>

enum { ALL_MOST = 2000, PIECE_MOST = 100 };

// What is written of contacts: three blocks, for which each station is asked thrice, so that no list of all is kept.
typedef enum what { TRIANGLES, KINDS, POINTS, WHATS } what;

static void write_contact(report* p, see_block* b, what kind, const abut_hits* hits, size_t i)
{
    const abut_contact* c = &hits->contacts[i];
    const uint32_t ids[2] = {hits->pairs[i].a, hits->pairs[i].b};
    const uint8_t both = (uint8_t)((unsigned)c->point_count << 4 | (unsigned)c->kind);
    if (kind == TRIANGLES) see_block_counts(b, ids, 2);
    if (kind == KINDS) see_block_bytes(b, &both, 1);
    for (int k = 0; kind == POINTS && k < c->point_count; k++) {
        float point[3];
        see_frame_point(&p->frame, c->points[k], point);
        see_block_floats(b, point, 3);
    }
}

size_t stations_with_contacts(const stations* s)
{
    size_t shown = 0;
    for (uint64_t all = 0; shown < s->count; shown++) {
        station at;
        s->at(s->user, shown, &at);
        all += at.seen;
        if (all > STATIONS_CONTACTS_MOST) break;
    }
    return shown;
}

static bool write_contacts(report* p, const stations* s, size_t shown)
{
    static const char* const names[WHATS] = {"contact-triangles", "contact-kinds",
                                             "contact-points"};
    for (int kind = 0; kind < WHATS; kind++) {
        see_block b = see_block_begin(p->out->stream, names[kind], SIZE_MAX);
        for (size_t i = 0; i < shown; i++) {
            station at;
            abut_hits hits;
            s->at(s->user, i, &at);
            if (!at.seen) continue;
            if (!s->contacts(s->user, i, &hits)) return false;
            // A step that a budget ended early found less than there is: only so many are shown.
            for (size_t k = 0; k < hits.count && k < at.seen; k++)
                write_contact(p, &b, (what)kind, &hits, k);
        }
        see_block_end(&b);
    }
    return true;
}

// Where a model is, as the page's coordinates have it: twelve floats, rows of a matrix.
static void write_pose(see_block* b, const see_frame* f, const abut_pose* pose)
{
    float rows[12];
    for (int i = 0; i < 3; i++) {
        double at = pose->translation[i] - f->origin[i];
        for (int k = 0; k < 3; k++) {
            const double entry = pose->scale * pose->rotation[i][k];
            at += entry * f->origin[k];
            rows[4 * i + k] = (float)entry;
        }
        rows[4 * i + 3] = (float)(at / f->scale);
    }
    see_block_floats(b, rows, 12);
}

// What each station has one number, or several, of.
typedef enum column {
    POSES,
    PAIRS,
    STATES,
    MICROSECONDS,
    DISTANCES,  // infinite where it is not known
    SEEN,
    STEPS,
    FRACTIONS,
    COLUMNS
} column;
static const char* const column_names[COLUMNS] = {"fly-poses",        "fly-pairs",     "fly-states",
                                                  "fly-microseconds", "fly-distances", "fly-seen",
                                                  "fly-steps",        "fly-fractions"};

static void write_cell(see_block* b, const see_frame* frame, column which, const station* at)
{
    const uint32_t count = (uint32_t)(which == PAIRS  ? at->pairs
                                      : which == SEEN ? at->seen
                                                      : at->step);
    const float value = (float)(which == MICROSECONDS ? at->microseconds
                                : which == DISTANCES  ? at->distance
                                                      : at->fraction);
    switch (which) {
    case POSES:
        write_pose(b, frame, &at->poses[0]);
        write_pose(b, frame, &at->poses[1]);
        break;
    case PAIRS:
    case SEEN:
    case STEPS:
        see_block_counts(b, &count, 1);
        break;
    case STATES:
        see_block_bytes(b, &at->state, 1);
        break;
    default:
        see_block_floats(b, &value, 1);
        break;
    }
}

static void write_column(report* p, const stations* s, column which)
{
    see_block b = see_block_begin(p->out->stream, column_names[which], SIZE_MAX);
    for (size_t i = 0; i < s->count; i++) {
        station at;
        s->at(s->user, i, &at);
        write_cell(&b, &p->frame, which, &at);
    }
    see_block_end(&b);
}

bool stations_write(report* p, const stations* s, size_t shown)
{
    const bool is_written[COLUMNS] = {
        [POSES] = true,
        [PAIRS] = true,
        [STATES] = true,
        [MICROSECONDS] = s->is_timed,
        [DISTANCES] = s->is_measured,
        [SEEN] = s->is_measured || s->is_between,
        [STEPS] = s->is_between,
        [FRACTIONS] = s->is_between,
    };
    for (int which = 0; which < COLUMNS; which++)
        if (is_written[which]) write_column(p, s, (column)which);
    return write_contacts(p, s, shown);
}

size_t stations_of_piece(size_t pieces)
{
    const size_t share = ALL_MOST / pieces;
    return share < 1 ? 1 : share > PIECE_MOST ? PIECE_MOST : share;
}

abut_contact station_contact(const double a_point[3], const double b_point[3], bool is_apart)
{
    const bool is_point = memcmp(a_point, b_point, 3 * sizeof *a_point) == 0;
    abut_contact contact = {.kind = is_apart ? ABUT_KIND_APART : ABUT_KIND_TOUCH,
                            .point_count = is_point ? 1 : 2};
    memcpy(contact.points[0], a_point, sizeof contact.points[0]);
    memcpy(contact.points[1], b_point, sizeof contact.points[1]);
    return contact;
}
