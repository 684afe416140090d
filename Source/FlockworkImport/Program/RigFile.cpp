#include "RigFile.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// Unit vectors at right angles, nearest to the given ones in their order (Gram and Schmidt); what is too short is made
// up.
glm::dmat3 Orthonormal(const glm::dvec3 (&Axes)[3])
{
	constexpr double Shortest = 1e-12;
	glm::dvec3 X = Axes[0];
	X = glm::length(X) > Shortest ? X / glm::length(X) : glm::dvec3(1.0, 0.0, 0.0);
	glm::dvec3 Y = Axes[1] - X * glm::dot(X, Axes[1]);
	if (glm::length(Y) <= Shortest * std::max(1.0, glm::length(Axes[1])))
	{
		const glm::dvec3 Other = std::abs(X.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
		Y = Other - X * glm::dot(X, Other);
	}
	Y = Y / glm::length(Y);
	return {X, Y, glm::cross(X, Y)};
}
} // namespace

glm::dmat4 FRigTransform::ToMatrix() const
{
	const glm::dmat3 Turn = glm::mat3_cast(Rotation);
	return {glm::dvec4(Turn[0] * Scale.x, 0.0), glm::dvec4(Turn[1] * Scale.y, 0.0), glm::dvec4(Turn[2] * Scale.z, 0.0),
	    glm::dvec4(Translation, 1.0)};
}

FRigTransform FRigTransform::FromMatrix(const glm::dmat4& Matrix, double& OutShear)
{
	FRigTransform Out;
	const glm::dvec3 Axes[3] = {glm::dvec3(Matrix[0]), glm::dvec3(Matrix[1]), glm::dvec3(Matrix[2])};
	const bool bMirrored = glm::dot(glm::cross(Axes[0], Axes[1]), Axes[2]) < 0.0;
	Out.Translation = glm::dvec3(Matrix[3]);
	Out.Scale = {glm::length(Axes[0]), glm::length(Axes[1]), glm::length(Axes[2]) * (bMirrored ? -1.0 : 1.0)};
	Out.Rotation = glm::normalize(glm::quat_cast(Orthonormal(Axes)));
	OutShear = 0.0;
	for (int First = 0; First < 3; ++First)
	{
		const int Second = (First + 1) % 3;
		const double Size = glm::length(Axes[First]) * glm::length(Axes[Second]);
		OutShear = Size > 0.0 ? std::max(OutShear, std::abs(glm::dot(Axes[First], Axes[Second])) / Size) : OutShear;
	}
	return Out;
}

std::vector<glm::dmat4> FRigFile::RestWorlds() const
{
	std::vector<glm::dmat4> Worlds;
	for (const FRigNode& Node : Nodes)
	{
		const glm::dmat4 Local = Node.Rest.ToMatrix();
		Worlds.push_back(Node.Parent < 0 ? Local : Worlds[size_t(Node.Parent)] * Local);
	}
	return Worlds;
}
} // namespace Flockwork
