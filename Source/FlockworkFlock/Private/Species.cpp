#include "FlockworkFlock/Species.h"

#include "FlockworkFlock/ReynoldsBehaviors.h"
#include "TermMath.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr std::array<std::string_view, 4> RelationNames = {"ignore", "follow", "hunt", "flee"};

std::string ListOf(const std::vector<std::string_view>& Names)
{
	std::string Text;
	for (const std::string_view Name : Names)
	{
		Text += Text.empty() ? "" : ", ";
		Text += Name;
	}
	return Text;
}

// Index of Name, or reports it as unknown with the nearest known one.
size_t FindName(std::string_view Name, const std::vector<std::string_view>& Known, std::string_view What,
    const FSourcePlace& Place, std::string_view Field, FDiagnostics& Diagnostics)
{
	const size_t Index = size_t(std::find(Known.begin(), Known.end(), Name) - Known.begin());
	if (Index == Known.size())
	{
		const std::string_view Near = NearestName(Name, Known);
		std::string Message = "unknown " + std::string(What) + " \"" + std::string(Name) + "\"; ";
		Message += Near.empty() ? "known are " + ListOf(Known) : "did you mean \"" + std::string(Near) + "\"?";
		Diagnostics.Error(Place, Field, std::move(Message));
	}
	return Index;
}
} // namespace

std::optional<ESpeciesRelation> FindRelation(std::string_view Name)
{
	const auto Found = std::find(RelationNames.begin(), RelationNames.end(), Name);
	return Found == RelationNames.end() ? std::nullopt : std::optional(ESpeciesRelation(Found - RelationNames.begin()));
}

void FSpeciesMatrix::SetFlockNames(std::vector<std::string> FlockNames)
{
	Names = std::move(FlockNames);
	Relations.assign(Names.size() * Names.size(), ESpeciesRelation::Ignore);
}

ESpeciesRelation FSpeciesMatrix::Get(size_t Flock, size_t Other) const
{
	const bool bKnown = Flock < Names.size() && Other < Names.size();
	return bKnown ? Relations[Flock * Names.size() + Other] : ESpeciesRelation::Ignore;
}

void FSpeciesMatrix::Set(size_t Flock, size_t Other, ESpeciesRelation Relation)
{
	if (Flock < Names.size() && Other < Names.size() && Flock != Other)
	{
		Relations[Flock * Names.size() + Other] = Relation;
	}
}

bool FSpeciesMatrix::Read(
    const FDataNode& Node, std::string_view File, const std::vector<std::string>& FlockNames, FDiagnostics& Diagnostics)
{
	FSpeciesMatrix Fresh;
	Fresh.SetFlockNames(FlockNames);
	const std::vector<std::string_view> KnownFlocks(FlockNames.begin(), FlockNames.end());
	const std::vector<std::string_view> KnownRelations(RelationNames.begin(), RelationNames.end());
	bool bValid = true;
	const auto PlaceOf = [&](const FDataNode& At) { return FSourcePlace{std::string(File), At.Line, At.Column}; };
	const auto Expect = [&](const FDataNode& At, EDataType Type, const std::string& Field)
	{
		if (At.Type != Type)
		{
			Diagnostics.Error(PlaceOf(At), Field,
			    "is " + std::string(ToString(At.Type)) + "; " + std::string(ToString(Type)) + " is expected");
			bValid = false;
		}
		return At.Type == Type;
	};
	if (!Expect(Node, EDataType::Object, "species"))
	{
		return false;
	}
	for (const auto& [Name, Row] : Node.Members)
	{
		const std::string RowField = "species." + Name;
		const size_t Flock = FindName(Name, KnownFlocks, "flock", PlaceOf(Row), RowField, Diagnostics);
		bValid = bValid && Flock < KnownFlocks.size();
		if (!Expect(Row, EDataType::Object, RowField))
		{
			continue;
		}
		for (const auto& [OtherName, Value] : Row.Members)
		{
			const std::string Field = RowField + "." + OtherName;
			const size_t Other = FindName(OtherName, KnownFlocks, "flock", PlaceOf(Value), Field, Diagnostics);
			bValid = bValid && Other < KnownFlocks.size();
			if (!Expect(Value, EDataType::String, Field))
			{
				continue;
			}
			const size_t Relation =
			    FindName(Value.String, KnownRelations, "relation", PlaceOf(Value), Field, Diagnostics);
			bValid = bValid && Relation < KnownRelations.size();
			if (Name == OtherName)
			{
				Diagnostics.Error(PlaceOf(Value), Field, "a flock has no relation to itself; name another flock");
				bValid = false;
			}
			Fresh.Set(Flock, Other, ESpeciesRelation(Relation));
		}
	}
	if (bValid)
	{
		*this = std::move(Fresh);
	}
	return bValid;
}

FDataNode FSpeciesMatrix::Write() const
{
	FDataNode Root = FDataNode::MakeObject();
	for (size_t Flock = 0; Flock < Names.size(); ++Flock)
	{
		FDataNode Row = FDataNode::MakeObject();
		for (size_t Other = 0; Other < Names.size(); ++Other)
		{
			const ESpeciesRelation Relation = Get(Flock, Other);
			if (Relation != ESpeciesRelation::Ignore)
			{
				Row.Set(Names[Other], FDataNode::MakeString(RelationNames[size_t(Relation)]));
			}
		}
		if (!Row.Members.empty())
		{
			Root.Set(Names[Flock], std::move(Row));
		}
	}
	return Root;
}

bool FSpeciesTerm::Validate() const
{
	return Spans.Validate() && Other.Grid && Other.Grid->Num() == Other.Positions.size() &&
	       Other.Velocities.size() == Other.Positions.size() && Other.Ids.size() == Other.Positions.size() &&
	       Radius > 0.0f && PredictionTime >= 0.0f;
}

namespace
{
FVector FollowDirection(const FSpeciesTerm& Term, const FVector& Position)
{
	FVector Toward{0.0f, 0.0f, 0.0f};
	FVector Along{0.0f, 0.0f, 0.0f};
	Term.Other.Grid->ForEachWithin(Position, Term.Radius,
	    [&](int32_t Index, const FVector& Offset, float)
	    {
		    Toward += Offset;
		    Along += Term.Other.Velocities[size_t(Index)];
	    });
	return SafeNormal(Toward) + SafeNormal(Term.Spans.bPlanar ? Horizontal(Along) : Along);
}

FVector HuntDirection(const FSpeciesTerm& Term, const FVector& Position)
{
	float Least = std::numeric_limits<float>::max();
	int32_t Nearest = -1;
	FVector Way{0.0f, 0.0f, 0.0f};
	Term.Other.Grid->ForEachWithin(Position, Term.Radius,
	    [&](int32_t Index, const FVector& Offset, float DistanceSquared)
	    {
		    if (DistanceSquared < Least || (DistanceSquared == Least && Index < Nearest))
		    {
			    Least = DistanceSquared;
			    Nearest = Index;
			    Way = Offset;
		    }
	    });
	if (Nearest < 0)
	{
		return Way;
	}
	const FVector Velocity = Term.Other.Velocities[size_t(Nearest)];
	return PursueDirection(Position, Term.MaxSpeed, Position + Way,
	    Term.Spans.bPlanar ? Horizontal(Velocity) : Velocity, Term.PredictionTime);
}

FVector FleeSum(const FSpeciesTerm& Term, const FVector& Position, uint32_t Id)
{
	FVector Away{0.0f, 0.0f, 0.0f};
	Term.Other.Grid->ForEachWithin(Position, Term.Radius,
	    [&](int32_t Index, const FVector& Offset, float DistanceSquared)
	    {
		    const float Distance = std::sqrt(DistanceSquared);
		    const float Strength = Term.Radius > MaxFleeStrength * Distance ? MaxFleeStrength : Term.Radius / Distance;
		    Away += DirectionOrFromIds(Term.Spans, -Offset, Id, Term.Other.Ids[size_t(Index)]) * Strength;
	    });
	return ClampLength(Away, MaxFleeStrength);
}
} // namespace

void FSpeciesTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector& Position = Spans.Positions[Boid];
		    FVector Term{0.0f, 0.0f, 0.0f};
		    switch (Other.Relation)
		    {
		    case ESpeciesRelation::Ignore:
			    return;
		    case ESpeciesRelation::Follow:
			    Term = FollowDirection(*this, Position);
			    break;
		    case ESpeciesRelation::Hunt:
			    Term = HuntDirection(*this, Position);
			    break;
		    case ESpeciesRelation::Flee:
			    Term = FleeSum(*this, Position, Spans.Ids[Boid]);
			    break;
		    }
		    Spans.ExtraSums[Boid] += Term * Weight;
	    });
}
} // namespace Flockwork
