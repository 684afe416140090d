#include "FlockworkCore/DataNode.h"

#include "FlockworkCore/Assert.h"

#include <utility>

namespace Flockwork
{
const FDataNode* FDataNode::Find(std::string_view Name) const
{
	for (const auto& [MemberName, Value] : Members)
	{
		if (MemberName == Name)
		{
			return &Value;
		}
	}
	return nullptr;
}

FDataNode FDataNode::MakeBool(bool Value)
{
	FDataNode Node;
	Node.Type = EDataType::Bool;
	Node.Bool = Value;
	return Node;
}

FDataNode FDataNode::MakeNumber(double Value)
{
	FDataNode Node;
	Node.Type = EDataType::Number;
	Node.Number = Value;
	return Node;
}

FDataNode FDataNode::MakeString(std::string_view Value)
{
	FDataNode Node;
	Node.Type = EDataType::String;
	Node.String = Value;
	return Node;
}

FDataNode FDataNode::MakeArray()
{
	FDataNode Node;
	Node.Type = EDataType::Array;
	return Node;
}

FDataNode FDataNode::MakeObject()
{
	FDataNode Node;
	Node.Type = EDataType::Object;
	return Node;
}

FDataNode& FDataNode::Set(std::string_view Name, FDataNode Value)
{
	FW_CHECK(Type == EDataType::Object, "only an object has members");
	for (auto& [MemberName, Old] : Members)
	{
		if (MemberName == Name)
		{
			Old = std::move(Value);
			return Old;
		}
	}
	return Members.emplace_back(FDataMember{std::string(Name), std::move(Value)}).Value;
}

std::string_view ToString(EDataType Type)
{
	switch (Type)
	{
	case EDataType::Null:
		return "null";
	case EDataType::Bool:
		return "true or false";
	case EDataType::Number:
		return "a number";
	case EDataType::String:
		return "a string";
	case EDataType::Array:
		return "an array";
	case EDataType::Object:
		return "an object";
	}
	return "unknown";
}
} // namespace Flockwork
