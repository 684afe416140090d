# Proves that the build refuses what the plugin's descriptor does not allow: configures small projects that break the
# rule in each way there is, and one that keeps it.
# Run as: cmake -D ModulesFile=<Plugin/CMake/Modules.cmake> -D WorkFolder=<scratch> -D Generator=<name> -P DependencyRule.cmake

# Configure(<name> <upper's AdditionalDependencies> <lower's FlockworkModule arguments> <upper's>)
# Sets Result and Output. Lower is listed before Upper.
function(Configure Name UpperMayUse LowerArguments UpperArguments)
	set(Folder "${WorkFolder}/${Name}")
	file(REMOVE_RECURSE "${Folder}")
	foreach(Module Lower Upper)
		file(WRITE "${Folder}/Source/Flockwork${Module}/Public/Flockwork${Module}/Header.h" "#pragma once\n")
		file(WRITE "${Folder}/Source/Flockwork${Module}/Private/Source.cpp" "int Flockwork${Module}();\n")
	endforeach()
	file(WRITE "${Folder}/Source/FlockworkLower/CMakeLists.txt" "FlockworkModule(FlockworkLower ${LowerArguments})\n")
	file(WRITE "${Folder}/Source/FlockworkUpper/CMakeLists.txt" "FlockworkModule(FlockworkUpper ${UpperArguments})\n")
	file(WRITE "${Folder}/Test.uplugin" "{ \"Modules\": [
		{ \"Name\": \"FlockworkLower\", \"AdditionalDependencies\": [] },
		{ \"Name\": \"FlockworkUpper\", \"AdditionalDependencies\": [${UpperMayUse}] } ] }")
	file(WRITE "${Folder}/CMakeLists.txt" "
		cmake_minimum_required(VERSION 3.25)
		set(CMAKE_CXX_COMPILER_WORKS ON)
		project(DependencyRule LANGUAGES CXX)
		add_library(FlockworkOptions INTERFACE)
		include(\"${ModulesFile}\")
		file(READ Test.uplugin Plugin)
		FlockworkAddModules(\"\${Plugin}\")\n")
	execute_process(
		COMMAND "${CMAKE_COMMAND}" -S "${Folder}" -B "${Folder}/Build" -G "${Generator}"
		RESULT_VARIABLE Result OUTPUT_VARIABLE Output ERROR_VARIABLE Output)
	set(Result "${Result}" PARENT_SCOPE)
	set(Output "${Output}" PARENT_SCOPE)
endfunction()

# As Configure, and demands the refusal.
function(ExpectRefusal Name UpperMayUse LowerArguments UpperArguments Message)
	Configure("${Name}" "${UpperMayUse}" "${LowerArguments}" "${UpperArguments}")
	string(REGEX REPLACE "[ \n]+" " " Output "${Output}") # cmake wraps its messages
	string(FIND "${Output}" "${Message}" Place)
	if(Result EQUAL 0)
		message(SEND_ERROR "${Name}: the build accepts a forbidden dependency")
	elseif(Place EQUAL -1)
		message(SEND_ERROR "${Name}: refused, but not with \"${Message}\":\n${Output}")
	endif()
endfunction()

Configure(Allowed "\"FlockworkLower\"" "" "PUBLIC FlockworkLower")
if(NOT Result EQUAL 0)
	message(SEND_ERROR "Allowed: the build refuses an allowed dependency:\n${Output}")
endif()
ExpectRefusal(NotListed "" "" "PUBLIC FlockworkLower" "FlockworkUpper may not use FlockworkLower")
ExpectRefusal(Privately "" "" "PRIVATE FlockworkLower" "FlockworkUpper may not use FlockworkLower")
ExpectRefusal(ByAlias "" "" "PUBLIC Flockwork::FlockworkLower" "FlockworkUpper may not use FlockworkLower")
ExpectRefusal(AsInterop "" "" "INTEROP FlockworkLower" "FlockworkUpper may not use FlockworkLower")
ExpectRefusal(Upward "" "PUBLIC FlockworkUpper" "" "FlockworkLower may not use FlockworkUpper")
ExpectRefusal(Unknown "\"FlockworkOther\"" "" "PUBLIC FlockworkOther" "FlockworkUpper may not use FlockworkOther")
file(REMOVE_RECURSE "${WorkFolder}")
