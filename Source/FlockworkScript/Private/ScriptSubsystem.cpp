#include "ScriptSubsystem.h"

#include "FlockworkGame/Registry.h"
#include "SceneEvent.h"

namespace Flockwork
{
void UScriptSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase == EPhase::Report && Runtime)
	{
		Runtime->RunStep(World);
	}
}

void UScriptSubsystem::Save(const UWorld& World, FByteWriter& Writer) const
{
	Writer.Write(uint8_t(Runtime != nullptr));
	if (Runtime)
	{
		Runtime->Save(World, Writer);
	}
}

bool UScriptSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	if (Reader.Read<uint8_t>() == 0)
	{
		Runtime.reset();
		return Reader.IsOk();
	}
	std::unique_ptr<FScriptRuntime> New = FScriptRuntime::Restore(World, Reader, Diagnostics);
	if (!New)
	{
		return false;
	}
	New->SetLevels(Runtime ? Runtime->GetLevels() : nullptr);
	Runtime = std::move(New);
	return true;
}

FCheckDef MakeCheckDef(const FSceneCheck& Check)
{
	FCheckDef Def;
	Def.Name = Check.Name;
	Def.Condition = Check.Condition;
	Def.When = Check.When;
	Def.Time = Check.Time;
	Def.Measure = [Check](const UWorld& World)
	{
		const auto* const Script = static_cast<const UScriptSubsystem*>(World.FindSubsystem(UScriptSubsystem::Name));
		if (!Script || !Script->GetRuntime())
		{
			return FCheckSample{};
		}
		// The list hands out a world that is not to be changed, and the context keeps the script from changing it.
		return Script->GetRuntime()->Measure(const_cast<UWorld&>(World), Check);
	};
	return Def;
}

void RegisterScript(FGameRegistry& Registry)
{
	Registry.GetSettings().Add(FScriptSettings::Table());
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UScriptSubsystem>(); });
}
} // namespace Flockwork
