#pragma once
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
// How a step is computed. Both give the same motion within rounding; Fast falls back to the stock step by itself while
// constraints, vehicles, actions or soft bodies are in the world.
enum class EPhysicsWorldKind : uint8_t
{
	Fast, // one pass a body, grid broadphase, solver for touching bodies only
	Stock // Bullet's btDiscreteDynamicsWorld on its dynamic AABB tree
};

struct FPhysicsSettings
{
	FVector Gravity{0.0f, -9.81f, 0.0f};               // m/s^2
	EPhysicsWorldKind World = EPhysicsWorldKind::Fast; // fixed when the world is made
	int32_t SolverIterations = 10;                     // [1, 100]; few: soft stacks, many: slow contacts
	float RestitutionSpeed = 0.2f;                     // m/s; slower hits do not bounce, which lets stacks come to rest
	float SleepLinearSpeed = 0.1f;                     // m/s; of bodies that may sleep
	float SleepAngularSpeed = 0.2f;                    // rad/s
	// [8, 4096] moving bodies that one of them seeks contact with in a step, so that thousands put into one place cost
	// what they are many, not that squared. Those sought by others and static bodies come on top; kinematic bodies and
	// triggers are looked for among 16 times as many. In the fast world only: Bullet's own knows no bound.
	int32_t MaxContactPairs = 32;
	float MaxDeltaTime = 0.1f; // s; Step refuses longer steps: contacts would not hold

	// "physics"
	static const FSettingsTable& Table();
};

void RegisterPhysicsSettings(FSettingsRegistry& Registry);
} // namespace Flockwork
