#pragma once
// Sky dome, sun and ground disc: three draws that follow the camera.
#include "FlockworkRender/RenderTypes.h"
#include "FrameUniforms.h"
#include "GpuMesh.h"

namespace Ogre
{
class SceneNode;
}

namespace Flockwork
{
class FSkyAndGround
{
public:
	explicit FSkyAndGround(Ogre::SceneNode& Root);
	~FSkyAndGround();
	void SetEnvironment(const FEnvironment& Environment, const FFrameUniforms& Uniforms);
	void SetTime(double Seconds);
	int32_t GetTriangleCount() const;

private:
	FWorldDraw Ground;
	FWorldDraw Sky;
	FWorldDraw Sun;
	float CloudThreshold = 0.5f;
};
} // namespace Flockwork
