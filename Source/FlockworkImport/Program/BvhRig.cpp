#include "BvhRig.h"

#include "Names.h"

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>

namespace Flockwork
{
namespace
{
constexpr double DegreesToRadians = 3.14159265358979323846 / 180.0;
constexpr size_t DeepestJoint = 256;
constexpr double DefaultFrameTime = 1.0 / 30.0;

struct FChannel
{
	size_t Node = 0;
	int32_t Axis = 0;
	bool bRotation = false;
};

constexpr std::array<std::string_view, 6> ChannelNames{
    "Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};

glm::dquat TurnAbout(int32_t Axis, double Degrees)
{
	glm::dvec3 Direction(0.0);
	Direction[Axis] = std::sin(Degrees * DegreesToRadians * 0.5);
	return {std::cos(Degrees * DegreesToRadians * 0.5), Direction.x, Direction.y, Direction.z};
}

class FBvhReader
{
public:
	FBvhReader(const std::string& InPath, const FFileBytes& Bytes, FRigFile& InOut, FDiagnostics& InDiagnostics)
	    : Path(InPath), Text(reinterpret_cast<const char*>(Bytes.data()), Bytes.size()), Out(InOut),
	      Diagnostics(InDiagnostics)
	{
	}

	bool Run()
	{
		if (Text.starts_with("\xef\xbb\xbf"))
		{
			Text.remove_prefix(3);
		}
		return Expect("HIERARCHY") && ReadTrees() && ReadMotion();
	}

private:
	bool Refuse(const std::string& Message)
	{
		Diagnostics.Error({Path, Line, 0}, "", Message);
		return false;
	}
	// The next word; empty at the end.
	std::string_view Next()
	{
		while (At < Text.size() && IsBlank(Text[At]))
		{
			Line += Text[At] == '\n' ? 1 : 0;
			++At;
		}
		const size_t Start = At;
		while (At < Text.size() && !IsBlank(Text[At]))
		{
			++At;
		}
		return Text.substr(Start, At - Start);
	}
	static bool IsBlank(char Letter) { return Letter == ' ' || Letter == '\t' || Letter == '\r' || Letter == '\n'; }
	// The rest of the line: names may have spaces.
	std::string NextName()
	{
		const size_t Start = std::min(Text.find_first_not_of(" \t", At), Text.size());
		At = std::min(Text.find_first_of("\r\n{", Start), Text.size());
		const std::string_view Name = Text.substr(Start, At - Start);
		return PrintableName(Name.substr(0, Name.find_last_not_of(" \t") + 1));
	}
	bool Expect(std::string_view Word)
	{
		const std::string_view Found = Next();
		return Found == Word || Refuse("\"" + std::string(Word) + "\" was expected, \"" + PrintableName(Found) +
		                               "\" is there: the file is damaged");
	}
	bool ReadNumber(double& Number)
	{
		std::string_view Word = Next();
		Word.remove_prefix(Word.starts_with('+') ? 1 : 0);
		const auto [End, Error] = std::from_chars(Word.data(), Word.data() + Word.size(), Number);
		const bool bGood = Error == std::errc{} && End == Word.data() + Word.size() && std::isfinite(Number);
		return bGood || Refuse(Word.empty() ? "ends where a number was expected: it is truncated"
		                                    : "\"" + PrintableName(Word) + "\" is no number");
	}
	bool ReadVector(glm::dvec3& V) { return ReadNumber(V.x) && ReadNumber(V.y) && ReadNumber(V.z); }
	bool ReadTrees()
	{
		std::string_view Word = Next();
		while (Word == "ROOT")
		{
			if (!ReadJoint(-1, NextName(), 0))
			{
				return false;
			}
			Word = Next();
		}
		if (Out.Nodes.empty())
		{
			return Refuse("has no ROOT: it has no joints");
		}
		return Word == "MOTION" || Refuse("\"MOTION\" was expected, \"" + PrintableName(Word) + "\" is there");
	}
	bool ReadJoint(int32_t Parent, const std::string& Name, size_t Depth)
	{
		const size_t Index = Out.Nodes.size();
		FRigNode Node;
		Node.Name = Name.empty() ? "Joint" + std::to_string(Index) : Name;
		Node.Parent = Parent;
		Node.bBone = true;
		Out.Nodes.push_back(Node);
		if (Depth > DeepestJoint)
		{
			return Refuse("has joints more than " + std::to_string(DeepestJoint) + " deep");
		}
		if (!Expect("{"))
		{
			return false;
		}
		for (std::string_view Word = Next(); Word != "}"; Word = Next())
		{
			const bool bRead =
			    Word == "OFFSET"     ? ReadVector(Out.Nodes[Index].Rest.Translation)
			    : Word == "CHANNELS" ? ReadChannels(Index)
			    : Word == "JOINT"    ? ReadJoint(int32_t(Index), NextName(), Depth + 1)
			    : Word == "End"      ? ReadEnd(Index, Depth)
			                         : Refuse(Word.empty() ? "ends inside of a joint: it is truncated"
			                                               : "\"" + PrintableName(Word) + "\" is nothing that a joint has");
			if (!bRead)
			{
				return false;
			}
		}
		return true;
	}
	bool ReadEnd(size_t Parent, size_t Depth)
	{
		NextName(); // "Site"
		return ReadJoint(int32_t(Parent), Out.Nodes[Parent].Name + "_End", Depth + 1);
	}
	bool ReadChannels(size_t Node)
	{
		double Count = 0.0;
		if (!ReadNumber(Count))
		{
			return false;
		}
		for (double Index = 0.0; Index < Count; Index += 1.0)
		{
			const std::string_view Word = Next();
			const auto* const Found = std::find(ChannelNames.begin(), ChannelNames.end(), Word);
			if (Found == ChannelNames.end())
			{
				return Refuse("\"" + PrintableName(Word) + "\" is no channel: Xposition to Zrotation were expected");
			}
			const int32_t Number = int32_t(Found - ChannelNames.begin());
			Channels.push_back({Node, Number % 3, Number >= 3});
		}
		return true;
	}
	bool ReadMotion()
	{
		double Frames = 0.0;
		double FrameTime = 0.0;
		if (!Expect("Frames:") || !ReadNumber(Frames) || !Expect("Frame") || !Expect("Time:") || !ReadNumber(FrameTime))
		{
			return false;
		}
		// Each number takes a digit and a blank.
		const double Most = double(Text.size() - At + 1) / 2.0;
		if (Frames < 0.0 || Frames != std::floor(Frames) || Frames * double(Channels.size()) > Most)
		{
			return Refuse("claims " + std::to_string(Frames) + " frames of " + std::to_string(Channels.size()) +
			              " channels, and ends before: it is truncated or damaged");
		}
		if (FrameTime <= 0.0)
		{
			Diagnostics.Warning({Path, Line, 0}, "Frame Time", "is not above 0; 1/30 s is taken");
			FrameTime = DefaultFrameTime;
		}
		return Channels.empty() || Frames == 0.0 || ReadFrames(size_t(Frames), FrameTime);
	}
	bool ReadFrames(size_t Frames, double FrameTime)
	{
		FRigClip Clip;
		Clip.Name = PrintableName(std::filesystem::path(Path).stem().string());
		std::vector<FRigTrack> Moves(Out.Nodes.size());
		std::vector<FRigTrack> Turns(Out.Nodes.size());
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			std::vector<glm::dvec3> Places(Out.Nodes.size());
			std::vector<glm::dquat> Rotations(Out.Nodes.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
			for (size_t Node = 0; Node < Out.Nodes.size(); ++Node)
			{
				Places[Node] = Out.Nodes[Node].Rest.Translation;
			}
			std::vector<bool> bMoves(Out.Nodes.size(), false);
			std::vector<bool> bTurns(Out.Nodes.size(), false);
			for (const FChannel& Channel : Channels)
			{
				double Number = 0.0;
				if (!ReadNumber(Number))
				{
					return false;
				}
				// A position takes the offset's place; turns follow one another in the channels' order.
				(Channel.bRotation ? bTurns : bMoves)[Channel.Node] = true;
				if (Channel.bRotation)
				{
					Rotations[Channel.Node] = Rotations[Channel.Node] * TurnAbout(Channel.Axis, Number);
				}
				else
				{
					Places[Channel.Node][Channel.Axis] = Number;
				}
			}
			for (size_t Node = 0; Node < Out.Nodes.size(); ++Node)
			{
				const glm::dvec3& P = Places[Node];
				const glm::dquat& Q = Rotations[Node];
				const double Time = double(Frame) * FrameTime;
				if (bMoves[Node])
				{
					AddKey(Moves[Node], Time, {P.x, P.y, P.z});
				}
				if (bTurns[Node])
				{
					AddKey(Turns[Node], Time, {Q.x, Q.y, Q.z, Q.w});
				}
			}
		}
		AddTracks(Moves, ERigPath::Translation, 3, Clip);
		AddTracks(Turns, ERigPath::Rotation, 4, Clip);
		Out.Clips.push_back(std::move(Clip));
		return true;
	}
	static void AddKey(FRigTrack& Track, double Time, std::initializer_list<double> Values)
	{
		Track.Times.push_back(Time);
		Track.Values.insert(Track.Values.end(), Values);
	}
	static void AddTracks(std::vector<FRigTrack>& Tracks, ERigPath Kind, uint32_t Width, FRigClip& Clip)
	{
		for (size_t Node = 0; Node < Tracks.size(); ++Node)
		{
			if (!Tracks[Node].Times.empty())
			{
				Tracks[Node].Node = int32_t(Node);
				Tracks[Node].Path = Kind;
				Tracks[Node].Width = Width;
				Clip.Tracks.push_back(std::move(Tracks[Node]));
			}
		}
	}

	const std::string& Path;
	std::string_view Text;
	size_t At = 0;
	int32_t Line = 1;
	FRigFile& Out;
	FDiagnostics& Diagnostics;
	std::vector<FChannel> Channels; // in the file's order
};
} // namespace

bool ReadBvhRig(const std::string& Path, const FFileBytes& Bytes, FRigFile& Out, FDiagnostics& Diagnostics)
{
	Out.Format = "BVH";
	return FBvhReader(Path, Bytes, Out, Diagnostics).Run();
}
} // namespace Flockwork
