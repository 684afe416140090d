#include "FlockworkAnimation/IKJobs.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
constexpr size_t MaxChain = 64;

struct FChain
{
	std::span<FVector> Joints;
	std::array<float, MaxChain> Lengths{};
	float Total = 0.0f;

	explicit FChain(std::span<FVector> InJoints) : Joints(InJoints)
	{
		for (size_t Bone = 0; Bone + 1 < Joints.size(); ++Bone)
		{
			Lengths[Bone] = Length(Joints[Bone + 1] - Joints[Bone]);
			Total += Lengths[Bone];
		}
	}
	// Moves To along the line from From so that their bone has its length again.
	static FVector Keep(const FVector& From, const FVector& To, float BoneLength)
	{
		return From + SafeNormal(To - From) * BoneLength;
	}
};

// A chain that lies in one line with its target would stay in it: the bends are started by a hair.
void BreakLine(FChain& Chain, const FVector& Target)
{
	const FVector Along = SafeNormal(Chain.Joints.back() - Chain.Joints.front());
	const FVector Way = SafeNormal(Target - Chain.Joints.front());
	for (const FVector& Joint : Chain.Joints)
	{
		const FVector Offset = Joint - Chain.Joints.front();
		if (Length(Offset - Along * glm::dot(Offset, Along)) > 1e-3f * Chain.Total)
		{
			return;
		}
	}
	if (Length(glm::cross(Along, Way)) > 1e-3f)
	{
		return;
	}
	const FVector Across = SafeNormal(glm::cross(Along, std::abs(Along.y) < 0.9f ? UpVector : ForwardVector));
	for (size_t Joint = 1; Joint + 1 < Chain.Joints.size(); ++Joint)
	{
		Chain.Joints[Joint] += Across * (0.01f * Chain.Total);
	}
}

void ReachByFabrik(FChain& Chain, const FVector& Target)
{
	const FVector Root = Chain.Joints.front();
	const size_t Last = Chain.Joints.size() - 1;
	Chain.Joints[Last] = Target;
	for (size_t Joint = Last; Joint > 0; --Joint)
	{
		Chain.Joints[Joint - 1] = FChain::Keep(Chain.Joints[Joint], Chain.Joints[Joint - 1], Chain.Lengths[Joint - 1]);
	}
	Chain.Joints.front() = Root;
	for (size_t Joint = 0; Joint < Last; ++Joint)
	{
		Chain.Joints[Joint + 1] = FChain::Keep(Chain.Joints[Joint], Chain.Joints[Joint + 1], Chain.Lengths[Joint]);
	}
}

void ReachByCcd(FChain& Chain, const FVector& Target)
{
	const size_t Last = Chain.Joints.size() - 1;
	for (size_t Pivot = Last; Pivot-- > 0;)
	{
		const FVector& Center = Chain.Joints[Pivot];
		const FQuat Turn = TurnBetween(Chain.Joints[Last] - Center, Target - Center);
		for (size_t Joint = Pivot + 1; Joint <= Last; ++Joint)
		{
			Chain.Joints[Joint] = Center + Turn * (Chain.Joints[Joint] - Center);
		}
	}
	// Turns round off: the lengths are kept exactly.
	for (size_t Joint = 0; Joint < Last; ++Joint)
	{
		Chain.Joints[Joint + 1] = FChain::Keep(Chain.Joints[Joint], Chain.Joints[Joint + 1], Chain.Lengths[Joint]);
	}
}
} // namespace

bool FChainIKJob::Validate() const
{
	return Joints.size() >= 2 && Joints.size() <= MaxChain &&
	       std::all_of(Joints.begin(), Joints.end(), [](const FVector& Joint) { return IsFinite(Joint); }) &&
	       IsFinite(Target) && MaxIterations >= 1 && Tolerance > 0.0f && Weight >= 0.0f && Weight <= 1.0f;
}

bool FChainIKJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	FChain Chain(Joints);
	const FVector Goal = Joints.back() + (Target - Joints.back()) * Weight;
	bReached = false;
	Iterations = 0;
	if (Length(Goal - Joints.front()) >= Chain.Total)
	{
		// Out of reach: stretched toward it, as the limit of all iterations.
		const FVector Direction = SafeNormal(Goal - Joints.front());
		for (size_t Joint = 0; Joint + 1 < Joints.size(); ++Joint)
		{
			Joints[Joint + 1] = Joints[Joint] + Direction * Chain.Lengths[Joint];
		}
		bReached = Weight == 1.0f && Length(Goal - Joints.back()) <= Tolerance;
		return true;
	}
	BreakLine(Chain, Goal);
	while (Length(Joints.back() - Goal) > Tolerance && Iterations < MaxIterations)
	{
		Solver == EChainSolver::Fabrik ? ReachByFabrik(Chain, Goal) : ReachByCcd(Chain, Goal);
		++Iterations;
	}
	bReached = Weight == 1.0f && Length(Joints.back() - Goal) <= Tolerance;
	return true;
}
} // namespace Flockwork
