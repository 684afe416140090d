#pragma once
// The engine, the scene it holds and what the next frame shows: FRenderer's inside.
#include "BodyBatch.h"
#include "ContactShade.h"
#include "FlockworkRender/Renderer.h"
#include "FrameUniforms.h"
#include "LineBatch.h"
#include "OgreEngine.h"
#include "Panels.h"
#include "PropBatch.h"
#include "ShadowSetup.h"
#include "SkinBatch.h"
#include "SkyAndGround.h"
#include "StaticGeometry.h"

#include <OgreRenderWindow.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
struct FRenderScene
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
	std::unique_ptr<FSkinBatch> Characters;
	std::unique_ptr<FLineBatch> Lines;
	std::unique_ptr<FTrailBatch> Trails;
	std::unique_ptr<FPanels> Panels;

	FEnvironment Environment;
	FCameraPose Pose = FCameraPose::LookAt({0.0f, 6.0f, 14.0f}, {0.0f, 1.0f, 0.0f});
	double Time = 0.0;
	FDebugLines Debug;
	FRenderStats Stats;
	std::vector<FContactShade::FSpot> Spots;
	std::vector<FInputEvent> Events;
	std::vector<uint8_t> Readback;
	bool bClosed = false;

	bool Start(const FRenderSettings& InSettings, FDiagnostics& Diagnostics);
	~FRenderScene();
	FRenderScene() = default;
	FRenderScene(const FRenderScene&) = delete;
	FRenderScene& operator=(const FRenderScene&) = delete;
	void SetEnvironment(const FEnvironment& InEnvironment);
	void BuildScene();
	bool CheckMaterials(std::span<const std::string> Names, FDiagnostics& Diagnostics);
	void PlaceCamera();
	void PlaceShadow();
	void PrepareFrame();
	Ogre::RenderWindow& Window() { return Engine.GetWindow(); }
	int32_t Width() { return int32_t(Window().getWidth()); }
	int32_t Height() { return int32_t(Window().getHeight()); }
};
} // namespace Flockwork
