#include "FlockworkAnimation/Pose.h"

#include <glm/mat3x3.hpp>

namespace Flockwork
{
FJointMatrix FJointMatrix::From(const FJointPose& Pose)
{
	const glm::mat3 Rotation = glm::mat3_cast(Pose.Rotation); // columns
	FJointMatrix Out;
	for (int32_t Row = 0; Row < 3; ++Row)
	{
		for (int32_t Column = 0; Column < 3; ++Column)
		{
			Out.Rows[Row][Column] = Rotation[Column][Row] * Pose.Scale[Column];
		}
		Out.Rows[Row][3] = Pose.Translation[Row];
	}
	return Out;
}

FVector FJointMatrix::TransformPoint(const FVector& Point) const
{
	return TransformDirection(Point) + GetTranslation();
}

FVector FJointMatrix::TransformDirection(const FVector& Direction) const
{
	const auto Row = [&](int32_t Index)
	{ return Rows[Index][0] * Direction.x + Rows[Index][1] * Direction.y + Rows[Index][2] * Direction.z; };
	return {Row(0), Row(1), Row(2)};
}

void FJointMatrix::SetTranslation(const FVector& Place)
{
	for (int32_t Row = 0; Row < 3; ++Row)
	{
		Rows[Row][3] = Place[Row];
	}
}

FQuat FJointMatrix::GetRotation() const
{
	const FVector X = SafeNormal(GetAxis(0));
	const FVector Y = SafeNormal(GetAxis(1) - X * glm::dot(X, GetAxis(1)));
	if (X == FVector{0.0f} || Y == FVector{0.0f})
	{
		return IdentityQuat;
	}
	return glm::normalize(glm::quat_cast(glm::mat3(X, Y, glm::cross(X, Y))));
}

FJointMatrix FJointMatrix::Inverse() const
{
	const FVector X = GetAxis(0);
	const FVector Y = GetAxis(1);
	const FVector Z = GetAxis(2);
	const float Volume = glm::dot(X, glm::cross(Y, Z));
	const float Scale = std::abs(Volume) > 1e-30f ? 1.0f / Volume : 0.0f;
	const FVector Inverted[3] = {glm::cross(Y, Z) * Scale, glm::cross(Z, X) * Scale, glm::cross(X, Y) * Scale};
	FJointMatrix Out;
	for (int32_t Row = 0; Row < 3; ++Row)
	{
		for (int32_t Column = 0; Column < 3; ++Column)
		{
			Out.Rows[Row][Column] = Inverted[Row][Column];
		}
		Out.Rows[Row][3] = -glm::dot(Inverted[Row], GetTranslation());
	}
	return Out;
}

FJointMatrix operator*(const FJointMatrix& Parent, const FJointMatrix& Child)
{
	FJointMatrix Out;
	for (int32_t Row = 0; Row < 3; ++Row)
	{
		const float* Left = Parent.Rows[Row];
		for (int32_t Column = 0; Column < 4; ++Column)
		{
			Out.Rows[Row][Column] =
			    Left[0] * Child.Rows[0][Column] + Left[1] * Child.Rows[1][Column] + Left[2] * Child.Rows[2][Column];
		}
		Out.Rows[Row][3] += Left[3];
	}
	return Out;
}

bool IsFinite(const FJointPose& Pose)
{
	return IsFinite(Pose.Translation) && IsFinite(Pose.Rotation) && IsFinite(Pose.Scale);
}

bool IsFinite(const FJointMatrix& Matrix)
{
	return IsFinite(Matrix.GetAxis(0)) && IsFinite(Matrix.GetAxis(1)) && IsFinite(Matrix.GetAxis(2)) &&
	       IsFinite(Matrix.GetTranslation());
}

FQuat BlendRotations(const FQuat& A, const FQuat& B, float Alpha)
{
	const float Share = glm::dot(A, B) < 0.0f ? -Alpha : Alpha;
	const FQuat Sum = A * (1.0f - Alpha) + B * Share;
	const float Square = glm::dot(Sum, Sum);
	return Square > 1e-12f ? Sum * (1.0f / std::sqrt(Square)) : A;
}

FJointPose BlendPoses(const FJointPose& A, const FJointPose& B, float Alpha)
{
	return {A.Translation + (B.Translation - A.Translation) * Alpha, BlendRotations(A.Rotation, B.Rotation, Alpha),
	    A.Scale + (B.Scale - A.Scale) * Alpha};
}
} // namespace Flockwork
