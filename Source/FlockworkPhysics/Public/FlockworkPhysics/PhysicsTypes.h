#pragma once
// Vocabulary of the physics module: bodies, shapes, layers, contacts. SI units, Y up, right-handed, world space.
#include "FlockworkCore/Ids.h"
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace Flockwork
{
using FBodyId = TId<struct FBodyTag>;

// What a world takes, for each component. Beyond it coordinates would have steps of 6 cm, and Bullet takes bodies with
// huge bounds out of the simulation silently.
inline constexpr float MaxCoordinate = 1.0e6f;  // m
inline constexpr float MaxLinearSpeed = 1.0e5f; // m/s

enum class EBodyType : uint8_t
{
	Static,    // never moves by itself; infinite mass
	Kinematic, // moved by its owner (velocity or MoveKinematic), pushes dynamic bodies, is pushed by nothing
	Dynamic    // moved by forces
};

enum class EShapeType : uint8_t
{
	Box,
	Sphere,
	Capsule, // upright: the axis is the body's Y
	Hull,    // convex hull of points
	Mesh     // triangles; Static and Kinematic bodies only. Counter-clockwise seen from the front
};

std::string_view ToString(EBodyType Type);
std::string_view ToString(EShapeType Type);

// A body has one layer; bit n of a mask stands for layer n. Two bodies meet when each one's CollidesWith has the
// other's layer. The names are a convention of the samples; a game may use all of 0..31 as it likes.
enum class ELayer : uint8_t
{
	WorldStatic = 0,
	WorldDynamic = 1,
	Boid = 2,
	Character = 3,
	Threat = 4,
	Trigger = 5,
	Player = 6,
	FirstFree = 7
};
inline constexpr uint32_t LayerCount = 32;
inline constexpr uint32_t AllLayers = 0xffffffffu;
constexpr uint32_t LayerBit(ELayer Layer)
{
	return 1u << uint32_t(Layer);
}
constexpr uint32_t LayerBit(uint32_t Layer)
{
	return 1u << (Layer & 31u);
}

// Bodies with equal definitions share one shape. Which fields count depends on Type; the others are ignored.
struct FShapeDef
{
	EShapeType Type = EShapeType::Sphere;
	FVector HalfExtent{0.5f, 0.5f, 0.5f}; // Box [m, each >= 0.001]
	float Radius = 0.5f;                  // Sphere, Capsule [m, >= 0.001]
	float HalfHeight =
	    0.5f; // Capsule: half of the cylinder's length [m, >= 0]; the whole is 2 * (HalfHeight + Radius) high
	std::vector<FVector> Points;   // Hull: 4 or more, not all in one plane [m, body space]
	std::vector<FVector> Vertices; // Mesh [m, body space]
	std::vector<uint32_t> Indices; // Mesh: three a triangle, each < Vertices.size()

	static FShapeDef MakeBox(const FVector& HalfExtent);
	static FShapeDef MakeSphere(float Radius);
	static FShapeDef MakeCapsule(float Radius, float HalfHeight);
	static FShapeDef MakeHull(std::vector<FVector> Points);
	static FShapeDef MakeMesh(std::vector<FVector> Vertices, std::vector<uint32_t> Indices);
};

struct FBodyDef
{
	FShapeDef Shape;
	EBodyType Type = EBodyType::Dynamic;
	FTransform Transform;        // its Scale (> 0) is baked into the shape
	float Mass = 1.0f;           // Dynamic [kg, > 0]
	float Friction = 0.5f;       // [0, 10]; of a pair: the product
	float Restitution = 0.0f;    // [0, 1]; of a pair: the product
	float LinearDamping = 0.0f;  // [0, 1] share of the speed lost in a second
	float AngularDamping = 0.0f; // [0, 1]
	bool bGravity = true;
	bool bLockRotation = false;   // only its owner turns it (SetTransform, WriteRotations)
	bool bTrigger = false;        // reports contacts and stops nothing
	bool bContinuous = false;     // swept in each step in which it moves further than half its thickness
	bool bReportContacts = false; // contacts appear in GetContacts; triggers always report
	bool bCanSleep = false;       // may be put to rest; leave off for steered bodies
	uint32_t Layer = uint32_t(ELayer::WorldDynamic); // [0, 31]
	uint32_t CollidesWith = AllLayers;
	uint64_t UserData = 0;                     // handed back in hits and contacts; the owner's business
	FVector LinearVelocity{0.0f, 0.0f, 0.0f};  // m/s
	FVector AngularVelocity{0.0f, 0.0f, 0.0f}; // rad/s
};

enum class EContactPhase : uint8_t
{
	Begin, // touch now, did not in the last step
	Stay,
	End // touched in the last step; Point, Normal are the last known ones, Impulse is 0. Also sent when one is
	    // destroyed
};

// Two bodies that touch. A is the one created earlier.
struct FContactEvent
{
	EContactPhase Phase = EContactPhase::Begin;
	bool bTrigger = false; // one of the two is a trigger; Impulse is 0 then
	FBodyId A;
	FBodyId B;
	uint64_t UserDataA = 0;
	uint64_t UserDataB = 0;
	FVector Point{0.0f, 0.0f, 0.0f};  // deepest point of contact, on A's surface
	FVector Normal{0.0f, 0.0f, 0.0f}; // unit, from A toward B
	float Depth = 0.0f;               // m; > 0: the bodies overlap by so much
	float Impulse = 0.0f;             // N s along the normal in this step, all points together
};
} // namespace Flockwork
