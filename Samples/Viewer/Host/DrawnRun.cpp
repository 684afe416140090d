#include "DrawnRun.h"

#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkRender/Cameras.h"
#include "FlockworkRender/Renderer.h"
#include "FlockworkRender/VideoWriter.h"
#include "Hud.h"
#include "Interrupt.h"
#include "Progress.h"
#include "WorldView.h"

#include <chrono>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t FilmRate = 30; // frames a second of simulated time

int64_t CountSteps(const FSceneSession& Session, double Seconds)
{
	return std::max<int64_t>(1, std::llround(Seconds / double(Session.GetWorld().GetSettings().FixedStep)));
}

// As the script wishes; without a wish, from above and aside.
FCameraPose ChooseCamera(const FSceneSession& Session, const FWorldView& View)
{
	const FSceneCamera Wish = Session.GetScene().GetCamera(0.0f);
	if (Wish.bActive)
	{
		return FCameraPose::LookAt(Wish.Position, Wish.LookAt, Wish.FieldOfView);
	}
	FOrbitCamera Orbit;
	Orbit.Target = View.GetCenter();
	Orbit.Distance = 2.2f * View.GetExtent() + 8.0f;
	return Orbit.GetPose();
}

class FFilmRun
{
public:
	FFilmRun(FSceneSession& InSession, FRenderer& InRenderer)
	    : Session(InSession), Renderer(InRenderer), View(InSession, InRenderer)
	{
	}
	void DrawFrame(FDrawStats& Stats)
	{
		const auto Start = std::chrono::steady_clock::now();
		const FViewOptions Options = FViewOptions::FromHints(Session.GetScene().GetHints());
		View.Update(Options, 0.0f);
		Renderer.SetCamera(ChooseCamera(Session, View));
		const std::vector<FHudLine> Hud = MakeHud(Session, Options, false, true);
		Renderer.SetHud(Hud, MakeHudPlots(Session, Options.bPlots));
		Renderer.RenderFrame();
		const std::chrono::duration<double, std::milli> Elapsed = std::chrono::steady_clock::now() - Start;
		++Stats.Frames;
		Stats.DrawMilliseconds += (Elapsed.count() - Stats.DrawMilliseconds) / double(Stats.Frames);
	}
	const FPicture& ReadFrame()
	{
		Renderer.ReadFrame(Picture);
		return Picture;
	}

private:
	FSceneSession& Session;
	FRenderer& Renderer;
	FWorldView View;
	FPicture Picture;
};
} // namespace

bool RunIntoFiles(
    FSceneSession& Session, double Seconds, const FOutputFiles& Files, FDrawStats& OutStats, FDiagnostics& Diagnostics)
{
	FRenderSettings Settings;
	Settings.bHeadless = true;
	const std::unique_ptr<FRenderer> Renderer = FRenderer::Create(Settings, Diagnostics);
	if (!Renderer)
	{
		return false;
	}
	FVideoWriter Film;
	FVideoSettings FilmSettings;
	FilmSettings.Path = Files.Mp4;
	FilmSettings.Width = Renderer->GetWidth();
	FilmSettings.Height = Renderer->GetHeight();
	FilmSettings.FramesPerSecond = FilmRate;
	if (!Files.Mp4.empty() && !Film.Start(FilmSettings, Diagnostics))
	{
		return false;
	}
	FFilmRun Run(Session, *Renderer);
	const int64_t Steps = CountSteps(Session, Seconds);
	FProgress Progress(Session.GetDef().Scene.Name, Steps);
	const double StepsPerFrame = 1.0 / (double(FilmRate) * double(Session.GetWorld().GetSettings().FixedStep));
	double NextFrame = StepsPerFrame;
	for (int64_t Step = 1; Step <= Steps; ++Step)
	{
		Session.Step();
		const bool bLast = Step == Steps || GetInterrupt() != 0;
		// A film has at least one frame, however short the run was.
		const bool bDue = double(Step) >= NextFrame - 1e-6 || (bLast && Film.GetFrameCount() == 0);
		const bool bFilmFrame = Film.IsOpen() && bDue;
		if (bFilmFrame || bLast)
		{
			Run.DrawFrame(OutStats);
			NextFrame += StepsPerFrame;
		}
		if (bFilmFrame && !Film.AddFrame(Run.ReadFrame(), Diagnostics))
		{
			return false;
		}
		Progress.Update(Step);
		if (bLast)
		{
			break;
		}
	}
	Session.Finish();
	bool bOk = !Film.IsOpen() || Film.Finish(Diagnostics);
	if (!Files.Png.empty())
	{
		bOk &= WritePng(Run.ReadFrame(), Files.Png, Diagnostics);
	}
	return bOk;
}

void RunWithoutDrawing(FSceneSession& Session, double Seconds)
{
	const int64_t Steps = CountSteps(Session, Seconds);
	FCharacterDetail Unseen;
	Unseen.bPoses = false;
	Session.GetWorld().Get<UCharacterSubsystem>().SetDetail(Unseen);
	FProgress Progress(Session.GetDef().Scene.Name, Steps);
	for (int64_t Step = 1; Step <= Steps && GetInterrupt() == 0; ++Step)
	{
		Session.Step();
		Progress.Update(Step);
	}
	Session.Finish();
}
} // namespace Flockwork
