// Random numbers: streams of the scene's own, made from the world's seed.
#include "SceneContext.h"
#include "ScriptApi.h"

#include <new>

namespace Flockwork
{
namespace
{
// The script type FRandomStream: a place in FSceneState::Streams.
struct FScriptStream
{
	int32_t Place = 0;
};

FRandomStream* Find(const FScriptStream& Self)
{
	// Drawing changes the stream, and with it what the script does next: not for those who only look.
	FSceneContext& Context = FSceneContext::Current();
	if (!Context.MayAct("a random number"))
	{
		return nullptr;
	}
	Context.State.FindOrAddStream("", uint64_t(Context.GetWorld().GetSettings().Seed));
	if (Self.Place < 0 || size_t(Self.Place) >= Context.State.Streams.size())
	{
		RaiseScriptException("this FRandomStream was not made by RandomStream(\"purpose\")");
		return nullptr;
	}
	return &Context.State.Streams[size_t(Self.Place)].Stream;
}

FScriptStream CommonStream()
{
	FSceneContext& Context = FSceneContext::Current();
	return {Context.State.FindOrAddStream("", uint64_t(Context.GetWorld().GetSettings().Seed))};
}
FScriptStream MakeStream(const FScriptString& Purpose)
{
	FSceneContext& Context = FSceneContext::Current();
	if (Context.State.Streams.size() >= 1000)
	{
		RaiseScriptException("a scene has at most 1000 random streams");
		return {};
	}
	return {Context.State.FindOrAddStream(ToView(Purpose), uint64_t(Context.GetWorld().GetSettings().Seed))};
}

void Construct(FScriptStream* Self)
{
	new (Self) FScriptStream();
}
float Uniform(const FScriptStream& Self)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->Uniform() : 0.0f;
}
float Range(const FScriptStream& Self, float Min, float Max)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->Range(Min, Max) : 0.0f;
}
int RangeInt(const FScriptStream& Self, int Min, int Max)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->RangeInt(Min, Max) : 0;
}
FVector UnitVector(const FScriptStream& Self)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->UnitVector() : FVector{};
}
FVector InSphere(const FScriptStream& Self, float Radius)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->InSphere(Radius) : FVector{};
}
FVector InBox(const FScriptStream& Self, const FVector& Min, const FVector& Max)
{
	FRandomStream* const Stream = Find(Self);
	return Stream ? Stream->InBox(Min, Max) : FVector{};
}

float CommonUniform()
{
	return Uniform(CommonStream());
}
float CommonRange(float Min, float Max)
{
	return Range(CommonStream(), Min, Max);
}
int CommonRangeInt(int Min, int Max)
{
	return RangeInt(CommonStream(), Min, Max);
}
FVector CommonUnitVector()
{
	return UnitVector(CommonStream());
}
FVector CommonInSphere(float Radius)
{
	return InSphere(CommonStream(), Radius);
}
FVector CommonInBox(const FVector& Min, const FVector& Max)
{
	return InBox(CommonStream(), Min, Max);
}
} // namespace

void RegisterRandomApi(FScriptApi& Api)
{
	Api.Group("Random", "The same numbers in each run with the same world seed. The functions below draw from the "
	                    "scene's common stream; "
	                    "FRandomStream S = RandomStream(\"debris\") is one of its own, with S.Random() and so on.");
	Api.Function("float Random()", asFUNCTION(CommonUniform), "0 to 1, 1 excluded.");
	Api.Function("float RandomRange(float Min, float Max)", asFUNCTION(CommonRange), "Min to Max, Max excluded.");
	Api.Function("int RandomInt(int Min, int Max)", asFUNCTION(CommonRangeInt), "Min to Max, both included.");
	Api.Function("FVector RandomUnitVector()", asFUNCTION(CommonUnitVector), "Any direction, evenly.");
	Api.Function("FVector RandomInSphere(float Radius)", asFUNCTION(CommonInSphere), "Evenly in the ball about zero.");
	Api.Function("FVector RandomInBox(const FVector& in Min, const FVector& in Max)", asFUNCTION(CommonInBox),
	    "Evenly between the corners.");
	const char* const Type = "FRandomStream";
	Api.ValueType<FScriptStream>(Type, asOBJ_APP_CLASS_ALLINTS, "A stream; copies draw from the same one.");
	Api.Constructor(Type, "", asFUNCTION(Construct), "");
	Api.Method(Type, "float Random() const", asFUNCTION(Uniform), "");
	Api.Method(Type, "float RandomRange(float Min, float Max) const", asFUNCTION(Range), "");
	Api.Method(Type, "int RandomInt(int Min, int Max) const", asFUNCTION(RangeInt), "");
	Api.Method(Type, "FVector RandomUnitVector() const", asFUNCTION(UnitVector), "");
	Api.Method(Type, "FVector RandomInSphere(float Radius) const", asFUNCTION(InSphere), "");
	Api.Method(Type, "FVector RandomInBox(const FVector& in Min, const FVector& in Max) const", asFUNCTION(InBox), "");
	Api.Function("FRandomStream RandomStream(const string& in Purpose)", asFUNCTION(MakeStream),
	    "The stream of that purpose, at the place it has got to.");
}
} // namespace Flockwork
