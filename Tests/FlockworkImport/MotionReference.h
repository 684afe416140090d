#pragma once
// How angles become matrices, for the tests of BVH, FBX and DAE: written here from the formats' descriptions, in
// double.
#include <cmath>
#include <glm/mat4x4.hpp>
#include <string_view>

namespace Flockwork
{
// About axis 0 (X), 1 (Y) or 2 (Z); columns.
inline glm::dmat4 TurnMatrix(int Axis, double Degrees)
{
	const double C = std::cos(Degrees * 3.14159265358979323846 / 180.0);
	const double S = std::sin(Degrees * 3.14159265358979323846 / 180.0);
	const int B = (Axis + 1) % 3;
	const int D = (Axis + 2) % 3;
	glm::dmat4 Out(1.0);
	Out[B][B] = C;
	Out[B][D] = S;
	Out[D][B] = -S;
	Out[D][D] = C;
	return Out;
}

inline glm::dmat4 MoveMatrix(const glm::dvec3& V)
{
	glm::dmat4 Out(1.0);
	Out[3] = glm::dvec4(V, 1.0);
	return Out;
}

inline glm::dmat4 ScaleMatrix(const glm::dvec3& V)
{
	glm::dmat4 Out(1.0);
	Out[0][0] = V.x;
	Out[1][1] = V.y;
	Out[2][2] = V.z;
	return Out;
}

// The product of turns about the axes that the letters name, from left to right. "ZYX" turns about X first.
inline glm::dmat4 TurnMatrices(std::string_view Order, const glm::dvec3& Degrees)
{
	glm::dmat4 Out(1.0);
	for (const char Letter : Order)
	{
		Out = Out * TurnMatrix(Letter - 'X', Degrees[Letter - 'X']);
	}
	return Out;
}
} // namespace Flockwork
