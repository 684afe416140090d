#include "RigSampler.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
// Where a time lies among keys.
struct FPlace
{
	size_t Before = 0;
	size_t After = 0;
	double Span = 0.0;  // s between the two
	double Share = 0.0; // of the way, 0..1
};

FPlace Locate(const std::vector<double>& Times, double Time)
{
	FPlace Place;
	const size_t Later = size_t(std::upper_bound(Times.begin(), Times.end(), Time) - Times.begin());
	Place.Before = Later == 0 ? 0 : Later - 1;
	Place.After = std::min(Later, Times.size() - 1);
	Place.Span = Times[Place.After] - Times[Place.Before];
	Place.Share = Place.Span > 0.0 ? std::clamp((Time - Times[Place.Before]) / Place.Span, 0.0, 1.0) : 0.0;
	return Place;
}

glm::dquat ToQuat(const double* Values)
{
	const glm::dquat Q(Values[3], Values[0], Values[1], Values[2]);
	const double Size = std::sqrt(glm::dot(Q, Q));
	return Size > 1e-9 ? Q / Size : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

// The shorter way round.
glm::dquat Slerp(const glm::dquat& A, glm::dquat B, double Share)
{
	double Cos = glm::dot(A, B);
	B = Cos < 0.0 ? -B : B;
	Cos = std::min(std::abs(Cos), 1.0);
	const double Angle = std::acos(Cos);
	const glm::dquat Mixed = Angle < 1e-7 ? A * (1.0 - Share) + B * Share
	                                      : A * std::sin((1.0 - Share) * Angle) + B * std::sin(Share * Angle);
	return Mixed / std::sqrt(glm::dot(Mixed, Mixed));
}

class FTrackSampler
{
public:
	FTrackSampler(const FRigTrack& InTrack, double Time) : Track(InTrack), Place(Locate(Track.Times, Time)) {}

	double Number(uint32_t I) const
	{
		switch (Track.Mode)
		{
		case ERigMode::Step:
			return Key(Place.Before)[I];
		case ERigMode::Linear:
			return Key(Place.Before)[I] + (Key(Place.After)[I] - Key(Place.Before)[I]) * Place.Share;
		default:
			return Spline(I);
		}
	}
	glm::dquat Rotation() const
	{
		if (Track.Mode == ERigMode::Linear)
		{
			return Slerp(ToQuat(Key(Place.Before)), ToQuat(Key(Place.After)), Place.Share);
		}
		const std::array<double, 4> Values{Number(0), Number(1), Number(2), Number(3)};
		return ToQuat(Values.data());
	}

private:
	const double* Key(size_t Index) const
	{
		const bool bCubic = Track.Mode == ERigMode::Cubic;
		return &Track.Values[Index * Track.Width * (bCubic ? 3 : 1) + (bCubic ? Track.Width : 0)];
	}
	// Cubic Hermite between two keys (glTF 2.0, appendix C.5).
	double Spline(uint32_t I) const
	{
		const double T = Place.Share;
		const double OutTangent = Key(Place.Before)[Track.Width + I] * Place.Span;
		const double InTangent = *(Key(Place.After) - Track.Width + I) * Place.Span;
		const double T2 = T * T;
		const double T3 = T2 * T;
		return (2.0 * T3 - 3.0 * T2 + 1.0) * Key(Place.Before)[I] + (T3 - 2.0 * T2 + T) * OutTangent +
		       (3.0 * T2 - 2.0 * T3) * Key(Place.After)[I] + (T3 - T2) * InTangent;
	}

	const FRigTrack& Track;
	const FPlace Place;
};
} // namespace

FRigPose MakeRestPose(const FRigFile& File)
{
	FRigPose Pose;
	for (const FRigNode& Node : File.Nodes)
	{
		Pose.Locals.push_back(Node.Rest);
		Pose.Weights.push_back(Node.MorphWeights);
	}
	return Pose;
}

void SampleClip(const FRigClip& Clip, double Time, FRigPose& Pose)
{
	for (const FRigTrack& Track : Clip.Tracks)
	{
		const FTrackSampler Sampler(Track, Time);
		FRigTransform& Local = Pose.Locals[size_t(Track.Node)];
		switch (Track.Path)
		{
		case ERigPath::Translation:
			Local.Translation = {Sampler.Number(0), Sampler.Number(1), Sampler.Number(2)};
			break;
		case ERigPath::Scale:
			Local.Scale = {Sampler.Number(0), Sampler.Number(1), Sampler.Number(2)};
			break;
		case ERigPath::Rotation:
			Local.Rotation = Sampler.Rotation();
			break;
		default:
			std::vector<float>& Weights = Pose.Weights[size_t(Track.Node)];
			Weights.resize(std::max(Weights.size(), size_t(Track.Width)), 0.0f);
			for (uint32_t I = 0; I < Track.Width; ++I)
			{
				Weights[I] = float(Sampler.Number(I));
			}
		}
	}
}

void ComputeWorlds(const FRigFile& File, const std::vector<FRigTransform>& Locals, std::vector<glm::dmat4>& Out)
{
	Out.resize(File.Nodes.size());
	for (size_t Node = 0; Node < File.Nodes.size(); ++Node)
	{
		const int32_t Parent = File.Nodes[Node].Parent;
		const glm::dmat4 Local = Locals[Node].ToMatrix();
		Out[Node] = Parent < 0 ? Local : Out[size_t(Parent)] * Local;
	}
}

FRigSpan SpanOf(const FRigClip& Clip)
{
	FRigSpan Span{1e300, -1e300};
	for (const FRigTrack& Track : Clip.Tracks)
	{
		Span.Start = std::min(Span.Start, Track.Times.front());
		Span.End = std::max(Span.End, Track.Times.back());
	}
	return Clip.Tracks.empty() ? FRigSpan{} : Span;
}
} // namespace Flockwork
