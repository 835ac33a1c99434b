// nearest.c - see nearest.h. The distance is that of Damerau and Levenshtein, where no letter is moved twice.
#include "options/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MOST = 40 };

// What matters of a word or name: not the dashes in front.
static const char* letters_of(const char* text)
{
    return text + strspn(text, "-");
}

static int letter(const char* text, size_t i)
{
    return tolower((unsigned char)text[i]);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char* a, size_t a_length, const char* b, size_t b_length)
{
    size_t rows[3][LENGTH_MOST + 1];  // of the last three letters of a
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t k = 0; k <= b_length; k++)
        last[k] = before[k] = k;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t k = 1; k <= b_length; k++) {
            const int x = letter(a, i - 1), y = letter(b, k - 1);
            row[k] = least(last[k - 1] + (x != y), least(last[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && x == letter(b, k - 2) && letter(a, i - 2) == y)
                row[k] = least(row[k], before[k - 2] + 1);
        }
        size_t* const oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

static size_t letters_apart(const char* a, size_t a_length, const char* b, size_t b_length)
{
    size_t sum = 0;
    for (size_t i = 0; i < a_length && i < b_length; i++)
        sum += (size_t)abs(letter(a, i) - letter(b, i));
    return sum;
}

nearest nearest_begin(const char* word)
{
    return (nearest){.word = word};
}

void nearest_offer(nearest* n, const char* name)
{
    const char *a = letters_of(n->word), *b = letters_of(name);
    const size_t a_length = strcspn(a, "="), b_length = strlen(b);  // without a value
    if (!a_length || a_length > LENGTH_MOST || b_length > LENGTH_MOST) return;
    const size_t most = a_length < 3 ? 1 : (a_length + 1) / 3;
    const bool begins = a_length > 1 && a_length < b_length && strncmp(a, b, a_length) == 0;
    const size_t steps = begins ? 1 : distance(a, a_length, b, b_length);
    const size_t apart = letters_apart(a, a_length, b, b_length);
    if (steps > most || steps >= a_length) return;
    if (n->name && (steps > n->steps || (steps == n->steps && apart >= n->apart))) return;
    n->name = name;
    n->steps = steps;
    n->apart = apart;
}

char* nearest_text(const nearest* n, char text[64])
{
    *text = '\0';
    if (n->name) snprintf(text, 64, " (is %s meant?)", n->name);
    return text;
}
