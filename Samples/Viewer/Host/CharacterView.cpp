#include "CharacterView.h"

#include "FlockworkGame/CharacterSubsystem.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
static_assert(sizeof(FJointMatrix) == sizeof(FRenderJoint));
static_assert(CharacterTintCount == FRenderCharacter::TintCount);

constexpr float CoarserCells[] = {0.02f, 0.045f, 0.09f}; // of the height, a cell of the levels that a file lacks

FRenderSkinSection MakeSection(const FCharacterAsset& Asset, const FMeshSection& Section, uint32_t FirstIndex)
{
	FRenderSkinSection Out;
	Out.FirstIndex = FirstIndex + Section.FirstIndex;
	Out.IndexCount = Section.IndexCount;
	if (Section.Material >= 0)
	{
		const FCharacterMaterial& Material = Asset.Materials[size_t(Section.Material)];
		Out.BaseColor = Material.BaseColor;
		Out.TintSlot = std::min(Section.Material, int32_t(FRenderCharacter::TintCount) - 1);
		if (Material.Picture >= 0)
		{
			Out.Picture = Asset.Pictures[size_t(Material.Picture)].Bytes;
		}
	}
	return Out;
}

void AppendMesh(const FCharacterAsset& Asset, const FSkinnedMesh& Mesh, int32_t FirstJoint, FRenderSkinLevel& Out)
{
	const auto FirstVertex = uint32_t(Out.Positions.size());
	const auto FirstIndex = uint32_t(Out.Indices.size());
	Out.Positions.insert(Out.Positions.end(), Mesh.Positions.begin(), Mesh.Positions.end());
	Out.Normals.insert(Out.Normals.end(), Mesh.Normals.begin(), Mesh.Normals.end());
	Out.TexCoords.insert(Out.TexCoords.end(), Mesh.TexCoords.begin(), Mesh.TexCoords.end());
	Out.TexCoords.resize(Out.Positions.size(), FVector2D(0.0f, 0.0f));
	for (const FSkinWeights& Weights : Mesh.Weights)
	{
		std::array<uint16_t, 4> Joints = Weights.Joints;
		for (uint16_t& Joint : Joints)
		{
			Joint = uint16_t(Joint + FirstJoint);
		}
		Out.JointIndices.push_back(Joints);
		Out.JointWeights.push_back(Weights.Weights);
	}
	for (const uint32_t Index : Mesh.Indices)
	{
		Out.Indices.push_back(FirstVertex + Index);
	}
	for (const FMeshSection& Section : Mesh.Sections)
	{
		Out.Sections.push_back(MakeSection(Asset, Section, FirstIndex));
	}
	if (Mesh.Sections.empty())
	{
		Out.Sections.push_back(MakeSection(Asset, {0, uint32_t(Mesh.Indices.size()), -1}, FirstIndex));
	}
}

// How far the feet stand from the middle: a spider's reach farther than a person's of the same height.
float FindContactRadius(const FRenderSkinLevel& Level, float Height)
{
	float Radius = 0.0f;
	for (const FVector& Place : Level.Positions)
	{
		Radius = Place.y < 0.1f * Height ? std::max(Radius, std::hypot(Place.x, Place.z)) : Radius;
	}
	return std::max(1.35f * Radius, 0.2f * Height);
}
} // namespace

FRenderSkinnedMesh MakeRenderMesh(const FCharacterModel& Model)
{
	FRenderSkinnedMesh Out;
	Out.JointCount = std::max(Model.PaletteSize, 1);
	Out.Height = std::max(Model.Height, 0.01f);
	for (int32_t Detail = 0; Detail < Model.DetailCount; ++Detail)
	{
		FRenderSkinLevel Level;
		for (size_t Mesh = 0; Mesh < Model.Asset.Meshes.size(); ++Mesh)
		{
			if (Model.Asset.Meshes[Mesh].Detail == Detail)
			{
				AppendMesh(Model.Asset, Model.Asset.Meshes[Mesh], Model.PaletteStarts[Mesh], Level);
			}
		}
		if (!Level.Indices.empty())
		{
			Out.Levels.push_back(std::move(Level));
		}
	}
	if (Out.Levels.size() == 1)
	{
		for (const float Cell : CoarserCells)
		{
			FRenderSkinLevel Coarser = MakeCoarserLevel(Out.Levels.front(), Cell * Out.Height);
			if (!Coarser.Indices.empty() && Coarser.Indices.size() < Out.Levels.back().Indices.size())
			{
				Out.Levels.push_back(std::move(Coarser));
			}
		}
	}
	Out.ContactRadius = Out.Levels.empty() ? 0.0f : FindContactRadius(Out.Levels.front(), Out.Height);
	return Out;
}

std::span<const FRenderJoint> AsRenderJoints(std::span<const FJointMatrix> Matrices)
{
	return {reinterpret_cast<const FRenderJoint*>(Matrices.data()), Matrices.size()}; // both are three rows of four
}

bool FCharacterView::Update(UWorld& World, FRenderer& Renderer, float Alpha, FDiagnostics& Diagnostics)
{
	UCharacterSubsystem& Characters = World.Get<UCharacterSubsystem>();
	FCharacterDetail Detail;
	Detail.bHasEye = true;
	Detail.Eye = Renderer.GetCamera().Position;
	Characters.SetDetail(Detail);
	const int32_t ModelCount = std::min(Characters.GetModelCount(), FRenderer::MaxGroups);
	bool bOk = true;
	if (size_t(ModelCount) != Groups.size())
	{
		std::vector<FRenderSkinnedMesh> Meshes;
		for (int32_t Model = 0; Model < ModelCount; ++Model)
		{
			Meshes.push_back(MakeRenderMesh(*Characters.GetModel(Model)));
		}
		bOk = Renderer.SetCharacterMeshes(Meshes, Diagnostics);
		Groups.resize(size_t(ModelCount));
	}
	for (FGroup& Group : Groups)
	{
		Group.Characters.clear();
		Group.Palette.clear();
	}
	Shown.assign(Shown.size(), 0);
	for (const FCharacterInstance& Instance : Characters.GetInstances())
	{
		Add(World, Instance, Alpha);
	}
	for (size_t Model = 0; Model < Groups.size(); ++Model)
	{
		Renderer.SetCharacters(int32_t(Model), int32_t(Model), Groups[Model].Characters, Groups[Model].Palette);
	}
	return bOk;
}

void FCharacterView::Add(const UWorld& World, const FCharacterInstance& Instance, float Alpha)
{
	const UCharacterSubsystem& Characters = World.Get<UCharacterSubsystem>();
	const AActor* const Actor = World.FindActor(Instance.Actor);
	const std::span<const FJointMatrix> Palettes = Characters.GetPalettes();
	if (!Actor || size_t(Instance.Model) >= Groups.size())
	{
		return;
	}
	const auto Size = size_t(Characters.GetModel(Instance.Model)->PaletteSize);
	if (Size == 0 || size_t(Instance.FirstMatrix) + Size > Palettes.size())
	{
		return; // bones without a skin
	}
	FGroup& Group = Groups[size_t(Instance.Model)];
	const FTransform Transform = Interpolate(World.GetPreviousTransform(Actor->Id), Actor->Transform, Alpha);
	FRenderCharacter& Out = Group.Characters.emplace_back();
	Out.Position = Transform.TransformPoint(Instance.Offset);
	Out.Rotation = Transform.Rotation;
	Out.Scale = Transform.Scale * Instance.Scale;
	Out.FirstJoint = int32_t(Group.Palette.size());
	Out.Tints = Instance.Tints;
	const std::span<const FRenderJoint> Joints = AsRenderJoints(Palettes.subspan(size_t(Instance.FirstMatrix), Size));
	Group.Palette.insert(Group.Palette.end(), Joints.begin(), Joints.end());
	if (Shown.size() <= Actor->Id.Index)
	{
		Shown.resize(Actor->Id.Index + 1, 0);
	}
	Shown[Actor->Id.Index] = 1;
}
} // namespace Flockwork
