#include "ScriptMath.h"

#include "FlockworkCore/Math.h"
#include "ScriptText.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>

namespace Flockwork
{
namespace
{
constexpr float DegreesToRadians = Pi / 180.0f;

void ConstructZero(FVector* Self)
{
	new (Self) FVector(0.0f, 0.0f, 0.0f);
}
void ConstructVector(float X, float Y, float Z, FVector* Self)
{
	new (Self) FVector(X, Y, Z);
}
FVector Add(const FVector& A, const FVector& B)
{
	return A + B;
}
FVector Subtract(const FVector& A, const FVector& B)
{
	return A - B;
}
FVector Scale(const FVector& A, float B)
{
	return A * B;
}
FVector Divide(const FVector& A, float B)
{
	return A / B;
}
FVector Negate(const FVector& A)
{
	return -A;
}
FVector& AddTo(FVector& A, const FVector& B)
{
	return A += B;
}
FVector& SubtractFrom(FVector& A, const FVector& B)
{
	return A -= B;
}
FVector& ScaleBy(FVector& A, float B)
{
	return A *= B;
}
bool EqualVectors(const FVector& A, const FVector& B)
{
	return A == B;
}
float Size(const FVector& A)
{
	return Length(A);
}
float SizeSquared(const FVector& A)
{
	return LengthSquared(A);
}
float Size2D(const FVector& A)
{
	return Length(Horizontal(A));
}
FVector GetSafeNormal(const FVector& A)
{
	return SafeNormal(A);
}
float Dot(const FVector& A, const FVector& B)
{
	return A.x * B.x + A.y * B.y + A.z * B.z;
}
FVector Cross(const FVector& A, const FVector& B)
{
	return {A.y * B.z - A.z * B.y, A.z * B.x - A.x * B.z, A.x * B.y - A.y * B.x};
}
float Distance(const FVector& A, const FVector& B)
{
	return Length(A - B);
}
float Distance2D(const FVector& A, const FVector& B)
{
	return Length(Horizontal(A - B));
}
FScriptString VectorToString(const FVector& A)
{
	const std::string Text = "(" + FormatNumber(A.x) + ", " + FormatNumber(A.y) + ", " + FormatNumber(A.z) + ")";
	return FScriptString(std::string_view(Text));
}

void ConstructIdentity(FQuat* Self)
{
	new (Self) FQuat(IdentityQuat);
}
void ConstructTurn(const FVector& Axis, float Degrees, FQuat* Self)
{
	const FVector Unit = SafeNormal(Axis);
	const float Half = 0.5f * Degrees * DegreesToRadians;
	new (Self) FQuat(std::cos(Half), std::sin(Half) * Unit.x, std::sin(Half) * Unit.y, std::sin(Half) * Unit.z);
}
FVector Rotate(const FQuat& A, const FVector& B)
{
	return A * B;
}
FQuat Chain(const FQuat& A, const FQuat& B)
{
	return A * B;
}
FQuat Inverse(const FQuat& A)
{
	return glm::conjugate(A);
}
float GetYaw(const FQuat& A)
{
	return YawOf(A) / DegreesToRadians;
}
FQuat MakeFromForward(const FVector& Forward)
{
	return LookRotation(Forward);
}

float Sin(float Degrees)
{
	return std::sin(Degrees * DegreesToRadians);
}
float Cos(float Degrees)
{
	return std::cos(Degrees * DegreesToRadians);
}
float Atan2(float Y, float X)
{
	return std::atan2(Y, X) / DegreesToRadians;
}
float Sqrt(float Value)
{
	return std::sqrt(Value);
}
float Pow(float Base, float Exponent)
{
	return std::pow(Base, Exponent);
}
float Exp(float Value)
{
	return std::exp(Value);
}
float Loge(float Value)
{
	return std::log(Value);
}
float Floor(float Value)
{
	return std::floor(Value);
}
float Ceil(float Value)
{
	return std::ceil(Value);
}
float AbsFloat(float Value)
{
	return std::fabs(Value);
}
int AbsInt(int Value)
{
	return Value < 0 ? int(0u - uint32_t(Value)) : Value; // the smallest int has no positive twin and stays
}
template <typename Number>
Number Min(Number A, Number B)
{
	return B < A ? B : A;
}
template <typename Number>
Number Max(Number A, Number B)
{
	return A < B ? B : A;
}
template <typename Number>
Number Clamp(Number Value, Number Low, Number High)
{
	return Min(Max(Value, Low), High);
}
float Lerp(float A, float B, float Alpha)
{
	return A + (B - A) * Alpha;
}
FVector LerpVectors(const FVector& A, const FVector& B, float Alpha)
{
	return A + (B - A) * Alpha;
}
float SmoothStep(float Low, float High, float Value)
{
	const float T = std::clamp((Value - Low) / std::max(High - Low, 1e-12f), 0.0f, 1.0f);
	return T * T * (3.0f - 2.0f * T);
}
bool IsFiniteNumber(float Value)
{
	return std::isfinite(Value);
}

void RegisterVector(FScriptApi& Api)
{
	Api.Group("FVector",
	    "Metres, Y up, right-handed; +, -, * and / by a number, +=, -=, *=, ==. Sum with a string: its text.");
	Api.ValueType<FVector>("FVector", asOBJ_APP_CLASS_ALLFLOATS, "");
	Api.Constructor("FVector", "", asFUNCTION(ConstructZero), "Zero.");
	Api.Constructor("FVector", "float X, float Y, float Z", asFUNCTION(ConstructVector), "");
	Api.Property("FVector", "float X", offsetof(FVector, x), "");
	Api.Property("FVector", "float Y", offsetof(FVector, y), "");
	Api.Property("FVector", "float Z", offsetof(FVector, z), "");
	Api.Method("FVector", "FVector opAdd(const FVector& in) const", asFUNCTION(Add), "");
	Api.Method("FVector", "FVector opSub(const FVector& in) const", asFUNCTION(Subtract), "");
	Api.Method("FVector", "FVector opMul(float) const", asFUNCTION(Scale), "");
	Api.Method("FVector", "FVector opMul_r(float) const", asFUNCTION(Scale), "");
	Api.Method("FVector", "FVector opDiv(float) const", asFUNCTION(Divide), "");
	Api.Method("FVector", "FVector opNeg() const", asFUNCTION(Negate), "");
	Api.Method("FVector", "FVector& opAddAssign(const FVector& in)", asFUNCTION(AddTo), "");
	Api.Method("FVector", "FVector& opSubAssign(const FVector& in)", asFUNCTION(SubtractFrom), "");
	Api.Method("FVector", "FVector& opMulAssign(float)", asFUNCTION(ScaleBy), "");
	Api.Method("FVector", "bool opEquals(const FVector& in) const", asFUNCTION(EqualVectors), "");
	Api.Method("FVector", "float Size() const", asFUNCTION(Size), "Length.");
	Api.Method("FVector", "float SizeSquared() const", asFUNCTION(SizeSquared), "Length squared.");
	Api.Method("FVector", "float Size2D() const", asFUNCTION(Size2D), "Length of the horizontal part.");
	Api.Method("FVector", "FVector GetSafeNormal() const", asFUNCTION(GetSafeNormal),
	    "The unit vector of this direction; zero of zero.");
	Api.Method("FVector", "float Dot(const FVector& in Other) const", asFUNCTION(Dot), "Scalar product.");
	Api.Method("FVector", "FVector Cross(const FVector& in Other) const", asFUNCTION(Cross), "Vector product.");
	Api.Method("FVector", "float Distance(const FVector& in Other) const", asFUNCTION(Distance), "Metres to Other.");
	Api.Method("FVector", "float Distance2D(const FVector& in Other) const", asFUNCTION(Distance2D),
	    "Metres to Other, seen from above.");
	Api.Method("FVector", "string ToString() const", asFUNCTION(VectorToString), "\"(X, Y, Z)\".");
}

void RegisterQuat(FScriptApi& Api)
{
	Api.Group("FQuat", "A rotation. A * B turns by B, then by A; A * V turns the vector V. Angles are degrees.");
	Api.ValueType<FQuat>("FQuat", asOBJ_APP_CLASS_ALLFLOATS, "");
	Api.Constructor("FQuat", "", asFUNCTION(ConstructIdentity), "No turn.");
	Api.Constructor("FQuat", "const FVector& in Axis, float Degrees", asFUNCTION(ConstructTurn), "A turn about Axis.");
	Api.Method("FQuat", "FQuat opMul(const FQuat& in) const", asFUNCTION(Chain), "");
	Api.Method("FQuat", "FVector opMul(const FVector& in) const", asFUNCTION(Rotate), "");
	Api.Method("FQuat", "FQuat Inverse() const", asFUNCTION(Inverse), "The turn back.");
	Api.Method("FQuat", "float GetYaw() const", asFUNCTION(GetYaw),
	    "Degrees about Y of the +Z axis: 0 faces +Z, 90 faces +X.");
	Api.Function("FQuat LookRotation(const FVector& in Forward)", asFUNCTION(MakeFromForward),
	    "The rotation that turns +Z to Forward, upright.");
}

void RegisterNumbers(FScriptApi& Api)
{
	Api.Group("FMath", "Numbers. Angles are degrees.");
	Api.Namespace("FMath");
	Api.Function("float Sin(float Degrees)", asFUNCTION(Sin), "Sine.");
	Api.Function("float Cos(float Degrees)", asFUNCTION(Cos), "Cosine.");
	Api.Function("float Atan2(float Y, float X)", asFUNCTION(Atan2), "Degrees of the direction (X, Y).");
	Api.Function("float Sqrt(float Value)", asFUNCTION(Sqrt), "Square root; NaN below 0.");
	Api.Function("float Pow(float Base, float Exponent)", asFUNCTION(Pow), "Power.");
	Api.Function("float Exp(float Value)", asFUNCTION(Exp), "e to the power of Value.");
	Api.Function("float Loge(float Value)", asFUNCTION(Loge), "Natural logarithm.");
	Api.Function("float Floor(float Value)", asFUNCTION(Floor), "The next whole number below.");
	Api.Function("float Ceil(float Value)", asFUNCTION(Ceil), "The next whole number above.");
	Api.Function("float Abs(float Value)", asFUNCTION(AbsFloat), "Without its sign.");
	Api.Function("int Abs(int Value)", asFUNCTION(AbsInt), "");
	Api.Function("float Min(float A, float B)", asFUNCTION(Min<float>), "The smaller one.");
	Api.Function("int Min(int A, int B)", asFUNCTION(Min<int>), "");
	Api.Function("float Max(float A, float B)", asFUNCTION(Max<float>), "The larger one.");
	Api.Function("int Max(int A, int B)", asFUNCTION(Max<int>), "");
	Api.Function("float Clamp(float Value, float Low, float High)", asFUNCTION(Clamp<float>), "Value, kept between.");
	Api.Function("int Clamp(int Value, int Low, int High)", asFUNCTION(Clamp<int>), "");
	Api.Function("float Lerp(float A, float B, float Alpha)", asFUNCTION(Lerp), "From A (Alpha 0) to B (Alpha 1).");
	Api.Function("FVector Lerp(const FVector& in A, const FVector& in B, float Alpha)", asFUNCTION(LerpVectors), "");
	Api.Function("float SmoothStep(float Low, float High, float Value)", asFUNCTION(SmoothStep),
	    "0 below Low, 1 above High, smooth between.");
	Api.Function("bool IsFinite(float Value)", asFUNCTION(IsFiniteNumber), "Neither NaN nor infinite.");
	Api.Constant("const float Pi", &Pi, "3.14159...");
	Api.Namespace("");
}
} // namespace

void RegisterScriptMath(FScriptApi& Api)
{
	RegisterVector(Api);
	RegisterQuat(Api);
	RegisterNumbers(Api);
}
} // namespace Flockwork
