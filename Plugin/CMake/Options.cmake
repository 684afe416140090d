# Compiler options of our own code; packages' headers come in as SYSTEM and are not warned about.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
	set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(FlockworkCcache ccache)
if(FlockworkCcache AND PROJECT_IS_TOP_LEVEL)
	set(CMAKE_C_COMPILER_LAUNCHER ${FlockworkCcache})
	set(CMAKE_CXX_COMPILER_LAUNCHER ${FlockworkCcache})
endif()

add_library(FlockworkOptions INTERFACE)
# -ffp-contract=off: the compiler must not fuse a*b+c, or the same source gives other bits on other compilers.
# -Wno-restrict: g++ 12 sees overlaps in "text" + std::string where there are none (its bug 105651).
target_compile_options(FlockworkOptions INTERFACE -Wall -Wextra -Wconversion -ffp-contract=off
	$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
	$<$<BOOL:${FLOCKWORK_WARNINGS_AS_ERRORS}>:-Werror>)

if(FLOCKWORK_SANITIZER)
	# g++'s manual: with sanitizers its data flow warnings have false positives. std::variant has many.
	target_compile_options(FlockworkOptions INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
	# On every target, linked packages excepted: a half-instrumented program reports faults that are none.
	add_compile_options(-fsanitize=${FLOCKWORK_SANITIZER} -fno-omit-frame-pointer)
	add_link_options(-fsanitize=${FLOCKWORK_SANITIZER})
	if(FLOCKWORK_SANITIZER STREQUAL "address")
		add_compile_options(-fsanitize=undefined -fno-sanitize-recover=undefined)
		add_link_options(-fsanitize=undefined)
	endif()
endif()
