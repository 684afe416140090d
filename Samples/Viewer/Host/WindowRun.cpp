#include "WindowRun.h"

#include "CameraRig.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "Hud.h"
#include "Interrupt.h"
#include "PanelWidgets.h"
#include "Panels.h"
#include "Recorder.h"
#include "ViewerInput.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
namespace
{
constexpr int32_t MaxStepsPerFrame = 16;
constexpr float ReloadInterval = 0.5f; // s between two looks at the files

std::string CountOf(int32_t Count, const char* What)
{
	return std::to_string(Count) + " " + What + (Count == 1 ? "" : "s");
}

class FWindowRun
{
public:
	FWindowRun(std::unique_ptr<FSceneSession>& InSession, FRenderer& InRenderer)
	    : Session(InSession), Renderer(InRenderer), Recorder(InSession->GetDef().Root)
	{
		FDiagnostics Ignored; // the catalogue was read before
		Scenes = FindScenes(Session->GetDef().Root, Ignored);
		State.PresetFile = Session->GetDef().Root + "/Output/preset.json";
		Begin();
		Renderer.SetPanels(
		    [this] { DrawPanels(*Session, Scenes, Renderer.GetStats(), std::exchange(bWindowResized, false), State); });
	}
	~FWindowRun() { Renderer.SetPanels({}); }

	void Loop(std::optional<double> Seconds, FDrawStats& Stats)
	{
		auto LastTime = std::chrono::steady_clock::now();
		bool bOpen = true;
		while (bOpen && !State.bQuit && GetInterrupt() == 0 && !(Seconds && Session->GetWorld().GetTime() >= *Seconds))
		{
			const auto Now = std::chrono::steady_clock::now();
			const std::chrono::duration<float> Elapsed = Now - LastTime;
			LastTime = Now;
			// A film advances by its own frames, however long each takes to draw.
			const float DeltaTime = Recorder.IsRecording() ? 1.0f / float(FRecorder::FramesPerSecond) : Elapsed.count();
			State.Now += double(Elapsed.count());
			bOpen = RunFrame(DeltaTime);
			State.FrameCost.Add(Elapsed.count() * 1000.0f);
			++Stats.Frames;
			Stats.DrawMilliseconds +=
			    (double(Elapsed.count()) * 1000.0 - Stats.DrawMilliseconds) / double(Stats.Frames);
		}
		State.bRecord = false;
		Recorder.Update(Renderer, State); // ends a film that is still open
		Session->Finish();
	}

private:
	// Takes over the session: view, camera, and what the panels show of it.
	void Begin()
	{
		View = std::make_unique<FWorldView>(*Session, Renderer);
		const std::string& Scene = Session->GetDef().Scene.Name;
		if (Scene != BegunScene)
		{
			BegunScene = Scene;
			Hints = FSceneHints{};
			State.View = FViewOptions{};
			State.View.bMarks = true;
			State.Camera = ECameraRig::Scene;
			State.Changes.Clear();
			Recorder.SetScene(Scene);
			Rig.Reset(*View);
		}
		State.Scene = Scene;
		State.Seed = Session->GetDef().Seed;
		State.Boids = Session->GetDef().Boids.value_or(0);
		State.ClearPlots();
		Saved = Alpha = 0.0f;
		MessagesTaken = 0;
		TellNews();
		ReapplyChanges();
	}

	// What a person tuned stays tuned when the scene starts anew: after what BeginPlay has ordered, which makes the
	// flocks.
	void ReapplyChanges()
	{
		FDiagnostics Diagnostics;
		for (FOrder& Again : State.Changes.Reapply())
		{
			Session->GetWorld().Enqueue(std::move(Again), Diagnostics);
		}
		State.Say(Diagnostics);
	}

	void TellNews()
	{
		const std::vector<FDiagnostic>& All = Session->GetDiagnostics().GetAll();
		for (; MessagesTaken < All.size(); ++MessagesTaken)
		{
			State.Note(All[MessagesTaken].ToString(), true); // the terminal gets them all at the end
		}
	}

	void Restart()
	{
		State.bRestart = false;
		FSessionDef Def = Session->GetDef();
		const auto Scene = std::find_if(
		    Scenes.begin(), Scenes.end(), [this](const FSceneEntry& Entry) { return Entry.Name == State.Scene; });
		Def.Scene = Scene != Scenes.end() ? *Scene : Def.Scene;
		Def.Seed = State.Seed;
		Def.Boids = State.Boids > 0 ? std::optional<int32_t>(State.Boids) : std::nullopt;
		FDiagnostics Diagnostics;
		if (std::unique_ptr<FSceneSession> Next = FSceneSession::Create(Def, Diagnostics))
		{
			View.reset();
			Session = std::move(Next);
			Begin();
		}
		State.Scene = Session->GetDef().Scene.Name; // a scene that cannot start leaves the old one running
		State.Say(Diagnostics);
	}

	bool RunFrame(float DeltaTime)
	{
		const std::span<const FInputEvent> Events = Renderer.PollEvents();
		bWindowResized |= std::any_of(
		    Events.begin(), Events.end(), [](const FInputEvent& Event) { return Event.Type == EInputType::Resize; });
		Input.Update(Events, *Session, Renderer, Rig, State, DeltaTime);
		if (State.bRestart)
		{
			Restart();
		}
		ReloadFiles(DeltaTime);
		Advance(DeltaTime);
		TakeHints();
		if (std::exchange(State.bFrameFlock, false))
		{
			State.Camera = ECameraRig::Orbit;
			Rig.Frame(*View);
		}
		Renderer.SetCamera(Rig.Update(State.Camera, *Session, ChooseFollowed(), Alpha, DeltaTime));
		if (std::exchange(State.bTellCamera, false))
		{
			State.Say(Rig.Describe());
		}
		View->Update(State.View, Alpha);
		DrawText();
		const bool bOpen = Renderer.RenderFrame();
		Recorder.Update(Renderer, State);
		return bOpen;
	}

	void Advance(float DeltaTime)
	{
		const float FixedStep = Session->GetWorld().GetSettings().FixedStep;
		int32_t Steps = State.bStepOnce ? 1 : 0;
		if (!State.bPaused)
		{
			Saved += DeltaTime * State.Speed;
			Steps = int32_t(Saved / FixedStep);
			Saved -= float(Steps) * FixedStep;
			Steps = std::min(Steps, MaxStepsPerFrame); // a slow machine runs slow, it does not fall behind for ever
		}
		State.bStepOnce = false;
		const bool bStepped = Steps > 0;
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			Session->Step();
		}
		Alpha = std::clamp(Saved / FixedStep, 0.0f, 0.999f);
		TellNews();
		if (bStepped)
		{
			SamplePlots();
		}
	}

	// Layers and colours that the script has switched since the last frame.
	void TakeHints()
	{
		const FSceneHints& Now = Session->GetScene().GetHints();
		State.View.ApplyChanges(Hints, Now);
		Hints = Now;
	}

	void DrawText()
	{
		const float Width = float(Renderer.GetWidth());
		const bool bPanels = State.bPanels;
		Renderer.SetHudMargins(bPanels ? GetLeftColumnWidth(Width) : 0.0f, bPanels ? GetRightColumnWidth(Width) : 0.0f);
		const std::vector<FHudLine> Lines = MakeHud(*Session, State.View, true, !bPanels);
		Renderer.SetHud(Lines, bPanels ? std::vector<FHudPlot>() : MakeHudPlots(*Session, State.View.bPlots));
	}

	// Presets, prefabs and the script may be edited while the window is open.
	void ReloadFiles(float DeltaTime)
	{
		SinceReload += DeltaTime;
		if (SinceReload < ReloadInterval)
		{
			return;
		}
		SinceReload = 0.0f;
		FDiagnostics Diagnostics;
		if (Session->GetPrefabs().Reload(Diagnostics) > 0)
		{
			const UWorld& World = Session->GetWorld();
			const int32_t Flocks = Session->GetWorld().Get<UFlockSubsystem>().ApplyPresets(World);
			const int32_t Crowds = Session->GetWorld().Get<UCrowdSubsystem>().ApplyPresets(World);
			const std::string OfCrowds = Crowds > 0 ? " and " + CountOf(Crowds, "crowd") : "";
			State.Say("content read again: " + CountOf(Flocks, "flock") + OfCrowds + " changed");
		}
		if (Session->GetScene().HasChanged() && Session->GetScene().Reload(Diagnostics))
		{
			State.Say("script read again");
		}
		State.Say(Diagnostics);
	}

	void SamplePlots()
	{
		const UFlockSubsystem& Flocks = Session->GetWorld().Get<UFlockSubsystem>();
		const int32_t Flock = Flocks.FindFlock(State.Flock);
		State.StepCost.Add(float(Session->GetWorld().GetProfile().GetLastStep()));
		if (Flock >= 0)
		{
			const FFlockMetrics Metrics = Flocks.ComputeMetrics(Session->GetWorld(), Flock);
			State.Polarisation.Add(Metrics.Polarisation);
			State.Milling.Add(Metrics.Milling);
			State.NearestNeighbor.Add(Metrics.MeanNearestDistance);
		}
	}

	FActorId ChooseFollowed() const
	{
		const UWorld& World = Session->GetWorld();
		const FActorId Player = World.FindActorByName("Player");
		const FActorId Selected = State.View.Layers.Selected;
		if (World.FindActor(Selected))
		{
			return Selected;
		}
		return Player.IsValid() || World.GetActors().empty() ? Player : World.GetActors().back();
	}

	std::unique_ptr<FSceneSession>& Session;
	FRenderer& Renderer;
	std::vector<FSceneEntry> Scenes;
	std::unique_ptr<FWorldView> View;
	FCameraRig Rig;
	FViewerInput Input;
	FViewerState State;
	FRecorder Recorder;
	float Saved = 0.0f; // s not yet simulated
	float Alpha = 0.0f;
	float SinceReload = 0.0f;
	size_t MessagesTaken = 0;
	FSceneHints Hints; // as the script had them in the last frame
	std::string BegunScene;
	bool bWindowResized = false;
};
} // namespace

bool RunInWindow(std::unique_ptr<FSceneSession>& Session, std::optional<double> Seconds, FDrawStats& OutStats,
    FDiagnostics& Diagnostics)
{
	FRenderSettings Settings;
	Settings.Title = "Flockwork: " + Session->GetDef().Scene.Name;
	const std::unique_ptr<FRenderer> Renderer = FRenderer::Create(Settings, Diagnostics);
	if (!Renderer)
	{
		return false;
	}
	if (Renderer->IsHeadless())
	{
		Diagnostics.Error(
		    {}, "", "no window can be opened on the display that DISPLAY names; --headless draws into files");
		return false;
	}
	FWindowRun(Session, *Renderer).Loop(Seconds, OutStats);
	return true;
}
} // namespace Flockwork
