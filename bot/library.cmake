# dd_library(NAME file…): a static library of this folder's files, named one by one, that exposes
# the folder itself and nothing else. A list may start empty; the archive is then empty too.
function(dd_library name)
  set(files ${ARGN})
  if(NOT files)
    set(files ${CMAKE_BINARY_DIR}/empty.c)
    file(WRITE ${files} "_Static_assert(1, \"this folder has no file yet\");\n")
  endif()
  add_library(${name} STATIC ${files})
  target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE dd_flags)
  set_property(GLOBAL APPEND PROPERTY DD_ROOMS ${name})
endfunction()

# dd_expose(NAME folder): headers that the build writes there are seen by who links the library.
function(dd_expose name folder)
  target_include_directories(${name} PUBLIC ${folder})
endfunction()
