#include "FlockworkFlock/FlockSettings.h"

#include <cmath>

namespace Flockwork
{
namespace
{
// Members of a preset that this format knows.
bool IsKnownMember(std::string_view Name)
{
	return Name == "format" || Name == "description" || Name == "flock";
}

bool CheckFormat(const FDataNode& Root, const FSourcePlace& RootPlace, FDiagnostics& Diagnostics)
{
	const FDataNode* Format = Root.Find("format");
	if (!Format)
	{
		Diagnostics.Warning(
		    RootPlace, "format", "is missing; the preset is read as format " + std::to_string(FlockPresetFormat));
		return true;
	}
	const FSourcePlace Place{RootPlace.File, Format->Line, Format->Column};
	if (Format->Type != EDataType::Number || Format->Number != std::floor(Format->Number) || Format->Number < 1.0)
	{
		Diagnostics.Error(Place, "format", "a whole number of at least 1 is expected");
		return false;
	}
	if (Format->Number > double(FlockPresetFormat))
	{
		Diagnostics.Error(Place, "format",
		    "is newer than this program, which reads format " + std::to_string(FlockPresetFormat) +
		        "; update the program or save the preset in the older format");
		return false;
	}
	return true;
}
} // namespace

bool ReadFlockPreset(const FDataNode& Root, std::string_view File, FFlockSettings& Out, FDiagnostics& Diagnostics)
{
	const auto PlaceOf = [&](const FDataNode& Node) { return FSourcePlace{std::string(File), Node.Line, Node.Column}; };
	if (Root.Type != EDataType::Object)
	{
		Diagnostics.Error(PlaceOf(Root), "", "an object with \"format\" and \"flock\" is expected");
		return false;
	}
	bool bValid = CheckFormat(Root, PlaceOf(Root), Diagnostics);
	for (const auto& [Name, Value] : Root.Members)
	{
		if (!IsKnownMember(Name))
		{
			const std::string_view Near = NearestName(Name, {"format", "description", "flock"});
			Diagnostics.Error(PlaceOf(Value), Name,
			    "is not a member of a preset" + (Near.empty() ? "" : "; did you mean \"" + std::string(Near) + "\"?"));
			bValid = false;
		}
	}
	const FDataNode* Flock = Root.Find("flock");
	if (!Flock)
	{
		Diagnostics.Error(PlaceOf(Root), "flock", "is missing; an object of settings is expected, {} for the defaults");
		return false;
	}
	FFlockSettings Fresh;
	if (!FFlockSettings::Table().Read(&Fresh, *Flock, File, Diagnostics) || !bValid)
	{
		return false;
	}
	// Each field is in range by now; what is left are rules across fields, which name no line of their own.
	FDiagnostics Across;
	if (!ValidateFlockSettings(Fresh, Across))
	{
		for (const FDiagnostic& Violation : Across.GetAll())
		{
			Diagnostics.Error(PlaceOf(*Flock), Violation.Field, Violation.Message);
		}
		return false;
	}
	Out = Fresh;
	return true;
}

bool LoadFlockPreset(const std::string& Path, FFlockSettings& Out, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	return LoadJsonFile(Path, Root, Diagnostics) && ReadFlockPreset(Root, Path, Out, Diagnostics);
}

FDataNode WriteFlockPreset(const FFlockSettings& Settings, std::string_view Description)
{
	FDataNode Root = FDataNode::MakeObject();
	Root.Set("format", FDataNode::MakeNumber(double(FlockPresetFormat)));
	Root.Set("description", FDataNode::MakeString(Description));
	Root.Set("flock", FFlockSettings::Table().Write(&Settings, true));
	return Root;
}
} // namespace Flockwork
