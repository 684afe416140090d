#include "SceneContext.h"
#include "ScriptApi.h"

#include <cmath>
#include <initializer_list>

namespace Flockwork
{
namespace
{
constexpr float DegreesToRadians = Pi / 180.0f;

FSceneContext& Scene()
{
	return FSceneContext::Current();
}

bool AreFinite(std::initializer_list<float> Numbers, std::initializer_list<FVector> Points = {})
{
	bool bFinite = true;
	for (const float Number : Numbers)
	{
		bFinite = bFinite && std::isfinite(Number);
	}
	for (const FVector& Point : Points)
	{
		bFinite = bFinite && IsFinite(Point);
	}
	if (!bFinite)
	{
		RaiseScriptException("a camera needs finite numbers");
	}
	return bFinite;
}

float& FieldOfView()
{
	return Scene().State.FieldOfView;
}

void Take(FCameraShot Shot, float BlendSeconds)
{
	if (Scene().MayAct("Camera"))
	{
		Shot.FieldOfView = FieldOfView();
		Scene().State.Camera.Take(std::move(Shot), Scene().GetTime(), BlendSeconds);
	}
}

void Dolly(const FVector& From, const FVector& At, const FVector& FromEnd, const FVector& AtEnd, float Seconds,
    float BlendSeconds)
{
	if (!AreFinite({Seconds, BlendSeconds}, {From, At, FromEnd, AtEnd}))
	{
		return;
	}
	FCameraShot Shot;
	Shot.Kind = EShot::Look;
	Shot.From = From;
	Shot.At = At;
	Shot.FromEnd = FromEnd;
	Shot.AtEnd = AtEnd;
	Shot.Duration = Seconds;
	Take(std::move(Shot), BlendSeconds);
}
void Look(const FVector& From, const FVector& At, float BlendSeconds)
{
	Dolly(From, At, From, At, 0.0f, BlendSeconds);
}

FCameraShot MakeOrbit(EShot Kind, float Distance, float Yaw, float Pitch, float YawRate)
{
	FCameraShot Shot;
	Shot.Kind = Kind;
	Shot.Distance = std::fmax(Distance, 0.1f);
	Shot.Yaw = Yaw * DegreesToRadians;
	Shot.Pitch = Pitch * DegreesToRadians;
	Shot.YawRate = YawRate * DegreesToRadians;
	return Shot;
}
void Orbit(const FVector& Center, float Distance, float Yaw, float Pitch, float YawRate, float BlendSeconds)
{
	if (AreFinite({Distance, Yaw, Pitch, YawRate, BlendSeconds}, {Center}))
	{
		FCameraShot Shot = MakeOrbit(EShot::Orbit, Distance, Yaw, Pitch, YawRate);
		Shot.At = Center;
		Take(std::move(Shot), BlendSeconds);
	}
}
void OrbitActor(const FActorId& Actor, float Distance, float Yaw, float Pitch, float YawRate, float BlendSeconds)
{
	if (AreFinite({Distance, Yaw, Pitch, YawRate, BlendSeconds}))
	{
		FCameraShot Shot = MakeOrbit(EShot::Orbit, Distance, Yaw, Pitch, YawRate);
		Shot.Actor = Actor;
		Take(std::move(Shot), BlendSeconds);
	}
}
void FrameFlock(const FScriptString& FlockId, float Distance, float Yaw, float Pitch, float YawRate, float BlendSeconds)
{
	if (AreFinite({Distance, Yaw, Pitch, YawRate, BlendSeconds}))
	{
		FCameraShot Shot = MakeOrbit(EShot::FrameFlock, Distance, Yaw, Pitch, YawRate);
		Shot.FlockId = ToStd(FlockId);
		Take(std::move(Shot), BlendSeconds);
	}
}
void Follow(const FActorId& Actor, float Distance, float Height, float LookHeight, float BlendSeconds)
{
	if (AreFinite({Distance, Height, LookHeight, BlendSeconds}))
	{
		FCameraShot Shot;
		Shot.Kind = EShot::Follow;
		Shot.Actor = Actor;
		Shot.Distance = Distance;
		Shot.Height = Height;
		Shot.At = UpVector * LookHeight;
		Take(std::move(Shot), BlendSeconds);
	}
}
void SetFieldOfView(float Degrees)
{
	if (AreFinite({Degrees}) && Scene().MayAct("Camera"))
	{
		FieldOfView() = std::fmin(std::fmax(Degrees, 5.0f), 150.0f) * DegreesToRadians;
	}
}
} // namespace

void RegisterCameraApi(FScriptApi& Api)
{
	Api.Group("Camera",
	    "Shots for whoever draws. Angles are degrees: yaw 0 looks from +Z, 90 from +X; pitch is above the horizon. "
	    "BlendSeconds is how long the move from the shot before takes, 0 cuts.");
	Api.Namespace("Camera");
	Api.Function("void Look(const FVector& in From, const FVector& in At, float BlendSeconds = 0)", asFUNCTION(Look),
	    "Stands at From and looks at At.");
	Api.Function("void Dolly(const FVector& in From, const FVector& in At, const FVector& in FromEnd, "
	             "const FVector& in AtEnd, float Seconds, float BlendSeconds = 0)",
	    asFUNCTION(Dolly), "Moves smoothly from one pose to another within Seconds.");
	Api.Function("void Orbit(const FVector& in Center, float Distance, float Yaw, float Pitch, float YawRate = 0, "
	             "float BlendSeconds = 0)",
	    asFUNCTION(Orbit), "About a point, turning YawRate degrees a second.");
	Api.Function("void OrbitActor(const AActor& in Actor, float Distance, float Yaw, float Pitch, float YawRate = 0, "
	             "float BlendSeconds = 0)",
	    asFUNCTION(OrbitActor), "About an actor that moves.");
	Api.Function(
	    "void Follow(const AActor& in Actor, float Distance = 7, float Height = 3.2f, float LookHeight = 0.6f, "
	    "float BlendSeconds = 0)",
	    asFUNCTION(Follow), "Behind an actor's way, looking LookHeight above its centre.");
	Api.Function("void FrameFlock(const string& in FlockId, float Distance, float Yaw, float Pitch, float YawRate = 0, "
	             "float BlendSeconds = 0)",
	    asFUNCTION(FrameFlock), "About a flock's centre, Distance times its gyration radius away.");
	Api.Function("void SetFieldOfView(float Degrees)", asFUNCTION(SetFieldOfView),
	    "Of the shots taken from now on; 52 unless set.");
	Api.Namespace("");
}
} // namespace Flockwork
