// Which clips play, how much of each, and where in them: blend space, state machine, feet in step with the ground.
#include "AllocationCounter.h"
#include "FlockworkAnimation/AnimationGraph.h"
#include "TestCharacter.h"

#include <array>
#include <catch2/catch.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
const float Nan = std::numeric_limits<float>::quiet_NaN();

// idle 4 s, walk 1 s at 1.4 m/s, run 0.7 s at 6 m/s whose left foot comes down at 0.1 s, cower 2 s, wave 0.5 s once.
FCharacterAsset MakePerson()
{
	FCharacterAsset Person;
	Person.Name = "Person";
	Person.Skeleton = MakeTestSkeleton(3);
	const auto Add = [&](const char* Name, float Duration, float Speed, bool bLooping)
	{
		FClip Clip = MakeTestClip(Person.Skeleton, Name, Duration, 1);
		Clip.Speed = Speed;
		Clip.bLooping = bLooping;
		Person.Clips.push_back(Clip);
	};
	Add("idle", 4.0f, 0.0f, true);
	Add("walk", 1.0f, 1.4f, true);
	Add("run", 0.7f, 6.0f, true);
	Add("cower", 2.0f, 0.0f, true);
	Add("wave", 0.5f, 0.0f, false);
	Person.Clips[2].Events = {{0.1f, "footDown", "foot_l"}};
	return Person;
}

FAnimationGraph ReadGraph(const std::string& Text, const FCharacterAsset& Person)
{
	FDataNode Node;
	FDiagnostics Diagnostics;
	FAnimationGraph Graph;
	const bool bRead = ParseJson(Text, "Person.json", Node, Diagnostics) &&
	                   FAnimationGraph::Read(Node, "Person.json", Person, Graph, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRead);
	return Graph;
}

std::string FaultOf(const std::string& Text)
{
	const FCharacterAsset Person = MakePerson();
	FDataNode Node;
	FDiagnostics Diagnostics;
	FAnimationGraph Graph = FAnimationGraph::MakeDefault(Person);
	const int32_t Before = Graph.GetStateCount();
	REQUIRE(ParseJson(Text, "Person.json", Node, Diagnostics));
	CHECK_FALSE(FAnimationGraph::Read(Node, "Person.json", Person, Graph, Diagnostics));
	CHECK(Graph.GetStateCount() == Before);
	return Diagnostics.ToString();
}
bool Has(const std::string& Text, const std::string& Part)
{
	INFO(Text);
	return Text.find(Part) != std::string::npos;
}

using FLayers = std::array<FClipLayer, FAnimationGraph::MaxLayers>;
float WeightOf(const FLayers& Layers, int32_t Count, int32_t Clip)
{
	float Weight = 0.0f;
	for (int32_t Layer = 0; Layer < Count; ++Layer)
	{
		Weight += Layers[size_t(Layer)].Clip == Clip ? Layers[size_t(Layer)].Weight : 0.0f;
	}
	return Weight;
}

const char* const Moves = R"({ "initial": "move", "states": {
	"move": { "blend": [ {"clip": "idle"}, {"clip": "walk", "speed": 1.4}, {"clip": "run", "speed": 6} ] },
	"cower": { "clip": "cower" }, "wave": { "clip": "wave" } },
	"transitions": [
		{ "from": "*", "to": "cower", "when": ["isCowering", "speed < 0.5"], "seconds": 0.3 },
		{ "from": "cower", "to": "move", "when": "!isCowering", "seconds": 0.4 },
		{ "from": "move", "to": "wave", "when": "waves", "seconds": 0.1 },
		{ "from": "wave", "to": "move", "when": "finished", "seconds": 0.1 } ] })";
} // namespace

TEST_CASE("FBlendSpace: all weight at each clip's own point, between two the shares of the way, never a negative one")
{
	FBlendSpace Space;
	Space.Points = {{0, 0.0f, 0.0f}, {1, 1.4f, 0.0f}, {2, 6.0f, 0.0f}, {3, 0.0f, 90.0f}, {4, 0.0f, -90.0f}};
	std::array<float, 5> Weights{};
	for (size_t Point = 0; Point < 5; ++Point)
	{
		Space.GetWeights(Space.Points[Point].Speed, Space.Points[Point].Turn, Weights);
		CHECK(Weights[Point] == Approx(1.0f).margin(1e-6f));
	}
	Space.GetWeights(0.35f, 0.0f, Weights);
	CHECK(Weights[1] == Approx(0.25f).margin(1e-5f));
	CHECK(Weights[0] == Approx(0.75f).margin(1e-5f));
	Space.GetWeights(12.0f, 0.0f, Weights);
	CHECK(Weights[2] == Approx(1.0f));
	std::mt19937 Random(3);
	std::uniform_real_distribution<float> Uniform(-8.0f, 8.0f);
	for (int32_t Round = 0; Round < 1000; ++Round)
	{
		const float Speed = Uniform(Random);
		const float Turn = Uniform(Random) * 20.0f;
		Space.GetWeights(Speed, Turn, Weights);
		float Sum = 0.0f;
		for (const float Weight : Weights)
		{
			REQUIRE(Weight >= 0.0f);
			Sum += Weight;
		}
		REQUIRE(Sum == Approx(1.0f));
	}
	Space.GetWeights(Nan, Nan, Weights);
	CHECK(Weights[0] == Approx(1.0f));
}

TEST_CASE("FAnimationGraph: the feet go over the ground as fast as the body")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	const float Speed = GENERATE(1.0f, 1.4f, 2.0f, 4.0f, 6.0f, 8.0f);
	FAnimationState State = Graph.Begin();
	FLayers Layers;
	FAnimationInput Input;
	Input.Speed = Speed;
	float Rounds = 0.0f;
	float Pace = 0.0f;
	for (int32_t Step = 0; Step < 600; ++Step)
	{
		const float Before = State.Place;
		const int32_t Count = Graph.Step(Input, State, Layers);
		Rounds += State.Place - Before + (State.Place < Before ? 1.0f : 0.0f);
		Pace = 0.0f; // of the feet in a round as it is blended
		float Round = 0.0f;
		float Moving = 0.0f;
		for (int32_t Layer = 0; Layer < Count; ++Layer)
		{
			const FClip& Clip = Person.Clips[size_t(Layers[size_t(Layer)].Clip)];
			Pace += Layers[size_t(Layer)].Weight * Clip.Speed;
			Round += Clip.Speed > 0.0f ? Layers[size_t(Layer)].Weight * Clip.Duration : 0.0f;
			Moving += Clip.Speed > 0.0f ? Layers[size_t(Layer)].Weight : 0.0f;
		}
		Pace *= Round / Moving; // metres a round
	}
	CHECK(Rounds * Pace / 10.0f == Approx(Speed).epsilon(0.01));
}

TEST_CASE("FAnimationGraph: clips of a blend are in step: their left feet come down together")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	FAnimationState State = Graph.Begin(0.0f);
	FLayers Layers;
	FAnimationInput Input;
	Input.Speed = 3.0f;
	Input.DeltaTime = 0.0f;
	const int32_t Count = Graph.Step(Input, State, Layers);
	REQUIRE(Count == 2);
	CHECK(Layers[0].Clip == 1);
	CHECK(Layers[0].Seconds == 0.0f);
	CHECK(Layers[1].Clip == 2);
	CHECK(Layers[1].Seconds == Approx(0.1f));
}

TEST_CASE("FAnimationGraph: a standing clip keeps its own time beside walking feet")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	FAnimationState State = Graph.Begin();
	FLayers Layers;
	FAnimationInput Input;
	Input.Speed = 0.7f;
	for (int32_t Step = 0; Step < 150; ++Step)
	{
		Graph.Step(Input, State, Layers);
	}
	CHECK(Layers[0].Clip == 0);
	CHECK(Layers[0].Seconds == Approx(2.5f).margin(1e-3f));
	CHECK(Layers[0].Seconds - Layers[0].EarlierSeconds == Approx(1.0f / 60.0f).margin(1e-4f));
	CHECK(Layers[1].Seconds == Approx(0.5f).margin(1e-2f)); // half the weight at half the speed: the walk's own pace
}

TEST_CASE("FAnimationGraph: triggers, speeds and ends change states, and weights never jump")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	const uint32_t Cowers = 1u << Graph.FindTrigger("isCowering");
	const uint32_t Waves = 1u << Graph.FindTrigger("waves");
	CHECK(Graph.FindTrigger("dances") == -1);
	FAnimationState State = Graph.Begin();
	FLayers Layers;
	FAnimationInput Input;
	std::array<float, 5> Before{1.0f, 0.0f, 0.0f, 0.0f, 0.0f};
	std::mt19937 Random(4);
	const auto Run = [&](float Seconds, uint32_t Triggers)
	{
		Input.Triggers = Triggers;
		for (int32_t Step = 0; Step < int32_t(Seconds * 60.0f); ++Step)
		{
			const int32_t Count = Graph.Step(Input, State, Layers);
			float Sum = 0.0f;
			for (int32_t Clip = 0; Clip < 5; ++Clip)
			{
				const float Weight = WeightOf(Layers, Count, Clip);
				REQUIRE(std::abs(Weight - Before[size_t(Clip)]) < 0.3f); // a fade of 0.1 s: 1.5 / 6 a step
				Before[size_t(Clip)] = Weight;
				Sum += Weight;
			}
			REQUIRE(Sum == Approx(1.0f));
		}
	};
	Run(0.5f, 0);
	Run(0.5f, Cowers);
	CHECK(Graph.GetStateName(State.State) == "cower");
	CHECK(Before[3] == Approx(1.0f));
	Run(0.2f, 0); // on the way back, and to cowering again before it is there
	Run(0.1f, Cowers);
	CHECK(Graph.GetStateName(State.State) == "cower");
	Run(1.0f, 0);
	CHECK(Before[0] == Approx(1.0f));
	Input.Speed = 0.6f; // too fast to cower
	Before[0] = 1.0f - 0.6f / 1.4f;
	Before[1] = 0.6f / 1.4f;
	Run(1.0f, Cowers);
	CHECK(Graph.GetStateName(State.State) == "move");
	Input.Speed = 0.0f;
	Before[0] = 1.0f;
	Before[1] = 0.0f;
	Run(0.1f, Waves);
	CHECK(Graph.GetStateName(State.State) == "wave");
	Run(1.0f, 0);
	CHECK(Graph.GetStateName(State.State) == "move");
	for (int32_t Round = 0; Round < 200; ++Round)
	{
		Run(0.05f * float(Random() % 8), (Random() % 2 ? Cowers : 0u) | (Random() % 3 ? 0u : Waves));
	}
}

TEST_CASE("FAnimationGraph: without a file, a character moves by its clips' names and speeds")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = FAnimationGraph::MakeDefault(Person);
	FAnimationState State = Graph.Begin();
	FLayers Layers;
	FAnimationInput Input;
	Input.Speed = 6.0f;
	int32_t Count = Graph.Step(Input, State, Layers);
	CHECK(WeightOf(Layers, Count, 2) == Approx(1.0f));
	Input.Speed = 0.0f;
	Input.Triggers = 1u << Graph.FindTrigger("isCowering");
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		Count = Graph.Step(Input, State, Layers);
	}
	CHECK(WeightOf(Layers, Count, 3) == Approx(1.0f));
	FCharacterAsset Statue = Person;
	Statue.Clips.clear();
	const FAnimationGraph None = FAnimationGraph::MakeDefault(Statue);
	FAnimationState Still = None.Begin();
	CHECK(None.Step(Input, Still, Layers) == 0);
}

TEST_CASE(
    "FAnimationGraph: steps of no length, negative length or no number do not advance, broken states play nothing")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	FLayers Layers;
	FAnimationInput Input;
	Input.Speed = 1.4f;
	for (const float DeltaTime : {0.0f, -1.0f, Nan})
	{
		FAnimationState State = Graph.Begin(0.25f);
		Input.DeltaTime = DeltaTime;
		REQUIRE(Graph.Step(Input, State, Layers) == 1);
		CHECK(State.Place == 0.25f);
		CHECK(State.Clock == 0.0f);
		CHECK(Layers[0].Seconds == Approx(0.25f));
	}
	FAnimationState Broken;
	Broken.State = 77;
	CHECK(Graph.Step(Input, Broken, Layers) == 0);
	FAnimationState State = Graph.Begin();
	CHECK(Graph.Step(Input, State, std::span(Layers).first(3)) == 0);
	CHECK(Graph.Begin(Nan).Place == 0.0f);
}

TEST_CASE("FAnimationGraph: every fault of its file is named with line and field")
{
	CHECK(Has(FaultOf(R"({ "states": {} })"), "states: expected an object of 1 to 32"));
	CHECK(Has(FaultOf(R"({})"), "states"));
	CHECK(Has(FaultOf("{ \"states\": { \"a\":\n { \"clip\": \"wolk\" } } }"), "Person.json:2:12"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "clip": "wolk" } } })"), "did you mean 'walk'?"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "clip": 3 } } })"), "states.a.clip: expected the name"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "klip": "walk" } } })"), "did you mean 'clip'?"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "blend": [] } } })"), "list of 1 to 16"));
	CHECK(Has(
	    FaultOf(R"({ "states": { "a": { "blend": [ {"clip":"walk"}, {"clip":"run"} ] } } })"), "one speed and turn"));
	CHECK(
	    Has(FaultOf(R"({ "states": { "a": { "blend": [ {"clip":"walk","speed":"fast"} ] } } })"), "expected a number"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "clip": "walk" } }, "initial": "b" })"), "no state 'b'"));
	const auto When = [](const std::string& Condition)
	{
		return FaultOf(R"({ "states": { "a": { "clip": "walk" }, "b": { "clip": "run" } }, "transitions": [
			{ "from": "a", "to": "b", "when": )" +
		               Condition + " } ] }");
	};
	CHECK(Has(When(R"("speed < fast")"), "is no condition"));
	CHECK(Has(When(R"("height < 2")"), "is no condition"));
	CHECK(Has(When(R"("")"), "is no condition"));
	const auto Declares = [](const std::string& Parameters)
	{ return FaultOf(R"({ "states": { "a": { "clip": "walk" } }, "parameters": )" + Parameters + " }"); };
	CHECK(Has(Declares(R"({ "speed": 1 })"), "parameters.speed"));
	CHECK(Has(Declares(R"({ "how far": 1 })"), "each a word"));
	CHECK(Has(Declares(R"({ "fear": "much" })"), "expected a number"));
	CHECK(Has(Declares("[]"), "expected an object"));
	CHECK(Has(Declares(R"({"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0})"), "at most 8"));
	CHECK(Has(When("[]"), "expected a condition"));
	CHECK(Has(When("5"), "expected a condition"));
	CHECK(Has(
	    FaultOf(
	        R"({ "states": { "a": { "clip": "walk" } }, "transitions": [ { "from": "x", "to": "a", "when": "t" } ] })"),
	    "transitions.from: there is no state 'x'"));
	CHECK(Has(FaultOf(R"({ "states": { "a": { "clip": "walk" } }, "transitions": 7 })"), "expected a list"));
	CHECK(Has(FaultOf(R"([])"), "expected an object"));
}

TEST_CASE("FAnimationGraph: parameters are compared with numbers, and have defaults")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(R"({ "parameters": { "hurt": 0, "fear": 0.25 },
		"states": { "calm": { "clip": "idle" }, "afraid": { "clip": "cower" } }, "transitions": [
		{ "from": "calm", "to": "afraid", "when": "fear > 0.5", "seconds": 0 },
		{ "from": "afraid", "to": "calm", "when": ["fear < 0.5", "hurt < 1"], "seconds": 0 } ] })",
	    Person);
	REQUIRE(Graph.FindParameter("fear") == 1);
	CHECK(Graph.FindParameter("joy") == -1);
	CHECK(Graph.GetParameterDefaults()[1] == 0.25f);
	FAnimationState State = Graph.Begin();
	std::array<FClipLayer, FAnimationGraph::MaxLayers> Layers;
	const auto Step = [&](std::span<const float> Parameters)
	{
		FAnimationInput Input;
		Input.Parameters = Parameters;
		Graph.Step(Input, State, Layers);
		Graph.Step(Input, State, Layers);
		return std::string(Graph.GetStateName(State.State));
	};
	CHECK(Step({}) == "calm");
	CHECK(Step(std::array<float, 2>{0.0f, 0.75f}) == "afraid");
	CHECK(Step(std::array<float, 2>{2.0f, 0.0f}) == "afraid"); // hurt
	CHECK(Step(std::array<float, 1>{0.5f}) == "calm");         // fear has its default
}

TEST_CASE("FAnimationGraph: a step allocates nothing")
{
	const FCharacterAsset Person = MakePerson();
	const FAnimationGraph Graph = ReadGraph(Moves, Person);
	FAnimationState State = Graph.Begin();
	FLayers Layers;
	FAnimationInput Input;
	const FAllocationCounter Counter;
	for (int32_t Step = 0; Step < 200; ++Step)
	{
		Input.Speed = 0.05f * float(Step);
		Input.Triggers = uint32_t(Step / 50) % 2;
		Graph.Step(Input, State, Layers);
	}
	const int64_t Count = Counter.GetCount();
	CHECK(Count == 0);
}
} // namespace Flockwork
