// The graph's JSON. Every fault names line and field.
#include "FlockworkAnimation/AnimationGraph.h"
#include "NodeReader.h"

#include <algorithm>
#include <charconv>

namespace Flockwork
{
class FAnimationGraphReader final : FNodeReader
{
public:
	FAnimationGraphReader(const std::string& InFile, const FCharacterAsset& InCharacter, FDiagnostics& InDiagnostics)
	    : FNodeReader(InFile, InDiagnostics), Character(InCharacter)
	{
	}

	bool Read(const FDataNode& Node, FAnimationGraph& Out)
	{
		if (!CheckMembers(
		        Node, "animation", {"format", "description", "initial", "parameters", "states", "transitions"}))
		{
			return false;
		}
		const FDataNode* States = Node.Find("states");
		if (!States || States->Type != EDataType::Object || States->Members.empty() ||
		    States->Members.size() > size_t(FAnimationGraph::MaxStates))
		{
			return Fail(States ? *States : Node, "states",
			    "expected an object of 1 to " + std::to_string(FAnimationGraph::MaxStates) + " states");
		}
		for (const FDataMember& State : States->Members)
		{
			ReadState(State);
		}
		if (bGood)
		{
			ReadParameters(Node.Find("parameters"));
			ReadTransitions(Node.Find("transitions"));
			ReadInitial(Node.Find("initial"));
		}
		if (bGood)
		{
			Out = std::move(Graph);
		}
		return bGood;
	}

private:
	int32_t ReadClip(const FDataNode& Node, const std::string& Field)
	{
		const FDataNode* Clip = Node.Find("clip");
		if (!Clip || Clip->Type != EDataType::String)
		{
			Fail(Clip ? *Clip : Node, Field + ".clip", "expected the name of one of the character's clips");
			return 0;
		}
		const int32_t Index = Character.FindClipIndex(Clip->String);
		if (Index < 0)
		{
			std::vector<std::string_view> Known;
			for (const FClip& Each : Character.Clips)
			{
				Known.push_back(Each.Name);
			}
			Fail(*Clip, Field + ".clip",
			    "the character '" + Character.Name + "' has no clip '" + Clip->String + "'" +
			        Suggest(Clip->String, Known));
		}
		return std::max(Index, 0);
	}
	float ReadNumber(
	    const FDataNode& Node, std::string_view Name, const std::string& Field, float Default, float Min, float Max)
	{
		const FDataNode* Found = Node.Find(Name);
		if (!Found)
		{
			return Default;
		}
		if (Found->Type != EDataType::Number || Found->Number < double(Min) || Found->Number > double(Max))
		{
			Fail(*Found, Field + "." + std::string(Name),
			    "expected a number from " + std::to_string(int32_t(Min)) + " to " + std::to_string(int32_t(Max)));
			return Default;
		}
		return float(Found->Number);
	}
	void ReadState(const FDataMember& State)
	{
		const std::string Field = "states." + State.Name;
		if (!CheckMembers(State.Value, Field, {"clip", "blend"}))
		{
			return;
		}
		FBlendSpace Space;
		const FDataNode* Blend = State.Value.Find("blend");
		if (!Blend)
		{
			Space.Points.push_back({ReadClip(State.Value, Field), 0.0f, 0.0f});
		}
		else if (Blend->Type != EDataType::Array || Blend->Items.empty() || State.Value.Find("clip") ||
		         Blend->Items.size() > size_t(FBlendSpace::MaxPoints))
		{
			Fail(*Blend, Field + ".blend",
			    "expected a list of 1 to " + std::to_string(FBlendSpace::MaxPoints) +
			        " clips, and no \"clip\" beside it");
		}
		else
		{
			for (const FDataNode& Item : Blend->Items)
			{
				ReadPoint(Item, Field + ".blend", Space);
			}
		}
		if (bGood)
		{
			Graph.AddState(Character, State.Name, std::move(Space));
		}
	}
	void ReadPoint(const FDataNode& Item, const std::string& Field, FBlendSpace& Space)
	{
		if (!CheckMembers(Item, Field, {"clip", "speed", "turn"}))
		{
			return;
		}
		const FBlendPoint Point{ReadClip(Item, Field), ReadNumber(Item, "speed", Field, 0.0f, -100.0f, 100.0f),
		    ReadNumber(Item, "turn", Field, 0.0f, -1000.0f, 1000.0f)};
		for (const FBlendPoint& Other : Space.Points)
		{
			if (Other.Speed == Point.Speed && Other.Turn == Point.Turn)
			{
				Fail(Item, Field, "two clips have one speed and turn: nothing could tell between them");
				return;
			}
		}
		Space.Points.push_back(Point);
	}
	int32_t ReadStateName(const FDataNode* Found, const FDataNode& Place, const std::string& Field)
	{
		if (!Found || Found->Type != EDataType::String)
		{
			Fail(Found ? *Found : Place, Field, "expected the name of a state");
			return 0;
		}
		const int32_t Index = Graph.FindState(Found->String);
		if (Index < 0)
		{
			std::vector<std::string_view> Known;
			for (int32_t State = 0; State < Graph.GetStateCount(); ++State)
			{
				Known.push_back(Graph.GetStateName(State));
			}
			Fail(*Found, Field, "there is no state '" + Found->String + "'" + Suggest(Found->String, Known));
		}
		return std::max(Index, 0);
	}
	void ReadInitial(const FDataNode* Node)
	{
		if (Node)
		{
			Graph.Initial = ReadStateName(Node, *Node, "initial");
		}
	}
	// Declared before they are used: a word that is misspelled in a condition would never hold.
	void ReadParameters(const FDataNode* List)
	{
		if (!List || !CheckMembers(*List, "parameters"))
		{
			return;
		}
		for (const FDataMember& Each : List->Members)
		{
			const std::string Field = "parameters." + Each.Name;
			const bool bTaken = Each.Name == "speed" || Each.Name == "turn" || Each.Name == "finished";
			if (bTaken || !IsWord(Each.Name) || Graph.ParameterNames.size() >= size_t(FAnimationGraph::MaxParameters))
			{
				Fail(Each.Value, Field,
				    "expected at most " + std::to_string(FAnimationGraph::MaxParameters) +
				        " parameters, each a word of letters and digits, and not speed, turn or finished");
				return;
			}
			Graph.ParameterNames.push_back(Each.Name);
			Graph.ParameterDefaults.push_back(ReadNumber(*List, Each.Name, "parameters", 0.0f, -1e6f, 1e6f));
		}
	}
	void ReadTransitions(const FDataNode* List)
	{
		if (!List)
		{
			return;
		}
		if (List->Type != EDataType::Array)
		{
			Fail(*List, "transitions", "expected a list");
			return;
		}
		for (const FDataNode& Item : List->Items)
		{
			if (!CheckMembers(Item, "transitions", {"from", "to", "when", "seconds"}))
			{
				return;
			}
			FAnimationGraph::FTransition Transition;
			const FDataNode* From = Item.Find("from");
			const bool bAny = From && From->Type == EDataType::String && From->String == "*";
			Transition.From = bAny ? -1 : ReadStateName(From, Item, "transitions.from");
			Transition.To = ReadStateName(Item.Find("to"), Item, "transitions.to");
			Transition.Seconds = ReadNumber(Item, "seconds", "transitions", 0.2f, 0.0f, 60.0f);
			ReadConditions(Item, Transition);
			Graph.Transitions.push_back(std::move(Transition));
		}
	}
	void ReadConditions(const FDataNode& Item, FAnimationGraph::FTransition& Transition)
	{
		const FDataNode* When = Item.Find("when");
		if (When && When->Type == EDataType::String)
		{
			ReadCondition(*When, Transition);
		}
		else if (When && When->Type == EDataType::Array && !When->Items.empty())
		{
			for (const FDataNode& Each : When->Items)
			{
				ReadCondition(Each, Transition);
			}
		}
		else
		{
			Fail(When ? *When : Item, "transitions.when", "expected a condition, or a list of them");
		}
	}
	void ReadCondition(const FDataNode& Node, FAnimationGraph::FTransition& Transition)
	{
		using ETest = FAnimationGraph::ETest;
		std::string Text = Node.String;
		std::erase(Text, ' ');
		const size_t Sign = Text.find_first_of("<>");
		FAnimationGraph::FCondition Condition;
		bool bRead = Node.Type == EDataType::String;
		if (Sign != std::string::npos)
		{
			const std::string Name = Text.substr(0, Sign);
			const char* End = Text.data() + Text.size();
			const auto Read = std::from_chars(Text.data() + Sign + 1, End, Condition.Value);
			const bool bBelow = Text[Sign] == '<';
			bRead = bRead && Read.ec == std::errc{} && Read.ptr == End && FindNumber(Name, bBelow, Condition);
		}
		else if (Text == "finished")
		{
			Condition.Test = ETest::Finished;
		}
		else
		{
			const bool bNot = !Text.empty() && Text[0] == '!';
			Condition.Test = bNot ? ETest::NotTrigger : ETest::Trigger;
			bRead = bRead && FindOrAddTrigger(Text.substr(bNot ? 1 : 0), Condition.Index);
		}
		if (!bRead)
		{
			Fail(Node, "transitions.when",
			    "'" + Node.String +
			        "' is no condition: expected a trigger's name (\"!\" before it: not), \"finished\", or speed, "
			        "turn or one of \"parameters\" with < or > and a number");
			return;
		}
		Transition.Conditions.push_back(Condition);
	}
	bool FindNumber(const std::string& Name, bool bBelow, FAnimationGraph::FCondition& Condition) const
	{
		using ETest = FAnimationGraph::ETest;
		if (Name == "speed" || Name == "turn")
		{
			Condition.Test = Name == "speed" ? (bBelow ? ETest::SpeedBelow : ETest::SpeedAbove)
			                                 : (bBelow ? ETest::TurnBelow : ETest::TurnAbove);
			return true;
		}
		Condition.Test = bBelow ? ETest::ParameterBelow : ETest::ParameterAbove;
		Condition.Index = Graph.FindParameter(Name);
		return Condition.Index >= 0;
	}
	static bool IsWord(const std::string& Name)
	{
		const auto IsLetter = [](char C) { return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_'; };
		return !Name.empty() &&
		       std::all_of(Name.begin(), Name.end(), [&](char C) { return IsLetter(C) || (C >= '0' && C <= '9'); });
	}
	bool FindOrAddTrigger(const std::string& Name, int32_t& Out)
	{
		if (!IsWord(Name))
		{
			return false;
		}
		Out = Graph.FindTrigger(Name);
		if (Out < 0 && Graph.TriggerNames.size() < size_t(FAnimationGraph::MaxTriggers))
		{
			Graph.TriggerNames.push_back(Name);
			Out = int32_t(Graph.TriggerNames.size()) - 1;
		}
		return Out >= 0;
	}

	const FCharacterAsset& Character;
	FAnimationGraph Graph;
};

bool FAnimationGraph::Read(const FDataNode& Node, const std::string& File, const FCharacterAsset& Character,
    FAnimationGraph& Out, FDiagnostics& Diagnostics)
{
	return FAnimationGraphReader(File, Character, Diagnostics).Read(Node, Out);
}

bool FAnimationGraph::Load(
    const std::string& Path, const FCharacterAsset& Character, FAnimationGraph& Out, FDiagnostics& Diagnostics)
{
	FDataNode Node;
	return LoadJsonFile(Path, Node, Diagnostics) && Read(Node, Path, Character, Out, Diagnostics);
}
} // namespace Flockwork
