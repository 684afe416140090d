#pragma once
// Pictures and films of what the window shows, into Output/ under names that are not taken yet.
#include "FlockworkRender/Renderer.h"
#include "FlockworkRender/VideoWriter.h"
#include "ViewerState.h"

#include <memory>
#include <string>
#include <utility>

namespace Flockwork
{
class FRecorder
{
public:
	static constexpr int32_t FramesPerSecond = 30;

	explicit FRecorder(std::string InRoot) : Root(std::move(InRoot)) {}
	// What files are named after.
	void SetScene(const std::string& InScene) { Scene = InScene; }
	// After each frame: saves a picture where one is wanted, adds the frame to a film, starts and ends films.
	void Update(FRenderer& Renderer, FViewerState& State);
	bool IsRecording() const { return Film != nullptr; }

private:
	std::string MakePath(const char* Extension) const;
	void StartFilm(FRenderer& Renderer, FViewerState& State);
	void EndFilm(FViewerState& State);

	std::string Root;
	std::string Scene;
	std::unique_ptr<FVideoWriter> Film; // null: none is recorded
	std::string FilmPath;
	int32_t FilmWidth = 0;
	int32_t FilmHeight = 0;
	FPicture Picture;
};
} // namespace Flockwork
