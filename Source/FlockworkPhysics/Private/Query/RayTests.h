#pragma once
// A ray (a segment from Origin along Direction, fraction 0..1) against one solid. A ray that starts inside a solid
// misses it. All are exact up to rounding. On a hit Fraction, which comes in as the farthest wanted, and Normal are
// set.
#include "../HullGeometry.h"
#include "QueryMath.h"

#include <span>

namespace Flockwork
{
struct FRayD
{
	FVectorD Origin;
	FVectorD Direction; // its length is the ray's
};

bool RaySphere(const FRayD& Ray, const FVectorD& Center, double Radius, double& Fraction, FVectorD& Normal);
bool RayCapsule(
    const FRayD& Ray, const FVectorD& A, const FVectorD& B, double Radius, double& Fraction, FVectorD& Normal);
// A box about the origin, and one whose edges and corners are rounded: the box, grown by Radius.
bool RayBox(const FRayD& Ray, const FVectorD& HalfExtent, double& Fraction, FVectorD& Normal);
bool RayRoundedBox(const FRayD& Ray, const FVectorD& HalfExtent, double Radius, double& Fraction, FVectorD& Normal);
bool RayPlanes(const FRayD& Ray, std::span<const FHullPlane> Planes, double& Fraction, FVectorD& Normal);
// Front faces are counter-clockwise. From behind only with bBackFaces; Normal is toward the ray.
bool RayTriangle(const FRayD& Ray, const FVectorD& A, const FVectorD& B, const FVectorD& C, bool bBackFaces,
    double& Fraction, FVectorD& Normal);
bool RayRoundedTriangle(const FRayD& Ray, const FVectorD& A, const FVectorD& B, const FVectorD& C, double Radius,
    double& Fraction, FVectorD& Normal);
} // namespace Flockwork
