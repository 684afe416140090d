#pragma once
#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <LinearMath/btAabbUtil2.h>
#include <cstdint>

namespace Flockwork
{
enum class EProxyKind : uint8_t
{
	Fixed,     // static bodies: in the tree
	Kinematic, // moved from outside
	Steered,   // dynamic, rotation locked
	Free,      // dynamic
	Foreign    // whatever else is a collision object
};

// What FGridBroadphase keeps of a body, two cache lines: its box, and for one that moves the neighbourhood in which the
// static bodies around it are known.
struct alignas(64) FGridProxy : btBroadphaseProxy
{
	static constexpr int32_t MaxNear = 3;
	static constexpr uint8_t NearUnknown = 0xff; // too many: the tree is asked in every step

	EProxyKind Kind = EProxyKind::Foreign;
	bool bTrigger = false;
	bool bSimple = false; // this, the next two and Slot are FFastWorld's
	bool bGravity = false;
	uint8_t StepFlags = 0;
	uint8_t NearCount = 0;
	int16_t FilterClass = -1;
	uint32_t Slot = 0;         // of the body in its pool
	uint32_t NearRevision = 0; // of the static bodies when Near was found; 0: never
	// While the box lies within NearMin .. NearMax, it can meet no static body but those in Near.
	float NearMin[3] = {};
	float NearMax[3] = {};
	union
	{
		FGridProxy* Near[MaxNear] = {};
		btDbvtNode* Leaf; // Fixed
	};
	int32_t PairCount = 0;
	int32_t TreeLeaf = -1; // FMoverTree's

	bool IsMover() const { return Kind != EProxyKind::Fixed; }
	// Meets many as a matter of course, and few of its like are about.
	bool IsSpecial() const { return bTrigger || Kind == EProxyKind::Kinematic; }
};

static_assert(sizeof(FGridProxy) == 128);

inline bool BoxesMeet(const btBroadphaseProxy& A, const btBroadphaseProxy& B)
{
	return TestAabbAgainstAabb2(A.m_aabbMin, A.m_aabbMax, B.m_aabbMin, B.m_aabbMax);
}

// What decides whether two may pair: FPairFilter's rule without looking at the bodies.
struct FFilterTraits
{
	int Group = 0;
	int Mask = 0;
	EProxyKind Kind = EProxyKind::Foreign;
	bool bTrigger = false;

	explicit FFilterTraits(const FGridProxy& Proxy)
	    : Group(Proxy.m_collisionFilterGroup), Mask(Proxy.m_collisionFilterMask), Kind(Proxy.Kind),
	      bTrigger(Proxy.bTrigger)
	{
	}
	bool IsDynamic() const { return Kind >= EProxyKind::Steered; }
	friend bool operator==(const FFilterTraits&, const FFilterTraits&) = default;
};

inline bool MayPair(const FFilterTraits& A, const FFilterTraits& B)
{
	if ((A.Group & B.Mask) == 0 || (B.Group & A.Mask) == 0)
	{
		return false;
	}
	return A.IsDynamic() || B.IsDynamic() ||
	       ((A.bTrigger || B.bTrigger) && (A.Kind == EProxyKind::Kinematic || B.Kind == EProxyKind::Kinematic));
}
inline bool MayPair(const FGridProxy& A, const FGridProxy& B)
{
	return MayPair(FFilterTraits(A), FFilterTraits(B));
}

// Two proxies whose boxes meet. The owner is the one that moves, of two movers the one made earlier.
struct FFoundPair
{
	uint64_t Key = 0; // sorts by owner, then static before moving, then by the other
	FGridProxy* Owner = nullptr;
	FGridProxy* Other = nullptr;

	static FFoundPair Make(FGridProxy& A, FGridProxy& B)
	{
		const bool bAOwns = A.IsMover() && (!B.IsMover() || A.m_uniqueId < B.m_uniqueId);
		FGridProxy& Owner = bAOwns ? A : B;
		FGridProxy& Other = bAOwns ? B : A;
		const uint64_t OtherPart = (uint64_t(Other.IsMover()) << 31) | uint64_t(Other.m_uniqueId);
		return {(uint64_t(Owner.m_uniqueId) << 32) | OtherPart, &Owner, &Other};
	}
	friend bool operator<(const FFoundPair& X, const FFoundPair& Y) { return X.Key < Y.Key; }
};
} // namespace Flockwork
