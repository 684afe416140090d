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
// Two neighbouring samples of a clip, each with its share. Without values at first: a chunk has 128, and uses few.
struct FSampleSource
{
	const FBatchLanes* RotationsA;
	const FBatchLanes* RotationsB;
	const FBatchLanes* PlacesA;
	const FBatchLanes* PlacesB;
	float ShareA;
	float ShareB;
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

HWY_INLINE FTurn SampleTurn(const FSampleSource& Source, size_t At, int32_t Part)
{
	const FTurn A = LoadTurn(Source.RotationsA + At, Part);
	const FTurn B = LoadTurn(Source.RotationsB + At, Part);
	const FNum ShareA = Num(Source.ShareA);
	const FNum ShareB = Num(Source.ShareB);
	return {A.X * ShareA + B.X * ShareB, A.Y * ShareA + B.Y * ShareB, A.Z * ShareA + B.Z * ShareB,
	    A.W * ShareA + B.W * ShareB};
}

// One character and one group, lanes are joints: blended rotations, each layer on the hemisphere of the first.
HWY_INLINE void SampleRotations(const FSampleSource* Sources, int32_t Count, size_t At, FBatchLanes* Out)
{
	for (int32_t Part = 0; Part < BatchWidth; Part += Lanes)
	{
		FTurn Sum = SampleTurn(Sources[0], At, Part);
		for (int32_t Index = 1; Index < Count; ++Index)
		{
			const FTurn Turn = SampleTurn(Sources[Index], At, Part);
			const FNum Likeness = Sum.X * Turn.X + Sum.Y * Turn.Y + Sum.Z * Turn.Z + Sum.W * Turn.W;
			const V Side = hn::And(Likeness.Raw, hn::Set(FTag(), -0.0f));
			Sum = {Sum.X + FNum{hn::Xor(Turn.X.Raw, Side)}, Sum.Y + FNum{hn::Xor(Turn.Y.Raw, Side)},
			    Sum.Z + FNum{hn::Xor(Turn.Z.Raw, Side)}, Sum.W + FNum{hn::Xor(Turn.W.Raw, Side)}};
		}
		StoreTurn(Normalized(Sum), Out, Part);
	}
}

HWY_INLINE void SamplePlaces(const FSampleSource* Sources, int32_t Count, size_t At, FBatchLanes* Out)
{
	for (int32_t Part = 0; Part < BatchWidth; Part += Lanes)
	{
		FVec Sum{Num(0.0f), Num(0.0f), Num(0.0f)};
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			const FSampleSource& Source = Sources[Index];
			Sum = Sum + (LoadVec(Source.PlacesA + At, Part) * Num(Source.ShareA) +
			                LoadVec(Source.PlacesB + At, Part) * Num(Source.ShareB));
		}
		StoreVec(Sum, Out, Part);
	}
}

// Lanes that were joints become characters: In has one FBatchLanes for each character, Out one for each joint, both
// Stride apart. Of the characters the first Used, a multiple of Lanes.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void TurnOver(const FBatchLanes* In, FBatchLanes* Out, size_t Stride, int32_t Used)
{
	for (size_t Joint = 0; Joint < BatchWidth; ++Joint)
	{
		for (size_t Character = 0; Character < size_t(Used); ++Character)
		{
			Out[Joint * Stride].Lanes[Character] = In[Character * Stride].Lanes[Joint];
		}
	}
}
#else
// Four lanes each of so many places as there are blocks of four in a vector, Stride floats apart.
template <class TagType>
HWY_INLINE hn::Vec<TagType> GatherBlocks(TagType Tag, const float* From, size_t Stride)
{
	if constexpr (hn::MaxLanes(Tag) == 4)
	{
		return hn::Load(Tag, From);
	}
	else
	{
		const hn::Half<TagType> HalfTag;
		return hn::Combine(Tag, GatherBlocks(HalfTag, From + Stride * (hn::MaxLanes(Tag) / 8), Stride),
		    GatherBlocks(HalfTag, From, Stride));
	}
}

HWY_INLINE void TurnOver(const FBatchLanes* In, FBatchLanes* Out, size_t Stride, int32_t Used)
{
	const FTag Tag;
	for (int32_t Characters = 0; Characters < Used; Characters += Lanes)
	{
		for (int32_t Joints = 0; Joints < BatchWidth; Joints += 4)
		{
			V Rows[4];
			for (int32_t Row = 0; Row < 4; ++Row)
			{
				const float* const First = In[size_t(Characters + Row) * Stride].Lanes + Joints;
				Rows[Row] = GatherBlocks(Tag, First, 4 * Stride * size_t(BatchWidth));
			}
			TransposeBlocks(Rows[0], Rows[1], Rows[2], Rows[3]);
			for (int32_t Row = 0; Row < 4; ++Row)
			{
				hn::Store(Rows[Row], Tag, Out[size_t(Joints + Row) * Stride].Lanes + Characters);
			}
		}
	}
}
#endif

// A group of joints of the first Used characters, sampled and turned over into Locals and LocalWays.
HWY_INLINE void SampleGroup(const FBatchRigData& Rig, const FSampleSource (*Sources)[FCharacterBatchJob::MaxLayers],
    const int32_t* Counts, int32_t Used, size_t Group, FBatchScratchData& Scratch)
{
	FBatchLanes* const Buffer = Scratch.Sampled.data();
	for (int32_t Lane = 0; Lane < Used; ++Lane)
	{
		SampleRotations(Sources[Lane], Counts[Lane], Group * 4, Buffer + size_t(Lane) * 4);
	}
	for (size_t Axis = 0; Axis < 4; ++Axis)
	{
		TurnOver(Buffer + Axis, Scratch.Locals.data() + Group * BatchWidth * 4 + Axis, 4, Used);
	}
	if (Rig.MovingIndex[Group] < 0)
	{
		return;
	}
	for (int32_t Lane = 0; Lane < Used; ++Lane)
	{
		SamplePlaces(Sources[Lane], Counts[Lane], size_t(Rig.MovingIndex[Group]) * 3, Buffer + size_t(Lane) * 3);
	}
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		TurnOver(Buffer + Axis, Scratch.LocalWays.data() + Group * BatchWidth * 3 + Axis, 3, Used);
	}
}

struct FStacked
{
	FTurn Rotation;
	FVec Place;
};

// A joint onto its parent, in model space.
HWY_INLINE FStacked StackJoint(const FBatchRigData& Rig, FBatchScratchData& Scratch, int32_t Joint, int32_t Part)
{
	FBatchLanes* const Rotations = Scratch.Rotations.data();
	FBatchLanes* const Places = Scratch.Places.data();
	FStacked Out;
	Out.Rotation = LoadTurn(Scratch.Locals.data() + 4 * Joint, Part);
	Out.Place = Rig.MovingIndex[size_t(Joint / BatchWidth)] >= 0 ? LoadVec(Scratch.LocalWays.data() + 3 * Joint, Part)
	                                                             : Vec(Rig.RestPlaces[size_t(Joint)]);
	const int32_t Parent = Rig.Parents[size_t(Joint)];
	if (Parent >= 0)
	{
		const FTurn Above = LoadTurn(Rotations + 4 * Parent, Part);
		Out.Rotation = Above * Out.Rotation;
		Out.Place = LoadVec(Places + 3 * Parent, Part) + Rotate(Above, Out.Place);
	}
	StoreTurn(Out.Rotation, Rotations + 4 * Joint, Part);
	StoreVec(Out.Place, Places + 3 * Joint, Part);
	return Out;
}

HWY_INLINE void ReachWithLeg(const FBatchRigData& Rig, const FBatchLegData& Leg, const FBatchLanes* Feet,
    FBatchScratchData& Scratch, int32_t Part)
{
	const FNum Weight = Load(Feet[4], Part);
	if (hn::AllFalse(FTag(), Weight > Num(0.0f)))
	{
		return;
	}
	FBatchLanes* const Places = Scratch.Places.data();
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

// The matrices of so many characters as there are lanes, each to its own palette; numbers by row, then column.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void StoreMatrices(const FNum* Numbers, float* const* To, size_t Offset)
{
	for (size_t Number = 0; Number < 12; ++Number)
	{
		hn::StoreU(Numbers[Number].Raw, FTag(), To[0] + Offset + Number);
	}
}
#else
// Each block of four lanes is a row of every fourth character's matrix. The first two rows lie side by side: where
// vectors are wide enough they go in one store, and stores are what this waits for.
template <class TagType>
HWY_INLINE void ScatterRows(TagType Tag, hn::Vec<TagType> First, hn::Vec<TagType> Second, hn::Vec<TagType> Third,
    float* const* To, size_t Offset)
{
	constexpr size_t Wide = hn::MaxLanes(TagType());
	if constexpr (Wide == 4)
	{
		hn::StoreU(First, Tag, To[0] + Offset);
		hn::StoreU(Second, Tag, To[0] + Offset + 4);
		hn::StoreU(Third, Tag, To[0] + Offset + 8);
	}
	else
	{
		const hn::Half<TagType> Half;
		if constexpr (Wide == 8)
		{
			hn::StoreU(hn::ConcatLowerLower(Tag, Second, First), Tag, To[0] + Offset);
			hn::StoreU(hn::ConcatUpperUpper(Tag, Second, First), Tag, To[4] + Offset);
			hn::StoreU(hn::LowerHalf(Half, Third), Half, To[0] + Offset + 8);
			hn::StoreU(hn::UpperHalf(Half, Third), Half, To[4] + Offset + 8);
		}
		else
		{
			ScatterRows(
			    Half, hn::LowerHalf(Half, First), hn::LowerHalf(Half, Second), hn::LowerHalf(Half, Third), To, Offset);
			ScatterRows(Half, hn::UpperHalf(Half, First), hn::UpperHalf(Half, Second), hn::UpperHalf(Half, Third),
			    To + Wide / 2, Offset);
		}
	}
}

HWY_INLINE void StoreMatrices(const FNum* Numbers, float* const* To, size_t Offset)
{
	V Rows[3][4];
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 4; ++Column)
		{
			Rows[Row][Column] = Numbers[Row * 4 + Column].Raw;
		}
		TransposeBlocks(Rows[Row][0], Rows[Row][1], Rows[Row][2], Rows[Row][3]);
	}
	for (size_t Index = 0; Index < 4; ++Index)
	{
		ScatterRows(FTag(), Rows[0][Index], Rows[1][Index], Rows[2][Index], To + Index, Offset);
	}
}
#endif

// The joint's matrices, wherever the palette has it.
HWY_INLINE void WritePalettes(const FBatchRigData& Rig, int32_t Joint, const FStacked& Stacked, float* const* To)
{
	const int32_t First = Rig.FirstJointSlots[size_t(Joint)];
	const int32_t End = Rig.FirstJointSlots[size_t(Joint) + 1];
	if (First == End)
	{
		return;
	}
	const FNum One = Num(1.0f);
	const FTurn& Q = Stacked.Rotation;
	const FVec& Place = Stacked.Place;
	const FVec Bind = Vec(Rig.BindPlaces[size_t(Rig.JointSlots[size_t(First)])]);
	const FNum X2 = Q.X + Q.X, Y2 = Q.Y + Q.Y, Z2 = Q.Z + Q.Z;
	const FNum XX = Q.X * X2, YY = Q.Y * Y2, ZZ = Q.Z * Z2;
	const FNum XY = Q.X * Y2, XZ = Q.X * Z2, YZ = Q.Y * Z2;
	const FNum WX = Q.W * X2, WY = Q.W * Y2, WZ = Q.W * Z2;
	const FVec Rows[3] = {
	    {One - YY - ZZ, XY - WZ, XZ + WY}, {XY + WZ, One - XX - ZZ, YZ - WX}, {XZ - WY, YZ + WX, One - XX - YY}};
	const FNum Numbers[12] = {Rows[0].X, Rows[0].Y, Rows[0].Z, Place.X - Dot(Rows[0], Bind), Rows[1].X, Rows[1].Y,
	    Rows[1].Z, Place.Y - Dot(Rows[1], Bind), Rows[2].X, Rows[2].Y, Rows[2].Z, Place.Z - Dot(Rows[2], Bind)};
	for (int32_t Index = First; Index < End; ++Index)
	{
		StoreMatrices(Numbers, To, size_t(Rig.JointSlots[size_t(Index)]) * 12);
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
	const int32_t Used = (Chunk.Count + Lanes - 1) / Lanes * Lanes;
	float* Palettes[BatchWidth];
	FSampleSource Sources[BatchWidth][FCharacterBatchJob::MaxLayers];
	int32_t Counts[BatchWidth];
	for (int32_t Lane = 0; Lane < Used; ++Lane)
	{
		const bool bOwn = Lane < Chunk.Count; // the others repeat the last one
		const FBatchLayer* const Layers =
		    Chunk.Layers + size_t(std::min(Lane, Chunk.Count - 1)) * size_t(Chunk.LayersEach);
		Counts[Lane] = GatherSources(Rig, Layers, Chunk.LayersEach, Sources[Lane]);
		Palettes[Lane] = bOwn ? &Chunk.Outputs[Lane]->Rows[0][0] : Scratch.Spare.data();
	}
	if (Chunk.Feet)
	{
		LoadFeet(Chunk);
	}
	// Group by group, so that what is sampled is still at hand when it is stacked up.
	for (int32_t Group = 0; Group < Rig.Groups; ++Group)
	{
		SampleGroup(Rig, Sources, Counts, Used, size_t(Group), Scratch);
		const int32_t End = std::min((Group + 1) * BatchWidth, Rig.JointCount);
		for (int32_t Part = 0; Part < Used; Part += Lanes)
		{
			for (int32_t Joint = Group * BatchWidth; Joint < End; ++Joint)
			{
				const FStacked Stacked = StackJoint(Rig, Scratch, Joint, Part);
				if (!Chunk.Feet || !Rig.bOfLeg[size_t(Joint)])
				{
					WritePalettes(Rig, Joint, Stacked, Palettes + Part);
				}
			}
		}
	}
	for (int32_t Part = 0; Chunk.Feet && Part < Used; Part += Lanes)
	{
		for (size_t Leg = 0; Leg < Rig.Legs.size(); ++Leg)
		{
			ReachWithLeg(Rig, Rig.Legs[Leg], Scratch.Feet.data() + Leg * 5, Scratch, Part);
		}
		for (const int16_t Joint : Rig.LegJoints)
		{
			const FStacked Stacked{
			    LoadTurn(Scratch.Rotations.data() + 4 * Joint, Part), LoadVec(Scratch.Places.data() + 3 * Joint, Part)};
			WritePalettes(Rig, Joint, Stacked, Palettes + Part);
		}
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
