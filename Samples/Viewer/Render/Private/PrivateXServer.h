#pragma once
// An X server of our own without a screen, for drawing where there is no display. It ends with this object or, if the
// process dies first, with the process.
#include "ChildProcess.h"
#include "FlockworkCore/Diagnostics.h"

#include <optional>
#include <string>

namespace Flockwork
{
// Whether the DISPLAY of the environment answers.
bool IsDisplayUsable();

class FPrivateXServer
{
public:
	~FPrivateXServer();
	// Sets DISPLAY for this process until Stop.
	bool Start(int32_t Width, int32_t Height, FDiagnostics& Diagnostics);
	void Stop();

private:
	FChildProcess Server;
	std::optional<std::string> FormerDisplay;
	bool bDisplaySet = false;
};
} // namespace Flockwork
