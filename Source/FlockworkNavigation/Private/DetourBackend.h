#pragma once
#include "CrowdImpl.h"

#include <vector>

class dtCrowd;

namespace Flockwork
{
// Detour's own crowd behind the same face: a baseline to compare with. It works on one thread, with its own few path
// requests a step.
class FDetourBackend
{
public:
	explicit FDetourBackend(FCrowd::FImpl& InCrowd);
	~FDetourBackend();
	void Step();

private:
	// What dtCrowd knows of one of our agents.
	struct FMirror
	{
		FAgentId Id;
		int32_t Index = -1; // dtCrowd's; -1: not in it
		FVector Goal{0.0f, 0.0f, 0.0f};
		bool bAsked = false; // dtCrowd was told that goal
	};

	bool Prepare();
	void DropRemoved();
	void Feed(size_t Agent);
	void FeedGoal(size_t Agent, FMirror& Mirror);
	void TakeBack(size_t Agent);
	void TakeGoalState(size_t Agent, const FMirror& Mirror);

	FCrowd::FImpl& Crowd;
	std::unique_ptr<dtCrowd, void (*)(dtCrowd*)> Native;
	int32_t Capacity = 0;
	const void* NativeMesh = nullptr;
	std::vector<FMirror> Mirrors; // by slot
	std::vector<int32_t> Leaving; // dtCrowd's indices of removed agents who are still on a link
};
} // namespace Flockwork
