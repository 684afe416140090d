# cmake -D SourceFolder=<checkout> -P Format.cmake: every C++ file is as clang-format 14 writes it by .clang-format.
# Other versions of it break lines elsewhere, so where there is no 14 the check is skipped (./Tests/run --clang installs it).
find_program(ClangFormat clang-format-14)
if(NOT ClangFormat)
	message("skipped: no clang-format-14 here")
	return()
endif()
foreach(Folder Source Plugin Samples Tests)
	file(GLOB_RECURSE Files "${SourceFolder}/${Folder}/*.h" "${SourceFolder}/${Folder}/*.cpp")
	list(APPEND Sources ${Files})
endforeach()
# The C interface follows C's habits: nothing in extern "C" is indented.
list(FILTER Sources EXCLUDE REGEX "/flockwork\\.h$")
list(LENGTH Sources Count)
if(Count LESS 300)
	message(FATAL_ERROR "only ${Count} files in ${SourceFolder}: the check looks in the wrong place")
endif()
execute_process(COMMAND ${ClangFormat} --dry-run -Werror --ferror-limit=1 ${Sources}
	RESULT_VARIABLE Result ERROR_VARIABLE Complaints)
if(NOT Result EQUAL 0)
	string(REGEX MATCHALL "[^\n]*error:[^\n]*" Complaints "${Complaints}")
	string(REPLACE ";" "\n" Complaints "${Complaints}")
	message(FATAL_ERROR "clang-format -i would change:\n${Complaints}")
endif()
