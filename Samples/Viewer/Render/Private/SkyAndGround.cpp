#include "SkyAndGround.h"

#include "NoiseTextures.h"

#include <OgreMaterialManager.h>
#include <OgrePass.h>
#include <OgreSceneNode.h>
#include <OgreTechnique.h>
#include <OgreTextureUnitState.h>
#include <algorithm>
#include <vector>

namespace Flockwork
{
namespace
{
constexpr FVertexElement PositionOnly[] = {{0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0}};

Ogre::Pass& GetPass(const char* Material)
{
	return *Ogre::MaterialManager::getSingleton().getByName(Material, Ogre::RGN_DEFAULT)->getTechnique(0)->getPass(0);
}

void SetPixelConstant(const char* Material, const char* Name, const FVector& Value, float Last)
{
	GetPass(Material).getFragmentProgramParameters()->setNamedConstant(
	    Name, Ogre::Vector4(Value.x, Value.y, Value.z, Last));
}

// Joins rings of Sides vertices, listed one after another.
std::vector<uint32_t> JoinRings(uint32_t RingCount, uint32_t Sides)
{
	std::vector<uint32_t> Indices;
	for (uint32_t Ring = 0; Ring + 1 < RingCount; ++Ring)
	{
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const uint32_t A = Ring * Sides + Side;
			const uint32_t B = Ring * Sides + (Side + 1) % Sides;
			Indices.insert(Indices.end(), {A, B, A + Sides, B, B + Sides, A + Sides});
		}
	}
	return Indices;
}

void UploadGround(FWorldDraw& Ground)
{
	constexpr uint32_t Sides = 32;
	constexpr float Radii[] = {
	    0.01f, 8.0f, 16.0f, 28.0f, 44.0f, 66.0f, 95.0f, 140.0f, 210.0f, 320.0f, 500.0f, 850.0f, 1600.0f, 9000.0f};
	std::vector<FVector> Vertices;
	for (const float Radius : Radii)
	{
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = -2.0f * Pi * float(Side) / float(Sides);
			Vertices.push_back({Radius * std::cos(Angle), 0.0f, Radius * std::sin(Angle)});
		}
	}
	const std::vector<uint32_t> Indices = JoinRings(uint32_t(std::size(Radii)), Sides);
	std::vector<uint32_t> Upward; // the rings above run clockwise as seen from above
	for (size_t Index = 0; Index < Indices.size(); Index += 3)
	{
		Upward.insert(Upward.end(), {Indices[Index], Indices[Index + 2], Indices[Index + 1]});
	}
	Ground.Upload(Vertices.data(), Vertices.size(), Upward);
}

void UploadSky(FWorldDraw& Sky)
{
	constexpr uint32_t Sides = 40;
	// Degrees above the horizon; dense where the colour changes fast.
	constexpr float Heights[] = {
	    -90.0f, -45.0f, -15.0f, -4.0f, 0.0f, 3.0f, 7.0f, 12.0f, 19.0f, 28.0f, 38.0f, 50.0f, 64.0f, 78.0f, 90.0f};
	std::vector<FVector> Vertices;
	for (const float Height : Heights)
	{
		const float Elevation = Height * Pi / 180.0f;
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = 2.0f * Pi * float(Side) / float(Sides);
			Vertices.push_back(
			    {std::cos(Elevation) * std::cos(Angle), std::sin(Elevation), std::cos(Elevation) * std::sin(Angle)});
		}
	}
	Sky.Upload(Vertices.data(), Vertices.size(), JoinRings(uint32_t(std::size(Heights)), Sides));
}

const char* GroundTexture(EGround Ground)
{
	switch (Ground)
	{
	case EGround::Asphalt:
		return "Flockwork/Asphalt";
	case EGround::Sand:
		return "Flockwork/Sand";
	case EGround::Grid:
		return "Flockwork/Grid";
	case EGround::Grass:
	case EGround::None:
		break;
	}
	return "Flockwork/Grass";
}
} // namespace

FSkyAndGround::FSkyAndGround(Ogre::SceneNode& Root)
    : Ground(sizeof(FVector), PositionOnly, "Flockwork/Ground", DrawGround, false),
      Sky(sizeof(FVector), PositionOnly, "Flockwork/Sky", DrawSky, false),
      Sun(sizeof(FVector), PositionOnly, "Flockwork/Sun", DrawSun, false)
{
	UploadGround(Ground);
	UploadSky(Sky);
	const FVector Corners[] = {{-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {-1.0f, 1.0f, 0.0f}};
	const uint32_t Square[] = {0, 1, 2, 0, 2, 3};
	Sun.Upload(Corners, 4, Square);
	for (FWorldDraw* Draw : {&Ground, &Sky, &Sun})
	{
		Root.attachObject(Draw);
	}
}

FSkyAndGround::~FSkyAndGround()
{
	for (FWorldDraw* Draw : {&Ground, &Sky, &Sun})
	{
		Draw->detachFromParent();
	}
}

void FSkyAndGround::SetEnvironment(const FEnvironment& Environment, const FFrameUniforms& Uniforms)
{
	Ground.setVisible(Environment.Ground != EGround::None);
	Ogre::Pass& GroundPass = GetPass("Flockwork/Ground");
	GroundPass.getTextureUnitState(1)->setTextureName(GroundTexture(Environment.Ground));
	const float Patchiness = Environment.Ground == EGround::Grid ? 0.10f : 0.55f;
	SetPixelConstant("Flockwork/Ground", "tile", {1.0f / GroundTileSize, 1.0f / GroundPatchSize, Patchiness}, 0.0f);

	const FVector& Zenith = Uniforms.GetZenithLight();
	GetPass("Flockwork/Sky")
	    .getVertexProgramParameters()
	    ->setNamedConstant(
	        "zenith", Ogre::Vector4(Zenith.x, Zenith.y, Zenith.z, Environment.Ground == EGround::None ? 1.0f : 0.0f));
	const float Strength = std::clamp(Environment.SunStrength, 0.0f, 3.0f);
	const FVector SunColor = ToReflectance(Environment.SunColor);
	const FVector Horizon = ToLight(Environment.HorizonColor);
	SetPixelConstant("Flockwork/Sky", "cloudLight", SunColor * (0.35f + 0.75f * Strength) + Horizon * 0.25f, 0.0f);
	SetPixelConstant("Flockwork/Sky", "cloudShade", Horizon * 0.75f + Zenith * 0.35f, 0.0f);
	CloudThreshold = 0.76f - 0.46f * std::clamp(Environment.CloudCover, 0.0f, 1.0f);
	Sun.setVisible(Strength > 0.0f && Environment.CloudCover < 0.8f && Uniforms.GetTowardSun().y > -0.05f);
	const FColor& Color = Environment.SunColor;
	SetPixelConstant("Flockwork/Sun", "sunDisc", {std::min(1.0f, Color.R * 1.02f), Color.G, Color.B},
	    std::clamp(0.95f * Strength, 0.0f, 1.0f));
}

void FSkyAndGround::SetTime(double Seconds)
{
	const double Drift = Seconds * 0.0011;
	Ogre::Vector4 Shape(CloudThreshold, 4.6f, float(Drift - std::floor(Drift)), 0.31f);
	GetPass("Flockwork/Sky").getFragmentProgramParameters()->setNamedConstant("cloudShape", Shape);
}

int32_t FSkyAndGround::GetTriangleCount() const
{
	return Ground.GetTriangleCount() + Sky.GetTriangleCount() + Sun.GetTriangleCount();
}
} // namespace Flockwork
