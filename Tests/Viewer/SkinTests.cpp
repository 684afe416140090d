// Skinned characters: what is drawn against the skin worked out on the processor.
#include "FlockworkRender/SkeletonLines.h"
#include "RenderFixture.h"
#include "SkinFixture.h"
#include "SkinGeometry.h"
#include "ViewCone.h"

#include <fstream>
#include <iterator>
#include <limits>

namespace Flockwork
{
namespace
{
const FCameraPose View = FCameraPose::LookAt({0.3f, 1.6f, 4.0f}, {0.3f, 0.9f, 0.0f});

// A pose that cannot be looked at as if it were at rest, in a picture without shadows.
FEnvironment Plain()
{
	FEnvironment Environment = FEnvironment::Day();
	Environment.Ground = EGround::Grid;
	return Environment;
}

FPicture DrawCharacter(
    FRenderer& Renderer, const FRenderCharacter& Character, std::span<const FRenderJoint> Palette, int32_t Mesh = 0)
{
	Renderer.SetCharacters(0, Mesh, {&Character, 1}, Palette);
	return Draw(Renderer);
}

std::string ErrorOf(const FRenderSkinnedMesh& Mesh)
{
	FDiagnostics Diagnostics;
	FSkinGeometry Geometry;
	CHECK_FALSE(MakeSkinGeometry(Mesh.Levels[0], Mesh.JointCount, "mesh", Geometry, Diagnostics));
	CHECK(Geometry.Vertices.empty());
	return Diagnostics.ToString();
}

std::vector<uint8_t> MakePng(const FScratchFolder& Folder, const FPixel& Color)
{
	FPicture Picture;
	Picture.Width = Picture.Height = 8;
	for (int32_t Pixel = 0; Pixel < 64; ++Pixel)
	{
		Picture.Rgb.insert(Picture.Rgb.end(), {uint8_t(Color.R), uint8_t(Color.G), uint8_t(Color.B)});
	}
	FDiagnostics Diagnostics;
	REQUIRE(WritePng(Picture, Folder.File("Picture.png"), Diagnostics));
	std::ifstream File(Folder.File("Picture.png"), std::ios::binary);
	return {std::istreambuf_iterator<char>(File), {}};
}
} // namespace

TEST_CASE("MakeSkinGeometry: says what does not fit together, and leaves the result alone")
{
	FRenderSkinnedMesh Mesh = MakeTube(4, 6);
	Mesh.Levels[0].Normals.pop_back();
	CHECK(ErrorOf(Mesh).find("one entry a vertex") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].JointIndices[7] = {0, 1, 2, 3};
	CHECK(ErrorOf(Mesh).find("vertex 7") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].JointWeights[3] = {0.0f, 0.0f, 0.0f, 0.0f};
	CHECK(ErrorOf(Mesh).find("vertex 3") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].JointWeights[3] = {-0.5f, 1.5f, 0.0f, 0.0f};
	CHECK(ErrorOf(Mesh).find("vertex 3") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].Positions[2].y = std::numeric_limits<float>::quiet_NaN();
	CHECK(ErrorOf(Mesh).find("vertex 2") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].Indices[5] = 1000;
	CHECK(ErrorOf(Mesh).find("indices") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].Sections[0].IndexCount += 3;
	CHECK(ErrorOf(Mesh).find("section") != std::string::npos);
	Mesh = MakeTube(4, 6);
	Mesh.Levels[0].Sections[0].TintSlot = int32_t(FRenderCharacter::TintCount);
	CHECK(ErrorOf(Mesh).find("tint") != std::string::npos);
}

TEST_CASE("MakeSkinGeometry: the heaviest joints come first, sections keep their own vertices, pictures make parts")
{
	FRenderSkinnedMesh Mesh = MakeTube(4, 6);
	FRenderSkinLevel& Level = Mesh.Levels[0];
	Level.JointIndices[0] = {0, 1, 2, 0};
	Level.JointWeights[0] = {1.0f, 4.0f, 3.0f, 0.0f};
	const uint32_t Half = Level.Sections[0].IndexCount / 6 * 3;
	FRenderSkinSection Second = Level.Sections[0];
	Level.Sections[0].IndexCount = Half;
	Second.FirstIndex = Half;
	Second.IndexCount -= Half;
	Second.TintSlot = -1;
	Level.Sections.push_back(Second);
	FDiagnostics Diagnostics;
	FSkinGeometry Geometry;
	REQUIRE(MakeSkinGeometry(Level, 3, "mesh", Geometry, Diagnostics));
	CHECK(Geometry.Parts.size() == 1);
	CHECK(Geometry.GetTriangleCount() == int32_t(Level.Indices.size() / 3));
	CHECK(Geometry.Vertices[0].Joints == std::array<uint16_t, 4>{1, 2, 0, 0});
	CHECK(Geometry.Vertices[0].Weights[0] == Approx(0.5f));
	CHECK(Geometry.Vertices[0].Weights[2] == Approx(0.125f));
	CHECK(Geometry.Vertices.front().Tint == 1);
	CHECK(Geometry.Vertices.back().Tint == 0);
	CHECK(Geometry.Vertices.size() > Level.Positions.size()); // those between the two are there twice
	Level.Sections[1].Picture = {1, 2, 3};
	REQUIRE(MakeSkinGeometry(Level, 3, "mesh", Geometry, Diagnostics));
	CHECK(Geometry.Parts.size() == 2);
}

TEST_CASE("MakeCoarserLevel: has fewer triangles, all of them with an area, about the same body")
{
	const FRenderSkinLevel Fine = MakeFigureLevel(14, 12);
	const FRenderSkinLevel Coarse = MakeCoarserLevel(Fine, 0.1f);
	CHECK(Coarse.Indices.size() < Fine.Indices.size() / 2);
	CHECK(Coarse.Indices.size() > Fine.Indices.size() / 40);
	CHECK(Coarse.Sections.size() == Fine.Sections.size());
	FDiagnostics Diagnostics;
	FSkinGeometry Geometry;
	REQUIRE(MakeSkinGeometry(Coarse, 8, "mesh", Geometry, Diagnostics));
	for (size_t Index = 0; Index < Coarse.Indices.size(); Index += 3)
	{
		CHECK(Coarse.Indices[Index] != Coarse.Indices[Index + 1]);
		CHECK(Coarse.Indices[Index] != Coarse.Indices[Index + 2]);
	}
	float Highest = 0.0f;
	for (const FVector& Place : Coarse.Positions)
	{
		Highest = std::max(Highest, Place.y);
	}
	CHECK(Highest == Approx(1.8f).margin(0.1));
}

TEST_CASE("FLevelChooser: finer when larger, one coarser in the shadow, never beyond the budget, as told when told")
{
	const std::vector<int32_t> Triangles = {3500, 900, 200, 40};
	FLevelChooser Chooser;
	const auto Add = [&](float Pixels, int32_t Level = -1) {
		Chooser.Add(Triangles, FBodySeen{Pixels, true, true}, Level);
	};
	Add(400.0f);
	Add(100.0f);
	Add(8.0f);
	Add(8.0f, 0);
	Add(400.0f, 9);
	Chooser.Choose(1000000);
	CHECK(Chooser.GetLevel(0) == 0);
	CHECK(Chooser.GetShadowLevel(0) == 1);
	CHECK(Chooser.GetLevel(1) == 1);
	CHECK(Chooser.GetLevel(2) == 3);
	CHECK(Chooser.GetShadowLevel(2) == 3);
	CHECK(Chooser.GetLevel(3) == 0);
	CHECK(Chooser.GetLevel(4) == 3);
	Chooser.Clear();
	for (int32_t Index = 0; Index < 300; ++Index)
	{
		Add(20.0f + float(Index));
	}
	Chooser.Choose(150000);
	int64_t Sum = 0;
	for (size_t Index = 0; Index < 300; ++Index)
	{
		Sum += Triangles[size_t(Chooser.GetLevel(Index))] + Triangles[size_t(Chooser.GetShadowLevel(Index))];
		CHECK((Index == 0 || Chooser.GetLevel(Index) <= Chooser.GetLevel(Index - 1)));
	}
	CHECK(Sum <= 150000);
	CHECK(Sum > 75000); // and it is made use of
}

TEST_CASE("DrawSkeleton: bones between parents and children, axes and names at joints, in the world")
{
	const std::vector<FRenderJoint> Joints = BendTube(0.0f);
	std::vector<FRenderJoint> Places(3);
	for (int32_t Joint = 0; Joint < 3; ++Joint)
	{
		Places[size_t(Joint)].Rows[1][3] = 0.6f * float(Joint);
	}
	const std::vector<int16_t> Parents = {-1, 0, 1};
	const std::vector<std::string> Names = {"root", "middle", "tip"};
	FTransform Root;
	Root.Location = {5.0f, 0.0f, 0.0f};
	Root.Scale = 2.0f;
	FDebugLines Lines;
	DrawSkeleton(Lines, Places, Parents, Names, Root);
	CHECK(Lines.GetLines().size() == 2 * 12);
	float Highest = 0.0f;
	for (const FDebugLines::FLine& Line : Lines.GetLines())
	{
		Highest = std::max(Highest, Line.To.y);
		CHECK(std::abs(Line.From.x - 5.0f) < 0.2f);
	}
	CHECK(Highest == Approx(2.4f));
	Lines.Clear();
	DrawSkeleton(Lines, Places, Parents, Names, Root, {false, true, true, 0.1f, {}});
	CHECK(Lines.GetLines().size() == 9);
	CHECK(Length(Lines.GetLines()[1].To - FVector(5.0f, 0.1f, 0.0f)) < 1e-5f);
	CHECK(Lines.GetLabels().size() == 3);
	Lines.Clear();
	const std::vector<int16_t> Odd = {7, -5, 1};
	DrawSkeleton(Lines, Places, Odd, {}, Root);
	CHECK(Lines.GetLines().size() == 12);
	Lines.Clear();
	DrawReachTarget(Lines, {0, 1, 0}, {0, 1, 0}, "hand");
	const size_t Reached = Lines.GetLines().size();
	CHECK(Lines.GetLabels().size() == 1);
	CHECK(Lines.GetLines()[0].Color.G > Lines.GetLines()[0].Color.R);
	DrawReachTarget(Lines, {0, 1, 0}, {0, 0.9f, 0});
	CHECK(Lines.GetLines().size() == 2 * Reached + 1);
	CHECK(Lines.GetLines().back().Color.R > Lines.GetLines().back().Color.G);
}

TEST_CASE("FRenderer: a bent skin is drawn as the processor works it out, and lies where its vertices are")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetEnvironment(Plain());
	Renderer->SetCamera(View);
	const FPicture Empty = Draw(*Renderer);
	const std::vector<FRenderJoint> Pose = BendTube(0.7f);
	FRenderSkinnedMesh Meshes[] = {MakeTube(), MakeTube()};
	Meshes[0].ContactRadius = 0.0f;
	Meshes[1] = Meshes[0];
	Meshes[1].Levels[0] = SkinOnProcessor(Meshes[0].Levels[0], Pose);
	Meshes[1].JointCount = 1;
	FDiagnostics Diagnostics;
	REQUIRE(Renderer->SetCharacterMeshes(Meshes, Diagnostics));
	FRenderCharacter Character;
	Character.Position = {0.1f, 0.05f, -0.3f};
	Character.Rotation = glm::angleAxis(0.4f, UpVector);
	Character.Scale = 0.9f;
	const FPicture Drawn = DrawCharacter(*Renderer, Character, Pose);
	const std::vector<FRenderJoint> Still(1);
	const FPicture Expected = DrawCharacter(*Renderer, Character, Still, 1);
	const FDifference Body = Compare(Empty, Expected, 60);
	REQUIRE(Body.Count > 4000);
	CHECK(Compare(Drawn, Expected, 12).Count < Body.Count / 200); // the edges' rounding
	// Not the renderer's word alone: its outline is that of the vertices.
	FVector Low(1e9f, 1e9f, 0.0f);
	FVector High(-1e9f, -1e9f, 0.0f);
	for (const FVector& Place : Meshes[1].Levels[0].Positions)
	{
		FVector Pixel{};
		const FVector World = Character.Position + Character.Rotation * (Place * Character.Scale);
		REQUIRE(ProjectToPixel(View, World, TestWidth, TestHeight, Pixel));
		Low = glm::min(Low, Pixel);
		High = glm::max(High, Pixel);
	}
	const FDifference Seen = Compare(Empty, Drawn, 60);
	CHECK(float(Seen.Top) == Approx(Low.y).margin(2.0));
	CHECK(float(Seen.Right) == Approx(High.x).margin(2.0));
	// And bent it is: straight, it would not reach so far to the side.
	const FPicture Straight = DrawCharacter(*Renderer, Character, BendTube(0.0f));
	CHECK(Compare(Empty, Straight, 60).Top < Seen.Top - 10);
}

TEST_CASE("FRenderer: characters have their own poses and tints, throw shadows and stand on darker ground")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	FEnvironment Environment = Plain();
	Environment.SunDirection = {-1.0f, -1.0f, 0.0f}; // from the right
	Environment.ShadowRadius = 8.0f;
	Renderer->SetEnvironment(Environment);
	const FCameraPose Front = FCameraPose::LookAt({0.0f, 2.2f, 7.0f}, {0.0f, 0.8f, 0.0f});
	Renderer->SetCamera(Front);
	FRenderSkinnedMesh Tube = MakeTube();
	FDiagnostics Diagnostics;
	REQUIRE(Renderer->SetCharacterMeshes({&Tube, 1}, Diagnostics));
	const FPicture Empty = Draw(*Renderer);
	std::vector<FRenderJoint> Palette = BendTube(0.0f);
	const std::vector<FRenderJoint> Bent = BendTube(0.6f);
	Palette.insert(Palette.end(), Bent.begin(), Bent.end());
	std::vector<FRenderCharacter> Two(2);
	Two[0].Position = {-1.2f, 0.0f, 0.0f};
	Two[0].Tints[0] = {1.2f, 0.05f, 0.05f};
	Two[1].Position = {1.2f, 0.0f, 0.0f};
	Two[1].FirstJoint = 3;
	Two[1].Tints[0] = {0.05f, 0.05f, 1.2f};
	Renderer->SetCharacters(3, 0, Two, Palette);
	const FPicture Both = Draw(*Renderer);
	CHECK(Renderer->GetStats().Bodies == 2);
	const auto At = [&](const FPicture& Picture, const FVector& Point)
	{
		FVector Pixel{};
		REQUIRE(ProjectToPixel(Front, Point, TestWidth, TestHeight, Pixel));
		return GetMean(Picture, int32_t(Pixel.x), int32_t(Pixel.y), 1);
	};
	const auto Brightness = [&](const FVector& Point)
	{ return float(At(Both, Point).Sum()) / float(At(Empty, Point).Sum()); };
	CHECK(At(Both, {-1.2f, 1.7f, 0.0f}).R > 2 * At(Both, {-1.2f, 1.7f, 0.0f}).B);
	CHECK(At(Both, {1.2f, 0.3f, 0.0f}).B > 2 * At(Both, {1.2f, 0.3f, 0.0f}).R);
	CHECK(Brightness({1.2f, 1.75f, 0.0f}) == Approx(1.0f).margin(0.02)); // that one bends away from here
	CHECK(Brightness({-2.2f, 0.0f, 0.0f}) < 0.8f);                       // a shadow to the left
	CHECK(Brightness({-0.4f, 0.0f, 0.0f}) == Approx(1.0f).margin(0.02)); // none to the right ...
	CHECK(Brightness({-0.92f, 0.0f, 0.0f}) < 0.97f);                     // ... but close by, where it stands
	Renderer->SetCharacters(3, 0, {}, {});
	CHECK(Compare(Empty, Draw(*Renderer), 0).Count == 0);
}

TEST_CASE("FRenderer: a character's picture colours it, and one that cannot be read is a warning")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetEnvironment(Plain());
	Renderer->SetCamera(View);
	const FScratchFolder Folder;
	FRenderSkinnedMesh Tube = MakeTube();
	Tube.Levels[0].Sections[0].Picture = MakePng(Folder, {20, 220, 20});
	FDiagnostics Diagnostics;
	REQUIRE(Renderer->SetCharacterMeshes({&Tube, 1}, Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
	const std::vector<FRenderJoint> Pose = BendTube(0.0f);
	FVector Pixel{};
	REQUIRE(ProjectToPixel(View, {0.0f, 0.9f, 0.2f}, TestWidth, TestHeight, Pixel));
	const auto Middle = [&]
	{ return GetMean(DrawCharacter(*Renderer, {}, Pose), int32_t(Pixel.x), int32_t(Pixel.y), 2); };
	CHECK(Middle().G > 2 * Middle().R);
	Tube.Levels[0].Sections[0].Picture = {1, 2, 3, 4};
	REQUIRE(Renderer->SetCharacterMeshes({&Tube, 1}, Diagnostics));
	REQUIRE(Diagnostics.GetAll().size() == 1);
	CHECK(Diagnostics.GetAll()[0].Severity == ESeverity::Warning);
	CHECK(Middle().G < 2 * Middle().R);
}

TEST_CASE("FRenderer: bad characters are left out, bad meshes refused with their place")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetCamera(View);
	const FPicture Empty = Draw(*Renderer);
	FRenderSkinnedMesh Meshes[] = {MakeTube(), MakeTube()};
	Meshes[1].Levels[0].Indices[0] = 99999;
	FDiagnostics Diagnostics;
	CHECK_FALSE(Renderer->SetCharacterMeshes(Meshes, Diagnostics));
	REQUIRE(Diagnostics.GetAll().size() == 1);
	CHECK(Diagnostics.GetAll()[0].Field == "meshes[1].levels[0]");
	std::vector<FRenderJoint> Pose = BendTube(0.0f);
	const auto IsDrawn = [&](const FRenderCharacter& Character, int32_t Mesh)
	{ return Compare(Empty, DrawCharacter(*Renderer, Character, Pose, Mesh), 0).Count > 0; };
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	FRenderCharacter Character;
	CHECK(IsDrawn(Character, 0));
	CHECK_FALSE(IsDrawn(Character, 1));
	CHECK_FALSE(IsDrawn(Character, 2));
	Character.FirstJoint = 1;
	CHECK_FALSE(IsDrawn(Character, 0));
	Character.FirstJoint = -1;
	CHECK_FALSE(IsDrawn(Character, 0));
	Character = {};
	Character.Position.x = Nan;
	CHECK_FALSE(IsDrawn(Character, 0));
	Character = {};
	Character.Scale = 0.0f;
	CHECK_FALSE(IsDrawn(Character, 0));
	Character = {};
	Pose[1].Rows[2][3] = Nan;
	CHECK_FALSE(IsDrawn(Character, 0));
}

TEST_CASE("FRenderer: hundreds of characters stay within the frame's triangles, whatever is in the palette before them")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	const FRenderSkinnedMesh Figure = MakeFigure();
	FDiagnostics Diagnostics;
	REQUIRE(Renderer->SetCharacterMeshes({&Figure, 1}, Diagnostics));
	Renderer->SetCamera(FCameraPose::LookAt({0.0f, 6.0f, 16.0f}, {0.0f, 1.0f, 0.0f}));
	std::vector<FRenderCharacter> Crowd(400);
	std::vector<FRenderJoint> Palette;
	for (size_t Index = 0; Index < Crowd.size(); ++Index)
	{
		Crowd[Index].Position = {float(Index % 20) - 9.5f, 0.0f, float(Index / 20) - 15.0f};
		Crowd[Index].FirstJoint = int32_t(Palette.size());
		AppendWalk(0.7f * float(Index), Palette);
	}
	Renderer->SetCharacters(0, 0, Crowd, Palette);
	const FPicture First = Draw(*Renderer);
	CHECK(Renderer->GetStats().Triangles <= 150000);
	CHECK(Renderer->GetStats().Triangles > 30000);
	CHECK(Compare(First, Draw(*Renderer), 0).Count == 0); // the same calls, the same pixels
	// The texture grows; nobody moves for it.
	std::vector<FRenderJoint> Longer(20000);
	Longer.insert(Longer.end(), Palette.begin(), Palette.end());
	for (FRenderCharacter& Character : Crowd)
	{
		Character.FirstJoint += 20000;
	}
	Renderer->SetCharacters(0, 0, Crowd, Longer);
	CHECK(Compare(First, Draw(*Renderer), 0).Count == 0);
}
} // namespace Flockwork
