#include "CoreTestSupport.h"
#include "FlockworkCore/DataNode.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
FDataNode Parse(std::string_view Text)
{
	FDataNode Node;
	FDiagnostics Diagnostics;
	INFO(Text.substr(0, 200));
	const bool bParsed = ParseJson(Text, "test.json", Node, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bParsed);
	REQUIRE(Diagnostics.GetAll().empty());
	return Node;
}

// All complaints, after checking that the output is untouched.
std::string ParseErrors(std::string_view Text, const FParseLimits& Limits = {})
{
	FDataNode Node = FDataNode::MakeString("untouched");
	FDiagnostics Diagnostics;
	CHECK_FALSE(ParseJson(Text, "test.json", Node, Diagnostics, Limits));
	CHECK(Node.String == "untouched");
	CHECK(Diagnostics.HasErrors());
	return Diagnostics.ToString();
}

void CheckError(std::string_view Text, std::string_view Place, std::string_view Part)
{
	const std::string Errors = ParseErrors(Text);
	INFO(Errors);
	CHECK(Contains(Errors, "test.json:" + std::string(Place) + ": error: "));
	CHECK(Contains(Errors, Part));
}

std::string Repeat(std::string_view Part, size_t Count)
{
	std::string Text;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Text += Part;
	}
	return Text;
}
} // namespace

TEST_CASE("ParseJson: every kind of value")
{
	const FDataNode Node =
	    Parse(R"({"a": null, "b": true, "c": -1.5e2, "d": "x\n\u00e4", "e": [1, 2], "f": {"g": 0}})");
	REQUIRE(Node.Type == EDataType::Object);
	REQUIRE(Node.Members.size() == 6);
	CHECK(Node.Find("a")->Type == EDataType::Null);
	CHECK(Node.Find("b")->Bool);
	CHECK(Node.Find("c")->Number == -150.0);
	CHECK(Node.Find("d")->String == "x\n\xC3\xA4");
	REQUIRE(Node.Find("e")->Items.size() == 2);
	CHECK(Node.Find("e")->Items[1].Number == 2.0);
	CHECK(Node.Find("f")->Find("g")->Number == 0.0);
	CHECK(Node.Find("h") == nullptr);
	CHECK(Node.Members[2].Name == "c"); // file order
	CHECK(Parse("  7 ").Number == 7.0);
	CHECK(Parse("[]").Type == EDataType::Array);
	CHECK(Parse("{}").Type == EDataType::Object);
}

TEST_CASE("ParseJson: each value knows its line and column")
{
	const FDataNode Node = Parse("{\n\t\"a\": 1, \"b\": [10,\n  \"two\\\" }]\",\n\ttrue],\n"
	                             "  \"\xC3\xA4\": { \"c\" :null }}\n");
	const auto Is = [](const FDataNode& Value, int32_t Line, int32_t Column)
	{
		INFO("found " << Value.Line << ":" << Value.Column);
		return Value.Line == Line && Value.Column == Column;
	};
	CHECK(Is(Node, 1, 1));
	CHECK(Is(*Node.Find("a"), 2, 7));
	const FDataNode& B = *Node.Find("b");
	CHECK(Is(B, 2, 15));
	CHECK(Is(B.Items[0], 2, 16));
	CHECK(Is(B.Items[1], 3, 3));
	CHECK(Is(B.Items[2], 4, 2));
	const FDataNode& Umlaut = *Node.Find("\xC3\xA4");
	CHECK(Is(Umlaut, 5, 8)); // columns count characters, not bytes
	CHECK(Is(*Umlaut.Find("c"), 5, 15));
}

TEST_CASE("ParseJson: comments and a byte order mark are skipped, places stay right")
{
	const FDataNode Node =
	    Parse("\xEF\xBB\xBF// { \"x\": 1 }\n{ /* one, two:\n */ \"a\": // three\n 5/**/, \"b\":6//\n}");
	CHECK(Node.Line == 2);
	CHECK(Node.Column == 1);
	CHECK(Node.Find("a")->Line == 4);
	CHECK(Node.Find("a")->Column == 2);
	CHECK(Node.Find("a")->Number == 5.0);
	CHECK(Node.Find("b")->Column == 13);
	CHECK(Node.Find("b")->Number == 6.0);
	CHECK(Parse("\xEF\xBB\xBF[1]").Items[0].Column == 2);
	CHECK(Parse("{\r\n\"a\":\r\n1}").Find("a")->Line == 3);
}

TEST_CASE("ParseJson: faults are named with line and column")
{
	CheckError("{\n\t\"a\": 1\n\t\"b\": 2\n}", "3:4", "unexpected string literal; expected '}'");
	CheckError("[1,,2]", "1:4", "unexpected ','");
	CheckError("[1, 2,]", "1:7", "unexpected ']'");
	CheckError("{\"a\": tru}", "1:10", "invalid literal");
	CheckError("{a: 1}", "1:2", "invalid literal");
	CheckError("[1] 2", "1:5", "unexpected number literal; expected end of input");
	CheckError("[01]", "1:3", "unexpected number literal");
	CheckError("[\"a\nb\"]", "1:4", "must be escaped");
	CheckError("[\"\xff\"]", "1:3", "ill-formed UTF-8");
	CheckError("[\"\\q\"]", "1:4", "forbidden character after backslash");
	CheckError("[/ 1]", "1:3", "invalid comment");
}

TEST_CASE("ParseJson: a truncated file says what is not closed")
{
	CheckError(
	    "{\n\"a\": {\n\"b\": [1,", "3:9", "an array that begins at line 3 is not closed: was the file cut short?");
	CheckError("{\n\"a\": 1", "2:7", "an object that begins at line 1 is not closed");
	CheckError("{\"a", "1:4", "missing closing quote");
	CheckError("[1, /* no end", "1:14", "missing closing '*/'");
}

TEST_CASE("ParseJson: any truncation of a file is an error, and none is a crash")
{
	const std::string Text = "{\"a\": [1, -2.5e3, \"t\\u0041\\n\", true, null], /* c */ \"b\": {\"d\": false}} ";
	Parse(Text);
	for (size_t Size = 0; Size + 1 < Text.size(); ++Size)
	{
		INFO("cut to " << Size << " bytes");
		CHECK(Contains(ParseErrors(std::string_view(Text).substr(0, Size)), "test.json:1:"));
	}
}

TEST_CASE("ParseJson: any damaged byte is an error or another document, never a crash")
{
	const std::string Text = "{\"a\": [1, -2.5e3, \"t\\u0041\"], /* c */ \"b\": {\"d\": false}}";
	for (size_t At = 0; At < Text.size(); ++At)
	{
		for (int32_t Byte = 0; Byte < 256; ++Byte)
		{
			std::string Damaged = Text;
			Damaged[At] = char(Byte);
			FDataNode Node = FDataNode::MakeString("untouched");
			FDiagnostics Diagnostics;
			const bool bParsed = ParseJson(Damaged, "test.json", Node, Diagnostics);
			REQUIRE(bParsed != Diagnostics.HasErrors());
			REQUIRE(bParsed == (Node.String != "untouched"));
		}
	}
}

TEST_CASE("ParseJson: empty files")
{
	CheckError("", "1:1", "the file is empty; a JSON value was expected");
	CheckError(" \n\t\r\n", "1:1", "empty");
	CheckError("\xEF\xBB\xBF", "1:1", "empty");
	CheckError("// nothing, really: nothing\n/* , */", "1:1", "empty");
	CheckError(",", "1:1", "unexpected ','");
}

TEST_CASE("ParseJson: binary files")
{
	using namespace std::string_view_literals;
	CheckError("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"sv, "2:1", "byte 0x1A does not occur in text: is this a binary file?");
	CheckError("{\0}"sv, "1:2", "byte 0x00");
	CheckError("\xff\xfe{\0}\0"sv, "1:4", "byte 0x00"); // UTF-16
	CheckError("\xff\xd8\xff\xe0 nothing but bad bytes", "1:1", "invalid literal");
}

TEST_CASE("ParseJson: a name that is given twice, however deep, with both places")
{
	CheckError("{\"a\": 1,\n \"b\": {\"c\": 1, \"d\":\n[{\"x\": 1}, {\"x\": 2}],\n\"c\": 3}}", "4:1",
	    "the name \"c\" is given twice; first at line 2");
	const std::string Errors = ParseErrors("{\"a\": 1, \"b\": 2,\n\"a\": 3,\n\"b\": 4, \"a\": 5}");
	CHECK(Contains(Errors, "test.json:2:1: error: the name \"a\" is given twice; first at line 1"));
	CHECK(Contains(Errors, "test.json:3:1: error: the name \"b\""));
	CHECK(Contains(Errors, "test.json:3:9: error: the name \"a\" is given twice; first at line 2"));
	Parse("[{\"a\": {\"a\": 1}}, {\"a\": 2}]"); // the same name elsewhere is no fault
}

TEST_CASE("ParseJson: numbers that do not fit are errors")
{
	CheckError("[1,\n 1e999]", "2:6", "number overflow parsing '1e999'");
	CheckError("[-1e999]", "1:7", "number overflow");
	CheckError("[9007199254740993]", "1:2", "this integer cannot be held exactly");
	CheckError("[-9007199254740993]", "1:2", "cannot be held exactly");
	CheckError("[18446744073709551615]", "1:2", "cannot be held exactly");
	CheckError("[9223372036854775807]", "1:2", "cannot be held exactly");
	CHECK(Parse("[9007199254740992]").Items[0].Number == 9007199254740992.0);
	CHECK(Parse("[-9223372036854775808]").Items[0].Number == -9223372036854775808.0);
	CHECK(Parse("[1e308]").Items[0].Number == 1e308);
	CHECK(Parse("[1e-999]").Items[0].Number == 0.0);
	CheckError("[NaN]", "1:2", "invalid literal");
	CheckError("[-Infinity]", "1:3", "invalid number");
}

TEST_CASE("ParseJson: depth, values and size are limited, each at its edge")
{
	FParseLimits Limits;
	Limits.MaxDepth = 5;
	Limits.MaxValues = 10;
	Limits.MaxBytes = 40;
	FDataNode Node;
	FDiagnostics Diagnostics;
	CHECK(ParseJson("[[[[[1]]]]]", "", Node, Diagnostics, Limits));
	CHECK(Contains(ParseErrors("[\n[[[[[1]]]]]]", Limits), "test.json:2:5: error: nested deeper than 5 levels"));
	CHECK(ParseJson("[1,2,3,4,5,6,7,8,9]", "", Node, Diagnostics, Limits));
	CHECK(Contains(ParseErrors("[1,2,3,4,5,6,7,8,9,10]", Limits), "test.json:1:20: error: more than 10 values"));
	CHECK(ParseJson("1" + std::string(39, ' '), "", Node, Diagnostics, Limits));
	CHECK(Contains(ParseErrors("1" + std::string(40, ' '), Limits), "41 bytes are too many; at most 40 are read"));
}

TEST_CASE("ParseJson: a file of a million brackets")
{
	CHECK(Contains(ParseErrors(std::string(1'000'000, '[')), "test.json:1:65: error: nested deeper than 64"));
	CHECK(Contains(ParseErrors(Repeat("{\"a\":", 200'000)), "nested deeper than 64"));
}

TEST_CASE("ParseJson: a large file is read, its last place right")
{
	std::string Text = "[\n" + Repeat("{\"name\": [1.5, 2.5, 3.5]},\n", 20'000) + "7]";
	const FDataNode Node = Parse(Text);
	REQUIRE(Node.Items.size() == 20'001);
	CHECK(Node.Items.back().Line == 20'002);
	Text[Text.size() - 1] = '}';
	CheckError(Text, "20002:2", "unexpected '}'");
}

TEST_CASE("ParseJson: an object of a hundred thousand names, and one of them twice")
{
	std::string Text = "{";
	for (int32_t Index = 0; Index < 100'000; ++Index)
	{
		Text += "\"n" + std::to_string(Index) + "\": 0,\n";
	}
	Parse(Text + "\"last\": 0}");
	CheckError(Text + "\"n77\": 0}", "100001:1", "the name \"n77\" is given twice; first at line 78");
}

TEST_CASE("ParseJson: a message does not grow with the file")
{
	CHECK(ParseErrors("[\"" + std::string(1'000'000, 'a')).size() < 300);
	CHECK(ParseErrors("[1e" + std::string(1'000'000, '9') + "]").size() < 300);
	CHECK(ParseErrors("[" + std::string(1'000'000, 'a') + "]").size() < 300);
	const std::string Long = "\"" + std::string(1'000'000, 'a') + "\": 1";
	CHECK(ParseErrors("{" + Long + "," + Long + "}").size() < 300);
}
} // namespace Flockwork
