#include "FlockworkCore/Settings.h"

#include "SettingValue.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

namespace Flockwork
{
namespace
{
bool StartsWith(std::string_view Text, std::string_view Prefix)
{
	return Text.substr(0, Prefix.size()) == Prefix;
}

const char* PlaceOf(const void* Settings, const FSettingField& Field)
{
	return static_cast<const char*>(Settings) + Field.Offset;
}

// The nearest of the names that may stand at this level, or else of all full names.
std::string NearestField(const FSettingsTable& Table, std::string_view Prefix, std::string_view Name)
{
	std::vector<std::string_view> Level;
	std::vector<std::string_view> All;
	for (const FSettingField& Field : Table.Fields)
	{
		All.push_back(Field.Name);
		if (StartsWith(Field.Name, Prefix))
		{
			const std::string_view Rest = std::string_view(Field.Name).substr(Prefix.size());
			Level.push_back(Rest.substr(0, Rest.find('.')));
		}
	}
	const std::string_view Near = NearestName(Name, Level);
	if (!Near.empty())
	{
		return std::string(Prefix) + std::string(Near);
	}
	return std::string(NearestName(std::string(Prefix) + std::string(Name), All));
}

std::string UnknownField(const FSettingsTable& Table, std::string_view Prefix, std::string_view Name)
{
	const std::string Nearest = NearestField(Table, Prefix, Name);
	return "unknown setting" + (Nearest.empty() ? "" : "; did you mean " + Table.Name + "." + Nearest + "?");
}

// Collects all values of a file before any is stored: a file with an error changes nothing.
struct FSettingsReader
{
	const FSettingsTable& Table;
	std::string_view File;
	FDiagnostics& Diagnostics;
	std::vector<std::pair<const FSettingField*, FSettingValue>> Values;
	std::set<const FSettingField*> Seen; // asked, never walked: its order does not matter
	bool bOk = true;

	void Fail(const FDataNode& Node, const std::string& DottedName, std::string Message)
	{
		bOk = false;
		Diagnostics.Error(
		    {std::string(File), Node.Line, Node.Column}, Table.Name + "." + DottedName, std::move(Message));
	}

	void ReadGroup(const FDataNode& Group, const std::string& Prefix)
	{
		for (const auto& [Name, Node] : Group.Members)
		{
			ReadMember(Node, Prefix, Name);
		}
	}

	void ReadMember(const FDataNode& Node, const std::string& Prefix, const std::string& Name)
	{
		const std::string DottedName = Prefix + Name;
		if (const FSettingField* Field = Table.Find(DottedName))
		{
			ReadField(Node, *Field);
			return;
		}
		const std::string GroupPrefix = DottedName + ".";
		const bool bGroup = std::any_of(Table.Fields.begin(), Table.Fields.end(),
		    [&](const FSettingField& Field) { return StartsWith(Field.Name, GroupPrefix); });
		if (!bGroup)
		{
			Fail(Node, DottedName, UnknownField(Table, Prefix, Name));
		}
		else if (Node.Type != EDataType::Object)
		{
			Fail(Node, DottedName,
			    "found " + std::string(ToString(Node.Type)) + "; an object with this group's settings was expected");
		}
		else
		{
			ReadGroup(Node, GroupPrefix);
		}
	}

	void ReadField(const FDataNode& Node, const FSettingField& Field)
	{
		if (!Seen.insert(&Field).second)
		{
			Fail(Node, Field.Name, "is given twice");
			return;
		}
		std::optional<FSettingValue> Value =
		    FitSettingNode(Field, Table.Name + "." + Field.Name, Node, File, Diagnostics);
		if (Value)
		{
			Values.emplace_back(&Field, std::move(*Value));
		}
		else
		{
			bOk = false;
		}
	}
};

// The group of a dotted name inside Root, made where it is missing.
FDataNode& GroupOf(FDataNode& Root, std::string_view& Name)
{
	FDataNode* Group = &Root;
	for (size_t Dot = Name.find('.'); Dot != std::string_view::npos; Dot = Name.find('.'))
	{
		const std::string_view GroupName = Name.substr(0, Dot);
		const auto Found = std::find_if(Group->Members.begin(), Group->Members.end(),
		    [&](const FDataMember& Member) { return Member.Name == GroupName; });
		Group = Found != Group->Members.end() ? &Found->Value : &Group->Set(GroupName, FDataNode::MakeObject());
		Name.remove_prefix(Dot + 1);
	}
	return *Group;
}

// What is wrong with a stored value; empty when it is right.
std::string FaultOf(const FSettingField& Field, const void* Settings)
{
	if (Field.Type == ESettingType::Enum)
	{
		const size_t Value = *reinterpret_cast<const uint8_t*>(PlaceOf(Settings, Field));
		return Value < Field.EnumNames.size() ? "" : "holds a value that none of its names stands for";
	}
	const auto Fault = [&](double Number, double Min, double Max) -> std::string
	{
		// Written so that NaN fails.
		return Number >= Min && Number <= Max ? "" : NumberToString(Number) + " is outside " + RangeToString(Field);
	};
	const double Min = double(float(Field.Min));
	const double Max = double(float(Field.Max));
	switch (Field.Type)
	{
	case ESettingType::Int:
		return Fault(*reinterpret_cast<const int32_t*>(PlaceOf(Settings, Field)), Field.Min, Field.Max);
	case ESettingType::Float:
		return Fault(double(*reinterpret_cast<const float*>(PlaceOf(Settings, Field))), Min, Max);
	case ESettingType::Vector:
	{
		const FVector& Vector = *reinterpret_cast<const FVector*>(PlaceOf(Settings, Field));
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			std::string Text = Fault(double(Vector[Axis]), Min, Max);
			if (!Text.empty())
			{
				return Text;
			}
		}
		return "";
	}
	default:
		return "";
	}
}

bool IsCamelCase(std::string_view Name)
{
	bool bWordStart = true;
	for (const char Letter : Name)
	{
		const auto Code = static_cast<unsigned char>(Letter);
		if (bWordStart ? std::islower(Code) == 0 : std::isalnum(Code) == 0 && Letter != '.')
		{
			return false;
		}
		bWordStart = Letter == '.';
	}
	return !bWordStart; // neither empty nor ending in a dot
}

std::string DefinitionFaultOf(const FSettingField& Field)
{
	const bool bNumeric =
	    Field.Type == ESettingType::Int || Field.Type == ESettingType::Float || Field.Type == ESettingType::Vector;
	if (!IsCamelCase(Field.Name))
	{
		return "the name is not camelCase";
	}
	if (Field.Sentence.empty() || Field.Sentence.back() != '.')
	{
		return "has no sentence (one that ends with a full stop)";
	}
	if (bNumeric && Field.Unit.empty())
	{
		return "has no unit; \"1\" stands for a pure number";
	}
	if (bNumeric && !(std::isfinite(Field.Min) && std::isfinite(Field.Max) && Field.Min < Field.Max))
	{
		return "has no range";
	}
	FDiagnostics Clamped;
	const bool bDefaultFits = FitSetting(Field, Field.Name, Field.Default, {}, Clamped) && Clamped.GetAll().empty();
	return bDefaultFits ? "" : "the default " + ToString(Field.Default) + " is outside " + RangeToString(Field);
}

// Field: what Table.Find answers for FieldName; null is an error, too.
std::optional<FSettingValue> FitNamed(const FSettingsTable& Table, const FSettingField* Field,
    std::string_view FieldName, const FSettingValue& Value, const FSourcePlace& Place, FDiagnostics& Diagnostics)
{
	const std::string FullName = Table.Name + "." + std::string(FieldName);
	if (Field == nullptr)
	{
		Diagnostics.Error(Place, FullName, UnknownField(Table, "", FieldName));
		return std::nullopt;
	}
	return FitSetting(*Field, FullName, Value, Place, Diagnostics);
}
} // namespace

const FSettingField* FSettingsTable::Find(std::string_view FieldName) const
{
	const auto Found =
	    std::find_if(Fields.begin(), Fields.end(), [&](const FSettingField& Field) { return Field.Name == FieldName; });
	return Found != Fields.end() ? &*Found : nullptr;
}

FSettingValue FSettingsTable::Get(const void* Settings, const FSettingField& Field) const
{
	const char* Place = PlaceOf(Settings, Field);
	switch (Field.Type)
	{
	case ESettingType::Bool:
		return *reinterpret_cast<const bool*>(Place);
	case ESettingType::Int:
		return *reinterpret_cast<const int32_t*>(Place);
	case ESettingType::Float:
		return *reinterpret_cast<const float*>(Place);
	case ESettingType::Vector:
		return *reinterpret_cast<const FVector*>(Place);
	case ESettingType::Enum:
	{
		const size_t Value = *reinterpret_cast<const uint8_t*>(Place);
		return Value < Field.EnumNames.size() ? Field.EnumNames[Value] : std::string();
	}
	case ESettingType::String:
		return *reinterpret_cast<const std::string*>(Place);
	}
	return false;
}

bool FSettingsTable::Set(void* Settings, std::string_view FieldName, const FSettingValue& Value,
    FDiagnostics& Diagnostics, const FSourcePlace& Place) const
{
	const FSettingField* Field = Find(FieldName);
	const std::optional<FSettingValue> Fitted = FitNamed(*this, Field, FieldName, Value, Place, Diagnostics);
	if (Fitted)
	{
		StoreSetting(Settings, *Field, *Fitted);
	}
	return Fitted.has_value();
}

bool FSettingsTable::CanTake(std::string_view FieldName, const FSettingValue& Value, FDiagnostics& Diagnostics) const
{
	return FitNamed(*this, Find(FieldName), FieldName, Value, {}, Diagnostics).has_value();
}

bool FSettingsTable::Read(void* Settings, const FDataNode& Node, std::string_view File, FDiagnostics& Diagnostics) const
{
	if (Node.Type != EDataType::Object)
	{
		Diagnostics.Error({std::string(File), Node.Line, Node.Column}, Name,
		    "found " + std::string(Flockwork::ToString(Node.Type)) + "; an object with settings was expected");
		return false;
	}
	FSettingsReader Reader{*this, File, Diagnostics, {}, {}};
	Reader.ReadGroup(Node, "");
	if (!Reader.bOk)
	{
		return false;
	}
	for (const auto& [Field, Value] : Reader.Values)
	{
		StoreSetting(Settings, *Field, Value);
	}
	return true;
}

FDataNode FSettingsTable::Write(const void* Settings, bool bOnlyChanged) const
{
	FDataNode Root = FDataNode::MakeObject();
	for (const FSettingField& Field : Fields)
	{
		const FSettingValue Value = Get(Settings, Field);
		if (!bOnlyChanged || Value != Field.Default)
		{
			std::string_view LastName = Field.Name;
			FDataNode& Group = GroupOf(Root, LastName);
			Group.Set(LastName, SettingToNode(Value));
		}
	}
	return Root;
}

bool FSettingsTable::Validate(const void* Settings, FDiagnostics& Diagnostics) const
{
	bool bValid = true;
	for (const FSettingField& Field : Fields)
	{
		std::string Fault = FaultOf(Field, Settings);
		if (!Fault.empty())
		{
			bValid = false;
			Diagnostics.Error({}, Name + "." + Field.Name, std::move(Fault));
		}
	}
	return bValid;
}

bool FSettingsTable::CheckDefinition(FDiagnostics& Diagnostics) const
{
	bool bValid = true;
	const auto Fail = [&](const std::string& FullName, std::string Fault)
	{
		bValid = false;
		Diagnostics.Error({}, FullName, std::move(Fault));
	};
	if (!IsCamelCase(Name) || Sentence.empty())
	{
		Fail(Name, "a table needs a camelCase name and a sentence");
	}
	for (const FSettingField& Field : Fields)
	{
		std::string Fault = DefinitionFaultOf(Field);
		if (!Fault.empty())
		{
			Fail(Name + "." + Field.Name, std::move(Fault));
		}
		const bool bClash = std::any_of(Fields.begin(), Fields.end(),
		    [&](const FSettingField& Other)
		    { return &Other != &Field && (Other.Name == Field.Name || StartsWith(Other.Name, Field.Name + ".")); });
		if (bClash)
		{
			Fail(Name + "." + Field.Name, "another field has this name, or this name as its group");
		}
	}
	return bValid;
}
} // namespace Flockwork
