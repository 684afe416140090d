// Levels from files, which the host reads, and the places that are marked in them.
#include "FlockworkScript/SceneLevels.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr int64_t LoadCost = 500; // lines that loading a level counts as

std::string ExplainFailure(const FDiagnostics& Diagnostics)
{
	for (const FDiagnostic& Found : Diagnostics.GetAll())
	{
		if (Found.Severity == ESeverity::Error)
		{
			return Found.ToString();
		}
	}
	return "the host gives no reason";
}

// False with a script exception.
bool CanLoad(const FSceneContext& Context, std::string_view Name)
{
	std::string Why;
	if (!Context.GetLevels())
	{
		Why = "this host has no levels";
	}
	else if (Name.empty())
	{
		Why = "a level's name is expected";
	}
	else if (!Context.State.Level.empty())
	{
		Why = "a scene has one level, and this one has \"" + Context.State.Level + "\" already";
	}
	if (!Why.empty())
	{
		RaiseScriptException("LoadLevel: " + Why);
	}
	return Why.empty();
}

void LoadLevel(const FScriptString& Name)
{
	FSceneContext& Context = FSceneContext::Current();
	if (!Context.MayAct("LoadLevel") || !Context.MayName(ToView(Name)) || !CanLoad(Context, ToView(Name)))
	{
		return;
	}
	const auto Start = std::chrono::steady_clock::now();
	FDiagnostics Diagnostics;
	std::vector<FSceneMarker> Markers;
	const bool bLoaded = Context.GetLevels()->LoadLevel(ToStd(Name), Context.GetWorld(), Markers, Diagnostics);
	FScriptGuard::Current()->Charge(LoadCost);
	FScriptGuard::Current()->Excuse(std::chrono::steady_clock::now() - Start);
	if (!bLoaded)
	{
		RaiseScriptException("LoadLevel(\"" + ToStd(Name) + "\"): " + ExplainFailure(Diagnostics));
		return;
	}
	Context.GetWorld().AddDiagnostics(Diagnostics);
	Context.State.Level = ToStd(Name);
	Context.State.Markers = std::move(Markers);
}

FScriptArray* GetMarkers(const FScriptString& Prefix)
{
	std::vector<FVector> Places;
	for (const FSceneMarker& Marker : FSceneContext::Current().State.Markers)
	{
		if (Marker.Name.starts_with(ToView(Prefix)))
		{
			Places.push_back(Marker.Position);
		}
	}
	FScriptGuard::Current()->Charge(int64_t(Places.size()) / 16);
	asIScriptEngine* const Engine = asGetActiveContext()->GetEngine();
	FScriptArray* const Result =
	    FScriptArray::CreateSized(Engine->GetTypeInfoByDecl("array<FVector>"), asUINT(Places.size()));
	if (Result)
	{
		std::copy(Places.begin(), Places.end(), Result->GetData<FVector>());
	}
	return Result;
}
} // namespace

void RegisterLevelApi(FScriptApi& Api)
{
	Api.Group(
	    "Levels", "A scene may stand in a level: a file that the host reads, with ground, walls and marked places.");
	Api.Function("void LoadLevel(const string& in Name)", asFUNCTION(LoadLevel),
	    "The navmesh (of the settings navmesh.* as they are) and the marked places are there at once, what one sees "
	    "and "
	    "bumps into from the next step on. A scene has one; a level that is missing or bad stops the script.");
	Api.Function("array<FVector>@ GetMarkers(const string& in Prefix)", asFUNCTION(GetMarkers),
	    "Where the level's marked places lie whose names begin so (Goal_, Exit_, Spawn_), in the file's order; none "
	    "when "
	    "there are none.");
}
} // namespace Flockwork
