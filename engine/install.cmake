# `cmake --install`: the libraries, their headers (the binary is installed by its own room), and what find_package(noisy_descent) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/noisy_descent)
set(package_files ${CMAKE_CURRENT_BINARY_DIR}/package)

install(TARGETS noisy_descent noisy_descent_cli EXPORT noisy_descent-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/noisy_descent
        FILES_MATCHING PATTERN "*.h" PATTERN "cli" EXCLUDE)
install(FILES engine/cli/command_line.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/noisy_descent/engine/cli)

install(EXPORT noisy_descent-targets NAMESPACE noisy_descent:: DESTINATION ${package_folder})
configure_package_config_file(engine/noisy_descent-config.cmake.in
  ${package_files}/noisy_descent-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${package_files}/noisy_descent-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${package_files}/noisy_descent-config.cmake
              ${package_files}/noisy_descent-config-version.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/noisy_descent)
