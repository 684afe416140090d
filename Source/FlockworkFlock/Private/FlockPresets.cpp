#include "FlockworkFlock/FlockSettings.h"

#include <cmath>
#include <cstdio>

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
// The value of a dotted field below Node; Node itself where the file does not name it.
const FDataNode& FindDotted(const FDataNode& Node, std::string_view Name)
{
	const size_t Dot = Name.find('.');
	const FDataNode* Found = Node.Find(Name.substr(0, Dot));
	if (!Found)
	{
		return Node;
	}
	return Dot == std::string_view::npos ? *Found : FindDotted(*Found, Name.substr(Dot + 1));
}
} // namespace

bool ReadFlockSettings(
    const FDataNode& Node, std::string_view File, FFlockSettings& Settings, FDiagnostics& Diagnostics)
{
	if (!FFlockSettings::Table().Read(&Settings, Node, File, Diagnostics))
	{
		return false;
	}
	const auto ClampToNeighbors = [&](float FFlockSettings::*Radius, std::string_view Name)
	{
		if (Settings.*Radius > Settings.NeighborRadius)
		{
			const FDataNode& At = FindDotted(Node, Name);
			char Message[160];
			std::snprintf(Message, sizeof Message,
			    "%g is outside the range 0.01 to neighborRadius, which is %g; %g is used", double(Settings.*Radius),
			    double(Settings.NeighborRadius), double(Settings.NeighborRadius));
			Diagnostics.Warning({std::string(File), At.Line, At.Column}, "flock." + std::string(Name), Message);
			Settings.*Radius = Settings.NeighborRadius;
		}
	};
	ClampToNeighbors(&FFlockSettings::SeparationRadius, "separation.radius");
	ClampToNeighbors(&FFlockSettings::AlignmentRadius, "alignment.radius");
	ClampToNeighbors(&FFlockSettings::CohesionRadius, "cohesion.radius");
	if (Settings.DemoteRadius < Settings.PromoteRadius)
	{
		const FDataNode& At = FindDotted(Node, "lod.demoteRadius");
		char Message[160];
		std::snprintf(Message, sizeof Message, "%g is below lod.promoteRadius, which is %g; %g is used",
		    double(Settings.DemoteRadius), double(Settings.PromoteRadius), double(Settings.PromoteRadius));
		Diagnostics.Warning({std::string(File), At.Line, At.Column}, "flock.lod.demoteRadius", Message);
		Settings.DemoteRadius = Settings.PromoteRadius;
	}
	return true;
}

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
	const FDataNode* Description = Root.Find("description");
	if (Description && Description->Type != EDataType::String)
	{
		Diagnostics.Error(PlaceOf(*Description), "description",
		    "is " + std::string(ToString(Description->Type)) + "; a text is expected");
		bValid = false;
	}
	const FDataNode* Flock = Root.Find("flock");
	if (!Flock)
	{
		Diagnostics.Error(PlaceOf(Root), "flock", "is missing; an object of settings is expected, {} for the defaults");
		return false;
	}
	FFlockSettings Fresh;
	if (!ReadFlockSettings(*Flock, File, Fresh, Diagnostics) || !bValid)
	{
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
