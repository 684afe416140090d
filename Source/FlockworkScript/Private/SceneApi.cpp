// What the scene is: time, title, light, parameters, input, captions, log.
#include "FlockworkCore/Log.h"
#include "SceneContext.h"
#include "ScriptApi.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
namespace
{
FSceneContext& Scene()
{
	return FSceneContext::Current();
}

// In the order of the script's EDebugLayer.
constexpr std::pair<const char*, bool FDebugLayers::*> AllLayers[] = {{"Velocity", &FDebugLayers::bVelocity},
    {"Forces", &FDebugLayers::bForces}, {"Radius", &FDebugLayers::bRadius}, {"Links", &FDebugLayers::bLinks},
    {"Grid", &FDebugLayers::bGrid}, {"Targets", &FDebugLayers::bTargets}, {"Threats", &FDebugLayers::bThreats},
    {"Bodies", &FDebugLayers::bBodies}, {"Names", &FDebugLayers::bNames}, {"Vision", &FDebugLayers::bVision},
    {"Rules", &FDebugLayers::bRules}, {"NavMesh", &FDebugLayers::bNavMesh}, {"Crowd", &FDebugLayers::bCrowd},
    {"Escape", &FDebugLayers::bEscape}, {"Skeletons", &FDebugLayers::bSkeletons}};

double GetTime()
{
	return Scene().GetTime();
}
int64_t GetStep()
{
	return Scene().GetStep();
}
float GetFixedStep()
{
	return Scene().GetWorld().GetSettings().FixedStep;
}
int GetSeed()
{
	return Scene().GetWorld().GetSettings().Seed;
}

void SetTitle(const FScriptString& Title)
{
	Scene().State.Hints.Title = ToStd(Title);
}
void SetDuration(float Seconds)
{
	if (!(Seconds > 0.0f) || !(Seconds <= 86400.0f))
	{
		RaiseScriptException("a duration lies above 0 s and at most at 86400 s");
		return;
	}
	Scene().State.Hints.Duration = Seconds;
}
void SetSky(int Sky)
{
	Scene().State.Hints.Sky = ESceneSky(std::clamp(Sky, 0, int(ESceneSky::Underwater)));
}
void SetGround(int Ground, float Height)
{
	Scene().State.Hints.Ground = ESceneGround(std::clamp(Ground, 0, int(ESceneGround::None)));
	Scene().State.Hints.GroundHeight = std::isfinite(Height) ? Height : 0.0f;
}
void SetHaze(float Distance)
{
	Scene().State.Hints.HazeDistance = std::isfinite(Distance) ? std::clamp(Distance, 1.0f, 100000.0f) : 220.0f;
}
void SetShadowRadius(float Radius)
{
	Scene().State.Hints.ShadowRadius = std::isfinite(Radius) ? std::clamp(Radius, 1.0f, 1000.0f) : 32.0f;
}
void ShowTrails(FScriptBool bShow)
{
	Scene().State.Hints.bTrails = bShow;
}
void SetColoring(int Coloring)
{
	Scene().State.Hints.Coloring = ESceneColoring(std::clamp(Coloring, 0, int(ESceneColoring::Cluster)));
}
void ShowPlots(FScriptBool bShow)
{
	Scene().State.Hints.bPlots = bShow;
}
void ShowLayer(int Layer, FScriptBool bShow)
{
	if (Layer >= 0 && size_t(Layer) < std::size(AllLayers))
	{
		Scene().State.Hints.Layers.*AllLayers[size_t(Layer)].second = bShow;
	}
}
void SelectActor(const FActorId& Actor)
{
	Scene().State.Hints.Layers.Selected = Actor;
}

double GetParameter(const FScriptString& Name, double Default)
{
	const auto& Parameters = Scene().State.Parameters;
	const auto Found = Parameters.find(ToView(Name));
	return Found == Parameters.end() ? Default : Found->second;
}
int GetIntParameter(const FScriptString& Name, int Default)
{
	return int(std::clamp(GetParameter(Name, double(Default)), -2147483648.0, 2147483647.0));
}

float GetInputAxis(const FScriptString& Name)
{
	const auto& Inputs = Scene().State.Inputs;
	const auto Found = Inputs.find(ToView(Name));
	return Found == Inputs.end() ? 0.0f : Found->second;
}
void BindInput(const FActorId& Actor)
{
	if (Scene().MayAct("BindInput"))
	{
		Scene().State.BoundActor = Actor;
		Scene().State.SentInput = FVector{};
	}
}

void Caption(const FScriptString& Text, float Seconds)
{
	FSceneContext& Context = Scene();
	std::vector<FTimedCaption>& Captions = Context.State.Captions;
	std::erase_if(Captions, [&](const FTimedCaption& Old) { return Old.End <= Context.GetTime(); });
	if (!std::isfinite(Seconds) || Seconds <= 0.0f || Captions.size() >= 8)
	{
		RaiseScriptException("a caption needs a time above 0 s, and at most 8 stand at once");
		return;
	}
	Captions.push_back({ToStd(Text), Context.GetTime(), Context.GetTime() + double(Seconds)});
}

void Plot(const FScriptString& Name, float Value, float Min, float Max, const FVector& Color)
{
	constexpr size_t MaxPlots = 8;
	FSceneContext& Context = Scene();
	if (!std::isfinite(Value) || !std::isfinite(Min) || !std::isfinite(Max) || !IsFinite(Color))
	{
		RaiseScriptException("a plot needs finite numbers");
		return;
	}
	if (!Context.MayAct("Plot") || !Context.MayName(ToView(Name)))
	{
		return;
	}
	std::vector<FScenePlot>& Plots = Context.State.Plots;
	auto Found =
	    std::find_if(Plots.begin(), Plots.end(), [&](const FScenePlot& Known) { return Known.Name == ToView(Name); });
	if (Found == Plots.end())
	{
		if (Plots.size() >= MaxPlots)
		{
			RaiseScriptException("a scene has at most 8 plots");
			return;
		}
		Plots.push_back({ToStd(Name), 0.0f, 0.0f, {}, {}});
		Found = Plots.end() - 1;
	}
	Found->Min = Min;
	Found->Max = Max;
	Found->Color = Color;
	if (Found->Values.size() == FScenePlot::Capacity)
	{
		Found->Values.erase(Found->Values.begin());
	}
	Found->Values.push_back(Value);
}

void WriteLog(ELogLevel Level, const FScriptString& Text)
{
	if (Scene().MayLog())
	{
		Log(Level, "Script", ToView(Text));
	}
}
void LogInfo(const FScriptString& Text)
{
	WriteLog(ELogLevel::Info, Text);
}
void LogWarning(const FScriptString& Text)
{
	WriteLog(ELogLevel::Warning, Text);
}
void Throw(const FScriptString& Text)
{
	RaiseScriptException(ToView(Text));
}

void RegisterHints(FScriptApi& Api)
{
	Api.Group("Look", "Wishes for whoever draws the scene; nothing of it moves the world.");
	Api.Enum("ESceneSky", {"Day", "Evening", "Overcast", "Underwater"}, "Light and air.");
	Api.Enum(
	    "ESceneGround", {"Grass", "Asphalt", "Sand", "Grid", "None"}, "What lies below; None is open air or water.");
	Api.Function("void SetTitle(const string& in Title)", asFUNCTION(SetTitle), "Of the window and the report.");
	Api.Function("void SetSky(ESceneSky Sky)", asFUNCTION(SetSky), "Day unless set.");
	Api.Function(
	    "void SetGround(ESceneGround Ground, float Height = 0)", asFUNCTION(SetGround), "Grass at 0 m unless set.");
	Api.Function("void SetHaze(float Distance)", asFUNCTION(SetHaze),
	    "m at which about two thirds of a thing is haze; 220 unless set.");
	Api.Function("void SetShadowRadius(float Radius)", asFUNCTION(SetShadowRadius),
	    "m around the middle of the view; smaller is sharper; 32 unless set.");
	Api.Function("void ShowTrails(bool bShow)", asFUNCTION(ShowTrails), "Lines behind the boids.");
	Api.Enum("EFlockColoring", {"Own", "Heading", "Speed", "Density", "Flock", "Cluster"},
	    "What the boids' colours tell: direction, speed (blue slow, red at the limit), density (blue alone, red in a "
	    "crowd), flock, or group of boids that see each other.");
	Api.Function("void SetColoring(EFlockColoring Coloring)", asFUNCTION(SetColoring), "Own unless set.");
	Api.Function("void ShowPlots(bool bShow = true)", asFUNCTION(ShowPlots),
	    "Curves of polarisation, milling and nearest distance on the picture.");
	std::vector<std::string> LayerNames;
	for (const auto& [Name, Member] : AllLayers)
	{
		LayerNames.emplace_back(Name);
	}
	Api.Enum("EDebugLayer", LayerNames,
	    "What may be drawn besides the bodies. Links, Vision and Rules (separation, alignment, cohesion and other "
	    "wishes as arrows) are of the selected actor; Radius is of all when none is selected.");
	Api.Function("void ShowLayer(EDebugLayer Layer, bool bShow = true)", asFUNCTION(ShowLayer), "All off unless set.");
	Api.Function("void SelectActor(const AActor& in Actor)", asFUNCTION(SelectActor),
	    "The boid that layers tell of, and a window's follow camera goes after.");
	Api.Function("void Caption(const string& in Text, float Seconds = 4)", asFUNCTION(Caption),
	    "A line of text on the picture.");
	Api.Function("void Plot(const string& in Name, float Value, float Min = 0, float Max = 0, "
	             "const FVector& in Color = FVector(0.7f, 0.7f, 0.7f))",
	    asFUNCTION(Plot),
	    "The next value of a curve on the picture, from Min to Max (both 0: as the values are); the last 600 are "
	    "shown. Color is linear red, green, blue.");
}
} // namespace

void RegisterSceneApi(FScriptApi& Api)
{
	Api.Group("Scene",
	    "A scene has a function void BeginPlay(), called once before the first step, and may have void Tick(float "
	    "DeltaTime), called in each. The script runs after each step and sees the world as it is then.");
	Api.Function("double GetTime()", asFUNCTION(GetTime), "s of world time.");
	Api.Function("int64 GetStep()", asFUNCTION(GetStep), "Complete steps.");
	Api.Function("float GetFixedStep()", asFUNCTION(GetFixedStep), "s that a step lasts.");
	Api.Function("int GetSeed()", asFUNCTION(GetSeed), "The world's seed.");
	Api.Function("void SetDuration(float Seconds)", asFUNCTION(SetDuration),
	    "How long a run is when the command line says nothing; 20 s unless set.");
	Api.Function("double GetParameter(const string& in Name, double Default)", asFUNCTION(GetParameter),
	    "What the host was told for this run.");
	Api.Function("int GetIntParameter(const string& in Name, int Default)", asFUNCTION(GetIntParameter),
	    "GetIntParameter(\"boids\", 50) is --boids N, or 50.");
	Api.Function("float GetInputAxis(const string& in Name)", asFUNCTION(GetInputAxis),
	    "-1 to 1 from keyboard or pad; 0 without a window.");
	Api.Function("void BindInput(const AActor& in Actor)", asFUNCTION(BindInput),
	    "The axes MoveRight and MoveForward move this player mover; its path goes on while they are 0.");
	Api.Function(
	    "void Log(const string& in Text)", asFUNCTION(LogInfo), "A line in the log; script.maxLogLines a second.");
	Api.Function("void LogWarning(const string& in Text)", asFUNCTION(LogWarning), "The same as a warning.");
	Api.Function("void throw(const string& in Message)", asFUNCTION(Throw),
	    "Stops the script with this message, unless a catch takes it.");
	RegisterHints(Api);
}
} // namespace Flockwork
