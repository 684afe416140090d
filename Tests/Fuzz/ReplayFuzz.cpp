// Any bytes as a replay: refused, or written again byte for byte.
#include "FlockworkGame/Replay.h"
#include "Fuzz.h"

using namespace Flockwork;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	FDiagnostics Diagnostics;
	FReplay Replay;
	if (!FReplay::FromBytes({Data, Size}, "fuzz", Replay, Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		Expect(Replay.Entries.empty() && Replay.Hashes.empty(), "and leaves the output alone");
		return 0;
	}
	FReplay Again;
	Expect(FReplay::FromBytes(Replay.ToBytes(), "again", Again, Diagnostics), "what is written can be read");
	Expect(Again.ToBytes() == Replay.ToBytes(), "and is the same replay");
	return 0;
}
