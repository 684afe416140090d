#include "FlockworkNavigation/ClassicRecipe.h"

namespace Flockwork
{
bool FClassicRecipe::Validate() const
{
	return Query != nullptr && Agent.IsValid() && IsFinite(Agent.Position) && IsFinite(Threat) && FleeRadius > 0.0f &&
	       std::isfinite(FleeRadius) && SearchExtent.x > 0.0f && SearchExtent.y > 0.0f && SearchExtent.z > 0.0f;
}

bool FClassicRecipe::Run(FNavPath& Scratch, FNavLocation& OutGoal) const
{
	FVector Direction = SafeNormal(Agent.Position - Threat, 1e-6f);
	if (LengthSquared(Direction) < 0.5f)
	{
		Direction = FallbackDirection;
	}
	const FNavLocation Goal = Query->FindNearest(Agent.Position + Direction * FleeRadius, SearchExtent, Filter);
	if (!Goal.IsValid() || Query->FindPath(Agent, Goal, Filter, Scratch) == ENavPathStatus::Invalid ||
	    Scratch.Polys.empty())
	{
		return false;
	}
	OutGoal = {Scratch.GetEnd(), Scratch.Polys.back()};
	return true;
}
} // namespace Flockwork
