# dd_embed(TARGET SYMBOL BASE file…): builds the files into TARGET as byte arrays.
# The code includes "embed_SYMBOL.h" and finds `SYMBOL[]` of struct embedded_file (embedded.h) and
# `SYMBOL_count`. A file is named by its path from BASE; the files are given by that path.
# Run as a script (cmake -P) the same file writes the two sources.

if(CMAKE_SCRIPT_MODE_FILE)
  string(TOUPPER ${SYMBOL} guard)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(arrays "")
  set(rows "")
  set(number 0)
  foreach(file ${FILES})
    file(READ ${BASE}/${file} hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    # the closing zero is not counted: it lets a text be read as a string
    string(APPEND arrays "static const unsigned char file_${number}[] = {\n${bytes}0x00};\n")
    string(APPEND rows "    {\"${file}\", file_${number}, ${size}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE ${OUT}/embed_${SYMBOL}.h
    "#ifndef EMBED_${guard}_H\n#define EMBED_${guard}_H\n\n#include \"embedded.h\"\n\n"
    "extern const struct embedded_file ${SYMBOL}[];\nextern const size_t ${SYMBOL}_count;\n\n"
    "#endif\n")
  file(WRITE ${OUT}/embed_${SYMBOL}.c
    "#include \"embed_${SYMBOL}.h\"\n\n${arrays}\n"
    "const struct embedded_file ${SYMBOL}[] = {\n${rows}};\n"
    "const size_t ${SYMBOL}_count = ${number};\n")
  return()
endif()

set(DD_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
set(DD_EMBED_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/base)

function(dd_embed target symbol base)
  get_filename_component(base ${base} ABSOLUTE)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol})
  list(TRANSFORM ARGN PREPEND ${base}/ OUTPUT_VARIABLE paths)
  string(REPLACE ";" "|" names "${ARGN}")
  add_custom_command(
    OUTPUT ${out}/embed_${symbol}.c ${out}/embed_${symbol}.h
    COMMAND ${CMAKE_COMMAND} -D SYMBOL=${symbol} -D BASE=${base} -D "FILES=${names}" -D OUT=${out}
            -P ${DD_EMBED_SCRIPT}
    DEPENDS ${paths} ${DD_EMBED_SCRIPT}
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  add_library(${target}_${symbol} OBJECT ${out}/embed_${symbol}.c ${out}/embed_${symbol}.h)
  if(NOT TARGET embedded) # all of them: what clang-tidy needs, which compiles nothing
    add_custom_target(embedded)
  endif()
  add_dependencies(embedded ${target}_${symbol})
  target_include_directories(${target}_${symbol} PUBLIC ${out} ${DD_EMBED_INCLUDE})
  target_link_libraries(${target}_${symbol} PRIVATE dd_flags)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${symbol}>)
  target_include_directories(${target} PRIVATE ${out})
  add_dependencies(${target} ${target}_${symbol})
endfunction()
