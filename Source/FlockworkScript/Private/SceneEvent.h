#pragma once
#include "FlockworkGame/Checks.h"
#include "FlockworkGame/Events.h"
#include "SceneState.h"

namespace Flockwork
{
// The script type FEvent.
struct FSceneEvent
{
	EEvent Id = EEvent::CustomBase;
	FActorId A;
	FActorId B;
	FVector Position{0.0f, 0.0f, 0.0f};
	float Value = 0.0f;
};

// A check of the world's list that asks the world's script, whichever it has when the time comes.
FCheckDef MakeCheckDef(const FSceneCheck& Check);
} // namespace Flockwork
