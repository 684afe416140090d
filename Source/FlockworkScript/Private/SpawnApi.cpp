// Spawning: one actor, patterns of them, and plain static shapes.
#include "FlockworkGame/Prefabs.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr size_t MaxChangesBytes = 16384; // each actor keeps its own variant

FSceneContext& Scene()
{
	return FSceneContext::Current();
}

// Faults of the prefab or of the changes are told here, where the script's line is known; so is a lack of room.
bool CanSpawn(const std::string& Prefab, const std::string& Changes, int64_t Count)
{
	if (!Scene().MayAct("to spawn"))
	{
		return false;
	}
	const FPrefabLibrary& Prefabs = Scene().GetWorld().GetPrefabs();
	if (!Prefab.empty() && !Prefabs.Find(Prefab))
	{
		RaiseScriptException(Prefabs.ExplainMissing(Prefab));
		return false;
	}
	if (Changes.size() > MaxChangesBytes)
	{
		RaiseScriptException("changes of " + std::to_string(Changes.size()) + " bytes; at most 16384 are allowed");
		return false;
	}
	FDiagnostics Diagnostics;
	FPrefab Variant;
	if (!Changes.empty() && !Prefabs.MakeVariant(Prefab, Changes, Variant, Diagnostics))
	{
		const FDiagnostic& First = Diagnostics.GetAll().front();
		RaiseScriptException("changes: " + (First.Field.empty() ? "" : First.Field + ": ") + First.Message);
		return false;
	}
	return Scene().MaySpawn(Count);
}

// Of what can be made and for which there is room.
FActorId SpawnChecked(FOrder Order)
{
	FSceneContext& Context = Scene();
	FActorId Id;
	if (Order.Name.empty())
	{
		Order.Name = (Order.Prefab.empty() ? "Actor" : Order.Prefab) + "." + std::to_string(++Context.State.NamesGiven);
	}
	FSceneContext::FPending Pending{Order.Name, Order.Transform.Location};
	if (Context.Give(std::move(Order), &Id))
	{
		Context.AddPending(Id, std::move(Pending));
	}
	return Id;
}

FActorId SpawnTurned(const FScriptString& Prefab, const FVector& Location, const FQuat& Rotation,
    const FScriptString& Name, const FScriptString& Changes)
{
	FTransform Transform;
	Transform.Location = Location;
	Transform.Rotation = Rotation;
	FOrder Order = FOrder::Spawn(ToStd(Prefab), Transform, ToStd(Name));
	Order.Text = ToStd(Changes);
	return CanSpawn(Order.Prefab, Order.Text, 1) ? SpawnChecked(std::move(Order)) : FActorId{};
}

FActorId SpawnActor(
    const FScriptString& Prefab, const FVector& Location, const FScriptString& Name, const FScriptString& Changes)
{
	return SpawnTurned(Prefab, Location, IdentityQuat, Name, Changes);
}

struct FPlace
{
	FTransform Transform;
	FVector Velocity{0.0f, 0.0f, 0.0f};
};

// An array<AActor> of Count actors of one prefab, Place(Index) giving each its place. Null after an exception.
template <typename PlaceFunction>
FScriptArray* SpawnSeveral(
    const FScriptString& Prefab, const FScriptString& Changes, int64_t Count, PlaceFunction&& Place)
{
	asIScriptEngine* const Engine = asGetActiveContext()->GetEngine();
	if (!CanSpawn(ToStd(Prefab), ToStd(Changes), Count))
	{
		return nullptr;
	}
	FScriptArray* const Actors = FScriptArray::CreateSized(Engine->GetTypeInfoByDecl("array<AActor>"), asUINT(Count));
	for (int64_t Index = 0; Actors && Index < Count; ++Index)
	{
		FScriptGuard::Current()->Charge(10);
		const FPlace Where = Place(Index);
		FOrder Order = FOrder::Spawn(ToStd(Prefab), Where.Transform);
		Order.Vector = Where.Velocity;
		Order.Text = ToStd(Changes);
		const FActorId Id = SpawnChecked(std::move(Order));
		if (!Id.IsValid())
		{
			Actors->Release();
			return nullptr;
		}
		Actors->GetData<FActorId>()[Index] = Id;
	}
	return Actors;
}

FTransform At(const FVector& Location, const FQuat& Rotation = IdentityQuat)
{
	FTransform Transform;
	Transform.Location = Location;
	Transform.Rotation = Rotation;
	return Transform;
}

FScriptArray* SpawnAt(const FScriptString& Prefab, FScriptArray& Locations, const FScriptString& Changes)
{
	const FVector* const Points = Locations.GetData<FVector>();
	return SpawnSeveral(
	    Prefab, Changes, int64_t(Locations.GetLength()), [Points](int64_t I) { return FPlace{At(Points[I])}; });
}

FScriptArray* SpawnGrid(const FScriptString& Prefab, const FVector& Center, int Columns, int Rows, float Spacing,
    const FScriptString& Changes)
{
	const int64_t Count = int64_t(std::max(Columns, 0)) * int64_t(std::max(Rows, 0));
	return SpawnSeveral(Prefab, Changes, Count,
	    [&](int64_t Index)
	    {
		    const float X = float(Index % Columns) - 0.5f * float(Columns - 1);
		    const float Z = float(Index / Columns) - 0.5f * float(Rows - 1);
		    return FPlace{At(Center + FVector(X, 0.0f, Z) * Spacing)};
	    });
}

FScriptArray* SpawnRing(
    const FScriptString& Prefab, const FVector& Center, float Radius, int Count, const FScriptString& Changes)
{
	return SpawnSeveral(Prefab, Changes, Count,
	    [&](int64_t Index)
	    {
		    const float Angle = 2.0f * Pi * float(Index) / float(Count);
		    const FVector Outward{std::sin(Angle), 0.0f, std::cos(Angle)};
		    return FPlace{At(Center + Outward * Radius, YawRotation(-Outward))};
	    });
}

FRandomStream& CommonStream()
{
	FSceneContext& Context = Scene();
	const int32_t Place = Context.State.FindOrAddStream("", uint64_t(Context.GetWorld().GetSettings().Seed));
	return Context.State.Streams[size_t(Place)].Stream;
}

FScriptArray* SpawnInBox(const FScriptString& Prefab, const FVector& Min, const FVector& Max, int Count, float Speed,
    const FScriptString& Changes)
{
	FRandomStream& Random = CommonStream();
	return SpawnSeveral(Prefab, Changes, Count,
	    [&](int64_t)
	    {
		    const FVector Location = Random.InBox(Min, Max);
		    const float Yaw = Random.Range(-Pi, Pi);
		    const FVector Forward{std::sin(Yaw), 0.0f, std::cos(Yaw)};
		    return FPlace{At(Location, YawRotation(Forward)), Forward * Speed};
	    });
}

FScriptArray* SpawnInSphere(const FScriptString& Prefab, const FVector& Center, float Radius, int Count, float Speed,
    const FScriptString& Changes)
{
	FRandomStream& Random = CommonStream();
	return SpawnSeveral(Prefab, Changes, Count,
	    [&](int64_t)
	    {
		    const FVector Location = Center + Random.InSphere(Radius);
		    const FVector Forward = Random.UnitVector();
		    return FPlace{At(Location, LookRotation(Forward)), Forward * Speed};
	    });
}

void SpawnDisc(const FScriptString& Prefab, const FVector& Center, float Radius, int Count, float HalfHeight,
    const FScriptString& Changes)
{
	FOrder Order = FOrder::SpawnMany(ToStd(Prefab), Center, Radius, Count);
	Order.Amount = HalfHeight;
	Order.Text = ToStd(Changes);
	if (CanSpawn(Order.Prefab, Order.Text, Count))
	{
		FScriptGuard::Current()->Charge(Count);
		Scene().Give(std::move(Order));
	}
}

FDataNode ToNode(const FVector& Vector)
{
	FDataNode Node = FDataNode::MakeArray();
	for (const float Number : {Vector.x, Vector.y, Vector.z})
	{
		Node.Items.push_back(FDataNode::MakeNumber(double(Number)));
	}
	return Node;
}

FActorId SpawnStatic(FDataNode Body, const FVector& Center, float YawDegrees, const FVector& Color, std::string Name)
{
	if (!IsFinite(Center) || !IsFinite(Color) || !std::isfinite(YawDegrees))
	{
		RaiseScriptException("a shape needs finite numbers");
		return {};
	}
	Body.Set("type", FDataNode::MakeString("static"));
	Body.Set("layer", FDataNode::MakeString("worldStatic"));
	FDataNode Visual = FDataNode::MakeObject();
	Visual.Set("species", FDataNode::MakeString("shape"));
	Visual.Set("color", ToNode(Color));
	FDataNode Components = FDataNode::MakeObject();
	Components.Set("body", std::move(Body));
	Components.Set("visual", std::move(Visual));
	const float Yaw = YawDegrees * Pi / 180.0f;
	FOrder Order = FOrder::Spawn("", At(Center, YawRotation({std::sin(Yaw), 0.0f, std::cos(Yaw)})), std::move(Name));
	Order.Text = WriteJson(Components);
	return CanSpawn("", Order.Text, 1) ? SpawnChecked(std::move(Order)) : FActorId{};
}

FActorId SpawnBox(
    const FVector& Center, const FVector& HalfExtent, float YawDegrees, const FVector& Color, const FScriptString& Name)
{
	if (!IsFinite(HalfExtent))
	{
		RaiseScriptException("a shape needs finite numbers");
		return {};
	}
	FDataNode Body = FDataNode::MakeObject();
	Body.Set("shape", FDataNode::MakeString("box"));
	Body.Set("halfExtent", ToNode(HalfExtent));
	return SpawnStatic(std::move(Body), Center, YawDegrees, Color, ToStd(Name));
}

FActorId SpawnSphere(const FVector& Center, float Radius, const FVector& Color, const FScriptString& Name)
{
	if (!std::isfinite(Radius))
	{
		RaiseScriptException("a shape needs finite numbers");
		return {};
	}
	FDataNode Body = FDataNode::MakeObject();
	Body.Set("shape", FDataNode::MakeString("sphere"));
	Body.Set("radius", FDataNode::MakeNumber(double(Radius)));
	return SpawnStatic(std::move(Body), Center, 0.0f, Color, ToStd(Name));
}
} // namespace

void RegisterSpawnApi(FScriptApi& Api)
{
	Api.Group("Spawning",
	    "Actors are there from the next step on. Names are unique; without one an actor is called by its prefab and a "
	    "number. A prefab that does not exist, or more actors than script.maxActors, stops the script.");
	Api.Function("AActor SpawnActor(const string& in Prefab, const FVector& in Location, const string& in Name = \"\", "
	             "const string& in Changes = \"\")",
	    asFUNCTION(SpawnActor),
	    "One actor. Changes are JSON laid over the prefab's components: "
	    "{\"flocking\": {\"flock\": {\"maxSpeed\": 2}}}. An empty Prefab takes Changes alone.");
	Api.Function("AActor SpawnActor(const string& in Prefab, const FVector& in Location, const FQuat& in Rotation, "
	             "const string& in Name = \"\", const string& in Changes = \"\")",
	    asFUNCTION(SpawnTurned), "One actor, turned.");
	Api.Function("array<AActor>@ SpawnAt(const string& in Prefab, const array<FVector>& in Locations, "
	             "const string& in Changes = \"\")",
	    asFUNCTION(SpawnAt), "One at each place.");
	Api.Function("array<AActor>@ SpawnGrid(const string& in Prefab, const FVector& in Center, int Columns, int Rows, "
	             "float Spacing, const string& in Changes = \"\")",
	    asFUNCTION(SpawnGrid), "Columns along X, rows along Z, Spacing metres apart.");
	Api.Function("array<AActor>@ SpawnRing(const string& in Prefab, const FVector& in Center, float Radius, int Count, "
	             "const string& in Changes = \"\")",
	    asFUNCTION(SpawnRing), "Evenly on a circle, facing its centre.");
	Api.Function("array<AActor>@ SpawnInBox(const string& in Prefab, const FVector& in Min, const FVector& in Max, "
	             "int Count, float Speed = 0, const string& in Changes = \"\")",
	    asFUNCTION(SpawnInBox),
	    "At random places between the corners, turned at random about Y, going that way at Speed m/s.");
	Api.Function("array<AActor>@ SpawnInSphere(const string& in Prefab, const FVector& in Center, float Radius, "
	             "int Count, float Speed = 0, const string& in Changes = \"\")",
	    asFUNCTION(SpawnInSphere), "At random places in the ball, going any way at Speed m/s.");
	Api.Function("void SpawnDisc(const string& in Prefab, const FVector& in Center, float Radius, int Count, "
	             "float HalfHeight = 0, const string& in Changes = \"\")",
	    asFUNCTION(SpawnDisc), "Evenly over a disc, or a drum of twice HalfHeight: one order for any number.");
	Api.Function("AActor SpawnBox(const FVector& in Center, const FVector& in HalfExtent, float YawDegrees = 0, "
	             "const FVector& in Color = FVector(0.6f, 0.58f, 0.55f), const string& in Name = \"\")",
	    asFUNCTION(SpawnBox), "A static box: walls, blocks, ground. Color is linear red, green, blue.");
	Api.Function("AActor SpawnSphere(const FVector& in Center, float Radius, "
	             "const FVector& in Color = FVector(0.6f, 0.58f, 0.55f), const string& in Name = \"\")",
	    asFUNCTION(SpawnSphere), "A static sphere.");
}
} // namespace Flockwork
