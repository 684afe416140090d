#include "KeptFile.h"

#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Serialize.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

// Levels of one name lie in many folders: the folder's hash tells them apart.
std::string NameAmongOthers(const std::string& Level, std::string_view Extension)
{
	std::error_code Error;
	FStateHash Hash;
	Hash.Add(std::string_view(Files::absolute(Level, Error).lexically_normal().string()));
	char Digits[24] = {};
	std::snprintf(Digits, sizeof(Digits), ".%016llx", static_cast<unsigned long long>(Hash.Get()));
	return Files::path(Level).filename().string() + Digits + std::string(Extension);
}

// The XDG base directory specification's; empty when the system knows none.
Files::path UserFolder()
{
	const char* const Cache = std::getenv("XDG_CACHE_HOME");
	const char* const Home = std::getenv("HOME");
	const Files::path Base = Cache && *Cache == '/' ? Files::path(Cache)
	                         : Home && *Home == '/' ? Files::path(Home) / ".cache"
	                                                : Files::path();
	return Base.empty() ? Base : Base / "flockwork";
}

bool IsUnchanged(const FLevelSource& Source, const Files::path& File)
{
	std::error_code Error;
	std::vector<uint8_t> Bytes;
	FDiagnostics Ignored;
	if (!Files::is_regular_file(File, Error) || !ReadBytesFile(File.string(), Bytes, Ignored))
	{
		return !Source.bFound;
	}
	FStateHash Hash;
	Hash.AddBytes(Bytes.data(), Bytes.size());
	return Source.bFound && Hash.Get() == Source.Checksum;
}
} // namespace

bool AreSourcesUnchanged(const std::vector<FLevelSource>& Sources, const std::string& Path)
{
	for (size_t Index = 0; Index < Sources.size(); ++Index)
	{
		const Files::path File = Index == 0 ? Files::path(Path) : Files::path(Path).parent_path() / Sources[Index].Name;
		if (!IsUnchanged(Sources[Index], File))
		{
			return false;
		}
	}
	return true;
}

FKeptFile::FKeptFile(const FFileKind& InKind, const std::string& InLevel, std::string_view Extension,
    const FLevelImportSettings& Settings)
    : Kind(InKind), Level(InLevel)
{
	if (!Settings.bCache)
	{
		return;
	}
	if (!Settings.CacheFolder.empty())
	{
		Places.push_back(Files::path(Settings.CacheFolder) / NameAmongOthers(Level, Extension));
		return;
	}
	Places.push_back(Level + std::string(Extension));
	if (const Files::path Folder = UserFolder(); !Folder.empty())
	{
		Places.push_back(Folder / NameAmongOthers(Level, Extension));
	}
}

EKept FKeptFile::Find(uint64_t Key, std::vector<uint8_t>& OutContent)
{
	EKept Result = EKept::Nothing;
	for (const Files::path& Place : Places)
	{
		std::error_code Error;
		FDiagnostics Ignored;
		std::vector<uint8_t> Bytes;
		std::span<const uint8_t> Content;
		if (!Files::is_regular_file(Place, Error) || !ReadBytesFile(Place.string(), Bytes, Ignored))
		{
			continue;
		}
		Looked = Place.string();
		if (!UnwrapBytes(Kind, Bytes, Looked, Content, Ignored) || Content.size() < sizeof(Key))
		{
			Result = EKept::Damaged;
			continue;
		}
		if (FByteReader(Content).Read<uint64_t>() == Key)
		{
			Content = Content.subspan(sizeof(Key));
			OutContent.assign(Content.begin(), Content.end());
			return EKept::Found;
		}
	}
	return Result;
}

void FKeptFile::Keep(uint64_t Key, std::span<const uint8_t> Content, FDiagnostics& Diagnostics) const
{
	if (Places.empty())
	{
		return;
	}
	FByteWriter Writer;
	Writer.Write(Key);
	Writer.WriteBytes(Content.data(), Content.size());
	const std::vector<uint8_t> Bytes = WrapBytes(Kind, Writer.GetBytes());
	for (const Files::path& Place : Places)
	{
		std::error_code Error;
		FDiagnostics Ignored;
		if (&Place != &Places.front()) // the user's folder is ours to make; a level's is not
		{
			Files::create_directories(Place.parent_path(), Error);
		}
		if (WriteBytesFile(Place.string(), Bytes, Ignored))
		{
			return;
		}
	}
	Diagnostics.Warning({Level}, "",
	    "what was made of it cannot be kept at " + Places.front().string() +
	        ": the next start takes as long; name a folder in import.cacheFolder");
}

void FKeptFile::WarnOfDamage(FDiagnostics& Diagnostics) const
{
	Diagnostics.Warning({Looked}, "", "is damaged, or of another version: it is made again");
}
} // namespace Flockwork
