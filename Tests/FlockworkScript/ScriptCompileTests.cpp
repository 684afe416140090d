// Bad scripts at loading: every complaint names file, line and column, and nothing outside the folder is read.
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
// The first error of a script that must not load.
FDiagnostic ErrorOf(const std::string& Text)
{
	FTestScene Test;
	REQUIRE_FALSE(Test.Load(Text));
	REQUIRE(Test.Diagnostics.HasErrors());
	return Test.Diagnostics.GetAll().front();
}

std::string Repeat(const std::string& Text, int Count)
{
	std::string Result;
	for (int Index = 0; Index < Count; ++Index)
	{
		Result += Text;
	}
	return Result;
}
} // namespace

TEST_CASE("FScriptScene: compile errors name file, line and column")
{
	FTestScene Test;
	REQUIRE_FALSE(Test.Load("void BeginPlay()\n{\n\tint X = Foo(3);\n\tstring S = 5 +;\n}\n"));
	const FDiagnostic& First = Test.Diagnostics.GetAll().front();
	CHECK(First.Place.File == (Test.Folder.Path / "Scene.as").string());
	CHECK(First.Place.Line == 4);
	CHECK(First.Place.Column > 0);
	FTestScene Unknown;
	REQUIRE_FALSE(Unknown.Load("void BeginPlay()\n{\n\n\tint X = Foo(3);\n}\n"));
	CHECK(Unknown.Diagnostics.GetAll().front().Place.Line == 4);
	CHECK(Unknown.Diagnostics.GetAll().front().Place.Column == 10);
	CHECK_THAT(Unknown.Diagnostics.ToString(), Catch::Contains("Scene.as:4:10: error: ") && Catch::Contains("Foo"));
}

TEST_CASE("FScriptScene: a scene needs BeginPlay")
{
	CHECK(ErrorOf("void Beginplay() {}").Message == "a scene needs a function void BeginPlay()");
	CHECK(ErrorOf("int BeginPlay() { return 1; }").Message == "a scene needs a function void BeginPlay()");
}

TEST_CASE("FScriptScene: a Tick that would never be called is refused, and any other function may bear the name")
{
	CHECK_THAT(ErrorOf("void BeginPlay() {}\nvoid Tick() {}").Message, Catch::Contains("void Tick(float DeltaTime)"));
	CHECK_THAT(
	    ErrorOf("void BeginPlay() {}\nbool Tick(float D) { return true; }").Message, Catch::Contains("bool Tick"));
	FTestScene Test;
	CHECK(Test.Load("namespace Clock { void Tick() {} }\nclass FBell { void Tick() {} }\n"
	                "void Tick(int Count) {}\nvoid Tick(float DeltaTime) {}\nvoid BeginPlay() {}\n"));
	INFO(Test.Diagnostics.ToString());
	CHECK_FALSE(Test.Diagnostics.HasErrors());
}

TEST_CASE("FScriptScene: a handler of an event that nobody raises is warned of, with the name that was meant")
{
	const std::string Handler = "void Hear(const FEvent& in Event) {}\n";
	FTestScene Misspelt;
	REQUIRE(Misspelt.Load(Handler + "void BeginPlay() { OnEvent(\"destroied\", \"Hear\"); }"));
	REQUIRE(Misspelt.Scene.Begin(Misspelt.Diagnostics));
	REQUIRE(Misspelt.Diagnostics.GetAll().size() == 1);
	CHECK_THAT(Misspelt.Diagnostics.ToString(),
	    Catch::Contains("warning: OnEvent: \"destroied\"") && Catch::Contains("did you mean \"destroyed\"?"));
	FTestScene Good;
	REQUIRE(Good.Load(Handler + "void Ring() { RaiseEvent(\"bell\"); }\n"
	                            "void BeginPlay() { OnEvent(\"bell\", \"Hear\"); OnEvent(\"destroyed\", \"Hear\"); }"));
	REQUIRE(Good.Scene.Begin(Good.Diagnostics));
	CHECK(Good.Diagnostics.GetAll().empty());
}

TEST_CASE("FScriptScene: warnings do not keep a script from loading")
{
	FTestScene Test;
	CHECK(Test.Load("void BeginPlay() { int64 A = 5000000000; int B = int(A); uint C = 1; if (C < -1) {} }"));
	CHECK(!Test.Diagnostics.HasErrors());
}

TEST_CASE("FScriptScene: missing, empty, binary, folder and oversized files are refused with the reason")
{
	FTestScene Test;
	const auto MessageOf = [&](const std::string& Path)
	{
		FDiagnostics Diagnostics;
		REQUIRE_FALSE(Test.Scene.Load(Path, *Test.World, Diagnostics));
		return Diagnostics.GetAll().front().Message;
	};
	CHECK_THAT(MessageOf((Test.Folder.Path / "None.as").string()), Catch::Contains("there is no file"));
	CHECK_THAT(MessageOf(Test.Folder.Path.string()), Catch::Contains("is not a plain file"));
	CHECK_THAT(MessageOf("/dev/zero"), Catch::Contains("is not a plain file"));
	CHECK_THAT(MessageOf(Test.Folder.Write("Empty.as", " \n\t")), Catch::Contains("is empty"));
	CHECK_THAT(MessageOf(Test.Folder.Write("Binary.as", std::string("void\0x", 6))), Catch::Contains("is binary"));
	CHECK_THAT(
	    MessageOf(Test.Folder.Write("Large.as", std::string((1 << 20) + 1, ' '))), Catch::Contains("larger than 1 MB"));
	CHECK_THAT(MessageOf(""), Catch::Contains("there is no file"));
	// The world is as it was: it takes a good scene.
	CHECK(Test.Load("void BeginPlay() {}"));
}

TEST_CASE("FScriptScene: includes beside the script are found, each once, with true places")
{
	FTestScene Test;
	Test.Folder.Write("Parts/A.as", "#include \"../B.as\"\nint FromA() { return FromB() + 1; }\n");
	Test.Folder.Write("B.as", "#include \"Parts/A.as\"\nint FromB() { return 40; }\n");
	Test.Start("#include \"B.as\"\n  #include \"Parts/A.as\" // both ways round\n"
	           "void BeginPlay() { Log(\"\" + FromA()); }\n");
	CHECK(Test.HasLine("41"));
	CHECK(Test.Scene.GetFiles().size() == 3);

	FTestScene Bad;
	Bad.Folder.Write("Part.as", "\n\nint F() { return nothing; }\n");
	REQUIRE_FALSE(Bad.Load("#include \"Part.as\"\nvoid BeginPlay() {}\n"));
	CHECK_THAT(Bad.Diagnostics.GetAll().front().Place.File, Catch::EndsWith("Part.as"));
	CHECK(Bad.Diagnostics.GetAll().front().Place.Line == 3);
}

TEST_CASE("FScriptScene: an include of a file that is not there names the include's place")
{
	const FDiagnostic Error = ErrorOf("\n\n#include \"None.as\"\nvoid BeginPlay() {}");
	CHECK(Error.Place.Line == 3);
	CHECK_THAT(Error.Message, Catch::Contains("None.as"));
}

TEST_CASE("FScriptScene: no include leaves the scene's folder")
{
	FTestScene Test;
	const std::string Outside = Test.Folder.Write("Outside.as", "int Secret() { return 1; }");
	const std::string Neighbour = Test.Folder.Write("Scene2/Other.as", "int Other() { return 1; }");
	std::filesystem::create_directories(Test.Folder.Path / "Scene");
	std::filesystem::create_symlink(Outside, Test.Folder.Path / "Scene/Link.as");
	std::filesystem::create_directory_symlink("/etc", Test.Folder.Path / "Scene/Etc");
	for (const std::string& Name : {std::string("../Outside.as"), Outside, std::string("/etc/hostname"),
	         std::string("Link.as"), std::string("Etc/hostname"), std::string("Sub/../../Outside.as"),
	         std::string("../Scene2/Other.as"), std::string("."), std::string(""), std::string("..")})
	{
		INFO(Name);
		FDiagnostics Diagnostics;
		const std::string Script =
		    Test.Folder.Write("Scene/Scene.as", "void BeginPlay() {}\n#include \"" + Name + "\"\n");
		REQUIRE_FALSE(Test.Scene.Load(Script, *Test.World, Diagnostics));
		const FDiagnostic& Error = Diagnostics.GetAll().front();
		CHECK_THAT(Error.Message, Catch::Contains("does not lie in the scene's own folder"));
		CHECK(Error.Field == "#include");
		CHECK(Error.Place.Line == 2);
	}
}

TEST_CASE("FScriptScene: directives inside text and comments are none, others are refused")
{
	FTestScene Test;
	Test.Start("/*\n#include \"/etc/hostname\"\n*/ // #include \"x\"\n"
	           "void BeginPlay() { Log(\"#include \\\"y\\\"\"); Log(\"\"\"\n#include \"z\"\n\"\"\"); }");
	CHECK(Test.Log->Lines.size() == 2);
	const FDiagnostic Error = ErrorOf("void BeginPlay() {}\n  #pragma once\n");
	CHECK(Error.Place.Line == 2);
	CHECK(Error.Place.Column == 3);
	CHECK_THAT(Error.Message, Catch::Contains("#include \"file\" is the only directive"));
	CHECK_THAT(ErrorOf("#include x\nvoid BeginPlay() {}").Message, Catch::Contains("only directive"));
}

TEST_CASE("FScriptScene: text that would overflow the compiler is refused before it gets there")
{
	const auto Body = [](const std::string& Statements)
	{ return "void BeginPlay() { int X = 0; " + Statements + " }"; };
	const int N = 30000;
	CHECK_THAT(ErrorOf(Body("X = " + Repeat("(", N) + "1" + Repeat(")", N) + ";")).Message, Catch::Contains("nested"));
	CHECK_THAT(ErrorOf(Body(Repeat("{", N) + Repeat("}", N))).Message, Catch::Contains("nested"));
	CHECK_THAT(ErrorOf(Repeat("(", N)).Message, Catch::Contains("nested"));
	CHECK_THAT(ErrorOf(Body("X " + Repeat("= X ", N) + ";")).Message, Catch::Contains("without"));
	CHECK_THAT(ErrorOf(Body(Repeat("if (true) ", N) + ";")).Message, Catch::Contains("without"));
	CHECK_THAT(ErrorOf(Body(Repeat("for (;;) ", N) + ";")).Message, Catch::Contains("without"));
	CHECK_THAT(
	    ErrorOf(Body("if (X == 1) X = 2; " + Repeat("else if (X == 1) X = 2; ", N))).Message, Catch::Contains("else"));
	CHECK_THAT(ErrorOf(Body("X = " + Repeat("true ? 1 : ", 5000) + "1;")).Message, Catch::Contains("?:"));
	CHECK_THAT(
	    ErrorOf("array<" + Repeat("array<", N) + "int" + Repeat(">", N) + "> A;").Message, Catch::Contains("without"));
}

TEST_CASE("FScriptScene: a script that ends AngelScript's compiler is refused and ends nothing else")
{
	// An assertion of the packaged library, reached by an everyday mistake.
	const FDiagnostic Error =
	    ErrorOf("class N { N(int X) {} } array<N@> H; void BeginPlay() { for (int I = 0; I < 5; I++) "
	            "H.insertLast((I)); }");
	CHECK_THAT(Error.Place.File, Catch::EndsWith("Scene.as"));
	CHECK_THAT(Error.Message, Catch::Contains("compiler breaks on this script") && Catch::Contains("Aborted"));
	FTestScene Test;
	Test.Start("void BeginPlay() { Log(\"well\"); }");
	CHECK(Test.HasLine("well"));
}

TEST_CASE("FScriptScene: what people write is far below those bounds")
{
	FTestScene Test;
	std::string Cases;
	for (int Index = 0; Index < 100; ++Index)
	{
		Cases += "else if (X == " + std::to_string(Index) + ") { X = (((((X + 1))))); }\n";
	}
	Test.Start("array<float> Table = {" + Repeat("1.5f, ", 5000) +
	           "0};\nvoid BeginPlay() { int X = 0; if (X < 0) {}\n" + Cases + " string S = " + Repeat("\"a\" + ", 200) +
	           "\"b\"; Log(\"\" + S.length() + Table.length()); }");
	CHECK(Test.HasLine("2015001"));
}

TEST_CASE("FScriptScene: damaged text never does harm")
{
	const std::string Good =
	    "class C { int A = 1; C@ N; }\narray<C@> L;\nvoid BeginPlay() { for (int I = 0; I < 3; I++) "
	    "L.insertLast(C()); Log(\"\" + L.length() + 'x'); }\n/* end */ #include \"a\"\n";
	for (size_t Length = 0; Length < Good.size(); Length += 3)
	{
		FTestScene Test;
		Test.Load(Good.substr(0, Length));
		FTestScene Changed;
		std::string Text = Good;
		Text[Length] = char(1 + (Length * 37) % 127);
		Changed.Load(Text);
	}
	SUCCEED();
}

TEST_CASE("FScriptScene: a second scene takes the place of the first, whose actors stay")
{
	FTestScene Test;
	Test.Start(
	    R"(void BeginPlay() { SpawnActor("Marker", FVector(), "Kept"); Every(0.1f, "Beat"); Check("One", "Yes", ECheckWhen::Always); }
		void Beat() { Log("first"); } bool Yes(float& out V) { V = 1; return true; })");
	Test.Step(20);
	const size_t Beats = Test.Log->Lines.size();
	CHECK(Beats > 1);

	CHECK_FALSE(Test.Load("void BeginPlay() { nonsense }")); // the first one goes on
	Test.Step(20);
	CHECK(Test.Log->Lines.size() > Beats);
	CHECK(Test.World->GetChecks().GetResults().size() == 1);

	Test.Log->Lines.clear();
	Test.Start(R"(void BeginPlay() { Log("second"); Check("One", "No", ECheckWhen::Always); }
		bool No(float& out V) { V = 2; return false; })");
	Test.Step(20);
	CHECK(Test.Log->Lines == std::vector<std::string>{"second"});
	CHECK(Test.World->FindActorByName("Kept").IsValid());
	REQUIRE(Test.World->GetChecks().GetResults().size() == 1);
	CHECK_FALSE(Test.Check("One").bPass);
}
