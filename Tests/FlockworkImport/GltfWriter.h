#pragma once
// Writes small rigged glTF files for tests: numbers go in, accessors and buffer views come out.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FGltfWriter
{
public:
	// Each returns the accessor's number.
	size_t AddFloats(std::string_view Type, const std::vector<double>& Values);
	// Component: 5120 to 5123; values as integers.
	size_t AddIntegers(
	    std::string_view Type, int32_t Component, const std::vector<double>& Values, bool bNormalized = false);
	// Zeros of floats, but for some rows. bView: the zeros are really there.
	size_t AddSparse(std::string_view Type, size_t Count, const std::vector<uint16_t>& Rows,
	    const std::vector<double>& Values, bool bView = false);
	// A buffer view for an image.
	size_t AddBytes(const std::string& Bytes);
	// Rest: the file's other members ("\"nodes\": [...], ..."). Uri: the buffer's; empty: as data in the file.
	std::string MakeGltf(const std::string& Rest, const std::string& Uri = "") const;
	std::string MakeGlb(const std::string& Rest) const;
	const std::string& GetBuffer() const { return Buffer; }

private:
	size_t AddView(const std::string& Bytes);
	std::string MakeJson(const std::string& Rest, const std::string& BufferUri) const;

	std::string Buffer;
	std::vector<std::string> Views;
	std::vector<std::string> Accessors;
};

// A rod of five rings along Y, 1.6 m long, on three joints and an end that skins nothing, under a turned and lifted
// armature; materials with a picture inside; one clip in each interpolation, and one with morph weights at rest.
struct FSampleRig
{
	std::string Mode = "LINEAR"; // LINEAR, STEP or CUBICSPLINE
	double FirstKey = 0.0;       // s
	bool bQuantised = false;     // weights of bytes, rotations of shorts
	bool bSixInfluences = false;
	bool bMorphs = false;
	double RootScale = 1.0; // of the armature; the joints' numbers are divided by it
	bool bMirrored = false; // the armature mirrors X
	bool bFlipped = false;  // every other rotation key is negated, which changes nothing
	std::string MeshName = "Rod";
};
// For FGltfWriter::MakeGltf and MakeGlb.
std::string MakeRig(const FSampleRig& Rig, FGltfWriter& Writer);
// A PNG of one pixel.
std::string MakePng();
} // namespace Flockwork
