#pragma once
// Characters made in code: a tube of three joints and a figure on two legs, with poses, and the skin worked out on the
// processor by the definition (each vertex the weighted mean of where its joints carry it).
#include "FlockworkRender/SkinnedTypes.h"

#include <cmath>

namespace Flockwork
{
inline FRenderJoint MakeTurn(const FVector& Pivot, const FVector& Axis, float Angle)
{
	const FQuat Turn = glm::angleAxis(Angle, Axis);
	const FVector Rest = Pivot - Turn * Pivot;
	FRenderJoint Out;
	for (int32_t Column = 0; Column < 3; ++Column)
	{
		FVector Unit(0.0f, 0.0f, 0.0f);
		Unit[Column] = 1.0f;
		const FVector Turned = Turn * Unit;
		for (int32_t Row = 0; Row < 3; ++Row)
		{
			Out.Rows[Row][Column] = Turned[Row];
			Out.Rows[Row][3] = Rest[Row];
		}
	}
	return Out;
}

inline FVector Apply(const FRenderJoint& Joint, const FVector& P, float W)
{
	FVector Out(0.0f, 0.0f, 0.0f);
	for (int32_t Row = 0; Row < 3; ++Row)
	{
		const float* const R = Joint.Rows[Row];
		Out[Row] = R[0] * P.x + R[1] * P.y + R[2] * P.z + R[3] * W;
	}
	return Out;
}

// Joint after joint: the second is carried along by the first.
inline FRenderJoint Chain(const FRenderJoint& Parent, const FRenderJoint& Child)
{
	FRenderJoint Out;
	for (int32_t Column = 0; Column < 4; ++Column)
	{
		const FVector In(Child.Rows[0][Column], Child.Rows[1][Column], Child.Rows[2][Column]);
		const FVector Carried = Apply(Parent, In, Column == 3 ? 1.0f : 0.0f);
		for (int32_t Row = 0; Row < 3; ++Row)
		{
			Out.Rows[Row][Column] = Carried[Row];
		}
	}
	return Out;
}

inline FRenderSkinLevel SkinOnProcessor(const FRenderSkinLevel& Level, std::span<const FRenderJoint> Joints)
{
	FRenderSkinLevel Out = Level;
	for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
	{
		FVector Position(0.0f, 0.0f, 0.0f);
		FVector Normal(0.0f, 0.0f, 0.0f);
		for (size_t Slot = 0; Slot < 4; ++Slot)
		{
			const FRenderJoint& Joint = Joints[Level.JointIndices[Vertex][Slot]];
			Position += Apply(Joint, Level.Positions[Vertex], 1.0f) * Level.JointWeights[Vertex][Slot];
			Normal += Apply(Joint, Level.Normals[Vertex], 0.0f) * Level.JointWeights[Vertex][Slot];
		}
		Out.Positions[Vertex] = Position;
		Out.Normals[Vertex] = glm::normalize(Normal);
		Out.JointIndices[Vertex] = {};
		Out.JointWeights[Vertex] = {1.0f, 0.0f, 0.0f, 0.0f};
	}
	return Out;
}

// A closed tube from one end to the other, whose vertices Weigh gives joints and weights. One section.
template <typename WeighType>
void AddTube(FRenderSkinLevel& Out, const FVector& From, const FVector& To, float Radius, int32_t Rings, int32_t Sides,
    int32_t TintSlot, WeighType&& Weigh)
{
	const FVector Along = glm::normalize(To - From);
	const FVector U = glm::normalize(glm::cross(Along, std::abs(Along.z) < 0.9f ? FVector(0, 0, 1) : FVector(1, 0, 0)));
	const FVector V = glm::cross(Along, U);
	const auto First = uint32_t(Out.Positions.size());
	FRenderSkinSection Section;
	Section.FirstIndex = uint32_t(Out.Indices.size());
	Section.TintSlot = TintSlot;
	for (int32_t Ring = -1; Ring <= Rings + 1; ++Ring) // the first and the last close the ends
	{
		const float Share = std::clamp(float(Ring) / float(Rings), 0.0f, 1.0f);
		const bool bEnd = Ring < 0 || Ring > Rings;
		for (int32_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = 2.0f * Pi * float(Side) / float(Sides);
			const FVector Outward = U * std::cos(Angle) + V * std::sin(Angle);
			Out.Positions.push_back(From + (To - From) * Share + Outward * (bEnd ? 1e-4f : Radius));
			Out.Normals.push_back(bEnd ? Along * (Ring < 0 ? -1.0f : 1.0f) : Outward);
			Out.TexCoords.push_back({float(Side) / float(Sides), Share});
			Out.JointIndices.push_back({});
			Out.JointWeights.push_back({});
			Weigh(Share, Out.JointIndices.back(), Out.JointWeights.back());
		}
	}
	for (uint32_t Ring = 0; Ring < uint32_t(Rings) + 2; ++Ring)
	{
		for (uint32_t Side = 0; Side < uint32_t(Sides); ++Side)
		{
			const uint32_t A = First + Ring * uint32_t(Sides) + Side;
			const uint32_t B = First + Ring * uint32_t(Sides) + (Side + 1) % uint32_t(Sides);
			const uint32_t Next = uint32_t(Sides);
			Out.Indices.insert(Out.Indices.end(), {A, B, A + Next, B, B + Next, A + Next});
		}
	}
	Section.IndexCount = uint32_t(Out.Indices.size()) - Section.FirstIndex;
	Out.Sections.push_back(Section);
}

// 1.8 m high, three joints at 0, 0.6 and 1.2 m; every vertex follows all three a little, so that all weights count.
inline FRenderSkinnedMesh MakeTube(int32_t Rings = 24, int32_t Sides = 20)
{
	FRenderSkinnedMesh Mesh;
	Mesh.JointCount = 3;
	FRenderSkinLevel& Level = Mesh.Levels.emplace_back();
	AddTube(Level, {0, 0, 0}, {0, 1.8f, 0}, 0.2f, Rings, Sides, 0,
	    [](float Share, std::array<uint16_t, 4>& Joints, std::array<float, 4>& Weights)
	    {
		    const auto Near = [&](float Center) { return std::exp(-std::pow((Share - Center) * 5.0f, 2.0f)) + 0.01f; };
		    Joints = {0, 1, 2, 0};
		    Weights = {0.75f * Near(0.15f), Near(0.5f), Near(0.85f), 0.25f * Near(0.15f)};
		    const float Sum = Weights[0] + Weights[1] + Weights[2] + Weights[3];
		    for (float& Weight : Weights)
		    {
			    Weight /= Sum;
		    }
	    });
	return Mesh;
}

inline std::vector<FRenderJoint> BendTube(float Angle)
{
	const FVector Axis(0.0f, 0.0f, -1.0f); // to +X
	const FRenderJoint First = MakeTurn({0.0f, 0.6f, 0.0f}, Axis, Angle);
	return {FRenderJoint{}, First, Chain(First, MakeTurn({0.0f, 1.2f, 0.0f}, Axis, Angle))};
}

// Trunk, head, two legs of two parts, two arms: nine joints, 1.8 m. Tints: 0 skin, 2 top, 3 bottom.
inline FRenderSkinLevel MakeFigureLevel(int32_t Rings, int32_t Sides)
{
	FRenderSkinLevel Level;
	const auto Rigid = [](uint16_t Joint)
	{
		return [Joint](float, std::array<uint16_t, 4>& Joints, std::array<float, 4>& Weights)
		{
			Joints = {Joint, 0, 0, 0};
			Weights = {1.0f, 0.0f, 0.0f, 0.0f};
		};
	};
	const auto Bending = [](uint16_t Upper, uint16_t Lower)
	{
		return [Upper, Lower](float Share, std::array<uint16_t, 4>& Joints, std::array<float, 4>& Weights)
		{
			const float Low = std::clamp((Share - 0.5f) * 6.0f + 0.5f, 0.0f, 1.0f);
			Joints = {Upper, Lower, 0, 0};
			Weights = {1.0f - Low, Low, 0.0f, 0.0f};
		};
	};
	AddTube(Level, {0, 0.85f, 0}, {0, 1.5f, 0}, 0.17f, Rings, Sides, 2, Rigid(0));
	AddTube(Level, {0, 1.5f, 0}, {0, 1.8f, 0}, 0.11f, Rings, Sides, 0, Rigid(1));
	for (const float Side : {-1.0f, 1.0f})
	{
		const auto Leg = uint16_t(Side < 0.0f ? 2 : 4);
		const auto Arm = uint16_t(Side < 0.0f ? 6 : 7);
		AddTube(Level, {0.11f * Side, 0.92f, 0}, {0.11f * Side, 0.02f, 0}, 0.085f, 2 * Rings, Sides, 3,
		    Bending(Leg, uint16_t(Leg + 1)));
		AddTube(Level, {0.22f * Side, 1.45f, 0}, {0.26f * Side, 0.8f, 0}, 0.055f, Rings, Sides, 0, Rigid(Arm));
	}
	return Level;
}

inline FRenderSkinnedMesh MakeFigure()
{
	FRenderSkinnedMesh Mesh;
	Mesh.JointCount = 8;
	for (const auto& [Rings, Sides] : {std::pair(14, 12), std::pair(8, 8), std::pair(3, 5), std::pair(1, 3)})
	{
		Mesh.Levels.push_back(MakeFigureLevel(Rings, Sides));
	}
	return Mesh;
}

// A step: Phase in radians.
inline void AppendWalk(float Phase, std::vector<FRenderJoint>& Out)
{
	const FVector X(1.0f, 0.0f, 0.0f);
	const float Swing = 0.5f * std::sin(Phase);
	const auto Leg = [&](float Side, float Angle)
	{
		const FRenderJoint Hip = MakeTurn({0.11f * Side, 0.92f, 0}, X, -Angle);
		Out.push_back(Hip);
		Out.push_back(Chain(Hip, MakeTurn({0.11f * Side, 0.47f, 0}, X, 0.5f + 0.4f * std::cos(Phase) * Side)));
	};
	Out.push_back({});
	Out.push_back({});
	Leg(-1.0f, Swing);
	Leg(1.0f, -Swing);
	Out.push_back(MakeTurn({-0.22f, 1.45f, 0}, X, Swing));
	Out.push_back(MakeTurn({0.22f, 1.45f, 0}, X, -Swing));
}
} // namespace Flockwork
