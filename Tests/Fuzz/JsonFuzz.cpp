// Any text: parsed or refused; what was parsed reads back as the same document.
#include "FlockworkCore/DataNode.h"
#include "Fuzz.h"

using namespace Flockwork;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	FDiagnostics Diagnostics;
	FDataNode Node;
	if (!ParseJson(AsText(Data, Size), "fuzz", Node, Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		return 0;
	}
	const std::string Written = WriteJson(Node);
	FDataNode Again;
	Expect(ParseJson(Written, "written", Again, Diagnostics), "what is written can be read");
	Expect(WriteJson(Again) == Written, "and is the same document");
	return 0;
}
