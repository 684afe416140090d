#include "FlockworkImport/LevelImport.h"

#include "FlockworkCore/Serialize.h"
#include "ImporterRun.h"
#include "LevelBytes.h"

namespace Flockwork
{
bool ImportLevel(
    const std::string& Path, const FLevelImportSettings& Settings, FImportedLevel& Out, FDiagnostics& Diagnostics)
{
	FImportMessage Message;
	if (!RunImporter("level", Path, Settings, Message, Diagnostics))
	{
		return false;
	}
	FByteReader Reader(Message.Content);
	FImportedLevel Level;
	if (!ReadLevel(Reader, Level))
	{
		Diagnostics.Error({Path}, "", std::string(NoSense));
		return false;
	}
	Out = std::move(Level);
	return true;
}
} // namespace Flockwork
