#include "FlockworkAnimation/AnimationGraph.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float MinRate = 0.4f; // of a clip's own pace: slower or faster than this the feet may slide
constexpr float MaxRate = 1.8f;

float Wrapped(float Share)
{
	return Share - std::floor(Share);
}

// Where in its round a clip has the left foot come down, so that several can go in step; 0 when it does not say.
float LeftFootShare(const FClip& Clip)
{
	for (const FClipEvent& Event : Clip.Events)
	{
		const bool bLeft = Event.Joint.ends_with("_l") || Event.Joint.ends_with(".L") ||
		                   Event.Joint.find("Left") != std::string::npos ||
		                   Event.Joint.find("left") != std::string::npos;
		if (Event.Name == "footDown" && bLeft && Clip.Duration > 0.0f)
		{
			return Event.Time / Clip.Duration;
		}
	}
	return 0.0f;
}
} // namespace

void FAnimationGraph::AddState(const FCharacterAsset& Character, const std::string& Name, FBlendSpace Space)
{
	FState State;
	State.Name = Name;
	int32_t Moving = 0;
	for (const FBlendPoint& Point : Space.Points)
	{
		const FClip& Clip = Character.Clips[size_t(Point.Clip)];
		const float Speed = Clip.Speed > 0.0f ? Clip.Speed : std::abs(Point.Speed);
		State.Points.push_back({Clip.Duration, LeftFootShare(Clip), Speed, Clip.bLooping});
		Moving += Speed > 0.0f ? 1 : 0;
	}
	State.bSynced = Moving > 0;
	State.Space = std::move(Space);
	States.push_back(std::move(State));
}

FAnimationGraph FAnimationGraph::MakeDefault(const FCharacterAsset& Character)
{
	FAnimationGraph Graph;
	FBlendSpace Move;
	const auto Add = [&](const FClip& Clip, float Speed, float Turn)
	{
		if (Move.Points.size() < size_t(FBlendSpace::MaxPoints))
		{
			Move.Points.push_back({int32_t(&Clip - Character.Clips.data()), Speed, Turn});
		}
	};
	for (const FClip& Clip : Character.Clips)
	{
		const auto IsAt = [&](float Speed)
		{
			return std::any_of(Move.Points.begin(), Move.Points.end(),
			    [&](const FBlendPoint& Point) { return Point.Turn == 0.0f && Point.Speed == Speed; });
		};
		if (Clip.Name == "turn_left" || Clip.Name == "turn_right")
		{
			Add(Clip, 0.0f, Clip.Name == "turn_left" ? 90.0f : -90.0f);
		}
		else if ((Clip.Name == "idle" || Clip.Name == "stand" || Clip.Speed > 0.0f) && !IsAt(Clip.Speed))
		{
			Add(Clip, Clip.Speed, 0.0f);
		}
	}
	if (Move.Points.empty() && !Character.Clips.empty())
	{
		Move.Points.push_back({});
	}
	Graph.AddState(Character, "move", std::move(Move));
	const int32_t Cower = Character.FindClipIndex("cower");
	Graph.TriggerNames.push_back("isCowering");
	if (Cower >= 0)
	{
		Graph.AddState(Character, "cower", {{{Cower, 0.0f, 0.0f}}});
		Graph.Transitions.push_back({-1, 1, 0.3f, {{ETest::Trigger, 0, 0.0f}}});
		Graph.Transitions.push_back({1, 0, 0.4f, {{ETest::NotTrigger, 0, 0.0f}}});
	}
	return Graph;
}

int32_t FAnimationGraph::FindTrigger(std::string_view Name) const
{
	const auto Found = std::find(TriggerNames.begin(), TriggerNames.end(), Name);
	return Found == TriggerNames.end() ? -1 : int32_t(Found - TriggerNames.begin());
}

int32_t FAnimationGraph::FindParameter(std::string_view Name) const
{
	const auto Found = std::find(ParameterNames.begin(), ParameterNames.end(), Name);
	return Found == ParameterNames.end() ? -1 : int32_t(Found - ParameterNames.begin());
}

int32_t FAnimationGraph::FindState(std::string_view Name) const
{
	const auto Found = std::find_if(States.begin(), States.end(), [&](const FState& S) { return S.Name == Name; });
	return Found == States.end() ? -1 : int32_t(Found - States.begin());
}

FAnimationState FAnimationGraph::Begin(float Place) const
{
	FAnimationState State;
	State.State = State.Earlier = uint8_t(Initial);
	State.Place = State.EarlierPlace = std::isfinite(Place) ? Wrapped(Place) : 0.0f;
	return State;
}

bool FAnimationGraph::Holds(
    const FCondition& Condition, const FAnimationInput& Input, const FAnimationState& State) const
{
	const size_t Index = size_t(Condition.Index);
	const auto Parameter = [&]
	{ return Index < Input.Parameters.size() ? Input.Parameters[Index] : ParameterDefaults[Index]; };
	switch (Condition.Test)
	{
	case ETest::Trigger:
		return (Input.Triggers >> Index & 1u) != 0;
	case ETest::NotTrigger:
		return (Input.Triggers >> Index & 1u) == 0;
	case ETest::Finished:
		return !States[State.State].Points.empty() && !States[State.State].Points[0].bLooping && State.Place >= 1.0f;
	case ETest::SpeedBelow:
		return Input.Speed < Condition.Value;
	case ETest::SpeedAbove:
		return Input.Speed > Condition.Value;
	case ETest::TurnBelow:
		return Input.Turn < Condition.Value;
	case ETest::TurnAbove:
		return Input.Turn > Condition.Value;
	case ETest::ParameterBelow:
		return Parameter() < Condition.Value;
	case ETest::ParameterAbove:
		return Parameter() > Condition.Value;
	}
	return false;
}

// One change a step, and none to the state that plays already.
void FAnimationGraph::Change(const FAnimationInput& Input, FAnimationState& State) const
{
	for (const FTransition& Transition : Transitions)
	{
		const bool bFromHere = Transition.From < 0 || Transition.From == int32_t(State.State);
		if (!bFromHere || Transition.To == int32_t(State.State) ||
		    !std::all_of(Transition.Conditions.begin(), Transition.Conditions.end(),
		        [&](const FCondition& Condition) { return Holds(Condition, Input, State); }))
		{
			continue;
		}
		// Back to what is still fading out: the fade turns round. A third state has to wait.
		const bool bBack = State.Fade < 1.0f && Transition.To == int32_t(State.Earlier);
		if (State.Fade < 1.0f && !bBack)
		{
			continue;
		}
		std::swap(State.State, State.Earlier);
		std::swap(State.Place, State.EarlierPlace);
		State.Fade = bBack ? 1.0f - State.Fade : 0.0f;
		State.FadeSeconds = Transition.Seconds;
		if (!bBack)
		{
			State.State = uint8_t(Transition.To);
			State.Place = 0.0f;
		}
		return;
	}
}

// A round takes as long as the clips that move take, blended, and is stretched so that their feet go as fast as the
// body.
float FAnimationGraph::AdvancedPlace(
    const FState& State, std::span<const float> Weights, const FAnimationInput& Input, float Place) const
{
	float Duration = 0.0f;
	float Pace = 0.0f;
	float Counted = 0.0f;
	for (size_t Point = 0; Point < State.Points.size(); ++Point)
	{
		const FPoint& Each = State.Points[Point];
		if (Each.Speed > 0.0f || !State.bSynced)
		{
			Duration += Weights[Point] * Each.Duration;
			Counted += Weights[Point];
		}
		Pace += Weights[Point] * Each.Speed;
	}
	if (!(Input.DeltaTime > 0.0f) || Duration <= 0.0f)
	{
		return Place;
	}
	float Rate = 1.0f;
	if (State.bSynced && Pace > 1e-3f && std::isfinite(Input.Speed))
	{
		Rate = std::clamp(std::abs(Input.Speed) / Pace, MinRate, MaxRate);
	}
	const float Advanced = Place + Input.DeltaTime * Rate * Counted / Duration;
	return State.Points[0].bLooping ? Wrapped(Advanced) : std::min(Advanced, 1.0f);
}

int32_t FAnimationGraph::AddLayers(const FState& State, const FAnimationInput& Input, float Share, float Clock,
    float& Place, std::span<FClipLayer> Layers) const
{
	if (State.Points.empty())
	{
		return 0;
	}
	std::array<float, FBlendSpace::MaxPoints> Weights{};
	State.Space.GetWeights(Input.Speed, Input.Turn, Weights);
	const float Earlier = Place;
	Place = AdvancedPlace(State, Weights, Input, Place);
	const float EarlierClock = Clock - std::max(Input.DeltaTime, 0.0f);
	int32_t Count = 0;
	for (size_t Point = 0; Point < State.Points.size(); ++Point)
	{
		const FPoint& Each = State.Points[Point];
		if (Weights[Point] * Share <= 1e-4f)
		{
			continue;
		}
		const bool bByClock = State.bSynced && Each.Speed <= 0.0f && Each.Duration > 0.0f;
		const auto SecondsAt = [&](float At, float Time)
		{
			if (bByClock)
			{
				return Wrapped(Time / Each.Duration) * Each.Duration;
			}
			return (Each.bLooping ? Wrapped(At + Each.Offset) : At) * Each.Duration;
		};
		Layers[size_t(Count++)] = {State.Space.Points[Point].Clip, SecondsAt(Place, Clock),
		    SecondsAt(Earlier, EarlierClock), Weights[Point] * Share};
	}
	return Count;
}

int32_t FAnimationGraph::Step(const FAnimationInput& Input, FAnimationState& State, std::span<FClipLayer> Layers) const
{
	if (States.empty() || Layers.size() < size_t(MaxLayers) || State.State >= States.size() ||
	    State.Earlier >= States.size())
	{
		return 0;
	}
	Change(Input, State);
	if (State.Fade < 1.0f)
	{
		const bool bAtOnce = !(State.FadeSeconds > 0.0f);
		const float Time = Input.DeltaTime > 0.0f ? Input.DeltaTime : 0.0f;
		State.Fade = bAtOnce ? 1.0f : std::min(1.0f, State.Fade + Time / State.FadeSeconds);
	}
	constexpr float ClockRound = 4096.0f; // s; longer times would lose milliseconds
	State.Clock = std::fmod(State.Clock + (Input.DeltaTime > 0.0f ? Input.DeltaTime : 0.0f), ClockRound);
	const float Share = State.Fade * State.Fade * (3.0f - 2.0f * State.Fade);
	int32_t Count = AddLayers(States[State.State], Input, Share, State.Clock, State.Place, Layers);
	if (State.Fade < 1.0f)
	{
		Count += AddLayers(
		    States[State.Earlier], Input, 1.0f - Share, State.Clock, State.EarlierPlace, Layers.subspan(size_t(Count)));
	}
	float Sum = 0.0f;
	for (int32_t Layer = 0; Layer < Count; ++Layer)
	{
		Sum += Layers[size_t(Layer)].Weight;
	}
	for (int32_t Layer = 0; Layer < Count; ++Layer)
	{
		Layers[size_t(Layer)].Weight /= Sum;
	}
	return Count;
}
} // namespace Flockwork
