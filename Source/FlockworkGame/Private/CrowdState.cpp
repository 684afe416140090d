// Saving and restoring crowds.
#include "CrowdData.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/World.h"
#include "SettingValueBytes.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
void SaveMember(FByteWriter& Writer, const FCrowdMember& Member)
{
	Writer.WriteString(WriteJson(FNavAgentSettings::Table().Write(&Member.Settings)));
	Writer.Write(Member.Group);
	Writer.Write(Member.Agent.ToBits());
	Writer.Write(Member.Radius);
	Writer.Write(Member.Scale);
	Writer.Write(uint8_t(Member.bFlees));
	Writer.Write(uint8_t(Member.Mover));
	Writer.Write(uint8_t(Member.bHasGoal));
	Writer.Write(Member.Goal);
	Writer.Write(uint8_t(Member.bDriven));
	Writer.Write(uint8_t(Member.bStands));
	Writer.Write(uint8_t(Member.FleeState));
	Writer.Write(Member.Feet);
	Writer.Write(Member.Velocity);
	Writer.Write(Member.Anchor);
	Writer.Write(Member.StuckTime);
	Writer.Write(uint8_t(Member.bEveryday));
	if (Member.bEveryday)
	{
		Writer.WriteString(WriteJson(FEverydaySettings::Table().Write(&Member.Everyday)));
		Writer.WriteArray(std::span<const FVector>(Member.Points));
		Writer.Write(Member.Home);
		Writer.Write(Member.Point);
		Writer.Write(Member.Pause);
	}
}

bool RestoreEveryday(FByteReader& Reader, FCrowdMember& Member, FDiagnostics& Diagnostics)
{
	Member.bEveryday = Reader.Read<uint8_t>() != 0;
	if (!Member.bEveryday)
	{
		return Reader.IsOk();
	}
	FDataNode Settings;
	if (!ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) ||
	    !FEverydaySettings::Table().Read(&Member.Everyday, Settings, "snapshot", Diagnostics))
	{
		return false;
	}
	Member.Points = Reader.ReadArray<FVector>();
	Member.Home = Reader.Read<FVector>();
	Member.Point = Reader.Read<int32_t>();
	Member.Pause = Reader.Read<float>();
	const bool bFinite =
	    std::all_of(Member.Points.begin(), Member.Points.end(), [](const FVector& Point) { return IsFinite(Point); });
	return Reader.IsOk() && bFinite && IsFinite(Member.Home) && std::isfinite(Member.Pause) && Member.Point >= -1 &&
	       Member.Everyday.PauseMax >= Member.Everyday.PauseMin;
}

bool RestoreMember(FByteReader& Reader, FCrowdMember& Member, size_t GroupCount, FDiagnostics& Diagnostics)
{
	FDataNode Settings;
	if (!ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) ||
	    !FNavAgentSettings::Table().Read(&Member.Settings, Settings, "snapshot", Diagnostics))
	{
		return false;
	}
	Member.Group = Reader.Read<int32_t>();
	Member.Agent = FAgentId::FromBits(Reader.Read<uint64_t>());
	Member.Radius = Reader.Read<float>();
	Member.Scale = Reader.Read<float>();
	Member.bFlees = Reader.Read<uint8_t>() != 0;
	const uint8_t Mover = Reader.Read<uint8_t>();
	Member.bHasGoal = Reader.Read<uint8_t>() != 0;
	Member.Goal = Reader.Read<FVector>();
	Member.bDriven = Reader.Read<uint8_t>() != 0;
	Member.bStands = Reader.Read<uint8_t>() != 0;
	const uint8_t FleeState = Reader.Read<uint8_t>();
	Member.Feet = Reader.Read<FVector>();
	Member.Velocity = Reader.Read<FVector>();
	Member.Anchor = Reader.Read<FVector>();
	Member.StuckTime = Reader.Read<float>();
	if (!RestoreEveryday(Reader, Member, Diagnostics))
	{
		return false;
	}
	Member.Mover = EAgentMover(Mover);
	Member.FleeState = EFleeState(FleeState);
	return Reader.IsOk() && Member.Group >= 0 && size_t(Member.Group) < GroupCount &&
	       Mover <= uint8_t(EAgentMover::Flock) && FleeState <= uint8_t(EFleeState::Safe) && Member.Scale > 0.0f &&
	       std::isfinite(Member.Scale) && Member.Radius >= 0.0f && std::isfinite(Member.Radius) &&
	       IsFinite(Member.Goal) && IsFinite(Member.Feet) && IsFinite(Member.Velocity) && IsFinite(Member.Anchor) &&
	       std::isfinite(Member.StuckTime);
}

void SaveGroup(FByteWriter& Writer, const FCrowdGroup& Group)
{
	Writer.WriteString(Group.CrowdId);
	Writer.Write(uint8_t(Group.bHasFlee));
	Writer.WriteString(Group.Preset);
	Writer.WriteString(WriteJson(Group.Changes));
	Writer.WriteString(WriteJson(FFleeSettings::Table().Write(&Group.Registered)));
	Writer.Write(uint64_t(Group.NamedChanges.size()));
	for (const auto& [Field, Value] : Group.NamedChanges)
	{
		Writer.WriteString(Field);
		WriteSettingValue(Writer, Value);
	}
}

bool RestoreGroup(FByteReader& Reader, FCrowdGroup& Group, FDiagnostics& Diagnostics)
{
	Group.CrowdId = Reader.ReadString();
	Group.bHasFlee = Reader.Read<uint8_t>() != 0;
	Group.Preset = Reader.ReadString();
	FDataNode Registered;
	if (!ParseJson(Reader.ReadString(), "snapshot", Group.Changes, Diagnostics) ||
	    !ParseJson(Reader.ReadString(), "snapshot", Registered, Diagnostics) ||
	    !FFleeSettings::Table().Read(&Group.Registered, Registered, "snapshot", Diagnostics))
	{
		return false;
	}
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		std::string Field = Reader.ReadString();
		FSettingValue Value;
		if (!ReadSettingValue(Reader, Value))
		{
			return false;
		}
		Group.NamedChanges.emplace_back(std::move(Field), std::move(Value));
	}
	return Reader.IsOk();
}
} // namespace

void UCrowdSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	Impl->Flush();
	Writer.WriteString(WriteJson(FCrowdSettings::Table().Write(&Impl->Settings)));
	Writer.Write(uint8_t(Impl->bHasMeasuringArea));
	Writer.Write(Impl->MeasuringArea.Min);
	Writer.Write(Impl->MeasuringArea.Max);
	Writer.Write(uint64_t(Impl->Groups.size()));
	for (const FCrowdGroup& Group : Impl->Groups)
	{
		SaveGroup(Writer, Group);
	}
	for (const FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		SaveMember(Writer, Entry.Data);
	}
	Writer.Write(uint8_t(Impl->Crowd != nullptr));
	if (Impl->Crowd)
	{
		Impl->Crowd->Save(Writer);
	}
	for (const FCrowdGroup& Group : Impl->Groups)
	{
		Writer.Write(uint8_t(Group.Planner != nullptr));
		if (Group.Planner)
		{
			Group.Planner->Save(Writer);
		}
	}
}

bool UCrowdSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	FDataNode Settings;
	bool bGood = ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) &&
	             FCrowdSettings::Table().Read(&Impl->Settings, Settings, "snapshot", Diagnostics);
	Impl->bHasMeasuringArea = Reader.Read<uint8_t>() != 0;
	Impl->MeasuringArea.Min = Reader.Read<FVector>();
	Impl->MeasuringArea.Max = Reader.Read<FVector>();
	bGood = bGood && IsFinite(Impl->MeasuringArea.Min) && IsFinite(Impl->MeasuringArea.Max);
	Impl->Groups.clear();
	const uint64_t GroupCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < GroupCount && bGood && Reader.IsOk(); ++Index)
	{
		FCrowdGroup& Group = Impl->Groups.emplace_back();
		bGood = RestoreGroup(Reader, Group, Diagnostics);
		FImpl::ComposeFlee(Group);
	}
	for (FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		bGood = bGood && RestoreMember(Reader, Entry.Data, Impl->Groups.size(), Diagnostics);
	}
	if (bGood && Reader.Read<uint8_t>() != 0)
	{
		Impl->EnsureCrowd(World);
		Impl->Crowd->SetSettings(Impl->Settings);
		Impl->TakeMesh(World);
		bGood = Impl->Crowd->Restore(Reader);
	}
	int32_t Place = 0;
	for (FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		bGood = bGood && Impl->Crowd && Impl->Crowd->FindIndex(Entry.Data.Agent) == Place;
		Entry.Data.Place = Place++;
	}
	bGood = bGood && (Impl->Crowd ? Impl->Crowd->GetAgentCount() : 0) == Place;
	for (FCrowdGroup& Group : Impl->Groups)
	{
		if (bGood && Reader.Read<uint8_t>() != 0)
		{
			Group.Planner = std::make_unique<FFleePlanner>(World.Get<UNavigationSubsystem>().GetMesh());
			bGood = Group.Planner->Restore(Reader, World.GetScheduler());
		}
	}
	if (!bGood || !Reader.IsOk())
	{
		Diagnostics.Error({}, "crowd", "the snapshot's crowds are damaged");
		return false;
	}
	return true;
}
} // namespace Flockwork
