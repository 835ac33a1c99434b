# Tests of the papers' methods, and of what is built around them (bench). Others go by the methods that are there
# (method_here.h).
set(papers_tests
    test_ball test_baselines test_baselines_prune_off test_bench_peers test_peer_bars test_probe_changes test_scale_ranks test_coverage test_dop test_general_dop test_general_dop_prune_off
    test_closure
    test_hull test_hybrid test_hybrid_pairs test_hybrid_prune_off test_obb test_operations test_quickcd test_quickcd_pairs
    test_greedy
    test_mesher
    test_quickcd_prune_off test_quickcd_trees test_rapid test_sphere test_tetra test_tetra_prune_off test_straight_boxes test_straight_boxes_loose
    test_sweep_boxes test_trial test_turned_dops test_turned_models test_verdict test_wide_boxes)
if(NOT ABUT_PAPERS)
    list(JOIN papers_tests " " names)
    message(STATUS "SKIPPED, since ABUT_PAPERS is OFF: ${names}")
    return()
endif()

# Volumes.
foreach(name test_dop test_greedy test_hull)
    abut_test(${name} abut ${name}.c)
endforeach()
abut_test(test_obb abut test_obb.c touching_boxes.c)
# The engine's test of boxes, in every form, on boxes that obb fits.
foreach(meet wide_meet sweep_meet)
    abut_objects(${meet} abut_flags "" ${CMAKE_CURRENT_SOURCE_DIR}/engine/${meet}_kernel.c)
    get_property(targets GLOBAL PROPERTY ${meet}_targets)
    foreach(target IN LISTS targets)
        target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    endforeach()
    abut_objects_of(${meet}_objects ${meet})
endforeach()
abut_test(test_wide_boxes abut test_wide_boxes.c touching_boxes.c ${wide_meet_objects})
abut_test(test_sweep_boxes abut test_sweep_boxes.c touching_boxes.c ${sweep_meet_objects})
# Boxes that go straight, on boxes that obb fits.
abut_test(test_straight_boxes abut test_straight_boxes.c touching_boxes.c)
abut_test(test_straight_boxes_loose abut test_straight_boxes.c touching_boxes.c)
target_compile_definitions(test_straight_boxes_loose PRIVATE ABUT_STRAIGHT_BOX_SCALE=0.03125F EXPECT_WRONG)
foreach(name test_straight_boxes test_straight_boxes_loose)
    target_compile_options(${name} PRIVATE -Wno-psabi $<$<C_COMPILER_ID:GNU>:-frounding-math>)
endforeach()
# These change the rounding mode around calls, and compute in long double beside them.
foreach(name test_hull test_obb test_sweep_boxes test_wide_boxes)
    target_compile_options(${name} PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
endforeach()
# This makes allocations and Qhull fail.
target_link_options(test_hull PRIVATE LINKER:--wrap=aligned_alloc,--wrap=fmemopen)
get_property(has_qhull GLOBAL PROPERTY abut_has_qhull)
if(has_qhull)
    target_compile_definitions(test_hull PRIVATE ABUT_QHULL)
    target_link_options(test_hull PRIVATE LINKER:--wrap=qh_new_qhull)
endif()
# Boxes along the file's axes, spheres, and both together; the last also where nothing is pruned.
abut_test(test_sphere abut test_sphere.c)
abut_test(test_hybrid abut test_hybrid.c)
abut_test(test_hybrid_pairs abut test_hybrid_pairs.c)
target_compile_definitions(test_hybrid_pairs PRIVATE EXPECT_PRUNING=$<BOOL:${ABUT_PRUNE}>)
abut_test(test_hybrid_prune_off abut_prune_off test_hybrid_pairs.c)
target_compile_definitions(test_hybrid_prune_off PRIVATE EXPECT_PRUNING=0)
foreach(name test_sphere test_hybrid test_hybrid_pairs test_hybrid_prune_off)
    target_compile_options(${name} PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
endforeach()
# Tumbled k-DOPs; their answers also where nothing is pruned.
abut_test(test_quickcd abut test_quickcd.c)
abut_test(test_quickcd_trees abut test_quickcd_trees.c)
abut_test(test_quickcd_pairs abut test_quickcd_pairs.c)
target_compile_definitions(test_quickcd_pairs PRIVATE EXPECT_PRUNING=$<BOOL:${ABUT_PRUNE}>)
abut_test(test_quickcd_prune_off abut_prune_off test_quickcd_pairs.c)
target_compile_definitions(test_quickcd_prune_off PRIVATE EXPECT_PRUNING=0)
foreach(name test_quickcd test_quickcd_trees test_quickcd_pairs test_quickcd_prune_off)
    target_compile_options(${name} PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
endforeach()
# Directions of k-DOPs turned as one, and sizes of leaves that are found by trial.
abut_test(test_turned_dops abut test_turned_dops.c)
abut_test(test_turned_models abut test_turned_models.c)
abut_test(test_trial abut test_trial.c)
foreach(name test_turned_dops test_turned_models)
    target_compile_options(${name} PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
endforeach()
# What RAPID offers beside its defaults; and what its test of two boxes costs, counted by operators, for which
# that test is C++.
abut_test(test_rapid abut test_rapid.c)
target_compile_options(test_rapid PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
abut_test(test_operations abut test_operations.cpp ${PROJECT_SOURCE_DIR}/bench/baseline/box_operations.cpp)
target_compile_features(test_operations PRIVATE cxx_std_17)
target_include_directories(test_operations PRIVATE ${PROJECT_SOURCE_DIR}/bench)

# The methods that the papers dropped (bench/baseline); their answers also where nothing is pruned.
get_property(baseline_sources GLOBAL PROPERTY abut_baseline_sources)
add_library(abut_baseline_prune_off STATIC ${baseline_sources})
target_include_directories(abut_baseline_prune_off PUBLIC ${PROJECT_SOURCE_DIR}/bench
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(abut_baseline_prune_off PRIVATE ABUT_PRUNE_OFF)
target_link_libraries(abut_baseline_prune_off PRIVATE abut_flags PUBLIC abut_prune_off)
abut_test(test_ball abut_baseline test_ball.c)
foreach(name test_baselines test_tetra test_general_dop)
    abut_test(${name} abut_baseline ${name}.c)
    target_compile_definitions(${name} PRIVATE EXPECT_PRUNING=1)
    abut_test(${name}_prune_off abut_baseline_prune_off ${name}.c)
    target_compile_definitions(${name}_prune_off PRIVATE EXPECT_PRUNING=0)
    foreach(program ${name} ${name}_prune_off)
        target_compile_options(${program} PRIVATE $<$<C_COMPILER_ID:GNU>:-frounding-math>)
    endforeach()
endforeach()

# tetgen beside, where it is installed.
abut_test(test_mesher abut_baseline test_mesher.c ${PROJECT_SOURCE_DIR}/bench/papers/early_mesher.c)
target_compile_definitions(test_mesher PRIVATE _XOPEN_SOURCE=700)

# The verdicts of "abut-bench papers".
abut_test(test_verdict abut_baseline test_verdict.c ${PROJECT_SOURCE_DIR}/bench/papers/verdict.c)
# What it counts of QuickCD.
abut_test(test_closure abut_baseline test_closure.c ${PROJECT_SOURCE_DIR}/bench/papers/closure.c
    ${PROJECT_SOURCE_DIR}/bench/papers/quickcd_walk.c)

# Its table of what is remade.
abut_test(test_coverage abut_baseline test_coverage.c ${PROJECT_SOURCE_DIR}/bench/papers/coverage.c)
target_include_directories(test_coverage PRIVATE ${PROJECT_SOURCE_DIR}/bench)

# Whether docs/notes/rows.md has every row of the papers, and names what is there.
add_test(NAME rows COMMAND ${PROJECT_SOURCE_DIR}/tests/check_rows ${PROJECT_BINARY_DIR} $<TARGET_FILE:abut_program> $<TARGET_FILE:abut-bench>)
add_test(NAME rows_self_test
    COMMAND ${PROJECT_SOURCE_DIR}/tests/check_rows --self-test ${PROJECT_BINARY_DIR} $<TARGET_FILE:abut_program> $<TARGET_FILE:abut-bench>)
if(CMAKE_BUILD_TYPE STREQUAL Release AND ABUT_PRUNE AND has_qhull)  # figures are of what users get
    add_test(NAME rows_figures
        COMMAND ${PROJECT_SOURCE_DIR}/tests/check_rows --figures $<TARGET_FILE:abut_program> $<TARGET_FILE:abut-scene>)
endif()

# The bars of "abut-bench peers".
abut_test(test_peer_bars abut test_peer_bars.c ${PROJECT_SOURCE_DIR}/bench/peers/bars.c ${PROJECT_SOURCE_DIR}/bench/peers/report.c
    ${PROJECT_SOURCE_DIR}/bench/peers/run.c ${PROJECT_SOURCE_DIR}/bench/peers/link.c ${PROJECT_SOURCE_DIR}/bench/common/options.c
    ${PROJECT_SOURCE_DIR}/bench/common/temporary.c ${PROJECT_SOURCE_DIR}/cli/output/json.c)
target_include_directories(test_peer_bars PRIVATE ${PROJECT_SOURCE_DIR}/bench ${PROJECT_SOURCE_DIR}/cli)
target_compile_definitions(test_peer_bars PRIVATE _XOPEN_SOURCE=700)
# What "abut-bench probes" does to models, and its bars.
abut_test(test_probe_changes abut test_probe_changes.c ${PROJECT_SOURCE_DIR}/bench/probes/edits.c
    ${PROJECT_SOURCE_DIR}/bench/probes/report.c ${PROJECT_SOURCE_DIR}/bench/common/options.c ${PROJECT_SOURCE_DIR}/cli/output/json.c)
target_include_directories(test_probe_changes PRIVATE ${PROJECT_SOURCE_DIR}/bench ${PROJECT_SOURCE_DIR}/cli)
target_compile_definitions(test_probe_changes PRIVATE _XOPEN_SOURCE=700)
target_link_libraries(test_probe_changes PRIVATE abut_scenes)
# What "abut-bench scale" foretells.
abut_test(test_scale_ranks abut test_scale_ranks.c ${PROJECT_SOURCE_DIR}/bench/scale/simulate.c ${PROJECT_SOURCE_DIR}/bench/scale/times.c)
target_include_directories(test_scale_ranks PRIVATE ${PROJECT_SOURCE_DIR}/bench)
target_compile_definitions(test_scale_ranks PRIVATE _XOPEN_SOURCE=700)
# "abut-bench peers" among peers that are wrong or dead.
abut_test(test_bench_peers abut test_bench_peers.c cli_run.c)
add_dependencies(test_bench_peers abut-bench)
target_compile_definitions(test_bench_peers PRIVATE _XOPEN_SOURCE=700 ABUT_PROGRAM="$<TARGET_FILE:abut-bench>"
    ABUT_BENCH_PROGRAM="$<TARGET_FILE:abut-bench>")
