#include "FlockworkCore/DataNode.h"
#include "JsonCursor.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

namespace Flockwork
{
namespace
{
using FJson = nlohmann::json;

// The parser's message without its own numbering, its place, and the text it last read (which may be megabytes long).
std::string ShortenParserMessage(std::string Message)
{
	const size_t Heading = Message.find(" - ");
	const size_t Number = Message.find("] ");
	if (Heading != std::string::npos)
	{
		Message.erase(0, Heading + 3);
	}
	else if (Number != std::string::npos)
	{
		Message.erase(0, Number + 2);
	}
	const size_t Quote = Message.find("; last read: '");
	if (Quote != std::string::npos)
	{
		const size_t Expected = Message.rfind("'; expected ");
		const size_t Rest = Expected != std::string::npos ? Expected + 1 : Message.size();
		Message.erase(Quote, Rest - Quote);
	}
	constexpr size_t Longest = 200;
	return Message.size() <= Longest ? Message : Message.substr(0, Longest) + "...";
}

// Builds the tree from the parser's events, which come in the order of the text.
class FTreeBuilder final : public nlohmann::json_sax<FJson>
{
public:
	FTreeBuilder(
	    std::string_view InText, std::string_view InFile, FDiagnostics& InDiagnostics, const FParseLimits& InLimits)
	    : Text(InText), File(InFile), Diagnostics(InDiagnostics), Limits(InLimits), Cursor(InText)
	{
	}

	FDataNode& GetRoot() { return Root; }
	bool IsOk() const { return bOk; }

	bool null() override { return AddValue(FDataNode()) != nullptr; }
	bool boolean(bool Value) override { return AddValue(FDataNode::MakeBool(Value)) != nullptr; }
	bool number_integer(number_integer_t Value) override
	{
		return AddInteger(double(Value), double(Value) < TwoTo63 && number_integer_t(double(Value)) == Value);
	}
	bool number_unsigned(number_unsigned_t Value) override
	{
		return AddInteger(double(Value), double(Value) < 2.0 * TwoTo63 && number_unsigned_t(double(Value)) == Value);
	}
	bool number_float(number_float_t Value, const string_t&) override
	{
		return AddValue(FDataNode::MakeNumber(Value)) != nullptr;
	}
	bool string(string_t& Value) override { return AddValue(FDataNode::MakeString(Value)) != nullptr; }
	bool binary(binary_t&) override { return false; } // JSON text has none
	bool start_object(size_t) override { return Open(FDataNode::MakeObject()); }
	bool start_array(size_t) override { return Open(FDataNode::MakeArray()); }
	bool key(string_t& Value) override
	{
		KeyPlaces.push_back(Cursor.NextToken());
		Key = std::move(Value);
		return true;
	}
	bool end_object() override
	{
		ReportDuplicates(*Stack.back());
		return Close();
	}
	bool end_array() override { return Close(); }

	bool parse_error(size_t Position, const std::string&, const FJson::exception& Exception) override
	{
		std::string Message = ShortenParserMessage(Exception.what());
		if (Position > Text.size() && !Stack.empty())
		{
			const FDataNode& Unclosed = *Stack.back();
			Message += "; " + std::string(ToString(Unclosed.Type)) + " that begins at line " +
			           std::to_string(Unclosed.Line) + " is not closed: was the file cut short?";
		}
		return Fail(FJsonCursor::PlaceOf(Text, Position > 0 ? Position - 1 : 0), std::move(Message));
	}

private:
	static constexpr double TwoTo63 = 9223372036854775808.0;

	bool Fail(const FTextPlace& Place, std::string Message)
	{
		bOk = false;
		Diagnostics.Error({std::string(File), Place.Line, Place.Column}, "", std::move(Message));
		return false;
	}

	bool AddInteger(double Value, bool bExact)
	{
		const FDataNode* Node = AddValue(FDataNode::MakeNumber(Value));
		if (Node != nullptr && !bExact)
		{
			Fail({Node->Line, Node->Column},
			    "this integer cannot be held exactly: beyond 2^53 (about 9e15) write it as a string");
		}
		return Node != nullptr;
	}

	// Null when the limit is reached.
	FDataNode* AddValue(FDataNode&& Value)
	{
		const FTextPlace Place = Cursor.NextToken();
		Value.Line = Place.Line;
		Value.Column = Place.Column;
		if (++ValueCount > Limits.MaxValues)
		{
			Fail(Place, "more than " + std::to_string(Limits.MaxValues) + " values, the most a file may hold");
			return nullptr;
		}
		if (Stack.empty())
		{
			Root = std::move(Value);
			return &Root;
		}
		FDataNode& Parent = *Stack.back();
		if (Parent.Type == EDataType::Array)
		{
			return &Parent.Items.emplace_back(std::move(Value));
		}
		return &Parent.Members.emplace_back(FDataMember{std::move(Key), std::move(Value)}).Value;
	}

	bool Open(FDataNode&& Value)
	{
		// A parent's list does not grow while its last value is open, so the pointers on the stack stay good.
		FDataNode* Node = AddValue(std::move(Value));
		if (Node == nullptr)
		{
			return false;
		}
		if (Stack.size() >= size_t(std::max(Limits.MaxDepth, 0)))
		{
			return Fail({Node->Line, Node->Column},
			    "nested deeper than " + std::to_string(Limits.MaxDepth) + " levels, the most a file may have");
		}
		Stack.push_back(Node);
		return true;
	}

	bool Close()
	{
		Cursor.NextToken();
		Stack.pop_back();
		return true;
	}

	// The keys of the object that ends are the last on KeyPlaces. Sorting keeps this quick on huge objects.
	void ReportDuplicates(const FDataNode& Object)
	{
		const auto& Members = Object.Members;
		const size_t FirstKey = KeyPlaces.size() - Members.size();
		std::vector<size_t> Order(Members.size());
		std::iota(Order.begin(), Order.end(), size_t(0));
		std::stable_sort(
		    Order.begin(), Order.end(), [&](size_t A, size_t B) { return Members[A].Name < Members[B].Name; });
		for (size_t I = 1; I < Order.size(); ++I)
		{
			if (Members[Order[I]].Name == Members[Order[I - 1]].Name)
			{
				Fail(KeyPlaces[FirstKey + Order[I]], "the name \"" + Members[Order[I]].Name.substr(0, 60) +
				                                         "\" is given twice; first at line " +
				                                         std::to_string(KeyPlaces[FirstKey + Order[I - 1]].Line));
			}
		}
		KeyPlaces.resize(FirstKey);
	}

	std::string_view Text;
	std::string_view File;
	FDiagnostics& Diagnostics;
	const FParseLimits& Limits;
	FJsonCursor Cursor;
	FDataNode Root;
	std::vector<FDataNode*> Stack;
	std::vector<FTextPlace> KeyPlaces; // of all open objects
	std::string Key;
	size_t ValueCount = 0;
	bool bOk = true;
};

// What makes a text hopeless before it is parsed; empty when nothing does. Offset is where.
std::string RefusalOf(std::string_view Text, const FParseLimits& Limits, size_t& Offset)
{
	Offset = 0;
	if (Text.size() > Limits.MaxBytes)
	{
		return std::to_string(Text.size()) + " bytes are too many; at most " + std::to_string(Limits.MaxBytes) +
		       " are read";
	}
	const auto IsControl = [](char Letter)
	{ return static_cast<unsigned char>(Letter) < 0x20 && Letter != '\t' && Letter != '\n' && Letter != '\r'; };
	const auto Control = std::find_if(Text.begin(), Text.end(), IsControl);
	if (Control != Text.end())
	{
		Offset = size_t(Control - Text.begin());
		std::array<char, 8> Code{};
		std::snprintf(Code.data(), Code.size(), "0x%02X", unsigned(static_cast<unsigned char>(*Control)));
		return "byte " + std::string(Code.data()) + " does not occur in text: is this a binary file? JSON was expected";
	}
	return FJsonCursor::IsBlank(Text) ? "the file is empty; a JSON value was expected" : "";
}
} // namespace

bool ParseJson(
    std::string_view Text, std::string_view File, FDataNode& Out, FDiagnostics& Diagnostics, const FParseLimits& Limits)
{
	size_t Offset = 0;
	std::string Refusal = RefusalOf(Text, Limits, Offset);
	if (!Refusal.empty())
	{
		const FTextPlace Place = FJsonCursor::PlaceOf(Text, Offset);
		Diagnostics.Error({std::string(File), Place.Line, Place.Column}, "", std::move(Refusal));
		return false;
	}
	FTreeBuilder Builder(Text, File, Diagnostics, Limits);
	constexpr bool bStrict = true;
	constexpr bool bIgnoreComments = true;
	const bool bParsed =
	    FJson::sax_parse(Text.begin(), Text.end(), &Builder, FJson::input_format_t::json, bStrict, bIgnoreComments);
	if (!bParsed || !Builder.IsOk())
	{
		return false;
	}
	Out = std::move(Builder.GetRoot());
	return true;
}
} // namespace Flockwork
