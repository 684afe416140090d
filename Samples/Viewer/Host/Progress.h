#pragma once
// Progress of long work: one moving line on a terminal, a plain line at every quarter elsewhere, nothing for work that
// is done within a second.
#include <chrono>
#include <cstdint>
#include <string>

namespace Flockwork
{
class FProgress
{
public:
	// Total > 0 steps of work; What names it ("ZombieHorde").
	FProgress(std::string InWhat, int64_t InTotal);
	~FProgress();
	FProgress(const FProgress&) = delete;
	FProgress& operator=(const FProgress&) = delete;
	// Done in [0, Total], never falling. Cheap enough for every step.
	void Update(int64_t Done);
	void Finish();

private:
	void Draw(int64_t Done, double Elapsed);

	std::string What;
	int64_t Total;
	std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
	double LastShown = 0.0; // s since Start
	int64_t LastQuarter = 0;
	bool bTerminal;
	bool bShown = false;
	bool bFinished = false;
};
} // namespace Flockwork
