#include "Gjk.h"

#include <array>
#include <limits>

namespace Flockwork
{
namespace
{
// A corner of the simplex: a point of the difference X - Y, and the two points it comes from.
struct FCorner
{
	FVectorD Difference{0.0};
	FVectorD OnX{0.0};
	FVectorD OnY{0.0};
};

struct FSimplex
{
	std::array<FCorner, 4> Corners;
	std::array<double, 4> Weights{};
	int Count = 0;

	FVectorD Sum(FVectorD FCorner::*Member) const
	{
		FVectorD Out(0.0);
		for (int Index = 0; Index < Count; ++Index)
		{
			Out += Corners[size_t(Index)].*Member * Weights[size_t(Index)];
		}
		return Out;
	}
};

FSimplex Pick(const FSimplex& From, std::initializer_list<int> Indices, std::initializer_list<double> Weights)
{
	FSimplex Out;
	auto Weight = Weights.begin();
	for (int Index : Indices)
	{
		Out.Corners[size_t(Out.Count)] = From.Corners[size_t(Index)];
		Out.Weights[size_t(Out.Count)] = *Weight++;
		++Out.Count;
	}
	return Out;
}

// The face of the simplex that is nearest to the origin, with the weights of the nearest point; Ericson 5.1.
FSimplex NearestOnSegment(const FSimplex& In, int I, int J)
{
	const FVectorD A = In.Corners[size_t(I)].Difference;
	const FVectorD AB = In.Corners[size_t(J)].Difference - A;
	const double LengthSquared = glm::dot(AB, AB);
	const double T = LengthSquared > 0.0 ? -glm::dot(A, AB) / LengthSquared : 0.0;
	if (T <= 0.0)
	{
		return Pick(In, {I}, {1.0});
	}
	return T >= 1.0 ? Pick(In, {J}, {1.0}) : Pick(In, {I, J}, {1.0 - T, T});
}

FSimplex NearestOnTriangle(const FSimplex& In, int I, int J, int K)
{
	const FVectorD A = In.Corners[size_t(I)].Difference;
	const FVectorD B = In.Corners[size_t(J)].Difference;
	const FVectorD C = In.Corners[size_t(K)].Difference;
	const FVectorD Normal = glm::cross(B - A, C - A);
	const double NormalSquared = glm::dot(Normal, Normal);
	const double WeightA = glm::dot(glm::cross(B, C), Normal);
	const double WeightB = glm::dot(glm::cross(C, A), Normal);
	const double WeightC = glm::dot(glm::cross(A, B), Normal);
	const double Longest = std::max(glm::dot(B - A, B - A), glm::dot(C - A, C - A));
	const bool bFlat = NormalSquared <= 1.0e-24 * Longest * Longest;
	if (!bFlat && WeightA > 0.0 && WeightB > 0.0 && WeightC > 0.0)
	{
		const double Total = WeightA + WeightB + WeightC;
		return Pick(In, {I, J, K}, {WeightA / Total, WeightB / Total, WeightC / Total});
	}
	FSimplex Best = NearestOnSegment(In, I, J);
	double BestSquared = glm::dot(Best.Sum(&FCorner::Difference), Best.Sum(&FCorner::Difference));
	for (const auto& [First, Second] : {std::pair{J, K}, std::pair{K, I}})
	{
		const FSimplex Other = NearestOnSegment(In, First, Second);
		const FVectorD Nearest = Other.Sum(&FCorner::Difference);
		if (glm::dot(Nearest, Nearest) < BestSquared)
		{
			BestSquared = glm::dot(Nearest, Nearest);
			Best = Other;
		}
	}
	return Best;
}

// Count stays 4 when the origin is inside.
FSimplex NearestOnTetrahedron(const FSimplex& In)
{
	constexpr int Faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
	FSimplex Best = In;
	double BestSquared = std::numeric_limits<double>::infinity();
	for (const auto& Face : Faces)
	{
		const FVectorD A = In.Corners[size_t(Face[0])].Difference;
		const FVectorD Normal =
		    glm::cross(In.Corners[size_t(Face[1])].Difference - A, In.Corners[size_t(Face[2])].Difference - A);
		const double Origin = -glm::dot(A, Normal);
		const double Opposite = glm::dot(In.Corners[size_t(Face[3])].Difference - A, Normal);
		if (Origin * Opposite > 0.0)
		{
			continue; // the origin is on the inner side of this face
		}
		const FSimplex Other = NearestOnTriangle(In, Face[0], Face[1], Face[2]);
		const FVectorD Nearest = Other.Sum(&FCorner::Difference);
		if (glm::dot(Nearest, Nearest) < BestSquared)
		{
			BestSquared = glm::dot(Nearest, Nearest);
			Best = Other;
		}
	}
	return Best;
}

FSimplex Reduce(const FSimplex& In)
{
	switch (In.Count)
	{
	case 1:
		return Pick(In, {0}, {1.0});
	case 2:
		return NearestOnSegment(In, 0, 1);
	case 3:
		return NearestOnTriangle(In, 0, 1, 2);
	default:
		return NearestOnTetrahedron(In);
	}
}

FCorner SupportOf(const FCore& X, const FCore& Y, const FVectorD& Direction)
{
	FCorner Corner;
	Corner.OnX = X.Support(Direction);
	Corner.OnY = Y.Support(-Direction);
	Corner.Difference = Corner.OnX - Corner.OnY;
	return Corner;
}
} // namespace

bool GjkClosestPoints(const FCore& X, const FCore& Y, FVectorD& OnX, FVectorD& OnY)
{
	constexpr int MaxIterations = 64;
	constexpr double RelativeTolerance = 1.0e-12;
	constexpr double MeetSquared = 1.0e-18; // nearer than a nanometre: they meet
	FSimplex Simplex;
	Simplex.Corners[0] = SupportOf(X, Y, X.Center() - Y.Center());
	Simplex.Weights[0] = 1.0;
	Simplex.Count = 1;
	FVectorD Nearest = Simplex.Corners[0].Difference;
	for (int Iteration = 0; Iteration < MaxIterations; ++Iteration)
	{
		const double NearestSquared = glm::dot(Nearest, Nearest);
		if (NearestSquared <= MeetSquared)
		{
			return false;
		}
		const FCorner Next = SupportOf(X, Y, -Nearest);
		if (NearestSquared - glm::dot(Nearest, Next.Difference) <= RelativeTolerance * NearestSquared)
		{
			break;
		}
		FSimplex Grown = Simplex;
		Grown.Corners[size_t(Grown.Count++)] = Next;
		Grown = Reduce(Grown);
		if (Grown.Count == 4)
		{
			return false;
		}
		const FVectorD GrownNearest = Grown.Sum(&FCorner::Difference);
		if (glm::dot(GrownNearest, GrownNearest) >= NearestSquared)
		{
			break; // rounding: no nearer any more
		}
		Simplex = Grown;
		Nearest = GrownNearest;
	}
	OnX = Simplex.Sum(&FCorner::OnX);
	OnY = Simplex.Sum(&FCorner::OnY);
	return true;
}
} // namespace Flockwork
