#pragma once
// What was tuned since the scene was chosen, and the orders that tune it, take it back and bring it into a scene that
// starts anew. Orders, not calls: a replay then has them too. A flock's settings go in one order wherever several
// change: radii that are bound to each other need not come in a lucky order.
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/OrderQueue.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
class UWorld;

class FSettingChanges
{
public:
	bool IsEmpty() const { return Changes.empty(); }
	bool IsTuned(const std::string& DottedName, const std::string& Of) const
	{
		return Changes.count({DottedName, Of}) > 0;
	}
	void Clear() { Changes.clear(); }

	// Of: a flock or an actor by name; "" for world and physics. Each answers what is to be executed on the world,
	// which is still as before.
	FOrder Set(const UWorld& World, const std::string& DottedName, const std::string& Of, FSettingValue Value);
	FOrder SetFlock(const UWorld& World, const std::string& FlockId, const FFlockSettings& Wanted);
	std::vector<FOrder> Undo();          // all as it was; nothing is tuned then
	std::vector<FOrder> Reapply() const; // in a world that has not seen them

private:
	struct FChange
	{
		FSettingValue Before;
		FSettingValue Now;
	};
	void Note(const std::string& DottedName, const std::string& Of, const FSettingValue& Before, FSettingValue Now);
	std::vector<FOrder> MakeOrders(FSettingValue FChange::*Which) const;
	std::map<std::pair<std::string, std::string>, FChange> Changes; // by dotted name and by whose it is
};

// A flock's settings as they are; the defaults where there is none of that name.
FFlockSettings ReadFlock(const UWorld& World, const std::string& FlockId);
} // namespace Flockwork
