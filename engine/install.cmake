# `cmake --install`: the libraries, their headers (the binary is installed by its own room), and what find_package(noisy_descent) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/noisy_descent)
set(package_files ${CMAKE_CURRENT_BINARY_DIR}/package)

install(TARGETS noisy_descent EXPORT noisy_descent-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY engine/face/noisy_descent DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT noisy_descent-targets NAMESPACE noisy_descent:: DESTINATION ${package_folder})

# `cmake --install ... --component extension`, beside the rest: what losses, algorithms and solvers of one's own are built with.
set(extension COMPONENT extension EXCLUDE_FROM_ALL)
set_target_properties(noisy_settings PROPERTIES EXPORT_NAME settings)
set_target_properties(noisy_extension PROPERTIES EXPORT_NAME extension)
install(TARGETS noisy_settings noisy_extension noisy_descent_cli EXPORT noisy_descent-extension
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${extension})
install(DIRECTORY engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/noisy_descent ${extension}
        FILES_MATCHING PATTERN "*.h" PATTERN "cli" EXCLUDE PATTERN "face" EXCLUDE)
install(FILES engine/cli/command_line.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/noisy_descent/engine/cli ${extension})
install(EXPORT noisy_descent-extension NAMESPACE noisy_descent:: DESTINATION ${package_folder} ${extension})
configure_package_config_file(engine/noisy_descent-config.cmake.in
  ${package_files}/noisy_descent-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${package_files}/noisy_descent-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${package_files}/noisy_descent-config.cmake
              ${package_files}/noisy_descent-config-version.cmake
        DESTINATION ${package_folder})

# pkg-config finds the folders from where the file lies, so that the package can be moved.
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")
if(ZLIB_FOUND)
  set(zlib_flag " -lz")
endif()
configure_file(engine/noisy_descent.pc.in ${package_files}/noisy_descent.pc @ONLY)
install(FILES ${package_files}/noisy_descent.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/noisy_descent)
