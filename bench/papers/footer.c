// footer.c - see footer.h.
#define _DEFAULT_SOURCE  // getloadavg
#include "papers/footer.h"

#include "base/simd_set.h"
#include "papers/rapid.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

enum { PATH_MOST = 4096, TEXT_MOST = 96 };

// As cksum(1) has it, so that anyone can tell which data there were.
static uint32_t checksum_of(FILE* in)
{
    uint32_t sum = 0;
    uint64_t size = 0;
    bool ended = false;
    for (uint64_t left = 0; !ended || left;) {
        int byte = ended ? (int)(left & 255) : fgetc(in);
        if (ended) {
            left >>= 8;
        } else if (byte == EOF) {
            ended = true;
            left = size;
            continue;
        } else {
            size++;
        }
        sum ^= (uint32_t)byte << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum >> 31 ? 0x04C11DB7u : 0);
    }
    return ~sum;
}

static void data_version(char out[TEXT_MOST])
{
    const char* folder = getenv("ABUT_DATA");
    char path[PATH_MOST];
    snprintf(path, sizeof path, "%s/MANIFEST.tsv", folder ? folder : "");
    FILE* in = folder ? fopen(path, "r") : NULL;
    if (in)
        snprintf(out, TEXT_MOST, "%lu", (unsigned long)checksum_of(in));
    else
        snprintf(out, TEXT_MOST, "%s", folder ? "without MANIFEST.tsv" : "none");
    if (in) fclose(in);
}

void footer_identity(char out[IDENTITY_MOST], const paper* p)
{
    char data[TEXT_MOST];
    data_version(data);
    snprintf(out, IDENTITY_MOST, "%s %s, data %s%s%s", bench_commit, p->quick ? "quick" : "full",
             data, rapid_available(p) ? ", " : "", rapid_available(p) ? rapid_name(p) : "");
}

static void processor_name(char out[TEXT_MOST])
{
    struct utsname machine;
    char line[256];
    snprintf(out, TEXT_MOST, "%s", uname(&machine) < 0 ? "unknown processor" : machine.machine);
    FILE* in = fopen("/proc/cpuinfo", "r");
    while (in && fgets(line, sizeof line, in)) {
        const char* value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value) continue;
        snprintf(out, TEXT_MOST, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (in) fclose(in);
}

void footer_write(FILE* out, const paper* p)
{
#define NAME(set, name) #set,
    static const char* const sets[] = {SIMD_EACH(NAME)};
    char day[32], processor[TEXT_MOST], data[TEXT_MOST];
    double load = 0;
    const time_t now = time(NULL);
    struct tm date;
    gmtime_r(&now, &date);
    strftime(day, sizeof day, "%Y-%m-%d", &date);
    processor_name(processor);
    data_version(data);
    fprintf(out, "%s; %s, %s; %s %s; commit %s; data: %s; ", day, processor, sets[simd_current()],
            COMPILER, BENCH_FLAGS, bench_commit, data);
    fprintf(out, "%s; ", rapid_available(p) ? rapid_name(p) : "without RAPID itself (--rapid)");
    if (p->rounds.least < p->rounds.most) fprintf(out, "%d to ", p->rounds.least);
    if (p->rounds.most)
        fprintf(out, "%d round%s; ", p->rounds.most, p->rounds.most == 1 ? "" : "s");
    if (getloadavg(&load, 1) == 1)
        fprintf(out, "load %.1f on %ld processors; ", load, sysconf(_SC_NPROCESSORS_ONLN));
    fprintf(out, "%.0f s", p->seconds);
}
