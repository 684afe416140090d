#include "FlockworkLocomotion/Gait.h"

namespace Flockwork
{
const FGait& FGaitTable::Choose(float Speed) const
{
	for (const FGait& Gait : Gaits)
	{
		if (Speed <= Gait.MaxSpeed)
		{
			return Gait;
		}
	}
	return Gaits.back();
}

bool FGaitTable::Validate(int32_t FootCount, FDiagnostics& Diagnostics) const
{
	const auto Fail = [&](const std::string& Field, const std::string& Message)
	{
		Diagnostics.Error({}, Field, Message);
		return false;
	};
	if (FootCount < 1 || FootCount > MaxFeet || Gaits.empty())
	{
		return Fail("gaits", "expected at least one gait, for 1 to " + std::to_string(MaxFeet) + " feet");
	}
	bool bGood = true;
	float LastSpeed = -1.0f;
	const uint32_t All = FootCount == 32 ? ~0u : (1u << FootCount) - 1u;
	for (const FGait& Gait : Gaits)
	{
		uint32_t Covered = 0;
		for (const uint32_t Set : Gait.SwingSets)
		{
			Covered |= Set;
			bGood =
			    Set != 0 && (Set & ~All) == 0 ? bGood : Fail("gaits." + Gait.Name, "a set names no foot that is there");
		}
		bGood = Covered == All ? bGood : Fail("gaits." + Gait.Name, "a foot is in no set: it would never step");
		bGood = Gait.MaxSpeed > LastSpeed ? bGood : Fail("gaits." + Gait.Name, "gaits stand by rising speed");
		bGood = Gait.PairShare >= 0.0f && Gait.PairShare <= 1.0f
		            ? bGood
		            : Fail("gaits." + Gait.Name, "pairShare is from 0 to 1");
		LastSpeed = Gait.MaxSpeed;
	}
	return bGood;
}

FGaitTable FGaitTable::Biped()
{
	return {{{"walk", 1e6f, {1u, 2u}, 0.5f}}};
}

FGaitTable FGaitTable::Quadruped()
{
	return {{{"walk", 1.2f, {1u, 8u, 2u, 4u}, 1.0f}, {"trot", 4.0f, {1u | 8u, 2u | 4u}, 0.3f},
	    {"gallop", 1e6f, {1u | 2u, 4u | 8u, 2u | 4u}, 0.3f}}};
}

FGaitTable FGaitTable::Hexapod()
{
	return {
	    {{"wave", 0.15f, {1u, 2u, 4u, 8u, 16u, 32u}, 1.0f}, {"tripod", 1e6f, {1u | 16u | 4u, 8u | 2u | 32u}, 0.2f}}};
}
} // namespace Flockwork
