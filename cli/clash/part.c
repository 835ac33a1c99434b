// part.c - TEMPORARY stand-in
#include "clash/cells.h"
#include "say/say.h"
#include <stdlib.h>
#include <string.h>
static void add(clash_result* r, const abut_pair* p, const abut_clash* c, const abut_gap* g)
{
    clash_found_room(r, 1, g != NULL);
    size_t n = r->clashes.count++;
    r->review.pairs[n]=*p; r->review.clashes[n]=*c; if (g) r->review.gaps[n]=*g;
}
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
