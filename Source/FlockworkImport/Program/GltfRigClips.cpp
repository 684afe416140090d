#include "GltfRig.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
struct FPathKind
{
	std::string_view Name;
	ERigPath Path;
	std::string_view Type;
	uint32_t Width;
};
constexpr FPathKind PathKinds[] = {{"translation", ERigPath::Translation, "VEC3", 3},
    {"rotation", ERigPath::Rotation, "VEC4", 4}, {"scale", ERigPath::Scale, "VEC3", 3},
    {"weights", ERigPath::Weights, "SCALAR", 0}};

class FGltfClipReader
{
public:
	FGltfClipReader(FGltfAccessors& InAccessors, const std::vector<int32_t>& InNodeOf, FRigFile& InOut)
	    : Accessors(InAccessors), NodeOf(InNodeOf), Out(InOut)
	{
	}

	void Run()
	{
		for (const FDataNode& Animation : Accessors.GetDocument().GetItems("animations"))
		{
			FRigClip Clip;
			Clip.Name = GltfName(Animation, "");
			const std::vector<FDataNode>& Samplers = FGltfDocument::ListOf(Animation, "samplers");
			for (const FDataNode& Channel : FGltfDocument::ListOf(Animation, "channels"))
			{
				ReadChannel(Channel, Samplers, Clip);
			}
			Out.Clips.push_back(std::move(Clip));
		}
	}

private:
	void ReadChannel(const FDataNode& Channel, const std::vector<FDataNode>& Samplers, FRigClip& Clip)
	{
		const FDataNode* const Target = Channel.Find("target");
		const FDataNode* const Node = Target ? Target->Find("node") : nullptr;
		const FDataNode* const Path = Target ? Target->Find("path") : nullptr;
		const int64_t Sampler = Accessors.GetDocument().GetInteger(Channel, "sampler", -1);
		if (!Target || !Path || Sampler < 0 || size_t(Sampler) >= Samplers.size())
		{
			Accessors.Refuse(Channel, "channels", "has no target, or names a sampler that is not there");
			return;
		}
		const auto* const Kind = std::find_if(std::begin(PathKinds), std::end(PathKinds),
		    [&](const FPathKind& Each) { return Each.Name == Path->String; });
		if (!Node || Kind == std::end(PathKinds))
		{
			// An extension's own target, "pointer": nothing of the skeleton's.
			Accessors.Warn(*Target, "target", "moves something that is no node's place or shape: it is left out");
			return;
		}
		if (!Accessors.GetDocument().FindItem("nodes", *Node))
		{
			Accessors.Refuse(*Node, "target.node", "names a node that is not there");
			return;
		}
		FRigTrack Track;
		Track.Node = NodeOf[size_t(Node->Number)];
		Track.Path = Kind->Path;
		Track.Width = Kind->Width;
		if (Track.Node >= 0 && ReadSampler(Samplers[size_t(Sampler)], *Kind, Track))
		{
			Clip.Tracks.push_back(std::move(Track));
		}
	}
	bool ReadSampler(const FDataNode& Sampler, const FPathKind& Kind, FRigTrack& Track)
	{
		const FDataNode* const Input = Sampler.Find("input");
		const FDataNode* const Output = Sampler.Find("output");
		const FDataNode* const Mode = Sampler.Find("interpolation");
		const std::string Name = Mode ? Mode->String : "LINEAR";
		if (!Input || !Output || (Name != "LINEAR" && Name != "STEP" && Name != "CUBICSPLINE"))
		{
			Accessors.Refuse(Sampler, "samplers",
			    "needs an input, an output, and one of LINEAR, STEP and CUBICSPLINE as interpolation");
			return false;
		}
		Track.Mode = Name == "STEP" ? ERigMode::Step : Name == "LINEAR" ? ERigMode::Linear : ERigMode::Cubic;
		if (!Accessors.ReadNumbers(*Input, "input", "SCALAR", Track.Times) ||
		    !Accessors.ReadNumbers(*Output, "output", Kind.Type, Track.Values))
		{
			return false;
		}
		const size_t Keys = Track.Times.size();
		const size_t PerKey = Track.Mode == ERigMode::Cubic ? 3 : 1;
		const auto Late = std::adjacent_find(Track.Times.begin(), Track.Times.end(), std::greater_equal<>());
		if (Keys == 0 || Late != Track.Times.end() || Track.Times.front() < 0.0)
		{
			Accessors.Refuse(*Input, "input", "has no keys, or keys whose times do not rise from 0 on");
			return false;
		}
		if (Kind.Path == ERigPath::Weights)
		{
			Track.Width = uint32_t(Track.Values.size() / (Keys * PerKey));
		}
		if (Track.Width == 0 || Track.Values.size() != Keys * PerKey * Track.Width)
		{
			Accessors.Refuse(*Output, "output",
			    "has " + std::to_string(Track.Values.size()) + " numbers for " + std::to_string(Keys) + " keys");
			return false;
		}
		return true;
	}

	FGltfAccessors& Accessors;
	const std::vector<int32_t>& NodeOf;
	FRigFile& Out;
};
} // namespace

void ReadGltfClips(FGltfAccessors& Accessors, const std::vector<int32_t>& NodeOf, FRigFile& Out)
{
	FGltfClipReader(Accessors, NodeOf, Out).Run();
}
} // namespace Flockwork
