# Every third-party package as one imported target; headers of IMPORTED targets are SYSTEM.
find_package(Threads REQUIRED)
find_package(glm REQUIRED CONFIG)
find_package(hwy REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED CONFIG)
find_package(spdlog REQUIRED CONFIG)

# FlockworkImported(<target> HEADER <header> [SUFFIX <dir>] [LIBS <names>] [DEFS <definitions>]):
# for packages that bring no usable CMake config of their own.
function(FlockworkImported Name)
	cmake_parse_arguments(A "" "HEADER" "SUFFIX;LIBS;DEFS" ${ARGN})
	find_path(${Name}_INCLUDE_DIR ${A_HEADER} PATH_SUFFIXES ${A_SUFFIX} REQUIRED)
	add_library(${Name} INTERFACE IMPORTED GLOBAL)
	target_include_directories(${Name} INTERFACE "${${Name}_INCLUDE_DIR}")
	target_compile_definitions(${Name} INTERFACE ${A_DEFS})
	foreach(Lib IN LISTS A_LIBS)
		find_library(${Lib}_LIBRARY ${Lib} REQUIRED)
		target_link_libraries(${Name} INTERFACE "${${Lib}_LIBRARY}")
	endforeach()
endfunction()

FlockworkImported(Flockwork::Bullet HEADER btBulletDynamicsCommon.h SUFFIX bullet
	LIBS BulletDynamics BulletCollision LinearMath)
# 32-bit polygon references, as the package is built: DT_POLYREF64 must stay undefined.
FlockworkImported(Flockwork::Recast HEADER DetourNavMesh.h SUFFIX recastnavigation
	LIBS DetourTileCache DetourCrowd Detour Recast)
# Assimp's own CMake config asks for zlib1g-dev, which nothing here needs. Seen by FlockworkImporter alone.
FlockworkImported(Flockwork::Assimp HEADER assimp/scene.h LIBS assimp)
# As packaged, AngelScript lives in a namespace; the add-ons must come before the library they use.
FlockworkImported(Flockwork::AngelScript HEADER angelscript.h LIBS angelscript-addon angelscript DEFS AS_USE_NAMESPACE)
target_link_libraries(Flockwork::AngelScript INTERFACE Threads::Threads)

if(FLOCKWORK_BUILD_SAMPLES)
	find_package(CLI11 REQUIRED CONFIG)
	find_package(OGRE 1.12 REQUIRED COMPONENTS Bites RTShaderSystem Overlay CONFIG)
	# ImGui's symbols are exported by libOgreOverlay: take the headers only.
	FlockworkImported(Flockwork::ImGui HEADER imgui.h SUFFIX imgui)
endif()
if(FLOCKWORK_BUILD_TESTS)
	find_package(benchmark REQUIRED CONFIG)
	find_package(rapidcheck REQUIRED CONFIG)
	find_package(Catch2 2.13 REQUIRED CONFIG)
	# Nothing of ours uses soft bodies; that a host's world with them can be adopted is tested.
	FlockworkImported(Flockwork::BulletSoftBody HEADER BulletSoftBody/btSoftBody.h SUFFIX bullet LIBS BulletSoftBody)
endif()
