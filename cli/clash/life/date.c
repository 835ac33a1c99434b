// date.c - the date that a review bears: it is given, or that of what is reviewed; never that of the clock, so that two
// runs are equal.
#include "clash/life/life.h"
#include "say/say.h"
#include "text/number.h"

#include <stdlib.h>
#include <string.h>

enum { DAY = 24 * 60 * 60 };

static int days_of_month(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (leaps && month == 2);
}

// Whether a text has the form of another, in which a 0 stands for any digit, up to the other's end.
static bool has_form(const char* text, const char* form)
{
    for (; *form; text++, form++)
        if (*form == '0' ? !is_digit(*text) : *text != *form) return false;
    return true;
}

static int two_digits(const char* at)
{
    return 10 * (at[0] - '0') + (at[1] - '0');
}

bool date_take(const char* text, char out[32])
{
    static const char day[] = "0000-00-00", whole[] = "0000-00-00T00:00:00Z";
    const size_t length = strlen(text);
    const bool has_time = length == sizeof whole - 1;
    if (!has_form(text, has_time ? whole : day) || (!has_time && length != sizeof day - 1))
        return false;
    const int year = 100 * two_digits(text) + two_digits(text + 2), month = two_digits(text + 5);
    if (year < 1 || month < 1 || month > 12 || two_digits(text + 8) < 1 ||
        two_digits(text + 8) > days_of_month(year, month))
        return false;
    if (has_time &&
        (two_digits(text + 11) > 23 || two_digits(text + 14) > 59 || two_digits(text + 17) > 59))
        return false;
    snprintf(out, 32, "%s%s", text, has_time ? "" : "T00:00:00Z");
    return true;
}

bool date_of_seconds(int64_t seconds, char out[32])
{
    int64_t days = seconds / DAY - (seconds % DAY < 0);
    const unsigned within = (unsigned)(seconds - days * DAY);
    int year = 1970, month = 1;
    if (seconds < 0 || days > 366 * (int64_t)(9999 - 1970)) return false;
    for (int length; days >= (length = days_of_month(year, 2) == 29 ? 366 : 365); year++)
        days -= length;
    for (; days >= days_of_month(year, month); month++)
        days -= days_of_month(year, month);
    // The remainders are what the numbers are: the compiler sees that they fit.
    snprintf(out, 32, "%04u-%02u-%02uT%02u:%02u:%02uZ", (unsigned)year % 10000,
             (unsigned)month % 13, (unsigned)(days + 1) % 32, within / 3600 % 24, within / 60 % 60,
             within % 60);
    return year <= 9999;
}

bool clash_date_open(clash_result* r)
{
    char* date = r->review.date;
    if (r->options->date) {
        if (date_take(r->options->date, date)) return true;
        say(O014_OTHER_FORM,
            "--date takes a date such as 2026-11-30 or 2026-11-30T12:00:00Z, not '%s'",
            r->options->date);
        return false;
    }
    const char* epoch = getenv("SOURCE_DATE_EPOCH");
    if (!epoch) return true;
    int64_t seconds = 0;
    const char *at = epoch, *end = epoch + strlen(epoch);
    if (end - epoch <= 12 && end != epoch && is_digit(*at) && integer_parse(&at, end, &seconds) &&
        at == end && date_of_seconds(seconds, date))
        return true;
    say(O014_OTHER_FORM,
        "SOURCE_DATE_EPOCH is '%s', not a number of seconds since 1970 up to the year 9999", epoch);
    date[0] = '\0';
    return false;
}

void clash_date_finish(clash_result* r)
{
    int64_t newest = -1;
    if (r->review.date[0]) return;
    for (size_t i = 0; i < r->source_count; i++)
        if (r->sources[i].modified > newest) newest = r->sources[i].modified;
    if (!date_of_seconds(newest, r->review.date)) r->review.date[0] = '\0';
}
