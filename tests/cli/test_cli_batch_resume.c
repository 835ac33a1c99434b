// test_cli_batch_resume.c - "abut batch" that is ended early, and goes on: killed at any moment, from a file and from a pipe; a disk
// that is full; what must not be gone on with; and how much memory any number of poses take.
#define _DEFAULT_SOURCE  // wait4
#include "support/pose_frames.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RESUME             "--poses", "p.bin", "--resume"
#define REFUSED(text, ...) expect_failure(PATHS("batch", "a.obj", "b.obj", __VA_ARGS__), text)

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { COUNT = 40000, KILLS = 16 };
#else
enum { COUNT = 160000, KILLS = 16 };
#endif

static int enter(void** state)
{
    if (cli_enter(state)) return -1;
    box_pair boxes = boxes_open();
    boxes_close(&boxes);
    pose_list p = poses_make(COUNT, 7);
    poses_write(&p, &frame_forms[0], "p.bin");
    p.count = 1000;
    poses_write(&p, &frame_forms[0], "few.bin");
    poses_release(&p);
    return 0;
}

static bool is_there(const char* path)
{
    return access(path, F_OK) == 0;
}

static void expect_none_left(const char* path)
{
    char name[64];
    snprintf(name, sizeof name, "%s.unfinished", path);
    assert_false(is_there(name));
    snprintf(name, sizeof name, "%s.journal", path);
    assert_false(is_there(name));
}

// ---------------------------------------------------------------------------------------- killed

static pid_t start(const char* const* arguments, bool piped)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    if (!freopen("/dev/null", "w", stderr) || !freopen(piped ? "p.bin" : "/dev/null", "r", stdin))
        _exit(9);
    char* words[24] = {strdup(ABUT_PROGRAM)};
    for (size_t i = 0; arguments[i]; i++)
        words[i + 1] = strdup(arguments[i]);
    execv(ABUT_PROGRAM, words);
    _exit(9);
}

static void wait_milliseconds(unsigned milliseconds)
{
    const struct timespec time = {.tv_nsec = 1000000L * milliseconds};
    nanosleep(&time, NULL);
}

// Wait until an output has answers, or the run that writes it has ended.
static void wait_for_answers(const char* unfinished, pid_t child)
{
    struct stat left;
    for (int turn = 0; turn < 10000; turn++) {
        siginfo_t ended = {.si_pid = 0};
        if (stat(unfinished, &left) == 0 && left.st_size > 0) return;
        if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid)
            return;
        wait_milliseconds(2);
    }
}

// Run again and again until it ends by itself, and kill each run but for that.
static void kill_often(const char* out, const char* wanted, bool piped, const char* const* options)
{
    const char* arguments[24] = {"batch",    "a.obj", "b.obj", "--poses", piped ? "-" : "p.bin",
                                 "--resume", "-o",    out};
    size_t count = 8;
    for (; *options; options++)
        arguments[count++] = *options;
    rng r = {piped ? 3 : 4};
    int kills = 0, finished = 0, answered = 0;
    char unfinished[64];
    struct stat left;
    snprintf(unfinished, sizeof unfinished, "%s.unfinished", out);
    for (int turn = 0; turn < KILLS || !finished; turn++) {
        const pid_t child = start(arguments, piped);
        if (turn % 2) wait_for_answers(unfinished, child);  // however slow the machine is
        wait_milliseconds(20 + (unsigned)rng_below(&r, 400));
        if (turn < KILLS) kill(child, SIGKILL);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        kills += WIFSIGNALED(status);
        answered += stat(unfinished, &left) == 0 && left.st_size > 0;
        if (!WIFSIGNALED(status)) {
            assert_int_equal(WEXITSTATUS(status), 1);
            expect_same(out, wanted);
            expect_none_left(out);
            finished++;
        } else if (is_there(out)) {
            expect_same(out, wanted);  // whole, or not there at all
        }
    }
    print_message(
        "%s: %d runs killed, %d left answers, %d came to the end; the bytes are the same\n", out,
        kills, answered, finished);
    assert_true(kills >= KILLS / 4 && answered > 0);
}

static void killed(void** state)
{
    (void)state;
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    BATCH(1, "--poses", "p.bin", "-o", "p.csv", "--rows", "--clearance", "0.1");
    kill_often("k.bits", "p.bits", false, PATHS("--method", "brute"));
    kill_often("k.csv", "p.csv", false, PATHS("--rows", "--clearance", "0.1"));
    kill_often("k.pipe", "p.bits", true, PATHS("--method", "brute", "--threads", "2"));
}

// ---------------------------------------------------------------------------------- what is left

// Leave an unfinished output, with its journal, that has the poses before one that is none.
static void leave_some(const char* out)
{
    size_t size;
    unsigned char* bytes = bytes_of("p.bin", &size);
    unlink(out);
    memset(bytes + (size_t)56 * (COUNT / 4 * 3), 0, 56);
    FILE* file = fopen("bad.bin", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(bytes);
    cli_result r = CLI("batch", "a.obj", "b.obj", "--poses", "bad.bin", "-o", out);
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, ".unfinished has the answers to ");
    cli_expect_text(r.err, " poses: --resume goes on with them");
    cli_free(&r);
    assert_false(is_there(out));
}

static void change(const char* path, long at, int by)
{
    FILE* file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int had = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_not_equal(fputc(had ^ by, file), EOF);
    assert_int_equal(fclose(file), 0);
}

static void gone_on_with(void** state)
{
    (void)state;
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    leave_some("o");
    // Not without being asked to.
    REFUSED("o.unfinished: is left of an earlier run: --resume goes on with it; or remove",
            "--poses", "p.bin", "-o", "o");
    // Other models, options, poses.
    expect_failure(PATHS("batch", "a.obj", "a.obj", RESUME, "-o", "o"),
                   "o.unfinished: was begun with another model b: remove it and ");
    expect_failure(PATHS("batch", "b.obj", "b.obj", RESUME, "-o", "o"), "another model a");
    REFUSED("o.unfinished: was begun as 'abut ", RESUME, "-o", "o", "--clearance", "1");
    REFUSED("o.unfinished: was begun as 'abut ", RESUME, "-o", "o", "--rows");
    REFUSED("o.unfinished: was begun as 'abut ", RESUME, "-o", "o", "--from", "8");
    REFUSED("o.unfinished: was begun as 'abut ", RESUME, "-o", "o", "--count", "8");
    write_on("other.bin", "wb", "p.bin");
    change("other.bin", 56 * 77 + 3, 1);
    REFUSED("other.bin: its first ", "--poses", "other.bin", "--resume", "-o", "o");
    REFUSED("few.bin: its first ", "--poses", "few.bin", "--resume", "-o", "o");
    // What was written was changed, or became shorter.
    write_on("kept", "wb", "o.unfinished");
    change("o.unfinished", 5, 4);
    REFUSED("o.unfinished: is not what ", RESUME, "-o", "o");
    assert_int_equal(truncate("o.unfinished", 9), 0);
    REFUSED("o.unfinished: is not what ", RESUME, "-o", "o");
    write_on("o.unfinished", "wb", "kept");
    // Another run has it.
    const int file = open("o.unfinished", O_RDWR);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    assert_int_equal(fcntl(file, F_SETLK, &lock), 0);
    REFUSED("o.unfinished: another run writes it", RESUME, "-o", "o");
    close(file);
    // All that left it as it was; more behind the answers that were noted is cut off. The method may be another.
    FILE* more = fopen("o.unfinished", "ab");
    assert_non_null(more);
    for (int i = 0; i < COUNT; i++)  // more than the whole output
        assert_true(fputc('x', more) == 'x');
    assert_int_equal(fclose(more), 0);
    BATCH(1, RESUME, "-o", "o", "--method", "brute", "--threads", "3");
    expect_same("o", "p.bits");
    expect_none_left("o");
    // Where nothing is left it begins anew, and what has the name is replaced.
    cli_write_file("o", "old");
    BATCH(1, RESUME, "-o", "o");
    expect_same("o", "p.bits");
}

// Every byte of the journal: it is as it was, or another one, or none; answers are never wrong.
static void torn_journals(void** state)
{
    (void)state;
    enum { SLOT = 512, SECOND = 4096, STEP = 73 };
    leave_some("o");
    write_on("kept", "wb", "o.unfinished");
    write_on("kept.journal", "wb", "o.journal");
    int older = 0, none = 0;
    for (int at = 0; at < SLOT; at += STEP)
        for (int both = 0; both < 2; both++) {
            write_on("o.unfinished", "wb", "kept");
            write_on("o.journal", "wb", "kept.journal");
            change("o.journal", at, 0x40);
            if (both) change("o.journal", SECOND + at, 0x40);
            cli_result r = CLI("batch", "a.obj", "b.obj", RESUME, "-o", "o");
            if (both) {
                assert_int_equal(r.status, 2);
                cli_expect_text(r.err, "o.journal does not tell what it is; remove both");
            } else {
                assert_int_equal(r.status, 1);
                expect_same("o", "p.bits");
            }
            older += !both;
            none += both;
            cli_free(&r);
        }
    print_message("%d journals with one slot torn, %d with both\n", older, none);
    unlink("o.unfinished");
    unlink("o.journal");
    // Killed before anything was noted.
    cli_write_file("o.unfinished", "");
    BATCH(1, RESUME, "-o", "o");
    expect_same("o", "p.bits");
    cli_write_file("o.unfinished", "");
    cli_write_file("o.journal", "abut");
    BATCH(1, RESUME, "-o", "o");
    expect_same("o", "p.bits");
    cli_write_file("o.journal", "abut");
    REFUSED("o.journal: is left of an earlier run", "--poses", "p.bin", "-o", "o");
    assert_false(is_there("o.unfinished"));
    unlink("o.journal");
}

static void rights(void** state)
{
    (void)state;
    const mode_t mask = umask(0);
    cli_write_file("r", "old");
    assert_int_equal(chmod("r", 0640), 0);
    umask(077);
    BATCH(1, "--poses", "few.bin", "-o", "r");
    BATCH(1, "--poses", "few.bin", "-o", "s");
    umask(mask);
    struct stat about;
    assert_int_equal(stat("r", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(stat("s", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

// ------------------------------------------------------------------------------------------ full

// Run a line of a shell: what it says on stderr.
static void shell(const char* line, int status, const char* said)
{
    cli_result r = cli_run(&(cli_call){.program = "/bin/sh", .arguments = PATHS("-c", line)});
    if (r.status != status) print_error("%s\n", r.err);
    assert_int_equal(r.status, status);
    cli_expect_text(r.err, said);
    cli_free(&r);
}

#define ROWS ABUT_PROGRAM " batch a.obj b.obj --poses p.bin --rows --resume -o "

static void full_disk(void** state)
{
    (void)state;
    BATCH(1, "--poses", "p.bin", "-o", "p.csv", "--rows");
    // A limit of the size of files, where there is no disk to fill.
    shell("trap '' XFSZ; ulimit -f 300; exec " ROWS "f.csv", 2,
          "f.csv.unfinished: cannot write: File too large");
    assert_false(is_there("f.csv"));
    shell(ROWS "f.csv", 1, " in contact");
    expect_same("f.csv", "p.csv");
    expect_none_left("f.csv");
    // NOLINTNEXTLINE(cert-env33-c): all of it is written here
    if (system("unshare -rm sh -c 'mkdir -p disk && mount -t tmpfs none disk' 2>/dev/null") != 0) {
        print_message("SKIPPED: a disk that is full: none can be mounted here\n");
        return;
    }
    shell("unshare -rm sh -c 'mount -t tmpfs -o size=256k none disk && { " ROWS
          "disk/f.csv; echo $? >&2; ls disk >&2; mount -o remount,size=64M disk; " ROWS
          "disk/f.csv; cp disk/f.csv d.csv; }'",
          0, "disk/f.csv.unfinished: cannot write: No space left on device");
    expect_same("d.csv", "p.csv");
}

// ---------------------------------------------------------------------------------------- memory

#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

// The most memory of a run over so many poses, which come through a pipe. They are far, and soon answered.
static long peak_of(size_t count)
{
    enum { BLOCK = 10000 };
    static float block[BLOCK][7];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < BLOCK; i++) {
        block[i][0] = 50 + (float)i;
        block[i][6] = 1;
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (!freopen("/dev/null", "w", stderr)) _exit(9);
        execl(ABUT_PROGRAM, "abut", "batch", "a.obj", "b.obj", "--poses", "-", "--form", "pose7f",
              "-o", "m.bits", "--threads", "1", (char*)NULL);
        _exit(9);
    }
    close(ends[0]);
    for (size_t i = 0; i < count / BLOCK; i++)
        for (size_t had = 0; had < sizeof block;) {
            const ssize_t put = write(ends[1], (const char*)block + had, sizeof block - had);
            assert_true(put > 0);
            had += (size_t)put;
        }
    close(ends[1]);
    int status;
    struct rusage used;
    assert_int_equal(wait4(child, &status, 0, &used), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return used.ru_maxrss;
}

static void memory(void** state)
{
    (void)state;
    const long few = peak_of(100000), many = peak_of(3000000);
    print_message("10^5 poses: %ld KB, 3 x 10^6 poses: %ld KB\n", few, many);
    assert_true(many < few + 4096);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed),
        cmocka_unit_test(gone_on_with),
        cmocka_unit_test(torn_journals),
        cmocka_unit_test(rights),
        cmocka_unit_test(full_disk),
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
        cmocka_unit_test(memory),
#endif
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}
