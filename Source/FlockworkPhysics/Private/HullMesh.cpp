#include "FlockworkPhysics/HullMesh.h"

#include "BulletMath.h"
#include "HullGeometry.h"

#include <LinearMath/btConvexHullComputer.h>

namespace Flockwork
{
bool MakeHullMesh(std::span<const FVector> Points, std::vector<FVector>& OutVertices, std::vector<uint32_t>& OutIndices)
{
	FHullGeometry Geometry;
	if (!Geometry.Build(Points)) // refuses what a body refuses
	{
		return false;
	}
	btConvexHullComputer Computer;
	Computer.compute(&Points[0].x, int(sizeof(FVector)), int(Points.size()), 0.0f, 0.0f);
	OutVertices.clear();
	OutIndices.clear();
	for (const btVector3& Corner : Geometry.Corners)
	{
		OutVertices.push_back(FromBullet(Corner));
	}
	for (int Face = 0; Face < Computer.faces.size(); ++Face)
	{
		const btConvexHullComputer::Edge* const First = &Computer.edges[Computer.faces[Face]];
		for (const auto* Edge = First->getNextEdgeOfFace(); Edge->getTargetVertex() != First->getSourceVertex();
		     Edge = Edge->getNextEdgeOfFace())
		{
			OutIndices.push_back(uint32_t(First->getSourceVertex()));
			OutIndices.push_back(uint32_t(Edge->getSourceVertex()));
			OutIndices.push_back(uint32_t(Edge->getTargetVertex()));
		}
	}
	return true;
}
} // namespace Flockwork
