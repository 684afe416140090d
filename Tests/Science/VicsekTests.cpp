// Vicsek et al. 1995: order against noise, N 400, L 10, speed 0.03, radius 1. Lengths here are ten times theirs, since
// a boid is no slower than 0.1 m/s.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
double OrderAt(float Noise, uint64_t Seed, int32_t Steps)
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Vicsek;
	Settings.VicsekNoise = Noise;
	Settings.MaxSpeed = 0.3f;
	Settings.NeighborRadius = 10.0f;
	Settings.Planar = EPlanarMode::On;
	Settings.WorldShape = EWorldShape::Torus;
	Settings.TorusSize = {100.0f, 0.0f, 100.0f};
	Settings.Integrator = EIntegrator::ExplicitEuler; // as in the paper: x moves with the old velocity
	FFlockSim Sim(Settings, Seed, 1.0f);
	Sim.AddOverTorus(400);
	return Sim.Run(Steps, Steps * 2 / 3, 10).Polarisation;
}

// Mean order of three seeds against the published one, and against the bound for headings spread evenly over the noise.
void CheckOrder(float Noise, double Published)
{
	double Order = 0.0;
	for (const uint64_t Seed : {1ull, 2ull, 3ull})
	{
		Order += OrderAt(Noise, Seed, 3000) / 3.0;
	}
	const double Half = 0.5 * double(Noise);
	INFO("noise " << Noise << ": order " << Order);
	CHECK(Order == Approx(Published).margin(0.03));
	CHECK(Order <= std::sin(Half) / Half + 0.02);
}
} // namespace

TEST_CASE("Vicsek 1995: at noise 1 and 2 the order is as published")
{
	CheckOrder(1.0f, 0.945);
	CheckOrder(2.0f, 0.784);
}

TEST_CASE("Vicsek 1995: at noise 3 and 4 the order is as published")
{
	CheckOrder(3.0f, 0.533);
	CheckOrder(4.0f, 0.260);
}

TEST_CASE("Vicsek 1995: at noise 5 the order is as published")
{
	CheckOrder(5.0f, 0.065);
}
