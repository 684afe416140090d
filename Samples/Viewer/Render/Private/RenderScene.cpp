#include "RenderScene.h"

#include "NativeWindow.h"
#include "NoiseTextures.h"

#include <OgreCamera.h>
#include <OgreException.h>
#include <OgreLight.h>
#include <OgreMaterialManager.h>
#include <OgreSceneManager.h>
#include <OgreSceneNode.h>
#include <OgreTechnique.h>
#include <OgreViewport.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// Those of Media/Flockwork.material.
const std::vector<std::string> ScriptMaterials = {
    "Static", "StaticCaster", "Prop", "PropCaster", "Ground", "Sky", "Sun", "Line", "Trail", "Contact"};
} // namespace

bool FRenderScene::Start(const FRenderSettings& InSettings, FDiagnostics& Diagnostics)
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
	std::vector<std::string> BodyMaterials;
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		BodyMaterials.push_back(ToString(EBody(Body)));
		BodyMaterials.push_back(BodyMaterials.back() + "Caster");
	}
	BodyMaterials.insert(BodyMaterials.end(), {"Skin4", "Skin4Caster", "Skin2", "Skin2Caster"});
	try
	{
		if (!CheckMaterials(ScriptMaterials, Diagnostics))
		{
			return false;
		}
		BuildScene();
		SetEnvironment(FEnvironment::Day());
		return CheckMaterials(BodyMaterials, Diagnostics);
	}
	catch (const Ogre::Exception& Exception)
	{
		Diagnostics.Error(
		    {}, "", "the scene could not be built: " + Exception.getDescription() + Engine.GetLog().TakeComplaints());
		return false;
	}
}

// In the order opposite to BuildScene, while the engine lives.
FRenderScene::~FRenderScene()
{
	Panels.reset();
	Trails.reset();
	Lines.reset();
	Characters.reset();
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

void FRenderScene::BuildScene()
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
	Characters = std::make_unique<FSkinBatch>(Root);
	Trails = std::make_unique<FTrailBatch>(Root);
	Lines = std::make_unique<FLineBatch>(Root);
	Panels = std::make_unique<FPanels>(Height());
	if (Engine.GetNativeWindow())
	{
		Engine.GetNativeWindow()->ConnectPanels();
	}
}

// A shader that does not compile leaves its material without a usable technique; better said now than drawn wrong.
bool FRenderScene::CheckMaterials(std::span<const std::string> Names, FDiagnostics& Diagnostics)
{
	bool bOk = true;
	for (const std::string& Name : Names)
	{
		const Ogre::MaterialPtr Material =
		    Ogre::MaterialManager::getSingleton().getByName("Flockwork/" + Name, Ogre::RGN_DEFAULT);
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

void FRenderScene::SetEnvironment(const FEnvironment& InEnvironment)
{
	Environment = InEnvironment;
	Uniforms->SetEnvironment(Environment, Settings.ShadowMapSize > 0);
	Sky->SetEnvironment(Environment, *Uniforms);
}

void FRenderScene::PlaceCamera()
{
	CameraNode->setPosition(ToOgre(Pose.Position));
	CameraNode->setOrientation(ToOgre(Pose.Rotation));
	Camera->setFOVy(Ogre::Radian(Pose.FieldOfView));
	Camera->setNearClipDistance(Pose.NearDistance);
	Camera->setFarClipDistance(Pose.FarDistance);
}

void FRenderScene::PlaceShadow()
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

void FRenderScene::PrepareFrame()
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
	View.bGround = Environment.Ground != EGround::None;
	View.GroundHeight = Environment.GroundHeight;
	const int32_t Fixed = Sky->GetTriangleCount() + 2 * (Statics->GetTriangleCount() + Props->GetTriangleCount());
	const int32_t Budget = std::max(Settings.TriangleBudget - Fixed, 0);
	Characters->Prepare(View, Budget);
	Bodies->Prepare(View, std::max(Budget - Characters->GetTriangleCount(), 0));
	Spots.assign(Bodies->GetStandingPlaces().begin(), Bodies->GetStandingPlaces().end());
	Spots.insert(Spots.end(), Characters->GetStandingPlaces().begin(), Characters->GetStandingPlaces().end());
	Contact->Update(Spots, Environment);
	Lines->SetViewport(Width(), Height());
	Lines->Set(Debug.GetLines());
	Trails->Upload();
	constexpr float PanelFrameTime = 1.0f / 60.0f; // fixed: panels must not depend on a clock either
	Panels->Build(Width(), Height(), PanelFrameTime, Pose, Debug);
	Stats.Triangles = Fixed + Characters->GetTriangleCount() + Bodies->GetTriangleCount() +
	                  Contact->GetTriangleCount() + Lines->GetTriangleCount() + Trails->GetTriangleCount();
	Stats.Bodies = Bodies->GetVisibleCount() + Characters->GetVisibleCount();
}
} // namespace Flockwork
