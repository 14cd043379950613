# cmake -D AWK=… -D "ARGS=…" -D OUT=… -P squeeze.cmake: what awk says with these arguments, as OUT.
string(REPLACE "|" ";" ARGS "${ARGS}")
execute_process(COMMAND ${AWK} ${ARGS} OUTPUT_FILE ${OUT} RESULT_VARIABLE failed)
if(failed)
  file(REMOVE ${OUT})
  message(FATAL_ERROR "${OUT} cannot be made")
endif()
