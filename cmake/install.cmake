# What `cmake --install` installs, in three components, each a Debian package (package.cmake):
#   library       libabut.so.0.2          development   headers, libabut.a, pkg-config, find_package
#   program       abut, abut-scene, abut-convert, man pages, completion, documents, examples
# Nothing written here names the prefix: what was installed can be moved as a whole.
include(CMakePackageConfigHelpers)

install(TARGETS abut_shared EXPORT abut-targets
    LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS abut_static EXPORT abut-targets ARCHIVE COMPONENT development)
install(DIRECTORY include/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
    FILES_MATCHING PATTERN "*.h")
install(TARGETS abut_program abut-scene RUNTIME COMPONENT program)
# abut-convert looks for the rest of itself in ../share. What it reads IFC and STEP with it gets itself (--install).
install(PROGRAMS convert/abut-convert DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
file(GLOB convert_modules CONFIGURE_DEPENDS convert/*.mjs)
install(FILES ${convert_modules} convert/package.json convert/package-lock.json
    DESTINATION share/abut/convert COMPONENT program)

# find_package(abut)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
else()
    set(compatibility SameMajorVersion)
endif()
configure_package_config_file(cmake/abut-config.cmake.in ${PROJECT_BINARY_DIR}/abut-config.cmake
    INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/abut-config-version.cmake
    COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/abut-config.cmake
    ${PROJECT_BINARY_DIR}/abut-config-version.cmake
    DESTINATION ${config_dir} COMPONENT development)
install(EXPORT abut-targets NAMESPACE abut:: DESTINATION ${config_dir} COMPONENT development)

# pkg-config: relative to the file itself, but for folders that were given as absolute paths.
function(pc_folder out folder)
    if(IS_ABSOLUTE ${folder})
        set(${out} ${folder} PARENT_SCOPE)
    else()
        set(${out} "\${prefix}/${folder}" PARENT_SCOPE)
    endif()
endfunction()
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(abut_pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    string(REGEX REPLACE "/$" "" up ${up})
    set(abut_pc_prefix "\${pcfiledir}/${up}")
endif()
pc_folder(abut_pc_libdir ${CMAKE_INSTALL_LIBDIR})
pc_folder(abut_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
foreach(name abut abut-static)
    configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
endforeach()

# The documents and examples, as they lie in the sources but for links to what is not there (installed_document.awk).
file(GLOB_RECURSE documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} docs/*.md)
list(PREPEND documents README.md CHANGELOG.md)
file(GLOB figures CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} docs/figures/*.png docs/figures/*.svg
    docs/reference/schemas/*.json)
file(GLOB examples CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    examples/*.c examples/*.ngc examples/session.txt examples/expected/*.txt)
string(JOIN " " installed ${documents} ${figures} ${examples})
set(outputs)
foreach(document IN LISTS documents)
    set(output ${PROJECT_BINARY_DIR}/documents/${document})
    get_filename_component(folder ${document} DIRECTORY)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/documents/${folder})
    add_custom_command(OUTPUT ${output}
        COMMAND awk -v name=${document} -v installed=${installed} -v out=${output}
            -f ${PROJECT_SOURCE_DIR}/cmake/installed_document.awk ${document}
        DEPENDS ${document} cmake/installed_document.awk WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        COMMENT "Making ${document} as it is installed" VERBATIM)
    list(APPEND outputs ${output})
endforeach()
add_custom_target(documents ALL DEPENDS ${outputs})
install(DIRECTORY ${PROJECT_BINARY_DIR}/documents/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
foreach(file IN LISTS figures examples)
    get_filename_component(folder ${file} DIRECTORY)
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT program)
endforeach()
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES cli/completion/abut DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    COMPONENT program)

# The man pages, where they can be made.
add_subdirectory(docs/man)
get_property(pages GLOBAL PROPERTY abut_man_pages)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

# The test "consumer" installs all of this: where only its tier is built, this is built with it.
if(TARGET tier_compiler)
    add_dependencies(tier_compiler documents man)
endif()
