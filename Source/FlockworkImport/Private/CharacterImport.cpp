#include "FlockworkImport/CharacterImport.h"

#include "CharacterBytes.h"
#include "ImporterRun.h"

namespace Flockwork
{
bool ImportCharacter(
    const std::string& Path, const FLevelImportSettings& Settings, FImportedCharacter& Out, FDiagnostics& Diagnostics)
{
	FImportMessage Message;
	return RunImporter("character", Path, Settings, Message, Diagnostics) &&
	       ReadImportedCharacter(Message.Content, Path, Out, Diagnostics);
}

bool FindFileKind(
    const std::string& Path, const FLevelImportSettings& Settings, EFileKind& Out, FDiagnostics& Diagnostics)
{
	FImportMessage Message;
	if (!RunImporter("kind", Path, Settings, Message, Diagnostics))
	{
		return false;
	}
	if (Message.Content.size() != 1 || Message.Content[0] > uint8_t(EFileKind::Character))
	{
		Diagnostics.Error({Path}, "", std::string(NoSense));
		return false;
	}
	Out = EFileKind(Message.Content[0]);
	return true;
}
} // namespace Flockwork
