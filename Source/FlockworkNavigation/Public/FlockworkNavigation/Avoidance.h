#pragma once
// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011): each neighbour and each wall rules
// out half of the plane of velocities; what remains and is nearest to the desired velocity is taken. Where nothing
// remains, walls still hold, and neighbours are violated as little as possible. On the ground plane; heights are the
// caller's.
#include "FlockworkCore/Math.h"

#include <array>
#include <cstdint>
#include <span>

namespace Flockwork
{
struct FGroundVector
{
	float X = 0.0f;
	float Z = 0.0f;

	static FGroundVector From(const FVector& V) { return {V.x, V.z}; }
	FVector ToVector(float Y = 0.0f) const { return {X, Y, Z}; }
	friend FGroundVector operator+(FGroundVector A, FGroundVector B) { return {A.X + B.X, A.Z + B.Z}; }
	friend FGroundVector operator-(FGroundVector A, FGroundVector B) { return {A.X - B.X, A.Z - B.Z}; }
	friend FGroundVector operator-(FGroundVector A) { return {-A.X, -A.Z}; }
	friend FGroundVector operator*(FGroundVector A, float Scale) { return {A.X * Scale, A.Z * Scale}; }
	friend bool operator==(const FGroundVector&, const FGroundVector&) = default;
};
inline float Dot(FGroundVector A, FGroundVector B)
{
	return A.X * B.X + A.Z * B.Z;
}
// Positive when B lies on A's left in a plane with X to the right and Z up.
inline float Cross(FGroundVector A, FGroundVector B)
{
	return A.X * B.Z - A.Z * B.X;
}
inline float LengthSquared(FGroundVector A)
{
	return Dot(A, A);
}
inline float Length(FGroundVector A)
{
	return std::sqrt(LengthSquared(A));
}

struct FAvoidanceNeighbor
{
	FGroundVector Offset;   // m, from the agent to it
	FGroundVector Velocity; // m/s
	float Radius = 0.3f;    // m
	float Share = 0.5f;     // of the evasion, that is the agent's: 0.5 when both evade, 1 when the neighbour does not
	uint32_t Id = 0;        // another one than the agent's; decides the direction for two in one place
};

// Ground lies left of Start -> End seen from above. For the agent's centre: walls are those of a mesh that keeps the
// radius away already.
struct FAvoidanceWall
{
	FGroundVector Start; // m, from the agent
	FGroundVector End;
};

// Allowed are the velocities V with Cross(Direction, V - Point) >= 0.
struct FVelocityLine
{
	FGroundVector Point;
	FGroundVector Direction; // unit
};

struct FAvoidanceJob
{
	static constexpr int32_t MaxNeighbors = 32;
	static constexpr int32_t MaxWalls = 8;

	// In
	FGroundVector Velocity;       // m/s, true
	FGroundVector Desired;        // m/s
	float Radius = 0.3f;          // m, > 0
	float MaxSpeed = 1.4f;        // m/s, >= 0
	float TimeHorizon = 1.0f;     // s, > 0
	float WallTimeHorizon = 0.2f; // s, > 0
	float SeparationTime = 0.2f;  // s, > 0, in which an overlap is to end
	uint32_t Id = 0;
	std::span<const FAvoidanceNeighbor> Neighbors{}; // at most MaxNeighbors
	std::span<const FAvoidanceWall> Walls{};         // at most MaxWalls

	// Out
	FGroundVector Result;                                     // at most MaxSpeed
	bool bFeasible = true;                                    // false: no velocity satisfied all lines
	std::array<FVelocityLine, MaxNeighbors + MaxWalls> Lines; // walls first
	int32_t WallLineCount = 0;
	int32_t LineCount = 0;

	bool Validate() const;
	void Run();
};
} // namespace Flockwork
