#include "ComponentClasses.h"

#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
struct FThreatStorage
{
	static void Attach(UWorld& World, const AActor& Actor, const FThreatSettings& Settings)
	{
		World.Get<UThreatSubsystem>().AttachThreat(Actor, Settings);
	}
	static void Detach(UWorld& World, const AActor& Actor) { World.Get<UThreatSubsystem>().DetachThreat(Actor.Id); }
	static const FThreatSettings* Find(const UWorld& World, FActorId Actor)
	{
		return World.Get<UThreatSubsystem>().GetThreatSettings(Actor);
	}
	static bool Set(UWorld& World, FActorId Actor, const FThreatSettings& Settings)
	{
		return World.Get<UThreatSubsystem>().SetThreatSettings(Actor, Settings);
	}
};

struct FTargetStorage
{
	static void Attach(UWorld& World, const AActor& Actor, const FTargetSettings& Settings)
	{
		World.Get<UThreatSubsystem>().AttachAttractor(Actor, Settings);
	}
	static void Detach(UWorld& World, const AActor& Actor) { World.Get<UThreatSubsystem>().DetachAttractor(Actor.Id); }
	static const FTargetSettings* Find(const UWorld& World, FActorId Actor)
	{
		return World.Get<UThreatSubsystem>().GetAttractorSettings(Actor);
	}
	static bool Set(UWorld& World, FActorId Actor, const FTargetSettings& Settings)
	{
		return World.Get<UThreatSubsystem>().SetAttractorSettings(Actor, Settings);
	}
};

struct FVisualStorage
{
	static void Attach(UWorld& World, const AActor& Actor, const FVisualSettings& Settings)
	{
		const IComponentSettings* Body = FindSourceSettings(World, Actor.Id, FBodySettings::Table().Name);
		const FBodySetup* Setup = Body ? &static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings : nullptr;
		World.Get<UVisualSubsystem>().Attach(Actor, Settings, Setup);
	}
	static void Detach(UWorld& World, const AActor& Actor) { World.Get<UVisualSubsystem>().Detach(Actor.Id); }
	static const FVisualSettings* Find(const UWorld& World, FActorId Actor)
	{
		return World.Get<UVisualSubsystem>().GetSettings(Actor);
	}
	static bool Set(UWorld& World, FActorId Actor, const FVisualSettings& Settings)
	{
		return World.Get<UVisualSubsystem>().SetSettings(*World.FindActor(Actor), Settings);
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeThreatClass()
{
	return std::make_unique<TTableClass<FThreatSettings, FThreatStorage>>();
}

std::unique_ptr<IComponentClass> MakeTargetClass()
{
	return std::make_unique<TTableClass<FTargetSettings, FTargetStorage>>();
}

std::unique_ptr<IComponentClass> MakeVisualClass()
{
	return std::make_unique<TTableClass<FVisualSettings, FVisualStorage>>();
}

FDataNode WithoutMembers(const FDataNode& Node, std::initializer_list<std::string_view> Names)
{
	FDataNode Rest = Node;
	const auto IsNamed = [&](const auto& Member)
	{ return std::find(Names.begin(), Names.end(), Member.Name) != Names.end(); };
	Rest.Members.erase(std::remove_if(Rest.Members.begin(), Rest.Members.end(), IsNamed), Rest.Members.end());
	return Rest;
}

bool ReadPoints(const FDataNode& Node, std::string_view File, std::string_view Field, std::vector<FVector>& Out,
    FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](const FDataNode& Where, const std::string& Found)
	{
		Diagnostics.Error({std::string(File), Where.Line, Where.Column}, Field,
		    "an array of points [x, y, z] in metres is expected, this is " + Found);
		return false;
	};
	if (Node.Type != EDataType::Array)
	{
		return Refuse(Node, std::string(ToString(Node.Type)));
	}
	std::vector<FVector> Points;
	for (const FDataNode& Item : Node.Items)
	{
		if (Item.Type != EDataType::Array || Item.Items.size() != 3)
		{
			return Refuse(Item, "no array of three numbers");
		}
		FVector Point{};
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			const FDataNode& Number = Item.Items[size_t(Axis)];
			if (Number.Type != EDataType::Number || !(std::abs(Number.Number) <= 1e6))
			{
				return Refuse(Number, "no number within a million");
			}
			Point[Axis] = float(Number.Number);
		}
		Points.push_back(Point);
	}
	Out = std::move(Points);
	return true;
}

FDataNode WritePoints(const std::vector<FVector>& Points)
{
	FDataNode Array = FDataNode::MakeArray();
	for (const FVector& Point : Points)
	{
		FDataNode Item = FDataNode::MakeArray();
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			Item.Items.push_back(FDataNode::MakeNumber(double(Point[Axis])));
		}
		Array.Items.push_back(std::move(Item));
	}
	return Array;
}

const IComponentSettings* FindSourceSettings(const UWorld& World, FActorId Actor, std::string_view ClassName)
{
	const FPrefab* Source = World.GetSource(Actor);
	const int32_t Class = World.GetRegistry().FindComponentClass(ClassName);
	if (Source)
	{
		for (const FPrefabComponent& Component : Source->Components)
		{
			if (Component.Class == Class)
			{
				return Component.Settings.get();
			}
		}
	}
	return nullptr;
}

bool RefuseChange(const FSettingsTable& Table, std::string_view Field, FDiagnostics& Diagnostics)
{
	std::vector<std::string_view> Known;
	for (const FSettingField& Candidate : Table.Fields)
	{
		Known.push_back(Candidate.Name);
	}
	const std::string Dotted = Table.Name + "." + std::string(Field);
	const std::string_view Near = NearestName(Field, Known);
	if (Table.Find(Field))
	{
		Diagnostics.Error({}, Dotted, "cannot be changed while the world runs");
	}
	else
	{
		Diagnostics.Error({}, Dotted,
		    "there is no such setting" +
		        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
	}
	return false;
}
} // namespace Flockwork
