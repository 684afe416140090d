#include "FlockworkFlock/Species.h"
#include "FlockworkGame/OrderQueue.h"

#include "SettingValueBytes.h"

#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr std::array<std::string_view, size_t(EOrder::PlayClip) + 1> OrderNames = {"spawn", "destroy", "setSetting",
    "setTarget", "setFlockPath", "setRelation", "teleport", "setVelocity", "applyImpulse", "explode", "setInput",
    "setPath", "setFlocking", "dropThreat", "dropTarget", "camera", "event", "setBoidTarget", "buildNavMesh", "setGoal",
    "setMeasuringArea", "setTrigger", "setParameter", "playClip"};

bool AllFinite(std::span<const FVector> Points)
{
	for (const FVector& Point : Points)
	{
		if (!IsFinite(Point))
		{
			return false;
		}
	}
	return true;
}
} // namespace

std::string_view ToString(EOrder Kind)
{
	return size_t(Kind) < OrderNames.size() ? OrderNames[size_t(Kind)] : std::string_view("unknown");
}

FOrder FOrder::Spawn(std::string Prefab, const FTransform& Transform, std::string Name)
{
	FOrder Order;
	Order.Kind = EOrder::Spawn;
	Order.Prefab = std::move(Prefab);
	Order.Transform = Transform;
	Order.Name = std::move(Name);
	return Order;
}

FOrder FOrder::SpawnMany(std::string Prefab, const FVector& Center, float Radius, int32_t Count)
{
	FOrder Order = Spawn(std::move(Prefab), {});
	Order.Transform.Location = Center;
	Order.Radius = Radius;
	Order.Count = Count;
	return Order;
}

FOrder FOrder::Destroy(FActorId Actor)
{
	FOrder Order;
	Order.Kind = EOrder::Destroy;
	Order.Actor = Actor;
	return Order;
}

FOrder FOrder::SetSetting(std::string DottedName, FSettingValue Value, std::string FlockOrActor)
{
	FOrder Order;
	Order.Kind = EOrder::SetSetting;
	Order.Text = std::move(DottedName);
	Order.Value = std::move(Value);
	Order.Name = std::move(FlockOrActor);
	return Order;
}

FOrder FOrder::SetTarget(std::string FlockId, std::string ActorName, std::string Role)
{
	FOrder Order;
	Order.Kind = EOrder::SetTarget;
	Order.Name = std::move(FlockId);
	Order.Other = std::move(ActorName);
	Order.Text = std::move(Role);
	return Order;
}

FOrder FOrder::SetTargetPoint(std::string FlockId, const FVector& Point)
{
	FOrder Order = SetTarget(std::move(FlockId), {});
	Order.Vector = Point;
	Order.Amount = 1.0f;
	return Order;
}

FOrder FOrder::SetBoidTarget(FActorId Boid, const FVector& Point, float Weight)
{
	FOrder Order;
	Order.Kind = EOrder::SetBoidTarget;
	Order.Actor = Boid;
	Order.Vector = Point;
	Order.Amount = Weight;
	return Order;
}

FOrder FOrder::ClearBoidTarget(FActorId Boid)
{
	FOrder Order = SetBoidTarget(Boid, {});
	Order.Count = 0;
	return Order;
}

FOrder FOrder::BuildNavMesh()
{
	FOrder Order;
	Order.Kind = EOrder::BuildNavMesh;
	return Order;
}

FOrder FOrder::BuildNavMeshIn(const FVector& Min, const FVector& Max)
{
	FOrder Order = BuildNavMesh();
	Order.Points = {Min, Max};
	return Order;
}

FOrder FOrder::SetGoal(FActorId Agent, const FVector& Goal)
{
	FOrder Order;
	Order.Kind = EOrder::SetGoal;
	Order.Actor = Agent;
	Order.Vector = Goal;
	return Order;
}

FOrder FOrder::SetCrowdGoal(std::string CrowdId, const FVector& Goal)
{
	FOrder Order = SetGoal({}, Goal);
	Order.Other = std::move(CrowdId);
	return Order;
}

FOrder FOrder::ClearGoal(FActorId Agent)
{
	FOrder Order = SetGoal(Agent, {});
	Order.Count = 0;
	return Order;
}

FOrder FOrder::SetCrowdPath(std::string CrowdId, std::vector<FVector> Points)
{
	FOrder Order;
	Order.Kind = EOrder::SetPath;
	Order.Other = std::move(CrowdId);
	Order.Points = std::move(Points);
	return Order;
}

FOrder FOrder::SetMeasuringArea(const FVector& Min, const FVector& Max)
{
	FOrder Order;
	Order.Kind = EOrder::SetMeasuringArea;
	Order.Points = {Min, Max};
	return Order;
}

FOrder FOrder::Impulse(FActorId Actor, const FVector& Impulse)
{
	FOrder Order;
	Order.Kind = EOrder::ApplyImpulse;
	Order.Actor = Actor;
	Order.Vector = Impulse;
	return Order;
}

FOrder FOrder::Input(FActorId Actor, const FVector& Axes)
{
	FOrder Order;
	Order.Kind = EOrder::SetInput;
	Order.Actor = Actor;
	Order.Vector = Axes;
	return Order;
}

FOrder&& FOrder::At(int64_t Step) &&
{
	DueStep = Step;
	return std::move(*this);
}

void FOrder::Write(FByteWriter& Writer) const
{
	Writer.Write(uint8_t(Kind));
	Writer.Write(DueStep);
	Writer.Write(Sequence);
	Writer.Write(Actor.ToBits());
	Writer.WriteString(Name);
	Writer.WriteString(Other);
	Writer.WriteString(Prefab);
	Writer.WriteString(Text);
	Writer.Write(Transform.Location);
	Writer.Write(Transform.Rotation);
	Writer.Write(Transform.Scale);
	Writer.Write(Vector);
	Writer.Write(Radius);
	Writer.Write(Amount);
	Writer.Write(Count);
	Writer.Write(Key);
	WriteSettingValue(Writer, Value);
	Writer.WriteArray(std::span<const FVector>(Points));
}

FOrder FOrder::Read(FByteReader& Reader)
{
	FOrder Order;
	const uint8_t Kind = Reader.Read<uint8_t>();
	Order.Kind = EOrder(Kind);
	Order.DueStep = Reader.Read<int64_t>();
	Order.Sequence = Reader.Read<uint64_t>();
	Order.Actor = FActorId::FromBits(Reader.Read<uint64_t>());
	Order.Name = Reader.ReadString();
	Order.Other = Reader.ReadString();
	Order.Prefab = Reader.ReadString();
	Order.Text = Reader.ReadString();
	Order.Transform.Location = Reader.Read<FVector>();
	Order.Transform.Rotation = Reader.Read<FQuat>();
	Order.Transform.Scale = Reader.Read<float>();
	Order.Vector = Reader.Read<FVector>();
	Order.Radius = Reader.Read<float>();
	Order.Amount = Reader.Read<float>();
	Order.Count = Reader.Read<int32_t>();
	Order.Key = Reader.Read<uint64_t>();
	const bool bGoodValue = ReadSettingValue(Reader, Order.Value);
	Order.Points = Reader.ReadArray<FVector>();
	if (!bGoodValue || Kind >= OrderNames.size())
	{
		std::vector<uint8_t> Nothing(Reader.Remaining() + 1);
		Reader.ReadBytes(Nothing.data(), Nothing.size()); // beyond the end: marks the reader as failed
	}
	return Order;
}

bool FOrder::Validate(FDiagnostics& Diagnostics) const
{
	const std::string Field = "order." + std::string(ToString(Kind));
	bool bGood = true;
	const auto Expect = [&](bool bHolds, const char* Message)
	{
		if (!bHolds)
		{
			Diagnostics.Error({}, Field, Message);
			bGood = false;
		}
	};
	Expect(size_t(Kind) < OrderNames.size(), "an order of unknown kind");
	Expect(IsFinite(Transform) && IsFinite(Vector) && AllFinite(Points), "a position or vector is not finite");
	Expect(std::isfinite(Radius) && std::isfinite(Amount), "a number is not finite");
	Expect(Transform.Scale > 0.0f, "a scale above 0 is expected");
	Expect(std::abs(glm::length(Transform.Rotation) - 1.0f) < 1e-3f, "a rotation of length 1 is expected");
	if (Kind == EOrder::SetSetting)
	{
		const float* const Number = std::get_if<float>(&Value);
		const FVector* const Point = std::get_if<FVector>(&Value);
		if ((Number && !std::isfinite(*Number)) || (Point && !IsFinite(*Point)))
		{
			Diagnostics.Error({}, Text, ToString(Value) + " is not finite");
			bGood = false;
		}
	}
	if (Kind == EOrder::SetRelation)
	{
		Expect(FindRelation(Text).has_value(),
		    ("\"" + Text + "\" is no relation; ignore, follow, hunt or flee is expected").c_str());
		Expect(!Name.empty() && !Other.empty() && Name != Other, "the names of two different flocks are expected");
	}
	if (Kind == EOrder::Spawn)
	{
		Expect(Count >= 1, "a count of at least 1 is expected");
	}
	if (Kind == EOrder::PlayClip)
	{
		Expect(Amount >= 0.0f, "seconds of at least 0 are expected");
	}
	if (Kind == EOrder::SetBoidTarget)
	{
		Expect(Amount >= 0.0f, "a weight of at least 0 is expected");
	}
	if (Kind == EOrder::BuildNavMesh || Kind == EOrder::SetMeasuringArea)
	{
		const bool bBox = Points.size() == 2 && glm::all(glm::lessThan(Points[0], Points[1]));
		Expect(Points.empty() || bBox, "no points, or the lower and the upper corner of a box are expected");
	}
	if (Kind == EOrder::Spawn || Kind == EOrder::Explode || Kind == EOrder::DropThreat || Kind == EOrder::DropTarget)
	{
		Expect(Radius >= 0.0f, "a radius of at least 0 is expected");
	}
	return bGood;
}
} // namespace Flockwork
