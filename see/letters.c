// letters.c - from UTF-8 to ink.
#include "letters_font.h"

#include <string.h>

// What the font has not, by its number in Unicode. Of scripts that people name files and parts in; all else is a symbol.
typedef struct script {
    uint32_t first, last;
    const char* name;
} script;

static const script scripts[] = {
    {0x0000, 0x001f, "control characters"},
    {0x007f, 0x009f, "control characters"},
    {0x0020, 0x024f, "Latin"},
    {0x0250, 0x02af, "phonetic"},
    {0x0300, 0x036f, "combining accents"},
    {0x0370, 0x03ff, "Greek"},
    {0x0400, 0x052f, "Cyrillic"},
    {0x0530, 0x058f, "Armenian"},
    {0x0590, 0x05ff, "Hebrew"},
    {0x0600, 0x06ff, "Arabic"},
    {0x0700, 0x074f, "Syriac"},
    {0x0750, 0x077f, "Arabic"},
    {0x08a0, 0x08ff, "Arabic"},
    {0x0900, 0x097f, "Devanagari"},
    {0x0980, 0x09ff, "Bengali"},
    {0x0a00, 0x0a7f, "Gurmukhi"},
    {0x0a80, 0x0aff, "Gujarati"},
    {0x0b00, 0x0b7f, "Oriya"},
    {0x0b80, 0x0bff, "Tamil"},
    {0x0c00, 0x0c7f, "Telugu"},
    {0x0c80, 0x0cff, "Kannada"},
    {0x0d00, 0x0d7f, "Malayalam"},
    {0x0d80, 0x0dff, "Sinhala"},
    {0x0e00, 0x0e7f, "Thai"},
    {0x0e80, 0x0eff, "Lao"},
    {0x0f00, 0x0fff, "Tibetan"},
    {0x1000, 0x109f, "Burmese"},
    {0x10a0, 0x10ff, "Georgian"},
    {0x1100, 0x11ff, "Hangul"},
    {0x1200, 0x139f, "Ethiopic"},
    {0x1780, 0x17ff, "Khmer"},
    {0x1800, 0x18af, "Mongolian"},
    {0x1e00, 0x1eff, "Latin"},
    {0x1f00, 0x1fff, "Greek"},
    {0x2e80, 0x303f, "Chinese characters"},
    {0x3040, 0x309f, "Hiragana"},
    {0x30a0, 0x30ff, "Katakana"},
    {0x3130, 0x318f, "Hangul"},
    {0x31f0, 0x31ff, "Katakana"},
    {0x3400, 0x9fff, "Chinese characters"},
    {0xac00, 0xd7ff, "Hangul"},
    {0xf900, 0xfaff, "Chinese characters"},
    {0xfb1d, 0xfb4f, "Hebrew"},
    {0xfb50, 0xfdff, "Arabic"},
    {0xfe70, 0xfeff, "Arabic"},
    {0xff65, 0xff9f, "Katakana"},
    {0x1f000, 0x1faff, "pictographs"},
    {0x20000, 0x3ffff, "Chinese characters"},
};
static const char bytes_name[] = "bytes that are no UTF-8";

enum { NOT_UTF_8 = 0xfffd };  // what stands for it

static bool goes_on(char byte)  // a letter of UTF-8 that began before
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

// Take the next letter of a text that is not at its end.
static uint32_t next(const char** text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};  // by how many bytes more there are
    const unsigned char first = (unsigned char)*(*text)++;
    const int more = first < 0x80         ? 0
                     : first >> 5 == 0x06 ? 1
                     : first >> 4 == 0x0e ? 2
                     : first >> 3 == 0x1e ? 3
                                          : -1;
    uint32_t letter = more < 0 ? 0 : more == 0 ? first : first & (0x3fu >> more);
    int taken = 0;
    for (; goes_on(**text); ++*text, taken++)
        letter = letter << 6 | ((unsigned char)**text & 0x3fu);
    return more < 0 || taken != more || letter < least[more] ? NOT_UTF_8 : letter;
}

// Return the ink of a letter; NULL: the font has it not.
static const uint8_t* ink_of(uint32_t letter)
{
    for (size_t i = 0; i < letter_range_count; i++) {
        const letter_range* r = &letter_ranges[i];
        if (letter >= r->first && letter <= r->last && letter != NOT_UTF_8)
            return letter_ink[r->at + letter - r->first];
    }
    return NULL;
}

int letters_count(const char* text)
{
    int count = 0;
    while (*text) {
        (void)next(&text);
        count++;
    }
    return count;
}

const char* letters_missing(const char** text)
{
    while (**text) {
        const uint32_t letter = next(text);
        if (ink_of(letter)) continue;
        if (letter == NOT_UTF_8) return bytes_name;
        for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
            if (letter >= scripts[i].first && letter <= scripts[i].last) return scripts[i].name;
        return "symbols";
    }
    return NULL;
}

static void draw_ink(see_image* image, int x, int y, const uint8_t* ink, const uint8_t colour[3])
{
    for (int i = 0; i < LETTER_WIDTH * LETTER_HEIGHT; i++) {
        const int of_15 = i % 2 ? ink[i / 2] & 15 : ink[i / 2] >> 4;
        const int px = x + i % LETTER_WIDTH, py = y + i / LETTER_WIDTH;
        if (px < 0 || py < 0 || px >= image->width || py >= image->height) continue;
        uint8_t* at = image->pixels + 3 * ((size_t)py * (size_t)image->width + (size_t)px);
        for (int k = 0; k < 3; k++)
            at[k] = (uint8_t)(at[k] + (colour[k] - at[k]) * of_15 / 15);
    }
}

void letters_draw(see_image* image, int x, int y, const char* text, const uint8_t colour[3])
{
    const uint8_t* box = letter_ink[letter_ranges[letter_range_count - 1].at];
    for (; *text; x += LETTER_WIDTH) {
        const uint8_t* ink = ink_of(next(&text));
        draw_ink(image, x, y, ink ? ink : box, colour);
    }
}
