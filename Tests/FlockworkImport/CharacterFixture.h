#pragma once
// What an import of a character gives, and where its vertices and joints are: worked out here in double.
#include "FlockworkImport/CharacterImport.h"
#include "GltfRigReference.h"
#include "ImportFixture.h"

#include <glm/mat4x4.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FCharacterResult
{
	bool bOk = false;
	FImportedCharacter Character;
	FDiagnostics Diagnostics;

	const FCharacterAsset& Asset() const { return Character.Asset; }
	std::string Text() const { return Diagnostics.ToString(); }
	bool Says(std::string_view Part) const { return Text().find(Part) != std::string::npos; }
};

FCharacterResult ImportRig(const std::string& Path, const FLevelImportSettings& Settings = {});
// Refused with an error that names the file, and the character stayed as it was.
bool IsRefused(const FCharacterResult& Result, const std::string& Path);

// The joints' matrices in the model; Clip null: at rest.
std::vector<glm::dmat4> JointModels(const FSkeleton& Skeleton, const FClip* Clip, int32_t Sample);
// The places of all vertices, mesh by mesh, morph targets at their rest weights.
std::vector<glm::dvec3> SkinAsset(const FCharacterAsset& Asset, const FClip* Clip, int32_t Sample);
// The largest deviation of any vertex at any sample of any clip, and at rest, as a share of the extent.
double WorstDeviation(const FCharacterAsset& Asset, const FGltfRigReference& Reference);
// The farthest two points of the same number are from one another. Fails when there are not as many of both.
double Farthest(const std::vector<glm::dvec3>& A, const std::vector<glm::dvec3>& B);
} // namespace Flockwork
