// Any text as a world's settings, through the C interface: refused with a reason, or a world that steps.
#include "Fuzz.h"
#include "flockwork.h"

#include <cstring>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::string Text(Flockwork::AsText(Data, Size));
	if (Text.find("threads") != std::string::npos)
	{
		return 0; // hundreds of threads a world would only make the search slow
	}
	FwWorldDef Def;
	fwWorldDef_Init(&Def, sizeof(Def));
	Def.Threads = 1;
	Def.ContentRoot = FLOCKWORK_FUZZ_CONTENT;
	Def.SettingsJson = Text.c_str();
	FwWorld* World = nullptr;
	if (fwWorld_Create(&Def, &World) != FW_OK)
	{
		Flockwork::Expect(std::strlen(fwGetLastError()) > 0, "a refusal says why");
		Flockwork::Expect(World == nullptr, "and leaves the output alone");
		return 0;
	}
	fwWorld_SpawnMany(World, "Boid", {0, 5, 0}, 4.0f, 3);
	fwWorld_Spawn(World, "Stone", nullptr, nullptr, nullptr);
	fwWorld_Step(World);
	fwWorld_Step(World);
	Flockwork::Expect(fwWorld_Destroy(World) == FW_OK, "the world can be ended");
	return 0;
}
