# cmake -D AWK=… -D FOLDER=… -D OUT=… -P bundle.cmake: the modules of FOLDER as the script OUT.
execute_process(COMMAND ${AWK} -v folder=${FOLDER} -f ${CMAKE_CURRENT_LIST_DIR}/bundle.awk main.js
  OUTPUT_FILE ${OUT} RESULT_VARIABLE failed)
if(failed)
  file(REMOVE ${OUT})
  message(FATAL_ERROR "the page's modules make no script")
endif()
