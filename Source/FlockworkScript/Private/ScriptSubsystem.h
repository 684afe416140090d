#pragma once
#include "FlockworkGame/Subsystem.h"
#include "ScriptRuntime.h"

#include <memory>
#include <string_view>

namespace Flockwork
{
// Lets a world run its scene. The scene's own state does not go into the state hash: it acts on the world by orders
// alone, which do, and a replay of those orders without the script must have the same hashes.
class UScriptSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "script";
	// Null while the world has no scene.
	FScriptRuntime* GetRuntime() const { return Runtime.get(); }
	void SetRuntime(std::unique_ptr<FScriptRuntime> NewRuntime) { Runtime = std::move(NewRuntime); }

	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash&) const override {}

private:
	std::unique_ptr<FScriptRuntime> Runtime;
};
} // namespace Flockwork
