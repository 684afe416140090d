#include "CrowdImpl.h"
#include "FlockworkCore/DebugDraw.h"

namespace Flockwork
{
namespace
{
constexpr FColor CornerColor{1.0f, 0.9f, 0.2f, 1.0f};
constexpr FColor DesiredColor{0.3f, 0.6f, 1.0f, 1.0f};
constexpr FColor WishedColor{0.2f, 1.0f, 0.3f, 1.0f};
constexpr FColor CorridorColor{0.9f, 0.5f, 0.1f, 1.0f};
constexpr FVector Lift{0.0f, 0.05f, 0.0f}; // m above the ground, so that lines are not hidden by it

FColor ColorOf(EAgentState State)
{
	switch (State)
	{
	case EAgentState::Idle:
		return {0.6f, 0.6f, 0.6f, 1.0f};
	case EAgentState::WaitingForPath:
		return {0.9f, 0.9f, 0.3f, 1.0f};
	case EAgentState::Moving:
		return {0.2f, 0.8f, 0.9f, 1.0f};
	case EAgentState::OnLink:
		return {0.8f, 0.3f, 0.9f, 1.0f};
	case EAgentState::OffMesh:
		return {1.0f, 0.2f, 0.2f, 1.0f};
	}
	return {};
}

void DrawCorridor(IDebugDraw& Draw, const FNavMesh& Mesh, const FNavCorridor& Corridor)
{
	FNavPoly Poly;
	for (const FPolyRef Ref : Corridor.GetPolys())
	{
		if (Mesh.GetPoly(Ref, Poly))
		{
			for (int32_t Vertex = 0; Vertex < Poly.VertexCount; ++Vertex)
			{
				const FVector& Next = Poly.Vertices[(Vertex + 1) % Poly.VertexCount];
				Draw.Line(Poly.Vertices[Vertex] + Lift, Next + Lift, CorridorColor);
			}
		}
	}
}
} // namespace

void FCrowd::Draw(IDebugDraw& DebugDraw, const FVector& Center, float Radius) const
{
	const FImpl& In = *Impl;
	for (size_t Agent = 0; Agent < In.Num(); ++Agent)
	{
		const FVector Here = In.Positions[Agent] + Lift;
		if (Radius > 0.0f && LengthSquared(In.Positions[Agent] - Center) > Radius * Radius)
		{
			continue;
		}
		DebugDraw.Circle(Here, UpVector, In.Radii[Agent], ColorOf(In.States[Agent]));
		DebugDraw.Arrow(Here, Here + In.Desired[Agent], DesiredColor);
		DebugDraw.Arrow(Here, Here + In.Wished[Agent], WishedColor);
		const FAgentWay& Way = In.WayOf(Agent);
		const FAgentMemory& Memory = In.Memories[Agent];
		FVector From = Here;
		for (uint32_t Corner = 0; Corner < Memory.CornerCount; ++Corner)
		{
			DebugDraw.Line(From, Way.Corners[Corner].Position + Lift, CornerColor);
			From = Way.Corners[Corner].Position + Lift;
		}
		if (Memory.bHasPath != 0 && Radius > 0.0f) // of a few at a time: they are many lines
		{
			DrawCorridor(DebugDraw, In.Mesh, Way.Corridor);
		}
	}
}
} // namespace Flockwork
