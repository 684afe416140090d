#include "ContactTracker.h"

#include "BulletMath.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <algorithm>
#include <utility>

namespace Flockwork
{
namespace
{
bool IsBefore(const FContactTouch& X, const FContactTouch& Y)
{
	return X.OrderA != Y.OrderA ? X.OrderA < Y.OrderA : X.OrderB < Y.OrderB;
}
} // namespace

void FContactTracker::Gather(btDispatcher& Dispatcher, const FBodyPool& Bodies)
{
	Collect(Dispatcher, Bodies);
	std::sort(Found.begin(), Found.end(), IsBefore);
	MergeDuplicates();
	CompareWithLast();
}

void FContactTracker::Collect(btDispatcher& Dispatcher, const FBodyPool& Bodies)
{
	Found.clear();
	for (int Index = 0; Index < Dispatcher.getNumManifolds(); ++Index)
	{
		const btPersistentManifold& Manifold = *Dispatcher.getManifoldByIndexInternal(Index);
		if (Manifold.getNumContacts() == 0)
		{
			continue;
		}
		const FBodyRecord* First = Bodies.FindObject(Manifold.getBody0());
		const FBodyRecord* Second = Bodies.FindObject(Manifold.getBody1());
		if (!First || !Second || !(First->bReportContacts || Second->bReportContacts))
		{
			continue;
		}
		const bool bSwap = Second->Order < First->Order;
		const FBodyRecord* A = bSwap ? Second : First;
		const FBodyRecord* B = bSwap ? First : Second;
		FContactTouch Touch;
		Touch.OrderA = A->Order;
		Touch.OrderB = B->Order;
		FContactEvent& Event = Touch.Event;
		Event.A = A->Id;
		Event.B = B->Id;
		Event.UserDataA = A->UserData;
		Event.UserDataB = B->UserData;
		Event.bTrigger = A->bTrigger || B->bTrigger;
		Event.Depth = -3.0e38f;
		for (int PointIndex = 0; PointIndex < Manifold.getNumContacts(); ++PointIndex)
		{
			const btManifoldPoint& Point = Manifold.getContactPoint(PointIndex);
			Event.Impulse += Event.bTrigger ? 0.0f : Point.getAppliedImpulse();
			if (-Point.getDistance() > Event.Depth)
			{
				Event.Depth = -Point.getDistance();
				// Bullet's normal points from its second body to its first.
				Event.Normal = FromBullet(bSwap ? Point.m_normalWorldOnB : -Point.m_normalWorldOnB);
				Event.Point = FromBullet(bSwap ? Point.getPositionWorldOnB() : Point.getPositionWorldOnA());
			}
		}
		Touch.bTouches = Event.Depth >= 0.0f || Event.Impulse > 0.0f;
		Found.push_back(Touch);
	}
}

// A swept body has one more manifold for the same pair.
void FContactTracker::MergeDuplicates()
{
	size_t Kept = 0;
	for (size_t Index = 0; Index < Found.size(); ++Index)
	{
		const bool bSame =
		    Kept > 0 && Found[Kept - 1].OrderA == Found[Index].OrderA && Found[Kept - 1].OrderB == Found[Index].OrderB;
		if (!bSame)
		{
			Found[Kept++] = Found[Index];
			continue;
		}
		FContactTouch& Into = Found[Kept - 1];
		const float Impulse = Into.Event.Impulse + Found[Index].Event.Impulse;
		const bool bTouches = Into.bTouches || Found[Index].bTouches;
		if (Found[Index].Event.Depth > Into.Event.Depth)
		{
			Into = Found[Index];
		}
		Into.Event.Impulse = Impulse;
		Into.bTouches = bTouches;
	}
	Found.resize(Kept);
}

void FContactTracker::CompareWithLast()
{
	Events.clear();
	const auto End = [this](const FContactTouch& Touch)
	{
		Events.push_back(Touch.Event);
		Events.back().Phase = EContactPhase::End;
		Events.back().Impulse = 0.0f;
	};
	size_t Kept = 0;
	size_t Old = 0;
	for (size_t Index = 0; Index < Found.size(); ++Index)
	{
		FContactTouch Touch = Found[Index];
		while (Old < Last.size() && IsBefore(Last[Old], Touch))
		{
			End(Last[Old++]);
		}
		const bool bKnown = Old < Last.size() && !IsBefore(Touch, Last[Old]);
		Old += bKnown ? 1 : 0;
		if (!bKnown && !Touch.bTouches)
		{
			continue;
		}
		Touch.Event.Phase = bKnown ? EContactPhase::Stay : EContactPhase::Begin;
		Events.push_back(Touch.Event);
		Found[Kept++] = Touch;
	}
	while (Old < Last.size())
	{
		End(Last[Old++]);
	}
	Found.resize(Kept);
	std::swap(Found, Last);
}

void FContactTracker::Save(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(Last.size()));
	for (const FContactTouch& Touch : Last)
	{
		const FContactEvent& Event = Touch.Event;
		Writer.Write(Touch.OrderA);
		Writer.Write(Event.A.ToBits());
		Writer.Write(Event.UserDataA);
		Writer.Write(Touch.OrderB);
		Writer.Write(Event.B.ToBits());
		Writer.Write(Event.UserDataB);
		Writer.Write(uint8_t(Event.bTrigger));
		Writer.Write(Event.Point);
		Writer.Write(Event.Normal);
		Writer.Write(Event.Depth);
	}
}

bool FContactTracker::Read(FByteReader& Reader, std::vector<FContactTouch>& Out)
{
	constexpr size_t BytesEach = 6 * sizeof(uint64_t) + 1 + 7 * sizeof(float);
	const uint64_t Count = Reader.Read<uint64_t>();
	if (Count > Reader.Remaining() / BytesEach)
	{
		return false;
	}
	Out.resize(static_cast<size_t>(Count));
	for (FContactTouch& Touch : Out)
	{
		FContactEvent& Event = Touch.Event;
		Touch.OrderA = Reader.Read<uint64_t>();
		Event.A = FBodyId::FromBits(Reader.Read<uint64_t>());
		Event.UserDataA = Reader.Read<uint64_t>();
		Touch.OrderB = Reader.Read<uint64_t>();
		Event.B = FBodyId::FromBits(Reader.Read<uint64_t>());
		Event.UserDataB = Reader.Read<uint64_t>();
		Event.bTrigger = Reader.Read<uint8_t>() != 0;
		Event.Point = Reader.Read<FVector>();
		Event.Normal = Reader.Read<FVector>();
		Event.Depth = Reader.Read<float>();
	}
	return Reader.IsOk() && std::is_sorted(Out.begin(), Out.end(), IsBefore);
}

void FContactTracker::Adopt(std::vector<FContactTouch> Touches, const FBodyPool& Bodies)
{
	const auto Refresh = [&Bodies](uint64_t Order, FBodyId& Id, uint64_t& UserData)
	{
		const auto Records = Bodies.GetRecords();
		const auto Place = std::lower_bound(Records.begin(), Records.end(), Order,
		    [](const FBodyRecord* Record, uint64_t Wanted) { return Record->Order < Wanted; });
		if (Place != Records.end() && (*Place)->Order == Order)
		{
			Id = (*Place)->Id;
			UserData = (*Place)->UserData;
		}
	};
	for (FContactTouch& Touch : Touches)
	{
		Refresh(Touch.OrderA, Touch.Event.A, Touch.Event.UserDataA);
		Refresh(Touch.OrderB, Touch.Event.B, Touch.Event.UserDataB);
	}
	Last = std::move(Touches);
	Events.clear();
}
} // namespace Flockwork
