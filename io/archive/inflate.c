// inflate.c - see inflate.h. Codes of up to FAST_BITS bits, which are nearly all, are looked up; longer ones are counted
// out bit by bit. What zlib refuses is refused.
#include "archive/inflate.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    FAST_BITS = 10,
    CODE_BITS_MOST = 15,
    LITERALS_MOST = 288,
    DISTANCES_MOST = 32,
    END_OF_BLOCK = 256,
};

// A code: for each word of FAST_BITS bits, as they come, the symbol it begins with (from bit 4 on) and its length; 0: it is
// longer, or none.
typedef struct code {
    uint16_t fast[1 << FAST_BITS];
    uint16_t counts[CODE_BITS_MOST + 1];  // of symbols by their lengths
    uint16_t symbols[LITERALS_MOST];      // by length, then by number
} code;

typedef struct inflater {
    const unsigned char *in, *in_end;
    uint64_t bits;  // those that come next, the first one lowest
    unsigned bit_count;
    unsigned char *out, *begin, *out_end;
    code literals, distances;
} inflater;

// ------------------------------------------------------------------------------------------- bits

// Have 56 bits or more, as long as there are any. Behind the end zeros follow, which bit_count does not count.
static void refill(inflater* f)
{
    if (f->in_end - f->in >= 8) {
        uint64_t word = 0;
        for (int i = 0; i < 8; i++)
            word |= (uint64_t)f->in[i] << (8 * i);
        f->bits |= word << f->bit_count;
        f->in += (63 - f->bit_count) >> 3;
        f->bit_count |= 56;
        return;
    }
    for (; f->bit_count <= 56 && f->in != f->in_end; f->bit_count += 8)
        f->bits |= (uint64_t)*f->in++ << f->bit_count;
}

static bool drop(inflater* f, unsigned count)
{
    if (count > f->bit_count) return false;
    f->bits >>= count;
    f->bit_count -= count;
    return true;
}

// A number of at most 16 bits. false: the bytes end.
static bool take(inflater* f, unsigned count, unsigned* value)
{
    refill(f);
    *value = (unsigned)(f->bits & ((1U << count) - 1));
    return drop(f, count);
}

// ------------------------------------------------------------------------------------------ codes

static unsigned reversed(unsigned word, unsigned count)
{
    unsigned result = 0;
    for (; count > 0; count--, word >>= 1)
        result = result << 1 | (word & 1);
    return result;
}

static void fill_fast(code* c, unsigned word, unsigned length, unsigned symbol)
{
    for (unsigned i = reversed(word, length); i < 1U << FAST_BITS; i += 1U << length)
        c->fast[i] = (uint16_t)(symbol << 4 | length);
}

// Make a code of the lengths of its words; 0: that symbol has none. Words have to be used up, but where there is one alone,
// or none at all.
static bool make_code(code* c, const unsigned char* lengths, unsigned count, bool may_be_short)
{
    memset(c->fast, 0, sizeof c->fast);
    memset(c->counts, 0, sizeof c->counts);
    for (unsigned i = 0; i < count; i++)
        c->counts[lengths[i]]++;
    const bool is_empty = c->counts[0] == count;
    c->counts[0] = 0;
    int left = 1;
    unsigned longest = 0;
    unsigned starts[CODE_BITS_MOST + 2] = {0}, words[CODE_BITS_MOST + 2] = {0};
    for (unsigned length = 1; length <= CODE_BITS_MOST; length++) {
        left = 2 * left - c->counts[length];
        if (left < 0) return false;
        if (c->counts[length] > 0) longest = length;
        starts[length + 1] = starts[length] + c->counts[length];
        words[length + 1] = (words[length] + c->counts[length]) << 1;
    }
    if (left > 0 && !is_empty && !(may_be_short && longest == 1)) return false;
    for (unsigned i = 0; i < count; i++) {
        const unsigned length = lengths[i];
        if (length == 0) continue;
        if (length <= FAST_BITS) fill_fast(c, words[length], length, i);
        words[length]++;
        c->symbols[starts[length]++] = (uint16_t)i;
    }
    return true;
}

// The symbol of a word that is not looked up: the words of one length follow each other.
static bool take_long(inflater* f, const code* c, unsigned* symbol)
{
    unsigned word = 0, first = 0, index = 0;
    for (unsigned length = 1; length <= CODE_BITS_MOST; length++) {
        word |= (unsigned)(f->bits >> (length - 1)) & 1;
        const unsigned count = c->counts[length];
        if (word < first + count) {
            *symbol = c->symbols[index + word - first];
            return drop(f, length);
        }
        index += count;
        first = (first + count) << 1;
        word <<= 1;
    }
    return false;
}

// The next symbol. There are bits enough for it, or the bytes end.
static inline bool take_symbol(inflater* f, const code* c, unsigned* symbol)
{
    const unsigned entry = c->fast[f->bits & ((1U << FAST_BITS) - 1)];
    if (entry == 0) return take_long(f, c, symbol);
    *symbol = entry >> 4;
    return drop(f, entry & 15);
}

// ----------------------------------------------------------------------------------------- blocks

static inflate_status copy_stored(inflater* f)
{
    unsigned length, inverse;
    drop(f, f->bit_count & 7);
    if (!take(f, 16, &length) || !take(f, 16, &inverse) || length != (~inverse & 0xFFFF))
        return INFLATE_DAMAGED;
    // Whole bytes that are in the word go back.
    f->in -= f->bit_count / 8;
    f->bits = f->bit_count = 0;
    if ((size_t)(f->in_end - f->in) < length) return INFLATE_DAMAGED;
    if ((size_t)(f->out_end - f->out) < length) return INFLATE_OTHER_SIZE;
    if (length > 0) memcpy(f->out, f->in, length);
    f->in += length;
    f->out += length;
    return INFLATE_OK;
}

// Repeat what was put out `distance` bytes before; it may reach into itself.
static void repeat(inflater* f, size_t distance, size_t length)
{
    const unsigned char* from = f->out - distance;
    unsigned char* to = f->out;
    f->out += length;
    if (distance >= 8 && f->out_end - f->out >= 8) {
        for (; to < f->out; to += 8, from += 8)
            memcpy(to, from, 8);
    } else if (distance == 1) {
        memset(to, *from, length);
    } else {
        for (; to != f->out; to++, from++)
            *to = *from;
    }
}

// The length that a symbol behind the literals stands for, and how far back what is repeated lies.
static inflate_status take_repeat(inflater* f, unsigned symbol)
{
    static const uint16_t lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distances[] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    enum { LENGTHS = sizeof length_bits, DISTANCES = sizeof distances / sizeof *distances };
    unsigned more, distance;
    symbol -= END_OF_BLOCK + 1;
    if (symbol >= LENGTHS || !take(f, length_bits[symbol], &more)) return INFLATE_DAMAGED;
    const size_t length = lengths[symbol] + more;
    refill(f);
    if (!take_symbol(f, &f->distances, &distance) || distance >= DISTANCES) return INFLATE_DAMAGED;
    if (!take(f, distance < 4 ? 0 : distance / 2 - 1, &more)) return INFLATE_DAMAGED;
    const size_t back = distances[distance] + more;
    if (back > (size_t)(f->out - f->begin)) return INFLATE_DAMAGED;
    if (length > (size_t)(f->out_end - f->out)) return INFLATE_OTHER_SIZE;
    repeat(f, back, length);
    return INFLATE_OK;
}

static inflate_status inflate_block(inflater* f)
{
    for (;;) {
        unsigned symbol;
        refill(f);
        if (!take_symbol(f, &f->literals, &symbol)) return INFLATE_DAMAGED;
        // Three more words fit into what was refilled.
        for (int i = 0; i < 2 && symbol < END_OF_BLOCK && f->out != f->out_end; i++) {
            *f->out++ = (unsigned char)symbol;
            if (!take_symbol(f, &f->literals, &symbol)) return INFLATE_DAMAGED;
        }
        if (symbol == END_OF_BLOCK) return INFLATE_OK;
        if (symbol < END_OF_BLOCK) {
            if (f->out == f->out_end) return INFLATE_OTHER_SIZE;
            *f->out++ = (unsigned char)symbol;
            continue;
        }
        const inflate_status status = take_repeat(f, symbol);
        if (status != INFLATE_OK) return status;
    }
}

static void make_fixed_codes(inflater* f)
{
    unsigned char lengths[LITERALS_MOST];
    for (unsigned i = 0; i < LITERALS_MOST; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(&f->literals, lengths, LITERALS_MOST, false);
    memset(lengths, 5, DISTANCES_MOST);
    make_code(&f->distances, lengths, DISTANCES_MOST, false);
}

// The lengths of words, which are packed themselves: 16 repeats the last one, 17 and 18 stand for zeros.
static bool take_lengths(inflater* f, const code* c, unsigned char* lengths, unsigned count)
{
    static const struct {
        unsigned bits, least;
    } runs[] = {{2, 3}, {3, 3}, {7, 11}};
    for (unsigned i = 0; i < count;) {
        unsigned symbol, more;
        refill(f);
        if (!take_symbol(f, c, &symbol)) return false;
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        if ((symbol == 16 && i == 0) || !take(f, runs[symbol - 16].bits, &more)) return false;
        more += runs[symbol - 16].least;
        if (more > count - i) return false;
        memset(lengths + i, symbol == 16 ? lengths[i - 1] : 0, more);
        i += more;
    }
    return true;
}

static bool take_codes(inflater* f)
{
    enum { LENGTHS = 19, LITERALS = 286, DISTANCES = 30 };
    static const unsigned char order[LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned literals, distances, count;
    if (!take(f, 5, &literals) || !take(f, 5, &distances) || !take(f, 4, &count)) return false;
    literals += 257;
    distances += 1;
    if (literals > LITERALS || distances > DISTANCES) return false;
    unsigned char lengths[LITERALS_MOST + DISTANCES_MOST] = {0};
    for (unsigned i = 0; i < count + 4; i++) {
        unsigned length;
        if (!take(f, 3, &length)) return false;
        lengths[order[i]] = (unsigned char)length;
    }
    // The code of the lengths is read by the place of that of distances, which is made last.
    if (!make_code(&f->distances, lengths, LENGTHS, false)) return false;
    unsigned char all[LITERALS_MOST + DISTANCES_MOST] = {0};
    if (!take_lengths(f, &f->distances, all, literals + distances)) return false;
    return all[END_OF_BLOCK] != 0 && make_code(&f->literals, all, literals, true) &&
           make_code(&f->distances, all + literals, distances, true);
}

inflate_status inflate_bytes(const char* packed, size_t packed_size, char* out, size_t size)
{
    inflater f;
    f.in = (const unsigned char*)packed;
    f.in_end = f.in + packed_size;
    f.begin = f.out = (unsigned char*)out;
    f.out_end = f.out + size;
    f.bits = f.bit_count = 0;
    for (unsigned is_last = 0; !is_last;) {
        enum { STORED, FIXED, DYNAMIC };
        unsigned kind;
        inflate_status status = INFLATE_DAMAGED;
        if (!take(&f, 1, &is_last) || !take(&f, 2, &kind)) return INFLATE_DAMAGED;
        if (kind == STORED) status = copy_stored(&f);
        if (kind == FIXED) make_fixed_codes(&f);
        if (kind == FIXED || (kind == DYNAMIC && take_codes(&f))) status = inflate_block(&f);
        if (status != INFLATE_OK) return status;
    }
    const size_t unread = (size_t)(f.in_end - f.in) + f.bit_count / 8;
    return unread > 0 || f.out != f.out_end ? INFLATE_OTHER_SIZE : INFLATE_OK;
}
