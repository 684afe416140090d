#include "ShapeView.h"

#include "FlockworkGame/World.h"

#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
float LinearToScreen(float Linear)
{
	return Linear <= 0.0031308f ? 12.92f * Linear : 1.055f * std::pow(Linear, 1.0f / 2.4f) - 0.055f;
}

bool HasTriangles(const FRenderShape& Shape)
{
	return !Shape.Indices.empty();
}

} // namespace

FColor ToScreen(const FVector& Linear)
{
	const FVector Clamped = glm::clamp(Linear, FVector(0.0f), FVector(1.0f));
	return {LinearToScreen(Clamped.x), LinearToScreen(Clamped.y), LinearToScreen(Clamped.z), 1.0f};
}

void FShapeView::Update(const UWorld& World, FRenderer& Renderer, float Alpha)
{
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	Visuals.CopyShapes(World, Alpha, Shapes);
	if (Visuals.GetRevision() != ShapeRevision)
	{
		ShapeRevision = Visuals.GetRevision();
		UploadStatics(Renderer);
		UploadPropMeshes(Renderer);
	}
	Props.clear();
	for (const FRenderShape& Shape : Shapes)
	{
		if (!Shape.bStatic)
		{
			Props.push_back(MakeProp(Shape));
		}
	}
	Renderer.SetProps(Props);
}

void FShapeView::UploadStatics(FRenderer& Renderer)
{
	Statics.clear();
	for (const FRenderShape& Shape : Shapes)
	{
		if (!Shape.bStatic)
		{
			continue;
		}
		FRenderStatic Static;
		Static.Transform = Shape.Transform;
		Static.HalfExtent = Shape.HalfExtent;
		Static.Radius = Shape.HalfExtent.x;
		Static.HalfHeight = Shape.HalfExtent.y;
		Static.Color = ToScreen(Shape.Color);
		Static.Vertices.assign(Shape.Vertices.begin(), Shape.Vertices.end());
		Static.Indices.assign(Shape.Indices.begin(), Shape.Indices.end());
		Static.bSmooth = Shape.bSmooth;
		Static.Shape = HasTriangles(Shape)                 ? EStaticShape::Mesh
		               : Shape.Type == EShapeType::Sphere  ? EStaticShape::Sphere
		               : Shape.Type == EShapeType::Capsule ? EStaticShape::Capsule
		                                                   : EStaticShape::Box;
		Statics.push_back(std::move(Static));
	}
	Renderer.SetStatics(Statics);
}

// Each look once: actors of one look share their vertices, capsules of one size their mesh.
void FShapeView::UploadPropMeshes(FRenderer& Renderer)
{
	std::map<FMeshKey, int32_t> Wanted;
	std::vector<FRenderMesh> Meshes;
	for (const FRenderShape& Shape : Shapes)
	{
		const bool bCapsule = Shape.Type == EShapeType::Capsule;
		if (Shape.bStatic || (!HasTriangles(Shape) && !bCapsule) ||
		    !Wanted.try_emplace(MakeKey(Shape), int32_t(Meshes.size())).second)
		{
			continue;
		}
		if (bCapsule)
		{
			Meshes.push_back(MakeCapsuleMesh(Shape.HalfExtent.x, Shape.HalfExtent.y));
			continue;
		}
		FRenderMesh& Mesh = Meshes.emplace_back();
		Mesh.Vertices.assign(Shape.Vertices.begin(), Shape.Vertices.end());
		Mesh.Indices.assign(Shape.Indices.begin(), Shape.Indices.end());
		Mesh.bSmooth = Shape.bSmooth;
	}
	if (Wanted != PropMeshes)
	{
		PropMeshes = std::move(Wanted);
		Renderer.SetPropMeshes(Meshes);
	}
}

FRenderProp FShapeView::MakeProp(const FRenderShape& Shape) const
{
	FRenderProp Prop;
	Prop.Position = Shape.Transform.Location;
	Prop.Rotation = Shape.Transform.Rotation;
	Prop.HalfExtent = Shape.HalfExtent;
	Prop.Color = ToScreen(Shape.Color);
	Prop.Shape = Shape.Type == EShapeType::Sphere ? EPropShape::Sphere : EPropShape::Box;
	if (const auto Mesh = PropMeshes.find(MakeKey(Shape)); Mesh != PropMeshes.end())
	{
		Prop.Shape = EPropShape::Mesh;
		Prop.Mesh = Mesh->second;
		Prop.HalfExtent = FVector{1.0f, 1.0f, 1.0f} * Shape.Transform.Scale;
	}
	return Prop;
}

FShapeView::FMeshKey FShapeView::MakeKey(const FRenderShape& Shape)
{
	const bool bCapsule = Shape.Type == EShapeType::Capsule;
	return {Shape.Vertices.data(), Shape.bSmooth, bCapsule ? Shape.HalfExtent.x : 0.0f,
	    bCapsule ? Shape.HalfExtent.y : 0.0f};
}

} // namespace Flockwork
