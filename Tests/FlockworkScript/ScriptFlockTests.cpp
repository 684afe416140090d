// Boids that a script spawns on the move, and what it can ask about them, against sums over all of them made here.
#include "FlockworkGame/FlockSubsystem.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
std::vector<const AActor*> BoidsOf(const FTestScene& Test)
{
	std::vector<const AActor*> Boids;
	for (const FActorId Id : Test.World->GetActors())
	{
		Boids.push_back(Test.World->FindActor(Id));
	}
	return Boids;
}

float NearestDistance(const AActor& Boid, const std::vector<const AActor*>& All)
{
	float Nearest = 1e30f;
	for (const AActor* const Other : All)
	{
		Nearest =
		    Other == &Boid ? Nearest : std::min(Nearest, Length(Other->Transform.Location - Boid.Transform.Location));
	}
	return Nearest;
}

// Changes that leave a body to itself.
const std::string Free =
    R"( const string Free = "{\"body\": {\"gravity\": false, \"collidesWith\": \"none\", \"lockRotation\": true}}";)";
} // namespace

TEST_CASE("Spawning: in a ball, going any way at the speed asked for")
{
	FTestScene Test;
	Test.Start(R"(void BeginPlay() { SpawnInSphere("Ball", FVector(3, 40, -5), 6, 200, 2.5f, Free); })" + Free);
	Test.Step(2);
	const std::vector<const AActor*> Boids = BoidsOf(Test);
	REQUIRE(Boids.size() == 200);
	FVector Mean{0.0f, 0.0f, 0.0f};
	int32_t InOuterHalf = 0;
	for (const AActor* const Boid : Boids)
	{
		const float FromCenter = Length(Boid->Transform.Location - FVector(3.0f, 40.0f, -5.0f));
		CHECK(FromCenter < 6.2f);
		InOuterHalf += FromCenter > 6.0f * 0.7937f ? 1 : 0; // half of a ball's volume lies outside 0.7937 of its radius
		CHECK(Length(Boid->Velocity) == Approx(2.5f).margin(0.01));
		Mean += Boid->Velocity / 200.0f;
	}
	CHECK(InOuterHalf > 70);
	CHECK(InOuterHalf < 130);
	CHECK(Length(Mean) < 0.6f); // 2.5 / sqrt(200) is 0.18
}

TEST_CASE("Spawning: in a box, going the way they face")
{
	FTestScene Test;
	Test.Start(
	    R"(void BeginPlay() { SpawnInBox("Ball", FVector(-9, 5, -9), FVector(9, 9, 9), 40, 3.0f, Free); })" + Free);
	Test.Step(2);
	for (const AActor* const Boid : BoidsOf(Test))
	{
		CHECK(Boid->Velocity.y == Approx(0.0f).margin(0.01));
		CHECK(Length(Boid->Velocity) == Approx(3.0f).margin(0.01));
		CHECK(glm::dot(Boid->Transform.Rotation * ForwardVector, Boid->Velocity) == Approx(3.0f).margin(0.02));
	}
}

TEST_CASE("Flocks: largest acceleration and the nearest distances of chosen boids agree with sums over all")
{
	FTestScene Test;
	Test.Start(R"(
		array<AActor>@ Chosen;
		void BeginPlay() {
			@Chosen = SpawnInSphere("Boid", FVector(), 8, 30, 1);
			SpawnInSphere("Boid", FVector(2, 0, 0), 8, 70, 1);
		}
		void Tick(float D) { Log("" + GetFlockMaxAcceleration("birds")); Log("" + GetMeanNearestDistance("birds", Chosen)); }
	)");
	Test.Step(40);
	const std::vector<const AActor*> Boids = BoidsOf(Test);
	REQUIRE(Boids.size() == 100);
	const UFlockSubsystem& Flocks = Test.World->Get<UFlockSubsystem>();
	float Largest = 0.0f;
	for (const FVector& Acceleration : Flocks.GetFlock(Flocks.FindFlock("birds")).Accelerations)
	{
		Largest = std::max(Largest, Length(Acceleration));
	}
	double Nearest = 0.0;
	for (size_t Index = 0; Index < 30; ++Index)
	{
		Nearest += double(NearestDistance(*Boids[Index], Boids)) / 30.0;
	}
	REQUIRE(Test.Log->Lines.size() == 80);
	CHECK(std::stod(Test.Log->Lines[78]) == Approx(Largest));
	CHECK(std::stod(Test.Log->Lines[79]) == Approx(Nearest));
	CHECK(Largest > 0.1f);
}

TEST_CASE("Flocks: the hardest turn, of all and of those that do not flee, and who is within a distance")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			SpawnInSphere("Boid", FVector(), 20, 120, 4);
			At(0.3, "Frighten");
		}
		void Frighten() { DropThreat(FVector(), 6); SetSetting("flock.predator.steerBoost", 4.0f, "birds"); }
		void Tick(float D) {
			Log("" + GetFlockMaxTurn("birds")); Log("" + GetFlockMaxTurn("birds", false));
			Log("" + GetFlockActorsWithin("birds", FVector(3, 0, 0), 9).length());
		}
	)");
	Test.Step(40);
	const UFlockSubsystem& Flocks = Test.World->Get<UFlockSubsystem>();
	const FFlockView View = Flocks.GetFlock(Flocks.FindFlock("birds"));
	float Hardest[2] = {0.0f, 0.0f};
	int32_t Within = 0;
	for (size_t Place = 0; Place < View.Actors.size(); ++Place)
	{
		UFlockSubsystem::FBoidInfo Info;
		REQUIRE(Flocks.GetBoidInfo(View.Actors[Place], Info));
		const float Turn =
		    Length(glm::cross(View.Accelerations[Place], View.Velocities[Place])) / Length(View.Velocities[Place]);
		Hardest[Info.bFleeing ? 1 : 0] = std::max(Hardest[Info.bFleeing ? 1 : 0], Turn);
		Within += Length(View.Positions[Place] - FVector{3.0f, 0.0f, 0.0f}) <= 9.0f ? 1 : 0;
	}
	REQUIRE(Test.Log->Lines.size() == 120);
	CHECK(Hardest[1] > Hardest[0]);
	CHECK(std::stod(Test.Log->Lines[117]) == Approx(Hardest[1]).epsilon(1e-3));
	CHECK(std::stod(Test.Log->Lines[118]) == Approx(Hardest[0]).epsilon(1e-3));
	CHECK(Within > 0);
	CHECK(std::stoi(Test.Log->Lines[119]) == Within);
}

TEST_CASE("Flocks: questions about nobody answer zero")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			array<AActor> None; array<AActor>@ One = SpawnInSphere("Marker", FVector(), 1, 1);
			Log("" + GetFlockMaxAcceleration("nobody") + GetMeanNearestDistance("nobody", None));
			Log("" + GetMeanNearestDistance("birds", One));
			Log("" + GetFlockMaxTurn("nobody") + GetFlockActorsWithin("nobody", FVector(), 9).length());
			Log("" + GetFlockBodyCount("nobody"));
		}
	)");
	CHECK(Test.Log->Lines == std::vector<std::string>{"00", "0", "00", "0"});
}

TEST_CASE("Flocks: how many are rigid bodies follows flock.physics")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			SpawnInSphere("Boid", FVector(), 5, 7);
			At(0.1, "Tell"); At(0.2, "Kinematic"); At(0.3, "Tell"); At(0.4, "Again"); At(0.5, "Tell");
		}
		void Kinematic() { SetSetting("flock.physics", "kinematic", "birds"); }
		void Again() { SetSetting("flock.physics", "rigidBody", "birds"); }
		void Tell() { Log(GetFlockBodyCount("birds") + " of " + GetFlockSize("birds")); }
	)");
	Test.Step(40);
	CHECK(Test.Log->Lines == std::vector<std::string>{"7 of 7", "0 of 7", "7 of 7"});
}

TEST_CASE("Settings: several of a flock at once, as JSON, all or none")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { SpawnInSphere("Boid", FVector(), 5, 3); At(0.1, "Set"); At(0.2, "Tell"); }
		void Set() { SetSetting("flock", "{\"neighborRadius\": 30, \"separation\": {\"radius\": 25}}", "birds"); }
		void Tell() {
			Log("" + GetSetting("flock.neighborRadius", "birds") + " " + GetSetting("flock.separation.radius", "birds"));
			SetSetting("flock", "{\"maxSpeed\": 3,\n\"maxSteerForc\": 1}", "birds");
		}
	)");
	Test.Step(20);
	CHECK(Test.Log->Lines == std::vector<std::string>{"30 25"});
	REQUIRE(Test.Scene.GetFault());
	CHECK(Test.Scene.GetFault()->Message.find("did you mean flock.maxSteerForce?") != std::string::npos);
	FSettingValue Speed;
	REQUIRE(Test.World->GetSetting("flock.maxSpeed", "birds", Speed));
	CHECK(Speed == FSettingValue(5.0f)); // none
}

TEST_CASE("Settings and relations: values that do not fit stop the script where they are given")
{
	const char* const Calls[] = {"SetSetting(\"flock.maxSpeed\", Nan, \"birds\")",
	    "SetSetting(\"flock.maxSpeed\", \"fast\", \"birds\")", "SetSetting(\"flock.model\", \"boids\", \"birds\")",
	    "SetSetting(\"flock.bounds.center\", FVector(Nan, 0, 0), \"birds\")",
	    "SetSetting(\"flock.topologicalCount\", 2.5f, \"birds\")", "SetSetting(\"physics.gravity\", true)",
	    "SetSetting(\"flock\", \"{\")", "SetSetting(\"flock\", \"[]\")", "SetRelation(\"birds\", \"fish\", \"eat\")",
	    "SetRelation(\"birds\", \"birds\", \"flee\")"};
	for (const char* const Call : Calls)
	{
		INFO(Call);
		FTestScene Test;
		const FDiagnostic Fault =
		    Test.Fail("void BeginPlay() {\n\tfloat Big = 3e38f; float Inf = Big * 10; float Nan = "
		              "Inf - Inf;\n\tSpawnInSphere(\"Boid\", FVector(), 5, 3);\n\t" +
		              std::string(Call) + ";\n}");
		CHECK(Fault.Place.Line == 4);
		CHECK(Fault.Message.size() > 10);
	}
}
