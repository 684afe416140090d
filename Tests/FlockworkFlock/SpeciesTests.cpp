#include "FlockTestSupport.h"
#include "FlockworkFlock/Species.h"
#include "TermTestSupport.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
const std::vector<std::string> Names = {"herring", "tuna", "plankton"};

bool Read(std::string_view Text, FSpeciesMatrix& Matrix, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	return ParseJson(Text, "scene.json", Root, Diagnostics) && Matrix.Read(Root, "scene.json", Names, Diagnostics);
}

struct FOther
{
	explicit FOther(std::vector<FVector> InPositions, std::vector<FVector> InVelocities = {})
	    : Positions(std::move(InPositions)), Velocities(std::move(InVelocities))
	{
		Velocities.resize(Positions.size(), FVector{0.0f, 0.0f, 0.0f});
		for (uint32_t Id = 0; Id < Positions.size(); ++Id)
		{
			Ids.push_back(1000 + Id);
		}
		FSerialScheduler Serial;
		Grid.Build(Positions, {4.0f}, Serial);
	}
	FOtherFlock As(ESpeciesRelation Relation) const { return {Relation, Positions, Velocities, Ids, &Grid}; }

	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<uint32_t> Ids;
	FNeighborGrid Grid;
};

FVector SumOf(const FOther& Other, ESpeciesRelation Relation)
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}});
	FSpeciesTerm Term{Flock.Spans(), Other.As(Relation)};
	Term.Weight = 2.0f;
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	return Flock.Sums[0];
}
} // namespace

TEST_CASE("FSpeciesMatrix: who does what to whom, strangers by default, and written as it was read")
{
	FSpeciesMatrix Matrix;
	FDiagnostics Diagnostics;
	REQUIRE(
	    Read(R"({"herring": {"tuna": "flee", "plankton": "hunt"}, "tuna": {"herring": "hunt"}})", Matrix, Diagnostics));
	CHECK(Matrix.Get(0, 1) == ESpeciesRelation::Flee);
	CHECK(Matrix.Get(0, 2) == ESpeciesRelation::Hunt);
	CHECK(Matrix.Get(1, 0) == ESpeciesRelation::Hunt);
	CHECK(Matrix.Get(1, 2) == ESpeciesRelation::Ignore);
	CHECK(Matrix.Get(9, 0) == ESpeciesRelation::Ignore);
	FSpeciesMatrix Back;
	REQUIRE(Read(WriteJson(Matrix.Write()), Back, Diagnostics));
	for (size_t A = 0; A < 3; ++A)
	{
		for (size_t B = 0; B < 3; ++B)
		{
			CHECK(Back.Get(A, B) == Matrix.Get(A, B));
		}
	}
}

TEST_CASE("FSpeciesMatrix: unknown flocks and relations are errors with place and nearest name, the matrix stays")
{
	FSpeciesMatrix Matrix;
	FDiagnostics Fine;
	REQUIRE(Read(R"({"tuna": {"herring": "hunt"}})", Matrix, Fine));
	const auto Fails = [&](std::string_view Text, std::string_view Expected)
	{
		FDiagnostics Diagnostics;
		INFO(Text);
		CHECK(!Read(Text, Matrix, Diagnostics));
		INFO(Diagnostics.ToString());
		CHECK(Diagnostics.ToString().find(Expected) != std::string::npos);
		CHECK(Matrix.Get(1, 0) == ESpeciesRelation::Hunt);
	};
	Fails(R"({"herrings": {"tuna": "flee"}})", "herring");
	Fails(R"({"herring": {"tunna": "flee"}})", "did you mean \"tuna\"");
	Fails(R"({"herring": {"tuna": "run"}})", "ignore, follow, hunt, flee");
	Fails(R"({"herring": {"herring": "flee"}})", "itself");
	Fails(R"({"herring": "flee"})", "scene.json:1");
	Fails(R"({"herring": {"tuna": 3}})", "species.herring.tuna");
	Fails(R"([])", "species");
}

TEST_CASE("FSpeciesMatrix::Set: out of range and a flock to itself are ignored")
{
	FSpeciesMatrix Matrix;
	Matrix.SetFlockNames(Names);
	Matrix.Set(1, 2, ESpeciesRelation::Follow);
	Matrix.Set(1, 1, ESpeciesRelation::Flee);
	Matrix.Set(7, 0, ESpeciesRelation::Flee);
	CHECK(Matrix.Get(1, 2) == ESpeciesRelation::Follow);
	CHECK(Matrix.Get(1, 1) == ESpeciesRelation::Ignore);
}

TEST_CASE("FSpeciesTerm: follows, hunts, flees and ignores")
{
	const FOther Other({{4.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 6.0f}, {50.0f, 0.0f, 0.0f}},
	    {{0.0f, 5.0f, 0.0f}, {0.0f, 5.0f, 0.0f}, {9.0f, 0.0f, 0.0f}});
	CHECK(IsNear(SumOf(Other, ESpeciesRelation::Ignore), {0.0f, 0.0f, 0.0f}));
	const FVector Toward = FVector{2.0f, 0.0f, 3.0f} / std::sqrt(13.0f);
	CHECK(IsNear(SumOf(Other, ESpeciesRelation::Follow), (Toward + FVector{0.0f, 1.0f, 0.0f}) * 2.0f));
	// The nearest is 4 m off: at 5 m/s reached in 0.8 s, when it is 4 m higher.
	CHECK(IsNear(SumOf(Other, ESpeciesRelation::Hunt), FVector{1.0f, 1.0f, 0.0f} * std::sqrt(2.0f)));
	CHECK(IsNear(SumOf(Other, ESpeciesRelation::Flee), {-5.0f, 0.0f, -2.0f * 10.0f / 6.0f}));
}

TEST_CASE("FSpeciesTerm: an enemy exactly on the boid is fled in some direction, and nobody near is no term")
{
	const FOther On({{0.0f, 0.0f, 0.0f}});
	CHECK(Length(SumOf(On, ESpeciesRelation::Flee)) == Approx(2.0f * MaxFleeStrength));
	const FOther Far({{500.0f, 0.0f, 0.0f}});
	for (const ESpeciesRelation Relation : {ESpeciesRelation::Follow, ESpeciesRelation::Hunt, ESpeciesRelation::Flee})
	{
		CHECK(IsNear(SumOf(Far, Relation), {0.0f, 0.0f, 0.0f}));
	}
}

TEST_CASE("FSpeciesTerm::Validate: the grid must be there and be the other flock's")
{
	const FOther Other({{4.0f, 0.0f, 0.0f}});
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}});
	FSpeciesTerm Term{Flock.Spans(), Other.As(ESpeciesRelation::Hunt)};
	Term.Other.Grid = nullptr;
	CHECK(!Term.Validate());
	FNeighborGrid Empty;
	Term.Other.Grid = &Empty;
	CHECK(!Term.Validate());
}
