#include "FlockworkCore/HostConvention.h"

namespace Flockwork
{
namespace
{
// Ours faces +Z with Y up, so the right hand points along -X; forward, right and up are carried to the host's own.
FVector AxesToHost(EHost Host, const FVector& V)
{
	switch (Host)
	{
	case EHost::Unreal: // forward X, right Y, up Z
		return {V.z, -V.x, V.y};
	case EHost::Unity: // forward Z, right X, up Y
		return {-V.x, V.y, V.z};
	case EHost::Blender: // forward -Y, right -X, up Z: as Blender's own glTF exporter maps it
		return {V.x, -V.z, V.y};
	case EHost::Native:
		break;
	}
	return V;
}

FVector AxesFromHost(EHost Host, const FVector& V)
{
	switch (Host)
	{
	case EHost::Unreal:
		return {-V.y, V.z, V.x};
	case EHost::Unity:
		return {-V.x, V.y, V.z};
	case EHost::Blender:
		return {V.x, V.z, -V.y};
	case EHost::Native:
		break;
	}
	return V;
}

// A rotation's axis is a pseudovector: under a mirrored set of axes it turns round once more.
float AxisSign(EHost Host)
{
	return Host == EHost::Unreal || Host == EHost::Unity ? -1.0f : 1.0f;
}

float UnitsPerMetre(EHost Host)
{
	return Host == EHost::Unreal ? 100.0f : 1.0f;
}

FQuat WithAxis(const FQuat& Rotation, const FVector& Axis)
{
	return FQuat{Rotation.w, Axis.x, Axis.y, Axis.z};
}
} // namespace

FVector FHostConvention::PositionToHost(const FVector& Ours) const
{
	return AxesToHost(Host, Ours) * UnitsPerMetre(Host);
}

FVector FHostConvention::PositionFromHost(const FVector& Theirs) const
{
	return AxesFromHost(Host, Theirs) / UnitsPerMetre(Host);
}

FVector FHostConvention::DirectionToHost(const FVector& Ours) const
{
	return AxesToHost(Host, Ours);
}

FVector FHostConvention::DirectionFromHost(const FVector& Theirs) const
{
	return AxesFromHost(Host, Theirs);
}

FQuat FHostConvention::RotationToHost(const FQuat& Ours) const
{
	return WithAxis(Ours, AxesToHost(Host, FVector{Ours.x, Ours.y, Ours.z}) * AxisSign(Host));
}

FQuat FHostConvention::RotationFromHost(const FQuat& Theirs) const
{
	return WithAxis(Theirs, AxesFromHost(Host, FVector{Theirs.x, Theirs.y, Theirs.z}) * AxisSign(Host));
}

float FHostConvention::LengthToHost(float Ours) const
{
	return Ours * UnitsPerMetre(Host);
}

float FHostConvention::LengthFromHost(float Theirs) const
{
	return Theirs / UnitsPerMetre(Host);
}
} // namespace Flockwork
