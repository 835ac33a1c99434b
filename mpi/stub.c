// temporary stand-ins
#include "clash/cells.h"
#include "models/set.h"
#include "clash/sources/sources.h"
#include "say/say.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
static abut_clashes full;
static abut_pair* pairs; static abut_clash* clashes; static abut_gap* gaps;
static size_t cell_count;
bool set_is(const char* p){(void)p;return false;}
bool set_open(set_file*s,const char*p,load_error*e){(void)s;(void)p;(void)e;return false;}
void set_close(set_file*s){(void)s;}
bool clash_list(clash_result* r, progress* p){ return clash_objects_load(r, r->host, p); }
static abut_survey survey_of(const clash_options* o)
{
    return o->clearance.is_given ? ABUT_SURVEY_CLEARANCES : o->inside ? ABUT_SURVEY_RELATIONS : ABUT_SURVEY_REGIONS;
}
bool clash_cells_plan(clash_result* r, size_t count)
{
    abut_world* w; cell_count = count;
    abut_world_create(&w, r->host);
    abut_world_strict(w, r->options->clearance.is_strict);
    for (uint32_t i = 0; i < r->object_count; i++) { abut_instance in = clash_instance(&r->objects[i]); in.margin = r->options->clearance.distance/2; abut_world_add(w,&in,NULL);
      if (r->options->against_count) abut_world_group(w,i,r->objects[i].is_against?2:1,r->objects[i].is_against?1:2); }
    return abut_world_collide(w, survey_of(r->options), NULL, &full) == ABUT_OK;
}
static size_t cell_of(const clash_result* r, size_t o) { return o * cell_count / r->object_count; }
static void add(clash_result* r, const abut_pair* p, const abut_clash* c, const abut_gap* g)
{
    size_t n = r->clashes.count;
    pairs = realloc(pairs, (n+1)*sizeof *pairs); clashes = realloc(clashes,(n+1)*sizeof *clashes);
    pairs[n]=*p; clashes[n]=*c; 
    if (g) { gaps = realloc(gaps,(n+1)*sizeof *gaps); gaps[n]=*g; r->clashes.gaps=gaps; }
    r->clashes.pairs=pairs; r->clashes.clashes=clashes; r->clashes.count=n+1;
}
bool clash_cells_ask(clash_result* r, size_t first, size_t last, progress* p)
{
    (void)p;
    const char* t = getenv("STUB_MS");
    if (t) { struct timespec a,b; clock_gettime(CLOCK_MONOTONIC,&a); double s=0; do { clock_gettime(CLOCK_MONOTONIC,&b); s=(double)(b.tv_sec-a.tv_sec)*1e3+(double)(b.tv_nsec-a.tv_nsec)/1e6;} while (s<atof(t)); }
    for (size_t i = 0; i < full.count; i++) { size_t c = cell_of(r, full.pairs[i].a); if (c>=first&&c<last) add(r,&full.pairs[i],&full.clashes[i],full.gaps?&full.gaps[i]:NULL); }
    if (first==0) { r->clashes.asked=full.asked; r->clashes.volume_tests=full.volume_tests; r->clashes.triangle_tests=full.triangle_tests; r->clashes.node_updates=full.node_updates; r->clashes.exact_tests=full.exact_tests; }
    r->clashes.band=full.band;
    return true;
}
void clash_forget(clash_result* r){ r->clashes=(abut_clashes){0}; }
bool clash_part_write(const clash_result* r, const part_head* head, size_t first, size_t last, FILE* out)
{
    (void)first;(void)last;
    part_writer w = {0};
    const abut_clashes* c=&r->clashes;
    part_begin(&w,out,head);
    part_put_u64(&w,c->count);part_put_u64(&w,c->asked);part_put_u64(&w,c->volume_tests);part_put_u64(&w,c->triangle_tests);part_put_u64(&w,c->node_updates);part_put_u64(&w,c->exact_tests);part_put_u32(&w,c->band);
    for(size_t i=0;i<c->count;i++){ part_put_bytes(&w,&c->pairs[i],sizeof*c->pairs);part_put_bytes(&w,&c->clashes[i],sizeof*c->clashes); part_put_u32(&w,c->gaps!=NULL); if(c->gaps)part_put_bytes(&w,&c->gaps[i],sizeof*c->gaps);}
    part_end_section(&w,"ROWS");
    part_put_warnings(&w,&r->warnings); part_end_section(&w,"WARN");
    return part_finish(&w);
}
bool clash_part_read(clash_result* r, const part* p);
bool clash_part_read(clash_result* r, const part* p)
{
    part_reader in = part_section_of(p,"ROWS");
    size_t n=(size_t)part_get_u64(&in);
    r->clashes.asked+=part_get_u64(&in);r->clashes.volume_tests+=part_get_u64(&in);r->clashes.triangle_tests+=part_get_u64(&in);r->clashes.node_updates+=part_get_u64(&in);r->clashes.exact_tests+=part_get_u64(&in);r->clashes.band=part_get_u32(&in);
    for(size_t i=0;i<n;i++){ abut_pair q; abut_clash c; abut_gap g; memcpy(&q,part_get_bytes(&in,sizeof q),sizeof q);memcpy(&c,part_get_bytes(&in,sizeof c),sizeof c); bool has=part_get_u32(&in); if(has)memcpy(&g,part_get_bytes(&in,sizeof g),sizeof g); add(r,&q,&c,has?&g:NULL);}
    in = part_section_of(p,"WARN");
    return part_get_warnings(&in,&r->warnings);
}
int clash_merge(const part_list* l){(void)l; say("no merge yet"); return EXIT_ERROR;}
int clash_exit(const clash_result* r);
int clash_exit(const clash_result* r)
{
    return r->clashes.count ? EXIT_CONTACT : clash_is_hollow(r) ? EXIT_UNDECIDED : EXIT_APART;
}
bool clash_spill(clash_result* r, size_t source, const char* folder);
bool clash_spill(clash_result* r, size_t source, const char* folder){(void)r;(void)source;(void)folder;return true;}
