#include "FlockworkScript/ScriptScene.h"

#include "FlockworkCore/Assert.h"
#include "ScriptSubsystem.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
struct FScriptScene::FImpl
{
	FScriptSettings Settings;
	std::map<std::string, double, std::less<>> Parameters;
	ISceneLevels* Levels = nullptr;
	UWorld* World = nullptr;

	// Asked for each time: a restored snapshot brings a new one. Null before Load.
	FScriptRuntime* FindRuntime() const
	{
		const auto* const Script =
		    World ? static_cast<const UScriptSubsystem*>(World->FindSubsystem(UScriptSubsystem::Name)) : nullptr;
		return Script ? Script->GetRuntime() : nullptr;
	}
	FScriptRuntime& GetRuntime() const
	{
		FScriptRuntime* const Runtime = FindRuntime();
		FW_CHECK(Runtime, "FScriptScene::Load comes first");
		return *Runtime;
	}
};

FScriptScene::FScriptScene() : Impl(std::make_unique<FImpl>()) {}
FScriptScene::~FScriptScene() = default;

void FScriptScene::SetSettings(const FScriptSettings& Settings)
{
	Impl->Settings = Settings;
}

void FScriptScene::SetParameter(std::string_view Name, double Value)
{
	Impl->Parameters.insert_or_assign(std::string(Name), Value);
}

void FScriptScene::SetLevels(ISceneLevels* Levels)
{
	Impl->Levels = Levels;
}

bool FScriptScene::Load(const std::string& Path, UWorld& World, FDiagnostics& Diagnostics)
{
	auto* const Script = static_cast<UScriptSubsystem*>(World.FindSubsystem(UScriptSubsystem::Name));
	FW_CHECK(Script, "call RegisterScript before the world is made");
	if (!FScriptSettings::Table().Validate(&Impl->Settings, Diagnostics))
	{
		return false;
	}
	auto Runtime = std::make_unique<FScriptRuntime>(Impl->Settings);
	Runtime->GetState().Parameters = Impl->Parameters;
	Runtime->SetLevels(Impl->Levels);
	if (!Runtime->Load(Path, World, Diagnostics))
	{
		return false;
	}
	if (FScriptRuntime* const Former = Script->GetRuntime())
	{
		for (const FSceneCheck& Check : Former->GetState().Checks)
		{
			World.GetChecks().Remove(Check.Name);
		}
	}
	Script->SetRuntime(std::move(Runtime));
	Impl->World = &World;
	return true;
}

bool FScriptScene::Begin(FDiagnostics& Diagnostics)
{
	return Impl->GetRuntime().Begin(*Impl->World, Diagnostics);
}

const FSceneHints& FScriptScene::GetHints() const
{
	return Impl->GetRuntime().GetState().Hints;
}

FSceneCamera FScriptScene::GetCamera(float Alpha) const
{
	return Impl->GetRuntime().GetState().Camera.Get(Alpha);
}

std::span<const FScenePlot> FScriptScene::GetPlots() const
{
	return Impl->GetRuntime().GetState().Plots;
}

std::vector<FSceneCaption> FScriptScene::GetCaptions() const
{
	constexpr double FadeTime = 0.4; // s
	const double Now = Impl->World->GetTime();
	std::vector<FSceneCaption> Shown;
	for (const FTimedCaption& Caption : Impl->GetRuntime().GetState().Captions)
	{
		const double In = (Now - Caption.Start) / FadeTime;
		const double Out = (Caption.End - Now) / FadeTime;
		const double Opacity = std::clamp(std::min(In, Out), 0.0, 1.0);
		if (Opacity > 0.0)
		{
			Shown.push_back({Caption.Text, float(Opacity)});
		}
	}
	return Shown;
}

std::span<const FCheckResult> FScriptScene::GetChecks() const
{
	FW_CHECK(Impl->World, "FScriptScene::Load comes first");
	return Impl->World->GetChecks().GetResults();
}

const FDiagnostic* FScriptScene::GetFault() const
{
	return Impl->GetRuntime().GetFault();
}

void FScriptScene::SetInputAxis(std::string_view Name, float Value)
{
	Impl->GetRuntime().GetState().Inputs.insert_or_assign(std::string(Name), std::isfinite(Value) ? Value : 0.0f);
}

bool FScriptScene::HasChanged() const
{
	return Impl->GetRuntime().HasChanged();
}

bool FScriptScene::Reload(FDiagnostics& Diagnostics)
{
	return Impl->GetRuntime().Reload(*Impl->World, Diagnostics);
}

std::vector<std::string> FScriptScene::GetFiles() const
{
	std::vector<std::string> Files;
	for (const FScriptFile& File : Impl->GetRuntime().GetSources().Files)
	{
		Files.push_back(File.Path);
	}
	return Files;
}
} // namespace Flockwork
