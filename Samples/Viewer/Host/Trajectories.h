#pragma once
// --trajectories FILE: where everybody in a crowd was, as a table for other programs (CSV, RFC 4180).
//	time   s
//	id     the agent's number, by creation; no other agent of the run has it
//	x,y,z  m, its feet; Y up
//	state  idle, waiting, moving, onLink, offMesh; of who is not calm reacting, fleeing, cowering, safe
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkGame/World.h"

#include <cstdio>
#include <memory>
#include <string>

namespace Flockwork
{
class FTrajectories
{
public:
	// Null with a diagnostic when the file cannot be made.
	static std::unique_ptr<FTrajectories> Open(const std::string& Path, FDiagnostics& Diagnostics);
	~FTrajectories();
	FTrajectories(const FTrajectories&) = delete;
	FTrajectories& operator=(const FTrajectories&) = delete;

	// After each step: writes a line an agent every 0.1 s of the world's time.
	void Add(const UWorld& World);
	// False with a diagnostic when not all could be written (a full disk), or when there was nobody to write of.
	bool Finish(FDiagnostics& Diagnostics);

private:
	explicit FTrajectories(std::string InPath) : Path(std::move(InPath)) {}
	std::string Path;
	std::FILE* File = nullptr;
	int64_t Lines = 0;
	bool bFailed = false;
};
} // namespace Flockwork
