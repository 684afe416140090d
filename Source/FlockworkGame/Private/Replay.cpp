#include "FlockworkGame/Replay.h"

#include "FlockworkCore/FileBytes.h"
#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr FFileKind ReplayKind{"FWREPLAY", "replay", 1};

// What came at this point goes in at this point again.
void ApplyEntry(UWorld& World, const FReplayEntry& Entry, FDiagnostics& Diagnostics)
{
	if (Entry.bAtOnce)
	{
		World.Execute(Entry.Order, Diagnostics);
	}
	else
	{
		World.Enqueue(Entry.Order, Diagnostics);
	}
}
} // namespace

std::vector<uint8_t> FReplay::ToBytes() const
{
	FByteWriter Writer;
	Writer.Write(FixedStep);
	Writer.Write(Seed);
	Writer.Write(StartHash);
	Writer.Write(StartStep);
	Writer.Write(uint64_t(Entries.size()));
	for (const FReplayEntry& Entry : Entries)
	{
		Writer.Write(Entry.Step);
		Writer.Write(Entry.Phase);
		Writer.Write(uint8_t(Entry.bAtOnce));
		Entry.Order.Write(Writer);
	}
	Writer.WriteArray(std::span<const uint64_t>(Hashes));
	return WrapBytes(ReplayKind, Writer.GetBytes());
}

bool FReplay::FromBytes(
    std::span<const uint8_t> Bytes, const std::string& File, FReplay& Out, FDiagnostics& Diagnostics)
{
	std::span<const uint8_t> Content;
	if (!UnwrapBytes(ReplayKind, Bytes, File, Content, Diagnostics))
	{
		return false;
	}
	FByteReader Reader(Content);
	FReplay Replay;
	Replay.FixedStep = Reader.Read<float>();
	Replay.Seed = Reader.Read<int32_t>();
	Replay.StartHash = Reader.Read<uint64_t>();
	Replay.StartStep = Reader.Read<int64_t>();
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FReplayEntry& Entry = Replay.Entries.emplace_back();
		Entry.Step = Reader.Read<int64_t>();
		Entry.Phase = Reader.Read<int8_t>();
		Entry.bAtOnce = Reader.Read<uint8_t>() != 0;
		Entry.Order = FOrder::Read(Reader);
	}
	Replay.Hashes = Reader.ReadArray<uint64_t>();
	if (!Reader.IsOk())
	{
		Diagnostics.Error({File, 0, 0}, "", "the replay is damaged");
		return false;
	}
	Out = std::move(Replay);
	return true;
}

bool FReplay::Save(const std::string& Path, FDiagnostics& Diagnostics) const
{
	return WriteBytesFile(Path, ToBytes(), Diagnostics);
}

bool FReplay::Load(const std::string& Path, FReplay& Out, FDiagnostics& Diagnostics)
{
	std::vector<uint8_t> Bytes;
	return ReadBytesFile(Path, Bytes, Diagnostics) && FromBytes(Bytes, Path, Out, Diagnostics);
}

void FReplayRecorder::Begin(const UWorld& World)
{
	Replay = FReplay{};
	Replay.FixedStep = World.GetSettings().FixedStep;
	Replay.Seed = World.GetSettings().Seed;
	Replay.StartHash = World.ComputeStateHash();
	Replay.StartStep = World.GetStepCount();
}

void FReplayRecorder::AddOrder(const UWorld& World, const FOrder& Order, bool bAtOnce)
{
	FReplayEntry& Entry = Replay.Entries.emplace_back();
	Entry.Step = World.GetStepCount();
	Entry.Phase = int8_t(World.GetNextPhase());
	Entry.bAtOnce = bAtOnce;
	Entry.Order = Order;
}

void FReplayRecorder::AddStep(uint64_t Hash)
{
	Replay.Hashes.push_back(Hash);
}

FReplayResult PlayReplay(UWorld& World, const FReplay& Replay, FDiagnostics& Diagnostics)
{
	FReplayResult Result;
	const auto Differ = [&](int64_t Step, uint64_t Expected, uint64_t Actual)
	{
		Result.FirstDifference = Step;
		Result.ExpectedHash = Expected;
		Result.ActualHash = Actual;
		return Result;
	};
	const uint64_t StartHash = World.ComputeStateHash();
	if (World.GetStepCount() != Replay.StartStep || StartHash != Replay.StartHash)
	{
		return Differ(Replay.StartStep - 1, Replay.StartHash, StartHash);
	}
	FReplayRecorder Watcher; // while it is there, every step computes its hash
	World.SetRecorder(&Watcher);
	size_t Next = 0;
	const auto ApplyUntil = [&](int64_t Step, int32_t Phase)
	{
		while (Next < Replay.Entries.size() && Replay.Entries[Next].Step == Step && Replay.Entries[Next].Phase == Phase)
		{
			ApplyEntry(World, Replay.Entries[Next], Diagnostics);
			++Next;
		}
	};
	for (const uint64_t Expected : Replay.Hashes)
	{
		const int64_t Step = World.GetStepCount();
		ApplyUntil(Step, -1);
		World.BeginStep();
		for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
		{
			ApplyUntil(Step, Phase);
			World.RunPhase(EPhase(Phase));
		}
		ApplyUntil(Step, PhaseCount);
		World.EndStep();
		++Result.StepsPlayed;
		if (World.GetStateHash() != Expected)
		{
			Differ(Step, Expected, World.GetStateHash());
			break;
		}
	}
	World.SetRecorder(nullptr);
	return Result;
}
} // namespace Flockwork
