#include "FlockworkAnimation/Retarget.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace Flockwork
{
namespace
{
using enum EHumanBone;

enum class ESide : uint8_t
{
	None,
	Left,
	Right
};

struct FCleanName
{
	std::string Base; // lower case, letters and digits only
	ESide Side = ESide::None;
};

bool EatPrefix(std::string& Text, std::string_view Prefix)
{
	const bool bHas = Text.size() > Prefix.size() && Text.compare(0, Prefix.size(), Prefix) == 0;
	Text = bHas ? Text.substr(Prefix.size()) : Text;
	return bHas;
}

bool EatSuffix(std::string& Text, std::string_view Suffix)
{
	const bool bHas = Text.size() > Suffix.size() && Text.ends_with(Suffix);
	Text = bHas ? Text.substr(0, Text.size() - Suffix.size()) : Text;
	return bHas;
}

// "mixamorig:LeftUpLeg" -> upleg, left; "DEF-thigh.L.001" -> thigh001, left; "J_Bip_R_UpperArm" -> upperarm, right.
FCleanName CleanName(const std::string& Name)
{
	std::string Text = Name.substr(Name.find_last_of(":|") == std::string::npos ? 0 : Name.find_last_of(":|") + 1);
	std::transform(Text.begin(), Text.end(), Text.begin(), [](char C) { return char(std::tolower(uint8_t(C))); });
	for (char& Letter : Text)
	{
		Letter = std::isalnum(uint8_t(Letter)) ? Letter : '_';
	}
	for (const std::string_view Prefix :
	    {"mixamorig_", "def_", "org_", "mch_", "j_bip_c_", "bip01_", "bip001_", "valvebiped_"})
	{
		EatPrefix(Text, Prefix);
	}
	FCleanName Out;
	const auto Take = [&](bool bFound, ESide Side) { Out.Side = bFound ? Side : Out.Side; };
	Take(EatPrefix(Text, "j_bip_l_"), ESide::Left);
	Take(EatPrefix(Text, "j_bip_r_"), ESide::Right);
	// Rigify numbers the second half of a limb behind the side: "thigh.L.001".
	std::string Number;
	for (const std::string_view Middle : {"_l_0", "_r_0"})
	{
		const size_t Found = Text.find(Middle);
		if (Found != std::string::npos)
		{
			Number = Text.substr(Found + 3);
			Text = Text.substr(0, Found + 2);
		}
	}
	for (const std::string_view Mark : {"_l", "_left"})
	{
		Take(EatSuffix(Text, Mark), ESide::Left);
	}
	for (const std::string_view Mark : {"_r", "_right"})
	{
		Take(EatSuffix(Text, Mark), ESide::Right);
	}
	for (const std::string_view Mark : {"left", "l_"})
	{
		Take(EatPrefix(Text, Mark), ESide::Left);
	}
	for (const std::string_view Mark : {"right", "r_"})
	{
		Take(EatPrefix(Text, Mark), ESide::Right);
	}
	Out.Base = Text + Number;
	std::erase(Out.Base, '_');
	return Out;
}

struct FNaming
{
	EHumanBone Bone; // the left one where there are two
	std::array<std::string_view, 9> Names;
};

// Which bone a name means, the surest first. Mixamo: hips, spine, spine1, spine2, neck, head, shoulder, arm, forearm,
// hand, upleg, leg, foot, toebase. Unreal: pelvis, spine_01.., clavicle, upperarm, lowerarm, hand, thigh, calf, foot,
// ball. Rigify: spine, spine.001.., shoulder, upper_arm, forearm, thigh, shin, foot, toe. VRM: hips, spine, chest,
// upperchest, upperarm, lowerarm, upperleg, lowerleg, foot, toebase. CMU: hips, lowerback, spine, spine1, neck1,
// leftupleg..
constexpr FNaming Namings[] = {
    {Hips, {"hips", "pelvis", "hip", "root_hips"}},
    {Spine, {"lowerback", "spine01", "spine1_lower", "abdomen", "spine", "spine001"}},
    {Chest, {"chest", "spine02", "spine1", "spine002", "torso"}},
    {UpperChest, {"upperchest", "spine03", "spine2", "spine003", "chest1"}},
    {Neck, {"neck", "neck01", "neck1", "spine004"}},
    {Head, {"head", "spine006"}},
    {LeftShoulder, {"shoulder", "clavicle", "collar"}},
    {LeftUpperArm, {"upperarm", "arm", "uparm"}},
    {LeftLowerArm, {"lowerarm", "forearm", "loarm"}},
    {LeftHand, {"hand", "wrist"}},
    {LeftThigh, {"thigh", "upperleg", "upleg", "upperthigh"}},
    {LeftShin, {"shin", "calf", "lowerleg", "leg", "knee", "loleg"}},
    {LeftFoot, {"foot", "ankle"}},
    {LeftToe, {"toe", "toebase", "ball", "toes", "toe0"}},
};

bool HasSides(EHumanBone Bone)
{
	return Bone >= LeftShoulder;
}

EHumanBone OnRight(EHumanBone Left)
{
	return EHumanBone(uint8_t(Left) + 4);
}

// The joint that is called by the first of the names that any is called by, and is no other bone yet.
int32_t FindNamed(const std::vector<FCleanName>& Names, const FHumanMap& Map, const FNaming& Naming, ESide Side)
{
	const auto IsFree = [&](size_t Joint)
	{ return std::find(Map.Joints.begin(), Map.Joints.end(), int32_t(Joint)) == Map.Joints.end(); };
	for (const std::string_view Wanted : Naming.Names)
	{
		for (size_t Joint = 0; !Wanted.empty() && Joint < Names.size(); ++Joint)
		{
			if (Names[Joint].Side == Side && Names[Joint].Base == Wanted && IsFree(Joint))
			{
				return int32_t(Joint);
			}
		}
	}
	return -1;
}
// Rigify calls the hips "spine": they are what carries both thighs.
int32_t CarrierOfThighs(const FSkeleton& Skeleton, const FHumanMap& Map)
{
	if (Map[LeftThigh] < 0 || Map[RightThigh] < 0)
	{
		return -1;
	}
	int32_t Joint = Skeleton.Parents[size_t(Map[LeftThigh])];
	while (Joint >= 0 && !Skeleton.IsAncestor(Joint, Map[RightThigh]))
	{
		Joint = Skeleton.Parents[size_t(Joint)];
	}
	return Joint;
}
} // namespace

std::string_view ToString(EHumanBone Bone)
{
	static constexpr std::string_view Names[] = {"hips", "spine", "chest", "upperChest", "neck", "head", "leftShoulder",
	    "leftUpperArm", "leftLowerArm", "leftHand", "rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand",
	    "leftThigh", "leftShin", "leftFoot", "leftToe", "rightThigh", "rightShin", "rightFoot", "rightToe"};
	return Bone < EHumanBone::Count ? Names[size_t(Bone)] : std::string_view{};
}

bool FHumanMap::HasLegs() const
{
	const FHumanMap& Map = *this;
	const auto IsLeg = [&](EHumanBone Thigh, EHumanBone Shin, EHumanBone Foot)
	{ return Map[Thigh] >= 0 && Map[Shin] > Map[Thigh] && Map[Foot] > Map[Shin]; };
	return Map[Hips] >= 0 && IsLeg(LeftThigh, LeftShin, LeftFoot) && IsLeg(RightThigh, RightShin, RightFoot);
}

FHumanMap MapHumanBones(const FSkeleton& Skeleton)
{
	std::vector<FCleanName> Names;
	for (const std::string& Name : Skeleton.JointNames)
	{
		Names.push_back(CleanName(Name));
	}
	FHumanMap Map;
	for (const FNaming& Naming : Namings)
	{
		if (HasSides(Naming.Bone))
		{
			Map.Joints[size_t(Naming.Bone)] = FindNamed(Names, Map, Naming, ESide::Left);
			Map.Joints[size_t(OnRight(Naming.Bone))] = FindNamed(Names, Map, Naming, ESide::Right);
		}
	}
	Map.Joints[size_t(Hips)] = FindNamed(Names, Map, Namings[0], ESide::None);
	if (Map[Hips] < 0)
	{
		Map.Joints[size_t(Hips)] = CarrierOfThighs(Skeleton, Map);
	}
	for (const FNaming& Naming : Namings)
	{
		if (!HasSides(Naming.Bone) && Naming.Bone != Hips)
		{
			Map.Joints[size_t(Naming.Bone)] = FindNamed(Names, Map, Naming, ESide::None);
		}
	}
	return Map;
}
} // namespace Flockwork
