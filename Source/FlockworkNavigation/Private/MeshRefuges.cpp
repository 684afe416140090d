#include "MeshRefuges.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 32;          // polygons a chunk
constexpr float EdgeInset = 0.1f;      // m from a portal's ends: ways along walls, which are the widest round a threat
constexpr size_t SmallPolygon = 12;    // nodes; up to here each is joined with each
constexpr size_t FewPortalPoints = 16; // so, too, these among themselves
constexpr float NeighborReach = 1.6f;  // x spacing: a sample's eight neighbours
constexpr float PortalReach = 3.0f;    // x spacing, between many portal points
constexpr float LeastArea = 0.6f;      // of one agent's place: smaller polygons are no refuge
constexpr int64_t MostSamples = 1000000; // of one polygon: beyond, the spacing is wider there

float CrossXZ(const FVector& A, const FVector& B, const FVector& P)
{
	return (B.x - A.x) * (P.z - A.z) - (B.z - A.z) * (P.x - A.x);
}

// Either turn of corners will do.
bool IsInside(const FNavPoly& Poly, const FVector& Point)
{
	bool bLeft = false;
	bool bRight = false;
	for (int32_t At = 0; At < Poly.VertexCount; ++At)
	{
		const FVector& Next = Poly.Vertices[(At + 1) % Poly.VertexCount];
		const float Side = CrossXZ(Poly.Vertices[At], Next, Point);
		bLeft = bLeft || Side > 0.0f;
		bRight = bRight || Side < 0.0f;
	}
	return !(bLeft && bRight);
}

float AreaOf(const FNavPoly& Poly)
{
	float Twice = 0.0f;
	for (int32_t At = 2; At < Poly.VertexCount; ++At)
	{
		Twice += CrossXZ(Poly.Vertices[0], Poly.Vertices[At - 1], Poly.Vertices[At]);
	}
	return 0.5f * std::abs(Twice);
}

FVector CentroidOf(const FNavPoly& Poly)
{
	FVector Sum{0.0f, 0.0f, 0.0f};
	for (int32_t At = 0; At < Poly.VertexCount; ++At)
	{
		Sum += Poly.Vertices[At];
	}
	return Sum / float(std::max(Poly.VertexCount, 1));
}
} // namespace

FMeshRefuges::FMeshRefuges(const FNavMesh& InMesh, const FNavFilter& InFilter, float InSpacing, float InCapacity)
    : Mesh(InMesh), Filter(InFilter), Spacing(InSpacing), Capacity(InCapacity)
{
}

void FMeshRefuges::Run(ITaskScheduler& Scheduler)
{
	FNavPoly Poly;
	for (const FPolyRef Ref : Mesh.GetPolys())
	{
		if (Mesh.GetPoly(Ref, Poly) && Passes(Poly))
		{
			Polys.push_back(Ref);
		}
	}
	std::sort(Polys.begin(), Polys.end());
	Found.resize(Polys.size());
	std::vector<FNavQuery> Queries;
	for (int32_t Worker = 0; Worker < Scheduler.GetThreadCount(); ++Worker)
	{
		Queries.emplace_back(Mesh, 64);
	}
	const int32_t Count = int32_t(Polys.size());
	ParallelFor(Scheduler, Count, Grain,
	    [&](int32_t Begin, int32_t End, int32_t Worker)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    LookAt(size_t(Index), Queries[size_t(Worker)]);
		    }
	    });
	Number();
	std::vector<std::vector<FEscapeGraphParts::FWay>> Ways(size_t((Count + Grain - 1) / Grain));
	ParallelFor(Scheduler, Count, Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    Join(size_t(Index), Ways[size_t(Begin / Grain)]);
		    }
	    });
	for (const std::vector<FEscapeGraphParts::FWay>& Each : Ways)
	{
		Parts.Ways.insert(Parts.Ways.end(), Each.begin(), Each.end());
	}
}

bool FMeshRefuges::Passes(const FNavPoly& Poly) const
{
	return (Poly.Flags & Filter.IncludeFlags) != 0 && (Poly.Flags & Filter.ExcludeFlags) == 0 &&
	       Poly.VertexCount >= (Poly.bLink ? 2 : 3);
}

size_t FMeshRefuges::IndexOf(FPolyRef Poly) const
{
	const auto At = std::lower_bound(Polys.begin(), Polys.end(), Poly);
	return At != Polys.end() && *At == Poly ? size_t(At - Polys.begin()) : Polys.size();
}

void FMeshRefuges::LookAt(size_t Index, const FNavQuery& Query)
{
	FFound& Out = Found[Index];
	Mesh.GetPoly(Polys[Index], Out.Poly);
	if (Out.Poly.bLink)
	{
		return;
	}
	FNavPortal Portals[64];
	const int32_t Count = Mesh.GetPortals(Out.Poly.Ref, Portals);
	for (int32_t At = 0; At < Count; ++At)
	{
		const FNavPortal& Portal = Portals[At];
		FNavPoly Other;
		if (IndexOf(Portal.To) == Polys.size() || !Mesh.GetPoly(Portal.To, Other))
		{
			continue;
		}
		if (Other.bLink)
		{
			Out.LinksOut.push_back(Portal.To);
			Out.LinkEnds.push_back(0.5f * (Portal.Left + Portal.Right));
		}
		else if (Portal.To > Out.Poly.Ref)
		{
			AddPortal(Out, Portal);
		}
	}
	AddSamples(Out, Query);
}

void FMeshRefuges::AddPortal(FFound& Out, const FNavPortal& Portal) const
{
	FPortalPoints& Points = Out.Portals.emplace_back();
	Points.To = Portal.To;
	const float Width = Length(Portal.Right - Portal.Left);
	if (Width < 6.0f * EdgeInset)
	{
		Points.Points.push_back(0.5f * (Portal.Left + Portal.Right));
		return;
	}
	const int32_t Gaps = std::max(1, int32_t(std::ceil((Width - 2.0f * EdgeInset) / Spacing)));
	for (int32_t At = 0; At <= Gaps; ++At)
	{
		const float Along = EdgeInset + (Width - 2.0f * EdgeInset) * float(At) / float(Gaps);
		Points.Points.push_back(Portal.Left + (Portal.Right - Portal.Left) * (Along / Width));
	}
}

// On a lattice of the whole world, so that those of neighbouring polygons fit together.
void FMeshRefuges::AddSamples(FFound& Out, const FNavQuery& Query) const
{
	FVector Min = Out.Poly.Vertices[0];
	FVector Max = Min;
	for (int32_t At = 1; At < Out.Poly.VertexCount; ++At)
	{
		Min = glm::min(Min, Out.Poly.Vertices[At]);
		Max = glm::max(Max, Out.Poly.Vertices[At]);
	}
	float Step = Spacing;
	while (double(Max.x - Min.x) * double(Max.z - Min.z) > double(MostSamples) * double(Step) * double(Step))
	{
		Step *= 2.0f;
	}
	const FVector Center = CentroidOf(Out.Poly);
	for (int64_t X = int64_t(std::ceil(Min.x / Step)); float(X) * Step <= Max.x; ++X)
	{
		for (int64_t Z = int64_t(std::ceil(Min.z / Step)); float(Z) * Step <= Max.z; ++Z)
		{
			const FVector Point{float(X) * Step, Center.y, float(Z) * Step};
			if (IsInside(Out.Poly, Point))
			{
				Out.Samples.push_back(Point);
			}
		}
	}
	const float Area = AreaOf(Out.Poly);
	const bool bRoom = Area * Capacity >= LeastArea;
	if (Out.Samples.empty() && (bRoom || Out.Portals.empty()))
	{
		Out.Samples.push_back(Center);
	}
	const float Each = Area * Capacity / float(std::max<size_t>(Out.Samples.size(), 1));
	Out.Capacity = bRoom ? std::max(1, int32_t(std::min(Each, 1.0e6f))) : 0;
	for (FVector& Sample : Out.Samples)
	{
		float Height = Sample.y;
		if (Query.GetHeight({Sample, Out.Poly.Ref}, Height))
		{
			Sample.y = Height;
		}
	}
}

void FMeshRefuges::Number()
{
	Nodes.resize(Polys.size());
	const auto Add = [this](const FVector& Position, FPolyRef Poly, int32_t NodeCapacity)
	{
		Parts.Nodes.push_back({Position, Poly, NodeCapacity});
		return uint32_t(Parts.Nodes.size() - 1);
	};
	for (size_t Index = 0; Index < Polys.size(); ++Index)
	{
		const FFound& Each = Found[Index];
		if (Each.Poly.bLink)
		{
			Nodes[Index].push_back(Add(Each.Poly.Vertices[0], Polys[Index], 0));
			Nodes[Index].push_back(Add(Each.Poly.Vertices[1], Polys[Index], 0));
			continue;
		}
		for (const FPortalPoints& Portal : Each.Portals)
		{
			for (const FVector& Point : Portal.Points)
			{
				const uint32_t Node = Add(Point, Polys[Index], 0);
				Nodes[Index].push_back(Node);
				Nodes[IndexOf(Portal.To)].push_back(Node);
			}
		}
		for (const FVector& Sample : Each.Samples)
		{
			Nodes[Index].push_back(Add(Sample, Polys[Index], Each.Capacity));
		}
	}
	for (size_t Index = 0; Index < Polys.size(); ++Index)
	{
		if (Found[Index].Poly.bLink)
		{
			NumberLink(Index);
		}
	}
	for (std::vector<uint32_t>& Each : Nodes)
	{
		std::sort(Each.begin(), Each.end());
		Each.erase(std::unique(Each.begin(), Each.end()), Each.end());
	}
}

// A link's two ends become nodes of the ground that they lie on.
void FMeshRefuges::NumberLink(size_t Index)
{
	const FNavPoly& Link = Found[Index].Poly;
	const uint32_t Ends[2] = {Nodes[Index][0], Nodes[Index][1]};
	FNavPortal Portals[64];
	const int32_t Count = Mesh.GetPortals(Link.Ref, Portals);
	for (int32_t At = 0; At < Count; ++At)
	{
		const size_t Ground = IndexOf(Portals[At].To);
		if (Ground == Polys.size())
		{
			continue;
		}
		const FVector Middle = 0.5f * (Portals[At].Left + Portals[At].Right);
		const bool bEnd = LengthSquared(Middle - Link.Vertices[1]) < LengthSquared(Middle - Link.Vertices[0]);
		Nodes[Ground].push_back(Ends[bEnd ? 1 : 0]);
		Parts.Nodes[Ends[bEnd ? 1 : 0]].Poly = Portals[At].To;
	}
}

void FMeshRefuges::Join(size_t Index, std::vector<FEscapeGraphParts::FWay>& Out) const
{
	const FFound& Own = Found[Index];
	const auto Connect = [&](uint32_t A, uint32_t B)
	{
		const float Distance = Length(Parts.Nodes[B].Position - Parts.Nodes[A].Position);
		Out.push_back({A, B, Distance, false});
		Out.push_back({B, A, Distance, false});
	};
	for (size_t At = 0; At < Own.LinksOut.size(); ++At) // a link can be taken from the ends that lead into it
	{
		const size_t Link = IndexOf(Own.LinksOut[At]);
		const FNavPoly& Poly = Found[Link].Poly;
		const bool bBack =
		    LengthSquared(Own.LinkEnds[At] - Poly.Vertices[1]) < LengthSquared(Own.LinkEnds[At] - Poly.Vertices[0]);
		const uint32_t First = Nodes[Link][bBack ? 1 : 0];
		const uint32_t Second = Nodes[Link][bBack ? 0 : 1];
		Out.push_back({First, Second, Length(Poly.Vertices[1] - Poly.Vertices[0]), true});
	}
	if (Own.Poly.bLink)
	{
		return;
	}
	const std::vector<uint32_t>& List = Nodes[Index];
	const auto IsWay = [&](uint32_t Node) { return Parts.Nodes[Node].Capacity == 0; };
	const size_t WayCount = size_t(std::count_if(List.begin(), List.end(), IsWay));
	size_t SampleEnd = List.size(); // ends of links may follow
	while (SampleEnd > 0 && IsWay(List[SampleEnd - 1]))
	{
		--SampleEnd;
	}
	const float Near = NeighborReach * Spacing;
	for (size_t A = 0; A < List.size(); ++A)
	{
		const FVector& From = Parts.Nodes[List[A]].Position;
		for (size_t B = A + 1; B < List.size(); ++B)
		{
			const FVector Offset = Parts.Nodes[List[B]].Position - From;
			const bool bWays = IsWay(List[A]) && IsWay(List[B]);
			const bool bAll = List.size() <= SmallPolygon || (bWays && WayCount <= FewPortalPoints);
			const float Reach = bWays ? PortalReach * Spacing : Near;
			// The next in the list always: no part of a polygon, however thin, is left apart.
			if (bAll || B == A + 1 || LengthSquared(Offset) <= Reach * Reach)
			{
				Connect(List[A], List[B]);
			}
			else if (!IsWay(List[A]) && !IsWay(List[B]) && Offset.x > Near)
			{
				B = SampleEnd - 1; // samples come by ascending x
			}
		}
	}
}
void FEscapeGraph::Build(
    const FNavMesh& Mesh, const FNavFilter& Filter, float Spacing, float Capacity, ITaskScheduler& Scheduler)
{
	FMeshRefuges Refuges(Mesh, Filter, Spacing, Capacity);
	Refuges.Run(Scheduler);
	Nodes = std::move(Refuges.Parts.Nodes);
	Polys = std::move(Refuges.Polys);
	PolyOffsets.assign(1, 0);
	PolyNodes.clear();
	for (const std::vector<uint32_t>& Each : Refuges.Nodes)
	{
		PolyNodes.insert(PolyNodes.end(), Each.begin(), Each.end());
		PolyOffsets.push_back(uint32_t(PolyNodes.size()));
	}
	BuildRows(Refuges.Parts.Ways);
	BuildGrid();
	Revision = Mesh.GetRevision();
}
} // namespace Flockwork
