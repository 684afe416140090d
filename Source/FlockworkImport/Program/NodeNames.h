#pragma once
// Which node a name means. Assimp knows bones and moved nodes by name alone, though a mesh and a bone may have the same
// one; of FBX nodes it renames the second ("Leg" and "Leg001"), and calls the bone by the old name all the same.
#include "RigFile.h"

#include <map>
#include <string>
#include <vector>

namespace Flockwork
{
class FNodeNames
{
public:
	// File must stay where it is.
	void Build(const FRigFile& InFile);
	// A bone's node: no mesh's, where there is a choice, and of several the one that stands where the bone was bound.
	// -1 when there is none.
	int32_t FindBone(const std::string& Name, const glm::dmat4& InverseBind) const;
	// A moved node: a bone, where there is a choice.
	int32_t FindAnimated(const std::string& Name) const;
	// A node that shows a mesh.
	int32_t FindMesh(const std::string& Name) const;

private:
	std::vector<int32_t> Candidates(const std::string& Name) const;

	const FRigFile* File = nullptr;
	std::map<std::string, std::vector<int32_t>> ByName;
	std::vector<glm::dmat4> Worlds;
};
} // namespace Flockwork
