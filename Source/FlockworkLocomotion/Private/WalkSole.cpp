#include "FlockworkLocomotion/WalkSole.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float SoleThickness = 0.01f; // of a leg's length: what lies no higher over the lowest vertex is the sole

FSolePoint PointOf(const FSkinnedMesh& Mesh, size_t Vertex)
{
	FSolePoint Point;
	const FSkinWeights& Weights = Mesh.Weights[Vertex];
	for (size_t Index = 0; Index < 4; ++Index)
	{
		const size_t Joint = Weights.Joints[Index];
		Point.Joints[Index] = Mesh.Joints[Joint];
		Point.Weights[Index] = Weights.Weights[Index];
		Point.Places[Index] = Mesh.InverseBinds[Joint].TransformPoint(Mesh.Positions[Vertex]);
	}
	return Point;
}

FSolePoint PointBelow(const std::vector<FJointMatrix>& Rest, int32_t Joint, float Height)
{
	FSolePoint Point;
	const FVector Place = Rest[size_t(Joint)].GetTranslation();
	Point.Joints[0] = int16_t(Joint);
	Point.Weights[0] = 1.0f;
	Point.Places[0] = Rest[size_t(Joint)].Inverse().TransformPoint({Place.x, Height, Place.z});
	return Point;
}

struct FPlacedPoint
{
	FSolePoint Point;
	FVector Place{0.0f, 0.0f, 0.0f}; // at rest
};

std::vector<FPlacedPoint> FootVertices(
    const FCharacterAsset& Character, const FWalkerLeg& Leg, const std::vector<FJointMatrix>& Rest)
{
	std::vector<FPlacedPoint> Found;
	for (const FSkinnedMesh& Mesh : Character.Meshes)
	{
		for (size_t Vertex = 0; Mesh.Detail == 0 && Vertex < Mesh.Positions.size(); ++Vertex)
		{
			const int32_t Carrier = Mesh.Joints[Mesh.Weights[Vertex].Joints[0]];
			if (Carrier == Leg.Foot || Character.Skeleton.IsAncestor(Leg.Foot, Carrier))
			{
				const FSolePoint Point = PointOf(Mesh, Vertex);
				Found.push_back({Point, Point.Pose(Rest)});
			}
		}
	}
	return Found;
}
} // namespace

FVector FSolePoint::Pose(std::span<const FJointMatrix> Models) const
{
	FVector Place{0.0f};
	for (size_t Index = 0; Index < 4; ++Index)
	{
		if (Weights[Index] > 0.0f)
		{
			Place += Models[size_t(Joints[Index])].TransformPoint(Places[Index]) * Weights[Index];
		}
	}
	return Place;
}

FWalkSole FWalkSole::Find(const FCharacterAsset& Character, const FWalkerLeg& Leg)
{
	FWalkSole Sole;
	const std::vector<FJointMatrix> Rest = Character.Skeleton.RestModels();
	std::vector<FPlacedPoint> Vertices = FootVertices(Character, Leg, Rest);
	if (Vertices.empty())
	{
		const float Ground = Rest[size_t(Leg.Foot)].GetTranslation().y - Leg.AnkleHeight;
		Sole.Points[Sole.Count++] = PointBelow(Rest, Leg.Foot, Ground);
		if (Leg.Toe >= 0)
		{
			Sole.Points[Sole.Count++] = PointBelow(Rest, Leg.Toe, Ground);
		}
		return Sole;
	}
	const auto IsLower = [](const FPlacedPoint& A, const FPlacedPoint& B) { return A.Place.y < B.Place.y; };
	const float Lowest = std::min_element(Vertices.begin(), Vertices.end(), IsLower)->Place.y;
	std::erase_if(
	    Vertices, [&](const FPlacedPoint& Each) { return Each.Place.y > Lowest + SoleThickness * Leg.Length; });
	std::vector<size_t> Chosen;
	for (size_t Side = 0; Side < MaxPoints; ++Side)
	{
		const float Angle = 2.0f * Pi * float(Side) / float(MaxPoints);
		const FVector Way{std::sin(Angle), 0.0f, std::cos(Angle)};
		const auto Outermost = std::max_element(Vertices.begin(), Vertices.end(),
		    [&](const FPlacedPoint& A, const FPlacedPoint& B)
		    { return glm::dot(A.Place, Way) < glm::dot(B.Place, Way); });
		const size_t Index = size_t(Outermost - Vertices.begin());
		if (std::find(Chosen.begin(), Chosen.end(), Index) == Chosen.end())
		{
			Chosen.push_back(Index);
			Sole.Points[Sole.Count++] = Vertices[Index].Point;
		}
	}
	return Sole;
}
} // namespace Flockwork
