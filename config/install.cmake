# What `cmake --install` lays down, and the Debian package made of it: `cpack --config
# build/release/CPackConfig.cmake` where dpkg-dev is installed.
include(GNUInstallDirs)
set(doc ${CMAKE_INSTALL_DATAROOTDIR}/doc/deaddrop)
set(from ${CMAKE_CURRENT_LIST_DIR})

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${from}/deaddrop.example.ini
        DESTINATION ${doc})
install(FILES ${from}/deaddrop.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${from}/completions/deaddrop.bash RENAME deaddrop
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
install(FILES ${from}/completions/_deaddrop
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions)
install(FILES ${from}/completions/deaddrop.fish
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
# the units start the program that is laid down beside them
foreach(unit deaddrop.service deaddrop@.service)
  install(CODE "
    file(READ \"${from}/${unit}\" unit)
    string(REPLACE /usr/local/bin \"\${CMAKE_INSTALL_PREFIX}/bin\" unit \"\${unit}\")
    file(WRITE \"${CMAKE_BINARY_DIR}/${unit}\" \"\${unit}\")")
  install(FILES ${CMAKE_BINARY_DIR}/${unit} DESTINATION lib/systemd/system)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME deaddrop)
set(CPACK_PACKAGE_VENDOR "the deaddrop authors")
set(CPACK_PACKAGE_CONTACT "the deaddrop authors <deaddrop@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "game master for chat communities")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ca-certificates, tzdata, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-symbola, fonts-noto-cjk")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "deaddrop joins Discord servers and Matrix rooms, \
opens tables in channels, deals each player secrets privately, and runs rounds, votes, calls and \
deadlines of four games. It serves a playground of its own in the browser.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    "${from}/debian/postinst;${from}/debian/prerm;${from}/debian/conffiles")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_SET_DESTDIR TRUE) # so that the unit names /usr/bin
# in the package alone: the config that the unit names
install(CODE "
  if(DEFINED ENV{DESTDIR} AND CMAKE_INSTALL_PREFIX STREQUAL /usr)
    file(INSTALL DESTINATION /etc/deaddrop TYPE FILE RENAME deaddrop.ini
         FILES \"${from}/deaddrop.example.ini\")
  endif()")
include(CPack)
