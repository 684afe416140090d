#include "ScalarTwin.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
glm::dvec3 SteerPlainly(const FKernelParams& Rules, const FFlockInput& Input, size_t Self)
{
	using F = glm::dvec3;
	const auto Flat = [&](const FVector& V) { return F(V.x, Rules.bPlanar ? 0.0f : V.y, V.z); };
	const F Velocity = Flat(Input.Velocities[Self]);
	const bool bPerDistance = Rules.Model != EKernelModel::Normalized;
	F Apart(0.0), Along(0.0), Toward(0.0);
	double Aligned = 0.0, Cohering = 0.0;
	for (size_t Other = 0; Other < Input.Positions.size(); ++Other)
	{
		F Offset = Flat(Input.Positions[Other]) - Flat(Input.Positions[Self]);
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			const double Period = double(Rules.TorusPeriod[Axis]);
			Offset[Axis] -= Period > 0.0 ? Period * std::nearbyint(Offset[Axis] / Period) : 0.0;
		}
		const double Distance = glm::length(Offset);
		const double Sight = double(Rules.CosVisible) * Distance * glm::length(Velocity);
		const bool bSeen = Rules.CosVisible <= -1.0f || glm::dot(Offset, Velocity) >= Sight;
		if (Other != Self && Distance <= double(Rules.SeparationRadius))
		{
			const bool bCoincident = Distance * Distance < double(CoincidentDistanceSquared);
			const F Away = bCoincident ? Flat(DirectionFromIds(Input.Ids[Self], Input.Ids[Other])) : -Offset / Distance;
			const double PerDistance = bCoincident ? double(CoincidentInverseDistance) : 1.0 / Distance;
			Apart += bPerDistance ? Away * PerDistance : Away;
		}
		if (Other != Self && bSeen && Distance <= double(Rules.AlignmentRadius))
		{
			Along += Flat(Input.Velocities[Other]);
			Aligned += 1.0;
		}
		if (Other != Self && bSeen && Distance <= double(Rules.CohesionRadius))
		{
			Toward += Offset;
			Cohering += 1.0;
		}
	}
	const double Separate = double(Rules.SeparationWeight), Align = double(Rules.AlignmentWeight);
	const double Cohere = double(Rules.CohesionWeight), Force = double(Rules.MaxSteerForce);
	const double Top = double(Rules.MaxSpeed) * (Input.SpeedScales.empty() ? 1.0 : double(Input.SpeedScales[Self]));
	const F Extra = Input.ExtraSums.empty() ? F(0.0) : Flat(Input.ExtraSums[Self]);
	const auto Unit = [](const F& V) { return glm::length(V) > double(ZeroSumLength) ? glm::normalize(V) : F(0.0); };
	const auto Shorten = [](const F& V, double Most) { return glm::length(V) > Most ? glm::normalize(V) * Most : V; };
	const auto Steer = [&](const F& V)
	{ return Unit(V) == F(0.0) ? F(0.0) : Shorten(Unit(V) * Top - Velocity, Force); };
	if (Rules.Model == EKernelModel::Normalized)
	{
		return Steer(Separate * Unit(Apart) + Align * Unit(Along) + Cohere * Unit(Toward) + Extra);
	}
	const F Matching = Aligned > 0.0 ? Along / Aligned - Velocity : F(0.0);
	const F Literal = Separate * Apart + Align * Matching + Cohere * Toward / std::max(Cohering, 1.0) + Force * Extra;
	const F Reynolds =
	    Separate * Steer(Apart) + Align * Steer(Along) + Cohere * Steer(Toward) + glm::length(Extra) * Steer(Extra);
	const F Sum = Rules.Model == EKernelModel::AdditiveLiteral ? Literal : Reynolds;
	const F Next = Velocity + Sum * double(Input.DeltaTime);
	return glm::length(Next) > Top ? (Shorten(Next, Top) - Velocity) / double(Input.DeltaTime) : Sum;
}
} // namespace Flockwork
