#include "ScriptVocabulary.h"

#include "FlockworkScript/ScriptScene.h"
#include "SceneContext.h"
#include "ScriptEngine.h"

namespace Flockwork
{
namespace
{
std::string PrintDefault(const FSettingValue& Value)
{
	if (const auto* const Flag = std::get_if<bool>(&Value))
	{
		return *Flag ? "true" : "false";
	}
	const auto* const Number = std::get_if<float>(&Value);
	return Number ? FormatNumber(*Number) : std::to_string(std::get<int32_t>(Value));
}
} // namespace

void RegisterSceneVocabulary(FScriptApi& Api)
{
	RegisterActorApi(Api); // first: the others use AActor
	RegisterSceneApi(Api);
	RegisterSpawnApi(Api);
	RegisterWorldApi(Api);
	RegisterFlockApi(Api);
	RegisterCrowdApi(Api);
	RegisterCharacterApi(Api);
	RegisterLevelApi(Api);
	RegisterRandomApi(Api);
	RegisterTimelineApi(Api);
	RegisterCameraApi(Api);
}

std::string FScriptScene::WriteReferencePage()
{
	FScriptEngine Engine(FScriptSettings{}, RegisterSceneVocabulary);
	std::string Page = "# Script reference\n\n"
	                   "Made from what is registered. Scenes are written in AngelScript 2.35; numbers, control flow, "
	                   "functions, classes and handles are the language's own.\n";
	for (const FScriptApiGroup& Group : Engine.GetApiGroups())
	{
		Page += "\n## " + Group.Name + "\n\n" + Group.Sentence + "\n";
		for (size_t Index = 0; Index < Group.Entries.size(); ++Index)
		{
			const FScriptApiEntry& Entry = Group.Entries[Index];
			Page += (Index == 0 ? "\n- `" : "- `") + Entry.Declaration + "`: " + Entry.Sentence + "\n";
		}
	}
	Page += "\n## Limits\n\nA script that goes beyond one is stopped and reported, and the world goes on.\n\n"
	        "| setting | unit | default | range | |\n|---|---|---|---|---|\n";
	const FSettingsTable& Table = FScriptSettings::Table();
	for (const FSettingField& Field : Table.Fields)
	{
		const std::string Default = PrintDefault(Field.Default);
		Page += "| " + Table.Name + "." + Field.Name + " | " + Field.Unit + " | " + Default + " | " +
		        FormatNumber(Field.Min) + " to " + FormatNumber(Field.Max) + " | " + Field.Sentence + " |\n";
	}
	return Page;
}
} // namespace Flockwork
