#pragma once
// A finished frame, and writing it as PNG.
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FPicture
{
	int32_t Width = 0;
	int32_t Height = 0;
	std::vector<uint8_t> Rgb; // 3 bytes a pixel, rows from the top, no padding
};

// Writes beside the target and renames, so that a crash never leaves half a picture. Needs a live FRenderer (its codec
// is used). An empty picture, a missing folder or a full disk are errors that name the path.
bool WritePng(const FPicture& Picture, const std::string& Path, FDiagnostics& Diagnostics);
} // namespace Flockwork
