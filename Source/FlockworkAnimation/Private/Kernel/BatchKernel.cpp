#include "Kernel/BatchKernel.h"

#include "FlockworkAnimation/PoseJobs.h"

#include <algorithm>
#include <cmath>

// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "Kernel/BatchTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Kernel/BatchKernel.cpp"
#include <hwy/foreach_target.h>
// These must come after it.
#include "Kernel/BatchLegs-inl.h"
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
// Two neighbouring samples of a clip, each with its share.
struct FSampleSource
{
	const FEight* RotationsA = nullptr;
	const FEight* RotationsB = nullptr;
	const FEight* PlacesA = nullptr;
	const FEight* PlacesB = nullptr;
	float ShareA = 0.0f;
	float ShareB = 0.0f;
};

HWY_INLINE FSampleSource SourceOf(const FBatchRigData& Rig, const FBatchClipData& Clip, float Seconds, float Weight)
{
	FClipPlace Place;
	if (Clip.SampleCount > 1 && std::isfinite(Seconds)) // FindClipPlace, to the bit
	{
		float Share = Seconds / Clip.Duration;
		Share = Clip.bLooping ? Share - std::floor(Share) : std::clamp(Share, 0.0f, 1.0f);
		const float At = Share * float(Clip.SampleCount - 1);
		Place.Sample = std::min(int32_t(At), Clip.SampleCount - 2);
		Place.Alpha = At - float(Place.Sample);
	}
	const size_t RotationStride = size_t(Rig.Groups) * 4;
	const size_t PlaceStride = Rig.MovingGroups.size() * 3;
	const size_t Next = Clip.SampleCount > 1 ? 1 : 0;
	FSampleSource Source;
	Source.RotationsA = Clip.Rotations.data() + size_t(Place.Sample) * RotationStride;
	Source.RotationsB = Source.RotationsA + Next * RotationStride;
	Source.PlacesA = Clip.Places.data() + size_t(Place.Sample) * PlaceStride;
	Source.PlacesB = Source.PlacesA + Next * PlaceStride;
	Source.ShareA = Weight * (1.0f - Place.Alpha);
	Source.ShareB = Weight * Place.Alpha;
	return Source;
}

// The layers that count, with weights brought to the sum 1; the rest pose when there are none.
HWY_INLINE int32_t GatherSources(const FBatchRigData& Rig, const FBatchLayer* Layers, int32_t Count, FSampleSource* Out)
{
	const auto Counts = [&](const FBatchLayer& Layer)
	{ return Layer.Weight > 0.0f && Layer.Weight < 1e30f && Layer.Clip >= 0 && size_t(Layer.Clip) < Rig.Clips.size(); };
	float Total = 0.0f;
	for (int32_t Layer = 0; Layer < Count; ++Layer)
	{
		Total += Counts(Layers[Layer]) ? Layers[Layer].Weight : 0.0f;
	}
	int32_t Number = 0;
	for (int32_t Layer = 0; Layer < Count; ++Layer)
	{
		if (Counts(Layers[Layer]))
		{
			const FBatchLayer& Each = Layers[Layer];
			Out[Number++] = SourceOf(Rig, Rig.Clips[size_t(Each.Clip)], Each.Seconds, Each.Weight / Total);
		}
	}
	if (Number == 0)
	{
		Out[Number++] = SourceOf(Rig, Rig.Rest, 0.0f, 1.0f);
	}
	return Number;
}

// One character, lanes are joints: blended rotations, each layer on the hemisphere of the first, and places.
HWY_INLINE void SampleCharacter(const FBatchRigData& Rig, const FSampleSource* Sources, int32_t Count, FEight* Out)
{
	for (int32_t Group = 0; Group < Rig.Groups; ++Group)
	{
		for (int32_t Part = 0; Part < BatchWidth; Part += Lanes)
		{
			const size_t At = size_t(Group) * 4;
			FTurn Sum{};
			for (int32_t Index = 0; Index < Count; ++Index)
			{
				const FSampleSource& Source = Sources[Index];
				const FTurn A = LoadTurn(Source.RotationsA + At, Part);
				const FTurn B = LoadTurn(Source.RotationsB + At, Part);
				const FNum ShareA = Num(Source.ShareA);
				const FNum ShareB = Num(Source.ShareB);
				FTurn Turn{A.X * ShareA + B.X * ShareB, A.Y * ShareA + B.Y * ShareB, A.Z * ShareA + B.Z * ShareB,
				    A.W * ShareA + B.W * ShareB};
				if (Index == 0)
				{
					Sum = Turn;
					continue;
				}
				const FNum Likeness = Sum.X * Turn.X + Sum.Y * Turn.Y + Sum.Z * Turn.Z + Sum.W * Turn.W;
				const V Side = hn::And(Likeness.Raw, hn::Set(FTag(), -0.0f));
				Sum = {Sum.X + FNum{hn::Xor(Turn.X.Raw, Side)}, Sum.Y + FNum{hn::Xor(Turn.Y.Raw, Side)},
				    Sum.Z + FNum{hn::Xor(Turn.Z.Raw, Side)}, Sum.W + FNum{hn::Xor(Turn.W.Raw, Side)}};
			}
			StoreTurn(Normalized(Sum), Out + At, Part);
		}
	}
	FEight* const PlacesOut = Out + size_t(Rig.Groups) * 4;
	for (size_t At = 0; At < Rig.MovingGroups.size() * 3; ++At)
	{
		for (int32_t Part = 0; Part < BatchWidth; Part += Lanes)
		{
			FNum Sum = Num(0.0f);
			for (int32_t Index = 0; Index < Count; ++Index)
			{
				const FSampleSource& Source = Sources[Index];
				Sum = Sum + (Load(Source.PlacesA[At], Part) * Num(Source.ShareA) +
				                Load(Source.PlacesB[At], Part) * Num(Source.ShareB));
			}
			Store(Sum, PlacesOut[At], Part);
		}
	}
}

// Lanes that were joints become characters: In has one eight for each character, Stride apart; Out one for each joint.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void TurnOver(const FEight* In, size_t Stride, FEight* Out, size_t OutStride)
{
	for (size_t Joint = 0; Joint < BatchWidth; ++Joint)
	{
		for (size_t Character = 0; Character < BatchWidth; ++Character)
		{
			Out[Joint * OutStride].Lanes[Character] = In[Character * Stride].Lanes[Joint];
		}
	}
}
#else
HWY_INLINE void TurnOver(const FEight* In, size_t Stride, FEight* Out, size_t OutStride)
{
	const FTag Tag;
	for (int32_t Joints = 0; Joints < BatchWidth; Joints += Lanes)
	{
		for (int32_t Characters = 0; Characters < BatchWidth; Characters += Lanes)
		{
			V Rows[Lanes];
			for (int32_t Row = 0; Row < Lanes; ++Row)
			{
				Rows[Row] = hn::Load(Tag, In[size_t(Characters + Row) * Stride].Lanes + Joints);
			}
			TransposeBlocks(Rows[0], Rows[1], Rows[2], Rows[3]);
			if constexpr (Lanes == 8)
			{
				TransposeBlocks(Rows[4], Rows[5], Rows[6], Rows[7]);
				for (int32_t Row = 0; Row < 4; ++Row)
				{
					const V Low = Rows[Row];
					Rows[Row] = hn::ConcatLowerLower(Tag, Rows[Row + 4], Low);
					Rows[Row + 4] = hn::ConcatUpperUpper(Tag, Rows[Row + 4], Low);
				}
			}
			for (int32_t Row = 0; Row < Lanes; ++Row)
			{
				hn::Store(Rows[Row], Tag, Out[size_t(Joints + Row) * OutStride].Lanes + Characters);
			}
		}
	}
}
#endif

void TurnOverAll(const FBatchRigData& Rig, FBatchScratchData& Scratch)
{
	const size_t Stride = size_t(Rig.Groups) * 4 + Rig.MovingGroups.size() * 3;
	const FEight* const Sampled = Scratch.Sampled.data();
	for (size_t Group = 0; Group < size_t(Rig.Groups); ++Group)
	{
		for (size_t Axis = 0; Axis < 4; ++Axis)
		{
			TurnOver(Sampled + Group * 4 + Axis, Stride, Scratch.Locals.data() + Group * 32 + Axis, 4);
		}
	}
	for (size_t Index = 0; Index < Rig.MovingGroups.size(); ++Index)
	{
		const FEight* const From = Sampled + size_t(Rig.Groups) * 4 + Index * 3;
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			TurnOver(From + Axis, Stride, Scratch.LocalWays.data() + size_t(Rig.MovingGroups[Index]) * 24 + Axis, 3);
		}
	}
}

// A joint onto its parent, in model space.
HWY_INLINE void StackJoint(const FBatchRigData& Rig, FBatchScratchData& Scratch, int32_t Joint, int32_t Part)
{
	FEight* const Rotations = Scratch.Rotations.data();
	FEight* const Places = Scratch.Places.data();
	const FTurn Local = LoadTurn(Scratch.Locals.data() + 4 * Joint, Part);
	const FVec Way = Rig.MovingIndex[size_t(Joint / BatchWidth)] >= 0
	                     ? LoadVec(Scratch.LocalWays.data() + 3 * Joint, Part)
	                     : Vec(Rig.RestPlaces[size_t(Joint)]);
	const int32_t Parent = Rig.Parents[size_t(Joint)];
	if (Parent < 0)
	{
		StoreTurn(Local, Rotations + 4 * Joint, Part);
		StoreVec(Way, Places + 3 * Joint, Part);
		return;
	}
	const FTurn Above = LoadTurn(Rotations + 4 * Parent, Part);
	StoreTurn(Above * Local, Rotations + 4 * Joint, Part);
	StoreVec(LoadVec(Places + 3 * Parent, Part) + Rotate(Above, Way), Places + 3 * Joint, Part);
}

HWY_INLINE void ReachWithLeg(
    const FBatchRigData& Rig, const FBatchLegData& Leg, const FEight* Feet, FBatchScratchData& Scratch, int32_t Part)
{
	const FNum Weight = Load(Feet[4], Part);
	if (hn::AllFalse(FTag(), Weight > Num(0.0f)))
	{
		return;
	}
	FEight* const Places = Scratch.Places.data();
	const FVec Target = LoadVec(Feet, Part) + LoadVec(Places + 3 * Leg.End, Part) * Load(Feet[3], Part);
	const FVec Moved = BendLeg(Leg, Scratch, Target, Weight, Part);
	for (const int16_t Joint : Leg.Stacked)
	{
		StackJoint(Rig, Scratch, Joint, Part);
	}
	for (const int16_t Joint : Leg.Carried)
	{
		StoreVec(LoadVec(Places + 3 * Joint, Part) + Moved, Places + 3 * Joint, Part);
	}
}

// A row of the matrices of so many characters as there are lanes, each to its own palette.
HWY_INLINE void StoreRow(FNum A, FNum B, FNum C, FNum D, float* const* To, size_t Offset)
{
#if HWY_TARGET == HWY_SCALAR
	hn::StoreU(A.Raw, FTag(), To[0] + Offset);
	hn::StoreU(B.Raw, FTag(), To[0] + Offset + 1);
	hn::StoreU(C.Raw, FTag(), To[0] + Offset + 2);
	hn::StoreU(D.Raw, FTag(), To[0] + Offset + 3);
#else
	V Columns[4] = {A.Raw, B.Raw, C.Raw, D.Raw};
	TransposeBlocks(Columns[0], Columns[1], Columns[2], Columns[3]);
	for (size_t Index = 0; Index < 4; ++Index)
	{
		if constexpr (Lanes == 8)
		{
			const hn::Half<FTag> HalfTag;
			hn::StoreU(hn::LowerHalf(HalfTag, Columns[Index]), HalfTag, To[Index] + Offset);
			hn::StoreU(hn::UpperHalf(HalfTag, Columns[Index]), HalfTag, To[Index + 4] + Offset);
		}
		else
		{
			hn::StoreU(Columns[Index], FTag(), To[Index] + Offset);
		}
	}
#endif
}

HWY_INLINE void StorePalettes(
    const FBatchRigData& Rig, const FBatchScratchData& Scratch, float* const* To, int32_t Part)
{
	const FNum One = Num(1.0f);
	for (size_t Slot = 0; Slot < Rig.PaletteJoints.size(); ++Slot)
	{
		const size_t Joint = size_t(Rig.PaletteJoints[Slot]);
		const FTurn Q = LoadTurn(Scratch.Rotations.data() + 4 * Joint, Part);
		const FVec Place = LoadVec(Scratch.Places.data() + 3 * Joint, Part);
		const FVec Bind = Vec(Rig.BindPlaces[Slot]);
		const FNum X2 = Q.X + Q.X, Y2 = Q.Y + Q.Y, Z2 = Q.Z + Q.Z;
		const FNum XX = Q.X * X2, YY = Q.Y * Y2, ZZ = Q.Z * Z2;
		const FNum XY = Q.X * Y2, XZ = Q.X * Z2, YZ = Q.Y * Z2;
		const FNum WX = Q.W * X2, WY = Q.W * Y2, WZ = Q.W * Z2;
		const FVec Rows[3] = {
		    {One - YY - ZZ, XY - WZ, XZ + WY}, {XY + WZ, One - XX - ZZ, YZ - WX}, {XZ - WY, YZ + WX, One - XX - YY}};
		StoreRow(Rows[0].X, Rows[0].Y, Rows[0].Z, Place.X - Dot(Rows[0], Bind), To, Slot * 12);
		StoreRow(Rows[1].X, Rows[1].Y, Rows[1].Z, Place.Y - Dot(Rows[1], Bind), To, Slot * 12 + 4);
		StoreRow(Rows[2].X, Rows[2].Y, Rows[2].Z, Place.Z - Dot(Rows[2], Bind), To, Slot * 12 + 8);
	}
}

void LoadFeet(const FBatchChunk& Chunk)
{
	const size_t Legs = Chunk.Rig->Legs.size();
	for (int32_t Lane = 0; Lane < BatchWidth; ++Lane)
	{
		for (size_t Leg = 0; Leg < Legs; ++Leg)
		{
			FBatchFoot Foot = Lane < Chunk.Count ? Chunk.Feet[size_t(Lane) * Legs + Leg] : FBatchFoot{};
			if (!IsFinite(Foot.Place) || !std::isfinite(Foot.Follow) || !(Foot.Weight >= 0.0f))
			{
				Foot = {};
			}
			const float Numbers[5] = {
			    Foot.Place.x, Foot.Place.y, Foot.Place.z, Foot.Follow, std::min(Foot.Weight, 1.0f)};
			for (size_t Index = 0; Index < 5; ++Index)
			{
				Chunk.Scratch->Feet[Leg * 5 + Index].Lanes[Lane] = Numbers[Index];
			}
		}
	}
}

void RunChunkOfTarget(const FBatchChunk& Chunk)
{
	const FBatchRigData& Rig = *Chunk.Rig;
	FBatchScratchData& Scratch = *Chunk.Scratch;
	const size_t Stride = size_t(Rig.Groups) * 4 + Rig.MovingGroups.size() * 3;
	float* Palettes[BatchWidth];
	for (int32_t Lane = 0; Lane < BatchWidth; ++Lane)
	{
		const bool bUsed = Lane < Chunk.Count; // the others repeat the last one
		const FBatchLayer* const Layers =
		    Chunk.Layers + size_t(std::min(Lane, Chunk.Count - 1)) * size_t(Chunk.LayersEach);
		FSampleSource Sources[FCharacterBatchJob::MaxLayers];
		const int32_t Count = GatherSources(Rig, Layers, Chunk.LayersEach, Sources);
		SampleCharacter(Rig, Sources, Count, Scratch.Sampled.data() + size_t(Lane) * Stride);
		Palettes[Lane] = bUsed ? &Chunk.Outputs[Lane]->Rows[0][0] : Scratch.Spare.data();
	}
	TurnOverAll(Rig, Scratch);
	if (Chunk.Feet)
	{
		LoadFeet(Chunk);
	}
	for (int32_t Part = 0; Part < BatchWidth; Part += Lanes)
	{
		for (int32_t Joint = 0; Joint < Rig.JointCount; ++Joint)
		{
			StackJoint(Rig, Scratch, Joint, Part);
		}
		for (size_t Leg = 0; Chunk.Feet && Leg < Rig.Legs.size(); ++Leg)
		{
			ReachWithLeg(Rig, Rig.Legs[Leg], Scratch.Feet.data() + Leg * 5, Scratch, Part);
		}
		StorePalettes(Rig, Scratch, Palettes + Part, Part);
	}
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
static_assert(sizeof(FJointMatrix) == 12 * sizeof(float));

HWY_EXPORT(RunChunkOfTarget);

void RunBatchChunk(const FBatchChunk& Chunk)
{
	HWY_DYNAMIC_DISPATCH(RunChunkOfTarget)(Chunk);
}

std::vector<int64_t> GetBatchTargets()
{
	return hwy::SupportedAndGeneratedTargets();
}

void ForceBatchTarget(int64_t Bit)
{
	hwy::SetSupportedTargetsForTest(Bit);
	hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}
} // namespace Flockwork
#endif
