// Same input, same bits: at any thread count, and after saving and going on.
#include "CrowdYard.h"
#include "FlockworkCore/Random.h"

namespace Flockwork
{
namespace
{
// Two rooms with a door and a link; sixty people with goals all over, some of them unreachable.
void MakeBusyYard(FYard& Yard)
{
	Yard.Floor(0, 0, 20, 20).Floor(20, 9, 22, 11).Floor(22, 0, 42, 20).Floor(50, 0, 60, 20);
	Yard.Link({41.0f, 0.0f, 10.0f}, {51.0f, 0.0f, 10.0f}, 5).Build();
}

void FillBusyYard(FTestCrowd& Test)
{
	FRandomStream Random(23);
	for (int32_t Index = 0; Index < 300; ++Index)
	{
		FAgentDef Def;
		Def.Position = Random.InBox({1, 0, 1}, {41, 0, 19});
		Def.SpeedScale = Random.Range(0.5f, 1.2f);
		const FVector Goal = Random.InBox({1, 0, 1}, {70, 0, 19});
		Test.Crowd.SetGoal(Test.Add(Def), Goal);
	}
}

// What a host does in the course of time.
void Disturb(FTestCrowd& Test, int32_t Step)
{
	const auto Ids = Test.Crowd.GetIds();
	if (Step % 50 == 20)
	{
		const FAgentId Gone = Ids[Ids.size() / 2];
		Test.Crowd.RemoveAgent(Gone);
		Test.Crowd.SetGoal(Ids[3], {2.0f + float(Step % 7), 0.0f, 5.0f}, EPathUrgency::Urgent);
		Test.Add({30.0f, 0.0f, 3.0f});
	}
}
} // namespace

TEST_CASE("FCrowd: one thread, two and four give the same bits")
{
	std::vector<uint64_t> Hashes;
	for (const int32_t Threads : {1, 2, 4})
	{
		FYard Yard;
		MakeBusyYard(Yard);
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
		FTestCrowd Test(Yard, {}, Pool);
		FillBusyYard(Test);
		FStateHash All;
		for (int32_t Step = 0; Step < 300; ++Step)
		{
			Disturb(Test, Step);
			Test.Step();
			All.Add(Test.Hash());
		}
		All.Add(uint64_t(Test.Events.size()));
		Hashes.push_back(All.Get());
	}
	CHECK(Hashes[0] == Hashes[1]);
	CHECK(Hashes[0] == Hashes[2]);
}

TEST_CASE("FCrowd: saved at any step and restored into another crowd, it goes on with the same bits")
{
	FYard Yard;
	MakeBusyYard(Yard);
	const int32_t SaveStep = GENERATE(1, 37, 200, 777);
	FTestCrowd First(Yard);
	FillBusyYard(First);
	for (int32_t Step = 0; Step < SaveStep; ++Step)
	{
		Disturb(First, Step);
		First.Step();
	}
	FByteWriter Writer;
	First.Crowd.Save(Writer);
	FTestCrowd Second(Yard);
	Second.Add({5.0f, 0.0f, 5.0f}); // forgotten by restoring
	FByteReader Reader(Writer.GetBytes());
	REQUIRE(Second.Crowd.Restore(Reader));
	CHECK(Reader.Remaining() == 0);
	CHECK(First.Hash() == Second.Hash());
	FByteWriter Again;
	Second.Crowd.Save(Again);
	CHECK(Writer.GetBytes() == Again.GetBytes());
	for (int32_t Step = SaveStep; Step < SaveStep + 200; ++Step)
	{
		Disturb(First, Step);
		Disturb(Second, Step);
		First.Step();
		Second.Step();
		REQUIRE(First.Hash() == Second.Hash());
		REQUIRE(First.Crowd.GetEvents().size() == Second.Crowd.GetEvents().size());
	}
}

TEST_CASE("FCrowd: a truncated or damaged snapshot is refused, and the crowd stays as it was")
{
	FYard Yard;
	MakeBusyYard(Yard);
	FTestCrowd First(Yard);
	FillBusyYard(First);
	First.Run(1.0f);
	FByteWriter Writer;
	First.Crowd.Save(Writer);
	FTestCrowd Second(Yard);
	Second.Add({5.0f, 0.0f, 5.0f});
	const uint64_t Before = Second.Hash();
	const std::vector<uint8_t>& Good = Writer.GetBytes();
	for (size_t Size = 0; Size < Good.size(); Size += 997)
	{
		FByteReader Reader(std::span<const uint8_t>(Good).first(Size));
		REQUIRE_FALSE(Second.Crowd.Restore(Reader));
	}
	CHECK(Second.Hash() == Before);
	FRandomStream Random(1);
	for (int32_t Trial = 0; Trial < 300; ++Trial)
	{
		std::vector<uint8_t> Bad = Good;
		for (int32_t Count = 0; Count < 8; ++Count)
		{
			const size_t Place = size_t(Random.Next() % Bad.size());
			Bad[Place] = uint8_t(Random.Next());
		}
		FByteReader Reader(Bad);
		if (Second.Crowd.Restore(Reader)) // what is believed must be harmless
		{
			Second.Run(0.05f);
		}
	}
}
} // namespace Flockwork
