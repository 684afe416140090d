#include "FlockworkLocomotion/WalkDoctor.h"

namespace Flockwork
{
namespace
{
using FSelf = FWalkDoctorSettings;
using FBuilder = TSettingsTableBuilder<FSelf>;

void AddContactFields(FBuilder& Builder)
{
	Builder
	    .Float("touchHeight", &FSelf::TouchHeight, "m", 0.0, 1.0,
	        "A sole so low over the ground touches it, however fast it comes down.")
	    .Float("contactHeight", &FSelf::ContactHeight, "m", 0.0, 1.0, "Below this height a contact may begin.")
	    .Float("leaveHeight", &FSelf::LeaveHeight, "m", 0.0, 1.0, "Above this height a contact ends.")
	    .Float("contactSpeed", &FSelf::ContactSpeed, "m/s", 0.0, 10.0,
	        "Below this speed along the ground's normal a contact may begin.")
	    .Float("leaveSpeed", &FSelf::LeaveSpeed, "m/s", 0.0, 10.0,
	        "Above this speed along the ground's normal a contact ends.")
	    .Float("stillSpeed", &FSelf::StillSpeed, "m/s", 0.0, 10.0,
	        "A foot that is slower than this in any direction stands, and be it on air.")
	    .Float("stillHeight", &FSelf::StillHeight, "m", 0.0, 10.0, "Up to this height a still foot is taken to stand.")
	    .Float("rayUp", &FSelf::RayUp, "m", 0.0, 20.0, "Height over a sole from which the ground is looked for.")
	    .Float("rayDown", &FSelf::RayDown, "m", 0.1, 50.0, "How far down the ground is looked for in all.")
	    .Int("groundLayers", &FSelf::GroundLayers, "1", -2147483648.0, 2147483647.0,
	        "Layers that count as ground, a bit each; -1 is all of them.");
}

void AddLimitFields(FBuilder& Builder)
{
	Builder
	    .Float("maxSlide", &FSelf::MaxSlide, "m", 0.0, 10.0,
	        "A foot that slides farther in a contact is a fault, when one of a hundred does.")
	    .Float("maxPenetration", &FSelf::MaxPenetration, "m", 0.0, 10.0, "A deeper sole in the ground is a fault.")
	    .Float("maxFloat", &FSelf::MaxFloat, "m", 0.0, 10.0, "A higher sole in contact is a fault.")
	    .Float("maxHipsJitter", &FSelf::MaxHipsJitter, "m/s^2", 0.0, 10000.0,
	        "A greater acceleration of the hips against the body, root mean square, is a fault.")
	    .Float("maxStep", &FSelf::MaxStep, "1", 0.0, 100.0, "A longer step, in leg lengths, is a fault.")
	    .Float("maxIKError", &FSelf::MaxIKError, "m", 0.0, 1.0,
	        "An ankle farther off its target, when that is within reach, is a fault.")
	    .Float("maxKnee", &FSelf::MaxKnee, "deg", 0.0, 180.0, "A straighter knee is a fault; 180 is a straight leg.")
	    .Float("popAngle", &FSelf::PopAngle, "deg", 0.1, 180.0,
	        "A knee that leaps farther in one frame, and back in the next, is a fault.")
	    .Float("stepTime", &FSelf::StepTime, "s", 0.0, 10.0,
	        "Time that a foot is in the air; more than a frame off is a fault. 0: any time is right.");
}
} // namespace

const FSettingsTable& FWalkDoctorSettings::Table()
{
	static const FSettingsTable Table = []
	{
		FBuilder Builder("doctor", "What the doctor of walkers takes for a contact, and what for a fault.");
		AddContactFields(Builder);
		AddLimitFields(Builder);
		return Builder.Build();
	}();
	return Table;
}
} // namespace Flockwork
