// A crowd's step, pass by pass: all is computed from the state that Sense has read.
#include "CrowdData.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float MovingSpeed = 0.05f;  // m/s; a threat that is faster may come after people
constexpr float StuckMove = 0.5f;     // m that count as having moved
constexpr float TeleportMove = 1e-3f; // m between where the crowd has put an actor and where it is

EAgentMover FindMover(const UWorld& World, const AActor& Actor)
{
	if (World.Get<UFlockSubsystem>().IsRegistered(Actor.Id))
	{
		return EAgentMover::Flock;
	}
	const bool bDynamic = Actor.Body.IsValid() && World.GetPhysics().GetType(Actor.Body) == EBodyType::Dynamic;
	return bDynamic ? EAgentMover::Body : EAgentMover::Crowd;
}

EEvent EventOf(ECrowdEvent Type)
{
	switch (Type)
	{
	case ECrowdEvent::Arrived:
		return EEvent::Arrived;
	case ECrowdEvent::Unreachable:
		return EEvent::Unreachable;
	case ECrowdEvent::OffMesh:
		return EEvent::OffMesh;
	case ECrowdEvent::BackOnMesh:
		return EEvent::BackOnMesh;
	case ECrowdEvent::LinkStarted:
		return EEvent::LinkStarted;
	case ECrowdEvent::LinkEnded:
		break;
	}
	return EEvent::LinkEnded;
}

EEvent EventOf(EFleeEvent Type)
{
	switch (Type)
	{
	case EFleeEvent::Started:
		return EEvent::Fleeing;
	case EFleeEvent::Safe:
		return EEvent::Safe;
	case EFleeEvent::Cornered:
		return EEvent::Cornered;
	case EFleeEvent::Cowering:
		return EEvent::Cowering;
	case EFleeEvent::Calm:
		break;
	}
	return EEvent::CalmedDown;
}
} // namespace

float GetThreatStrength(const FThreatActor& Threat, const FFleeSettings& Flee)
{
	const float Reach = Threat.Settings.Radius > 0.0f ? Threat.Settings.Radius / Flee.DetectionRadius : 1.0f;
	return Threat.Settings.Strength * Reach;
}

void UCrowdSubsystem::FImpl::Sense(UWorld& World)
{
	if (!Crowd)
	{
		return;
	}
	TakeMesh(World);
	Flush();
	bFrozen = true;
	bBodies = false;
	for (FEntry& Entry : Members.GetAll())
	{
		ReadMember(World, Entry);
	}
}

void UCrowdSubsystem::FImpl::ReadMember(UWorld& World, FEntry& Entry)
{
	FCrowdMember& Member = Entry.Data;
	const AActor& Actor = *World.FindActor(Entry.Actor);
	const EAgentMover Mover = FindMover(World, Actor);
	if (Mover != Member.Mover)
	{
		Member.Mover = Mover;
		Crowd->SetAvoids(Member.Agent, Mover != EAgentMover::Flock);
	}
	bBodies |= Mover != EAgentMover::Crowd;
	const FVector Feet = GetPlaceNow(World, Actor) - UpVector * Member.FootOffset;
	if (Mover == EAgentMover::Crowd)
	{
		// Somebody else has put it there since.
		if (IsFinite(Feet) && Length(Feet - Member.Feet) > TeleportMove)
		{
			Crowd->Teleport(Member.Agent, Feet);
			Member.Feet = Crowd->GetPositions()[size_t(Member.Place)];
		}
		return;
	}
	Member.Feet = Feet;
	Member.Velocity = Actor.Body.IsValid() ? World.GetPhysics().GetVelocity(Actor.Body) : Actor.Velocity;
}

// Who flees, and where to.
void UCrowdSubsystem::FImpl::Decide(UWorld& World)
{
	if (!bFrozen || !Mesh->IsBuilt())
	{
		return;
	}
	for (size_t Index = 0; Index < Groups.size(); ++Index)
	{
		FCrowdGroup& Group = Groups[Index];
		GatherGroup(World, Group, int32_t(Index));
		if (Group.Ids.empty() && !Group.Planner)
		{
			continue;
		}
		if (!Group.Planner)
		{
			Group.Planner = std::make_unique<FFleePlanner>(*Mesh);
		}
		FFleeInput Input;
		Input.Locations = Group.Locations;
		Input.Velocities = Group.Velocities;
		Input.Ids = Group.Ids;
		Input.Speeds = Group.Speeds;
		Input.Threats = Group.Threats;
		Input.Step = uint64_t(World.GetStepCount());
		Input.DeltaTime = World.GetSettings().FixedStep;
		Input.Seed = uint64_t(World.GetSettings().Seed);
		Input.Sight = &World.GetPhysics();
		Input.SightFilter.bKinematic = Input.SightFilter.bDynamic = false;
		Group.Planner->Run(Group.Flee, Input, Group.Decisions, World.GetScheduler());
		for (size_t At = 0; At < Group.Entries.size(); ++At)
		{
			ApplyDecision(Members.GetAll()[Group.Entries[At]].Data, Group.Decisions[At]);
		}
	}
	Live(World);
}

void UCrowdSubsystem::FImpl::GatherGroup(UWorld& World, FCrowdGroup& Group, int32_t Index)
{
	Group.Entries.clear();
	Group.ActorBits.clear();
	Group.Locations.clear();
	Group.Velocities.clear();
	Group.Ids.clear();
	Group.Speeds.clear();
	Group.Threats.clear();
	if (!Group.bHasFlee)
	{
		return;
	}
	const std::vector<FEntry>& All = Members.GetAll();
	for (size_t At = 0; At < All.size(); ++At)
	{
		const FCrowdMember& Member = All[At].Data;
		if (Member.Group == Index && Member.bFlees && Member.Place >= 0)
		{
			Group.Entries.push_back(At);
			Group.ActorBits.push_back(All[At].Actor.ToBits());
			Group.Locations.push_back(Crowd->GetCorridor(Member.Place).GetLocation());
			Group.Velocities.push_back(Member.Velocity);
			Group.Ids.push_back(All[At].CreationId);
			Group.Speeds.push_back(Group.Flee.FleeSpeed * Member.Scale);
		}
	}
	Group.Decisions.resize(Group.Entries.size());
	GatherThreats(World, Group);
}

void UCrowdSubsystem::FImpl::GatherThreats(const UWorld& World, FCrowdGroup& Group) const
{
	const int32_t Index = int32_t(&Group - Groups.data());
	for (const FThreatActor& Threat : World.Get<UThreatSubsystem>().GetThreats())
	{
		const FCrowdMember* Own = Members.Find(Threat.Actor);
		if (!Threat.Settings.bEnabled || Threat.Settings.Ignores == Group.CrowdId || (Own && Own->Group == Index))
		{
			continue;
		}
		FNavThreat Out;
		Out.Id = Threat.CreationId;
		Out.Position = Threat.Position;
		Out.Velocity = Threat.Velocity;
		Out.Radius = Threat.Settings.HarmRadius;
		Out.Strength = GetThreatStrength(Threat, Group.Flee);
		Out.Speed = std::max(Threat.Settings.Speed, Length(Threat.Velocity));
		Out.bMoving = Out.Speed > MovingSpeed;
		Group.Threats.push_back(Out);
	}
}

void UCrowdSubsystem::FImpl::ApplyDecision(FCrowdMember& Member, const FFleeDecision& Decision)
{
	Member.FleeState = Decision.State;
	if (!Decision.IsDriven())
	{
		Resume(Member);
		return;
	}
	const bool bStands = Decision.State == EFleeState::Cowering || Decision.Speed <= 0.0f;
	const bool bBegins = !Member.bDriven;
	if (bStands && (bBegins || !Member.bStands))
	{
		Crowd->Stop(Member.Agent);
	}
	else if (!bStands && (bBegins || Member.bStands || Decision.bNewGoal))
	{
		Crowd->SetGoal(Member.Agent, Decision.Goal.Position, EPathUrgency::Urgent, Decision.Goal.Poly);
	}
	if (!bStands)
	{
		Crowd->SetSpeed(Member.Agent, Decision.Speed / Member.Scale); // the crowd multiplies by the scale again
		Crowd->SetAngularSpeed(Member.Agent, Decision.AngularSpeed);
	}
	Member.bDriven = true;
	Member.bStands = bStands;
}

// Back to everyday life.
void UCrowdSubsystem::FImpl::Resume(FCrowdMember& Member)
{
	if (!Member.bDriven)
	{
		return;
	}
	Member.bDriven = Member.bStands = false;
	Crowd->SetSpeed(Member.Agent, Member.Settings.Speed);
	Crowd->SetAngularSpeed(Member.Agent, Member.Settings.AngularSpeed);
	if (Member.bHasGoal)
	{
		Crowd->SetGoal(Member.Agent, Member.Goal);
	}
	else
	{
		Crowd->Stop(Member.Agent);
	}
}

// Corridors, corners, avoidance, for all.
void UCrowdSubsystem::FImpl::Steer(UWorld& World)
{
	if (!bFrozen)
	{
		return;
	}
	FCrowdInput Input;
	Input.DeltaTime = World.GetSettings().FixedStep;
	if (bBodies)
	{
		Positions.clear();
		Velocities.clear();
		for (const FEntry& Entry : Members.GetAll())
		{
			if (Entry.Data.Place >= 0)
			{
				Positions.push_back(Entry.Data.Feet);
				Velocities.push_back(Entry.Data.Velocity);
			}
		}
		Input.Positions = Positions;
		Input.Velocities = Velocities;
	}
	Crowd->Step(Input);
	for (const FEntry& Entry : Members.GetAll())
	{
		if (Entry.Data.Mover == EAgentMover::Flock && Entry.Data.Place >= 0)
		{
			SetFlockTarget(World, Entry);
		}
	}
}

// The corner is the flock's target: the flock's acceleration is the only one.
void UCrowdSubsystem::FImpl::SetFlockTarget(UWorld& World, const FEntry& Entry) const
{
	const FCrowdMember& Member = Entry.Data;
	const size_t Place = size_t(Member.Place);
	UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	const EGoalState Goal = Crowd->GetGoalStates()[Place];
	const bool bGoes = Goal == EGoalState::Following || Goal == EGoalState::Partial;
	if (!bGoes && Crowd->GetStates()[Place] != EAgentState::OffMesh)
	{
		Flocks.SetBoidTarget(Entry.Actor, nullptr);
		return;
	}
	const FVector Target = Crowd->GetNextCorners()[Place] + UpVector * Member.FootOffset;
	const bool bRuns = Member.bDriven && !Member.bStands;
	float Boost = 1.0f;
	const int32_t Flock = bRuns ? Flocks.FindFlock(Member.FlockId) : -1;
	if (Flock >= 0)
	{
		Boost = std::max(1.0f, Crowd->GetSpeeds()[Place] / std::max(Flocks.GetFlock(Flock).Settings->MaxSpeed, 0.01f));
	}
	const FNavAgentSettings& Settings = Member.Settings;
	Flocks.SetBoidTarget(Entry.Actor, &Target, bRuns ? Settings.FleeTargetWeight : Settings.TargetWeight, Boost);
}

void UCrowdSubsystem::FImpl::Simulate(UWorld& World)
{
	if (!bFrozen)
	{
		return;
	}
	Bodies.clear();
	Accelerations.clear();
	const FVector Gravity = World.GetPhysics().GetSettings().Gravity;
	const float DeltaTime = World.GetSettings().FixedStep;
	for (FEntry& Entry : Members.GetAll())
	{
		FCrowdMember& Member = Entry.Data;
		if (Member.Place < 0)
		{
			continue;
		}
		const size_t Place = size_t(Member.Place);
		if (Member.Mover == EAgentMover::Body)
		{
			FVector Acceleration = Horizontal(Crowd->GetAccelerations()[Place]);
			if (Crowd->GetStates()[Place] == EAgentState::OnLink)
			{
				// Nothing to stand on: the link holds it.
				Acceleration.y = (Crowd->GetWishedVelocities()[Place].y - Member.Velocity.y) / DeltaTime - Gravity.y;
			}
			else if (const float Lift = GetLift(World, Member); Lift > std::max(Member.Velocity.y, 0.0f))
			{
				Acceleration.y = (Lift - Member.Velocity.y) / DeltaTime - Gravity.y;
			}
			Bodies.push_back(World.FindActor(Entry.Actor)->Body);
			Accelerations.push_back(Acceleration);
		}
		else if (Member.Mover == EAgentMover::Crowd)
		{
			MoveByCrowd(World, Entry);
		}
	}
	World.GetPhysics().ApplyAccelerations(Bodies, Accelerations);
}

void UCrowdSubsystem::FImpl::MoveByCrowd(UWorld& World, FEntry& Entry)
{
	FCrowdMember& Member = Entry.Data;
	const size_t Place = size_t(Member.Place);
	const float DeltaTime = World.GetSettings().FixedStep;
	if (!bBodies)
	{
		Member.Feet = Crowd->GetPositions()[Place]; // after its step
		Member.Velocity = Crowd->GetVelocities()[Place];
	}
	else
	{
		// With bodies among them the crowd moves nobody.
		const FVector Wish = Crowd->GetWishedVelocities()[Place];
		const FVector Wanted = Member.Feet + Wish * DeltaTime;
		const EAgentState State = Crowd->GetStates()[Place];
		const FNavLocation Here = Crowd->GetCorridor(Member.Place).GetLocation();
		const bool bOnGround = State != EAgentState::OnLink && State != EAgentState::OffMesh && Here.IsValid();
		const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
		const FVector To =
		    bOnGround ? Navigation.GetQuery().MoveAlongSurface(Here, Wanted, Navigation.GetFilter()).Position : Wanted;
		Member.Velocity = (To - Member.Feet) / DeltaTime;
		Member.Feet = To;
	}
	AActor& Actor = *World.FindActor(Entry.Actor);
	Actor.Transform.Location = Member.Feet + UpVector * Member.FootOffset;
	Actor.Transform.Rotation = YawRotation(Crowd->GetFacings()[Place]);
	Actor.Velocity = Member.Velocity;
	if (Actor.Body.IsValid())
	{
		World.GetPhysics().MoveKinematic(Actor.Body, Actor.Transform);
	}
}

// Bodies face where the crowd has turned them.
void UCrowdSubsystem::FImpl::ReadBack(UWorld& World)
{
	if (!bFrozen)
	{
		return;
	}
	TurnedBodies.clear();
	Rotations.clear();
	for (const FEntry& Entry : Members.GetAll())
	{
		if (Entry.Data.Mover == EAgentMover::Body && Entry.Data.Place >= 0)
		{
			TurnedBodies.push_back(World.FindActor(Entry.Actor)->Body);
			Rotations.push_back(YawRotation(Crowd->GetFacings()[size_t(Entry.Data.Place)]));
		}
	}
	World.GetPhysics().WriteRotations(TurnedBodies, Rotations);
}

void UCrowdSubsystem::FImpl::Report(UWorld& World)
{
	if (!bFrozen)
	{
		return;
	}
	for (const FCrowdGroup& Group : Groups)
	{
		RaiseFleeEvents(World, Group);
	}
	for (const FCrowdEvent& Event : Crowd->GetEvents())
	{
		const int32_t Place = Crowd->FindIndex(Event.Agent);
		const FEntry& Entry = Members.GetAll()[size_t(Place)];
		const bool bGoal = Event.Type == ECrowdEvent::Arrived || Event.Type == ECrowdEvent::Unreachable;
		if (!(bGoal && Entry.Data.bDriven)) // the ends of a flight are the planner's business
		{
			World.GetEvents().Raise({EventOf(Event.Type), Entry.Actor, {}, Event.Position, 0.0f, Event.LinkUserId});
		}
	}
	for (FEntry& Entry : Members.GetAll())
	{
		UpdateStuck(World, Entry);
	}
	bFrozen = false;
}

void UCrowdSubsystem::FImpl::RaiseFleeEvents(UWorld& World, const FCrowdGroup& Group) const
{
	if (!Group.Planner || !Mesh->IsBuilt())
	{
		return;
	}
	for (const FFleeEventRecord& Record : Group.Planner->GetEvents())
	{
		const auto Found = std::lower_bound(Group.Ids.begin(), Group.Ids.end(), Record.Id);
		if (Found == Group.Ids.end() || *Found != Record.Id)
		{
			continue;
		}
		const size_t At = size_t(Found - Group.Ids.begin());
		const FActorId Actor = FActorId::FromBits(Group.ActorBits[At]);
		const FVector& Place = Group.Locations[At].Position;
		World.GetEvents().Raise({EventOf(Record.Event), Actor, {}, Place});
		const std::string_view Trigger = GetAnimationTrigger(Record.Event);
		if (!Trigger.empty())
		{
			World.GetEvents().Raise({World.GetEvents().FindOrAdd(Trigger), Actor, {}, Place});
		}
	}
}

void UCrowdSubsystem::FImpl::UpdateStuck(const UWorld& World, FEntry& Entry) const
{
	FCrowdMember& Member = Entry.Data;
	if (Member.Place < 0)
	{
		return;
	}
	const EGoalState Goal = Crowd->GetGoalStates()[size_t(Member.Place)];
	const bool bWants = Goal == EGoalState::Following || Goal == EGoalState::Partial || Goal == EGoalState::Pending;
	const AActor& Actor = *World.FindActor(Entry.Actor);
	const FVector Feet = GetPlaceNow(World, Actor) - UpVector * Member.FootOffset;
	if (!bWants || Length(Feet - Member.Anchor) > StuckMove)
	{
		Member.Anchor = Feet;
		Member.StuckTime = 0.0f;
		return;
	}
	Member.StuckTime += World.GetSettings().FixedStep;
}
} // namespace Flockwork
