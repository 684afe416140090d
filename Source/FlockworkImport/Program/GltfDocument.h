#pragma once
// A glTF file's JSON and its buffers.
#include "FlockworkCore/DataNode.h"
#include "GuardedFiles.h"

#include <cstdint>
#include <memory>
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

	// Takes .glb and .gltf apart and finds the buffers. False with errors when something is missing or too short. Bytes
	// must live as long as this.
	bool Load(const FFileBytes& Bytes, const FGuardedFiles& Files, FDiagnostics& Diagnostics);
	const std::string& GetFile() const { return File; }
	const FDataNode& GetRoot() const { return Root; }
	// A list of the root; empty when there is none.
	const std::vector<FDataNode>& GetItems(std::string_view List) const;
	// A list among a node's members; empty when there is none.
	static const std::vector<FDataNode>& ListOf(const FDataNode& Node, std::string_view Member);
	// What an index names; null when it is no index, or too large.
	const FDataNode* FindItem(std::string_view List, const FDataNode& Index) const;
	// A member that is a whole number >= 0; Default when it is missing, -1 when it is something else.
	int64_t GetInteger(const FDataNode& Node, std::string_view Member, int64_t Default) const;
	// Why an accessor's values are not all inside its buffer; empty when they are.
	std::string FindAccessorFault(const FDataNode& Accessor) const;
	// As FindAccessorFault, of an image's or a sparse part's own view.
	std::string FindViewFault(const FDataNode& Owner, uint64_t Count, uint64_t ElementSize, uint64_t& OutStride) const;
	// From an owner's first byte in its buffer view to the view's end. FindViewFault must have found nothing.
	std::span<const uint8_t> GetView(const FDataNode& Owner) const;
	// Whether a URI names something that is not beside the file: another folder, another machine.
	static bool LeadsOut(const std::string& Uri);
	// The bytes behind a URI, of a buffer or an image; none with a reason when they cannot be had.
	std::optional<std::span<const uint8_t>> ReadUri(
	    const std::string& Uri, const FGuardedFiles& Files, std::string& OutReason);

private:
	bool TakeApart(const FFileBytes& Bytes, std::string_view& OutJson, FDiagnostics& Diagnostics);
	bool FindBuffers(const FGuardedFiles& Files, FDiagnostics& Diagnostics);
	// The bytes that there are; none with a reason when the buffer cannot be had.
	std::optional<std::span<const uint8_t>> ReadBuffer(
	    const FDataNode& Buffer, size_t Index, const FGuardedFiles& Files, std::string& OutReason);
	std::string FindSparseFault(const FDataNode& Sparse, uint64_t Count, uint64_t ElementSize) const;

	std::string File;
	FDataNode Root;
	std::optional<std::span<const uint8_t>> BinaryChunk;
	std::vector<std::span<const uint8_t>> Buffers;       // as long as they say they are; empty where something is wrong
	std::vector<std::shared_ptr<const FFileBytes>> Kept; // what the spans point into
};
} // namespace Flockwork
