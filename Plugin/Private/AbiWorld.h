#pragma once
// What stands behind an FwWorld*, and how the C functions turn faults into results. Inside the C interface faults are
// thrown as FAbiError; Call is where every one of them ends.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/HostConvention.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkGame/World.h"
#include "FlockworkScript/ScriptScene.h"
#include "flockwork.h"

#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace Flockwork
{
// A host's threads, seen as a task scheduler.
class FAbiScheduler final : public ITaskScheduler
{
public:
	explicit FAbiScheduler(const FwScheduler& InHost) : Host(InHost) {}
	int32_t GetThreadCount() const override { return Host.ThreadCount; }
	void RunChunks(int32_t ChunkCount, FChunkFunction Function, void* Context) override
	{
		Host.RunChunks(Host.User, ChunkCount, Function, Context);
	}

private:
	FwScheduler Host;
};

struct FAbiWorld
{
	explicit FAbiWorld(EHost InHost) : Host(InHost) {}
	FHostConvention Host;
	std::unique_ptr<FAbiScheduler> Scheduler; // outlives the world
	std::shared_ptr<UWorld> World;
	std::unique_ptr<FScriptScene> Scene; // ends before the world
	FDiagnostics Pending;                // for fwWorld_GetDiagnostics
	int32_t NextPhase = NoStep;          // of a step that the host runs phase by phase
	std::atomic<bool> bInCall = false;   // a callback, or another thread, must not come in
	bool bFaultTold = false;             // of the scene, by fwWorld_GetDiagnostics
	static constexpr int32_t NoStep = -1;
};

struct FAbiError
{
	FwResult Code;
	std::string Message;
};

// Throws when bHolds is false.
inline void Require(bool bHolds, FwResult Code, std::string_view Message)
{
	if (!bHolds)
	{
		throw FAbiError{Code, std::string(Message)};
	}
}

void SetLastError(std::string_view Message) noexcept;

// Runs Body; whatever it throws becomes a result and the thread's last error.
template <typename BodyType>
FwResult Call(BodyType&& Body) noexcept
{
	try
	{
		SetLastError({});
		Body();
		return FW_OK;
	}
	catch (const FAbiError& Error)
	{
		SetLastError(Error.Message);
		return Error.Code;
	}
	catch (const std::bad_alloc&)
	{
		SetLastError("out of memory");
	}
	catch (const std::exception& Error)
	{
		SetLastError(Error.what());
	}
	catch (...)
	{
		SetLastError("unknown fault");
	}
	return FW_ERROR_INTERNAL;
}

// The living world of a handle; anything else, null and garbage included, is FW_ERROR_ARGUMENT.
std::shared_ptr<FAbiWorld> FindWorld(FwWorld* Handle);

// Keeps a world to one call at a time.
class FAbiCall
{
public:
	explicit FAbiCall(FAbiWorld& InWorld) : World(InWorld)
	{
		Require(!World.bInCall.exchange(true), FW_ERROR_STATE,
		    "a call into this world is under way: neither a callback nor another thread may make a second one");
	}
	~FAbiCall() { World.bInCall = false; }
	FAbiCall(const FAbiCall&) = delete;
	FAbiCall& operator=(const FAbiCall&) = delete;

private:
	FAbiWorld& World;
};

// Call with the world behind Handle: Body(FAbiWorld&).
template <typename BodyType>
FwResult CallWorld(FwWorld* Handle, BodyType&& Body) noexcept
{
	return Call(
	    [&]
	    {
		    const std::shared_ptr<FAbiWorld> World = FindWorld(Handle);
		    const FAbiCall OneAtATime(*World);
		    Body(*World);
	    });
}

// Errors of Diagnostics become FAbiError of Code when bOk is false; otherwise its warnings wait for
// fwWorld_GetDiagnostics.
void TakeResult(FAbiWorld& World, bool bOk, FwResult Code, const FDiagnostics& Diagnostics);

// At once; what is wrong with it is FW_ERROR_DATA. The actor is that of a spawn.
FActorId Execute(FAbiWorld& World, FOrder Order);

// --- Arguments
std::string_view RequireText(const char* Text, std::string_view What); // not null, not empty
std::string_view OptionalText(const char* Text);                       // null: empty
void RequireFinite(const FVector& Value, std::string_view What);
void RequireBetween(double Value, double Min, double Max, std::string_view What); // NaN fails
FActorId RequireActor(const FAbiWorld& World, FwActorId Actor);                   // alive

// --- Conversions
FVector ToVector(const FwVector& Value);
FwVector FromVector(const FVector& Value);
FwActorId ToAbi(FActorId Actor);
FTransform ReadTransform(const FAbiWorld& World, const FwTransform* Transform); // checks and normalises
FwTransform WriteTransform(const FAbiWorld& World, const FTransform& Transform);
// Copies Text and its zero, or answers the size alone; see "Buffers" in flockwork.h.
void WriteText(std::string_view Text, char* Buffer, size_t Capacity, size_t* OutNeeded);
} // namespace Flockwork
