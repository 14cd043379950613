# cmake -D PICTURE=… -D SVG=… -D PX=… -D OUT=… -P icon.cmake: the drawing SVG, PX wide, as OUT.
set(ENV{ASAN_OPTIONS} detect_leaks=0) # libraries of drawing keep what they have made
execute_process(COMMAND ${PICTURE} ${PX} INPUT_FILE ${SVG} OUTPUT_FILE ${OUT}
  RESULT_VARIABLE failed)
if(failed)
  file(REMOVE ${OUT})
  message(FATAL_ERROR "${SVG} cannot be drawn")
endif()
