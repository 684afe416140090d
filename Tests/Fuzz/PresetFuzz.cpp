// Any JSON as a flock preset: what is taken is within every range.
#include "FlockworkFlock/FlockSettings.h"
#include "Fuzz.h"

using namespace Flockwork;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	FDiagnostics Diagnostics;
	FDataNode Node;
	FFlockSettings Settings;
	if (ParseJson(AsText(Data, Size), "fuzz", Node, Diagnostics) &&
	    ReadFlockPreset(Node, "fuzz", Settings, Diagnostics))
	{
		FDiagnostics Faults;
		Expect(FFlockSettings::Table().Validate(&Settings, Faults), "a preset that was taken is within its ranges");
		LintFlockSettings(Settings, 1.0f / 60.0f, Faults);
	}
	return 0;
}
