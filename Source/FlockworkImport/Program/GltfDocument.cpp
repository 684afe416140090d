#include "GltfDocument.h"

#include <array>
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

// RFC 4648. Nothing when a letter is none of it, or the last group cannot be.
std::optional<FFileBytes> DecodeBase64(std::string_view Text)
{
	constexpr std::string_view Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::array<uint8_t, 256> Values{};
	Values.fill(255);
	for (size_t Index = 0; Index < Letters.size(); ++Index)
	{
		Values[static_cast<uint8_t>(Letters[Index])] = uint8_t(Index);
	}
	Text = Text.substr(0, Text.find_last_not_of('=') + 1);
	FFileBytes Bytes;
	Bytes.reserve(Text.size() / 4 * 3 + 3);
	uint32_t Word = 0;
	for (size_t Index = 0; Index < Text.size(); ++Index)
	{
		const uint8_t Value = Values[static_cast<uint8_t>(Text[Index])];
		if (Value > 63)
		{
			return std::nullopt;
		}
		Word = Word << 6 | Value;
		if (Index % 4 != 0) // each letter but the first of four completes a byte
		{
			Bytes.push_back(uint8_t(Word >> (6 - 2 * (Index % 4))));
		}
	}
	return Text.size() % 4 == 1 ? std::nullopt : std::optional(std::move(Bytes));
}

uint64_t ComponentCount(std::string_view Type)
{
	return Type == "SCALAR"                   ? 1
	       : Type == "VEC2"                   ? 2
	       : Type == "VEC3"                   ? 3
	       : Type == "VEC4" || Type == "MAT2" ? 4
	       : Type == "MAT3"                   ? 9
	                                          : 16;
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
		BinaryChunk = std::span<const uint8_t>(Bytes).subspan(JsonEnd + ChunkHeaderSize, BinarySize);
	}
	return true;
}

const std::vector<FDataNode>& FGltfDocument::ListOf(const FDataNode& Node, std::string_view Member)
{
	static const std::vector<FDataNode> None;
	const FDataNode* const Found = Node.Find(Member);
	return Found ? Found->Items : None;
}

const std::vector<FDataNode>& FGltfDocument::GetItems(std::string_view List) const
{
	return ListOf(Root, List);
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

bool FGltfDocument::LeadsOut(const std::string& Uri)
{
	return !Uri.starts_with("data:") &&
	       (std::filesystem::path(Uri).is_absolute() || Uri.find("..") != std::string::npos ||
	           Uri.find(':') != std::string::npos || Uri.find('\\') != std::string::npos);
}

std::optional<std::span<const uint8_t>> FGltfDocument::ReadUri(
    const std::string& Uri, const FGuardedFiles& Files, std::string& OutReason)
{
	if (Uri.starts_with("data:"))
	{
		const size_t Comma = Uri.find(";base64,");
		OutReason = "holds data that are not base64";
		std::optional<FFileBytes> Decoded;
		if (Comma != std::string::npos)
		{
			Decoded = DecodeBase64(std::string_view(Uri).substr(Comma + 8));
		}
		if (!Decoded)
		{
			return std::nullopt;
		}
		Kept.push_back(std::make_shared<const FFileBytes>(std::move(*Decoded)));
		return std::span<const uint8_t>(*Kept.back());
	}
	if (LeadsOut(Uri))
	{
		OutReason = "leads out of the file's folder: \"" + Uri + "\" is not read; put it beside the file";
		return std::nullopt;
	}
	std::shared_ptr<const FFileBytes> Bytes = Files.ReadBeside(Uri);
	OutReason = "is not there: \"" + Uri + "\" was expected beside the file";
	if (!Bytes)
	{
		return std::nullopt;
	}
	Kept.push_back(std::move(Bytes));
	return std::span<const uint8_t>(*Kept.back());
}

std::optional<std::span<const uint8_t>> FGltfDocument::ReadBuffer(
    const FDataNode& Buffer, size_t Index, const FGuardedFiles& Files, std::string& OutReason)
{
	const FDataNode* const Uri = Buffer.Find("uri");
	if (!Uri)
	{
		OutReason = "has neither a uri nor a binary chunk in this file";
		return Index == 0 ? BinaryChunk : std::nullopt;
	}
	return ReadUri(Uri->String, Files, OutReason);
}

bool FGltfDocument::FindBuffers(const FGuardedFiles& Files, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	const std::vector<FDataNode>& Items = GetItems("buffers");
	for (size_t Index = 0; Index < Items.size(); ++Index)
	{
		const int64_t Claimed = GetInteger(Items[Index], "byteLength", -1);
		std::string Reason;
		const std::optional<std::span<const uint8_t>> Bytes = ReadBuffer(Items[Index], Index, Files, Reason);
		const bool bWhole = Bytes && Claimed >= 0 && uint64_t(Claimed) <= Bytes->size();
		if (Bytes && !bWhole)
		{
			Reason = "is too short: " + std::to_string(Claimed) + " bytes were expected, " +
			         std::to_string(Bytes->size()) + " are there";
		}
		if (!bWhole)
		{
			Diagnostics.Error(
			    {File, Items[Index].Line, Items[Index].Column}, "buffers." + std::to_string(Index), Reason);
			bGood = false;
		}
		Buffers.push_back(bWhole ? Bytes->first(size_t(Claimed)) : std::span<const uint8_t>());
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
	if (End > Buffers[size_t(BufferIndex->Number)].size() || Needed > uint64_t(ViewLength))
	{
		return "reaches beyond its buffer: the file is truncated or damaged";
	}
	return "";
}

std::span<const uint8_t> FGltfDocument::GetView(const FDataNode& Owner) const
{
	const FDataNode& View = *FindItem("bufferViews", *Owner.Find("bufferView"));
	const std::span<const uint8_t> Buffer = Buffers[size_t(View.Find("buffer")->Number)];
	const size_t Start = size_t(GetInteger(Owner, "byteOffset", 0));
	return Buffer.subspan(size_t(GetInteger(View, "byteOffset", 0)), size_t(GetInteger(View, "byteLength", 0)))
	    .subspan(Start);
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
