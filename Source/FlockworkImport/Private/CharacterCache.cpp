#include "FlockworkImport/CharacterCache.h"

#include "CharacterBytes.h"
#include "FlockworkCore/Hash.h"
#include "KeptFile.h"

namespace Flockwork
{
namespace
{
constexpr FFileKind KeptCharacterKind{"FWCHARKP", "kept character", ImportedCharacterVersion};

// Only what changes the result.
uint64_t KeyOf(const FLevelImportSettings& Settings)
{
	FStateHash Hash;
	Hash.Add(Settings.Scale);
	Hash.Add(uint64_t(Settings.UpAxis));
	Hash.Add(uint64_t(Settings.MaxTriangles));
	return Hash.Get();
}
} // namespace

bool LoadOrImportCharacter(const std::string& Path, const FLevelImportSettings& Settings, FImportedCharacter& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse)
{
	FKeptFile Kept(KeptCharacterKind, Path, ".fwchar", Settings);
	std::vector<uint8_t> Content;
	const uint64_t Key = KeyOf(Settings);
	EKept Found = Kept.Find(Key, Content);
	const auto Tell = [&](ECacheUse Use)
	{
		if (OutUse)
		{
			*OutUse = Use;
		}
		return true;
	};
	if (Found == EKept::Found)
	{
		FDiagnostics Ignored;
		FImportedCharacter Character;
		const bool bWhole = ReadImportedCharacter(Content, Kept.GetPath(), Character, Ignored);
		if (bWhole && AreSourcesUnchanged(Character.Sources, Path))
		{
			Out = std::move(Character);
			return Tell(ECacheUse::Kept);
		}
		Found = bWhole ? EKept::Nothing : EKept::Damaged;
	}
	if (Found == EKept::Damaged)
	{
		Kept.WarnOfDamage(Diagnostics);
	}
	if (!ImportCharacter(Path, Settings, Out, Diagnostics))
	{
		return false;
	}
	Kept.Keep(Key, WriteImportedCharacter(Out), Diagnostics);
	return Tell(ECacheUse::Made);
}
} // namespace Flockwork
