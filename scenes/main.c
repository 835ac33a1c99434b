// main.c - abut-scene: write a model or a motion of scenes/ to a file.
#include "fall_main.h"
#include "file/new.h"
#include "scenes.h"
#include "text/number.h"
#include "text/printable.h"

#include "abut/abut.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char usage[] = "usage: abut-scene NAME [key=value...] [--fit SIDE] -o FILE\n"
                            "       abut-scene billiard [key=value...] [-a FILE -b FILE] -o FILE\n"
                            "       abut-scene list          the names\n"
                            "       abut-scene fall NAME     rigid bodies that fall (fall --help)\n"
                            "       abut-scene NAME --help   its keys\n"
                            "       abut-scene --help | --version\n";

static const char help[] =
    "\n"
    "Write a model or a motion that is made by formula: the same bits on every machine.\n"
    "\n"
    "  -o FILE       models: .obj .stl .ply .off by the suffix (.stl rounds to float); motions:\n"
    "                .frames, or what is no suffix of a model\n"
    "  -o -          standard output; models then need --format\n"
    "  --format F    obj, stl, stl-ascii, ply or off, whatever the suffix\n"
    "  --fit SIDE    scale and move a model so that a cube of that side around the origin holds\n"
    "                it\n"
    "  -a, -b FILE   billiard: the models, in any format that abut reads: b flies among a.\n"
    "                Without them they are those that 'tetra' and 'torus --fit 0.1' write\n"
    "\n"
    "A line of a motion is one frame: position (3 numbers) and rotation (9, rows) of body 1, then\n"
    "of body 2; world = rotation * point + position. 'abut fly A B --path FILE' replays it to the\n"
    "last bit.\n"
    "\n"
    "billiard: b begins at a random place where it does not touch a, and flies on by steps that\n"
    "change a little at random. Where it touches a, it goes back by a step, and on the other way;\n"
    "the walls of the box around a, made wider by half of the diagonal of b's (less inward=), "
    "mirror the\n"
    "steps.\n"
    "\n"
    "Exit status: 0, or 2 on an error. Its message ends with a code: 'abut explain CODE' tells "
    "more.\n";

typedef struct request {
    scene_arguments scene;
    const char* file;
    const char* models[2];  // billiard: a and b
    mesh_format format;
    double fit;  // 0: as it is
    int wants_help;
} request;

// Each message ends with the code of its kind, as those of abut do.
__attribute__((format(printf, 2, 3))) static int fail(fault_code code, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("abut-scene: ", stderr);
    printable_print(stderr, format, arguments);
    fprintf(stderr, " [%s]\n", fault_code_name(code).text);
    va_end(arguments);
    return 2;
}

static fault_code code_of(scene_status status)
{
    switch (status) {
    case SCENE_OUT_OF_MEMORY:
        return S001_OUT_OF_MEMORY;
    case SCENE_UNKNOWN_NAME:
        return M001_UNKNOWN_NAME;
    case SCENE_WRONG_SORT:
        return M003_OTHER_SORT;
    case SCENE_OK:
    case SCENE_TOO_LARGE:
    case SCENE_BAD_VALUE:
        break;
    }
    return M002_BAD_VALUE;
}

// Help that could not be written is an error like any other.
static int flushed(void)
{
    return fflush(stdout) || ferror(stdout)
               ? fail(S003_CANNOT_WRITE, "cannot write to standard output")
               : 0;
}

static int print_list(void)
{
    size_t count;
    const scene_info* s = scene_list(&count);
    for (size_t i = 0; i < count; i++)
        printf("%-10s %s\n", s[i].name, s[i].summary);
    return flushed();
}

static void print_key(const scene_key* k)
{
    char value[40], range[60];
    if (k->kind == SCENE_CHOICE) {
        snprintf(value, sizeof value, "%.*s", (int)strcspn(k->choices, " "), k->choices);
        snprintf(range, sizeof range, "%s", k->choices);
    } else {
        snprintf(value, sizeof value, "%.10g", k->fallback);
        snprintf(range, sizeof range, "%s%.16g to %.16g",
                 k->kind == SCENE_INTEGER ? "integer, " : "", k->least, k->most);
    }
    printf("  %-10s %-6s %-30s %s\n", k->name, value, range, k->help);
}

static int print_scene(const scene_info* s)
{
    printf("usage: abut-scene %s [key=value...]%s -o FILE%s\n\n%s\n\n", s->name,
           s->make  ? " [--fit SIDE]"
           : s->fly ? " [-a FILE -b FILE]"
                    : "",
           s->write_frames ? "[.frames]"
           : s->make       ? ""
                           : ".frames",
           s->summary);
    printf("  %-10s %-6s %-30s %s\n", "key", "value", "range", "meaning (lengths in any unit)");
    for (size_t i = 0; i < s->key_count; i++)
        print_key(s->keys + i);
    if (s->rules) printf("\nTogether: %s.\n", s->rules);
    return flushed();
}

static int is_frames(const char* file)
{
    const size_t length = strlen(file);
    return length >= 7 && strcmp(file + length - 7, ".frames") == 0;
}

// Whether a file is named as models are.
static int names_model(const char* file)
{
    static const char* const suffixes[] = {".obj", ".stl", ".ply", ".off"};
    const size_t length = strlen(file);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (length > 4 && strcasecmp(file + length - 4, suffixes[i]) == 0) return 1;
    return 0;
}

static int read_option(request* r, const char* option, const char* value)
{
    if (!value) return fail(O003_VALUE_MISSING, "%s needs a value", option);
    if (strcmp(option, "-o") == 0) {
        if (r->file) return fail(O005_GIVEN_TWICE, "-o is given twice");
        r->file = value;
    } else if (strcmp(option, "-a") == 0 || strcmp(option, "-b") == 0) {
        const char** model = &r->models[option[1] - 'a'];
        if (*model) return fail(O005_GIVEN_TWICE, "%s is given twice", option);
        *model = value;
    } else if (strcmp(option, "--format") == 0) {
        r->format = mesh_format_from_name(value);
        if (r->format == MESH_UNKNOWN)
            return fail(O013_NO_SUCH_VALUE,
                        "--format must be obj, stl, stl-ascii, ply or off, not %s", value);
    } else {
        const char *at = value, *end = value + strlen(value);
        if (number_parse(&at, end, &r->fit) != NUMBER_OK || at != end ||
            !(r->fit >= 1e-100 && r->fit <= 1e100))
            return fail(O012_OUT_OF_RANGE, "--fit must be a number from 1e-100 to 1e100, not %s",
                        value);
    }
    return 0;
}

// settings has room for all arguments.
static int read_arguments(request* r, int count, char** arguments, const char** settings)
{
    for (int i = 2; i < count; i++) {
        const char* word = arguments[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            r->wants_help = 1;
        } else if (strcmp(word, "-o") == 0 || strcmp(word, "-a") == 0 || strcmp(word, "-b") == 0 ||
                   strcmp(word, "--format") == 0 || strcmp(word, "--fit") == 0) {
            const int failed = read_option(r, word, i + 1 < count ? arguments[i + 1] : NULL);
            if (failed) return failed;
            i++;
        } else if (word[0] == '-') {
            return fail(O002_UNKNOWN_OPTION, "there is no option %s", word);
        } else {
            settings[r->scene.setting_count++] = word;
        }
    }
    r->scene.settings = settings;
    return 0;
}

// Progress and results never mix: what was written is told on stderr if stdout is the file.
static void report(const request* r, size_t count, const char* things)
{
    FILE* out = strcmp(r->file, "-") == 0 ? stderr : stdout;
    printable_write(r->file, out);
    fprintf(out, ": %zu %s\n", count, things);
}

// Of a model whose parts move.
static int write_frames(const request* r)
{
    scene_error wrong;
    if (r->format != MESH_UNKNOWN || r->fit > 0)
        return fail(O007_NO_EFFECT,
                    "--format and --fit are for models, and .frames files hold motions");
    FILE* stream = fopen(r->file, "w");
    if (!stream) return fail(S003_CANNOT_WRITE, "%s: cannot be written", r->file);
    const scene_status status = scene_write_frames(&r->scene, stream, &wrong);
    const int failed = ferror(stream) | fclose(stream);
    if (status != SCENE_OK) return fail(code_of(wrong.status), "%s", wrong.text);
    if (failed) return fail(S003_CANNOT_WRITE, "%s: cannot be written", r->file);
    return 0;
}

static int write_model(const request* r)
{
    if (is_frames(r->file))
        return fail(M003_OTHER_SORT, "%s is a model, and .frames files hold motions",
                    r->scene.name);
    if (strcmp(r->file, "-") == 0 && r->format == MESH_UNKNOWN)
        return fail(F051_NOT_WRITTEN, "-o - needs --format");
    mesh m = {0};
    scene_error wrong;
    mesh_error unwritten;
    if (scene_make(&r->scene, &m, &wrong) != SCENE_OK)
        return fail(code_of(wrong.status), "%s", wrong.text);
    int result = 0;
    if (r->fit > 0 && mesh_fit_cube(&m, r->fit) != SCENE_OK)
        result = fail(M002_BAD_VALUE, "%s cannot be scaled to that size", r->scene.name);
    else if (mesh_write_file(&m, r->file, r->format, &unwritten) != MESH_OK)
        result = fail(unwritten.code, "%s: %s", r->file, unwritten.text);
    else
        report(r, m.triangle_count, "triangles");
    mesh_free(&m);
    return result;
}

// Without -a and -b: what 'abut-scene tetra' and 'abut-scene torus --fit 0.1' write.
static int make_models(mesh models[2])
{
    static const char* const names[2] = {"tetra", "torus"};
    for (int i = 0; i < 2; i++) {
        scene_error wrong;
        if (scene_make(&(scene_arguments){.name = names[i]}, &models[i], &wrong) != SCENE_OK)
            return fail(code_of(wrong.status), "%s", wrong.text);
    }
    return mesh_fit_cube(&models[1], 0.1) == SCENE_OK
               ? 0
               : fail(M002_BAD_VALUE, "the torus has no size");
}

// Read or make the models that a motion is among.
static int read_models(const request* r, mesh models[2])
{
    if (!r->models[0] && !r->models[1]) return make_models(models);
    if (!r->models[0] || !r->models[1])
        return fail(O010_OPTION_MISSING, "%s takes both of -a and -b, or neither", r->scene.name);
    for (int i = 0; i < 2; i++) {
        mesh_error e;
        if (mesh_read_file(&models[i], r->models[i], NULL, &e) != MESH_OK)
            return fail(e.code, "%s: %s", r->models[i], e.text);
    }
    return 0;
}

// Make a motion, among models if the scene asks for them.
static int make_motion(const request* r, const scene_info* s, motion* out)
{
    mesh models[2] = {{0}};
    scene_error wrong = {0};
    int result = s->fly ? read_models(r, models) : 0;
    if (!result && (s->fly ? scene_fly(&r->scene, &models[0], &models[1], out, &wrong)
                           : scene_move(&r->scene, out, &wrong)) != SCENE_OK)
        result = fail(code_of(wrong.status), "%s", wrong.text);
    mesh_free(&models[0]);
    mesh_free(&models[1]);
    return result;
}

static int write_motion(const request* r, const scene_info* s)
{
    if (names_model(r->file))
        return fail(M003_OTHER_SORT, "%s is a motion, and %s would be a model: .frames is usual",
                    r->scene.name, r->file);
    if (r->format != MESH_UNKNOWN || r->fit > 0)
        return fail(O007_NO_EFFECT, "--format and --fit are for models; %s is a motion",
                    r->scene.name);
    motion m = {0};
    const int made = make_motion(r, s, &m);
    if (made) return made;
    const int to_stdout = strcmp(r->file, "-") == 0;
    FILE* stream = to_stdout ? stdout : fopen(r->file, "w");
    int written = stream != NULL && motion_write(&m, stream);
    if (stream) written &= (to_stdout ? fflush(stream) : fclose(stream)) == 0;
    if (written) report(r, m.frame_count, "frames");
    motion_free(&m);
    return written ? 0 : fail(S003_CANNOT_WRITE, "%s: cannot be written", r->file);
}

static int write_scene(const request* r, const scene_info* s)
{
    if (!s->fly && (r->models[0] || r->models[1]))
        return fail(O007_NO_EFFECT, "%s takes no -a and -b", s->name);
    if (s->write_frames && is_frames(r->file)) return write_frames(r);
    return s->make ? write_model(r) : write_motion(r, s);
}

int main(int argc, char** argv)
{
    const char* name = argc > 1 ? argv[1] : NULL;
    new_files_watch();
    if (!name) {
        fputs(usage, stderr);
        return 2;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        printf("%s%s", usage, help);
        return flushed();
    }
    if (strcmp(name, "--version") == 0) {
        printf("abut-scene %s\n", ABUT_VERSION_STRING);
        return flushed();
    }
    if (strcmp(name, "list") == 0)
        return argc > 2 ? fail(O009_TOO_MANY, "list takes nothing more, but got %s", argv[2])
                        : print_list();

    if (strcmp(name, "fall") == 0) return fall_main(argc - 2, argv + 2);

    request r = {.scene.name = name};
    const scene_info* s = scene_find(name);
    const char** settings = calloc((size_t)argc, sizeof *settings);
    if (!settings) return fail(S001_OUT_OF_MEMORY, "out of memory");
    int result;
    if (!s) {
        scene_error wrong;
        mesh none;
        (void)scene_make(&r.scene, &none, &wrong);
        result = name[0] == '-' ? fail(O002_UNKNOWN_OPTION, "there is no option %s", name)
                                : fail(code_of(wrong.status), "%s", wrong.text);
    } else {
        result = read_arguments(&r, argc, argv, settings);
        if (!result && r.wants_help)
            result = print_scene(s);
        else if (!result && !r.file)
            result = fail(O010_OPTION_MISSING, "%s: -o FILE is missing", name);
        else if (!result)
            result = write_scene(&r, s);
    }
    free(settings);
    return result;
}
