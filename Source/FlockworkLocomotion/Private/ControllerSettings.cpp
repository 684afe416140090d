#include "FlockworkLocomotion/ControllerSettings.h"

namespace Flockwork
{
namespace
{
using FSelf = FControllerSettings;
using FBuilder = TSettingsTableBuilder<FSelf>;

void AddShapeFields(FBuilder& Builder)
{
	Builder.Float("radius", &FSelf::Radius, "m", 0.02, 10.0, "Radius of the capsule.")
	    .Float("height", &FSelf::Height, "m", 0.04, 50.0, "Height of the whole capsule; never below two radii.")
	    .Float("stepHeight", &FSelf::StepHeight, "m", 0.0, 10.0,
	        "Edges up to this height are climbed in stride; higher ones are walls.")
	    .Float("maxSlope", &FSelf::MaxSlope, "deg", 0.0, 85.0, "Steeper ground is a wall on the way up, a slide down.")
	    .Float("snapDistance", &FSelf::SnapDistance, "m", 0.0, 10.0,
	        "Ground so far below the feet is followed; below the height of a stair the character hops down it.")
	    .Int("solidLayers", &FSelf::SolidLayers, "1", -2147483648.0, 2147483647.0,
	        "Layers that stop the capsule, a bit each; -1 is all of them.");
}

void AddMotionFields(FBuilder& Builder)
{
	Builder
	    .Float("acceleration", &FSelf::Acceleration, "m/s^2", 0.1, 10000.0,
	        "How fast the wished velocity is reached on the ground; low values slide like on ice.")
	    .Float("airAcceleration", &FSelf::AirAcceleration, "m/s^2", 0.0, 10000.0,
	        "The same in the air; 0 keeps the way of the jump.")
	    .Float("gravity", &FSelf::Gravity, "m/s^2", 0.0, 200.0, "How fast a fall becomes faster.")
	    .Float("jumpSpeed", &FSelf::JumpSpeed, "m/s", 0.0, 100.0, "Upward speed at the start of a jump.")
	    .Float("maxFallSpeed", &FSelf::MaxFallSpeed, "m/s", 0.1, 300.0, "No fall is faster than this.")
	    .Bool("ridePlatforms", &FSelf::bRidePlatforms, "The character goes and turns with the body that it stands on.")
	    .Float("pushForce", &FSelf::PushForce, "N", 0.0, 100000.0,
	        "Force on dynamic bodies that it walks into; 0 makes walls of them.");
}
} // namespace

const FSettingsTable& FControllerSettings::Table()
{
	static const FSettingsTable Table = []
	{
		FBuilder Builder("controller", "The capsule that carries a character over the ground.");
		AddShapeFields(Builder);
		AddMotionFields(Builder);
		return Builder.Build();
	}();
	return Table;
}
} // namespace Flockwork
