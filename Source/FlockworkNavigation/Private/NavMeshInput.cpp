#include "FlockworkNavigation/NavMeshInput.h"

#include "FlockworkNavigation/NavMeshSettings.h"
#include "TriangleFaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace Flockwork
{
namespace
{
constexpr float MaxCoordinate = 1e7f; // m; a float there tells one metre from the next, no less

// Equal places get one number, so that duplicates are found whether or not their corners are shared.
std::vector<uint32_t> WeldVertices(const std::vector<FVector>& Vertices)
{
	std::vector<uint32_t> Order(Vertices.size());
	std::iota(Order.begin(), Order.end(), 0u);
	const auto Key = [&](uint32_t Index)
	{
		// Minus zero is zero; what is not a number goes last, or it has no order.
		const FVector& V = Vertices[Index];
		const bool bFinite = IsFinite(V);
		return bFinite ? std::array<float, 3>{V.x + 0.0f, V.y + 0.0f, V.z + 0.0f}
		               : std::array<float, 3>{MaxCoordinate * 2.0f, 0.0f, 0.0f};
	};
	std::sort(Order.begin(), Order.end(),
	    [&](uint32_t A, uint32_t B)
	    {
		    const std::array<float, 3> KeyA = Key(A);
		    const std::array<float, 3> KeyB = Key(B);
		    return KeyA != KeyB ? KeyA < KeyB : A < B;
	    });
	std::vector<uint32_t> Welded(Vertices.size());
	for (size_t I = 0; I < Order.size(); ++I)
	{
		const bool bSame = I > 0 && Key(Order[I]) == Key(Order[I - 1]);
		Welded[Order[I]] = bSame ? Welded[Order[I - 1]] : Order[I];
	}
	return Welded;
}

bool IsGoodVertex(const FVector& V)
{
	return IsFinite(V) && std::abs(V.x) <= MaxCoordinate && std::abs(V.y) <= MaxCoordinate &&
	       std::abs(V.z) <= MaxCoordinate;
}

enum class EFault : uint8_t
{
	None,
	BadIndex,
	BadVertex,
	Degenerate,
	Duplicate
};

class FTriangleCheck
{
public:
	explicit FTriangleCheck(const FNavMeshInput& InInput) : Input(InInput), Faults(InInput.GetTriangleCount()) {}

	std::vector<EFault> Run()
	{
		for (uint32_t Index = 0; Index < Faults.size(); ++Index)
		{
			Faults[Index] = FindFault(Index);
		}
		MarkDuplicates();
		return std::move(Faults);
	}

private:
	EFault FindFault(uint32_t Index) const
	{
		const uint32_t* Corners = &Input.Indices[size_t(Index) * 3];
		const bool bArea = Input.TriangleAreas.empty() || Input.TriangleAreas[Index] < MaxAreas;
		const size_t Count = Input.Vertices.size();
		if (!bArea || Corners[0] >= Count || Corners[1] >= Count || Corners[2] >= Count)
		{
			return EFault::BadIndex;
		}
		for (int32_t Corner = 0; Corner < 3; ++Corner)
		{
			if (!IsGoodVertex(Input.Vertices[Corners[Corner]]))
			{
				return EFault::BadVertex;
			}
		}
		return MeasureFace(Input.Vertices, Corners).Area > 0.0 ? EFault::None : EFault::Degenerate;
	}
	// The later one of two that cover the same places in the same turn.
	void MarkDuplicates()
	{
		const std::vector<uint32_t> Welded = WeldVertices(Input.Vertices);
		struct FKey
		{
			std::array<uint32_t, 3> Corners;
			uint32_t Index;
		};
		std::vector<FKey> Keys;
		Keys.reserve(Faults.size());
		for (uint32_t Index = 0; Index < Faults.size(); ++Index)
		{
			if (Faults[Index] == EFault::None)
			{
				const uint32_t* Corners = &Input.Indices[size_t(Index) * 3];
				FKey Key{{Welded[Corners[0]], Welded[Corners[1]], Welded[Corners[2]]}, Index};
				std::rotate(
				    Key.Corners.begin(), std::min_element(Key.Corners.begin(), Key.Corners.end()), Key.Corners.end());
				Keys.push_back(Key);
			}
		}
		std::sort(Keys.begin(), Keys.end(),
		    [](const FKey& A, const FKey& B)
		    { return A.Corners != B.Corners ? A.Corners < B.Corners : A.Index < B.Index; });
		for (size_t I = 1; I < Keys.size(); ++I)
		{
			if (Keys[I].Corners == Keys[I - 1].Corners)
			{
				Faults[Keys[I].Index] = EFault::Duplicate;
			}
		}
	}

	const FNavMeshInput& Input;
	std::vector<EFault> Faults;
};

void CountFaults(const std::vector<EFault>& Faults, FNavInputReport& Report)
{
	for (const EFault Fault : Faults)
	{
		Report.BadIndices += Fault == EFault::BadIndex;
		Report.BadVertices += Fault == EFault::BadVertex;
		Report.DegenerateTriangles += Fault == EFault::Degenerate;
		Report.DuplicateTriangles += Fault == EFault::Duplicate;
	}
}

// Areas of what faces up and down, and of what would be ground if Z (or minus Z) were up.
struct FFacing
{
	double Walkable = 0.0;
	double Ceiling = 0.0;
	double AlongZ = 0.0;
	double Any = 0.0;
};

FFacing MeasureFacing(
    const FNavMeshInput& Input, const std::vector<EFault>& Faults, const FNavMeshSettings& Settings, FBox& OutBounds)
{
	const double MinUp = WalkableNormalY(Settings.MaxSlope);
	FFacing Facing;
	bool bFirst = true;
	for (uint32_t Index = 0; Index < Faults.size(); ++Index)
	{
		if (Faults[Index] != EFault::None)
		{
			continue;
		}
		const uint32_t* Corners = &Input.Indices[size_t(Index) * 3];
		const FFace Face = MeasureFace(Input.Vertices, Corners);
		const bool bBlocked = !Input.TriangleAreas.empty() && Input.TriangleAreas[Index] == BlockedArea;
		Facing.Any += Face.Area;
		Facing.Walkable += Face.NormalY >= MinUp && !bBlocked ? Face.Area : 0.0;
		Facing.Ceiling += Face.NormalY <= -MinUp && !bBlocked ? Face.Area : 0.0;
		Facing.AlongZ += std::abs(Face.NormalZ) >= MinUp ? Face.Area : 0.0;
		for (int32_t Corner = 0; Corner < 3; ++Corner)
		{
			const FVector& V = Input.Vertices[Corners[Corner]];
			OutBounds.Min = bFirst ? V : glm::min(OutBounds.Min, V);
			OutBounds.Max = bFirst ? V : glm::max(OutBounds.Max, V);
			bFirst = false;
		}
	}
	return Facing;
}

std::string ToText(double Value)
{
	return ToString(FSettingValue(float(Value)));
}

// Why no triangle is walkable, and what to do about it.
std::string ExplainNothingWalkable(const FFacing& Facing, const FNavMeshInput& Input, const FNavMeshSettings& Settings)
{
	if (Input.Indices.empty())
	{
		return "the level has no triangles";
	}
	if (Facing.Any <= 0.0)
	{
		return "none of the level's triangles can be used; see the warnings";
	}
	const std::string Start = "nothing in the level is walkable: ";
	if (Facing.Ceiling > 0.0 && Facing.Ceiling >= 0.25 * Facing.AlongZ)
	{
		return Start + "its floors face down. The level is upside down, or its triangles turn the wrong way: "
		               "counter-clockwise seen from above is right; flip the faces";
	}
	if (Facing.AlongZ > 0.0)
	{
		return Start + "its large faces look along Z. Up is Y here: export the level with Y up, or turn it about X";
	}
	return Start + "every triangle is steeper than navmesh.maxSlope (" + ToText(double(Settings.MaxSlope)) +
	       " degrees) or of the blocked area";
}

void WarnOfSize(const FNavMeshInput& Input, const FBox& Bounds, const FNavMeshSettings& Settings, bool bMuchCeiling,
    FDiagnostics& Diagnostics)
{
	const FVector Size = Bounds.Max - Bounds.Min;
	const float Extent = std::max(Size.x, Size.z);
	constexpr float LargeLevel = 5000.0f; // m
	const FSourcePlace Place{Input.Name, 0, 0};
	if (Extent < 2.0f * Settings.AgentHeight)
	{
		Diagnostics.Warning(Place, "",
		    "the level is only " + ToText(double(Extent)) + " m wide, for agents " +
		        ToText(double(Settings.AgentHeight)) +
		        " m high: is it in other units? (100 times too small: it was scaled by 0.01 although in metres)");
	}
	else if (Extent > LargeLevel)
	{
		Diagnostics.Warning(Place, "",
		    "the level is " + ToText(double(Extent) / 1000.0) +
		        " km wide: is it in other units? (in centimetres: scale it by 0.01; in millimetres: by 0.001)");
	}
	if (bMuchCeiling)
	{
		Diagnostics.Warning(
		    Place, "", "far more area faces down than up: is part of the level upside down, or turned the wrong way?");
	}
}

void WarnOfDropped(const FNavMeshInput& Input, const FNavInputReport& Report, FDiagnostics& Diagnostics)
{
	const auto Warn = [&](uint32_t Count, const char* What)
	{
		if (Count > 0)
		{
			Diagnostics.Warning({Input.Name, 0, 0}, "", std::to_string(Count) + What);
		}
	};
	Warn(Report.BadVertices, " triangles have a corner that is not finite or too far away, and are left out");
	Warn(Report.BadIndices, " triangles name a vertex or an area that does not exist, and are left out");
	Warn(Report.DegenerateTriangles, " triangles have no area, and are left out");
	Warn(Report.DuplicateTriangles, " triangles cover the same places as an earlier one, and are left out");
	Warn(Report.BadLinks, " links have ends that are not finite, no radius or an unknown area, and are left out");
}

bool IsGoodLink(const FNavLink& Link)
{
	return IsGoodVertex(Link.Start) && IsGoodVertex(Link.End) && std::isfinite(Link.Radius) && Link.Radius > 0.0f &&
	       Link.Area > BlockedArea && Link.Area < MaxAreas;
}

void DropFaulty(FNavMeshInput& Input, const std::vector<EFault>& Faults)
{
	size_t Kept = 0;
	for (size_t Index = 0; Index < Faults.size(); ++Index)
	{
		if (Faults[Index] == EFault::None)
		{
			std::copy_n(&Input.Indices[Index * 3], 3, &Input.Indices[Kept * 3]);
			if (!Input.TriangleAreas.empty())
			{
				Input.TriangleAreas[Kept] = Input.TriangleAreas[Index];
			}
			++Kept;
		}
	}
	Input.Indices.resize(Kept * 3);
	Input.TriangleAreas.resize(Input.TriangleAreas.empty() ? 0 : Kept);
	// Vertices that no triangle uses any more stay where they are, as zeros where they are not numbers.
	for (FVector& Vertex : Input.Vertices)
	{
		Vertex = IsGoodVertex(Vertex) ? Vertex : FVector{0.0f, 0.0f, 0.0f};
	}
	std::erase_if(Input.Links, [](const FNavLink& Link) { return !IsGoodLink(Link); });
}

bool CheckShape(const FNavMeshInput& Input, FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](const std::string& Message)
	{
		Diagnostics.Error({Input.Name, 0, 0}, "", Message);
		return false;
	};
	constexpr size_t MaxTriangles = 100'000'000;
	if (Input.Indices.size() % 3 != 0)
	{
		return Refuse("the level's " + std::to_string(Input.Indices.size()) + " indices are no whole triangles");
	}
	if (Input.Indices.size() / 3 > MaxTriangles || Input.Vertices.size() > MaxTriangles)
	{
		return Refuse("the level has more than " + std::to_string(MaxTriangles) + " triangles or vertices");
	}
	if (!Input.TriangleAreas.empty() && Input.TriangleAreas.size() != Input.GetTriangleCount())
	{
		return Refuse("the level has " + std::to_string(Input.TriangleAreas.size()) + " areas for " +
		              std::to_string(Input.GetTriangleCount()) + " triangles; one each, or none, was expected");
	}
	if (Input.Areas.size() > size_t(MaxAreas))
	{
		return Refuse("the level has " + std::to_string(Input.Areas.size()) + " areas; at most " +
		              std::to_string(MaxAreas) + " can be told apart");
	}
	for (const FNavArea& Area : Input.Areas)
	{
		if (!std::isfinite(Area.Cost) || Area.Cost <= 0.0f)
		{
			return Refuse(
			    "the area " + Area.Name + " costs " + ToText(double(Area.Cost)) + "; more than 0 was expected");
		}
	}
	return true;
}
} // namespace

bool CleanNavMeshInput(
    FNavMeshInput& Input, const FNavMeshSettings& Settings, FNavInputReport& OutReport, FDiagnostics& Diagnostics)
{
	if (!CheckShape(Input, Diagnostics))
	{
		return false;
	}
	FNavInputReport Report;
	const std::vector<EFault> Faults = FTriangleCheck(Input).Run();
	CountFaults(Faults, Report);
	const FFacing Facing = MeasureFacing(Input, Faults, Settings, Report.Bounds);
	Report.WalkableArea = Facing.Walkable;
	Report.CeilingArea = Facing.Ceiling;
	Report.BadLinks = uint32_t(
	    std::count_if(Input.Links.begin(), Input.Links.end(), [](const FNavLink& Link) { return !IsGoodLink(Link); }));
	WarnOfDropped(Input, Report, Diagnostics);
	OutReport = Report;
	if (Facing.Walkable <= 0.0)
	{
		Diagnostics.Error({Input.Name, 0, 0}, "", ExplainNothingWalkable(Facing, Input, Settings));
		return false;
	}
	WarnOfSize(Input, Report.Bounds, Settings, Facing.Ceiling > 10.0 * Facing.Walkable, Diagnostics);
	DropFaulty(Input, Faults);
	return true;
}
} // namespace Flockwork
