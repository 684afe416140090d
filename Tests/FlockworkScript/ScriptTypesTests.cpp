// Strings, arrays, vectors, numbers, random streams as a script sees them.
#include "ScriptTestSupport.h"

using namespace Flockwork;
using FLines = std::vector<std::string>;

TEST_CASE("Script string: joins text, numbers and bool")
{
	CHECK(LogOf(R"(string S = "a" + 1 + ":" + 0.5f + ":" + true; S += -3; S += "!"; Log(S);)") ==
	      FLines{"a1:0.5:true-3!"});
	CHECK(LogOf(R"(Log(1 + "x"); Log(2.25f + "y"); Log("" + uint64(1) + int8(-1)); Log("" + 0.1);)") ==
	      FLines{"1x", "2.25y", "1-1", "0.1"});
}

TEST_CASE("Script string: compares, cuts and finds")
{
	CHECK(LogOf(R"(
		string S = "flockwork";
		Log("" + (S == "flockwork") + (S < "zoo") + (S != "x") + S.isEmpty() + S.length());
		Log(S.substr(5) + S.substr(0, 2) + S.substr(20) + S.findFirst("ck") + S.findFirst("zz"));
	)") == FLines{"truetruetruefalse9", "workfl3-1"});
}

TEST_CASE("Script string: numbers to text and back")
{
	CHECK(LogOf(R"(
		Log(formatFloat(3.14159, 3)); Log(formatFloat(1e20, 0)); Log("" + (parseInt("-12") + 2)); Log("" + parseFloat("2.5"));
	)") == FLines{"3.142", "100000000000000000000", "-10", "2.5"});
	FTestScene Test;
	CHECK(Test.Fail("void BeginPlay() { parseInt(\"12x\"); }").Message == "\"12x\" is not a number");
}

TEST_CASE("Script array: grows, shrinks, inserts, removes")
{
	CHECK(LogOf(R"(
		array<int> A = {5, 3, 9};
		A.insertLast(1); A.insertAt(0, 7); A.removeAt(1); A.resize(6); A.removeLast();
		string S; for (uint I = 0; I < A.length(); I++) S += A[I] + " ";
		Log(S + A.find(9) + A.find(4) + A.isEmpty());
		A.sortAsc(); A.reverse(); array<int> B = A; B[0] = 100;
		S = ""; for (uint I = 0; I < A.length(); I++) S += A[I] + " ";
		Log(S + B[0]);
	)") == FLines{"7 3 9 1 0 2-1false", "9 7 3 1 0 100"});
}

TEST_CASE("Script array: of strings, vectors, objects, handles and arrays")
{
	const std::string Classes = "class Point { int X = 4; } final class Leaf { int V = 1; }";
	CHECK(LogOf(R"(
		array<string> S = {"pear", "apple", "fig"}; S.sortAsc(); S.insertAt(1, "date"); Log(S[0] + S[1] + S[3] + S.find("fig"));
		array<FVector> V(2); V[1] = FVector(1, 2, 3); V.insertLast(V[1] * 2); Log(V[2].ToString() + V[0].ToString());
		array<FQuat> Q(1); Log((Q[0] * FVector(0, 0, 1)).ToString());
		array<Point> P(2); P[0].X = 9; P.insertLast(P[0]); P[0].X = 1; Log("" + P[0].X + P[1].X + P[2].X);
		array<Point@> H(2); @H[0] = Point(); H.insertLast(H[0]); H[0].X = 8; Log("" + H[2].X + (H[1] is null) + H.find(H[2]));
		array<array<int>> N(2); N[1].insertLast(3); N.insertLast(N[1]); N[1][0] = 5; Log("" + N[2][0] + N[0].length());
		array<Leaf@> L(3, Leaf()); L[0].V = 6; Log("" + L[2].V);
		array<bool> B(3, true); B[1] = false; Log("" + B[0] + B[1]);
		array<double> D = {2.5, -1}; D.sortDesc(); Log("" + D[1]);
	)",
	          Classes) ==
	      FLines{"appledatepear2", "(2, 4, 6)(0, 0, 0)", "(0, 0, 1)", "149", "8true0", "30", "6", "truefalse", "-1"});
}

TEST_CASE("Script array: an index outside, a bad removal and a bad sort stop the script")
{
	const auto MessageOf = [](const std::string& Statements)
	{
		FTestScene Test;
		return Test.Fail("class C {} void BeginPlay() {" + Statements + "}").Message;
	};
	CHECK(MessageOf("array<int> A(3); A[3] = 1;") == "index 3 of an array of 3");
	CHECK(MessageOf("array<int> A; A.removeLast();") == "index 4294967295 of an array of 0");
	CHECK(MessageOf("array<int> A; A.insertAt(1, 2);") == "index 1 of an array of 0");
	CHECK(MessageOf("array<C@> A; A.sortAsc();") == "only arrays of numbers, enums and strings can be sorted");
	CHECK(MessageOf("array<FVector> A; A.sortAsc();") == "only arrays of numbers, enums and strings can be sorted");
}

TEST_CASE("Script array: constructors and destructors that change the array do no harm")
{
	const std::string Classes = R"(
		array<Maker> All;
		int Depth = 0;
		class Maker { int V = 1; Maker() { if (Depth < 3) { Depth++; All.resize(All.length() + 2); } } }
		array<Breaker@> Kept;
		class Breaker { ~Breaker() { Kept.resize(0); Kept.insertLast(null); } }
	)";
	CHECK(LogOf(R"(
		All.resize(1); Log("" + All.length() + All[0].V);
		Kept.resize(4); for (uint I = 0; I < 4; I++) @Kept[I] = Breaker();
		Kept.removeAt(0); Log("" + Kept.length());
	)",
	          Classes)
	          .size() == 2);
}

TEST_CASE("Script array: an element in use survives a change of its array")
{
	const std::string Globals = R"(
		array<string> Texts = {"a long text that does not fit into the string object itself"};
		array<FVector> Vectors = {FVector(1, 2, 3)};
		string Clear() { Texts.resize(0); for (int I = 0; I < 100; I++) Texts.insertLast("other text of some length, number " + I); return "!"; }
		FVector ClearVectors() { Vectors.resize(0); for (int I = 0; I < 100; I++) Vectors.insertLast(FVector(7, 7, 7)); return FVector(1, 1, 1); }
		class Node { int V = 3; void Drop() { Nodes.resize(0); V = 4; } }
		array<Node> Nodes(1);
	)";
	CHECK(LogOf("Log(Texts[0] + Clear());", Globals) ==
	      FLines{"a long text that does not fit into the string object itself!"});
	CHECK(LogOf("Log((Vectors[0] + ClearVectors()).ToString());", Globals) == FLines{"(2, 3, 4)"});
	CHECK(LogOf("Nodes[0].Drop(); Log(\"\" + Nodes.length());", Globals) == FLines{"0"});
}

TEST_CASE("Script FVector and FQuat: closed forms")
{
	CHECK(LogOf(R"(
		FVector A(1, 2, 3); FVector B = A * 2 + FVector(1, 0, 0) - FVector(0, 1, 0); B += A; B -= FVector(0, 0, 9); B *= 0.5f;
		Log(B.ToString() + (A == FVector(1, 2, 3)) + (-A).ToString() + (2 * A).ToString() + (A / 2).ToString());
		Log("" + FVector(3, 4, 0).Size() + FVector(3, 9, 4).Size2D() + A.Dot(B) + FVector(2, 0, 0).GetSafeNormal().X);
		Log(FVector(1, 0, 0).Cross(FVector(0, 1, 0)).ToString() + FVector().GetSafeNormal().ToString() + A.Distance(FVector(1, 2, 5)));
		FVector T = FQuat(FVector(0, 1, 0), 90) * FVector(0, 0, 1);
		Log("" + (T.X > 0.9999f) + (FMath::Abs(T.Z) < 1e-5f));
		FVector Back = FQuat(FVector(0, 1, 0), 90).Inverse() * T;
		Log("" + (Back.Distance(FVector(0, 0, 1)) < 1e-5f) + FMath::Floor(LookRotation(FVector(1, 0, 0)).GetYaw() + 0.5f));
	)") == FLines{"(2, 2.5, 0)true(-1, -2, -3)(2, 4, 6)(0.5, 1, 1.5)", "55" + std::string("71"), "(0, 0, 1)(0, 0, 0)2",
	           "truetrue", "true90"});
}

TEST_CASE("Script FMath: closed forms")
{
	CHECK(LogOf(R"(
		Log("" + FMath::Clamp(5.0f, 0.0f, 2.0f) + FMath::Clamp(-1, 0, 2) + FMath::Max(1, 2) + FMath::Min(0.5f, 0.25f) + FMath::Abs(-3));
		Log("" + FMath::Lerp(1.0f, 3.0f, 0.5f) + FMath::SmoothStep(0, 1, 0.5f) + FMath::Sqrt(16) + FMath::Pow(2, 10));
		Log("" + (FMath::Abs(FMath::Sin(30) - 0.5f) < 1e-6f) + (FMath::Abs(FMath::Cos(60) - 0.5f) < 1e-6f) + FMath::Atan2(1, 0));
		Log("" + FMath::IsFinite(FMath::Sqrt(-1)) + FMath::Abs(int(0x80000000)));
	)") == FLines{"2020.253", "20.541024", "truetrue90", "false-2147483648"});
}
