# Writes every file below FOLDER into OUTPUT as {"name", R"__(text)__"},
# but those whose name matches EXCLUDE, usage:
# cmake -DFOLDER=.. [-DPATTERN=*.md] [-DEXCLUDE=REGEX] -DOUTPUT=.. -P EmbedHeaders.cmake
if(NOT PATTERN)
  set(PATTERN *)
endif()
file(GLOB_RECURSE Headers RELATIVE ${FOLDER} ${FOLDER}/${PATTERN})
if(EXCLUDE)
  list(FILTER Headers EXCLUDE REGEX "${EXCLUDE}")
endif()
list(SORT Headers)
set(Table "")
foreach(Header IN LISTS Headers)
  file(READ ${FOLDER}/${Header} Text)
  string(APPEND Table "{\"${Header}\",\n R\"__(${Text})__\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${Table}")
