#include "ViewerInput.h"

#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"
#include "Panels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr float DragDistance = 4.0f;    // pixels; less is a click
constexpr float LongPressTime = 0.5f;   // s
constexpr float SelectDistance = 30.0f; // pixels
constexpr float RayLength = 2000.0f;    // m

constexpr std::pair<const char*, const char*> HelpLines[] = {{"F1", "this help"}, {"Tab", "show or hide the panels"},
    {"Space", "pause, go on"}, {"N", "one step"}, {"R", "start anew"}, {"+ -", "faster, slower"},
    {"C", "next camera: scene, orbit, follow, fly"}, {"F", "frame the flock"},
    {"K", "tell the camera's place, as a line for a script"},
    {"W A S D, arrows", "move the player (or the fly camera; Q E: down, up; shift: fast)"},
    {"left click", "drop a predator"},
    {"right click", "selected people go there; where there are none: drop an attractor"},
    {"long press", "drop an attractor"}, {"shift + left click", "select a boid or a person"},
    {"shift + left drag", "select all people in the box"}, {"left drag", "orbit, or look round"},
    {"right or middle drag", "move sideways"}, {"wheel", "zoom"},
    {"1 .. 9, 0, O", "velocity, forces, radius, links, grid, targets, threats, bodies, names; vision; rules"},
    {"T", "trails"}, {"H", "next colouring"}, {"P", "save a picture"}, {"V", "record a video, stop"}, {"Esc", "end"}};

bool* FindLayer(FDebugLayers& Layers, int32_t Key)
{
	bool* const All[] = {&Layers.bVelocity, &Layers.bForces, &Layers.bRadius, &Layers.bLinks, &Layers.bGrid,
	    &Layers.bTargets, &Layers.bThreats, &Layers.bBodies, &Layers.bNames};
	if (Key >= '1' && Key <= '9')
	{
		return All[Key - '1'];
	}
	return Key == '0' ? &Layers.bVision : Key == 'o' ? &Layers.bRules : nullptr;
}
} // namespace

std::span<const std::pair<const char*, const char*>> FViewerInput::GetHelp()
{
	return HelpLines;
}

bool FViewerInput::IsHeld(int32_t Key) const
{
	return std::find(Held.begin(), Held.end(), Key) != Held.end();
}

void FViewerInput::Update(std::span<const FInputEvent> Events, FSceneSession& Session, const FRenderer& Renderer,
    FCameraRig& Rig, FViewerState& State, float DeltaTime)
{
	for (const FInputEvent& Event : Events)
	{
		switch (Event.Type)
		{
		case EInputType::KeyDown:
			if (!Event.bTakenByUi && !Event.bRepeat)
			{
				std::replace(Held.begin(), Held.end(), Event.Key, 0);
				*std::min_element(Held.begin(), Held.end()) = Event.Key; // a free place, which is 0
				OnKey(Event.Key, State);
			}
			break;
		case EInputType::KeyUp:
			std::replace(Held.begin(), Held.end(), Event.Key, 0);
			break;
		case EInputType::MouseDown:
			if (!Event.bTakenByUi)
			{
				GetPress(Event.Button) = {true, false, false, IsHeld(KeyShift), Event.X, Event.Y, 0.0f, 0.0f};
			}
			break;
		case EInputType::MouseMove:
			OnMove(Event, Renderer, Rig, State);
			break;
		case EInputType::MouseUp:
			OnRelease(Event, Session, Renderer, Rig, State);
			break;
		case EInputType::Wheel:
			if (!Event.bTakenByUi)
			{
				TakeCamera(State);
				Rig.Zoom(State.Camera, Event.DeltaY);
			}
			break;
		case EInputType::Close:
			State.bQuit = true;
			break;
		case EInputType::Resize:
			break;
		}
	}
	CheckLongPress(Session, Renderer, Rig, State, DeltaTime);
	ApplyMovement(Session, Rig, State, DeltaTime);
}

void FViewerInput::TakeCamera(FViewerState& State)
{
	if (State.Camera == ECameraRig::Scene)
	{
		State.Camera = ECameraRig::Orbit; // whoever drags or zooms wants to look for themselves
	}
}

// The attractor appears while the finger is still down: that is how one notices that the press was long enough.
void FViewerInput::CheckLongPress(
    FSceneSession& Session, const FRenderer& Renderer, const FCameraRig& Rig, FViewerState& State, float DeltaTime)
{
	FPress& Press = GetPress(EMouseButton::Left);
	const bool bWasShort = Press.Time < LongPressTime;
	Press.Time += Press.bDown ? DeltaTime : 0.0f;
	if (Press.bDown && !Press.bDragged && bWasShort && Press.Time >= LongPressTime && !IsHeld(KeyShift))
	{
		const FVector Point =
		    FindPoint(Session, Rig.GetPose(), Press.X, Press.Y, Renderer.GetWidth(), Renderer.GetHeight());
		Drop(false, Point, Session, State);
		Press.bDone = true;
	}
}

void FViewerInput::OnKey(int32_t Key, FViewerState& State)
{
	if (bool* const Layer = FindLayer(State.View.Layers, Key))
	{
		*Layer = !*Layer;
		return;
	}
	switch (Key)
	{
	case KeyF1:
		State.bHelp = !State.bHelp;
		break;
	case KeyTab:
		State.bPanels = !State.bPanels;
		break;
	case ' ':
		State.bPaused = !State.bPaused;
		break;
	case 'n':
		State.bPaused = State.bStepOnce = true;
		break;
	case 'r':
		State.bRestart = true;
		break;
	case '+':
	case '=':
		State.Speed = std::min(State.Speed * 1.25f, 8.0f);
		break;
	case '-':
		State.Speed = std::max(State.Speed / 1.25f, 0.1f);
		break;
	case 'c':
		State.Camera = ECameraRig((int32_t(State.Camera) + 1) % 4);
		break;
	case 'f':
		State.bFrameFlock = true;
		break;
	case 'k':
		State.bTellCamera = true;
		break;
	case 't':
		State.View.bTrails = !State.View.bTrails;
		break;
	case 'h':
		State.View.Coloring = ESceneColoring((int32_t(State.View.Coloring) + 1) % int32_t(std::size(ColoringNames)));
		break;
	case 'p':
		State.bSavePicture = true;
		break;
	case 'v':
		State.bRecord = !State.bRecord;
		break;
	case KeyEscape:
		State.bQuit = true;
		break;
	default:
		break;
	}
}

void FViewerInput::OnMove(const FInputEvent& Event, const FRenderer& Renderer, FCameraRig& Rig, FViewerState& State)
{
	for (const EMouseButton Button : {EMouseButton::Left, EMouseButton::Middle, EMouseButton::Right})
	{
		FPress& Press = GetPress(Button);
		if (!Press.bDown)
		{
			continue;
		}
		Press.Moved += std::abs(Event.DeltaX) + std::abs(Event.DeltaY);
		Press.bDragged |= Press.Moved > DragDistance;
		if (!Press.bDragged || (Press.bSelects && Button == EMouseButton::Left))
		{
			continue;
		}
		TakeCamera(State);
		if (Button == EMouseButton::Left)
		{
			Rig.Drag(State.Camera, Event.DeltaX, Event.DeltaY);
		}
		else
		{
			State.Camera = State.Camera == ECameraRig::Follow ? ECameraRig::Orbit : State.Camera;
			Rig.Pan(State.Camera, Event.DeltaX, Event.DeltaY, Renderer.GetHeight());
		}
	}
}

void FViewerInput::OnRelease(const FInputEvent& Event, FSceneSession& Session, const FRenderer& Renderer,
    const FCameraRig& Rig, FViewerState& State)
{
	const FPress Press = GetPress(Event.Button);
	GetPress(Event.Button) = {};
	if (Press.bDown && Press.bSelects && Event.Button == EMouseButton::Left)
	{
		Select(Press, Event, Session, Renderer, Rig, State);
		return;
	}
	if (!Press.bDown || Press.bDragged || Press.bDone || Event.Button == EMouseButton::Middle)
	{
		return;
	}
	const int32_t Width = Renderer.GetWidth();
	const int32_t Height = Renderer.GetHeight();
	const FVector Point = FindPoint(Session, Rig.GetPose(), Press.X, Press.Y, Width, Height);
	if (Event.Button == EMouseButton::Left || !Send(Point, Session, State))
	{
		Drop(Event.Button == EMouseButton::Left, Point, Session, State);
	}
}

void FViewerInput::Select(const FPress& Press, const FInputEvent& Event, const FSceneSession& Session,
    const FRenderer& Renderer, const FCameraRig& Rig, FViewerState& State) const
{
	const int32_t Width = Renderer.GetWidth();
	const int32_t Height = Renderer.GetHeight();
	std::vector<FActorId>& Chosen = State.View.Chosen;
	if (Press.bDragged)
	{
		const FPixelBox Box{std::min(Press.X, Event.X), std::min(Press.Y, Event.Y), std::max(Press.X, Event.X),
		    std::max(Press.Y, Event.Y)};
		Chosen = FindAgents(Session, Rig.GetPose(), Box, Width, Height);
		State.Note(std::to_string(Chosen.size()) + " people selected: a right click sends them");
		return;
	}
	const FActorId Found = FindActor(Session, Rig.GetPose(), Press.X, Press.Y, Width, Height);
	State.View.Layers.Selected = Found;
	Chosen.clear();
	if (Session.GetWorld().Get<UCrowdSubsystem>().IsAgent(Found))
	{
		Chosen.push_back(Found);
	}
}

bool FViewerInput::Send(const FVector& Point, FSceneSession& Session, FViewerState& State) const
{
	const UCrowdSubsystem& Crowds = Session.GetWorld().Get<UCrowdSubsystem>();
	std::erase_if(State.View.Chosen, [&](FActorId Agent) { return !Crowds.IsAgent(Agent); });
	for (const FActorId Agent : State.View.Chosen)
	{
		Order(Session, State, FOrder::SetGoal(Agent, Point));
	}
	return !State.View.Chosen.empty();
}

void FViewerInput::Drop(bool bThreat, const FVector& Point, FSceneSession& Session, FViewerState& State) const
{
	FOrder Drop;
	Drop.Kind = bThreat ? EOrder::DropThreat : EOrder::DropTarget;
	Drop.Transform.Location = Point;
	Drop.Radius = bThreat ? State.ThreatRadius : State.AttractorRadius;
	Drop.Amount = bThreat ? State.ThreatTime : State.AttractorTime;
	Order(Session, State, std::move(Drop));
}

void FViewerInput::ApplyMovement(FSceneSession& Session, FCameraRig& Rig, const FViewerState& State, float DeltaTime)
{
	const auto Axis = [&](int32_t Plus, int32_t PlusToo, int32_t Minus, int32_t MinusToo)
	{ return float(IsHeld(Plus) || IsHeld(PlusToo)) - float(IsHeld(Minus) || IsHeld(MinusToo)); };
	const float Right = Axis('d', KeyRight, 'a', KeyLeft);
	const float Forward = Axis('w', KeyUp, 's', KeyDown);
	if (State.Camera == ECameraRig::Fly)
	{
		Rig.Fly({Right, Axis('e', KeyPageUp, 'q', KeyPageDown), Forward}, DeltaTime, IsHeld(KeyShift));
		return;
	}
	const bool bMoves = Right != 0.0f || Forward != 0.0f;
	if (!bMoves && !bMovedPlayer) // leave the axes to whoever else sets them
	{
		return;
	}
	// As the camera sees it, whichever way that looks.
	const FVector Ahead = Rig.GetPose().GetForward();
	Session.GetScene().SetInputAxis("CameraYaw", std::atan2(Ahead.x, Ahead.z));
	Session.GetScene().SetInputAxis("MoveRight", Right);
	Session.GetScene().SetInputAxis("MoveForward", Forward);
	bMovedPlayer = bMoves;
}

FVector FViewerInput::FindPoint(
    const FSceneSession& Session, const FCameraPose& Pose, float X, float Y, int32_t Width, int32_t Height)
{
	const FPickRay Ray = MakePickRay(Pose, X, Y, Width, Height);
	const UWorld& World = Session.GetWorld();
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	const float GroundHeight = Session.GetScene().GetHints().GroundHeight;
	if (Flocks.GetFlockCount() > 0)
	{
		const FVector Center = Flocks.ComputeMetrics(World, 0).Centroid;
		if (Center.y > GroundHeight + 3.0f) // they fly or swim: a point among them, not on the ground below
		{
			return Ray.Origin + Ray.Direction * std::max(1.0f, glm::dot(Center - Ray.Origin, Ray.Direction));
		}
	}
	FHit Hit;
	FQueryFilter Filter;
	Filter.LayerMask = LayerBit(ELayer::WorldStatic);
	if (World.GetPhysics().Raycast({Ray.Origin, Ray.Origin + Ray.Direction * RayLength}, Filter, Hit))
	{
		return Hit.Position;
	}
	FVector Point{0.0f, 0.0f, 0.0f};
	return IntersectGround(Ray, GroundHeight, Point) ? Point : Ray.Origin + Ray.Direction * 30.0f;
}

FActorId FViewerInput::FindActor(
    const FSceneSession& Session, const FCameraPose& Pose, float X, float Y, int32_t Width, int32_t Height)
{
	const UWorld& World = Session.GetWorld();
	FActorId Nearest;
	float NearestDistance = SelectDistance;
	for (const FActorId Id : World.GetActors())
	{
		FVector Pixel{0.0f, 0.0f, 0.0f};
		const AActor& Actor = *World.FindActor(Id);
		if (!ProjectToPixel(Pose, Actor.Transform.Location, Width, Height, Pixel) ||
		    (!World.Get<UFlockSubsystem>().IsRegistered(Id) && !World.Get<UCrowdSubsystem>().IsAgent(Id)))
		{
			continue;
		}
		const float Distance = std::hypot(Pixel.x - X, Pixel.y - Y);
		if (Distance < NearestDistance)
		{
			NearestDistance = Distance;
			Nearest = Id;
		}
	}
	return Nearest;
}

std::vector<FActorId> FViewerInput::FindAgents(
    const FSceneSession& Session, const FCameraPose& Pose, const FPixelBox& Box, int32_t Width, int32_t Height)
{
	const UWorld& World = Session.GetWorld();
	std::vector<FActorId> Found;
	for (const FActorId Id : World.Get<UCrowdSubsystem>().GetActors({}))
	{
		FVector Pixel{0.0f, 0.0f, 0.0f};
		if (ProjectToPixel(Pose, World.FindActor(Id)->Transform.Location, Width, Height, Pixel) &&
		    Pixel.x >= Box.MinX && Pixel.x <= Box.MaxX && Pixel.y >= Box.MinY && Pixel.y <= Box.MaxY)
		{
			Found.push_back(Id);
		}
	}
	return Found;
}
} // namespace Flockwork
