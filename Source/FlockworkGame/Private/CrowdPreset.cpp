#include "CrowdPreset.h"

namespace Flockwork
{
namespace
{
constexpr double PresetFormat = 1.0;

bool CheckMembers(const FDataNode& Root, std::string_view File, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	const auto Refuse = [&](const FDataNode& Where, std::string_view Field, const std::string& Message)
	{
		Diagnostics.Error({std::string(File), Where.Line, Where.Column}, Field, Message);
		bGood = false;
	};
	for (const auto& [Name, Value] : Root.Members)
	{
		if (Name != "format" && Name != "description" && Name != "flee")
		{
			const std::string_view Near = NearestName(Name, {"format", "description", "flee"});
			Refuse(Value, Name,
			    "is not a member of a crowd preset" +
			        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
		}
	}
	const FDataNode* Format = Root.Find("format");
	if (!Format || Format->Type != EDataType::Number || Format->Number != PresetFormat)
	{
		Refuse(Format ? *Format : Root, "format", "1 is expected");
	}
	const FDataNode* Description = Root.Find("description");
	if (Description && Description->Type != EDataType::String)
	{
		Refuse(*Description, "description", "a text is expected");
	}
	if (!Root.Find("flee"))
	{
		Refuse(Root, "flee", "is missing; an object of settings is expected, {} for the defaults");
	}
	return bGood;
}
} // namespace

bool ReadCrowdPreset(const FDataNode& Root, std::string_view File, FFleeSettings& Out, FDiagnostics& Diagnostics)
{
	if (Root.Type != EDataType::Object)
	{
		Diagnostics.Error(
		    {std::string(File), Root.Line, Root.Column}, "", "an object with \"format\" and \"flee\" is expected");
		return false;
	}
	if (!CheckMembers(Root, File, Diagnostics))
	{
		return false;
	}
	const FDataNode& Flee = *Root.Find("flee");
	FFleeSettings Fresh;
	if (!FFleeSettings::Table().Read(&Fresh, Flee, File, Diagnostics))
	{
		return false;
	}
	FDiagnostics Across;
	if (!ValidateFleeSettings(Fresh, Across))
	{
		for (const FDiagnostic& Fault : Across.GetAll())
		{
			Diagnostics.Error({std::string(File), Flee.Line, Flee.Column}, Fault.Field, Fault.Message);
		}
		return false;
	}
	Out = Fresh;
	return true;
}
} // namespace Flockwork
