#include "CoreTestSupport.h"
#include "FlockworkCore/DataNode.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace Flockwork
{
namespace
{
FDataNode GenNode(int32_t Depth)
{
	switch (*rc::gen::inRange(0, Depth > 0 ? 6 : 4))
	{
	case 0:
		return FDataNode();
	case 1:
		return FDataNode::MakeBool(*rc::gen::arbitrary<bool>());
	case 2:
	{
		const uint64_t Bits = *rc::gen::arbitrary<uint64_t>() ^ (*rc::gen::arbitrary<uint64_t>() << 20);
		double Number = 0.0;
		std::memcpy(&Number, &Bits, sizeof(Number));
		return FDataNode::MakeNumber(std::isfinite(Number) ? Number : double(int32_t(Bits)));
	}
	case 3:
		return FDataNode::MakeString(*rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127)));
	case 4:
	{
		FDataNode Node = FDataNode::MakeArray();
		const int32_t Count = *rc::gen::inRange(0, 5);
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			Node.Items.push_back(GenNode(Depth - 1));
		}
		return Node;
	}
	default:
	{
		FDataNode Node = FDataNode::MakeObject();
		const int32_t Count = *rc::gen::inRange(0, 5);
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			Node.Set("name " + std::to_string(Index), GenNode(Depth - 1));
		}
		return Node;
	}
	}
}

bool IsSame(const FDataNode& A, const FDataNode& B)
{
	bool bSame = A.Type == B.Type && A.Bool == B.Bool && A.Number == B.Number && A.String == B.String &&
	             A.Items.size() == B.Items.size() && A.Members.size() == B.Members.size();
	for (size_t Index = 0; bSame && Index < A.Items.size(); ++Index)
	{
		bSame = IsSame(A.Items[Index], B.Items[Index]);
	}
	for (size_t Index = 0; bSame && Index < A.Members.size(); ++Index)
	{
		bSame =
		    A.Members[Index].Name == B.Members[Index].Name && IsSame(A.Members[Index].Value, B.Members[Index].Value);
	}
	return bSame;
}
} // namespace

TEST_CASE("WriteJson: tabs, order of members, plain lists on one line")
{
	FDataNode Root = FDataNode::MakeObject();
	Root.Set("scene", FDataNode::MakeString("Zombie \"Horde\""));
	FDataNode List = FDataNode::MakeArray();
	List.Items = {FDataNode::MakeNumber(0.1), FDataNode::MakeNumber(-2), FDataNode::MakeBool(false)};
	Root.Set("list", List);
	Root.Set("empty", FDataNode::MakeArray());
	FDataNode Nested = FDataNode::MakeArray();
	Nested.Items = {FDataNode::MakeObject(), FDataNode()};
	Root.Set("nested", Nested);
	CHECK(WriteJson(Root) ==
	      "{\n\t\"scene\": \"Zombie \\\"Horde\\\"\",\n\t\"list\": [0.1, -2, false],\n\t\"empty\": [],\n"
	      "\t\"nested\": [\n\t\t{},\n\t\tnull\n\t]\n}\n");
}

TEST_CASE("WriteJson: what is written reads back the same")
{
	CHECK(rc::check("any document",
	    []
	    {
		    const FDataNode Node = GenNode(4);
		    FDataNode Again;
		    FDiagnostics Diagnostics;
		    RC_ASSERT(ParseJson(WriteJson(Node), "again", Again, Diagnostics));
		    RC_ASSERT(IsSame(Node, Again));
	    }));
}

TEST_CASE("WriteJson: the extremes of numbers read back the same")
{
	for (const double Number :
	    {0.0, 1e308, std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), -9007199254740992.0,
	        12345678901234567168.0, 1e17, 0.1, 1.0 / 3.0, 1e21, 1e22})
	{
		FDataNode Again;
		FDiagnostics Diagnostics;
		const std::string Text = WriteJson(FDataNode::MakeNumber(Number));
		INFO(Text);
		REQUIRE(ParseJson(Text, "", Again, Diagnostics));
		CHECK(Again.Number == Number);
	}
}

TEST_CASE("WriteJson: what JSON has no word for still gives a document")
{
	FDataNode Node = FDataNode::MakeArray();
	Node.Items = {FDataNode::MakeNumber(std::numeric_limits<double>::quiet_NaN()),
	    FDataNode::MakeNumber(-std::numeric_limits<double>::infinity()), FDataNode::MakeString("a\xff z")};
	CHECK(WriteJson(Node) == "[null, null, \"a\xEF\xBF\xBD z\"]\n");
}

TEST_CASE("FDataNode: Set replaces a member in its place")
{
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("a", FDataNode::MakeNumber(1));
	Node.Set("b", FDataNode::MakeNumber(2));
	Node.Set("a", FDataNode::MakeNumber(3)).Number = 4;
	REQUIRE(Node.Members.size() == 2);
	CHECK(Node.Members[0].Value.Number == 4.0);
}

TEST_CASE("WriteTextFile: writes, replaces, and leaves nothing beside the file")
{
	const FTemporaryFolder Folder;
	FDiagnostics Diagnostics;
	REQUIRE(WriteTextFile(Folder.PathOf("a.json"), "[1]", Diagnostics));
	REQUIRE(WriteTextFile(Folder.PathOf("a.json"), "[2]", Diagnostics));
	CHECK(Folder.CountFiles() == 1);
	FDataNode Node;
	REQUIRE(LoadJsonFile(Folder.PathOf("a.json"), Node, Diagnostics));
	CHECK(Node.Items[0].Number == 2.0);
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("WriteTextFile: a missing folder, or a folder in the file's place, is an error and changes nothing")
{
	const FTemporaryFolder Folder;
	FDiagnostics Diagnostics;
	CHECK_FALSE(WriteTextFile(Folder.PathOf("none/a.json"), "[1]", Diagnostics));
	CHECK(Contains(Diagnostics.ToString(), "none/a.json: error: cannot be written"));
	std::filesystem::create_directory(Folder.PathOf("b.json"));
	Folder.WriteFile("b.json/inside", "");
	CHECK_FALSE(WriteTextFile(Folder.PathOf("b.json"), "[1]", Diagnostics));
	CHECK(Folder.CountFiles() == 1);
}

// Only ever through things in a folder of the test's own: a fault must not replace a device of the machine.
TEST_CASE("WriteTextFile: a pipe or a device is written to, not replaced")
{
	const FTemporaryFolder Folder;
	FDiagnostics Diagnostics;
	const std::string Pipe = Folder.PathOf("pipe");
	REQUIRE(mkfifo(Pipe.c_str(), 0600) == 0);
	const int Reader = open(Pipe.c_str(), O_RDONLY | O_NONBLOCK);
	REQUIRE(Reader >= 0);
	CHECK(WriteTextFile(Pipe, "[1]", Diagnostics));
	std::array<char, 8> Received{};
	CHECK(read(Reader, Received.data(), Received.size()) == 3);
	close(Reader);
	CHECK(std::string(Received.data()) == "[1]");
	CHECK(std::filesystem::is_fifo(Pipe));

	const std::string Link = Folder.PathOf("full");
	std::filesystem::create_symlink("/dev/full", Link);
	CHECK_FALSE(WriteTextFile(Link, std::string(1 << 20, 'x'), Diagnostics));
	CHECK(Contains(Diagnostics.ToString(), "full: error: cannot be written"));
	CHECK(std::filesystem::is_symlink(Link));
}

TEST_CASE("WriteTextFile: a pipe that nobody reads is an error, not a wait for ever")
{
	const FTemporaryFolder Folder;
	FDiagnostics Diagnostics;
	const std::string Pipe = Folder.PathOf("pipe");
	REQUIRE(mkfifo(Pipe.c_str(), 0600) == 0);
	CHECK_FALSE(WriteTextFile(Pipe, "[1]", Diagnostics));
	CHECK(Contains(Diagnostics.ToString(), "nobody reads from this pipe"));
}

TEST_CASE("WriteTextFile: a link stays one, and what it names is replaced or made")
{
	const FTemporaryFolder Folder;
	FDiagnostics Diagnostics;
	std::filesystem::create_directory(Folder.PathOf("elsewhere"));
	std::filesystem::create_symlink("elsewhere/real.json", Folder.PathOf("link.json"));
	std::filesystem::create_symlink(Folder.PathOf("link.json"), Folder.PathOf("second.json"));
	for (const char* const Text : {"[1]", "[2]"})
	{
		REQUIRE(WriteTextFile(Folder.PathOf("second.json"), Text, Diagnostics));
		CHECK(std::filesystem::is_symlink(Folder.PathOf("link.json")));
		CHECK(std::filesystem::is_symlink(Folder.PathOf("second.json")));
		std::ifstream File(Folder.PathOf("elsewhere/real.json"));
		CHECK(std::string(std::istreambuf_iterator<char>(File), {}) == Text);
	}
}

TEST_CASE("LoadJsonFile: names what is wrong with the file itself")
{
	const FTemporaryFolder Folder;
	const auto Errors = [&](const std::string& Path, const FParseLimits& Limits = {})
	{
		FDataNode Node = FDataNode::MakeString("untouched");
		FDiagnostics Diagnostics;
		CHECK_FALSE(LoadJsonFile(Path, Node, Diagnostics, Limits));
		CHECK(Node.String == "untouched");
		CHECK(Contains(Diagnostics.ToString(), Path));
		return Diagnostics.ToString();
	};
	CHECK(Contains(Errors(Folder.PathOf("none.json")), "there is no such file"));
	CHECK(Contains(Errors(Folder.PathOf("")), "is a folder"));
	CHECK(Contains(Errors("/dev/zero"), "is not a regular file"));
	CHECK(Contains(Errors(Folder.WriteFile("empty.json", "")), "empty.json:1:1: error: the file is empty"));
	CHECK(Contains(Errors(Folder.WriteFile("cut.json", "{\n\"a\":")), "cut.json:2:5: error: "));
	FParseLimits Limits;
	Limits.MaxBytes = 10;
	CHECK(Contains(Errors(Folder.WriteFile("big.json", "[1, 2, 3, 4]"), Limits), "12 bytes are too many"));
}
} // namespace Flockwork
