# The module list, its order and who may use whom come from Flockwork.uplugin. A module may use only what its
# AdditionalDependencies name, and only modules listed before it: static libraries would otherwise link in circles
# unnoticed.
function(FlockworkAddModules Plugin)
	string(JSON Count LENGTH "${Plugin}" Modules)
	math(EXPR Last "${Count} - 1")
	set(Names "")
	foreach(Index RANGE ${Last})
		string(JSON Name GET "${Plugin}" Modules ${Index} Name)
		list(APPEND Names ${Name})
		set(Allowed "")
		string(JSON AllowedCount LENGTH "${Plugin}" Modules ${Index} AdditionalDependencies)
		if(AllowedCount GREATER 0)
			math(EXPR AllowedLast "${AllowedCount} - 1")
			foreach(I RANGE ${AllowedLast})
				string(JSON Item GET "${Plugin}" Modules ${Index} AdditionalDependencies ${I})
				list(APPEND Allowed ${Item})
			endforeach()
		endif()
		set_property(GLOBAL PROPERTY FlockworkAllowed_${Name} "${Allowed}")
	endforeach()
	set_property(GLOBAL PROPERTY FlockworkModules ${Names})
	foreach(Name IN LISTS Names)
		add_subdirectory(Source/${Name})
	endforeach()
endfunction()

# FlockworkModule(<Name> PUBLIC <modules and packages seen in public headers> PRIVATE <the rest>)
# Takes Public/<Name>/*.h and Private/*.{h,cpp}. Interop.h, which shows a package's types, is a file set of its own
# with a target <Name>Interop, so that nobody meets those types by accident.
function(FlockworkModule Name)
	cmake_parse_arguments(Module "" "" "PUBLIC;PRIVATE;INTEROP" ${ARGN})
	get_property(Allowed GLOBAL PROPERTY FlockworkAllowed_${Name})
	foreach(Used IN LISTS Module_PUBLIC Module_PRIVATE Module_INTEROP)
		string(REGEX REPLACE "^Flockwork::(Flockwork[A-Z])" "\\1" Used "${Used}")
		if(Used MATCHES "^Flockwork[A-Z]" AND (NOT Used IN_LIST Allowed OR NOT TARGET ${Used}))
			message(FATAL_ERROR
				"${Name} may not use ${Used}: see AdditionalDependencies in Plugin/Flockwork.uplugin")
		endif()
	endforeach()
	file(GLOB Headers CONFIGURE_DEPENDS Public/${Name}/*.h)
	file(GLOB_RECURSE Sources CONFIGURE_DEPENDS Private/*.cpp Private/*.h)
	set(Interop ${Headers})
	list(FILTER Interop INCLUDE REGEX "/Interop\\.h$")
	list(FILTER Headers EXCLUDE REGEX "/Interop\\.h$")
	add_library(${Name} STATIC ${Sources})
	add_library(Flockwork::${Name} ALIAS ${Name})
	target_sources(${Name} PUBLIC FILE_SET HEADERS BASE_DIRS Public FILES ${Headers})
	if(Interop)
		add_library(${Name}Interop INTERFACE)
		target_sources(${Name}Interop INTERFACE FILE_SET HEADERS BASE_DIRS Public FILES ${Interop})
		target_link_libraries(${Name}Interop INTERFACE ${Name} ${Module_INTEROP})
		add_library(Flockwork::${Name}Interop ALIAS ${Name}Interop)
	endif()
	set_target_properties(${Name} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
	target_compile_features(${Name} PUBLIC cxx_std_20) # the public headers want it of whoever links this, too
	target_include_directories(${Name} PRIVATE Private)
	target_link_libraries(${Name} PUBLIC ${Module_PUBLIC} PRIVATE ${Module_PRIVATE} ${Module_INTEROP}
		$<BUILD_INTERFACE:FlockworkOptions>)
endfunction()

# FlockworkProgram(<Name> OF <module> SHARED <the module's own sources that it is built with> PRIVATE <what it links>)
# A program that a module starts: Program/*.{h,cpp} of the module's folder. Whoever links the module has it built.
function(FlockworkProgram Name)
	cmake_parse_arguments(Program "" "OF" "SHARED;PRIVATE" ${ARGN})
	file(GLOB Sources CONFIGURE_DEPENDS Program/*.cpp Program/*.h)
	add_executable(${Name} ${Sources} ${Program_SHARED})
	target_include_directories(${Name} PRIVATE Public Private Program)
	target_link_libraries(${Name} PRIVATE ${Program_PRIVATE} FlockworkOptions)
	add_dependencies(${Program_OF} ${Name})
endfunction()

# FlockworkPlaceImporter(<target>): lays FlockworkImporter beside an executable or shared library that imports levels.
function(FlockworkPlaceImporter Target)
	add_custom_command(TARGET ${Target} POST_BUILD VERBATIM
		COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:FlockworkImporter>
			$<TARGET_FILE_DIR:${Target}>/$<TARGET_FILE_NAME:FlockworkImporter>)
endfunction()

# FlockworkVectorSource(<File>): a source that is compiled once for each instruction set. Checked and covered at every turn,
# that takes a compiler half an hour: under sanitizers only the narrowest and the widest of them are built, unchecked by
# clang itself (their tests compare with brute force), and without lines for the debugger (clang's LiveDebugValues pass is
# what never ends).
function(FlockworkVectorSource File)
	if(FLOCKWORK_SANITIZER)
		set(Skipped HWY_SSSE3|HWY_SSE4|HWY_AVX2|HWY_AVX3_DL|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128|HWY_RVV)
		set_source_files_properties(${File} PROPERTIES
			COMPILE_DEFINITIONS "HWY_DISABLED_TARGETS=(${Skipped})"
			COMPILE_OPTIONS "-g0;$<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=all>")
	endif()
endfunction()
