#include "NoiseTextures.h"

#include "FlockworkCore/Math.h"

#include <OgreImage.h>
#include <OgreResourceGroupManager.h>
#include <OgreTextureManager.h>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace Flockwork
{
namespace
{
float Hash(int32_t X, int32_t Y, uint32_t Seed)
{
	uint32_t Value = uint32_t(X) * 0x8da6b343u ^ uint32_t(Y) * 0xd8163841u ^ Seed * 0xcb1ab31fu;
	Value = (Value ^ (Value >> 15)) * 0x2c1b3c6du;
	Value = (Value ^ (Value >> 12)) * 0x297a2d39u;
	return float((Value ^ (Value >> 15)) >> 8) * (1.0f / 16777216.0f);
}

float Lerp(float A, float B, float Alpha)
{
	return A + (B - A) * Alpha;
}

float Smooth(float Value)
{
	const float Clamped = std::clamp(Value, 0.0f, 1.0f);
	return Clamped * Clamped * (3.0f - 2.0f * Clamped);
}

// Value noise with PeriodX x PeriodY cells over the unit square (Perlin 1985, on lattice values instead of gradients).
float Noise(float U, float V, int32_t PeriodX, int32_t PeriodY, uint32_t Seed)
{
	const float X = U * float(PeriodX);
	const float Y = V * float(PeriodY);
	const auto CellX = int32_t(std::floor(X));
	const auto CellY = int32_t(std::floor(Y));
	const auto At = [&](int32_t OffsetX, int32_t OffsetY)
	{
		const int32_t WrappedX = ((CellX + OffsetX) % PeriodX + PeriodX) % PeriodX;
		const int32_t WrappedY = ((CellY + OffsetY) % PeriodY + PeriodY) % PeriodY;
		return Hash(WrappedX, WrappedY, Seed);
	};
	const float AlphaX = Smooth(X - float(CellX));
	const float AlphaY = Smooth(Y - float(CellY));
	return Lerp(Lerp(At(0, 0), At(1, 0), AlphaX), Lerp(At(0, 1), At(1, 1), AlphaX), AlphaY);
}

// Octaves of noise, each of half the size and half the height of the one before; about 0..1 with mean 0.5.
float Fractal(float U, float V, int32_t Period, int32_t Octaves, uint32_t Seed)
{
	float Sum = 0.0f;
	float Weight = 0.5f;
	float Total = 0.0f;
	for (int32_t Octave = 0; Octave < Octaves; ++Octave)
	{
		Sum += Weight * Noise(U, V, Period << Octave, Period << Octave, Seed + uint32_t(Octave));
		Total += Weight;
		Weight *= 0.5f;
	}
	return Sum / Total;
}

uint8_t ToByte(float Value)
{
	return uint8_t(std::clamp(Value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

// Texel(U, V) gives red, green and blue, 0..1.
template <typename TexelFunction>
void CreateTexture(const char* Name, uint32_t Size, TexelFunction&& Texel)
{
	std::vector<uint8_t> Pixels(size_t(Size) * Size * 4);
	for (uint32_t Y = 0; Y < Size; ++Y)
	{
		for (uint32_t X = 0; X < Size; ++X)
		{
			const FVector Color = Texel((float(X) + 0.5f) / float(Size), (float(Y) + 0.5f) / float(Size));
			uint8_t* Out = &Pixels[(size_t(Y) * Size + X) * 4];
			Out[0] = ToByte(Color.x);
			Out[1] = ToByte(Color.y);
			Out[2] = ToByte(Color.z);
			Out[3] = 255;
		}
	}
	Ogre::Image Image;
	Image.loadDynamicImage(Pixels.data(), Size, Size, 1, Ogre::PF_BYTE_RGBA);
	Ogre::TextureManager::getSingleton().loadImage(
	    Name, Ogre::RGN_DEFAULT, Image, Ogre::TEX_TYPE_2D, Ogre::MIP_UNLIMITED);
}

FVector MixColors(const FVector& A, const FVector& B, float Alpha)
{
	return A + (B - A) * std::clamp(Alpha, 0.0f, 1.0f);
}

// Tufts of several greens with short blades drawn as stretched noise.
FVector GrassTexel(float U, float V)
{
	const float Tuft = Fractal(U, V, 16, 4, 11);
	const float Blades = 0.5f * Noise(U, V, 220, 90, 21) + 0.5f * Noise(U, V, 110, 230, 22);
	const float Dry = Smooth(Fractal(U, V, 5, 4, 31) * 2.6f - 1.15f);
	const FVector Green = MixColors({0.25f, 0.335f, 0.165f}, {0.375f, 0.445f, 0.235f}, 1.9f * Tuft - 0.45f);
	const FVector Straw = MixColors({0.38f, 0.37f, 0.24f}, {0.47f, 0.44f, 0.31f}, Tuft);
	return MixColors(Green, Straw, 0.5f * Dry) * (0.78f + 0.44f * Blades);
}

// Dark binder with lighter stones, worn patches and a few sealed cracks.
FVector AsphaltTexel(float U, float V)
{
	const float Stone = Noise(U, V, 256, 256, 41);
	const float Wear = Fractal(U, V, 6, 5, 42);
	const float Fissure = std::abs(Fractal(U, V, 5, 4, 43) - 0.5f);
	const float Crack = Smooth(1.0f - Fissure * 90.0f) * Smooth(Fractal(U, V, 3, 2, 44) * 5.0f - 2.6f);
	const float Light = 0.385f + 0.10f * (Stone - 0.5f) + 0.13f * (Wear - 0.5f) - 0.15f * Crack;
	return FVector(1.0f, 0.995f, 0.985f) * Light;
}

FVector SandTexel(float U, float V)
{
	const float Grain = Noise(U, V, 256, 256, 51);
	const float Warp = Fractal(U, V, 4, 4, 52);
	const float Ripple = 0.5f + 0.5f * std::sin(2.0f * Pi * (22.0f * V + 3.0f * (Warp - 0.5f)));
	const float Light = 0.90f + 0.10f * (Grain - 0.5f) + 0.07f * (Ripple - 0.5f) + 0.12f * (Warp - 0.5f);
	return FVector(0.76f, 0.68f, 0.53f) * Light;
}

// Metre lines, stronger every fourth; a texture covers GroundTileSize metres.
FVector GridTexel(float U, float V)
{
	const auto Line = [](float Place, float Spacing, float HalfWidth)
	{
		const float Metres = Place * GroundTileSize;
		const float Away = std::abs(Metres - Spacing * std::round(Metres / Spacing));
		return 1.0f - Smooth((Away - HalfWidth) / 0.016f + 0.5f);
	};
	const float Fine = std::max(Line(U, 1.0f, 0.010f), Line(V, 1.0f, 0.010f));
	const float Strong = std::max(Line(U, 4.0f, 0.024f), Line(V, 4.0f, 0.024f));
	const bool bOdd = (int32_t(U * 2.0f) + int32_t(V * 2.0f)) % 2 != 0;
	const float Light = (bOdd ? 0.59f : 0.565f) + 0.03f * (Fractal(U, V, 8, 4, 61) - 0.5f);
	return FVector(0.97f, 0.99f, 1.02f) * (Light - 0.13f * Fine - 0.17f * Strong);
}

// Thickness in red; in green how much light a texel gets, darker where there is more cloud on the sun's side.
FVector CloudTexel(float U, float V)
{
	const auto Thickness = [](float X, float Y)
	{
		// Bent by another noise, so that edges billow; a slow one gathers the clouds into fields.
		const float Bend = 0.07f * (Fractal(X, Y, 6, 3, 75) - 0.5f);
		const float Puffs = Fractal(X + Bend, Y - Bend, 7, 6, 71);
		return 0.70f * Puffs + 0.30f * Fractal(X, Y, 3, 2, 81);
	};
	const float Here = Thickness(U, V);
	const float Sunward = Thickness(U + 0.012f, V + 0.012f);
	const float Light = 0.74f + 4.0f * (Here - Sunward) - 1.6f * std::max(Here - 0.55f, 0.0f);
	return {1.5f * (Here - 0.5f) + 0.5f, Light, 0.0f};
}
} // namespace

void CreateNoiseTextures()
{
	CreateTexture("Flockwork/White", 1, [](float, float) { return FVector(1.0f, 1.0f, 1.0f); });
	CreateTexture("Flockwork/Patches", 256,
	    [](float U, float V)
	    {
		    const float Value = 1.6f * (Fractal(U, V, 5, 6, 5) - 0.5f) + 0.5f;
		    return FVector(Value, Value, Value);
	    });
	CreateTexture("Flockwork/Clouds", 512, CloudTexel);
	CreateTexture("Flockwork/Grass", 512, GrassTexel);
	CreateTexture("Flockwork/Asphalt", 512, AsphaltTexel);
	CreateTexture("Flockwork/Sand", 512, SandTexel);
	CreateTexture("Flockwork/Grid", 512, GridTexel);
}
} // namespace Flockwork
