#include "SceneState.h"

namespace Flockwork
{
namespace
{
constexpr bool FDebugLayers::*SavedLayers[] = {&FDebugLayers::bVelocity, &FDebugLayers::bForces, &FDebugLayers::bRadius,
    &FDebugLayers::bLinks, &FDebugLayers::bGrid, &FDebugLayers::bTargets, &FDebugLayers::bThreats,
    &FDebugLayers::bBodies, &FDebugLayers::bNames, &FDebugLayers::bVision, &FDebugLayers::bRules,
    &FDebugLayers::bNavMesh, &FDebugLayers::bCrowd, &FDebugLayers::bEscape, &FDebugLayers::bSkeletons};

void SaveHints(const FSceneHints& Hints, FByteWriter& Writer)
{
	Writer.WriteString(Hints.Title);
	Writer.Write(Hints.Duration);
	Writer.Write(Hints.Sky);
	Writer.Write(Hints.Ground);
	Writer.Write(Hints.GroundHeight);
	Writer.Write(Hints.HazeDistance);
	Writer.Write(Hints.ShadowRadius);
	Writer.Write(uint8_t(Hints.bTrails));
	Writer.Write(Hints.Coloring);
	Writer.Write(uint8_t(Hints.bPlots));
	for (bool FDebugLayers::*const Layer : SavedLayers)
	{
		Writer.Write(uint8_t(Hints.Layers.*Layer));
	}
	Writer.Write(Hints.Layers.Selected);
}

bool RestoreHints(FSceneHints& Hints, FByteReader& Reader)
{
	Hints.Title = Reader.ReadString();
	Hints.Duration = Reader.Read<float>();
	Hints.Sky = Reader.Read<ESceneSky>();
	Hints.Ground = Reader.Read<ESceneGround>();
	Hints.GroundHeight = Reader.Read<float>();
	Hints.HazeDistance = Reader.Read<float>();
	Hints.ShadowRadius = Reader.Read<float>();
	Hints.bTrails = Reader.Read<uint8_t>() != 0;
	Hints.Coloring = Reader.Read<ESceneColoring>();
	Hints.bPlots = Reader.Read<uint8_t>() != 0;
	for (bool FDebugLayers::*const Layer : SavedLayers)
	{
		Hints.Layers.*Layer = Reader.Read<uint8_t>() != 0;
	}
	Hints.Layers.Selected = Reader.Read<FActorId>();
	return Reader.IsOk() && Hints.Coloring <= ESceneColoring::Cluster && Hints.Sky <= ESceneSky::Underwater &&
	       Hints.Ground <= ESceneGround::None;
}

template <typename Value>
void SaveMap(const std::map<std::string, Value, std::less<>>& Map, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Map.size()));
	for (const auto& [Name, Number] : Map)
	{
		Writer.WriteString(Name);
		Writer.Write(Number);
	}
}

template <typename Value>
void RestoreMap(std::map<std::string, Value, std::less<>>& Map, FByteReader& Reader)
{
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		std::string Name = Reader.ReadString();
		Map[std::move(Name)] = Reader.Read<Value>();
	}
}

void SaveChecks(const std::vector<FSceneCheck>& Checks, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Checks.size()));
	for (const FSceneCheck& Check : Checks)
	{
		Writer.WriteString(Check.Name);
		Writer.WriteString(Check.Condition);
		Writer.WriteString(Check.Function);
		Writer.Write(Check.When);
		Writer.Write(Check.Time);
	}
}

bool RestoreChecks(std::vector<FSceneCheck>& Checks, FByteReader& Reader)
{
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FSceneCheck Check;
		Check.Name = Reader.ReadString();
		Check.Condition = Reader.ReadString();
		Check.Function = Reader.ReadString();
		Check.When = Reader.Read<ECheckWhen>();
		Check.Time = Reader.Read<double>();
		if (Check.When > ECheckWhen::AtEnd)
		{
			return false;
		}
		Checks.push_back(std::move(Check));
	}
	return Reader.IsOk();
}

void SavePlots(const std::vector<FScenePlot>& Plots, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Plots.size()));
	for (const FScenePlot& Plot : Plots)
	{
		Writer.WriteString(Plot.Name);
		Writer.Write(Plot.Min);
		Writer.Write(Plot.Max);
		Writer.Write(Plot.Color);
		Writer.WriteArray(std::span<const float>(Plot.Values));
	}
}

void RestorePlots(std::vector<FScenePlot>& Plots, FByteReader& Reader)
{
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FScenePlot Plot;
		Plot.Name = Reader.ReadString();
		Plot.Min = Reader.Read<float>();
		Plot.Max = Reader.Read<float>();
		Plot.Color = Reader.Read<FVector>();
		Plot.Values = Reader.ReadArray<float>();
		Plots.push_back(std::move(Plot));
	}
}

void SaveMarkers(const std::vector<FSceneMarker>& Markers, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Markers.size()));
	for (const FSceneMarker& Marker : Markers)
	{
		Writer.WriteString(Marker.Name);
		Writer.Write(Marker.Position);
	}
}

void RestoreMarkers(std::vector<FSceneMarker>& Markers, FByteReader& Reader)
{
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FSceneMarker Marker;
		Marker.Name = Reader.ReadString();
		Marker.Position = Reader.Read<FVector>();
		Markers.push_back(std::move(Marker));
	}
}
} // namespace

int32_t FSceneState::FindOrAddStream(std::string_view Purpose, uint64_t WorldSeed)
{
	for (size_t Index = 0; Index < Streams.size(); ++Index)
	{
		if (Streams[Index].Purpose == Purpose)
		{
			return int32_t(Index);
		}
	}
	const std::string FullPurpose = "script." + std::string(Purpose);
	Streams.push_back({std::string(Purpose), FRandomStream::ForPurpose(WorldSeed, FullPurpose)});
	return int32_t(Streams.size()) - 1;
}

void FSceneState::Save(FByteWriter& Writer) const
{
	Writer.Write(uint8_t(bBegun));
	SaveHints(Hints, Writer);
	Timeline.Save(Writer);
	Camera.Save(Writer);
	SaveChecks(Checks, Writer);
	Writer.Write(uint64_t(Streams.size()));
	for (const FSceneStream& Stream : Streams)
	{
		Writer.WriteString(Stream.Purpose);
		Writer.Write(Stream.Stream.GetState());
	}
	Writer.Write(uint64_t(Captions.size()));
	for (const FTimedCaption& Caption : Captions)
	{
		Writer.WriteString(Caption.Text);
		Writer.Write(Caption.Start);
		Writer.Write(Caption.End);
	}
	SavePlots(Plots, Writer);
	SaveMap(Parameters, Writer);
	SaveMap(Inputs, Writer);
	Writer.Write(BoundActor);
	Writer.Write(SentInput);
	Writer.Write(FieldOfView);
	Writer.Write(NamesGiven);
	Writer.WriteString(Level);
	SaveMarkers(Markers, Writer);
}

bool FSceneState::Restore(FByteReader& Reader)
{
	FSceneState New;
	New.Timeline = Timeline; // keeps its step length
	New.bBegun = Reader.Read<uint8_t>() != 0;
	if (!RestoreHints(New.Hints, Reader) || !New.Timeline.Restore(Reader) || !New.Camera.Restore(Reader) ||
	    !RestoreChecks(New.Checks, Reader))
	{
		return false;
	}
	const auto StreamCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < StreamCount && Reader.IsOk(); ++Index)
	{
		FSceneStream Stream;
		Stream.Purpose = Reader.ReadString();
		Stream.Stream.SetState(Reader.Read<uint64_t>());
		New.Streams.push_back(std::move(Stream));
	}
	const auto CaptionCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < CaptionCount && Reader.IsOk(); ++Index)
	{
		FTimedCaption Caption;
		Caption.Text = Reader.ReadString();
		Caption.Start = Reader.Read<double>();
		Caption.End = Reader.Read<double>();
		New.Captions.push_back(std::move(Caption));
	}
	RestorePlots(New.Plots, Reader);
	RestoreMap(New.Parameters, Reader);
	RestoreMap(New.Inputs, Reader);
	New.BoundActor = Reader.Read<FActorId>();
	New.SentInput = Reader.Read<FVector>();
	New.FieldOfView = Reader.Read<float>();
	New.NamesGiven = Reader.Read<uint64_t>();
	New.Level = Reader.ReadString();
	RestoreMarkers(New.Markers, Reader);
	if (!Reader.IsOk())
	{
		return false;
	}
	*this = std::move(New);
	return true;
}
} // namespace Flockwork
