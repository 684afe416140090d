#include "NodeNames.h"

#include <algorithm>
#include <cctype>

namespace Flockwork
{
namespace
{
// "Leg" of "Leg001"; empty when there is no such end.
std::string WithoutNumber(const std::string& Name)
{
	constexpr size_t Digits = 3;
	const bool bNumbered = Name.size() > Digits && std::all_of(Name.end() - std::ptrdiff_t(Digits), Name.end(),
	                                                   [](unsigned char Letter) { return std::isdigit(Letter) != 0; });
	return bNumbered ? Name.substr(0, Name.size() - Digits) : "";
}
} // namespace

void FNodeNames::Build(const FRigFile& InFile)
{
	File = &InFile;
	Worlds = File->RestWorlds();
	for (size_t Node = 0; Node < File->Nodes.size(); ++Node)
	{
		ByName[File->Nodes[Node].Name].push_back(int32_t(Node));
	}
	for (size_t Node = 0; Node < File->Nodes.size(); ++Node)
	{
		const auto Plain = ByName.find(WithoutNumber(File->Nodes[Node].Name));
		if (Plain != ByName.end())
		{
			Plain->second.push_back(int32_t(Node)); // after those of exactly that name
		}
	}
}

std::vector<int32_t> FNodeNames::Candidates(const std::string& Name) const
{
	const auto Found = ByName.find(Name);
	return Found == ByName.end() ? std::vector<int32_t>{} : Found->second;
}

int32_t FNodeNames::FindBone(const std::string& Name, const glm::dmat4& InverseBind) const
{
	int32_t Best = -1;
	double BestScore = 1e300;
	const glm::dvec3 Bound(glm::inverse(InverseBind)[3]);
	const bool bPlain = std::isfinite(glm::dot(Bound, Bound));
	for (const int32_t Node : Candidates(Name))
	{
		const FRigNode& Each = File->Nodes[size_t(Node)];
		const double Distance = bPlain ? glm::length(glm::dvec3(Worlds[size_t(Node)][3]) - Bound) : 0.0;
		const bool bExact = Each.Name == Name;
		// A mesh is the last choice, another name the last but one.
		const double Score = Distance / (1.0 + Distance) + (Each.bShowsMesh ? 4.0 : bExact ? 0.0 : 2.0);
		if (Score < BestScore)
		{
			Best = Node;
			BestScore = Score;
		}
	}
	return Best;
}

int32_t FNodeNames::FindAnimated(const std::string& Name) const
{
	const std::vector<int32_t> All = Candidates(Name);
	const auto Bone =
	    std::find_if(All.begin(), All.end(), [&](int32_t Node) { return File->Nodes[size_t(Node)].bBone; });
	return Bone != All.end() ? *Bone : All.empty() ? -1 : All.front();
}

int32_t FNodeNames::FindMesh(const std::string& Name) const
{
	for (const int32_t Node : Candidates(Name))
	{
		if (File->Nodes[size_t(Node)].bShowsMesh)
		{
			return Node;
		}
	}
	return -1;
}
} // namespace Flockwork
