#include "LevelMarkers.h"

#include <charconv>
#include <map>

namespace Flockwork
{
namespace
{
struct FLinkEnd
{
	uint32_t Number = 0;
	bool bFirst = true;
};

// "Link_12_a"; nothing for other names.
std::optional<FLinkEnd> ParseLinkEnd(std::string_view Name)
{
	constexpr std::string_view Prefix = "Link_";
	FLinkEnd End;
	const char* const Last = Name.data() + Name.size();
	const auto [Rest, Error] = std::from_chars(Name.data() + Prefix.size(), Last, End.Number);
	const std::string_view Side(Rest, size_t(Last - Rest));
	End.bFirst = Side == "_a";
	return Error == std::errc{} && (Side == "_a" || Side == "_b") ? std::optional<FLinkEnd>(End) : std::nullopt;
}

struct FLinkPair
{
	const FLevelMarker* Ends[2] = {nullptr, nullptr};
};

// One that is too high to climb leads only down.
FNavLink MakeLink(uint32_t Number, const FVector& First, const FVector& Second, float MaxClimb)
{
	FNavLink Link;
	Link.UserId = Number;
	const bool bDown = First.y - Second.y > MaxClimb;
	const bool bUp = Second.y - First.y > MaxClimb;
	Link.Start = bUp ? Second : First;
	Link.End = bUp ? First : Second;
	Link.bBothWays = !bDown && !bUp;
	return Link;
}
} // namespace

bool IsObstacleName(std::string_view Node)
{
	return Node.starts_with("NoWalk_");
}

std::optional<ELevelMarker> FindMarkerKind(std::string_view Node)
{
	if (Node.starts_with("Spawn_"))
	{
		return ELevelMarker::Spawn;
	}
	if (Node.starts_with("Goal_"))
	{
		return ELevelMarker::Goal;
	}
	if (Node.starts_with("Exit_"))
	{
		return ELevelMarker::Exit;
	}
	if (Node.starts_with("Seat_"))
	{
		return ELevelMarker::Seat;
	}
	return Node.starts_with("Link_") ? std::optional(ELevelMarker::LinkEnd) : std::nullopt;
}

void PairLinks(
    const std::string& File, const FLevelImportSettings& Settings, FImportedLevel& Level, FDiagnostics& Diagnostics)
{
	std::map<uint32_t, FLinkPair> Pairs;
	for (const FLevelMarker& Marker : Level.Markers)
	{
		if (Marker.Kind != ELevelMarker::LinkEnd)
		{
			continue;
		}
		const std::optional<FLinkEnd> End = ParseLinkEnd(Marker.Name);
		const FLevelMarker** const Place = End ? &Pairs[End->Number].Ends[End->bFirst ? 0 : 1] : nullptr;
		if (!Place || *Place)
		{
			Diagnostics.Warning({File}, Marker.Name,
			    Place ? "is there twice; the first is taken"
			          : "is no end of a link: Link_<number>_a or Link_<number>_b was expected");
			continue;
		}
		*Place = &Marker;
	}
	for (const auto& [Number, Pair] : Pairs)
	{
		if (!Pair.Ends[0] || !Pair.Ends[1])
		{
			Diagnostics.Warning({File}, "Link_" + std::to_string(Number),
			    std::string("has no end _") + (Pair.Ends[0] ? "b" : "a") + ": the link is left out");
			continue;
		}
		Level.Ground.Links.push_back(
		    MakeLink(Number, Pair.Ends[0]->Position, Pair.Ends[1]->Position, Settings.MaxLinkClimb));
	}
}
} // namespace Flockwork
