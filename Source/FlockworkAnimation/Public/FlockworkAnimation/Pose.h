#pragma once
// A joint's place. "Local" is relative to the parent joint, "model" to the character: metres, Y up, it faces +Z.
#include "FlockworkCore/Math.h"

namespace Flockwork
{
// Applied as scale, rotate, translate. Rotation is a unit quaternion; scales may differ by axis and be negative, not 0.
struct FJointPose
{
	FVector Translation{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	FVector Scale{1.0f, 1.0f, 1.0f};
	friend bool operator==(const FJointPose& A, const FJointPose& B)
	{
		return A.Translation == B.Translation && A.Rotation == B.Rotation && A.Scale == B.Scale;
	}
};

// Three rows of four, as shaders read them: a point P becomes (dot(Rows[i].xyz, P) + Rows[i].w). Unlike FJointPose it
// holds the shear of a rotated child under an uneven scale.
struct FJointMatrix
{
	float Rows[3][4] = {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}};

	static FJointMatrix From(const FJointPose& Pose);
	FVector TransformPoint(const FVector& Point) const;
	FVector TransformDirection(const FVector& Direction) const; // lengths change with the scale
	FVector GetTranslation() const { return {Rows[0][3], Rows[1][3], Rows[2][3]}; }
	FVector GetAxis(int32_t Axis) const { return {Rows[0][Axis], Rows[1][Axis], Rows[2][Axis]}; }
	void SetTranslation(const FVector& Place);
	// The nearest rotation: the axes made orthogonal, X first, a mirroring turned into its like.
	FQuat GetRotation() const;
	// Undefined, but finite, when the matrix has no volume.
	FJointMatrix Inverse() const;
	friend FJointMatrix operator*(const FJointMatrix& Parent, const FJointMatrix& Child);
	friend bool operator==(const FJointMatrix&, const FJointMatrix&) = default;
};
bool IsFinite(const FJointPose& Pose);
bool IsFinite(const FJointMatrix& Matrix);

// The way from A to B over the shorter arc by normalised linear interpolation: between samples of a joint that turns at
// 10 rad/s it is within 0.005 degrees of the even turn. Alpha in [0, 1].
FQuat BlendRotations(const FQuat& A, const FQuat& B, float Alpha);
FJointPose BlendPoses(const FJointPose& A, const FJointPose& B, float Alpha);
} // namespace Flockwork
