#include "SettingChanges.h"

#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
FFlockSettings ReadFlock(const UWorld& World, const std::string& FlockId)
{
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	const int32_t Flock = Flocks.FindFlock(FlockId);
	return Flock >= 0 ? *Flocks.GetFlock(Flock).Settings : FFlockSettings{};
}

void FSettingChanges::Note(
    const std::string& DottedName, const std::string& Of, const FSettingValue& Before, FSettingValue Now)
{
	const auto [Change, bNew] = Changes.try_emplace({DottedName, Of}, FChange{Before, Now});
	Change->second.Now = std::move(Now);
	if (Change->second.Now == Change->second.Before)
	{
		Changes.erase(Change);
	}
}

FOrder FSettingChanges::Set(
    const UWorld& World, const std::string& DottedName, const std::string& Of, FSettingValue Value)
{
	FSettingValue Before;
	World.GetSetting(DottedName, Of, Before);
	Note(DottedName, Of, Before, Value);
	return FOrder::SetSetting(DottedName, std::move(Value), Of);
}

FOrder FSettingChanges::SetFlock(const UWorld& World, const std::string& FlockId, const FFlockSettings& Wanted)
{
	const FSettingsTable& Table = FFlockSettings::Table();
	const FFlockSettings Before = ReadFlock(World, FlockId);
	for (const FSettingField& Field : Table.Fields)
	{
		Note(Table.Name + "." + Field.Name, FlockId, Table.Get(&Before, Field), Table.Get(&Wanted, Field));
	}
	return FOrder::SetSetting(Table.Name, WriteJson(Table.Write(&Wanted)), FlockId);
}

std::vector<FOrder> FSettingChanges::MakeOrders(FSettingValue FChange::*Which) const
{
	const std::string Prefix = FFlockSettings::Table().Name + ".";
	std::vector<FOrder> Orders;
	std::map<std::string, FDataNode> Flocks;
	for (const auto& [Key, Change] : Changes)
	{
		const auto& [DottedName, Of] = Key;
		if (DottedName.rfind(Prefix, 0) == 0)
		{
			FDataNode& Fields = Flocks.try_emplace(Of, FDataNode::MakeObject()).first->second;
			Fields.Set(DottedName.substr(Prefix.size()), SettingToNode(Change.*Which));
		}
		else
		{
			Orders.push_back(FOrder::SetSetting(DottedName, Change.*Which, Of));
		}
	}
	for (const auto& [FlockId, Fields] : Flocks)
	{
		Orders.push_back(FOrder::SetSetting(FFlockSettings::Table().Name, WriteJson(Fields), FlockId));
	}
	return Orders;
}

std::vector<FOrder> FSettingChanges::Undo()
{
	std::vector<FOrder> Orders = MakeOrders(&FChange::Before);
	Changes.clear();
	return Orders;
}

std::vector<FOrder> FSettingChanges::Reapply() const
{
	return MakeOrders(&FChange::Now);
}
} // namespace Flockwork
