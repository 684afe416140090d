// The C interface: settings by dotted name, as text or as a number.
#include "AbiWorld.h"
#include "FlockworkFlock/FlockSettings.h"

#include <cmath>
#include <variant>

using namespace Flockwork;

namespace
{
const FSettingField& RequireField(const FAbiWorld& World, std::string_view Setting)
{
	const FSettingsRegistry& Registry = World.World->GetRegistry().GetSettings();
	const FSettingsRegistry::FLookup Lookup = Registry.Resolve(Setting);
	if (Lookup.Field)
	{
		return *Lookup.Field;
	}
	std::vector<std::string> Names;
	for (const FSettingsTable* Table : Registry.GetAll())
	{
		for (const FSettingField& Field : Table->Fields)
		{
			Names.push_back(Table->Name + "." + Field.Name);
		}
	}
	const std::string_view Nearest = NearestName(Setting, {Names.begin(), Names.end()});
	throw FAbiError{FW_ERROR_NOT_FOUND, "there is no setting " + std::string(Setting) +
	                                        (Nearest.empty() ? "" : "; did you mean " + std::string(Nearest) + "?")};
}

[[noreturn]] void RefuseValue(std::string_view Setting, std::string_view Text, std::string_view Wanted)
{
	throw FAbiError{FW_ERROR_ARGUMENT,
	    std::string(Setting) + " wants " + std::string(Wanted) + "; '" + std::string(Text) + "' is none"};
}

FSettingValue ReadVector(std::string_view Setting, std::string_view Text, const FDataNode& Node)
{
	FVector Value{};
	bool bOk = Node.Type == EDataType::Array && Node.Items.size() == 3;
	for (int32_t Axis = 0; bOk && Axis < 3; ++Axis)
	{
		bOk = Node.Items[size_t(Axis)].Type == EDataType::Number;
		Value[Axis] = float(Node.Items[size_t(Axis)].Number);
	}
	if (!bOk)
	{
		RefuseValue(Setting, Text, "three numbers, [x, y, z]");
	}
	return Value;
}

FSettingValue ReadValue(const FSettingField& Field, std::string_view Setting, std::string_view Text)
{
	if (Field.Type == ESettingType::Enum || Field.Type == ESettingType::String)
	{
		return std::string(Text);
	}
	FDataNode Node;
	FDiagnostics Ignored; // the message below says more than the parser's
	ParseJson(Text, "value", Node, Ignored);
	const bool bNumber = Node.Type == EDataType::Number;
	switch (Field.Type)
	{
	case ESettingType::Bool:
		if (Node.Type != EDataType::Bool)
		{
			RefuseValue(Setting, Text, "true or false");
		}
		return Node.Bool;
	case ESettingType::Int:
		if (!bNumber || Node.Number != std::floor(Node.Number) || std::abs(Node.Number) > double(INT32_MAX))
		{
			RefuseValue(Setting, Text, "a whole number");
		}
		return int32_t(Node.Number);
	case ESettingType::Float:
		if (!bNumber)
		{
			RefuseValue(Setting, Text, "a number");
		}
		return float(Node.Number);
	default:
		return ReadVector(Setting, Text, Node);
	}
}

FSettingValue ReadNumber(const FSettingField& Field, std::string_view Setting, double Value)
{
	Require(std::isfinite(Value), FW_ERROR_ARGUMENT, std::string(Setting) + ": the value is not finite");
	switch (Field.Type)
	{
	case ESettingType::Bool:
		return Value != 0.0;
	case ESettingType::Int:
		RequireBetween(Value, -double(INT32_MAX), double(INT32_MAX), Setting);
		Require(Value == std::floor(Value), FW_ERROR_ARGUMENT, std::string(Setting) + " wants a whole number");
		return int32_t(Value);
	case ESettingType::Float:
		return float(Value);
	default:
		throw FAbiError{FW_ERROR_ARGUMENT, std::string(Setting) + " is not a number; use fwWorld_SetSetting"};
	}
}

std::string WriteValue(const FSettingValue& Value)
{
	if (const std::string* const Text = std::get_if<std::string>(&Value))
	{
		return *Text;
	}
	FDataNode Node;
	if (const FVector* const Vector = std::get_if<FVector>(&Value))
	{
		Node = FDataNode::MakeArray();
		Node.Items = {FDataNode::MakeNumber(double(Vector->x)), FDataNode::MakeNumber(double(Vector->y)),
		    FDataNode::MakeNumber(double(Vector->z))};
	}
	else if (const bool* const Bool = std::get_if<bool>(&Value))
	{
		Node = FDataNode::MakeBool(*Bool);
	}
	else
	{
		const int32_t* const Int = std::get_if<int32_t>(&Value);
		Node = FDataNode::MakeNumber(Int ? double(*Int) : double(std::get<float>(Value)));
	}
	std::string Text;
	for (const char Character : WriteJson(Node)) // one line: the writer sets arrays over several
	{
		if (Character != '\n' && Character != '\t')
		{
			Text += Character;
		}
	}
	return Text;
}

void Set(FAbiWorld& World, std::string_view Setting, const char* Of, const FSettingValue& Value)
{
	FDiagnostics Diagnostics;
	const bool bOk = World.World->Execute(
	    FOrder::SetSetting(std::string(Setting), Value, std::string(OptionalText(Of))), Diagnostics);
	TakeResult(World, bOk, FW_ERROR_DATA, Diagnostics);
}

FSettingValue Get(const FAbiWorld& World, std::string_view Setting, const char* Of)
{
	RequireField(World, Setting);
	FSettingValue Value;
	Require(World.World->GetSetting(Setting, OptionalText(Of), Value), FW_ERROR_NOT_FOUND,
	    "'" + std::string(OptionalText(Of)) + "' has no " + std::string(Setting));
	return Value;
}
} // namespace

FwResult fwWorld_SetSetting(FwWorld* World, const char* Setting, const char* Of, const char* Value)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string_view Name = RequireText(Setting, "Setting");
		    Require(Value, FW_ERROR_ARGUMENT, "Value is null");
		    Set(Ours, Name, Of,
		        Name == FFlockSettings::Table().Name ? FSettingValue(std::string(Value)) // read as JSON when it is set
		                                             : ReadValue(RequireField(Ours, Name), Name, Value));
	    });
}

FwResult fwWorld_SetSettingNumber(FwWorld* World, const char* Setting, const char* Of, double Value)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const FSettingField& Field = RequireField(Ours, RequireText(Setting, "Setting"));
		    Set(Ours, Setting, Of, ReadNumber(Field, Setting, Value));
	    });
}

FwResult fwWorld_GetSetting(
    FwWorld* World, const char* Setting, const char* Of, char* Buffer, size_t Capacity, size_t* OutNeeded)
{
	return CallWorld(World, [&](FAbiWorld& Ours)
	    { WriteText(WriteValue(Get(Ours, RequireText(Setting, "Setting"), Of)), Buffer, Capacity, OutNeeded); });
}

FwResult fwWorld_GetSettingNumber(FwWorld* World, const char* Setting, const char* Of, double* OutValue)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutValue, FW_ERROR_ARGUMENT, "OutValue is null");
		    const FSettingValue Value = Get(Ours, RequireText(Setting, "Setting"), Of);
		    const bool* const Bool = std::get_if<bool>(&Value);
		    const int32_t* const Int = std::get_if<int32_t>(&Value);
		    const float* const Float = std::get_if<float>(&Value);
		    Require(Bool || Int || Float, FW_ERROR_ARGUMENT,
		        std::string(Setting) + " is not a number; use fwWorld_GetSetting");
		    *OutValue = Bool ? double(*Bool) : Int ? double(*Int) : double(*Float);
	    });
}
