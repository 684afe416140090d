#include "ConvexCore.h"
#include "RayTests.h"

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
} // namespace

bool SweepCore(const FCore& X, const FVectorD& Motion, const FCore& Y, FSweepResult& Out)
{
	FVectorD Normal(0.0);
	double Depth = 0.0;
	if (PushOut(X, Y, Normal, Depth))
	{
		Out.Fraction = 0.0;
		Out.Normal = Normal;
		Out.Depth = Depth;
		Out.Point = ContactPoint(X, Y);
		return true;
	}
	double Fraction = Out.Fraction;
	// PushOut leaves the gap as a negative depth: within the tolerance the two touch already.
	if (Depth >= 0.0)
	{
		if (glm::dot(Normal, Motion) >= 0.0)
		{
			return false;
		}
		Fraction = 0.0;
	}
	else if (IsRayCase(X, Y))
	{
		if (!SweepPoint(X, Motion, Y, Fraction, Normal))
		{
			return false;
		}
	}
	else if (IsRayCase(Y, X))
	{
		// Seen from X, Y moves the other way.
		if (!SweepPoint(Y, -Motion, X, Fraction, Normal))
		{
			return false;
		}
		Normal = -Normal;
	}
	else if (!Advance(X, Motion, Y, Fraction, Normal))
	{
		return false;
	}
	Out.Fraction = Fraction;
	Out.Normal = Normal;
	Out.Depth = 0.0;
	Out.Point = ContactPoint(X.Moved(Motion * Fraction), Y);
	return true;
}
} // namespace Flockwork
