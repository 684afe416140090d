// The world at large: finding actors, geometry, pushes, threats, settings by dotted name.
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>
#include <optional>

namespace Flockwork
{
namespace
{
// The script type FHit.
struct FScriptHit
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Normal{0.0f, 0.0f, 0.0f};
	float Distance = 0.0f;
	FActorId Actor;
};

// Queries walk the bodies near them; as so many lines a script cannot ask without end.
constexpr int64_t QueryCost = 20;

FSceneContext& Scene()
{
	return FSceneContext::Current();
}

void ConstructHit(FScriptHit* Self)
{
	new (Self) FScriptHit();
}

FActorId FindActorByName(const FScriptString& Name)
{
	return Scene().GetWorld().FindActorByName(ToView(Name));
}

bool IsOfPrefab(const UWorld& World, FActorId Id, std::string_view Prefab)
{
	return Prefab.empty() || World.GetSource(Id)->Name == Prefab;
}

int GetActorCount(const FScriptString& Prefab)
{
	const UWorld& World = Scene().GetWorld();
	FScriptGuard::Current()->Charge(int64_t(World.GetActors().size()) / 16);
	int Count = 0;
	for (const FActorId Id : World.GetActors())
	{
		Count += IsOfPrefab(World, Id, ToView(Prefab)) ? 1 : 0;
	}
	return Count;
}

FScriptArray* GetActors(const FScriptString& Prefab)
{
	const UWorld& World = Scene().GetWorld();
	asIScriptEngine* const Engine = asGetActiveContext()->GetEngine();
	const int Count = GetActorCount(Prefab);
	FScriptArray* const Result = FScriptArray::CreateSized(Engine->GetTypeInfoByDecl("array<AActor>"), asUINT(Count));
	FActorId* Out = Result ? Result->GetData<FActorId>() : nullptr;
	for (const FActorId Id : World.GetActors())
	{
		if (Out && IsOfPrefab(World, Id, ToView(Prefab)))
		{
			*Out++ = Id;
		}
	}
	return Result;
}

bool Raycast(const FVector& Start, const FVector& End, FScriptHit& Out, FScriptBool bStaticOnly)
{
	FScriptGuard::Current()->Charge(QueryCost);
	FQueryFilter Filter;
	Filter.bKinematic = Filter.bDynamic = !bStaticOnly;
	FHit Hit;
	const bool bHit = Scene().GetWorld().GetPhysics().Raycast({Start, End}, Filter, Hit);
	Out = FScriptHit{};
	if (bHit)
	{
		Out = {Hit.Position, Hit.Normal, Hit.Distance, FActorId::FromBits(Hit.UserData)};
	}
	return bHit;
}

bool OverlapsStatic(const FVector& Center, float Radius)
{
	FScriptGuard::Current()->Charge(QueryCost);
	FQueryFilter Filter;
	Filter.bKinematic = Filter.bDynamic = false;
	return Scene().GetWorld().GetPhysics().OverlapSphere(Center, Radius, Filter, {}) > 0;
}

void Explode(const FVector& Location, float Radius, float Impulse)
{
	FOrder Order;
	Order.Kind = EOrder::Explode;
	Order.Transform.Location = Location;
	Order.Radius = Radius;
	Order.Amount = Impulse;
	Scene().Give(std::move(Order));
}

void Drop(EOrder Kind, const FVector& Location, float Radius, float Seconds, const FScriptString& Name,
    std::string Components = {})
{
	FOrder Order;
	Order.Kind = Kind;
	Order.Transform.Location = Location;
	Order.Radius = Radius;
	Order.Amount = Seconds;
	Order.Name = ToStd(Name);
	Order.Text = std::move(Components);
	if (Scene().MaySpawn(1))
	{
		Scene().Give(std::move(Order));
	}
}
void DropThreat(const FVector& Location, float Radius, float Seconds, const FScriptString& Name, float Strength)
{
	if (Strength == 1.0f)
	{
		Drop(EOrder::DropThreat, Location, Radius, Seconds, Name);
		return;
	}
	if (!(Strength >= 0.0f && Strength <= 100.0f) || !(Radius >= 0.0f && Radius <= 100000.0f))
	{
		RaiseScriptException("DropThreat: a strength from 0 to 100 and a radius of at least 0 are expected");
		return;
	}
	FDataNode Threat = FDataNode::MakeObject();
	Threat.Set("radius", FDataNode::MakeNumber(double(Radius)));
	Threat.Set("strength", FDataNode::MakeNumber(double(Strength)));
	FDataNode Components = FDataNode::MakeObject();
	Components.Set("threat", std::move(Threat));
	Drop(EOrder::DropThreat, Location, Radius, Seconds, Name, WriteJson(Components));
}
void DropTarget(const FVector& Location, float Radius, float Seconds, const FScriptString& Name)
{
	Drop(EOrder::DropTarget, Location, Radius, Seconds, Name);
}
// The world keeps each name for ever and looks them up one by one.
bool MayAddEvent(std::string_view Name)
{
	constexpr size_t MaxNames = 1000;
	const std::span<const std::string> Names = Scene().GetWorld().GetEvents().GetCustomNames();
	if (Names.size() >= MaxNames && std::find(Names.begin(), Names.end(), Name) == Names.end())
	{
		RaiseScriptException("at most 1000 custom events have names");
		return false;
	}
	return true;
}
void RaiseEvent(const FScriptString& Name, const FActorId& Actor, const FVector& Position, float Value)
{
	FOrder Order;
	Order.Kind = EOrder::Event;
	Order.Name = ToStd(Name);
	Order.Actor = Actor;
	Order.Vector = Position;
	Order.Amount = Value;
	if (MayAddEvent(Order.Name))
	{
		Scene().Give(std::move(Order));
	}
}

// An unknown name is told here, where the script's line is known.
FSettingsRegistry::FLookup ResolveSetting(const FScriptString& Name)
{
	const FSettingsRegistry& Settings = Scene().GetWorld().GetRegistry().GetSettings();
	const FSettingsRegistry::FLookup Found = Settings.Resolve(ToView(Name));
	if (Found.Field)
	{
		return Found;
	}
	std::vector<std::string> Names;
	for (const FSettingsTable* const Table : Settings.GetAll())
	{
		for (const FSettingField& Field : Table->Fields)
		{
			Names.push_back(Table->Name + "." + Field.Name);
		}
	}
	const std::vector<std::string_view> Views(Names.begin(), Names.end());
	const std::string_view Nearest = NearestName(ToView(Name), Views);
	RaiseScriptException("there is no setting \"" + ToStd(Name) + "\"" +
	                     (Nearest.empty() ? "" : "; did you mean \"" + std::string(Nearest) + "\"?"));
	return {};
}

// As above, what does not fit is told here; what is out of range is clamped when the order runs.
void SetSettingValue(const FScriptString& Name, FSettingValue Value, const FScriptString& Of)
{
	const FSettingsRegistry::FLookup Found = ResolveSetting(Name);
	FDiagnostics Diagnostics;
	if (Found.Field && !Found.Table->CanTake(Found.Field->Name, Value, Diagnostics))
	{
		RaiseScriptException(Diagnostics.GetAll()[0].Field + ": " + Diagnostics.GetAll()[0].Message);
	}
	else if (Found.Field)
	{
		Scene().Give(FOrder::SetSetting(ToStd(Name), std::move(Value), ToStd(Of)));
	}
}

// Several settings of a flock at once, as a preset's "flock" has them.
void SetFlockObject(const std::string& Json, const FScriptString& Of)
{
	FScriptGuard::Current()->Charge(int64_t(Json.size()) / 64);
	FFlockSettings Trial;
	FDataNode Node;
	FDiagnostics Diagnostics;
	if (ParseJson(Json, "flock", Node, Diagnostics) && FFlockSettings::Table().Read(&Trial, Node, "flock", Diagnostics))
	{
		Scene().Give(FOrder::SetSetting("flock", Json, ToStd(Of)));
	}
	else
	{
		RaiseScriptException(Diagnostics.GetAll()[0].ToString());
	}
}
template <typename Number>
void SetNumber(const FScriptString& Name, Number Value, const FScriptString& Of)
{
	SetSettingValue(Name, Value, Of);
}
void SetBool(const FScriptString& Name, FScriptBool Value, const FScriptString& Of)
{
	SetSettingValue(Name, bool(Value), Of);
}
void SetVector(const FScriptString& Name, const FVector& Value, const FScriptString& Of)
{
	SetSettingValue(Name, Value, Of);
}
void SetString(const FScriptString& Name, const FScriptString& Value, const FScriptString& Of)
{
	if (ToView(Name) == FFlockSettings::Table().Name)
	{
		SetFlockObject(ToStd(Value), Of);
	}
	else
	{
		SetSettingValue(Name, ToStd(Value), Of);
	}
}

std::optional<FSettingValue> GetSettingValue(const FScriptString& Name, const FScriptString& Of)
{
	FSettingValue Value;
	if (!ResolveSetting(Name).Field)
	{
		return std::nullopt;
	}
	if (!Scene().GetWorld().GetSetting(ToView(Name), ToView(Of), Value))
	{
		RaiseScriptException("setting \"" + ToStd(Name) + "\": \"" + ToStd(Of) + "\" has none");
		return std::nullopt;
	}
	return Value;
}
float GetNumber(const FScriptString& Name, const FScriptString& Of)
{
	const std::optional<FSettingValue> Value = GetSettingValue(Name, Of);
	if (!Value)
	{
		return 0.0f;
	}
	if (const auto* const Float = std::get_if<float>(&*Value))
	{
		return *Float;
	}
	if (const auto* const Int = std::get_if<int32_t>(&*Value))
	{
		return float(*Int);
	}
	if (const auto* const Bool = std::get_if<bool>(&*Value))
	{
		return *Bool ? 1.0f : 0.0f;
	}
	RaiseScriptException("setting \"" + ToStd(Name) + "\" is no number");
	return 0.0f;
}
FScriptString GetText(const FScriptString& Name, const FScriptString& Of)
{
	const std::optional<FSettingValue> Value = GetSettingValue(Name, Of);
	const auto* const Text = Value ? std::get_if<std::string>(&*Value) : nullptr;
	if (Value && !Text)
	{
		RaiseScriptException("setting \"" + ToStd(Name) + "\" is no text");
	}
	return Text ? ToScript(*Text) : FScriptString();
}

void RegisterSettings(FScriptApi& Api)
{
	Api.Group("Settings",
	    "By dotted name, as in the settings reference. Of is a FlockId for flock.* (empty: all flocks), a CrowdId for "
	    "flee.*, nothing for world.*, physics.*, crowd.* and navmesh.*, an actor's name for a component's "
	    "(body.friction). Values out of range are clamped "
	    "with a "
	    "warning; an unknown name stops the script.");
	Api.Function("void SetSetting(const string& in Name, float Value, const string& in Of = \"\")",
	    asFUNCTION(SetNumber<float>), "From the next step on.");
	Api.Function("void SetSetting(const string& in Name, int Value, const string& in Of = \"\")",
	    asFUNCTION(SetNumber<int32_t>), "");
	Api.Function(
	    "void SetSetting(const string& in Name, bool Value, const string& in Of = \"\")", asFUNCTION(SetBool), "");
	Api.Function("void SetSetting(const string& in Name, const FVector& in Value, const string& in Of = \"\")",
	    asFUNCTION(SetVector), "");
	Api.Function("void SetSetting(const string& in Name, const string& in Value, const string& in Of = \"\")",
	    asFUNCTION(SetString),
	    "A text, or the name of one of an enum's values. Name \"flock\": several settings of a flock at once, as "
	    "JSON.");
	Api.Function("float GetSetting(const string& in Name, const string& in Of = \"\")", asFUNCTION(GetNumber),
	    "The number as it is now.");
	Api.Function("string GetSettingText(const string& in Name, const string& in Of = \"\")", asFUNCTION(GetText),
	    "The text, or the name of the enum's value, as it is now.");
}
} // namespace

void RegisterWorldApi(FScriptApi& Api)
{
	Api.Group("World", "Finding, asking, pushing. What is done happens at the begin of the next step.");
	Api.Function("AActor FindActor(const string& in Name)", asFUNCTION(FindActorByName),
	    "The living actor of that name; none when there is none.");
	Api.Function("int GetActorCount(const string& in Prefab = \"\")", asFUNCTION(GetActorCount),
	    "How many are alive, of a prefab or of all.");
	Api.Function("array<AActor>@ GetActors(const string& in Prefab = \"\")", asFUNCTION(GetActors),
	    "The living ones in order of creation.");
	Api.ValueType<FScriptHit>("FHit", 0, "What a ray met.");
	Api.Constructor("FHit", "", asFUNCTION(ConstructHit), "");
	Api.Property("FHit", "FVector Position", offsetof(FScriptHit, Position), "m.");
	Api.Property("FHit", "FVector Normal", offsetof(FScriptHit, Normal), "Unit, toward where the ray came from.");
	Api.Property("FHit", "float Distance", offsetof(FScriptHit, Distance), "m from the ray's start.");
	Api.Property("FHit", "AActor Actor", offsetof(FScriptHit, Actor), "Whose body it is.");
	Api.Function("bool Raycast(const FVector& in Start, const FVector& in End, FHit& out Hit, bool bStaticOnly = true)",
	    asFUNCTION(Raycast), "The nearest thing on the way.");
	Api.Function("bool OverlapsStatic(const FVector& in Center, float Radius)", asFUNCTION(OverlapsStatic),
	    "Whether a ball touches static geometry: walls, ground.");
	Api.Function("void Explode(const FVector& in Location, float Radius, float Impulse)", asFUNCTION(Explode),
	    "Pushes dynamic bodies away: Impulse N s at the centre, falling to 0 at Radius.");
	Api.Function("void DropThreat(const FVector& in Location, float Radius = 0, float Seconds = 0, "
	             "const string& in Name = \"\", float Strength = 1)",
	    asFUNCTION(DropThreat),
	    "Something that boids and crowds flee. Radius 0: the flock's or crowd's own; Seconds 0: it stays. Strength "
	    "multiplies the distances at which crowds flee it.");
	Api.Function("void DropTarget(const FVector& in Location, float Radius = 0, float Seconds = 0, "
	             "const string& in Name = \"\")",
	    asFUNCTION(DropTarget), "Something that draws boids.");
	Api.Function("void RaiseEvent(const string& in Name, const AActor& in Actor = AActor(), "
	             "const FVector& in Position = FVector(), float Value = 0)",
	    asFUNCTION(RaiseEvent), "A custom event, for OnEvent and the host.");
	RegisterSettings(Api);
}
} // namespace Flockwork
