#include "SettingValue.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr size_t LongestShown = 60;

std::string Quoted(std::string_view Text)
{
	return "\"" + std::string(Text.substr(0, LongestShown)) + (Text.size() > LongestShown ? "...\"" : "\"");
}

std::string ExpectationOf(const FSettingField& Field)
{
	switch (Field.Type)
	{
	case ESettingType::Bool:
		return "true or false";
	case ESettingType::Int:
		return "a whole number in " + RangeToString(Field);
	case ESettingType::Float:
		return "a number in " + RangeToString(Field);
	case ESettingType::Vector:
		return "an array of 3 numbers, each in " + RangeToString(Field);
	case ESettingType::Enum:
		return "one of " + RangeToString(Field);
	case ESettingType::String:
		return "a string";
	}
	return "another type";
}

// One complaint's surroundings, so that the checks below read as checks.
struct FFitContext
{
	const FSettingField& Field;
	const std::string& FullName;
	const FSourcePlace& Place;
	FDiagnostics& Diagnostics;

	std::nullopt_t Refuse(const std::string& What) const
	{
		Diagnostics.Error(Place, FullName, What + "; " + ExpectationOf(Field) + " was expected");
		return std::nullopt;
	}
};

// Limits are compared as the stored type sees them: float(0.1) is a little more than 0.1 and must still pass.
double LimitOf(const FSettingField& Field, double Limit)
{
	return Field.Type == ESettingType::Int ? Limit : double(float(Limit));
}

std::optional<double> FitNumber(const FFitContext& Context, double Number)
{
	if (!std::isfinite(Number))
	{
		return Context.Refuse(NumberToString(Number) + " is not a finite number");
	}
	if (Context.Field.Type == ESettingType::Int && Number != std::floor(Number))
	{
		return Context.Refuse(NumberToString(Number) + " is not a whole number");
	}
	const double Min = LimitOf(Context.Field, Context.Field.Min);
	const double Max = LimitOf(Context.Field, Context.Field.Max);
	const double Stored =
	    Context.Field.Type == ESettingType::Int ? Number : double(float(std::clamp(Number, -3e38, 3e38)));
	if (Stored >= Min && Stored <= Max)
	{
		return Number;
	}
	const double Limit = Stored < Min ? Context.Field.Min : Context.Field.Max;
	Context.Diagnostics.Warning(Context.Place, Context.FullName,
	    NumberToString(Number) + (Stored < Min ? " is below the range " : " is above the range ") +
	        RangeToString(Context.Field) + "; " + NumberToString(Limit) + " is used");
	return Limit;
}

std::optional<FSettingValue> FitScalar(const FFitContext& Context, double Number)
{
	const std::optional<double> Fitted = FitNumber(Context, Number);
	if (!Fitted)
	{
		return std::nullopt;
	}
	if (Context.Field.Type == ESettingType::Int)
	{
		return FSettingValue(int32_t(*Fitted));
	}
	return FSettingValue(float(*Fitted));
}

std::optional<FSettingValue> FitVector(const FFitContext& Context, const std::array<double, 3>& Numbers)
{
	FVector Out{0.0f};
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		const std::optional<double> Fitted = FitNumber(Context, Numbers[size_t(Axis)]);
		if (!Fitted)
		{
			return std::nullopt;
		}
		Out[Axis] = float(*Fitted);
	}
	return FSettingValue(Out);
}

std::optional<FSettingValue> FitEnum(const FFitContext& Context, const std::string& Wanted)
{
	const std::vector<std::string>& Names = Context.Field.EnumNames;
	if (std::find(Names.begin(), Names.end(), Wanted) != Names.end())
	{
		return FSettingValue(Wanted);
	}
	const std::string_view Nearest = NearestName(Wanted, {Names.begin(), Names.end()});
	return Context.Refuse(
	    Quoted(Wanted) + " is unknown" + (Nearest.empty() ? "" : "; did you mean " + Quoted(Nearest) + "?"));
}

std::string DescribeNode(const FDataNode& Node)
{
	switch (Node.Type)
	{
	case EDataType::Bool:
		return Node.Bool ? "true" : "false";
	case EDataType::Number:
		return NumberToString(Node.Number);
	case EDataType::String:
		return Quoted(Node.String);
	case EDataType::Array:
		return "an array of " + std::to_string(Node.Items.size());
	default:
		return std::string(ToString(Node.Type));
	}
}

bool IsVectorNode(const FDataNode& Node)
{
	return Node.Type == EDataType::Array && Node.Items.size() == 3 &&
	       std::all_of(Node.Items.begin(), Node.Items.end(),
	           [](const FDataNode& Item) { return Item.Type == EDataType::Number; });
}

// Shortest decimals that read back to the same float, so that 0.1f is written as 0.1.
double ShortestDouble(float Value)
{
	std::array<char, 64> Digits{};
	const std::to_chars_result End = std::to_chars(Digits.data(), Digits.data() + Digits.size(), Value);
	double Result = double(Value);
	std::from_chars(Digits.data(), End.ptr, Result);
	return Result;
}
} // namespace

std::string NumberToString(double Number)
{
	std::array<char, 64> Digits{};
	const std::to_chars_result End = std::to_chars(Digits.data(), Digits.data() + Digits.size(), Number);
	return std::string(Digits.data(), End.ptr);
}

std::string RangeToString(const FSettingField& Field)
{
	std::string Text;
	if (Field.Type == ESettingType::Enum)
	{
		for (const std::string& Name : Field.EnumNames)
		{
			Text += (Text.empty() ? "" : ", ") + Name;
		}
		return Text;
	}
	Text = NumberToString(Field.Min) + ".." + NumberToString(Field.Max);
	return Field.Unit.empty() || Field.Unit == "1" ? Text : Text + " " + Field.Unit;
}

std::string ToString(const FSettingValue& Value)
{
	struct FVisitor
	{
		std::string operator()(bool Bool) const { return Bool ? "true" : "false"; }
		std::string operator()(int32_t Int) const { return std::to_string(Int); }
		std::string operator()(float Float) const { return NumberToString(ShortestDouble(Float)); }
		std::string operator()(const FVector& Vector) const
		{
			return "[" + (*this)(Vector.x) + ", " + (*this)(Vector.y) + ", " + (*this)(Vector.z) + "]";
		}
		std::string operator()(const std::string& Text) const { return Text; }
	};
	return std::visit(FVisitor{}, Value);
}

std::optional<FSettingValue> FitSetting(const FSettingField& Field, const std::string& FullName,
    const FSettingValue& Value, const FSourcePlace& Place, FDiagnostics& Diagnostics)
{
	const FFitContext Context{Field, FullName, Place, Diagnostics};
	const bool bNumeric = Field.Type == ESettingType::Int || Field.Type == ESettingType::Float;
	if (const float* Float = std::get_if<float>(&Value); Float != nullptr && bNumeric)
	{
		return FitScalar(Context, ShortestDouble(*Float));
	}
	if (const int32_t* Int = std::get_if<int32_t>(&Value); Int != nullptr && bNumeric)
	{
		return FitScalar(Context, double(*Int));
	}
	if (const FVector* Vector = std::get_if<FVector>(&Value); Vector != nullptr && Field.Type == ESettingType::Vector)
	{
		return FitVector(Context, {ShortestDouble(Vector->x), ShortestDouble(Vector->y), ShortestDouble(Vector->z)});
	}
	if (const std::string* Text = std::get_if<std::string>(&Value); Text != nullptr && Field.Type == ESettingType::Enum)
	{
		return FitEnum(Context, *Text);
	}
	const bool bSame = (Field.Type == ESettingType::Bool && std::holds_alternative<bool>(Value)) ||
	                   (Field.Type == ESettingType::String && std::holds_alternative<std::string>(Value));
	return bSame ? std::optional<FSettingValue>(Value) : Context.Refuse("found " + DescribeNode(SettingToNode(Value)));
}

std::optional<FSettingValue> FitSettingNode(const FSettingField& Field, const std::string& FullName,
    const FDataNode& Node, std::string_view File, FDiagnostics& Diagnostics)
{
	const FSourcePlace Place{std::string(File), Node.Line, Node.Column};
	const FFitContext Context{Field, FullName, Place, Diagnostics};
	const bool bNumeric = Field.Type == ESettingType::Int || Field.Type == ESettingType::Float;
	if (bNumeric && Node.Type == EDataType::Number)
	{
		return FitScalar(Context, Node.Number);
	}
	if (Field.Type == ESettingType::Vector && IsVectorNode(Node))
	{
		return FitVector(Context, {Node.Items[0].Number, Node.Items[1].Number, Node.Items[2].Number});
	}
	if (Field.Type == ESettingType::Bool && Node.Type == EDataType::Bool)
	{
		return FSettingValue(Node.Bool);
	}
	if (Field.Type == ESettingType::String && Node.Type == EDataType::String)
	{
		return FSettingValue(Node.String);
	}
	if (Field.Type == ESettingType::Enum && Node.Type == EDataType::String)
	{
		return FitEnum(Context, Node.String);
	}
	return Context.Refuse("found " + DescribeNode(Node));
}

void StoreSetting(void* Settings, const FSettingField& Field, const FSettingValue& Value)
{
	void* Place = static_cast<char*>(Settings) + Field.Offset;
	switch (Field.Type)
	{
	case ESettingType::Bool:
		*static_cast<bool*>(Place) = std::get<bool>(Value);
		break;
	case ESettingType::Int:
		*static_cast<int32_t*>(Place) = std::get<int32_t>(Value);
		break;
	case ESettingType::Float:
		*static_cast<float*>(Place) = std::get<float>(Value);
		break;
	case ESettingType::Vector:
		*static_cast<FVector*>(Place) = std::get<FVector>(Value);
		break;
	case ESettingType::Enum:
	{
		const auto Found = std::find(Field.EnumNames.begin(), Field.EnumNames.end(), std::get<std::string>(Value));
		*static_cast<uint8_t*>(Place) = uint8_t(Found - Field.EnumNames.begin());
		break;
	}
	case ESettingType::String:
		*static_cast<std::string*>(Place) = std::get<std::string>(Value);
		break;
	}
}

FDataNode SettingToNode(const FSettingValue& Value)
{
	struct FVisitor
	{
		FDataNode operator()(bool Bool) const { return FDataNode::MakeBool(Bool); }
		FDataNode operator()(int32_t Int) const { return FDataNode::MakeNumber(Int); }
		FDataNode operator()(float Float) const { return FDataNode::MakeNumber(ShortestDouble(Float)); }
		FDataNode operator()(const FVector& Vector) const
		{
			FDataNode Node = FDataNode::MakeArray();
			Node.Items = {(*this)(Vector.x), (*this)(Vector.y), (*this)(Vector.z)};
			return Node;
		}
		FDataNode operator()(const std::string& Text) const { return FDataNode::MakeString(Text); }
	};
	return std::visit(FVisitor{}, Value);
}
} // namespace Flockwork
