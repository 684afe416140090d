#include "JsonSchema.h"

#include <cmath>
#include <regex>

namespace Flockwork
{
namespace
{
class FValidator
{
public:
	std::vector<std::string> Violations;

	void Check(const FDataNode& Schema, const FDataNode& Value, const std::string& Place)
	{
		for (const auto& [Keyword, Rule] : Schema.Members)
		{
			Apply(Keyword, Rule, Schema, Value, Place);
		}
	}

private:
	void Complain(const std::string& Place, const std::string& What) { Violations.push_back(Place + ": " + What); }

	void Apply(const std::string& Keyword, const FDataNode& Rule, const FDataNode& Schema, const FDataNode& Value,
	    const std::string& Place)
	{
		const bool bNumber = Value.Type == EDataType::Number;
		if (Keyword == "type")
		{
			Require(HasType(Rule.String, Value), Place, "is no " + Rule.String);
		}
		else if (Keyword == "const")
		{
			Require(IsEqual(Rule, Value), Place, "is not the one value allowed");
		}
		else if (Keyword == "enum")
		{
			bool bFound = false;
			for (const FDataNode& Item : Rule.Items)
			{
				bFound |= IsEqual(Item, Value);
			}
			Require(bFound, Place, "is none of the values allowed");
		}
		else if (Keyword == "minimum")
		{
			Require(!bNumber || Value.Number >= Rule.Number, Place, "is too small");
		}
		else if (Keyword == "maximum")
		{
			Require(!bNumber || Value.Number <= Rule.Number, Place, "is too large");
		}
		else if (Keyword == "minLength")
		{
			Require(
			    Value.Type != EDataType::String || double(Value.String.size()) >= Rule.Number, Place, "is too short");
		}
		else if (Keyword == "pattern")
		{
			Require(Value.Type != EDataType::String || std::regex_search(Value.String, std::regex(Rule.String)), Place,
			    "is not of the form " + Rule.String);
		}
		else if (Keyword == "required")
		{
			for (const FDataNode& Name : Rule.Items)
			{
				Require(Value.Find(Name.String) != nullptr, Place, "lacks " + Name.String);
			}
		}
		else if (Keyword == "items")
		{
			for (size_t Index = 0; Index < Value.Items.size(); ++Index)
			{
				Check(Rule, Value.Items[Index], Place + "[" + std::to_string(Index) + "]");
			}
		}
		else if (Keyword == "properties" || Keyword == "additionalProperties")
		{
			ApplyToMembers(Keyword, Rule, Schema, Value, Place);
		}
		else
		{
			Require(Keyword == "$schema" || Keyword == "title" || Keyword == "description", Place,
			    "the schema's keyword " + Keyword + " is not known");
		}
	}

	void ApplyToMembers(const std::string& Keyword, const FDataNode& Rule, const FDataNode& Schema,
	    const FDataNode& Value, const std::string& Place)
	{
		const FDataNode* const Properties = Schema.Find("properties");
		for (const auto& [Name, Member] : Value.Members)
		{
			const FDataNode* const Known = Properties ? Properties->Find(Name) : nullptr;
			const std::string MemberPlace = Place + "." + Name;
			if (Keyword == "properties" && Known)
			{
				Check(*Known, Member, MemberPlace);
			}
			else if (Keyword == "additionalProperties" && !Known)
			{
				Require(Rule.Type != EDataType::Bool || Rule.Bool, MemberPlace, "is not in the schema");
				Check(Rule, Member, MemberPlace);
			}
		}
	}

	void Require(bool bHolds, const std::string& Place, const std::string& What)
	{
		if (!bHolds)
		{
			Complain(Place, What);
		}
	}

	static bool HasType(const std::string& Type, const FDataNode& Value)
	{
		switch (Value.Type)
		{
		case EDataType::Object:
			return Type == "object";
		case EDataType::Array:
			return Type == "array";
		case EDataType::String:
			return Type == "string";
		case EDataType::Bool:
			return Type == "boolean";
		case EDataType::Number:
			return Type == "number" || (Type == "integer" && Value.Number == std::floor(Value.Number));
		default:
			return Type == "null";
		}
	}

	static bool IsEqual(const FDataNode& A, const FDataNode& B)
	{
		return A.Type == B.Type && A.String == B.String && A.Number == B.Number && A.Bool == B.Bool;
	}
};
} // namespace

std::vector<std::string> FindSchemaViolations(const FDataNode& Schema, const FDataNode& Document)
{
	FValidator Validator;
	Validator.Check(Schema, Document, "report");
	return Validator.Violations;
}
} // namespace Flockwork
