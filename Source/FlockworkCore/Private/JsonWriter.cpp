#include "FlockworkCore/DataNode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace Flockwork
{
namespace
{
bool IsContainer(const FDataNode& Node)
{
	return Node.Type == EDataType::Array || Node.Type == EDataType::Object;
}

void AppendString(std::string& Out, const std::string& Text)
{
	// Bytes that are not UTF-8 become U+FFFD: what is written can always be read.
	Out += nlohmann::json(Text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void AppendNumber(std::string& Out, double Number)
{
	if (!std::isfinite(Number))
	{
		Out += "null"; // JSON has no word for it
		return;
	}
	std::array<char, 400> Digits; // NOLINT: filled by to_chars
	const std::to_chars_result Result = std::to_chars(Digits.data(), Digits.data() + Digits.size(), Number);
	Out.append(Digits.data(), Result.ptr);
}

void NewLine(std::string& Out, int32_t Depth)
{
	Out += '\n';
	Out.append(size_t(Depth), '\t');
}

void AppendNode(std::string& Out, const FDataNode& Node, int32_t Depth);

void AppendArray(std::string& Out, const FDataNode& Node, int32_t Depth)
{
	// Vectors and lists of numbers read better on one line.
	const bool bOneLine = std::none_of(Node.Items.begin(), Node.Items.end(), IsContainer);
	Out += '[';
	for (size_t Index = 0; Index < Node.Items.size(); ++Index)
	{
		Out += Index == 0 ? "" : bOneLine ? ", " : ",";
		if (!bOneLine)
		{
			NewLine(Out, Depth + 1);
		}
		AppendNode(Out, Node.Items[Index], Depth + 1);
	}
	if (!bOneLine)
	{
		NewLine(Out, Depth);
	}
	Out += ']';
}

void AppendObject(std::string& Out, const FDataNode& Node, int32_t Depth)
{
	Out += '{';
	for (size_t Index = 0; Index < Node.Members.size(); ++Index)
	{
		Out += Index == 0 ? "" : ",";
		NewLine(Out, Depth + 1);
		AppendString(Out, Node.Members[Index].Name);
		Out += ": ";
		AppendNode(Out, Node.Members[Index].Value, Depth + 1);
	}
	if (!Node.Members.empty())
	{
		NewLine(Out, Depth);
	}
	Out += '}';
}

void AppendNode(std::string& Out, const FDataNode& Node, int32_t Depth)
{
	switch (Node.Type)
	{
	case EDataType::Null:
		Out += "null";
		break;
	case EDataType::Bool:
		Out += Node.Bool ? "true" : "false";
		break;
	case EDataType::Number:
		AppendNumber(Out, Node.Number);
		break;
	case EDataType::String:
		AppendString(Out, Node.String);
		break;
	case EDataType::Array:
		AppendArray(Out, Node, Depth);
		break;
	case EDataType::Object:
		AppendObject(Out, Node, Depth);
		break;
	}
}
} // namespace

std::string WriteJson(const FDataNode& Node)
{
	std::string Out;
	AppendNode(Out, Node, 0);
	Out += '\n';
	return Out;
}
} // namespace Flockwork
