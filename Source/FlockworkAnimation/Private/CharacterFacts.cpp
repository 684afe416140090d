#include "FlockworkAnimation/CharacterFacts.h"

#include "FlockworkAnimation/Retarget.h"
#include "NodeReader.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
class FFactsReader final : FNodeReader
{
public:
	FFactsReader(const std::string& InFile, FCharacterAsset InCharacter, FDiagnostics& InDiagnostics)
	    : FNodeReader(InFile, InDiagnostics), Character(std::move(InCharacter))
	{
	}

	bool Read(const FDataNode& Node)
	{
		if (!CheckMembers(Node, "character", {"format", "description", "character", "feet", "clips", "animation"}))
		{
			return false;
		}
		const FDataNode* Clips = Node.Find("clips");
		if (Clips && CheckMembers(*Clips, "clips"))
		{
			for (const FDataMember& Clip : Clips->Members)
			{
				ReadClip(Clip);
			}
		}
		Facts = MakeDefaultFacts(Character);
		const FDataNode* Feet = Node.Find("feet");
		if (Feet && CheckMembers(*Feet, "feet"))
		{
			Facts.Legs.clear();
			for (const FDataMember& Foot : Feet->Members)
			{
				ReadLeg(Foot);
			}
		}
		const FDataNode* Animation = Node.Find("animation");
		if (bGood && Animation)
		{
			bGood = FAnimationGraph::Read(*Animation, File, Character, Facts.Graph, Diagnostics);
		}
		return bGood;
	}

	FCharacterAsset TakeCharacter() { return std::move(Character); }
	FCharacterFacts TakeFacts() { return std::move(Facts); }

private:
	bool ReadNumber(
	    const FDataNode& Node, const char* Name, const std::string& Field, double Min, double Max, float& Out)
	{
		const FDataNode* Found = Node.Find(Name);
		if (!Found)
		{
			return true;
		}
		if (Found->Type != EDataType::Number || Found->Number < Min || Found->Number > Max)
		{
			return Fail(*Found, Field + "." + Name,
			    "expected a number from " + std::to_string(int32_t(Min)) + " to " + std::to_string(int32_t(Max)));
		}
		Out = float(Found->Number);
		return true;
	}
	int32_t FindJoint(const FDataNode& Node, const std::string& Name, const std::string& Field)
	{
		const int32_t Joint = Character.Skeleton.FindJoint(Name);
		if (Joint < 0)
		{
			const std::vector<std::string>& Names = Character.Skeleton.JointNames;
			Fail(Node, Field,
			    "the skeleton has no joint '" + Name + "'" +
			        Suggest(Name, std::vector<std::string_view>(Names.begin(), Names.end())));
		}
		return Joint;
	}
	int32_t ReadJoint(const FDataNode& Node, const char* Name, const std::string& Field, bool bNeeded)
	{
		const FDataNode* Found = Node.Find(Name);
		if (!Found && !bNeeded)
		{
			return -1;
		}
		if (!Found || Found->Type != EDataType::String)
		{
			Fail(Found ? *Found : Node, Field + "." + Name, "expected the name of a joint");
			return -1;
		}
		return FindJoint(*Found, Found->String, Field + "." + Name);
	}
	void ReadLeg(const FDataMember& Foot)
	{
		const std::string Field = "feet." + Foot.Name;
		if (!CheckMembers(Foot.Value, Field, {"thigh", "shin", "foot", "toe", "ankleHeight"}))
		{
			return;
		}
		FLegJoints Leg;
		Leg.Name = Foot.Name;
		Leg.Thigh = ReadJoint(Foot.Value, "thigh", Field, true);
		Leg.Shin = ReadJoint(Foot.Value, "shin", Field, true);
		Leg.Foot = ReadJoint(Foot.Value, "foot", Field, true);
		Leg.Toe = ReadJoint(Foot.Value, "toe", Field, false);
		ReadNumber(Foot.Value, "ankleHeight", Field, 0.0, 10.0, Leg.AnkleHeight);
		const FSkeleton& Skeleton = Character.Skeleton;
		const bool bFound = Leg.Thigh >= 0 && Leg.Shin >= 0 && Leg.Foot >= 0;
		if (bFound && (Leg.Thigh == Leg.Shin || Leg.Shin == Leg.Foot || !Skeleton.IsAncestor(Leg.Thigh, Leg.Shin) ||
		                  !Skeleton.IsAncestor(Leg.Shin, Leg.Foot)))
		{
			Fail(Foot.Value, Field, "the shin must lie below the thigh, and the foot below the shin");
		}
		Facts.Legs.push_back(std::move(Leg));
	}
	void ReadClip(const FDataMember& Member)
	{
		const std::string Field = "clips." + Member.Name;
		const int32_t Index = Character.FindClipIndex(Member.Name);
		if (Index < 0)
		{
			std::vector<std::string_view> Known;
			for (const FClip& Clip : Character.Clips)
			{
				Known.push_back(Clip.Name);
			}
			Fail(Member.Value, Field, "the character has no such clip" + Suggest(Member.Name, Known));
			return;
		}
		if (!CheckMembers(Member.Value, Field, {"seconds", "loops", "speed", "turnRate", "duty", "footDown"}))
		{
			return;
		}
		FClip& Clip = Character.Clips[size_t(Index)];
		ReadNumber(Member.Value, "speed", Field, 0.0, 1000.0, Clip.Speed);
		const FDataNode* Loops = Member.Value.Find("loops");
		if (Loops && Loops->Type != EDataType::Bool)
		{
			Fail(*Loops, Field + ".loops", "expected true or false");
		}
		Clip.bLooping = Loops ? Loops->Bool : Clip.bLooping;
		const FDataNode* Down = Member.Value.Find("footDown");
		if (Down && CheckMembers(*Down, Field + ".footDown"))
		{
			ReadFootfalls(*Down, Field + ".footDown", Clip);
		}
	}
	void ReadFootfalls(const FDataNode& Node, const std::string& Field, FClip& Clip)
	{
		std::erase_if(Clip.Events, [](const FClipEvent& Event) { return Event.Name == "footDown"; });
		for (const FDataMember& Foot : Node.Members)
		{
			FindJoint(Foot.Value, Foot.Name, Field + "." + Foot.Name);
			for (const FDataNode& Time : Foot.Value.Items)
			{
				if (Time.Type != EDataType::Number || Time.Number < 0.0 || Time.Number > double(Clip.Duration))
				{
					Fail(Time, Field + "." + Foot.Name,
					    "expected times from 0 to the clip's " + std::to_string(Clip.Duration) + " s");
					return;
				}
				Clip.Events.push_back({float(Time.Number), "footDown", Foot.Name});
			}
		}
		std::stable_sort(Clip.Events.begin(), Clip.Events.end(),
		    [](const FClipEvent& A, const FClipEvent& B) { return A.Time < B.Time; });
	}

	FCharacterAsset Character;
	FCharacterFacts Facts;
};
} // namespace

FCharacterFacts MakeDefaultFacts(const FCharacterAsset& Character)
{
	using enum EHumanBone;
	FCharacterFacts Facts;
	Facts.Graph = FAnimationGraph::MakeDefault(Character);
	const FHumanMap Map = MapHumanBones(Character.Skeleton);
	if (Map.HasLegs())
	{
		const auto Add = [&](EHumanBone Thigh, EHumanBone Shin, EHumanBone Foot, EHumanBone Toe)
		{
			const std::string& Name = Character.Skeleton.JointNames[size_t(Map[Foot])];
			Facts.Legs.push_back({Name, Map[Thigh], Map[Shin], Map[Foot], Map[Toe], -1.0f});
		};
		Add(LeftThigh, LeftShin, LeftFoot, LeftToe);
		Add(RightThigh, RightShin, RightFoot, RightToe);
	}
	return Facts;
}

bool ReadCharacterFacts(const FDataNode& Node, const std::string& File, FCharacterAsset& Character,
    FCharacterFacts& Out, FDiagnostics& Diagnostics)
{
	FFactsReader Reader(File, Character, Diagnostics);
	if (!Reader.Read(Node))
	{
		return false;
	}
	Character = Reader.TakeCharacter();
	Out = Reader.TakeFacts();
	return true;
}
} // namespace Flockwork
