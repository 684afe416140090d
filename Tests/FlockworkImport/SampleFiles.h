#pragma once
// A box from (0, 0, 0) to (1, 2, 3) m in every format, written here from the formats' own descriptions.
#include <string>

namespace Flockwork
{
struct FSampleBox
{
	double UnitInMeters = 1.0; // the file's numbers are metres divided by it; declared where a format can
	bool bZUp = false;         // the file's numbers are turned to Z up; declared where a format can
	bool bMirrored = false;    // the node mirrors X (not in OBJ)
	std::string Node = "Box";
	std::string Marker = "Spawn_1"; // an empty node at (4, 0, 5) m that looks along +X (not in OBJ)
};

std::string MakeObj(const FSampleBox& Box);
std::string MakeDae(const FSampleBox& Box);
std::string MakeFbx(const FSampleBox& Box);
// glTF is in metres with Y up, always. Buffer: its URI; empty: as data in the file.
std::string MakeGltf(const FSampleBox& Box, const std::string& Buffer = "");
std::string MakeGltfBuffer(); // 8 corners, 36 indices of 16 bits
std::string MakeGlb(const FSampleBox& Box);
std::string EncodeBase64(const std::string& Bytes);
// Any JSON and buffer as .glb.
std::string PackGlb(std::string Json, std::string Binary);
} // namespace Flockwork
