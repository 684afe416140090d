# Runs the benchmarks twice at their smallest: the second run compares with the first.
set(Report "${Folder}/quick.json")
execute_process(COMMAND ${Program} --quick --json ${Report} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET ERROR_QUIET)
execute_process(COMMAND ${Program} --quick --compare ${Report} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE Output
	ERROR_QUIET)
foreach(Wanted "kernel" "brute force" "plain scalar grid" "Bullet stock world" "whole step" "Against ${Report}"
		"brute force / kernel at 1k, 1 thread " "ms from a baked file to 1k posed characters")
	if(NOT Output MATCHES "${Wanted}")
		message(FATAL_ERROR "the report does not name '${Wanted}':\n${Output}")
	endif()
endforeach()
# A file that is no report is refused.
file(WRITE "${Folder}/other.json" "{\"format\": \"else\"}")
execute_process(COMMAND ${Program} --quick --compare "${Folder}/other.json" RESULT_VARIABLE Result OUTPUT_QUIET
	ERROR_QUIET)
if(NOT Result EQUAL 2)
	message(FATAL_ERROR "a foreign file gave exit status ${Result}; 2 was expected")
endif()
