#pragma once
// A part of a world that owns the arrays of some components and works on them, phase by phase.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Profile.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkGame/Actor.h"

#include <string_view>

namespace Flockwork
{
class UWorld;
class IDebugDraw;
struct FDebugLayers;

// Subsystems keep no pointer to their world: it comes with every call, so that a restored snapshot can be swapped in.
class USubsystem
{
public:
	virtual ~USubsystem() = default;
	// Short and unique; also the name of its section in snapshots.
	virtual std::string_view GetName() const = 0;
	// Called for every phase of a step, in order of registration. Must not allocate in a steady state.
	virtual void Run(UWorld& World, EPhase Phase) = 0;
	// State that continues bit for bit: everything that Restore needs besides actors' transforms and the settings that
	// their components were attached with. Restore is called after all actors have been attached again.
	virtual void Save(const UWorld& World, FByteWriter& Writer) const = 0;
	virtual bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) = 0;
	virtual void AddToHash(FStateHash& Hash) const = 0;
	// Changes no state.
	virtual void DrawDebug(const UWorld&, IDebugDraw&, const FDebugLayers&) const {}
};
} // namespace Flockwork
