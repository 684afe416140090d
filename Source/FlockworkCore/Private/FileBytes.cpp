#include "FlockworkCore/FileBytes.h"

#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Serialize.h"

#include <cstring>
#include <filesystem>
#include <fstream>

namespace Flockwork
{
namespace
{
struct FHeader
{
	char Magic[8] = {};
	uint32_t Version = 0;
	uint32_t Reserved = 0;
	uint64_t Size = 0;
	uint64_t Checksum = 0;
};

uint64_t ChecksumOf(std::span<const uint8_t> Content)
{
	FStateHash Hash;
	Hash.AddBytes(Content.data(), Content.size());
	return Hash.Get();
}
} // namespace

std::vector<uint8_t> WrapBytes(const FFileKind& Kind, std::span<const uint8_t> Content)
{
	FHeader Header;
	std::memcpy(Header.Magic, Kind.Magic.data(), sizeof(Header.Magic));
	Header.Version = Kind.Version;
	Header.Size = Content.size();
	Header.Checksum = ChecksumOf(Content);
	FByteWriter Writer;
	Writer.Write(Header);
	Writer.WriteBytes(Content.data(), Content.size());
	return Writer.GetBytes();
}

bool UnwrapBytes(const FFileKind& Kind, std::span<const uint8_t> Bytes, const std::string& File,
    std::span<const uint8_t>& OutContent, FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](const std::string& Message)
	{
		Diagnostics.Error({File, 0, 0}, "", Message);
		return false;
	};
	const std::string Name(Kind.Name);
	FByteReader Reader(Bytes);
	const FHeader Header = Reader.Read<FHeader>();
	if (!Reader.IsOk() || std::memcmp(Header.Magic, Kind.Magic.data(), sizeof(Header.Magic)) != 0)
	{
		return Refuse("this is no Flockwork " + Name);
	}
	if (Header.Version != Kind.Version)
	{
		return Refuse("this " + Name + " is of version " + std::to_string(Header.Version) +
		              "; this build reads version " + std::to_string(Kind.Version));
	}
	const std::span<const uint8_t> Content = Bytes.subspan(sizeof(FHeader));
	if (Content.size() != Header.Size)
	{
		return Refuse("the " + Name + " is truncated: " + std::to_string(Header.Size) + " bytes expected, " +
		              std::to_string(Content.size()) + " found");
	}
	if (ChecksumOf(Content) != Header.Checksum)
	{
		return Refuse("the " + Name + " is damaged: its checksum does not match");
	}
	OutContent = Content;
	return true;
}

bool WriteBytesFile(const std::string& Path, std::span<const uint8_t> Bytes, FDiagnostics& Diagnostics)
{
	const std::string_view Content(reinterpret_cast<const char*>(Bytes.data()), Bytes.size());
	return WriteTextFile(Path, Content, Diagnostics);
}

bool ReadBytesFile(const std::string& Path, std::vector<uint8_t>& Out, FDiagnostics& Diagnostics)
{
	std::error_code Error;
	const uintmax_t Size = std::filesystem::file_size(Path, Error);
	std::ifstream Stream(Path, std::ios::binary);
	if (Error || !Stream)
	{
		Diagnostics.Error({Path, 0, 0}, "", "the file cannot be read");
		return false;
	}
	std::vector<uint8_t> Bytes(static_cast<size_t>(Size));
	Stream.read(reinterpret_cast<char*>(Bytes.data()), std::streamsize(Bytes.size()));
	if (!Stream)
	{
		Diagnostics.Error({Path, 0, 0}, "", "the file cannot be read to its end");
		return false;
	}
	Out = std::move(Bytes);
	return true;
}
} // namespace Flockwork
