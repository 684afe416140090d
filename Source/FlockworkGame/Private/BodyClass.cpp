// The "body" component: settings to a body of FPhysicsWorld.
#include "ComponentClasses.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace Flockwork
{
namespace
{
using FBodyComponent = TComponentSettings<FBodySetup>;

constexpr std::array<std::string_view, size_t(ELayer::FirstFree)> LayerNames = {
    "worldStatic", "worldDynamic", "boid", "character", "threat", "trigger", "player"};

std::optional<uint32_t> FindLayer(std::string_view Name)
{
	const auto Found = std::find(LayerNames.begin(), LayerNames.end(), Name);
	if (Found != LayerNames.end())
	{
		return uint32_t(Found - LayerNames.begin());
	}
	uint32_t Number = 0;
	const auto [End, Error] = std::from_chars(Name.data(), Name.data() + Name.size(), Number);
	const bool bGood = Error == std::errc{} && End == Name.data() + Name.size() && Number < LayerCount;
	return bGood ? std::optional<uint32_t>(Number) : std::nullopt;
}

// "all -boid 7" to a mask; empty, with the word that is no layer in OutBad, when there is such a word.
std::optional<uint32_t> ParseMask(std::string_view Text, std::string_view& OutBad)
{
	uint32_t Mask = 0;
	while (!Text.empty())
	{
		const size_t End = std::min(Text.find(' '), Text.size());
		std::string_view Word = Text.substr(0, End);
		Text.remove_prefix(std::min(End + 1, Text.size()));
		const bool bRemove = Word.starts_with('-');
		Word.remove_prefix(bRemove ? 1 : 0);
		const std::optional<uint32_t> Layer = FindLayer(Word);
		if (Word == "all")
		{
			Mask = AllLayers;
		}
		else if (Layer)
		{
			Mask = bRemove ? Mask & ~LayerBit(*Layer) : Mask | LayerBit(*Layer);
		}
		else if (!Word.empty() && Word != "none")
		{
			OutBad = Word;
			return std::nullopt;
		}
	}
	return Mask;
}

FSourcePlace PlaceOf(const FDataNode& Node, std::string_view Member, std::string_view File)
{
	const FDataNode* Found = Node.Find(Member);
	return {std::string(File), Found ? Found->Line : Node.Line, Found ? Found->Column : Node.Column};
}

bool CheckLayers(const FBodySettings& Settings, const FDataNode& Node, std::string_view File, FDiagnostics& Diagnostics)
{
	const std::vector<std::string_view> Known(LayerNames.begin(), LayerNames.end());
	const auto Complain = [&](std::string_view Member, std::string_view Word)
	{
		const std::string_view Near = NearestName(Word, Known);
		Diagnostics.Error(PlaceOf(Node, Member, File), "body." + std::string(Member),
		    "\"" + std::string(Word) + "\" is no layer" +
		        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
	};
	const bool bLayer = FindLayer(Settings.Layer).has_value();
	if (!bLayer)
	{
		Complain("layer", Settings.Layer);
	}
	std::string_view Bad;
	const bool bMask = ParseMask(Settings.CollidesWith, Bad).has_value();
	if (!bMask)
	{
		Complain("collidesWith", Bad);
	}
	return bLayer && bMask;
}

bool ReadIndices(const FDataNode& Node, std::string_view File, std::vector<uint32_t>& Out, FDiagnostics& Diagnostics)
{
	std::vector<uint32_t> Indices;
	for (const FDataNode& Item : Node.Items)
	{
		const double Number = Item.Number;
		if (Item.Type != EDataType::Number || Number < 0.0 || Number > 4294967295.0 || Number != std::floor(Number))
		{
			Diagnostics.Error(
			    {std::string(File), Item.Line, Item.Column}, "body.indices", "whole numbers are expected");
			return false;
		}
		Indices.push_back(uint32_t(Number));
	}
	if (Node.Type != EDataType::Array)
	{
		Diagnostics.Error({std::string(File), Node.Line, Node.Column}, "body.indices", "an array is expected");
		return false;
	}
	Out = std::move(Indices);
	return true;
}

FBodyDef MakeDef(const FBodySetup& Setup, const AActor& Actor)
{
	const FBodySettings& Settings = Setup.Settings;
	FBodyDef Def;
	Def.Shape.Type = Settings.Shape;
	Def.Shape.HalfExtent = Settings.HalfExtent;
	Def.Shape.Radius = Settings.Radius;
	Def.Shape.HalfHeight = Settings.HalfHeight;
	(Settings.Shape == EShapeType::Mesh ? Def.Shape.Vertices : Def.Shape.Points) = Setup.Points;
	Def.Shape.Indices = Setup.Indices;
	Def.Type = Settings.Type;
	Def.Transform = Actor.Transform;
	Def.Mass = Settings.Mass;
	Def.Friction = Settings.Friction;
	Def.Restitution = Settings.Restitution;
	Def.LinearDamping = Settings.LinearDamping;
	Def.AngularDamping = Settings.AngularDamping;
	Def.bGravity = Settings.bGravity;
	Def.bLockRotation = Settings.bLockRotation;
	Def.bTrigger = Settings.bTrigger;
	Def.bContinuous = Settings.bContinuous;
	Def.bReportContacts = Settings.bReportContacts;
	Def.bCanSleep = Settings.bCanSleep;
	Def.Layer = FindLayer(Settings.Layer).value_or(uint32_t(ELayer::WorldDynamic));
	std::string_view Bad;
	Def.CollidesWith = ParseMask(Settings.CollidesWith, Bad).value_or(AllLayers);
	Def.UserData = Actor.Id.ToBits();
	Def.LinearVelocity = Actor.Velocity;
	return Def;
}

class FBodyClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FBodySettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FBodyComponent>(); }

	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File, const FPresetLibrary&,
	    FDiagnostics& Diagnostics) const override
	{
		FBodySetup Setup = static_cast<FBodyComponent&>(Out).Settings;
		const FDataNode Rest = WithoutMembers(Node, {"points", "vertices", "indices"});
		bool bGood = GetTable().Read(&Setup.Settings, Rest, File, Diagnostics);
		for (const std::string_view Member : {"points", "vertices"})
		{
			if (const FDataNode* Points = Node.Find(Member))
			{
				bGood &= ReadPoints(*Points, File, "body." + std::string(Member), Setup.Points, Diagnostics);
			}
		}
		if (const FDataNode* Indices = Node.Find("indices"))
		{
			bGood &= ReadIndices(*Indices, File, Setup.Indices, Diagnostics);
		}
		bGood = bGood && CheckLayers(Setup.Settings, Node, File, Diagnostics);
		if (bGood)
		{
			static_cast<FBodyComponent&>(Out).Settings = std::move(Setup);
		}
		return bGood;
	}

	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		const FBodySetup& Setup = static_cast<const FBodyComponent&>(In).Settings;
		FDataNode Node = GetTable().Write(&Setup.Settings);
		if (!Setup.Points.empty())
		{
			Node.Set("points", WritePoints(Setup.Points));
		}
		if (!Setup.Indices.empty())
		{
			FDataNode Indices = FDataNode::MakeArray();
			for (const uint32_t Index : Setup.Indices)
			{
				Indices.Items.push_back(FDataNode::MakeNumber(double(Index)));
			}
			Node.Set("indices", std::move(Indices));
		}
		return Node;
	}

	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics& Diagnostics) const override
	{
		return CreateActorBody(World, Actor, static_cast<const FBodyComponent&>(In).Settings, Diagnostics);
	}

	void Detach(UWorld& World, AActor& Actor) const override { DestroyActorBody(World, Actor); }

	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		const IComponentSettings* Source = FindSourceSettings(World, Actor, GetTable().Name);
		const FSettingField* Field = GetTable().Find(Name);
		if (!Source || !Field)
		{
			return false;
		}
		Out = GetTable().Get(&static_cast<const FBodyComponent*>(Source)->Settings.Settings, *Field);
		return true;
	}

	// A body is built for its settings: spawn another, or lay changes over the prefab when spawning.
	bool SetSetting(
	    UWorld&, FActorId, std::string_view Name, const FSettingValue&, FDiagnostics& Diagnostics) const override
	{
		return RefuseChange(GetTable(), Name, Diagnostics);
	}
};
} // namespace

bool CreateActorBody(UWorld& World, AActor& Actor, const FBodySetup& Setup, FDiagnostics& Diagnostics)
{
	Actor.Body = World.GetPhysics().CreateBody(MakeDef(Setup, Actor), Diagnostics);
	return Actor.Body.IsValid();
}

void DestroyActorBody(UWorld& World, AActor& Actor)
{
	World.GetPhysics().DestroyBody(Actor.Body);
	Actor.Body = {};
}

std::unique_ptr<IComponentClass> MakeBodyClass()
{
	return std::make_unique<FBodyClass>();
}
} // namespace Flockwork
