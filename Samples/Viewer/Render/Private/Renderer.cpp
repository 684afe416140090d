#include "FlockworkRender/Renderer.h"

#include "BodyBatch.h"
#include "ContactShade.h"
#include "FlockworkCore/Assert.h"
#include "FrameUniforms.h"
#include "LineBatch.h"
#include "NativeWindow.h"
#include "NoiseTextures.h"
#include "OgreEngine.h"
#include "Panels.h"
#include "PropBatch.h"
#include "ShadowSetup.h"
#include "SkyAndGround.h"
#include "StaticGeometry.h"

#include <OgreCamera.h>
#include <OgreException.h>
#include <OgreLight.h>
#include <OgreMaterialManager.h>
#include <OgreRenderWindow.h>
#include <OgreSceneManager.h>
#include <OgreSceneNode.h>
#include <OgreTechnique.h>
#include <OgreViewport.h>
#include <algorithm>
#include <cmath>
#include <optional>
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

struct FRenderer::FImpl
{
	FRenderSettings Settings;
	FOgreEngine Engine;
	std::unique_ptr<FFrameUniforms> Uniforms;
	Ogre::SceneManager* Scene = nullptr;
	Ogre::Camera* Camera = nullptr;
	Ogre::SceneNode* CameraNode = nullptr;
	Ogre::SceneNode* SunNode = nullptr;
	std::shared_ptr<FShadowSetup> Shadow = std::make_shared<FShadowSetup>();
	std::unique_ptr<FSkyAndGround> Sky;
	std::unique_ptr<FStaticGeometry> Statics;
	std::unique_ptr<FContactShade> Contact;
	std::unique_ptr<FPropBatch> Props;
	std::unique_ptr<FBodyBatch> Bodies;
	std::unique_ptr<FLineBatch> Lines;
	std::unique_ptr<FTrailBatch> Trails;
	std::unique_ptr<FPanels> Panels;

	FEnvironment Environment;
	FCameraPose Pose = FCameraPose::LookAt({0.0f, 6.0f, 14.0f}, {0.0f, 1.0f, 0.0f});
	double Time = 0.0;
	FDebugLines Debug;
	FRenderStats Stats;
	std::vector<FInputEvent> Events;
	std::vector<uint8_t> Readback;
	bool bClosed = false;

	bool Start(const FRenderSettings& InSettings, FDiagnostics& Diagnostics);
	~FImpl();
	void BuildScene();
	bool CheckMaterials(FDiagnostics& Diagnostics);
	void PlaceCamera();
	void PlaceShadow();
	void PrepareFrame();
	Ogre::RenderWindow& Window() { return Engine.GetWindow(); }
	int32_t Width() { return int32_t(Window().getWidth()); }
	int32_t Height() { return int32_t(Window().getHeight()); }
};

bool FRenderer::FImpl::Start(const FRenderSettings& InSettings, FDiagnostics& Diagnostics)
{
	Settings = InSettings;
	if (!Engine.Start(
	        Settings,
	        [this]
	        {
		        Uniforms = std::make_unique<FFrameUniforms>();
		        CreateNoiseTextures();
	        },
	        Diagnostics))
	{
		return false;
	}
	try
	{
		BuildScene();
	}
	catch (const Ogre::Exception& Exception)
	{
		Diagnostics.Error(
		    {}, "", "the scene could not be built: " + Exception.getDescription() + Engine.GetLog().TakeComplaints());
		return false;
	}
	return CheckMaterials(Diagnostics);
}

// In the order opposite to BuildScene, while the engine lives.
FRenderer::FImpl::~FImpl()
{
	Panels.reset();
	Trails.reset();
	Lines.reset();
	Bodies.reset();
	Props.reset();
	Contact.reset();
	Statics.reset();
	Sky.reset();
	if (Scene)
	{
		Window().removeAllViewports();
		Scene->removeRenderQueueListener(&Engine.GetOverlays());
		Engine.GetRoot().destroySceneManager(Scene);
	}
}

void FRenderer::FImpl::BuildScene()
{
	Scene = Engine.GetRoot().createSceneManager();
	Scene->addRenderQueueListener(&Engine.GetOverlays());
	if (Settings.ShadowMapSize > 0)
	{
		Scene->setShadowTechnique(Ogre::SHADOWTYPE_TEXTURE_ADDITIVE_INTEGRATED);
		Scene->setShadowTextureSettings(uint16_t(Settings.ShadowMapSize), 1, Ogre::PF_DEPTH32);
		// Back faces throw the shadow: the lit side cannot shadow itself.
		Scene->setShadowCasterRenderBackFaces(true);
		Scene->setShadowTextureSelfShadow(true);
		Scene->setShadowFarDistance(100000.0f);
		Scene->setShadowCameraSetup(Shadow);
	}
	Ogre::SceneNode& Root = *Scene->getRootSceneNode();
	Ogre::Light* Sun = Scene->createLight("Sun");
	Sun->setType(Ogre::Light::LT_DIRECTIONAL);
	Sun->setCastShadows(Settings.ShadowMapSize > 0);
	SunNode = Root.createChildSceneNode();
	SunNode->attachObject(Sun);
	Camera = Scene->createCamera("Camera");
	Camera->setAutoAspectRatio(true);
	CameraNode = Root.createChildSceneNode();
	CameraNode->attachObject(Camera);
	Ogre::Viewport* Viewport = Window().addViewport(Camera);
	Viewport->setBackgroundColour(Ogre::ColourValue(0.5f, 0.6f, 0.7f));
	// The sky covers every pixel: only depth needs clearing.
	Viewport->setClearEveryFrame(true, Ogre::FBT_DEPTH);

	Sky = std::make_unique<FSkyAndGround>(Root);
	Statics = std::make_unique<FStaticGeometry>(Root);
	Contact = std::make_unique<FContactShade>(Root);
	Props = std::make_unique<FPropBatch>(Root);
	Bodies = std::make_unique<FBodyBatch>(Root);
	Trails = std::make_unique<FTrailBatch>(Root);
	Lines = std::make_unique<FLineBatch>(Root);
	Panels = std::make_unique<FPanels>(Height());
	if (Engine.GetNativeWindow())
	{
		Engine.GetNativeWindow()->ConnectPanels();
	}
}

// A shader that does not compile leaves its material without a usable technique; better said now than drawn wrong.
bool FRenderer::FImpl::CheckMaterials(FDiagnostics& Diagnostics)
{
	std::vector<std::string> Names = {"Flockwork/Static", "Flockwork/StaticCaster", "Flockwork/Prop",
	    "Flockwork/PropCaster", "Flockwork/Ground", "Flockwork/Sky", "Flockwork/Sun", "Flockwork/Line",
	    "Flockwork/Trail", "Flockwork/Contact"};
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		Names.push_back(std::string("Flockwork/") + ToString(EBody(Body)));
		Names.push_back(Names.back() + "Caster");
	}
	bool bOk = true;
	for (const std::string& Name : Names)
	{
		const Ogre::MaterialPtr Material = Ogre::MaterialManager::getSingleton().getByName(Name, Ogre::RGN_DEFAULT);
		if (Material)
		{
			Material->load();
		}
		if (!Material || Material->getSupportedTechniques().empty())
		{
			Diagnostics.Error({}, "", "the material " + Name + " is missing or its shaders do not compile");
			bOk = false;
		}
	}
	if (!bOk)
	{
		Diagnostics.Error({}, "", "the engine says:" + Engine.GetLog().TakeComplaints());
	}
	return bOk;
}

void FRenderer::FImpl::PlaceCamera()
{
	CameraNode->setPosition(ToOgre(Pose.Position));
	CameraNode->setOrientation(ToOgre(Pose.Rotation));
	Camera->setFOVy(Ogre::Radian(Pose.FieldOfView));
	Camera->setNearClipDistance(Pose.NearDistance);
	Camera->setFarClipDistance(Pose.FarDistance);
}

void FRenderer::FImpl::PlaceShadow()
{
	const float Radius = std::clamp(Environment.ShadowRadius, 1.0f, 1000.0f);
	FVector Center = Environment.ShadowCenter;
	if (Environment.bShadowFollowsCamera)
	{
		// As far ahead as the map reaches, but no farther than what the camera looks at on the ground.
		const FVector Forward = Pose.GetForward();
		const float Above = std::max(Pose.Position.y - Environment.GroundHeight, 0.0f);
		const float ToGround = Forward.y < -0.05f ? Above / -Forward.y : 1e6f;
		Center = Pose.Position + Forward * std::min(ToGround, 0.8f * Radius);
	}
	Shadow->Place(Center, Radius, Uniforms->GetTowardSun(), std::max(Settings.ShadowMapSize, 1));
	Uniforms->SetShadow(std::max(Settings.ShadowMapSize, 1), Shadow->GetMetresATexel(), Shadow->GetDepthRange());
	SunNode->setDirection(ToOgre(-Uniforms->GetTowardSun()), Ogre::Node::TS_WORLD);
}

void FRenderer::FImpl::PrepareFrame()
{
	PlaceCamera();
	Uniforms->SetEnvironment(Environment, Settings.ShadowMapSize > 0);
	PlaceShadow();
	Uniforms->SetView(Pose.Position, Time);
	Sky->SetTime(Time);
	FBodyView View;
	View.Camera = Pose;
	View.AspectRatio = float(Width()) / float(Height());
	View.Height = Height();
	View.bShadows = Settings.ShadowMapSize > 0;
	View.ShadowCenter = Shadow->GetCenter();
	View.ShadowRadius = Shadow->GetRadius();
	View.TowardSun = Uniforms->GetTowardSun();
	const int32_t Fixed = Sky->GetTriangleCount() + 2 * (Statics->GetTriangleCount() + Props->GetTriangleCount());
	Bodies->Prepare(View, std::max(Settings.TriangleBudget - Fixed, 0));
	Contact->Update(Bodies->GetStandingPlaces(), Environment);
	Lines->SetViewport(Width(), Height());
	Lines->Set(Debug.GetLines());
	Trails->Upload();
	constexpr float PanelFrameTime = 1.0f / 60.0f; // fixed: panels must not depend on a clock either
	Panels->Build(Width(), Height(), PanelFrameTime, Pose, Debug);
	Stats.Triangles = Fixed + Bodies->GetTriangleCount() + Contact->GetTriangleCount() + Lines->GetTriangleCount() +
	                  Trails->GetTriangleCount();
	Stats.Bodies = Bodies->GetVisibleCount();
}

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
	std::unique_ptr<FRenderer> Renderer(new FRenderer(std::move(Impl)));
	Renderer->SetEnvironment(FEnvironment::Day());
	return Renderer;
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
	Impl->Environment = Environment;
	Impl->Uniforms->SetEnvironment(Environment, Impl->Settings.ShadowMapSize > 0);
	Impl->Sky->SetEnvironment(Environment, *Impl->Uniforms);
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

void FRenderer::SetBoids(
    int32_t Group, EBody Body, std::span<const FBoidInstance> Instances, std::span<const FBoidLook> Looks)
{
	FW_CHECK(Group >= 0 && Group < MaxGroups, "Group is outside [0, MaxGroups)");
	FW_CHECK(Looks.empty() || Looks.size() == Instances.size(), "Looks must be empty or as many as Instances");
	FW_CHECK(size_t(Body) < size_t(BodyCount), "no such body");
	Impl->Bodies->Set(Group, Body, Instances, Looks);
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

void FRenderer::SetHud(std::span<const FHudLine> Lines)
{
	Impl->Panels->SetHud(Lines);
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
		Window.update(false); // showing the frame has given its buffer away
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
