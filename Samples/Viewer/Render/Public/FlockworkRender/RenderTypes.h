#pragma once
// What the renderer draws, as plain values. Metres, seconds, radians, Y up, right-handed; bodies face +Z and stand with
// their origin as EBody says. Colours are 0..1 as seen on the screen (sRGB), opaque unless said otherwise.
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
struct FRenderSettings
{
	int32_t Width = 1280;         // [16, 8192] pixels of the picture; a window may be resized later
	int32_t Height = 720;         // [16, 8192]
	bool bHeadless = false;       // draw into a private X server; no window, no input
	int32_t Multisamples = 0;     // 0, 2, 4 or 8 samples a pixel; costs about half a frame more on the software driver
	int32_t ShadowMapSize = 2048; // [256, 8192] texels a side; 0 turns shadows off
	int32_t TriangleBudget = 150000; // [1000, 50000000] bodies beyond it are drawn simpler, nearest first in detail
	std::string Title = "Flockwork"; // of the window
	std::string LogFile;             // where the engine's own log goes; empty: nowhere
	std::string MediaDirectory;      // shaders; empty: where the build found them
};

enum class EGround : uint8_t
{
	Grass,
	Asphalt,
	Sand,
	Grid, // light plain with metre lines, for tuning
	None  // open air or water: nothing below the horizon but haze
};

// Light, air and ground. Change it at any time.
struct FEnvironment
{
	FVector SunDirection{-0.48f, -0.74f, -0.46f}; // the way the light travels; normalised here
	FColor SunColor{1.0f, 0.93f, 0.80f};
	float SunStrength = 1.0f; // [0, 3]
	FColor ZenithColor{0.20f, 0.42f, 0.78f};
	FColor HorizonColor{0.74f, 0.83f, 0.90f}; // the haze into which distant things fade
	float CloudCover = 0.45f;                 // [0, 1]
	float HazeDistance = 220.0f;              // [1, 100000] m at which about two thirds of a thing is haze
	EGround Ground = EGround::Grass;
	float GroundHeight = 0.0f;              // m
	FVector ShadowCenter{0.0f, 0.0f, 0.0f}; // shadows are drawn within ShadowRadius of here
	float ShadowRadius = 32.0f;             // [1, 1000] m; smaller is sharper
	bool bShadowFollowsCamera = true;       // ignores ShadowCenter: the ground ahead of the camera is used

	static FEnvironment Day();
	static FEnvironment Evening();    // low warm sun
	static FEnvironment Overcast();   // grey, weak sun
	static FEnvironment Underwater(); // blue haze, no ground, no clouds
};

enum class EStaticShape : uint8_t
{
	Box,      // HalfExtent
	Sphere,   // Radius
	Capsule,  // upright along its own Y: Radius, HalfHeight of the cylinder part
	Cylinder, // along its own Y: Radius, HalfHeight
	Mesh      // Vertices, Indices (three a triangle, counter-clockwise from outside)
};

// A thing that never moves. All of them are baked into one draw.
struct FRenderStatic
{
	EStaticShape Shape = EStaticShape::Box;
	FTransform Transform;
	FVector HalfExtent{0.5f, 0.5f, 0.5f};
	float Radius = 0.5f;
	float HalfHeight = 0.5f;
	FColor Color{0.62f, 0.60f, 0.57f};
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	bool bSmooth = false; // of a mesh: normals shared by the faces that meet, instead of flat faces
};

enum class EPropShape : uint8_t
{
	Box,    // HalfExtent
	Sphere, // HalfExtent.x is the radius
	Mesh    // the one of SetPropMeshes that Mesh names, stretched by HalfExtent
};

// Triangles in a thing's own frame: three indices each, counter-clockwise from outside.
struct FRenderMesh
{
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	bool bSmooth = false;
};
// Along Y: a cylinder of twice HalfHeight between two half spheres.
FRenderMesh MakeCapsuleMesh(float Radius, float HalfHeight);

// A rigid thing that moves: one instanced draw for each shape.
struct FRenderProp
{
	EPropShape Shape = EPropShape::Box;
	FVector Position{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	FVector HalfExtent{0.5f, 0.5f, 0.5f};
	FColor Color{0.80f, 0.50f, 0.25f};
	int32_t Mesh = 0; // of EPropShape::Mesh
};

enum class EBody : uint8_t
{
	Zombie, // 1.8 m tall, origin between the feet; shambles, arms stretched forward
	Human,  // 1.8 m tall, origin between the feet; walks and runs
	Bird,   // wing span 1 m, origin in the middle
	Falcon, // wing span 1 m, origin in the middle; folds its wings when it dives
	Fish,   // 1 m long, origin in the middle
	Shark,  // 1 m long, origin in the middle
	Drone,  // 0.8 m across, origin in the middle
	Arrow   // 1 m long cone, origin in the middle
};
inline constexpr int32_t BodyCount = 8;
const char* ToString(EBody Body);

// Where one boid is. 32 bytes, uploaded as it is.
struct FBoidInstance
{
	FVector Position{0.0f, 0.0f, 0.0f};
	float Scale = 1.0f; // 1: the body's own size
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
};

// How it looks. 16 bytes, uploaded as it is. FBoidAnimator fills Phase and Speed.
struct FBoidLook
{
	uint8_t R = 255;
	uint8_t G = 255;
	uint8_t B = 255;
	uint8_t Tint = 0;     // 0: the body's own colours; see SetColor and SetCoat
	float Phase = 0.0f;   // radians of the stride, wing beat, tail beat or rotor
	float Speed = 0.0f;   // m/s; how far legs swing, wings beat, the tail sways
	float Variety = 0.0f; // [0, 1) a boid's own constant: clothes, skin, gait

	// The whole body in one colour, mixed with its own by TintAmount [0, 1]: heading, density or cluster colouring.
	void SetColor(const FColor& Color, float TintAmount = 1.0f);
	// What an individual may differ in: a walker's shirt, a bird's or fish's back and wings, a drone's shell.
	void SetCoat(const FColor& Color, float TintAmount = 1.0f);
};

// The camera looks along its own -Z.
struct FCameraPose
{
	FVector Position{0.0f, 6.0f, 14.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	float FieldOfView = 0.9f; // (0.02, 3.0) radians, vertical
	float NearDistance = 0.1f;
	float FarDistance = 2000.0f;

	FVector GetForward() const { return Rotation * FVector(0.0f, 0.0f, -1.0f); }
	FVector GetRight() const { return Rotation * FVector(1.0f, 0.0f, 0.0f); }
	FVector GetUp() const { return Rotation * FVector(0.0f, 1.0f, 0.0f); }
	// Straight up and down are allowed; Position == Target keeps the default direction.
	static FCameraPose LookAt(const FVector& Position, const FVector& Target, float FieldOfView = 0.9f);
};

enum class EHudCorner : uint8_t
{
	TopLeft,
	TopRight,
	BottomLeft,
	BottomRight,
	TopCenter,
	BottomCenter
};

// A line of outlined text on the screen; lines of one corner stack in the order given, from the edge inward. A frame
// shows the first 600 characters of all lines.
struct FHudLine
{
	EHudCorner Corner = EHudCorner::TopLeft;
	std::string Text;
	FColor Color{1.0f, 1.0f, 1.0f};
	float Size = 1.0f; // [0.5, 4] times the normal text height (18 pixels at 720 lines)
};

// A small curve on the screen, above the text of the bottom right corner; several stack upward. Its last value stands
// beside its name.
struct FHudPlot
{
	std::string Label;
	std::string Value;         // of the end of the curve, as text
	std::vector<float> Values; // from left to right; fewer than two draw only the frame
	float Min = 0.0f;
	float Max = 1.0f; // Min == Max: as large as the largest value
	FColor Color{0.55f, 0.80f, 1.0f};
};
} // namespace Flockwork
