#pragma once
// Turns Bullet's contact points into events: who began to touch, still touches, stopped.
#include "BodyPool.h"
#include "FlockworkCore/Serialize.h"

#include <cstdint>
#include <span>
#include <vector>

class btDispatcher;

namespace Flockwork
{
struct FContactTouch
{
	uint64_t OrderA = 0; // of the body created earlier
	uint64_t OrderB = 0;
	FContactEvent Event;
	bool bTouches = false; // presses or overlaps; otherwise merely near, which keeps a touch going but starts none
};

class FContactTracker
{
public:
	void Gather(btDispatcher& Dispatcher, const FBodyPool& Bodies);
	std::span<const FContactEvent> GetEvents() const { return Events; }

	void Save(FByteWriter& Writer) const;
	// False when the data is damaged.
	static bool Read(FByteReader& Reader, std::vector<FContactTouch>& Out);
	// Goes on from touches that were read; bodies are known by their order, since ids may differ.
	void Adopt(std::vector<FContactTouch> Touches, const FBodyPool& Bodies);

private:
	void Collect(btDispatcher& Dispatcher, const FBodyPool& Bodies);
	void MergeDuplicates();
	void CompareWithLast();

	std::vector<FContactTouch> Found; // of this step, sorted
	std::vector<FContactTouch> Last;  // of the step before, sorted
	std::vector<FContactEvent> Events;
};
} // namespace Flockwork
