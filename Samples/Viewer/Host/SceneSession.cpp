#include "SceneSession.h"

#include "CommandLine.h"
#include "FlockworkImport/CharacterCache.h"

#include <filesystem>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr size_t MaxDiagnostics = 1000; // a scene that complains in every step must not fill the memory
} // namespace

void AppendDiagnostics(FDiagnostics& Into, const FDiagnostics& From, bool bAsWarnings)
{
	for (const FDiagnostic& Diagnostic : From.GetAll())
	{
		if (Diagnostic.Severity == ESeverity::Error && !bAsWarnings)
		{
			Into.Error(Diagnostic.Place, Diagnostic.Field, Diagnostic.Message);
		}
		else
		{
			Into.Warning(Diagnostic.Place, Diagnostic.Field, Diagnostic.Message);
		}
	}
}

bool ImportForGame(const std::string& Path, FCharacterAsset& Out, FDiagnostics& Diagnostics)
{
	FImportedCharacter Imported;
	if (!LoadOrImportCharacter(Path, FLevelImportSettings{}, Imported, Diagnostics))
	{
		return false;
	}
	Out = std::move(Imported.Asset);
	return true;
}

FSceneSession::FSceneSession(const FSessionDef& InDef) : Def(InDef), Levels(InDef.Root) {}

std::unique_ptr<FSceneSession> FSceneSession::Create(const FSessionDef& Def, FDiagnostics& Diagnostics)
{
	std::unique_ptr<FSceneSession> Session(new FSceneSession(Def));
	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	Session->Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	const std::filesystem::path Content = std::filesystem::path(Def.Root) / "Content";
	std::error_code Ignored;
	if (!std::filesystem::is_directory(Content, Ignored))
	{
		Diagnostics.Error({Content.string()}, "", "the content folder is missing");
		return nullptr;
	}
	FDiagnostics OfContent;
	Session->Prefabs->AddContentRoot(Content.string(), OfContent);
	AppendDiagnostics(Session->Diagnostics, OfContent, true);
	Session->Prefabs->GetCharacters().SetImporter(ImportForGame);

	if (Def.Scene.Name == "AnimationGallery" && !Session->LoadGalleryCharacter(Diagnostics))
	{
		return nullptr;
	}

	FWorldDef WorldDef;
	WorldDef.Prefabs = Session->Prefabs;
	WorldDef.Settings.Seed = Def.Seed;
	WorldDef.Settings.Threads = Def.Threads;
	Session->World = std::make_unique<UWorld>(std::move(WorldDef));
	Session->Scene = std::make_unique<FScriptScene>();
	Session->Scene->SetLevels(&Session->Levels);
	if (Def.Boids)
	{
		Session->Scene->SetParameter("boids", double(*Def.Boids));
	}
	FDiagnostics OfScene;
	const bool bStarted =
	    Session->Scene->Load(Def.Scene.Script, *Session->World, OfScene) && Session->Scene->Begin(OfScene);
	if (!bStarted)
	{
		AppendDiagnostics(Diagnostics, Session->Diagnostics); // a content fault may be the reason
		AppendDiagnostics(Diagnostics, OfScene);
		return nullptr;
	}
	Session->TakeDiagnostics(OfScene);
	Session->TakeDiagnostics(Session->World->TakeDiagnostics());
	return Session;
}

bool FSceneSession::LoadGalleryCharacter(FDiagnostics& OutDiagnostics)
{
	if (Def.CharacterFile.empty())
	{
		GalleryCharacter = Prefabs->GetCharacters().Find("Mannequin", OutDiagnostics);
		return GalleryCharacter != nullptr;
	}
	const std::filesystem::path File = Def.CharacterFile;
	FCharacterAsset Asset;
	FDiagnostics OfFile;
	bool bRead = File.extension() == ".character" ? LoadCharacter(File.string(), Asset, OfFile)
	                                              : ImportForGame(File.string(), Asset, OfFile);
	FCharacterFacts Facts;
	if (bRead)
	{
		Facts = MakeDefaultFacts(Asset);
		const std::string FactsFile = std::filesystem::path(File).replace_extension(".json").string();
		std::error_code Missing;
		FDataNode Node;
		bRead = !std::filesystem::is_regular_file(FactsFile, Missing) ||
		        (LoadJsonFile(FactsFile, Node, OfFile) && ReadCharacterFacts(Node, FactsFile, Asset, Facts, OfFile));
	}
	if (bRead)
	{
		GalleryCharacter = FCharacterModel::Make(File.stem().string(), std::move(Asset), std::move(Facts), OfFile);
	}
	AppendDiagnostics(bRead ? Diagnostics : OutDiagnostics, OfFile);
	return bRead;
}

void FSceneSession::TakeDiagnostics(const FDiagnostics& From)
{
	if (!From.GetAll().empty() && Diagnostics.GetAll().size() < MaxDiagnostics)
	{
		AppendDiagnostics(Diagnostics, From);
	}
}

void FSceneSession::Step()
{
	World->Step();
	TakeDiagnostics(World->TakeDiagnostics());
	AddTrajectories();
	const FDiagnostic* const Fault = Scene->GetFault();
	if (Fault && !bFaultTaken)
	{
		Diagnostics.Error(Fault->Place, Fault->Field, Fault->Message);
	}
	bFaultTaken = Fault != nullptr;
}

// Opened with the first step: by then the session that this one follows in a window has closed the file.
void FSceneSession::AddTrajectories()
{
	if (Def.TrajectoriesFile.empty() || bTrajectoriesFailed)
	{
		return;
	}
	if (!Trajectories)
	{
		Trajectories = FTrajectories::Open(Def.TrajectoriesFile, Diagnostics);
		bTrajectoriesFailed = !Trajectories;
	}
	if (Trajectories)
	{
		Trajectories->Add(*World);
	}
}

void FSceneSession::Finish()
{
	if (WallSeconds < 0.0)
	{
		WallSeconds = GetWallSeconds();
		World->GetChecks().Finish(*World);
		bTrajectoriesFailed |= Trajectories && !Trajectories->Finish(Diagnostics);
	}
}

double FSceneSession::GetWallSeconds() const
{
	const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
	return WallSeconds >= 0.0 ? WallSeconds : Elapsed.count();
}

int32_t FSceneSession::GetExitStatus() const
{
	if (Scene->GetFault() || bTrajectoriesFailed)
	{
		return ExitBadInput;
	}
	const double HalfStep = 0.5 * double(World->GetSettings().FixedStep);
	const bool bCutShort = World->GetTime() + HalfStep < double(Scene->GetHints().Duration);
	return World->GetChecks().AllPassed(bCutShort) ? ExitOk : ExitCheckFailed;
}
} // namespace Flockwork
