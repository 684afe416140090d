#pragma once
// Time per phase of a step. Costs two clock reads a phase; always on.
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace Flockwork
{
// The phases of a frame in their order; see Source/README.md.
enum class EPhase : uint8_t
{
	Script,
	Sense,
	Decide,
	Steer,
	Simulate,
	ReadBack,
	Animate,
	LateUpdate,
	Report,
	Count
};
inline constexpr int32_t PhaseCount = int32_t(EPhase::Count);
std::string_view ToString(EPhase Phase);

class FStepProfile
{
public:
	void Add(EPhase Phase, double Milliseconds);
	void EndStep();
	double GetLast(EPhase Phase) const;    // ms, of the last complete step
	double GetAverage(EPhase Phase) const; // ms, over all steps since Reset
	double GetLastStep() const;            // ms, all phases
	double GetAverageStep() const;
	int64_t GetStepCount() const { return StepCount; }
	void Reset();

private:
	std::array<double, PhaseCount> Current{};
	std::array<double, PhaseCount> Last{};
	std::array<double, PhaseCount> Total{};
	int64_t StepCount = 0;
};

// Times its own life into a phase.
class FPhaseTimer
{
public:
	FPhaseTimer(FStepProfile& InProfile, EPhase InPhase)
	    : Profile(InProfile), Phase(InPhase), Start(std::chrono::steady_clock::now())
	{
	}
	~FPhaseTimer()
	{
		const std::chrono::duration<double, std::milli> Elapsed = std::chrono::steady_clock::now() - Start;
		Profile.Add(Phase, Elapsed.count());
	}
	FPhaseTimer(const FPhaseTimer&) = delete;
	FPhaseTimer& operator=(const FPhaseTimer&) = delete;

private:
	FStepProfile& Profile;
	EPhase Phase;
	std::chrono::steady_clock::time_point Start;
};
} // namespace Flockwork
