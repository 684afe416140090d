#include "GuardedFiles.h"

#include "FlockworkCore/FileBytes.h"
#include "FlockworkCore/Hash.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <system_error>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

class FMemoryStream final : public Assimp::IOStream
{
public:
	explicit FMemoryStream(std::shared_ptr<const FFileBytes> InBytes) : Bytes(std::move(InBytes)) {}

	size_t Read(void* Buffer, size_t Size, size_t Count) override
	{
		const size_t Whole = Size == 0 ? 0 : std::min(Count, (Bytes->size() - Position) / Size);
		std::memcpy(Buffer, Bytes->data() + Position, Whole * Size);
		Position += Whole * Size;
		return Whole;
	}
	size_t Write(const void*, size_t, size_t) override { return 0; }
	aiReturn Seek(size_t Offset, aiOrigin Origin) override
	{
		const size_t Size = Bytes->size();
		const size_t Base = Origin == aiOrigin_SET ? 0 : Origin == aiOrigin_CUR ? Position : Size;
		const size_t Target = Base + Offset; // an offset back wraps round
		if (Target > Size)
		{
			return aiReturn_FAILURE;
		}
		Position = Target;
		return aiReturn_SUCCESS;
	}
	size_t Tell() const override { return Position; }
	size_t FileSize() const override { return Bytes->size(); }
	void Flush() override {}

private:
	std::shared_ptr<const FFileBytes> Bytes;
	size_t Position = 0;
};

// "two%20words.bin" where that is no file's name, but "two words.bin" is: glTF names its files by URIs.
Files::path FindFile(const std::string& Name)
{
	std::error_code Error;
	if (Name.find('%') == std::string::npos || Files::exists(Name, Error))
	{
		return Name;
	}
	std::string Decoded;
	for (size_t At = 0; At < Name.size(); ++At)
	{
		const std::string Digits = Name[At] == '%' ? Name.substr(At + 1, 2) : "";
		const bool bCode = Digits.size() == 2 && std::isxdigit(static_cast<unsigned char>(Digits[0])) &&
		                   std::isxdigit(static_cast<unsigned char>(Digits[1]));
		Decoded += bCode ? char(std::stoi(Digits, nullptr, 16)) : Name[At];
		At += bCode ? 2 : 0;
	}
	return Decoded;
}

uint64_t ChecksumOf(const FFileBytes& Bytes)
{
	FStateHash Hash;
	Hash.AddBytes(Bytes.data(), Bytes.size());
	return Hash.Get();
}
} // namespace

FGuardedFiles::FGuardedFiles(const std::string& InLevel) : Level(InLevel)
{
	std::error_code Error;
	Folder = Files::canonical(Files::absolute(Level, Error).parent_path(), Error);
}

bool FGuardedFiles::MayRead(const Files::path& File) const
{
	std::error_code Error;
	const Files::path Real = Files::weakly_canonical(Files::absolute(File, Error), Error);
	const auto [End, Other] = std::mismatch(Folder.begin(), Folder.end(), Real.begin(), Real.end());
	return !Error && !Folder.empty() && End == Folder.end();
}

std::string FGuardedFiles::RelativeName(const Files::path& File) const
{
	std::error_code Error;
	const Files::path Absolute = Files::absolute(File, Error).lexically_normal();
	return Absolute.lexically_relative(Files::absolute(Level, Error).lexically_normal().parent_path()).generic_string();
}

std::shared_ptr<const FFileBytes> FGuardedFiles::Read(const std::string& Name) const
{
	const Files::path File = FindFile(Name);
	const std::string Relative = RelativeName(File);
	if (const auto Found = Known.find(Relative); Found != Known.end())
	{
		return Found->second;
	}
	if (bFrozen)
	{
		return nullptr;
	}
	if (File != Level && !MayRead(File))
	{
		Refused.insert(Relative.empty() ? Name : Relative);
		return nullptr;
	}
	std::error_code Error;
	FFileBytes Bytes;
	FDiagnostics Ignored;
	const bool bRead = Files::is_regular_file(File, Error) && ReadBytesFile(File.string(), Bytes, Ignored);
	Sources.push_back({Relative, bRead ? ChecksumOf(Bytes) : 0, bRead});
	std::shared_ptr<const FFileBytes>& Kept = Known[Relative];
	Kept = bRead ? std::make_shared<const FFileBytes>(std::move(Bytes)) : nullptr;
	return Kept;
}

std::shared_ptr<const FFileBytes> FGuardedFiles::ReadBeside(const std::string& Relative) const
{
	return Read((Level.parent_path() / Relative).string());
}

bool FGuardedFiles::IsThere(const std::string& Relative) const
{
	std::error_code Error;
	return Files::is_regular_file(Level.parent_path() / Relative, Error);
}

bool FGuardedFiles::Exists(const char* Name) const
{
	return Read(Name) != nullptr;
}

Assimp::IOStream* FGuardedFiles::Open(const char* Name, const char* Mode)
{
	if (std::strchr(Mode, 'w') || std::strchr(Mode, 'a'))
	{
		return nullptr;
	}
	std::shared_ptr<const FFileBytes> Bytes = Read(Name);
	return Bytes ? new FMemoryStream(std::move(Bytes)) : nullptr;
}
} // namespace Flockwork
