#pragma once
// A replay is what came into a world from outside, with when it came, and the state hash of each step. Played into a
// world of the same build, content and settings it gives the same steps; where it does not, it names the first that
// differs.
#include "FlockworkGame/OrderQueue.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
class UWorld;

struct FReplayEntry
{
	int64_t Step = 0;     // the step in or before which it came
	int8_t Phase = -1;    // the phase that ran next; -1: between steps
	bool bAtOnce = false; // Execute instead of Enqueue
	FOrder Order;
};

struct FReplay
{
	float FixedStep = 0.0f;
	int32_t Seed = 0;
	uint64_t StartHash = 0; // of the world when recording began
	int64_t StartStep = 0;
	std::vector<FReplayEntry> Entries; // in the order in which they came
	std::vector<uint64_t> Hashes;      // of each step from StartStep on

	bool Save(const std::string& Path, FDiagnostics& Diagnostics) const;
	// A missing, damaged, foreign or newer file is an error that says which; Out is then untouched.
	static bool Load(const std::string& Path, FReplay& Out, FDiagnostics& Diagnostics);
	std::vector<uint8_t> ToBytes() const;
	static bool FromBytes(
	    std::span<const uint8_t> Bytes, const std::string& File, FReplay& Out, FDiagnostics& Diagnostics);
};

// Attached to a world by UWorld::SetRecorder; detach it before it goes away.
class FReplayRecorder
{
public:
	void Begin(const UWorld& World);
	void AddOrder(const UWorld& World, const FOrder& Order, bool bAtOnce);
	void AddStep(uint64_t Hash);
	const FReplay& GetReplay() const { return Replay; }

private:
	FReplay Replay;
};

struct FReplayResult
{
	int64_t StepsPlayed = 0;
	int64_t FirstDifference = -1; // step; -1: none. StartStep - 1: the worlds differed from the start
	uint64_t ExpectedHash = 0;
	uint64_t ActualHash = 0;
	bool IsSame() const { return FirstDifference < 0; }
};
// Plays until the end or the first difference. The world must be at StartStep, between steps; a recorder is taken off
// it.
FReplayResult PlayReplay(UWorld& World, const FReplay& Replay, FDiagnostics& Diagnostics);
} // namespace Flockwork
