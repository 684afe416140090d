#include "GltfDocument.h"

#include <cmath>
#include <cstring>

namespace Flockwork
{
namespace
{
constexpr std::string_view Magic = "glTF";
constexpr uint32_t JsonChunk = 0x4E4F534A;
constexpr uint32_t BinChunk = 0x004E4942;
constexpr uint64_t LargestCount = 0xffffffff;

uint32_t ReadWord(const FFileBytes& Bytes, size_t At)
{
	uint32_t Word = 0;
	std::memcpy(&Word, Bytes.data() + At, sizeof(Word));
	return Word;
}

uint64_t ComponentSize(int64_t Component)
{
	return Component == 5120 || Component == 5121 ? 1 : Component == 5122 || Component == 5123 ? 2 : 4;
}

uint64_t ComponentCount(std::string_view Type)
{
	return Type == "SCALAR" ? 1 : Type == "VEC2" ? 2 : Type == "VEC3" ? 3 : Type == "VEC4" || Type == "MAT2" ? 4 : 16;
}
} // namespace

bool FGltfDocument::Load(const FFileBytes& Bytes, const FGuardedFiles& Files, FDiagnostics& Diagnostics)
{
	const std::string_view Whole(reinterpret_cast<const char*>(Bytes.data()), Bytes.size());
	std::string_view Json = Whole;
	if (Whole.starts_with(Magic) && !TakeApart(Bytes, Json, Diagnostics))
	{
		return false;
	}
	FParseLimits Limits;
	Limits.MaxBytes = size_t(1) << 30; // buffers may be inside, as text
	Limits.MaxValues = 20'000'000;
	if (!ParseJson(Json, File, Root, Diagnostics, Limits))
	{
		return false;
	}
	if (Root.Type != EDataType::Object)
	{
		Diagnostics.Error({File, Root.Line, Root.Column}, "", "a glTF is one JSON object; this is none");
		return false;
	}
	return FindBuffers(Files, Diagnostics);
}

bool FGltfDocument::TakeApart(const FFileBytes& Bytes, std::string_view& OutJson, FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](const std::string& Message)
	{
		Diagnostics.Error({File}, "", Message);
		return false;
	};
	constexpr size_t HeaderSize = 12;
	constexpr size_t ChunkHeaderSize = 8;
	if (Bytes.size() < HeaderSize + ChunkHeaderSize)
	{
		return Refuse("is truncated: a .glb begins with 20 bytes, and " + std::to_string(Bytes.size()) + " are there");
	}
	if (ReadWord(Bytes, 4) != 2)
	{
		return Refuse("is a .glb of version " + std::to_string(ReadWord(Bytes, 4)) + "; version 2 was expected");
	}
	if (ReadWord(Bytes, 8) > Bytes.size())
	{
		return Refuse("is truncated: it should have " + std::to_string(ReadWord(Bytes, 8)) + " bytes, and has " +
		              std::to_string(Bytes.size()));
	}
	const size_t JsonSize = ReadWord(Bytes, HeaderSize);
	const size_t JsonEnd = HeaderSize + ChunkHeaderSize + JsonSize;
	if (ReadWord(Bytes, HeaderSize + 4) != JsonChunk || JsonEnd > Bytes.size())
	{
		return Refuse("is damaged: its first chunk is no JSON, or is longer than the file");
	}
	OutJson = {reinterpret_cast<const char*>(Bytes.data()) + HeaderSize + ChunkHeaderSize, JsonSize};
	if (JsonEnd + ChunkHeaderSize > Bytes.size())
	{
		return true; // no second chunk
	}
	const size_t BinarySize = ReadWord(Bytes, JsonEnd);
	if (BinarySize > Bytes.size() - JsonEnd - ChunkHeaderSize)
	{
		return Refuse("is damaged: its second chunk is longer than the file");
	}
	if (ReadWord(Bytes, JsonEnd + 4) == BinChunk)
	{
		BinaryChunk = BinarySize;
	}
	return true;
}

const std::vector<FDataNode>& FGltfDocument::GetItems(std::string_view List) const
{
	static const std::vector<FDataNode> None;
	const FDataNode* const Found = Root.Find(List);
	return Found ? Found->Items : None;
}

const FDataNode* FGltfDocument::FindItem(std::string_view List, const FDataNode& Index) const
{
	const std::vector<FDataNode>& Items = GetItems(List);
	const bool bIndex = Index.Type == EDataType::Number && Index.Number >= 0.0 &&
	                    Index.Number == std::floor(Index.Number) && Index.Number < double(Items.size());
	return bIndex ? &Items[size_t(Index.Number)] : nullptr;
}

int64_t FGltfDocument::GetInteger(const FDataNode& Node, std::string_view Member, int64_t Default) const
{
	const FDataNode* const Found = Node.Find(Member);
	if (!Found)
	{
		return Default;
	}
	const bool bInteger = Found->Type == EDataType::Number && Found->Number >= 0.0 &&
	                      Found->Number == std::floor(Found->Number) && Found->Number < 1e15;
	return bInteger ? int64_t(Found->Number) : -1;
}

std::optional<uint64_t> FGltfDocument::MeasureBuffer(
    const FDataNode& Buffer, size_t Index, const FGuardedFiles& Files, std::string& OutReason) const
{
	const FDataNode* const Uri = Buffer.Find("uri");
	if (!Uri)
	{
		OutReason = "has neither a uri nor a binary chunk in this file";
		return Index == 0 ? BinaryChunk : std::nullopt;
	}
	if (Uri->String.starts_with("data:"))
	{
		const size_t Comma = Uri->String.find(";base64,");
		OutReason = "holds data that are not base64";
		return Comma == std::string::npos ? std::nullopt
		                                  : std::optional<uint64_t>((Uri->String.size() - Comma - 8) / 4 * 3);
	}
	const std::filesystem::path Path(Uri->String);
	if (Path.is_absolute() || Uri->String.find("..") != std::string::npos ||
	    Uri->String.find(':') != std::string::npos || Uri->String.find('\\') != std::string::npos)
	{
		OutReason =
		    "leads out of the level's folder: \"" + Uri->String + "\" is not read; put the file beside the level";
		return std::nullopt;
	}
	const std::shared_ptr<const FFileBytes> Bytes = Files.ReadBeside(Uri->String);
	OutReason = "is not there: \"" + Uri->String + "\" was expected beside the level";
	return Bytes ? std::optional<uint64_t>(Bytes->size()) : std::nullopt;
}

bool FGltfDocument::FindBuffers(const FGuardedFiles& Files, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	const std::vector<FDataNode>& Buffers = GetItems("buffers");
	for (size_t Index = 0; Index < Buffers.size(); ++Index)
	{
		const int64_t Claimed = GetInteger(Buffers[Index], "byteLength", -1);
		std::string Reason;
		const std::optional<uint64_t> Size = MeasureBuffer(Buffers[Index], Index, Files, Reason);
		if (Size && (Claimed < 0 || uint64_t(Claimed) > *Size))
		{
			Reason = "is too short: " + std::to_string(Claimed) + " bytes were expected, " + std::to_string(*Size) +
			         " are there";
		}
		if (!Size || Claimed < 0 || uint64_t(Claimed) > *Size)
		{
			Diagnostics.Error(
			    {File, Buffers[Index].Line, Buffers[Index].Column}, "buffers." + std::to_string(Index), Reason);
			bGood = false;
		}
		BufferSizes.push_back(Size && Claimed >= 0 ? uint64_t(Claimed) : 0);
	}
	return bGood;
}

std::string FGltfDocument::FindViewFault(
    const FDataNode& Owner, uint64_t Count, uint64_t ElementSize, uint64_t& OutStride) const
{
	const FDataNode* const Reference = Owner.Find("bufferView");
	const FDataNode* const View = Reference ? FindItem("bufferViews", *Reference) : nullptr;
	const FDataNode* const BufferIndex = View ? View->Find("buffer") : nullptr;
	if (!View || !BufferIndex || !FindItem("buffers", *BufferIndex))
	{
		return "names a buffer view that is not there, or has no buffer";
	}
	const int64_t Offset = GetInteger(Owner, "byteOffset", 0);
	const int64_t ViewOffset = GetInteger(*View, "byteOffset", 0);
	const int64_t ViewLength = GetInteger(*View, "byteLength", -1);
	const int64_t Stride = GetInteger(*View, "byteStride", int64_t(ElementSize));
	if (Offset < 0 || ViewOffset < 0 || ViewLength < 0 || Stride < int64_t(ElementSize) || Stride > 252)
	{
		return "has offsets, lengths or strides that cannot be";
	}
	const uint64_t End = uint64_t(ViewOffset) + uint64_t(ViewLength);
	const uint64_t Needed = uint64_t(Offset) + (Count == 0 ? 0 : (Count - 1) * uint64_t(Stride) + ElementSize);
	OutStride = uint64_t(Stride);
	if (End > BufferSizes[size_t(BufferIndex->Number)] || Needed > uint64_t(ViewLength))
	{
		return "reaches beyond its buffer: the file is truncated or damaged";
	}
	return "";
}

std::string FGltfDocument::FindSparseFault(const FDataNode& Sparse, uint64_t Count, uint64_t ElementSize) const
{
	const int64_t Replaced = GetInteger(Sparse, "count", -1);
	const FDataNode* const Indices = Sparse.Find("indices");
	const FDataNode* const Values = Sparse.Find("values");
	uint64_t Stride = 0;
	if (Replaced < 0 || uint64_t(Replaced) > Count || !Indices || !Values)
	{
		return "has a sparse part that cannot be";
	}
	const uint64_t IndexSize = ComponentSize(GetInteger(*Indices, "componentType", 5125));
	const std::string Fault = FindViewFault(*Indices, uint64_t(Replaced), IndexSize, Stride);
	return Fault.empty() ? FindViewFault(*Values, uint64_t(Replaced), ElementSize, Stride) : Fault;
}

std::string FGltfDocument::FindAccessorFault(const FDataNode& Accessor) const
{
	const int64_t Count = GetInteger(Accessor, "count", -1);
	const FDataNode* const Type = Accessor.Find("type");
	if (Count < 0 || uint64_t(Count) > LargestCount || !Type)
	{
		return "has no count, or one that cannot be";
	}
	const uint64_t ElementSize =
	    ComponentSize(GetInteger(Accessor, "componentType", 5126)) * ComponentCount(Type->String);
	const FDataNode* const Sparse = Accessor.Find("sparse");
	if (const std::string Fault = Sparse ? FindSparseFault(*Sparse, uint64_t(Count), ElementSize) : ""; !Fault.empty())
	{
		return Fault;
	}
	uint64_t Stride = 0;
	return Sparse && !Accessor.Find("bufferView") ? "" : FindViewFault(Accessor, uint64_t(Count), ElementSize, Stride);
}
} // namespace Flockwork
