#include "FlockworkRender/Renderer.h"

#include "FlockworkCore/Assert.h"
#include "NativeWindow.h"
#include "Panels.h"
#include "RenderScene.h"

#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
bool bRendererAlive = false;

bool CheckRange(FDiagnostics& Diagnostics, const char* Field, int32_t Value, int32_t Smallest, int32_t Largest)
{
	if (Value < Smallest || Value > Largest)
	{
		Diagnostics.Error({}, Field,
		    std::to_string(Value) + " is outside " + std::to_string(Smallest) + " .. " + std::to_string(Largest));
		return false;
	}
	return true;
}

bool Validate(const FRenderSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bOk = CheckRange(Diagnostics, "width", Settings.Width, 16, 8192);
	bOk &= CheckRange(Diagnostics, "height", Settings.Height, 16, 8192);
	bOk &= CheckRange(Diagnostics, "triangleBudget", Settings.TriangleBudget, 1000, 50000000);
	if (Settings.ShadowMapSize != 0)
	{
		bOk &= CheckRange(Diagnostics, "shadowMapSize", Settings.ShadowMapSize, 256, 8192);
	}
	const int32_t Samples = Settings.Multisamples;
	if (Samples != 0 && Samples != 2 && Samples != 4 && Samples != 8)
	{
		Diagnostics.Error({}, "multisamples", std::to_string(Samples) + " is not 0, 2, 4 or 8");
		bOk = false;
	}
	return bOk;
}
} // namespace

struct FRenderer::FImpl : FRenderScene
{
};

FRenderer::FRenderer(std::unique_ptr<FImpl> InImpl) : Impl(std::move(InImpl)) {}

FRenderer::~FRenderer()
{
	Impl.reset();
	bRendererAlive = false;
}

std::unique_ptr<FRenderer> FRenderer::Create(const FRenderSettings& Settings, FDiagnostics& Diagnostics)
{
	if (!Validate(Settings, Diagnostics))
	{
		return nullptr;
	}
	if (bRendererAlive)
	{
		Diagnostics.Error({}, "", "there is a renderer already: one lives at a time");
		return nullptr;
	}
	auto Impl = std::make_unique<FImpl>();
	if (!Impl->Start(Settings, Diagnostics))
	{
		return nullptr;
	}
	bRendererAlive = true;
	return std::unique_ptr<FRenderer>(new FRenderer(std::move(Impl)));
}

bool FRenderer::HasDisplay()
{
	return IsDisplayUsable();
}

bool FRenderer::IsHeadless() const
{
	return Impl->Engine.IsHeadless();
}

int32_t FRenderer::GetWidth() const
{
	return Impl->Width();
}

int32_t FRenderer::GetHeight() const
{
	return Impl->Height();
}

void FRenderer::SetEnvironment(const FEnvironment& Environment)
{
	if (!IsFinite(Environment.SunDirection) || !IsFinite(Environment.ShadowCenter) ||
	    !std::isfinite(Environment.GroundHeight))
	{
		return;
	}
	Impl->SetEnvironment(Environment);
}

void FRenderer::SetStatics(std::span<const FRenderStatic> Statics)
{
	Impl->Statics->Set(Statics);
	Impl->Contact->SetStatics(Statics);
}

void FRenderer::SetProps(std::span<const FRenderProp> Props)
{
	Impl->Props->Set(Props);
}

void FRenderer::SetPropMeshes(std::span<const FRenderMesh> Meshes)
{
	Impl->Props->SetMeshes(Meshes);
}

void FRenderer::SetBoids(
    int32_t Group, EBody Body, std::span<const FBoidInstance> Instances, std::span<const FBoidLook> Looks)
{
	FW_CHECK(Group >= 0 && Group < MaxGroups, "Group is outside [0, MaxGroups)");
	FW_CHECK(Looks.empty() || Looks.size() == Instances.size(), "Looks must be empty or as many as Instances");
	FW_CHECK(size_t(Body) < size_t(BodyCount), "no such body");
	Impl->Bodies->Set(Group, Body, Instances, Looks);
}

bool FRenderer::SetCharacterMeshes(std::span<const FRenderSkinnedMesh> Meshes, FDiagnostics& Diagnostics)
{
	return Impl->Characters->SetMeshes(Meshes, Diagnostics);
}

void FRenderer::SetCharacters(
    int32_t Group, int32_t Mesh, std::span<const FRenderCharacter> Characters, std::span<const FRenderJoint> Palette)
{
	FW_CHECK(Group >= 0 && Group < MaxGroups, "Group is outside [0, MaxGroups)");
	FW_CHECK(Mesh >= 0, "no such mesh");
	Impl->Characters->Set(Group, Mesh, Characters, Palette);
}

void FRenderer::SetTime(double Seconds)
{
	// The shaders' numbers are floats: an hour keeps them exact to a millisecond.
	Impl->Time = std::isfinite(Seconds) ? std::fmod(Seconds, 3600.0) : 0.0;
}

void FRenderer::SetCamera(const FCameraPose& Pose)
{
	const bool bUsable = IsFinite(Pose.Position) && IsFinite(Pose.Rotation) && Pose.FieldOfView > 0.02f &&
	                     Pose.FieldOfView < 3.0f && Pose.NearDistance > 0.0f && Pose.FarDistance > Pose.NearDistance;
	if (bUsable)
	{
		Impl->Pose = Pose;
	}
}

const FCameraPose& FRenderer::GetCamera() const
{
	return Impl->Pose;
}

FDebugLines& FRenderer::GetDebugLines()
{
	return Impl->Debug;
}

void FRenderer::DrawTrails(const FTrails& Trails, std::span<const FColor> Colors)
{
	Impl->Trails->Add(Trails, Colors, Impl->Pose.Position);
}

void FRenderer::SetHud(std::span<const FHudLine> Lines, std::span<const FHudPlot> Plots)
{
	Impl->Panels->SetHud(Lines, Plots);
}

void FRenderer::SetHudMargins(float Left, float Right)
{
	Impl->Panels->SetMargins(Left, Right);
}

void FRenderer::SetPanels(std::function<void()> DrawPanels)
{
	Impl->Panels->SetPanels(std::move(DrawPanels));
}

bool FRenderer::RenderFrame()
{
	if (Impl->bClosed)
	{
		return false;
	}
	Impl->PrepareFrame();
	Ogre::Root& Root = Impl->Engine.GetRoot();
	Root._fireFrameStarted();
	Impl->Window().update(!IsHeadless());
	Root._fireFrameRenderingQueued();
	Root._fireFrameEnded();
	Impl->Stats.Draws = int32_t(Impl->Window().getStatistics().batchCount);
	Impl->Debug.Clear();
	Impl->Trails->Clear();
	return true;
}

void FRenderer::ReadFrame(FPicture& Out)
{
	Ogre::RenderWindow& Window = Impl->Window();
	if (!IsHeadless())
	{
		// Showing the frame has given its buffer away.
		const FHiddenPanels Hidden;
		Window.update(false);
	}
	Out.Width = GetWidth();
	Out.Height = GetHeight();
	const size_t PixelCount = size_t(Out.Width) * size_t(Out.Height);
	Impl->Readback.resize(PixelCount * 4);
	Out.Rgb.resize(PixelCount * 3);
	// Four bytes a pixel is how the frame lies in memory: asking for three would convert it pixel by pixel in the
	// driver.
	const Ogre::Box Whole(0, 0, uint32_t(Out.Width), uint32_t(Out.Height));
	Window.copyContentsToMemory(
	    Whole, Ogre::PixelBox(Whole, Ogre::PF_BYTE_BGRA, Impl->Readback.data()), Ogre::RenderTarget::FB_BACK);
	const uint8_t* From = Impl->Readback.data();
	uint8_t* To = Out.Rgb.data();
	for (size_t Pixel = 0; Pixel < PixelCount; ++Pixel)
	{
		To[0] = From[2];
		To[1] = From[1];
		To[2] = From[0];
		From += 4;
		To += 3;
	}
}

const FRenderStats& FRenderer::GetStats() const
{
	return Impl->Stats;
}

std::span<const FInputEvent> FRenderer::PollEvents()
{
	Impl->Events.clear();
	if (FNativeWindow* Native = Impl->Engine.GetNativeWindow())
	{
		Native->Poll(Impl->Events);
		for (const FInputEvent& Event : Impl->Events)
		{
			Impl->bClosed |= Event.Type == EInputType::Close;
		}
	}
	return Impl->Events;
}
} // namespace Flockwork
