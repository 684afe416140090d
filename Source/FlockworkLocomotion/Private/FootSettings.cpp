#include "FlockworkLocomotion/FootSettings.h"

namespace Flockwork
{
namespace
{
using FSelf = FFootSettings;
using FBuilder = TSettingsTableBuilder<FSelf>;

void AddStepFields(FBuilder& Builder)
{
	Builder
	    .Float("stepThreshold", &FSelf::StepThreshold, "m", 0.01, 10.0,
	        "A foot farther than this from its ideal spot steps; larger is longer strides.")
	    .Float("turnThreshold", &FSelf::TurnThreshold, "deg", 1.0, 180.0,
	        "A foot turned by more than this against the body steps.")
	    .Float("stopSpeed", &FSelf::StopSpeed, "m/s", 0.0, 10.0, "Below this the body stands, and feet come together.")
	    .Float("stopThreshold", &FSelf::StopThreshold, "m", 0.005, 10.0,
	        "The step threshold of a body that stands; large leaves the feet apart.")
	    .Float("stepSpeed", &FSelf::StepSpeed, "1/s", 0.1, 60.0, "A step takes one over this; high values twitch.")
	    .Float("stepHeight", &FSelf::StepHeight, "m", 0.0, 10.0, "Height of a step's arc; 0 shuffles.")
	    .Float("lead", &FSelf::Lead, "1", 0.0, 4.0,
	        "Step times that feet are set ahead of the body's motion; without it they trail out of reach.")
	    .Float("reaimUntil", &FSelf::ReaimUntil, "1", 0.0, 1.0,
	        "Share of a step up to which its goal follows the body; near 1 feet are seen to swerve.");
}

void AddGroundFields(FBuilder& Builder)
{
	Builder.Float("clearance", &FSelf::Clearance, "m", 0.0, 2.0, "Height of a swinging foot over what lies between.")
	    .Float("rayUp", &FSelf::RayUp, "m", 0.0, 20.0,
	        "Height over the body's ground from which feet look down; too low misses stairs, too high finds ceilings.")
	    .Float("rayDown", &FSelf::RayDown, "m", 0.1, 50.0, "How far feet look down in all.")
	    .Float("maxSlope", &FSelf::MaxSlope, "deg", 0.0, 89.0, "Steeper ground is no foothold.")
	    .Int("groundLayers", &FSelf::GroundLayers, "1", -2147483648.0, 2147483647.0,
	        "Layers that count as ground, a bit each; -1 is all of them.");
}
} // namespace

const FSettingsTable& FFootSettings::Table()
{
	static const FSettingsTable Table = []
	{
		FBuilder Builder("feet", "How a walker's feet are placed.");
		AddStepFields(Builder);
		AddGroundFields(Builder);
		return Builder.Build();
	}();
	return Table;
}
} // namespace Flockwork
