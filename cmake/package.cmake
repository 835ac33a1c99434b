# Packages of what install.cmake installs: three for Debian, one archive for other systems. They are
# made by tools/package, which sets what their bits depend on.
set(CPACK_PACKAGE_NAME abut)
set(CPACK_PACKAGE_VENDOR "the abut authors")
set(ABUT_CONTACT "the abut authors" CACHE STRING "name and address, for Debian's packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT ${ABUT_CONTACT})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_COMPONENTS_ALL library development program)

# The archive: one, with everything.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_ARCHIVE_FILE_NAME abut-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_FILE_NAME ${CPACK_ARCHIVE_FILE_NAME})

# Debian: the program needs no package of the library, since it has that in itself.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# A description's first line is the package's title.
set(description "abut tells which triangles of two models touch or cross, and in which
points, by the arithmetic of real numbers: there is no tolerance, and no
position is rounded. A model may be any heap of triangles.")
set(library_package libabut${abut_soversion})
foreach(component LIBRARY DEVELOPMENT PROGRAM)
    set(CPACK_DEBIAN_${component}_PACKAGE_SOURCE abut)
endforeach()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "exact collision detection of triangles, shared library
${description}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libabut-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# libabut.a needs Qhull's library itself, if it was built with it.
get_property(has_qhull GLOBAL PROPERTY abut_has_qhull)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION}), libc6-dev")
if(has_qhull)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libqhull-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "exact collision detection of triangles, development files
${description}
The headers, the static library, and files for pkg-config and CMake.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME abut)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "nodejs (>= 18), npm")  # of abut-convert
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "exact collision detection of triangles, program
${description}
It reads STL, OBJ, PLY and OFF.")

# Each Debian package has its copyright file; the program's is that of other installations, too.
foreach(pair library:${library_package} development:libabut-dev)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 package)
    install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
        COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
