#include "ConvexCore.h"
#include "RayTests.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// A moving ball against Y is a ray against Y grown by the ball's radius.
bool SweepPoint(const FCore& X, const FVectorD& Motion, const FCore& Y, double& Fraction, FVectorD& Normal)
{
	const double Radius = X.Radius + Y.Radius;
	switch (Y.Type)
	{
	case ECoreType::Point:
		return RaySphere({X.A, Motion}, Y.A, Radius, Fraction, Normal);
	case ECoreType::Segment:
		return RayCapsule({X.A, Motion}, Y.A, Y.B, Radius, Fraction, Normal);
	case ECoreType::Triangle:
		return RayRoundedTriangle({X.A, Motion}, Y.A, Y.B, Y.C, Radius, Fraction, Normal);
	default:
		break;
	}
	const FRayD Local{Y.Pose.ToLocal(X.A), Y.Pose.ToLocalDirection(Motion)};
	const bool bHit = RayRoundedBox(Local, Y.HalfExtent, Radius, Fraction, Normal);
	Normal = bHit ? Y.Pose.ToWorldDirection(Normal) : Normal;
	return bHit;
}

bool IsRayCase(const FCore& X, const FCore& Y)
{
	return X.Type == ECoreType::Point && Y.Type != ECoreType::Hull && Y.Type != ECoreType::Convex;
}

// Conservative advancement (Mirtich 1996): along the line of nearest points the gap closes at most as fast as the
// motion along it, so a step of gap / speed never passes the contact. The distance of convex bodies that translate is a
// convex function of time: once it grows, there is no contact to come.
bool Advance(const FCore& X, const FVectorD& Motion, const FCore& Y, double& Fraction, FVectorD& Normal)
{
	constexpr int MaxIterations = 64;
	constexpr double Near = 1.0e-7; // m
	const double Radii = X.Radius + Y.Radius;
	double T = 0.0;
	for (int Iteration = 0; Iteration < MaxIterations; ++Iteration)
	{
		const FCoreDistance Apart = DistanceOf(X.Moved(Motion * T), Y);
		const double Gap = Apart.Distance - Radii;
		if (Apart.Distance <= 0.0)
		{
			break; // sharp cores (Radii 0) that rounding let meet: the last normal holds
		}
		Normal = Apart.Normal;
		const double Closing = -glm::dot(Motion, Normal);
		if (Closing <= 0.0)
		{
			return false;
		}
		if (Gap <= Near)
		{
			break;
		}
		T += Gap / Closing;
		if (!(T <= Fraction))
		{
			return false;
		}
	}
	Fraction = T;
	return true;
}

// Where X, moved to its place of contact, touches Y.
FVectorD ContactPoint(const FCore& X, const FCore& Y)
{
	const FCoreDistance Apart = DistanceOf(X, Y);
	return Apart.Distance > 0.0 ? Apart.OnY + Apart.Normal * Y.Radius : X.Center();
}
// First contact of two that do not overlap at the start; Gap and Normal are theirs there.
bool FindContact(const FCore& X, const FVectorD& Motion, const FCore& Y, double Gap, double& Fraction, FVectorD& Normal)
{
	if (Gap <= 0.0)
	{
		Fraction = 0.0;
		return glm::dot(Normal, Motion) < 0.0;
	}
	if (IsRayCase(X, Y))
	{
		return SweepPoint(X, Motion, Y, Fraction, Normal);
	}
	if (IsRayCase(Y, X))
	{
		// Seen from X, Y moves the other way.
		const bool bHit = SweepPoint(Y, -Motion, X, Fraction, Normal);
		Normal = -Normal;
		return bHit;
	}
	return Advance(X, Motion, Y, Fraction, Normal);
}

// What slides along a floor touches it all the way, and rounding makes that a hit now and then, above all at the seams
// of a mesh. A contact counts only when the motion, were it to go on, would sink in by more than the tolerance: when a
// slimmer body would be stopped as well.
bool WouldSinkIn(const FCore& X, const FVectorD& Motion, const FCore& Y, double Fraction, const FVectorD& Normal)
{
	const double Rest = glm::length(Motion) * (1.0 - Fraction);
	const double Steepness = -glm::dot(Normal, Motion) / glm::length(Motion);
	// Over an edge rounded by R, one who comes in at angle s sinks in by about R s^2 / 2.
	if (Rest * Steepness > 10.0 * TouchTolerance &&
	    0.5 * (X.Radius + Y.Radius) * Steepness * Steepness > 2.0 * TouchTolerance)
	{
		return true;
	}
	FCore Slim = X;
	Slim.Radius -= std::min(TouchTolerance, 0.5 * X.Radius);
	FVectorD SlimNormal(0.0);
	double Depth = 0.0;
	if (PushOut(Slim, Y, SlimNormal, Depth))
	{
		return true;
	}
	double SlimFraction = 1.0;
	return FindContact(Slim, Motion, Y, -Depth, SlimFraction, SlimNormal);
}
} // namespace

bool SweepCore(const FCore& X, const FVectorD& Motion, const FCore& Y, FSweepResult& Out)
{
	FVectorD Normal(0.0);
	double Depth = 0.0;
	if (PushOut(X, Y, Normal, Depth))
	{
		Out = {0.0, Normal, ContactPoint(X, Y), Depth};
		return true;
	}
	double Fraction = Out.Fraction;
	if (!FindContact(X, Motion, Y, -Depth, Fraction, Normal) || !WouldSinkIn(X, Motion, Y, Fraction, Normal))
	{
		return false;
	}
	Out = {Fraction, Normal, ContactPoint(X.Moved(Motion * Fraction), Y), 0.0};
	return true;
}
} // namespace Flockwork
