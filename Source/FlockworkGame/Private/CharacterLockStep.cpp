#include "CharacterLockStep.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float FineShare =
    0.07f; // of the height: a joint all of whose skin lies nearer is a fine one (12 cm of 1.75 m)
constexpr float LeastWeight = 0.25f; // of a joint on a point of the skin that counts as its own

// One "mesh" with all matrices of a character, as its palette has them.
FSkinnedMesh GatherPalette(const FCharacterModel& Model)
{
	FSkinnedMesh All;
	All.Name = Model.Name;
	for (size_t Mesh = 0; Mesh < Model.Asset.Meshes.size(); ++Mesh)
	{
		const FSkinnedMesh& Each = Model.Asset.Meshes[Mesh];
		if (size_t(Model.PaletteStarts[Mesh]) == All.Joints.size())
		{
			All.Joints.insert(All.Joints.end(), Each.Joints.begin(), Each.Joints.end());
			All.InverseBinds.insert(All.InverseBinds.end(), Each.InverseBinds.begin(), Each.InverseBinds.end());
		}
	}
	return All;
}

std::vector<FJointMatrix> InverseBindsOf(const FSkeleton& Skeleton, const FSkinnedMesh& Palette)
{
	std::vector<FJointMatrix> Binds;
	for (const FJointMatrix& Rest : Skeleton.RestModels())
	{
		Binds.push_back(Rest.Inverse());
	}
	for (size_t Slot = 0; Slot < Palette.Joints.size(); ++Slot)
	{
		Binds[size_t(Palette.Joints[Slot])] = Palette.InverseBinds[Slot];
	}
	return Binds;
}

// m from each joint to the farthest skin that it moves, by itself or by a joint below it.
std::vector<float> FindReaches(const FCharacterAsset& Asset, std::span<const FJointMatrix> InverseBinds)
{
	std::vector<float> Reaches(InverseBinds.size(), 0.0f);
	for (const FSkinnedMesh& Mesh : Asset.Meshes)
	{
		for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
		{
			for (size_t Slot = 0; Slot < 4 && Mesh.Weights[Vertex].Weights[Slot] >= LeastWeight; ++Slot)
			{
				int32_t Joint = Mesh.Joints[Mesh.Weights[Vertex].Joints[Slot]];
				for (; Joint >= 0; Joint = Asset.Skeleton.Parents[size_t(Joint)])
				{
					const FVector Place = InverseBinds[size_t(Joint)].TransformPoint(Mesh.Positions[Vertex]);
					Reaches[size_t(Joint)] = std::max(Reaches[size_t(Joint)], Length(Place));
				}
			}
		}
	}
	return Reaches;
}

// A character without its fine joints.
struct FFewJoints
{
	FSkeleton Skeleton;
	std::vector<FClip> Clips;
	std::vector<int16_t>
	    Carriers; // for each joint of the whole skeleton, its own or the nearest one above that is kept
};

FFewJoints DropFineJoints(const FCharacterAsset& Asset, std::span<const float> Reaches, float Least)
{
	FFewJoints Few;
	std::vector<size_t> Kept;
	for (size_t Joint = 0; Joint < Reaches.size(); ++Joint)
	{
		const int16_t Parent = Asset.Skeleton.Parents[Joint];
		const int16_t Carrier = Parent < 0 ? int16_t(-1) : Few.Carriers[size_t(Parent)];
		const bool bBelowFine = Parent >= 0 && Kept[size_t(Carrier)] != size_t(Parent);
		if (Parent >= 0 && (bBelowFine || Reaches[Joint] <= Least))
		{
			Few.Carriers.push_back(Carrier);
			continue;
		}
		Few.Carriers.push_back(int16_t(Kept.size()));
		Kept.push_back(Joint);
		Few.Skeleton.JointNames.push_back(Asset.Skeleton.JointNames[Joint]);
		Few.Skeleton.Parents.push_back(Carrier);
		Few.Skeleton.RestPose.push_back(Asset.Skeleton.RestPose[Joint]);
	}
	for (const FClip& Clip : Asset.Clips)
	{
		FClip& Out = Few.Clips.emplace_back();
		Out.Name = Clip.Name;
		Out.Duration = Clip.Duration;
		Out.bLooping = Clip.bLooping;
		Out.SampleCount = Clip.SampleCount;
		Out.JointCount = int32_t(Kept.size());
		for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
		{
			for (const size_t Joint : Kept)
			{
				Out.Poses.push_back(Clip.GetSample(Sample)[Joint]);
			}
		}
	}
	return Few;
}
} // namespace

void BuildLockStep(FCharacterModel& Model)
{
	const FCharacterAsset& Asset = Model.Asset;
	const FSkinnedMesh Palette = GatherPalette(Model);
	FDiagnostics Unsaid; // a character that cannot is posed alone, which costs time and nothing else
	if (Palette.Joints.empty() || !Model.LockStep.Build(Asset.Skeleton, Asset.Clips, {}, &Palette, Unsaid))
	{
		return;
	}
	const std::vector<FJointMatrix> InverseBinds = InverseBindsOf(Asset.Skeleton, Palette);
	const FFewJoints Few = DropFineJoints(Asset, FindReaches(Asset, InverseBinds), FineShare * Model.Height);
	if (Few.Skeleton.GetJointCount() == Asset.Skeleton.GetJointCount())
	{
		return;
	}
	FSkinnedMesh Coarse;
	std::vector<size_t> Kept(size_t(Few.Skeleton.GetJointCount()));
	for (size_t Joint = Few.Carriers.size(); Joint-- > 0;) // the first with a carrier is that carrier
	{
		Kept[size_t(Few.Carriers[Joint])] = Joint;
	}
	for (const int16_t Joint : Palette.Joints)
	{
		Coarse.Joints.push_back(Few.Carriers[size_t(Joint)]);
		Coarse.InverseBinds.push_back(InverseBinds[Kept[size_t(Coarse.Joints.back())]]);
	}
	if (Model.FewJoints.Build(Few.Skeleton, Few.Clips, {}, &Coarse, Unsaid))
	{
		Model.FewJointCount = Few.Skeleton.GetJointCount();
	}
}
} // namespace Flockwork
