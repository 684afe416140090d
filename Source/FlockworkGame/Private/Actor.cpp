#include "FlockworkGame/Actor.h"

namespace Flockwork
{
FTransform Interpolate(const FTransform& From, const FTransform& To, float Alpha)
{
	FTransform Between;
	Between.Location = From.Location + (To.Location - From.Location) * Alpha;
	Between.Rotation = glm::slerp(From.Rotation, To.Rotation, Alpha);
	Between.Scale = From.Scale + (To.Scale - From.Scale) * Alpha;
	return Between;
}
} // namespace Flockwork
