#pragma once
// A glTF file's JSON and the sizes of its buffers.
#include "FlockworkCore/DataNode.h"
#include "GuardedFiles.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FGltfDocument
{
public:
	explicit FGltfDocument(const std::string& InFile) : File(InFile) {}

	// Takes .glb and .gltf apart and finds the buffers. False with errors when something is missing or too short.
	bool Load(const FFileBytes& Bytes, const FGuardedFiles& Files, FDiagnostics& Diagnostics);
	const std::string& GetFile() const { return File; }
	const FDataNode& GetRoot() const { return Root; }
	// A list of the root; empty when there is none.
	const std::vector<FDataNode>& GetItems(std::string_view List) const;
	// What an index names; null when it is no index, or too large.
	const FDataNode* FindItem(std::string_view List, const FDataNode& Index) const;
	// A member that is a whole number >= 0; Default when it is missing, -1 when it is something else.
	int64_t GetInteger(const FDataNode& Node, std::string_view Member, int64_t Default) const;
	// Why an accessor's values are not all inside its buffer; empty when they are.
	std::string FindAccessorFault(const FDataNode& Accessor) const;

private:
	bool TakeApart(const FFileBytes& Bytes, std::string_view& OutJson, FDiagnostics& Diagnostics);
	bool FindBuffers(const FGuardedFiles& Files, FDiagnostics& Diagnostics);
	// The bytes that there are; none with a reason when the buffer cannot be had.
	std::optional<uint64_t> MeasureBuffer(
	    const FDataNode& Buffer, size_t Index, const FGuardedFiles& Files, std::string& OutReason) const;
	std::string FindViewFault(const FDataNode& Owner, uint64_t Count, uint64_t ElementSize, uint64_t& OutStride) const;
	std::string FindSparseFault(const FDataNode& Sparse, uint64_t Count, uint64_t ElementSize) const;

	std::string File;
	FDataNode Root;
	std::optional<uint64_t> BinaryChunk;
	std::vector<uint64_t> BufferSizes;
};
} // namespace Flockwork
