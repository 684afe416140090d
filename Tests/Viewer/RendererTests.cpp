#include "FlockworkRender/BoidAnimator.h"
#include "RenderFixture.h"

#include <fstream>
#include <imgui.h>
#include <limits>

namespace Flockwork
{
namespace
{
const FCameraPose Level = FCameraPose::LookAt({0.0f, 3.0f, 12.0f}, {0.0f, 1.0f, 0.0f});

FBoidInstance StandAt(const FVector& Position)
{
	FBoidInstance Instance;
	Instance.Position = Position;
	return Instance;
}

FVector PixelOf(const FVector& Point)
{
	FVector Pixel{};
	REQUIRE(ProjectToPixel(Level, Point, TestWidth, TestHeight, Pixel));
	return Pixel;
}

// Everything that a frame can hold, at a time.
FPicture DrawBusyFrame(FRenderer& Renderer, double Time)
{
	std::vector<FBoidInstance> Instances;
	std::vector<FBoidLook> Looks;
	for (int32_t Index = 0; Index < 60; ++Index)
	{
		Instances.push_back(StandAt({float(Index % 10) - 5.0f, 0.0f, float(Index / 10) - 4.0f}));
		FBoidLook Look;
		Look.Phase = float(Time) * 3.0f + float(Index);
		Look.Speed = 1.2f;
		Look.Variety = FBoidAnimator::GetVariety(uint32_t(Index));
		Looks.push_back(Look);
	}
	Renderer.SetBoids(0, EBody::Zombie, Instances, Looks);
	Renderer.SetBoids(1, EBody::Bird, {Instances.data(), 5}, {Looks.data(), 5});
	Renderer.SetTime(Time);
	Renderer.SetCamera(Level);
	Renderer.GetDebugLines().Sphere({0, 1, 0}, 2.0f, {1, 0, 0});
	const FHudLine Line{EHudCorner::TopLeft, "the same", {}, 1.0f};
	Renderer.SetHud({&Line, 1});
	return Draw(Renderer);
}
} // namespace

TEST_CASE("FRenderer: refuses settings out of range and says which")
{
	const auto Refuses = [](const FRenderSettings& Settings, const std::string& Field)
	{
		FDiagnostics Diagnostics;
		CHECK(FRenderer::Create(Settings, Diagnostics) == nullptr);
		INFO(Diagnostics.ToString());
		REQUIRE(Diagnostics.GetAll().size() == 1);
		CHECK(Diagnostics.GetAll()[0].Field == Field);
	};
	FRenderSettings Settings;
	Settings.bHeadless = true;
	Settings.Width = 15;
	Refuses(Settings, "width");
	Settings.Width = 1280;
	Settings.Height = 8193;
	Refuses(Settings, "height");
	Settings.Height = 720;
	Settings.Multisamples = 3;
	Refuses(Settings, "multisamples");
	Settings.Multisamples = 0;
	Settings.ShadowMapSize = 100;
	Refuses(Settings, "shadowMapSize");
	Settings.ShadowMapSize = 0;
	Settings.TriangleBudget = 0;
	Refuses(Settings, "triangleBudget");
	Settings.TriangleBudget = 1000;
	Settings.MediaDirectory = "/nowhere/at/all";
	Refuses(Settings, "mediaDirectory");
	Settings.MediaDirectory.clear();
	Settings.LogFile = "/nowhere/at/all.log";
	Refuses(Settings, "logFile");
}

TEST_CASE("FRenderer: shaders that are missing or wrong are reported in the engine's words")
{
	const FScratchFolder Folder;
	FRenderSettings Settings;
	Settings.bHeadless = true;
	Settings.MediaDirectory = Folder.File("");
	FDiagnostics Missing;
	CHECK(FRenderer::Create(Settings, Missing) == nullptr);
	CHECK(Missing.HasErrors());

	const std::filesystem::path Media = std::filesystem::path(FLOCKWORK_SOURCE_DIR) / "Samples/Viewer/Media";
	std::filesystem::copy(Media, Folder.File("Wrong"));
	std::ofstream(Folder.File("Wrong/Ground.frag")) << "#version 400\nthis is no shader\n";
	Settings.MediaDirectory = Folder.File("Wrong");
	FDiagnostics Wrong;
	CHECK(FRenderer::Create(Settings, Wrong) == nullptr);
	INFO(Wrong.ToString());
	CHECK(Wrong.ToString().find("Ground") != std::string::npos);
}

TEST_CASE("FRenderer: one lives at a time, and another can follow it")
{
	const char* Before = std::getenv("DISPLAY");
	const std::string Display = Before ? Before : "";
	for (int32_t Round = 0; Round < 2; ++Round)
	{
		const std::unique_ptr<FRenderer> First = MakeTestRenderer();
		FRenderSettings Settings;
		Settings.bHeadless = true;
		FDiagnostics Diagnostics;
		CHECK(FRenderer::Create(Settings, Diagnostics) == nullptr);
		CHECK(Diagnostics.HasErrors());
		CHECK(Draw(*First).Width == TestWidth);
	}
	const char* After = std::getenv("DISPLAY");
	CHECK((After ? std::string(After) : "") == Display);
}

TEST_CASE("FRenderer: without Xvfb or a display it says what to install")
{
	const std::string Path = std::getenv("PATH");
	const FScratchFolder Empty;
	setenv("PATH", Empty.File("").c_str(), 1);
	FRenderSettings Settings;
	Settings.bHeadless = true;
	FDiagnostics Diagnostics;
	CHECK(FRenderer::Create(Settings, Diagnostics) == nullptr);
	setenv("PATH", Path.c_str(), 1);
	CHECK(Diagnostics.ToString().find("xvfb") != std::string::npos);
}

TEST_CASE("FRenderer: a display that does not answer falls back to headless with a warning")
{
	const char* Before = std::getenv("DISPLAY");
	const std::string Display = Before ? Before : "";
	setenv("DISPLAY", ":987", 1);
	FDiagnostics Diagnostics;
	{
		FRenderSettings Settings;
		Settings.Width = TestWidth;
		Settings.Height = TestHeight;
		const std::unique_ptr<FRenderer> Renderer = FRenderer::Create(Settings, Diagnostics);
		REQUIRE(Renderer != nullptr);
		CHECK(Renderer->IsHeadless());
		CHECK(Renderer->PollEvents().empty());
	}
	CHECK_FALSE(Diagnostics.HasErrors());
	CHECK(Diagnostics.GetAll().size() == 1);
	Before ? setenv("DISPLAY", Display.c_str(), 1) : unsetenv("DISPLAY");
}

TEST_CASE("FRenderer: sky above, grass below, haze between, a figure where it stands")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	FEnvironment Environment;
	Environment.CloudCover = 0.0f;
	Renderer->SetEnvironment(Environment);
	Renderer->SetCamera(Level);
	const FPicture Empty = Draw(*Renderer);
	const FPixel Sky = GetMean(Empty, 320, 20, 8);
	CHECK(Sky.B > Sky.R + 20);
	const FPixel Grass = GetMean(Empty, 320, 340, 8);
	CHECK(Grass.G > Grass.R);
	CHECK(Grass.G > Grass.B + 20);
	const auto Horizon = int32_t(PixelOf({0.0f, 3.0f, -1500.0f}).y);
	CHECK(GetMean(Empty, 320, Horizon - 12, 3).Sum() > Sky.Sum());
	CHECK(GetMean(Empty, 320, Horizon + 3, 1).B > Grass.B + 40); // far ground has faded into the haze

	const FBoidInstance Figure = StandAt({-2.0f, 0.0f, 0.0f});
	Renderer->SetBoids(0, EBody::Human, {&Figure, 1}, {});
	const FPicture With = Draw(*Renderer);
	const FDifference Change = Compare(Empty, With, 24);
	const FVector Head = PixelOf({-2.0f, 1.8f, 0.0f});
	const FVector Feet = PixelOf({-2.0f, 0.0f, 0.0f});
	CHECK(std::abs(float(Change.Top) - Head.y) < 4.0f);
	CHECK(float(Change.Bottom) > Feet.y - 4.0f);
	CHECK(float(Change.Bottom) < Feet.y + 15.0f);
	CHECK((float(Change.Left) < Feet.x && Feet.x < float(Change.Right)));
	CHECK(Renderer->GetStats().Bodies == 1);
}

TEST_CASE("FRenderer: a shadow lies where the sun throws it, begins at the foot, and lit ground has none")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	FEnvironment Environment;
	Environment.SunDirection = {-1.0f, -1.0f, 0.0f}; // from the right: shadows as long as things are high, to the left
	Environment.Ground = EGround::Asphalt;
	Renderer->SetEnvironment(Environment);
	Renderer->SetCamera(Level);
	const FPicture Lit = Draw(*Renderer);
	FRenderStatic Pillar;
	Pillar.Transform.Location = {1.0f, 1.5f, 0.0f};
	Pillar.HalfExtent = {0.3f, 1.5f, 0.3f};
	Renderer->SetStatics({&Pillar, 1});
	const FPicture Shaded = Draw(*Renderer);
	const auto Ratio = [&](const FVector& Point)
	{
		const FVector Pixel = PixelOf(Point);
		const auto X = int32_t(Pixel.x);
		const auto Y = int32_t(Pixel.y);
		return float(GetMean(Shaded, X, Y, 2).Sum()) / float(GetMean(Lit, X, Y, 2).Sum());
	};
	CHECK(Ratio({-0.5f, 0.0f, 0.0f}) < 0.75f);
	CHECK(Ratio({0.55f, 0.0f, 0.0f}) < 0.75f);                      // next to the foot: no gap
	CHECK(Ratio({-2.9f, 0.0f, 0.0f}) == Approx(1.0f).margin(0.01)); // beyond its end
	CHECK(Ratio({4.0f, 0.0f, 0.0f}) == Approx(1.0f).margin(0.01));  // on the sun's side
	CHECK(Ratio({-1.0f, 0.0f, 4.0f}) == Approx(1.0f).margin(0.01)); // no stray darkness
}

TEST_CASE("FRenderer: shadows off draws the same scene without them")
{
	FRenderSettings Settings;
	Settings.ShadowMapSize = 0;
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer(Settings);
	Renderer->SetCamera(Level);
	const FPixel Ground = GetMean(Draw(*Renderer), 320, 340, 8);
	CHECK(Ground.Sum() > 150); // lit, not black
}

TEST_CASE("FRenderer: the same frame gives the same bytes, again and in a new renderer")
{
	FPicture First;
	{
		const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
		First = DrawBusyFrame(*Renderer, 2.0);
		const FPicture Other = DrawBusyFrame(*Renderer, 40.0);
		CHECK(Compare(First, Other, 10).Count > 100); // legs and clouds have moved
		CHECK(DrawBusyFrame(*Renderer, 2.0).Rgb == First.Rgb);
	}
	const std::unique_ptr<FRenderer> Again = MakeTestRenderer();
	CHECK(DrawBusyFrame(*Again, 2.0).Rgb == First.Rgb);
}

TEST_CASE("FRenderer: colours a boid on demand")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetCamera(Level);
	const FBoidInstance Figure = StandAt({0.0f, 0.0f, 4.0f});
	FBoidLook Look;
	Look.SetColor({1.0f, 0.0f, 1.0f});
	Renderer->SetBoids(3, EBody::Zombie, {&Figure, 1}, {&Look, 1});
	const FVector Chest = PixelOf({0.0f, 1.2f, 4.1f});
	const FPixel Pixel = GetMean(Draw(*Renderer), int32_t(Chest.x), int32_t(Chest.y), 2);
	CHECK(Pixel.R > Pixel.G + 60);
	CHECK(Pixel.B > Pixel.G + 60);
}

TEST_CASE("FRenderer: debug lines and trails are drawn once, text and panels over everything")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetCamera(Level);
	const FPicture Empty = Draw(*Renderer);

	Renderer->GetDebugLines().Line({-3, 1, 0}, {3, 1, 0}, {1, 0, 0});
	Renderer->GetDebugLines().Text({0, 2.5f, 0}, "label", {1, 1, 0});
	const FPicture Lines = Draw(*Renderer);
	const FVector Middle = PixelOf({0, 1, 0});
	const FPixel Red = GetPixel(Lines, int32_t(Middle.x), int32_t(Middle.y));
	CHECK((Red.R > 200 && Red.G < 80 && Red.B < 80));
	const FDifference Change = Compare(Empty, Lines, 60);
	CHECK(std::abs(float(Change.Left) - PixelOf({-3, 1, 0}).x) < 3.0f);
	CHECK(std::abs(float(Change.Right) - PixelOf({3, 1, 0}).x) < 3.0f);
	CHECK(float(Change.Top) < PixelOf({0, 2.5f, 0}).y); // the label stands above its point
	CHECK(Draw(*Renderer).Rgb == Empty.Rgb);

	FTrails Trails;
	for (int32_t Step = 0; Step < 20; ++Step)
	{
		const FVector Position(float(Step) * 0.2f - 2.0f, 0.5f, 0.0f);
		Trails.Update({&Position, 1}, 0.1 * double(Step));
	}
	const FColor Yellow{1.0f, 1.0f, 0.0f};
	Renderer->DrawTrails(Trails, {&Yellow, 1});
	CHECK(Compare(Empty, Draw(*Renderer), 60).Count > 50);
	CHECK(Draw(*Renderer).Rgb == Empty.Rgb);

	const FHudLine Hud{EHudCorner::BottomRight, "Readable", {1, 1, 1}, 1.0f};
	Renderer->SetHud({&Hud, 1});
	const FDifference Text = Compare(Empty, Draw(*Renderer), 60);
	CHECK(Text.Count > 100);
	CHECK((Text.Left > TestWidth / 2 && Text.Top > TestHeight - 60 && Text.Right < TestWidth - 4));
	Renderer->SetHud({});
	int32_t Calls = 0;
	Renderer->SetPanels(
	    [&]
	    {
		    ++Calls;
		    ImGui::SetNextWindowPos({20, 20});
		    ImGui::SetNextWindowSize({200, 100});
		    ImGui::Begin("Panel");
		    ImGui::Text("inside");
		    ImGui::End();
	    });
	Draw(*Renderer); // a panel lays itself out in its first frame
	const FDifference Panel = Compare(Empty, Draw(*Renderer), 30);
	CHECK(Calls == 2);
	CHECK((Panel.Left >= 18 && Panel.Left <= 24 && Panel.Right <= 222 && Panel.Bottom <= 122));
	CHECK(Panel.Count > 200 * 100 * 8 / 10);
}

TEST_CASE("FRenderer: values that are no numbers are left out, the rest is drawn")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetCamera(Level);
	constexpr float Nan = std::numeric_limits<float>::quiet_NaN();
	const FBoidInstance Figures[] = {StandAt({Nan, 0, 0}), StandAt({0, 0, 0})};
	Renderer->SetBoids(0, EBody::Zombie, Figures, {});
	FRenderProp Prop;
	Prop.HalfExtent.x = Nan;
	Renderer->SetProps({&Prop, 1});
	FCameraPose Broken;
	Broken.Position.x = Nan;
	Renderer->SetCamera(Broken);
	FEnvironment Environment;
	Environment.SunDirection.z = Nan;
	Renderer->SetEnvironment(Environment);
	Renderer->SetTime(double(Nan));
	Draw(*Renderer);
	CHECK(Renderer->GetStats().Bodies == 1);
	CHECK(Renderer->GetCamera().Position == Level.Position);
}

TEST_CASE("FRenderer: ten thousand boids with shadows stay within the triangle budget")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Renderer->SetCamera(FCameraPose::LookAt({0, 20, 60}, {0, 5, 0}));
	std::vector<FBoidInstance> Flock;
	for (int32_t Index = 0; Index < 10000; ++Index)
	{
		Flock.push_back(StandAt({float(Index % 100) * 0.6f - 30.0f, 5.0f, float(Index / 100) * 0.6f - 30.0f}));
	}
	Renderer->SetBoids(0, EBody::Bird, Flock, {});
	Draw(*Renderer);
	CHECK(Renderer->GetStats().Bodies > 5000);
	CHECK(Renderer->GetStats().Triangles <= FRenderSettings{}.TriangleBudget);
}

TEST_CASE("FRenderer: small birds whose shadows lie out of view cost no shadows, others keep theirs")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	std::vector<FBoidInstance> Flock;
	for (int32_t Index = 0; Index < 400; ++Index)
	{
		Flock.push_back(StandAt({float(Index % 20) - 10.0f, 30.0f, float(Index / 20) - 10.0f}));
		Flock.back().Scale = 0.2f;
	}
	const auto CountTriangles = [&](const FCameraPose& Pose)
	{
		Renderer->SetCamera(Pose);
		Renderer->SetBoids(0, EBody::Bird, {}, {});
		Draw(*Renderer);
		const int32_t Without = Renderer->GetStats().Triangles;
		Renderer->SetBoids(0, EBody::Bird, Flock, {});
		Draw(*Renderer);
		CHECK(Renderer->GetStats().Bodies == 400);
		return Renderer->GetStats().Triangles - Without;
	};
	// The same distance, once with nothing but sky behind them, once with the ground.
	const int32_t Upward = CountTriangles(FCameraPose::LookAt({0.0f, 2.0f, 0.1f}, {0.0f, 30.0f, 0.0f}));
	const int32_t Downward = CountTriangles(FCameraPose::LookAt({0.0f, 58.0f, 0.1f}, {0.0f, 30.0f, 0.0f}));
	CHECK(Downward > Upward);
	CHECK(Upward > 0);
}
} // namespace Flockwork
