#include "SkinBatch.h"

#include <OgreRenderQueue.h>
#include <OgreSceneManager.h>
#include <OgreSceneNode.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace Flockwork
{
namespace
{
static_assert(sizeof(FSkinVertex) == 60 && sizeof(FRenderJoint) == 48);

constexpr FVertexElement SkinElements[] = {
    {0, offsetof(FSkinVertex, Position), Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0},
    {0, offsetof(FSkinVertex, Normal), Ogre::VET_FLOAT3, Ogre::VES_NORMAL, 0},
    {0, offsetof(FSkinVertex, Color), Ogre::VET_UBYTE4_NORM, Ogre::VES_DIFFUSE, 0},
    {0, offsetof(FSkinVertex, TexCoord), Ogre::VET_FLOAT2, Ogre::VES_TEXTURE_COORDINATES, 0},
    {0, offsetof(FSkinVertex, Joints), Ogre::VET_USHORT4, Ogre::VES_BLEND_INDICES, 0},
    {0, offsetof(FSkinVertex, Weights), Ogre::VET_FLOAT4, Ogre::VES_BLEND_WEIGHTS, 0},
};
// glm stores a quaternion as x, y, z, w: just as the shader wants it.
constexpr FVertexElement InstanceElements[] = {
    {1, 0, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 1},
    {1, 16, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 2},
    {1, 32, Ogre::VET_FLOAT2, Ogre::VES_TEXTURE_COORDINATES, 3},
};

constexpr int32_t MaxJoints = 4096; // of one character
constexpr float PoseReach = 1.3f;   // how far a pose may carry a vertex beyond its reach at rest
constexpr float SpotPixels = 24.0f; // smaller ones stand without a soft darkness below them
constexpr size_t MaxSpots = 300;    // each costs 30 triangles

bool IsUsable(const FRenderCharacter& Character, int32_t JointCount, size_t PaletteSize)
{
	return IsFinite(Character.Position) && IsFinite(Character.Rotation) && std::isfinite(Character.Scale) &&
	       Character.Scale > 0.0f && Character.FirstJoint >= 0 &&
	       size_t(Character.FirstJoint) + size_t(JointCount) <= PaletteSize &&
	       std::all_of(
	           Character.Tints.begin(), Character.Tints.end(), [](const FVector& Tint) { return IsFinite(Tint); });
}

bool IsFinite(const FRenderJoint& Joint)
{
	const float* const Values = &Joint.Rows[0][0];
	return std::all_of(Values, Values + 12, [](float Value) { return std::isfinite(Value); });
}
} // namespace

FSkinBatch::FSkinBatch(Ogre::SceneNode& Root) : MovableObject("Characters")
{
	setRenderQueueGroup(DrawSolids);
	_notifyManager(Root.getCreator()); // made by hand, not by the scene manager
	Root.attachObject(this);
}

FSkinBatch::~FSkinBatch()
{
	detachFromParent();
}

bool FSkinBatch::SetMeshes(std::span<const FRenderSkinnedMesh> InMeshes, FDiagnostics& Diagnostics)
{
	Groups.clear();
	Meshes.clear();
	bool bOk = true;
	for (const FRenderSkinnedMesh& Mesh : InMeshes)
	{
		const std::string Field = "meshes[" + std::to_string(Meshes.size()) + "]";
		FSkin Made;
		const bool bMade = AddMesh(Mesh, Field, Made, Diagnostics);
		Meshes.push_back(bMade ? std::move(Made) : FSkin{});
		bOk &= bMade;
	}
	return bOk;
}

bool FSkinBatch::AddMesh(const FRenderSkinnedMesh& In, const std::string& Field, FSkin& Out, FDiagnostics& Diagnostics)
{
	if (In.Levels.empty() || In.JointCount < 1 || In.JointCount > MaxJoints || !(In.Height > 0.0f))
	{
		Diagnostics.Error({}, Field, "a level, 1 to 4096 joints and a height over 0 expected");
		return false;
	}
	for (const FRenderSkinLevel& Level : In.Levels)
	{
		FSkinGeometry Geometry;
		const std::string Place = Field + ".levels[" + std::to_string(Out.Levels.size()) + "]";
		if (!MakeSkinGeometry(Level, In.JointCount, Place, Geometry, Diagnostics))
		{
			return false;
		}
		Out.Reach = std::max(Out.Reach, Geometry.Reach);
		Out.LevelTriangles.push_back(Geometry.GetTriangleCount());
		Out.Levels.push_back(MakeLevel(Geometry, Out.Levels.empty(), Place, Diagnostics));
	}
	Out.JointCount = In.JointCount;
	Out.Height = In.Height;
	Out.ContactRadius = In.ContactRadius;
	return true;
}

FSkinBatch::FLevel FSkinBatch::MakeLevel(
    const FSkinGeometry& Geometry, bool bFinest, const std::string& Field, FDiagnostics& Diagnostics)
{
	FLevel Out;
	const Ogre::HardwareVertexBufferSharedPtr Vertices =
	    UploadVertices(Geometry.Vertices.data(), sizeof(FSkinVertex), Geometry.Vertices.size());
	for (const FSkinPart& Part : Geometry.Parts)
	{
		auto Mesh = std::make_shared<FGpuMesh>();
		Mesh->Elements = SkinElements;
		Mesh->Vertices = Vertices;
		Mesh->VertexCount = Geometry.Vertices.size();
		Mesh->Indices = UploadIndices(Part.Indices);
		Mesh->IndexCount = Part.Indices.size();
		const auto MakeDraw = [&]
		{
			return std::make_unique<FInstancedDraw>(Mesh, sizeof(FInstance), InstanceElements,
			    Materials.Get(bFinest ? EInfluences::Four : EInfluences::Two, Part.Picture, Field, Diagnostics), *this);
		};
		Out.Picture.push_back(MakeDraw());
		Out.Shadow.push_back(MakeDraw());
	}
	return Out;
}

void FSkinBatch::Set(
    int32_t Group, int32_t Mesh, std::span<const FRenderCharacter> Characters, std::span<const FRenderJoint> Palette)
{
	if (Groups.size() <= size_t(Group))
	{
		Groups.resize(size_t(Group) + 1);
	}
	FGroup& Target = Groups[size_t(Group)];
	Target.Mesh = Mesh;
	Target.Characters.clear();
	Target.Palette.clear();
	if (size_t(Mesh) >= Meshes.size() || Meshes[size_t(Mesh)].Levels.empty())
	{
		return;
	}
	Target.Palette.assign(Palette.begin(), Palette.end());
	const int32_t JointCount = Meshes[size_t(Mesh)].JointCount;
	for (const FRenderCharacter& Character : Characters)
	{
		if (IsUsable(Character, JointCount, Palette.size()))
		{
			const auto Own = Palette.subspan(size_t(Character.FirstJoint), size_t(JointCount));
			if (std::all_of(Own.begin(), Own.end(), [](const FRenderJoint& Joint) { return IsFinite(Joint); }))
			{
				Target.Characters.push_back(Character);
			}
		}
	}
}

void FSkinBatch::MeasureAll(const FBodyView& View)
{
	const FViewCone Cone(View);
	Chooser.Clear();
	Seen.clear();
	for (const FGroup& Group : Groups)
	{
		for (const FRenderCharacter& Character : Group.Characters)
		{
			const FSkin& Mesh = Meshes[size_t(Group.Mesh)];
			// About the middle: half the height is not farther from its feet than from its head.
			const FVector Middle =
			    Character.Position + Character.Rotation * FVector(0.0f, 0.5f * Mesh.Height * Character.Scale, 0.0f);
			Seen.push_back(
			    Cone.Measure(Middle, PoseReach * Mesh.Reach * Character.Scale, Mesh.Height * Character.Scale));
			Chooser.Add(Mesh.LevelTriangles, Seen.back(), Character.Level);
		}
	}
}

// Joints first, then the tints of the group's characters.
void FSkinBatch::AddTexels(const FGroup& Group)
{
	const size_t First = Texels.size();
	Texels.resize(First + Group.Palette.size() * 12);
	if (!Group.Palette.empty())
	{
		std::memcpy(&Texels[First], Group.Palette.data(), Group.Palette.size() * sizeof(FRenderJoint));
	}
	for (const FRenderCharacter& Character : Group.Characters)
	{
		for (const FVector& Tint : Character.Tints)
		{
			Texels.insert(Texels.end(), {Tint.x, Tint.y, Tint.z, 1.0f});
		}
	}
}

void FSkinBatch::Place(const FRenderCharacter& Character, FSkin& Mesh, size_t Entry, FInstance Instance)
{
	Instance.Position = Character.Position;
	Instance.Scale = Character.Scale;
	Instance.Rotation = Character.Rotation;
	if (Seen[Entry].bVisible)
	{
		Mesh.Levels[size_t(Chooser.GetLevel(Entry))].PictureInstances.push_back(Instance);
		++VisibleCount;
		if (Mesh.ContactRadius > 0.0f && Seen[Entry].Pixels >= SpotPixels && Standing.size() < MaxSpots)
		{
			Standing.push_back({Character.Position, Mesh.ContactRadius * Character.Scale});
		}
	}
	if (Seen[Entry].bShadow)
	{
		Mesh.Levels[size_t(Chooser.GetShadowLevel(Entry))].ShadowInstances.push_back(Instance);
	}
}

template <typename FunctionType>
void FSkinBatch::ForEachLevel(FunctionType&& Function)
{
	for (FSkin& Mesh : Meshes)
	{
		for (FLevel& Level : Mesh.Levels)
		{
			Function(Level);
		}
	}
}

void FSkinBatch::Prepare(const FBodyView& View, int32_t TriangleBudget)
{
	MeasureAll(View);
	Chooser.Choose(TriangleBudget);
	VisibleCount = 0;
	Standing.clear();
	Texels.clear();
	size_t Entry = 0;
	for (const FGroup& Group : Groups)
	{
		const size_t FirstJoint = Texels.size() / 4;
		const size_t FirstTint = FirstJoint + Group.Palette.size() * 3;
		AddTexels(Group);
		for (size_t Index = 0; Index < Group.Characters.size(); ++Index)
		{
			const FRenderCharacter& Character = Group.Characters[Index];
			FInstance Instance;
			Instance.FirstJointTexel = float(FirstJoint + size_t(Character.FirstJoint) * 3);
			Instance.FirstTintTexel = float(FirstTint + Index * FRenderCharacter::TintCount);
			Place(Character, Meshes[size_t(Group.Mesh)], Entry++, Instance);
		}
	}
	Materials.UploadTexels(Texels);
	UploadAll();
}

void FSkinBatch::UploadAll()
{
	ForEachLevel(
	    [](FLevel& Level)
	    {
		    for (const std::unique_ptr<FInstancedDraw>& Draw : Level.Picture)
		    {
			    Draw->Upload(Level.PictureInstances.data(), Level.PictureInstances.size());
		    }
		    for (const std::unique_ptr<FInstancedDraw>& Draw : Level.Shadow)
		    {
			    Draw->Upload(Level.ShadowInstances.data(), Level.ShadowInstances.size());
		    }
		    Level.PictureInstances.clear();
		    Level.ShadowInstances.clear();
	    });
}

int32_t FSkinBatch::GetTriangleCount() const
{
	int32_t Sum = 0;
	for (const FSkin& Mesh : Meshes)
	{
		for (const FLevel& Level : Mesh.Levels)
		{
			for (const FDraws* const Draws : {&Level.Picture, &Level.Shadow})
			{
				for (const std::unique_ptr<FInstancedDraw>& Draw : *Draws)
				{
					Sum += Draw->GetTriangleCount();
				}
			}
		}
	}
	return Sum;
}

const Ogre::String& FSkinBatch::getMovableType() const
{
	static const Ogre::String Name = "FlockworkCharacters";
	return Name;
}

void FSkinBatch::_updateRenderQueue(Ogre::RenderQueue* Queue)
{
	const bool bShadowMap = mManager->_getCurrentRenderStage() == Ogre::SceneManager::IRS_RENDER_TO_TEXTURE;
	ForEachLevel(
	    [&](FLevel& Level)
	    {
		    for (const std::unique_ptr<FInstancedDraw>& Draw : bShadowMap ? Level.Shadow : Level.Picture)
		    {
			    if (Draw->GetInstanceCount() > 0)
			    {
				    Queue->addRenderable(Draw.get(), mRenderQueueID, mRenderQueuePriority);
			    }
		    }
	    });
}

void FSkinBatch::visitRenderables(Ogre::Renderable::Visitor* Visitor, bool)
{
	ForEachLevel(
	    [&](FLevel& Level)
	    {
		    for (const std::unique_ptr<FInstancedDraw>& Draw : Level.Picture)
		    {
			    Visitor->visit(Draw.get(), 0, false);
		    }
	    });
}
} // namespace Flockwork
