// Numbers, vectors and rotations of as many characters as there are lanes. Included once for each instruction set, see
// BatchKernel.cpp. Only operations with exactly one right result: no fused multiply-add, no estimates, so every width
// gives the same bits.
#if defined(FLOCKWORK_BATCH_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_BATCH_VECTORS_INL
#undef FLOCKWORK_BATCH_VECTORS_INL
#else
#define FLOCKWORK_BATCH_VECTORS_INL
#endif

#include "BatchData.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;
using FTag = hn::CappedTag<float, BatchWidth>;
using V = hn::Vec<FTag>;
using FMask = hn::Mask<FTag>;
inline constexpr int32_t Lanes = int32_t(hn::MaxLanes(FTag()));
static_assert(Lanes == 1 || Lanes == 4 || Lanes == 8 || Lanes == 16);

struct FNum
{
	V Raw;
};
HWY_INLINE FNum Num(float Value)
{
	return {hn::Set(FTag(), Value)};
}
HWY_INLINE FNum Load(const FBatchLanes& In, int32_t Part)
{
	return {hn::Load(FTag(), In.Lanes + Part)};
}
HWY_INLINE void Store(FNum Value, FBatchLanes& In, int32_t Part)
{
	hn::Store(Value.Raw, FTag(), In.Lanes + Part);
}
HWY_INLINE FNum operator+(FNum A, FNum B)
{
	return {hn::Add(A.Raw, B.Raw)};
}
HWY_INLINE FNum operator-(FNum A, FNum B)
{
	return {hn::Sub(A.Raw, B.Raw)};
}
HWY_INLINE FNum operator*(FNum A, FNum B)
{
	return {hn::Mul(A.Raw, B.Raw)};
}
HWY_INLINE FNum operator/(FNum A, FNum B)
{
	return {hn::Div(A.Raw, B.Raw)};
}
HWY_INLINE FMask operator>(FNum A, FNum B)
{
	return hn::Gt(A.Raw, B.Raw);
}
HWY_INLINE FNum Max(FNum A, FNum B)
{
	return {hn::IfThenElse(hn::Gt(A.Raw, B.Raw), A.Raw, B.Raw)};
}
HWY_INLINE FNum Min(FNum A, FNum B)
{
	return {hn::IfThenElse(hn::Lt(A.Raw, B.Raw), A.Raw, B.Raw)};
}
HWY_INLINE FNum Root(FNum A)
{
	return {hn::Sqrt(A.Raw)};
}
HWY_INLINE FNum Abs(FNum A)
{
	return {hn::Abs(A.Raw)};
}
HWY_INLINE FNum Select(FMask Mask, FNum Yes, FNum No)
{
	return {hn::IfThenElse(Mask, Yes.Raw, No.Raw)};
}

struct FVec
{
	FNum X, Y, Z;
};
HWY_INLINE FVec Vec(const FVector& Value)
{
	return {Num(Value.x), Num(Value.y), Num(Value.z)};
}
HWY_INLINE FVec LoadVec(const FBatchLanes* From, int32_t Part)
{
	return {Load(From[0], Part), Load(From[1], Part), Load(From[2], Part)};
}
HWY_INLINE void StoreVec(const FVec& Value, FBatchLanes* To, int32_t Part)
{
	Store(Value.X, To[0], Part);
	Store(Value.Y, To[1], Part);
	Store(Value.Z, To[2], Part);
}
HWY_INLINE FVec operator+(const FVec& A, const FVec& B)
{
	return {A.X + B.X, A.Y + B.Y, A.Z + B.Z};
}
HWY_INLINE FVec operator-(const FVec& A, const FVec& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}
HWY_INLINE FVec operator*(const FVec& A, FNum Factor)
{
	return {A.X * Factor, A.Y * Factor, A.Z * Factor};
}
HWY_INLINE FNum Dot(const FVec& A, const FVec& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z;
}
HWY_INLINE FVec Cross(const FVec& A, const FVec& B)
{
	return {A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
}
HWY_INLINE FVec Select(FMask Mask, const FVec& Yes, const FVec& No)
{
	return {Select(Mask, Yes.X, No.X), Select(Mask, Yes.Y, No.Y), Select(Mask, Yes.Z, No.Z)};
}
HWY_INLINE FNum Length(const FVec& A)
{
	return Root(Dot(A, A));
}
// Fallback where A has no direction.
HWY_INLINE FVec Normal(const FVec& A, const FVec& Fallback)
{
	const FNum Size = Length(A);
	return Select(Size > Num(1e-9f), A * (Num(1.0f) / Max(Size, Num(1e-9f))), Fallback);
}

struct FTurn
{
	FNum X, Y, Z, W;
};
HWY_INLINE FTurn LoadTurn(const FBatchLanes* From, int32_t Part)
{
	return {Load(From[0], Part), Load(From[1], Part), Load(From[2], Part), Load(From[3], Part)};
}
HWY_INLINE void StoreTurn(const FTurn& Value, FBatchLanes* To, int32_t Part)
{
	Store(Value.X, To[0], Part);
	Store(Value.Y, To[1], Part);
	Store(Value.Z, To[2], Part);
	Store(Value.W, To[3], Part);
}
HWY_INLINE FTurn operator*(const FTurn& A, const FTurn& B)
{
	return {A.W * B.X + A.X * B.W + A.Y * B.Z - A.Z * B.Y, A.W * B.Y - A.X * B.Z + A.Y * B.W + A.Z * B.X,
	    A.W * B.Z + A.X * B.Y - A.Y * B.X + A.Z * B.W, A.W * B.W - A.X * B.X - A.Y * B.Y - A.Z * B.Z};
}
HWY_INLINE FVec Rotate(const FTurn& Turn, const FVec& A)
{
	const FVec Axis{Turn.X, Turn.Y, Turn.Z};
	const FVec Half = Cross(Axis, A);
	const FVec Twice = Half + Half;
	return A + Twice * Turn.W + Cross(Axis, Twice);
}
HWY_INLINE FTurn Select(FMask Mask, const FTurn& Yes, const FTurn& No)
{
	return {Select(Mask, Yes.X, No.X), Select(Mask, Yes.Y, No.Y), Select(Mask, Yes.Z, No.Z), Select(Mask, Yes.W, No.W)};
}
HWY_INLINE FTurn Normalized(const FTurn& A)
{
	const FNum Factor = Num(1.0f) / Root(A.X * A.X + A.Y * A.Y + A.Z * A.Z + A.W * A.W);
	return {A.X * Factor, A.Y * Factor, A.Z * Factor, A.W * Factor};
}

#if HWY_TARGET != HWY_SCALAR
// Four vectors whose blocks of four lanes are rows of a 4 x 4 matrix each: rows become columns, block by block.
HWY_INLINE void TransposeBlocks(V& A, V& B, V& C, V& D)
{
	const FTag Tag;
	const V AC0 = hn::InterleaveLower(Tag, A, C);
	const V AC1 = hn::InterleaveUpper(Tag, A, C);
	const V BD0 = hn::InterleaveLower(Tag, B, D);
	const V BD1 = hn::InterleaveUpper(Tag, B, D);
	A = hn::InterleaveLower(Tag, AC0, BD0);
	B = hn::InterleaveUpper(Tag, AC0, BD0);
	C = hn::InterleaveLower(Tag, AC1, BD1);
	D = hn::InterleaveUpper(Tag, AC1, BD1);
}
#endif
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
