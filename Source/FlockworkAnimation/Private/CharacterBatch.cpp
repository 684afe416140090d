#include "FlockworkAnimation/CharacterBatch.h"

#include "BatchData.h"
#include "Kernel/BatchKernel.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float ScaleTolerance = 1e-3f;
constexpr float PlaceTolerance = 1e-6f; // m; less than this is no movement of a joint's local place

bool HasUnitScale(const FVector& Scale)
{
	const FVector Off = glm::abs(Scale - FVector{1.0f});
	return std::max({Off.x, Off.y, Off.z}) <= ScaleTolerance;
}

// A joint's place and rotation in model space when the skin was bound.
struct FBind
{
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	FVector Place{0.0f, 0.0f, 0.0f};
};

// Makes the data of one rig; Fault is empty as long as all is well.
class FBatchBuilder
{
public:
	FBatchBuilder(const FSkeleton& InSkeleton, const FSkinnedMesh* InMesh) : Skeleton(InSkeleton), Mesh(InMesh) {}

	void Build(std::span<const FClip> Clips, std::span<const FBatchLeg> Legs)
	{
		MakeBinds();
		MakeJoints(Clips);
		const FClip Rest = RestClip();
		Data.Rest = MakeClip(Rest);
		for (const FClip& Clip : Clips)
		{
			if (Clip.JointCount != Skeleton.GetJointCount() || Clip.SampleCount < 1 ||
			    Clip.Poses.size() != size_t(Clip.JointCount) * size_t(Clip.SampleCount) ||
			    (Clip.SampleCount > 1 && !(Clip.Duration > 0.0f)))
			{
				Blame(Clip.Name, "the clip does not belong to the skeleton, or has no samples");
			}
			if (Fault.empty())
			{
				Data.Clips.push_back(MakeClip(Clip));
			}
		}
		for (const FBatchLeg& Leg : Legs)
		{
			AddLeg(Leg);
		}
		ListSlots();
	}

	FBatchRigData Data;
	std::string Field;
	std::string Fault;

private:
	void Blame(const std::string& Where, const std::string& What)
	{
		if (Fault.empty())
		{
			Field = Where;
			Fault = What;
		}
	}

	FClip RestClip() const
	{
		FClip Clip;
		Clip.SampleCount = 1;
		Clip.JointCount = Skeleton.GetJointCount();
		Clip.Poses = Skeleton.RestPose;
		return Clip;
	}

	void MakeBinds()
	{
		for (const FJointMatrix& Model : Skeleton.RestModels())
		{
			Binds.push_back({Model.GetRotation(), Model.GetTranslation()});
		}
		if (!Mesh)
		{
			for (int32_t Joint = 0; Joint < Skeleton.GetJointCount(); ++Joint)
			{
				Data.PaletteJoints.push_back(int16_t(Joint));
			}
		}
		else
		{
			Data.PaletteJoints = Mesh->Joints;
			std::vector<bool> bSeen(Binds.size());
			for (size_t Slot = 0; Slot < Mesh->Joints.size(); ++Slot)
			{
				AddMeshBind(Slot, bSeen);
			}
		}
		for (const int16_t Joint : Data.PaletteJoints)
		{
			const bool bGood = Joint >= 0 && size_t(Joint) < Binds.size();
			Data.BindPlaces.push_back(bGood ? Binds[size_t(Joint)].Place : FVector{0.0f});
		}
	}

	void AddMeshBind(size_t Slot, std::vector<bool>& bSeen)
	{
		const size_t Joint = size_t(Mesh->Joints[Slot]);
		if (Joint >= Binds.size())
		{
			Blame(Mesh->Name, "the mesh names a joint that the skeleton has not");
			return;
		}
		const FJointMatrix Bind = Mesh->InverseBinds[Slot].Inverse();
		if (bSeen[Joint])
		{
			const bool bSame = Length(Binds[Joint].Place - Bind.GetTranslation()) <= 1e-5f &&
			                   std::abs(glm::dot(Binds[Joint].Rotation, Bind.GetRotation())) >= 1.0f - 1e-6f;
			if (!bSame)
			{
				Blame(Skeleton.JointNames[Joint], "the mesh binds the joint in two ways; one was expected");
			}
			return;
		}
		bSeen[Joint] = true;
		const FVector X = Bind.GetAxis(0);
		const FVector Y = Bind.GetAxis(1);
		const FVector Z = Bind.GetAxis(2);
		const bool bRigid = HasUnitScale({Length(X), Length(Y), Length(Z)}) &&
		                    std::abs(glm::dot(glm::cross(X, Y), Z) - 1.0f) <= 4.0f * ScaleTolerance;
		if (!bRigid)
		{
			Blame(Skeleton.JointNames[Joint], "the mesh's bind has a scale or a shear; without one was expected");
		}
		Binds[Joint] = {Bind.GetRotation(), Bind.GetTranslation()};
	}

	void MakeJoints(std::span<const FClip> Clips)
	{
		Data.JointCount = Skeleton.GetJointCount();
		Data.Groups = (Data.JointCount + BatchWidth - 1) / BatchWidth;
		Data.Parents = Skeleton.Parents;
		Data.MovingIndex.assign(size_t(Data.Groups), -1);
		for (int32_t Joint = 0; Joint < Data.JointCount; ++Joint)
		{
			const FJointPose& Rest = Skeleton.RestPose[size_t(Joint)];
			Data.RestPlaces.push_back(ParentTurn(Joint) * Rest.Translation);
			const auto Moves = [&](const FClip& Clip)
			{
				for (size_t At = size_t(Joint); At < Clip.Poses.size(); At += size_t(Data.JointCount))
				{
					if (Length(Clip.Poses[At].Translation - Rest.Translation) > PlaceTolerance)
					{
						return true;
					}
				}
				return false;
			};
			int16_t& Index = Data.MovingIndex[size_t(Joint / BatchWidth)];
			if (Index < 0 && std::any_of(Clips.begin(), Clips.end(), Moves))
			{
				Index = int16_t(Data.MovingGroups.size());
				Data.MovingGroups.push_back(int16_t(Joint / BatchWidth));
			}
		}
	}

	FQuat ParentTurn(int32_t Joint) const
	{
		const int16_t Parent = Skeleton.Parents[size_t(Joint)];
		return Parent < 0 ? IdentityQuat : Binds[size_t(Parent)].Rotation;
	}

	FBatchClipData MakeClip(const FClip& Clip)
	{
		FBatchClipData Out;
		Out.SampleCount = Clip.SampleCount;
		Out.Duration = Clip.Duration;
		Out.bLooping = Clip.bLooping;
		const size_t Samples = size_t(Clip.SampleCount);
		const size_t RotationStride = size_t(Data.Groups) * 4;
		const size_t PlaceStride = Data.MovingGroups.size() * 3;
		Out.Rotations.assign(Samples * RotationStride, FBatchLanes{});
		Out.Places.assign(Samples * PlaceStride, FBatchLanes{});
		for (size_t Sample = 0; Sample < Samples; ++Sample)
		{
			for (int32_t Joint = 0; Joint < Data.Groups * BatchWidth; ++Joint)
			{
				FJointPose Pose;
				if (Joint < Data.JointCount)
				{
					Pose = TurnedPose(Clip, Sample, Joint);
				}
				const size_t Group = size_t(Joint / BatchWidth);
				const size_t Lane = size_t(Joint % BatchWidth);
				FBatchLanes* const Turn = Out.Rotations.data() + Sample * RotationStride + Group * 4;
				const float Numbers[4] = {Pose.Rotation.x, Pose.Rotation.y, Pose.Rotation.z, Pose.Rotation.w};
				for (size_t Axis = 0; Axis < 4; ++Axis)
				{
					Turn[Axis].Lanes[Lane] = Numbers[Axis];
				}
				for (int32_t Axis = 0; Data.MovingIndex[Group] >= 0 && Axis < 3; ++Axis)
				{
					const size_t At = Sample * PlaceStride + size_t(Data.MovingIndex[Group]) * 3 + size_t(Axis);
					Out.Places[At].Lanes[Lane] = Pose.Translation[Axis];
				}
			}
		}
		return Out;
	}

	// A local pose in the turned axes; neighbours in time stay on one hemisphere.
	FJointPose TurnedPose(const FClip& Clip, size_t Sample, int32_t Joint)
	{
		const FJointPose& In = Clip.Poses[Sample * size_t(Data.JointCount) + size_t(Joint)];
		if (!HasUnitScale(In.Scale) || !IsFinite(In))
		{
			Blame(Skeleton.JointNames[size_t(Joint)], "the joint is scaled; scale 1 was expected");
		}
		FJointPose Out;
		Out.Translation = ParentTurn(Joint) * In.Translation;
		Out.Rotation = glm::normalize(ParentTurn(Joint) * In.Rotation * glm::conjugate(Binds[size_t(Joint)].Rotation));
		if (Sample == 0)
		{
			Previous.resize(size_t(Data.JointCount));
			Previous[size_t(Joint)] = IdentityQuat;
		}
		FQuat& Before = Previous[size_t(Joint)];
		Out.Rotation = glm::dot(Before, Out.Rotation) < 0.0f ? -Out.Rotation : Out.Rotation;
		Before = Out.Rotation;
		return Out;
	}

	void AddLeg(const FBatchLeg& Leg)
	{
		const auto Exists = [&](int32_t Joint) { return Joint >= 0 && Joint < Skeleton.GetJointCount(); };
		if (!Exists(Leg.Start) || !Exists(Leg.Mid) || !Exists(Leg.End) || Leg.Start == Leg.Mid || Leg.Mid == Leg.End ||
		    !Skeleton.IsAncestor(Leg.Start, Leg.Mid) || !Skeleton.IsAncestor(Leg.Mid, Leg.End))
		{
			Blame("legs", "a leg wants three joints, each below the one before");
			return;
		}
		if (SafeNormal(Leg.Pole) == FVector{0.0f} || !IsFinite(Leg.Pole) || !(Leg.MaxAngle >= 90.0f) ||
		    !(Leg.MaxAngle <= 180.0f) || !(Leg.SoftShare > 0.0f) || !(Leg.SoftShare <= 1.0f))
		{
			Blame("legs", "a leg wants a pole, a MaxAngle of 90 to 180 degrees and a SoftShare in (0, 1]");
			return;
		}
		FBatchLegData Out{Leg.Start, Leg.Mid, Leg.End, FVector{0.0f}, SafeNormal(Leg.Pole),
		    std::cos(Leg.MaxAngle * Pi / 180.0f), Leg.SoftShare, {}, {}};
		const std::vector<FJointMatrix> Rest = Skeleton.RestModels();
		const FVector Upper = Rest[size_t(Leg.Mid)].GetTranslation() - Rest[size_t(Leg.Start)].GetTranslation();
		const FVector Lower = Rest[size_t(Leg.End)].GetTranslation() - Rest[size_t(Leg.Mid)].GetTranslation();
		// As FTwoBoneIKJob finds it: by the bend, on the pole's side; of a straight limb by the pole.
		const FVector ByPole = glm::cross(Out.Pole, Upper + Lower);
		FVector Hinge = glm::cross(Upper, Lower);
		const bool bStraight = Length(Hinge) < 1e-3f * Length(Upper) * Length(Lower);
		Hinge = bStraight ? ByPole : glm::dot(Hinge, ByPole) < 0.0f ? -Hinge : Hinge;
		const size_t Start = size_t(Leg.Start);
		// The kernel's rotation of Start in the rest pose is Rest * conj(Bind).
		const FQuat Turned = Rest[Start].GetRotation() * glm::conjugate(Binds[Start].Rotation);
		Out.Hinge = glm::conjugate(Turned) * SafeNormal(Hinge);
		for (int32_t Joint = 0; Joint < Skeleton.GetJointCount(); ++Joint)
		{
			if (Joint != Leg.End && Skeleton.IsAncestor(Leg.End, Joint))
			{
				Out.Carried.push_back(int16_t(Joint));
			}
			else if (Joint != Leg.Start && Joint != Leg.Mid && Joint != Leg.End &&
			         Skeleton.IsAncestor(Leg.Start, Joint))
			{
				Out.Stacked.push_back(int16_t(Joint));
			}
		}
		Data.Legs.push_back(std::move(Out));
	}

	void ListSlots()
	{
		for (int32_t Joint = 0; Joint < Data.JointCount; ++Joint)
		{
			Data.bOfLeg.push_back(std::any_of(Data.Legs.begin(), Data.Legs.end(),
			    [&](const FBatchLegData& Leg) { return Leg.Start == Joint || Skeleton.IsAncestor(Leg.Start, Joint); }));
			if (Data.bOfLeg.back())
			{
				Data.LegJoints.push_back(int16_t(Joint));
			}
			Data.FirstJointSlots.push_back(int32_t(Data.JointSlots.size()));
			for (size_t Slot = 0; Slot < Data.PaletteJoints.size(); ++Slot)
			{
				if (Data.PaletteJoints[Slot] == Joint)
				{
					Data.JointSlots.push_back(int16_t(Slot));
				}
			}
		}
		Data.FirstJointSlots.push_back(int32_t(Data.JointSlots.size()));
	}

	const FSkeleton& Skeleton;
	const FSkinnedMesh* Mesh;
	std::vector<FBind> Binds;
	std::vector<FQuat> Previous;
};
} // namespace

bool FBatchRig::Build(const FSkeleton& Skeleton, std::span<const FClip> Clips, std::span<const FBatchLeg> Legs,
    const FSkinnedMesh* Mesh, FDiagnostics& Diagnostics)
{
	FBatchBuilder Builder(Skeleton, Mesh);
	Builder.Build(Clips, Legs);
	if (!Builder.Fault.empty())
	{
		Diagnostics.Error({}, Builder.Field, Builder.Fault);
		return false;
	}
	Data = std::make_shared<const FBatchRigData>(std::move(Builder.Data));
	return true;
}

int32_t FBatchRig::GetClipCount() const
{
	return Data ? int32_t(Data->Clips.size()) : 0;
}

int32_t FBatchRig::GetLegCount() const
{
	return Data ? int32_t(Data->Legs.size()) : 0;
}

int32_t FBatchRig::GetPaletteSize() const
{
	return Data ? int32_t(Data->PaletteJoints.size()) : 0;
}

FBatchScratch::FBatchScratch() : Data(std::make_unique<FBatchScratchData>()) {}
FBatchScratch::~FBatchScratch() = default;
FBatchScratch::FBatchScratch(FBatchScratch&&) noexcept = default;
FBatchScratch& FBatchScratch::operator=(FBatchScratch&&) noexcept = default;

void FBatchScratch::Prepare(const FBatchRig& Rig)
{
	if (!Rig.GetData())
	{
		return;
	}
	const FBatchRigData& Needs = *Rig.GetData();
	const size_t Joints = size_t(Needs.Groups) * BatchWidth;
	const auto Grow = [](auto& Values, size_t Count) { Values.resize(std::max(Values.size(), Count)); };
	Grow(Data->Sampled, size_t(BatchWidth) * 4);
	Grow(Data->Locals, Joints * 4);
	Grow(Data->LocalWays, Joints * 3);
	Grow(Data->Rotations, Joints * 4);
	Grow(Data->Places, Joints * 3);
	Grow(Data->Feet, Needs.Legs.size() * 5);
	Grow(Data->Spare, Needs.PaletteJoints.size() * 12);
}

bool FCharacterBatchJob::Validate() const
{
	if (!Rig || !Rig->GetData() || !Scratch || Count < 0 || LayersEach < 1 || LayersEach > MaxLayers)
	{
		return false;
	}
	const FBatchRigData& Data = *Rig->GetData();
	const FBatchScratchData& Memory = Scratch->GetData();
	const size_t Joints = size_t(Data.Groups) * BatchWidth;
	const bool bPrepared = Memory.Locals.size() >= Joints * 4 && Memory.Feet.size() >= Data.Legs.size() * 5 &&
	                       Memory.Spare.size() >= Data.PaletteJoints.size() * 12;
	const bool bOutput = OutputEach.empty()
	                         ? Output.size() >= size_t(Count) * Data.PaletteJoints.size()
	                         : OutputEach.size() >= size_t(Count) &&
	                               std::find(OutputEach.begin(), OutputEach.end(), nullptr) == OutputEach.end();
	return bPrepared && bOutput && Layers.size() >= size_t(Count) * size_t(LayersEach) &&
	       (Feet.empty() || Feet.size() >= size_t(Count) * Data.Legs.size());
}

bool FCharacterBatchJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const FBatchRigData& Data = *Rig->GetData();
	for (int32_t First = 0; First < Count; First += BatchWidth)
	{
		FBatchChunk Chunk;
		Chunk.Rig = &Data;
		Chunk.Scratch = &Scratch->GetData();
		Chunk.Layers = Layers.data() + size_t(First) * size_t(LayersEach);
		Chunk.LayersEach = LayersEach;
		Chunk.Feet = Feet.empty() ? nullptr : Feet.data() + size_t(First) * Data.Legs.size();
		Chunk.Count = std::min(Count - First, BatchWidth);
		for (int32_t Lane = 0; Lane < Chunk.Count; ++Lane)
		{
			const size_t Character = size_t(First + Lane);
			Chunk.Outputs[Lane] =
			    OutputEach.empty() ? Output.data() + Character * Data.PaletteJoints.size() : OutputEach[Character];
		}
		RunBatchChunk(Chunk);
	}
	return true;
}
} // namespace Flockwork
