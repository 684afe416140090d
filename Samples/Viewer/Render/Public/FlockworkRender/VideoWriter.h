#pragma once
// Films: frames go by a socket into a child process, ffmpeg with libx264, so that encoding runs beside drawing.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkRender/Picture.h"

#include <cstdint>
#include <memory>
#include <string>

namespace Flockwork
{
struct FVideoSettings
{
	std::string Path;             // .mp4; an existing file is replaced
	int32_t Width = 1280;         // even, [16, 8192]
	int32_t Height = 720;         // even, [16, 8192]
	int32_t FramesPerSecond = 30; // [1, 240]
	int32_t Quality = 21;         // [0, 51] x264's constant rate factor; smaller is better and larger
	int32_t Niceness = 5;         // [0, 19] of the encoder, so that drawing comes first
	float StallTimeout = 30.0f;   // (0, 600] s without progress after which the encoder is given up
	std::string Encoder = "ffmpeg";
};

class FVideoWriter
{
public:
	FVideoWriter();
	~FVideoWriter(); // ends the encoder; a film that was not finished is removed
	FVideoWriter(const FVideoWriter&) = delete;
	FVideoWriter& operator=(const FVideoWriter&) = delete;

	// False with the reason: encoder not installed, path not writable, bad size.
	bool Start(const FVideoSettings& Settings, FDiagnostics& Diagnostics);
	// Copies the frame into a short queue; waits only while the queue is full, at most StallTimeout. False once the
	// encoder has failed, with its own words.
	bool AddFrame(const FPicture& Frame, FDiagnostics& Diagnostics);
	// Waits for the encoder to finish the file. False when it failed; then no file is left.
	bool Finish(FDiagnostics& Diagnostics);
	bool IsOpen() const;
	int64_t GetFrameCount() const;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
