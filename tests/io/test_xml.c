// test_xml.c - XML: what is well-formed is walked through as it stands, all else is refused by name and place.
#include "io/mesh_check.h"
#include "text/xml.h"

static const char* const known[] = {"urn:a", "urn:b"};

// Write what a text is made of: "+NAME(SPACE)[ATTRIBUTE(SPACE)=VALUE]" for what opens, "-NAME" for what closes, "." for the
// end, "!" and the reason for a failure. SPACE is the number of a known namespace, 'n' for none, 'o' for another.
static void put_space(char* to, int space)
{
    const char text[] = {'(',
                         (char)(space >= 0              ? '0' + space
                                : space == XML_NO_SPACE ? 'n'
                                                        : 'o'),
                         ')', '\0'};
    strcat(to, text);
}

static xml_event tell(const char* text, size_t size, char out[2000], size_t* fault_at)
{
    char* copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    xml_reader* x = malloc(sizeof *x);
    assert_non_null(x);
    xml_begin(x, copy, size, known, 2);
    *out = '\0';
    xml_event event;
    while ((event = xml_next(x)) == XML_OPENED || event == XML_CLOSED) {
        strcat(out, event == XML_OPENED ? "+" : "-");
        strncat(out, x->name, x->name_length);
        if (event == XML_CLOSED) continue;
        put_space(out, x->space);
        for (size_t i = 0; i < x->attribute_count; i++) {
            const xml_attribute* a = &x->attributes[i];
            char value[200];
            assert_true(a->value_length < sizeof value);
            const size_t length = xml_decode(a, value);
            assert_true(length <= a->value_length);
            strcat(out, "[");
            strncat(out, a->name, a->name_length);
            put_space(out, a->space);
            strcat(out, "=");
            strncat(out, value, length);
            strcat(out, "]");
        }
    }
    if (event == XML_FAILED) {
        assert_true(x->fault_at >= copy && x->fault_at <= copy + size);
        assert_int_equal(xml_next(x), XML_FAILED);
        *fault_at = (size_t)(x->fault_at - copy);
        strcat(out, "!");
        strcat(out, x->why);
    } else {
        assert_int_equal(xml_next(x), XML_ENDED);
        strcat(out, ".");
    }
    free(x);
    free(copy);
    return event;
}

static void what_is_well_formed_is_walked_through(void** state)
{
    (void)state;
    static const char* const texts[][2] = {
        {"<a/>", "+a(n)-a."},
        {"\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a></a>\n", "+a(n)-a."},
        {"<?xml version='1.0' encoding = 'US-ASCII' standalone='yes'?><a/>", "+a(n)-a."},
        {"<!-- <b> --><a><!----><b/>text<![CDATA[</a> ]] > ]]></a><?pi <c> ?>", "+a(n)+b(n)-b-a."},
        {"<a x = '1'\n\ty=\"&lt;&gt;&amp;&quot;&apos;\" z='\"'/>",
         "+a(n)[x(n)=1][y(n)=<>&\"'][z(n)=\"]-a."},
        {"<a x='&#65;&#x42;&#x20AC;&#x1F600;'/>", "+a(n)[x(n)=AB\xE2\x82\xAC\xF0\x9F\x98\x80]-a."},
        {"<a x='1\r\n2\n3\t4'/>", "+a(n)[x(n)=1 2 3 4]-a."},
        {"<a xmlns='urn:a' xmlns:b='urn:b' xmlns:c='urn:c' x='1' b:x='2' c:x='3'><b:c/><c:d/></a>",
         "+a(0)[x(n)=1][x(1)=2][x(o)=3]+c(1)-c+d(o)-d-a."},
        {"<a xmlns='urn:a'><b xmlns='urn:b'><c xmlns=''/><c/></b><b/></a>",
         "+a(0)+b(1)+c(n)-c+c(1)-c-b+b(0)-b-a."},
        {"<b:a b:x='1' xmlns:b='urn:b'/>", "+a(1)[x(1)=1]-a."},
        {"<a xml:lang='de'/>", "+a(n)[lang(o)=de]-a."},
        {"<a><m:b/></a>", "+a(n)+b(o)-b-a."},  // a prefix that nobody declared
        {"<\xC3\xA4.-1 \xC3\xB6='1'/>", "+\xC3\xA4.-1(n)[\xC3\xB6(n)=1]-\xC3\xA4.-1."},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char out[2000];
        size_t at;
        tell(texts[i][0], strlen(texts[i][0]), out, &at);
        assert_string_equal(out, texts[i][1]);
    }
}

// What is wrong, and where.
static const struct {
    const char* text;
    size_t at;
    const char* says;
} wrong[] = {
    {"", 0, "there is no element"},
    {" \n", 2, "there is no element"},
    {"x<a/>", 0, "outside of the root"},
    {"<a/>x", 4, "outside of the root"},
    {"<a/><b/>", 4, "behind the root"},
    {"<a>", 3, "ends before </a>"},
    {"<a><b></a>", 6, "</a> where </b> should be"},
    {"</a>", 0, "</a> ends nothing"},
    {"<a></b>", 3, "</b> where </a> should be"},
    {"<a></a x>", 7, "does not end"},
    {"<a", 2, "ends in a tag"},
    {"<a x", 4, "ends in a tag"},
    {"<a x=", 5, "ends in a tag"},
    {"<a x='1", 7, "ends in a tag"},
    {"<a x='1'", 8, "ends in a tag"},
    {"<a /", 4, "ends in a tag"},
    {"<a / >", 4, "does not end"},
    {"<a x/>", 4, "has no value"},
    {"<a x=1/>", 5, "not in quotes"},
    {"<a x='1'y='2'/>", 8, "a blank is missing"},
    {"<a x='1' x='2'/>", 9, "\"x\" stands twice"},
    {"<a x='<'/>", 6, "a \"<\" in the value"},
    {"<a x='&nbsp;'/>", 6, "unknown reference"},
    {"<a x='&'/>", 6, "unknown reference"},
    {"<a x='&#0;'/>", 6, "unknown reference"},
    {"<a x='&#xD800;'/>", 6, "unknown reference"},
    {"<a x='&#x110000;'/>", 6, "unknown reference"},
    {"<a x='&#99999999999999999999;'/>", 6, "unknown reference"},
    {"<a x='&#x;'/>", 6, "unknown reference"},
    {"<a x='\001'/>", 6, "control character"},
    {"<1a/>", 1, "name of an element"},
    {"< a/>", 1, "name of an element"},
    {"<a:/>", 1, "name of an element"},
    {"<:a/>", 1, "name of an element"},
    {"<a 1='1'/>", 3, "name of an attribute"},
    {"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", 0, "document type"},
    {"<!ELEMENT a><a/>", 0, "begins nothing"},
    {"<![CDATA[x]]><a/>", 0, "begins nothing"},
    {"<!-- a", 6, "ends in a comment"},
    {"<a><![CDATA[ ]] </a>", 20, "ends in a CDATA"},
    {"<?xml version='1.0'", 19, "ends in a processing"},
    {"<?xml version='1.0' encoding='ISO-8859-1'?><a/>", 29, "encoding \"ISO-8859-1\""},
    {"<?xml version='1.0' encoding='UTF-16'?><a/>", 29, "encoding \"UTF-16\""},
    {"\xFF\xFE<", 0, "UTF-16"},
    {"\xFE\xFF<", 0, "UTF-16"},
};

static void what_is_not_is_refused_by_place(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char out[2000];
        size_t at = SIZE_MAX;
        if (tell(wrong[i].text, strlen(wrong[i].text), out, &at) != XML_FAILED)
            fail_msg("%s: %s", wrong[i].text, out);
        if (!strstr(out, wrong[i].says) || at != wrong[i].at)
            fail_msg("%s: %s at %zu", wrong[i].text, out, at);
    }
    char out[2000];
    size_t at;
    assert_int_equal(tell("<\0a\0/\0>\0", 8, out, &at), XML_FAILED);
    assert_non_null(strstr(out, "UTF-16"));
}

static void limits_are_where_they_are_said_to_be(void** state)
{
    (void)state;
    char text[3000], out[2000];
    size_t at;
    for (int more = 0; more < 2; more++) {
        *text = '\0';
        for (int i = 0; i < XML_DEPTH_MOST + more; i++)
            strcat(text, "<a>");
        for (int i = 0; i < XML_DEPTH_MOST + more; i++)
            strcat(text, "</a>");
        assert_int_equal(tell(text, strlen(text), out, &at), more ? XML_FAILED : XML_ENDED);
        if (more) assert_non_null(strstr(out, "nested deeper"));
        strcpy(text, "<a");
        for (int i = 0; i < XML_ATTRIBUTES_MOST + more; i++)
            snprintf(text + strlen(text), 20, " x%d='1'", i);
        strcat(text, "/>");
        assert_int_equal(tell(text, strlen(text), out, &at), more ? XML_FAILED : XML_ENDED);
        if (more) assert_non_null(strstr(out, "attributes"));
        strcpy(text, "<a");
        for (int i = 0; i < XML_SPACES_MOST + more; i++)
            snprintf(text + strlen(text), 30, " xmlns:x%d='u'", i);
        strcat(text, "/>");
        assert_int_equal(tell(text, strlen(text), out, &at), more ? XML_FAILED : XML_ENDED);
        if (more) assert_non_null(strstr(out, "namespaces"));
    }
}

static void what_is_skipped_is_skipped_whole(void** state)
{
    (void)state;
    static const char text[] = "<a><b><a/><b/></b><c/></a>";
    xml_reader* x = malloc(sizeof *x);
    assert_non_null(x);
    xml_begin(x, text, sizeof text - 1, known, 2);
    assert_int_equal(xml_next(x), XML_OPENED);
    assert_int_equal(xml_next(x), XML_OPENED);
    assert_true(xml_is(x, XML_NO_SPACE, "b"));
    assert_int_equal(xml_skip(x), XML_CLOSED);
    assert_true(xml_is(x, XML_NO_SPACE, "b") && x->depth == 2);
    assert_int_equal(xml_next(x), XML_OPENED);
    assert_true(xml_is(x, XML_NO_SPACE, "c"));
    assert_int_equal(xml_skip(x), XML_CLOSED);
    assert_int_equal(xml_next(x), XML_CLOSED);
    assert_int_equal(xml_next(x), XML_ENDED);
    free(x);
}

// Every beginning of a text, and every text with a byte changed, ends; a beginning alone is never whole.
static void damage_ends(void** state)
{
    (void)state;
    static const char text[] =
        "<?xml version='1.0'?><a xmlns:b='urn:b' x='&lt;&#65;'><!-- c --><b:c/>"
        "<![CDATA[x]]><d y=\"1\"></d></a>";
    char out[2000], copy[sizeof text];
    size_t at, failed = 0;
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        assert_int_equal(tell(text, i, out, &at), XML_FAILED);
        for (int byte = 0; byte < 256; byte++) {
            memcpy(copy, text, sizeof text);
            copy[i] = (char)byte;
            failed += tell(copy, sizeof text - 1, out, &at) == XML_FAILED;
        }
    }
    assert_true(failed > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_well_formed_is_walked_through),
        cmocka_unit_test(what_is_not_is_refused_by_place),
        cmocka_unit_test(limits_are_where_they_are_said_to_be),
        cmocka_unit_test(what_is_skipped_is_skipped_whole),
        cmocka_unit_test(damage_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
