#pragma once
// The text of a scene: its main file and what that includes. Includes must lie in or below the main file's own folder,
// whatever "..", absolute paths and links say. Text that would break AngelScript's recursive compiler (which has no
// limits of its own) is refused here, with its place.
#include "AngelScriptTypes.h"
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FScriptFile
{
	std::string Path;    // as messages show it: the main file's path as given, includes beside it
	std::string Text;    // with the include lines blanked, so that line numbers stay true
	int64_t Changed = 0; // when it was last written, in the file system's own count
};

struct FScriptSources
{
	std::vector<FScriptFile> Files; // the main file first, then in order of inclusion
};

// False with diagnostics: missing, not a plain file, empty, binary, too large, or an include that is refused. Out is
// then untouched.
bool LoadScriptSources(
    asIScriptEngine& Engine, const std::string& MainPath, FScriptSources& Out, FDiagnostics& Diagnostics);

// As the file system has it now; 0 when it is not there.
int64_t GetScriptFileTime(const std::string& Path);
} // namespace Flockwork
