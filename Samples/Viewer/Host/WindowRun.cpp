#include "WindowRun.h"

#include "CameraRig.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "Hud.h"
#include "Panels.h"
#include "Recorder.h"
#include "ViewerInput.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr int32_t MaxStepsPerFrame = 16;
constexpr float ReloadInterval = 0.5f; // s between two looks at the files

class FWindowRun
{
public:
	FWindowRun(std::unique_ptr<FSceneSession>& InSession, FRenderer& InRenderer)
	    : Session(InSession), Renderer(InRenderer), Recorder(InSession->GetDef().Root, InSession->GetDef().Scene.Name)
	{
		FDiagnostics Ignored; // the catalogue was read before
		Scenes = FindScenes(Session->GetDef().Root, Ignored);
		State.PresetFile = Session->GetDef().Root + "/Output/preset.json";
		Begin();
		Renderer.SetPanels([this] { DrawPanels(*Session, Scenes, Renderer.GetStats(), State); });
	}
	~FWindowRun() { Renderer.SetPanels({}); }

	void Loop(std::optional<double> Seconds, FDrawStats& Stats)
	{
		auto LastTime = std::chrono::steady_clock::now();
		bool bOpen = true;
		while (bOpen && !State.bQuit && !(Seconds && Session->GetWorld().GetTime() >= *Seconds))
		{
			const auto Now = std::chrono::steady_clock::now();
			const std::chrono::duration<float> Elapsed = Now - LastTime;
			LastTime = Now;
			// A film advances by its own frames, however long each takes to draw.
			const float DeltaTime = Recorder.IsRecording() ? 1.0f / float(FRecorder::FramesPerSecond) : Elapsed.count();
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
		State.View.bTrails = Session->GetScene().GetHints().bTrails;
		State.View.Layers.Selected = {};
		State.Scene = Session->GetDef().Scene.Name;
		State.Seed = Session->GetDef().Seed;
		State.Boids = Session->GetDef().Boids.value_or(0);
		Rig.Reset(*View);
		Saved = Alpha = 0.0f;
		State.Say(Session->GetDiagnostics());
		MessagesTaken = Session->GetDiagnostics().GetAll().size();
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
		State.Say(Diagnostics); // a scene that cannot start leaves the old one running
	}

	bool RunFrame(float DeltaTime)
	{
		Input.Update(Renderer.PollEvents(), *Session, Renderer, Rig, State, DeltaTime);
		if (State.bRestart)
		{
			Restart();
		}
		ReloadFiles(DeltaTime);
		Advance(DeltaTime);
		SamplePlots();
		View->Update(State.View, Alpha);
		Renderer.SetCamera(Rig.Update(State.Camera, *Session, ChooseFollowed(), Alpha, DeltaTime));
		Renderer.SetHud(MakeHud(*Session, true));
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
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			Session->Step();
		}
		Alpha = std::clamp(Saved / FixedStep, 0.0f, 0.999f);
		const std::vector<FDiagnostic>& All = Session->GetDiagnostics().GetAll();
		for (; MessagesTaken < All.size(); ++MessagesTaken)
		{
			State.Say(All[MessagesTaken].ToString());
		}
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
			const int32_t Flocks = Session->GetWorld().Get<UFlockSubsystem>().ApplyPresets(Session->GetWorld());
			State.Say("content read again, " + std::to_string(Flocks) + " flocks changed");
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
};
} // namespace

bool HasDisplay()
{
	const char* const Display = std::getenv("DISPLAY");
	return Display && *Display;
}

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
