// The C interface: actors and flocks, in the host's axes and units.
#include "AbiFixture.h"

#include <limits>

namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

float Distance(const FwVector& A, const FwVector& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}
} // namespace

TEST_CASE("fwWorld_Spawn: the actor is where it was put, has its name, and is gone after destruction")
{
	const FTestWorld World;
	const FwActorId Bird = World.Spawn("Bird", {1, 2, 3}, "Robin");
	CHECK(Distance(World.GetTransform(Bird).Position, {1, 2, 3}) == 0.0f);
	FwActorId Found = 0;
	REQUIRE(fwWorld_FindActor(World, "Robin", &Found) == FW_OK);
	CHECK(Found == Bird);
	char Name[16] = "";
	size_t Needed = 0;
	REQUIRE(fwWorld_GetActorName(World, Bird, Name, sizeof(Name), &Needed) == FW_OK);
	CHECK(std::string(Name) == "Robin");
	CHECK(Needed == 6);
	CHECK(fwWorld_GetActorName(World, Bird, Name, 5, &Needed) == FW_ERROR_CAPACITY);
	REQUIRE(fwWorld_DestroyActor(World, Bird) == FW_OK);
	CHECK(fwWorld_DestroyActor(World, Bird) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_FindActor(World, "Robin", &Found) == FW_ERROR_NOT_FOUND);
	const FwActorId Next = World.Spawn("Bird", {0, 0, 0});
	CHECK(Next != Bird); // a slot used again, under another id
	FwTransform Transform;
	CHECK(fwWorld_GetActor(World, Bird, &Transform, nullptr) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("fwWorld_Spawn: rejects unknown prefabs with the nearest name, and bad numbers")
{
	const FTestWorld World;
	const FwTransform Good = {{0, 0, 0}, 1, {0, 0, 0, 1}};
	FwActorId Actor = 77;
	CHECK(fwWorld_Spawn(World, "Brd", nullptr, &Good, &Actor) == FW_ERROR_NOT_FOUND);
	CHECK(LastErrorHas("Bird"));
	CHECK(fwWorld_Spawn(World, nullptr, nullptr, &Good, &Actor) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_Spawn(World, "", nullptr, &Good, &Actor) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_Spawn(World, "Bird", nullptr, nullptr, &Actor) == FW_ERROR_ARGUMENT);
	for (const FwTransform& Bad : {FwTransform{{NaN, 0, 0}, 1, {0, 0, 0, 1}}, FwTransform{{0, 0, 0}, 0, {0, 0, 0, 1}},
	         FwTransform{{0, 0, 0}, -1, {0, 0, 0, 1}}, FwTransform{{0, 0, 0}, NaN, {0, 0, 0, 1}},
	         FwTransform{{0, 0, 0}, 1, {0, 0, 0, 0}}, FwTransform{{0, 0, 0}, 1, {NaN, 0, 0, 1}}})
	{
		CHECK(fwWorld_Spawn(World, "Bird", nullptr, &Bad, &Actor) == FW_ERROR_ARGUMENT);
	}
	CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, NaN}, 1, 1) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, -1, 1) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, 1, 0) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, 1, 2'000'000) == FW_ERROR_ARGUMENT);
	CHECK(Actor == 77);
	uint32_t Count = 99;
	REQUIRE(fwWorld_GetActorCount(World, &Count) == FW_OK);
	CHECK(Count == 0);
}

TEST_CASE("fwWorld_SpawnMany: refuses what would not fit into the world")
{
	const FTestWorld World(FW_HOST_NATIVE, 1, "{\"world\": {\"maxActors\": 10}}");
	CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, 5, 11) == FW_ERROR_CAPACITY);
	CHECK(LastErrorHas("maxActors"));
	REQUIRE(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, 5, 10) == FW_OK);
	const FwTransform Place = {{0, 0, 0}, 1, {0, 0, 0, 1}};
	CHECK(fwWorld_Spawn(World, "Bird", nullptr, &Place, nullptr) == FW_ERROR_CAPACITY);
	CHECK(fwWorld_DropThreat(World, {0, 5, 0}, 10.0f, 0.5f, nullptr) == FW_ERROR_CAPACITY);
	CHECK(fwWorld_DropAttractor(World, {0, 5, 0}, 10.0f, 0.5f, nullptr) == FW_ERROR_CAPACITY);
}

TEST_CASE("fwWorld_GetTransforms: all by creation, and only into buffers that hold them")
{
	const FTestWorld World;
	std::vector<FwActorId> Spawned;
	for (int32_t Index = 0; Index < 5; ++Index)
	{
		Spawned.push_back(World.Spawn("Stone", {float(Index) * 3, 50, 0}));
	}
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetTransforms(World, nullptr, nullptr, 0, &Count) == FW_OK);
	REQUIRE(Count == 5);
	std::vector<FwTransform> Transforms(5, FwTransform{});
	std::vector<FwActorId> Ids(5, 0);
	CHECK(fwWorld_GetTransforms(World, Transforms.data(), Ids.data(), 4, &Count) == FW_ERROR_CAPACITY);
	CHECK(Ids[0] == 0);
	CHECK(fwWorld_GetTransforms(World, nullptr, nullptr, 5, &Count) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_GetTransforms(World, Transforms.data(), Ids.data(), 5, nullptr) == FW_ERROR_ARGUMENT);
	REQUIRE(fwWorld_GetTransforms(World, Transforms.data(), Ids.data(), 5, &Count) == FW_OK);
	CHECK(Ids == Spawned);
	CHECK(Transforms[4].Position.X == 12.0f);
}

TEST_CASE("fwWorld_GetTransforms: blends the last two steps by alpha")
{
	const FTestWorld World;
	const FwActorId Bird = World.Spawn("Stone", {0, 1000, 0});
	REQUIRE(fwWorld_SetVelocity(World, Bird, {6, 0, 0}) == FW_OK);
	REQUIRE(fwWorld_Tick(World, 1.5f / 60.0f, nullptr) == FW_OK); // one step, and half of the next
	FwTransform Blended;
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetTransforms(World, &Blended, nullptr, 1, &Count) == FW_OK);
	CHECK(Blended.Position.X == Approx(0.05f).margin(1e-4)); // half of 6 m/s for 1/60 s
	CHECK(World.GetTransform(Bird).Position.X == Approx(0.1f).margin(1e-4));
}

TEST_CASE("fwWorld_ApplyImpulse: changes the velocity by impulse over mass")
{
	const FTestWorld World;
	const FwActorId Stone = World.Spawn("Stone", {0, 100, 0}); // 2 kg
	REQUIRE(fwWorld_ApplyImpulse(World, Stone, {4, 0, 0}) == FW_OK);
	World.Step();
	CHECK(World.GetVelocity(Stone).X == Approx(2.0f).margin(1e-4));
	CHECK(fwWorld_ApplyImpulse(World, Stone, {NaN, 0, 0}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_ApplyImpulse(World, 0, {1, 0, 0}) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_ApplyImpulse(World, 0x123456789abcull, {1, 0, 0}) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("fwWorld_Teleport, fwWorld_SetVelocity: reach the actor and check their numbers")
{
	const FTestWorld World;
	const FwActorId Stone = World.Spawn("Stone", {0, 100, 0});
	const FwTransform There = {{7, 200, -3}, 1, {0, 0, 0, 2}}; // a quaternion that is not unit is made so
	REQUIRE(fwWorld_Teleport(World, Stone, &There) == FW_OK);
	CHECK(Distance(World.GetTransform(Stone).Position, {7, 200, -3}) < 1e-4f);
	CHECK(World.GetTransform(Stone).Rotation[3] == Approx(1.0f));
	CHECK(fwWorld_Teleport(World, Stone, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetVelocity(World, Stone, {0, NaN, 0}) == FW_ERROR_ARGUMENT);
}

TEST_CASE("fwWorld_SetInput: moves a player as its camera sees it, and refuses axes beyond 1")
{
	const FTestWorld World;
	const FwActorId Player = World.Spawn("Player", {0, 1, 0});
	REQUIRE(fwWorld_SetInput(World, Player, 0.0f, 1.0f, {0, 0, 1}) == FW_OK);
	World.Step(60);
	CHECK(World.GetTransform(Player).Position.Z == Approx(6.0f).margin(0.3));   // 6 m/s for 1 s
	REQUIRE(fwWorld_SetInput(World, Player, 1.0f, 0.0f, {0, -5, -1}) == FW_OK); // looking along -Z, right is +X
	World.Step(60);
	CHECK(World.GetTransform(Player).Position.X == Approx(6.0f).margin(0.3));
	REQUIRE(fwWorld_SetInput(World, Player, 1.0f, 0.0f, {0, 0, 1}) == FW_OK); // looking along +Z, it is -X
	World.Step(120);
	CHECK(World.GetTransform(Player).Position.X == Approx(-6.0f).margin(0.6));
	CHECK(fwWorld_SetInput(World, Player, 1.5f, 0.0f, {0, 0, 1}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetInput(World, Player, 0.0f, NaN, {0, 0, 1}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetInput(World, Player, 0.0f, 1.0f, {0, 1, 0}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetInput(World, Player, 0.0f, 1.0f, {NaN, 0, 1}) == FW_ERROR_ARGUMENT);

	const FTestWorld Unreal(FW_HOST_UNREAL); // X ahead, Y to the right, cm
	const FwActorId Theirs = Unreal.Spawn("Player", {0, 0, 100});
	REQUIRE(fwWorld_SetInput(Unreal, Theirs, 1.0f, 0.0f, {1, 0, 0}) == FW_OK);
	Unreal.Step(60);
	CHECK(Unreal.GetTransform(Theirs).Position.Y == Approx(600.0f).margin(30.0));
}

TEST_CASE("EHost: an Unreal host reads and writes centimetres, Z up, left-handed")
{
	const FTestWorld Native;
	const FTestWorld Unreal(FW_HOST_UNREAL);
	// Unreal (X forward, Y right, Z up) in cm: the same place as ours one metre up.
	const FwActorId Theirs = Unreal.Spawn("Stone", {0, 0, 5000});
	const FwActorId Ours = Native.Spawn("Stone", {0, 50, 0});
	Unreal.Step(30);
	Native.Step(30);
	const FwVector Fallen = Unreal.GetTransform(Theirs).Position;
	CHECK(Fallen.Z == Approx(Native.GetTransform(Ours).Position.Y * 100.0f).epsilon(1e-5));
	CHECK(Fallen.Z < 4900.0f); // half a second of gravity: 1.2 m
	CHECK(std::abs(Fallen.X) + std::abs(Fallen.Y) < 1e-3f);
	CHECK(Unreal.GetVelocity(Theirs).Z == Approx(Native.GetVelocity(Ours).Y * 100.0f).epsilon(1e-5));
	REQUIRE(fwWorld_SetVelocity(Unreal, Theirs, {0, 300, 0}) == FW_OK);
	Unreal.Step();
	CHECK(Unreal.GetTransform(Theirs).Position.Y == Approx(5.0f).margin(0.01)); // 3 m/s for 1/60 s
}

TEST_CASE("EHost: what goes in comes out again, for every host")
{
	for (const FwHost Host : {FW_HOST_NATIVE, FW_HOST_UNREAL, FW_HOST_UNITY, FW_HOST_BLENDER})
	{
		const FTestWorld World(Host);
		const FwTransform In = {{10, 20, 30}, 1.0f, {0.5f, 0.5f, -0.5f, 0.5f}};
		FwActorId Stone = 0;
		REQUIRE(fwWorld_Spawn(World, "Stone", nullptr, &In, &Stone) == FW_OK);
		const FwTransform Out = World.GetTransform(Stone);
		CHECK(Distance(In.Position, Out.Position) < 1e-4f);
		float Dot = 0.0f;
		for (int32_t Axis = 0; Axis < 4; ++Axis)
		{
			Dot += In.Rotation[Axis] * Out.Rotation[Axis];
		}
		CHECK(std::abs(Dot) == Approx(1.0f).margin(1e-5)); // q and -q are one rotation
	}
}

TEST_CASE("fwWorld_DropThreat: boids get away from it, and it ends after its time")
{
	const FTestWorld World;
	const FwActorId Bird = World.Spawn("Bird", {1, 5, 0});
	FwActorId Threat = 0;
	REQUIRE(fwWorld_DropThreat(World, {0, 5, 0}, 10.0f, 0.5f, &Threat) == FW_OK);
	CHECK(Threat != 0);
	World.Step(29);
	CHECK(World.GetVelocity(Bird).X > 0.5f);
	World.Step(5);
	FwTransform Transform;
	CHECK(fwWorld_GetActor(World, Threat, &Transform, nullptr) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_DropThreat(World, {NaN, 0, 0}, 1, 1, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_DropThreat(World, {0, 0, 0}, 0, 1, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_DropThreat(World, {0, 0, 0}, 1, -1, nullptr) == FW_ERROR_ARGUMENT);
}

TEST_CASE("fwWorld_DropAttractor, fwWorld_SetTargetPoint, fwWorld_SetTarget: boids come")
{
	for (int32_t Way = 0; Way < 3; ++Way)
	{
		const FTestWorld World;
		const FwActorId Bird = World.Spawn("Bird", {0, 5, 0});
		const FwActorId Stone = World.Spawn("Stone", {15, 5, 0});
		World.Step(); // the flock exists from its first step on
		if (Way == 0)
		{
			REQUIRE(fwWorld_DropAttractor(World, {15, 5, 0}, 30.0f, 0.0f, nullptr) == FW_OK);
		}
		else if (Way == 1)
		{
			REQUIRE(fwWorld_SetTargetPoint(World, "Birds", {15, 5, 0}) == FW_OK);
		}
		else
		{
			REQUIRE(fwWorld_SetTarget(World, "Birds", Stone) == FW_OK);
		}
		World.Step(60);
		CHECK(World.GetVelocity(Bird).X > 1.0f);
	}
}

TEST_CASE("fwWorld_SetBoidTarget: one bird goes its own way until it is cleared")
{
	const FTestWorld World;
	const FwActorId Bird = World.Spawn("Bird", {0, 5, 0});
	const FwActorId Stone = World.Spawn("Stone", {15, 5, 0});
	World.Step();
	REQUIRE(fwWorld_SetTargetPoint(World, "Birds", {15, 5, 0}) == FW_OK);
	REQUIRE(fwWorld_SetBoidTarget(World, Bird, {-15, 5, 0}, 1.0f) == FW_OK);
	World.Step(60);
	CHECK(World.GetVelocity(Bird).X < -1.0f);
	REQUIRE(fwWorld_ClearBoidTarget(World, Bird) == FW_OK);
	World.Step(120);
	CHECK(World.GetVelocity(Bird).X > 1.0f);
	CHECK(fwWorld_SetBoidTarget(World, Stone, {0, 0, 0}, 1.0f) == FW_ERROR_DATA);
	CHECK(fwWorld_SetBoidTarget(World, Bird, {0, 0, 0}, -1.0f) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetBoidTarget(World, Bird, {NaN, 0, 0}, 1.0f) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetBoidTarget(World, 0, {0, 0, 0}, 1.0f) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_ClearBoidTarget(World, 0) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("Flock functions: an unknown flock is an error that names it")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	World.Step();
	CHECK(fwWorld_SetTargetPoint(World, "Brids", {0, 0, 0}) == FW_ERROR_NOT_FOUND);
	CHECK(LastErrorHas("Brids"));
	CHECK(fwWorld_ClearTarget(World, "Birds") == FW_OK);
	CHECK(fwWorld_ClearTarget(World, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetTarget(World, "Birds", 0) == FW_ERROR_NOT_FOUND);
	FwFlockMetrics Metrics = {};
	CHECK(fwWorld_GetFlockMetrics(World, "Birds", &Metrics) == FW_ERROR_VERSION);
	CHECK(fwWorld_GetFlockMetrics(World, "Birds", nullptr) == FW_ERROR_ARGUMENT);
	Metrics.Size = sizeof(Metrics);
	CHECK(fwWorld_GetFlockMetrics(World, "Brids", &Metrics) == FW_ERROR_NOT_FOUND);
	REQUIRE(fwWorld_GetFlockMetrics(World, "Birds", &Metrics) == FW_OK);
	CHECK(Metrics.Boids == 1);
	CHECK(Metrics.Clusters == 1);
}

TEST_CASE("fwWorld_GetFlockMetrics: lengths are the host's")
{
	const FTestWorld Native;
	const FTestWorld Unreal(FW_HOST_UNREAL);
	Native.Spawn("Bird", {0, 5, 0});
	Native.Spawn("Bird", {3, 5, 0});
	Unreal.Spawn("Bird", {0, 0, 500});
	Unreal.Spawn("Bird", {300, 0, 500});
	FwFlockMetrics Ours = {};
	FwFlockMetrics Theirs = {};
	Ours.Size = Theirs.Size = sizeof(FwFlockMetrics);
	Native.Step();
	Unreal.Step();
	REQUIRE(fwWorld_GetFlockMetrics(Native, "Birds", &Ours) == FW_OK);
	REQUIRE(fwWorld_GetFlockMetrics(Unreal, "Birds", &Theirs) == FW_OK);
	CHECK(Ours.NearestNeighborMean == Approx(3.0f).margin(0.05));
	CHECK(Theirs.NearestNeighborMean == Approx(Ours.NearestNeighborMean * 100.0f).epsilon(1e-3));
}
