#include "FlockworkCore/Serialize.h"

#include <bit>

namespace Flockwork
{
static_assert(std::endian::native == std::endian::little, "values are copied as they lie in memory");

void FByteWriter::WriteBytes(const void* Data, size_t Size)
{
	if (Size > 0)
	{
		const uint8_t* First = static_cast<const uint8_t*>(Data);
		Bytes.insert(Bytes.end(), First, First + Size);
	}
}

void FByteWriter::WriteString(const std::string& Text)
{
	Write(uint64_t(Text.size()));
	WriteBytes(Text.data(), Text.size());
}

bool FByteReader::ReadBytes(void* Out, size_t Size)
{
	if (Size > Remaining())
	{
		bOk = false;
	}
	if (Size == 0)
	{
		return bOk;
	}
	if (!bOk)
	{
		std::memset(Out, 0, Size);
		return false;
	}
	std::memcpy(Out, Bytes.data() + Position, Size);
	Position += Size;
	return true;
}

std::string FByteReader::ReadString()
{
	const uint64_t Size = Read<uint64_t>();
	if (Size > Remaining()) // a damaged length must not allocate
	{
		bOk = false;
		return {};
	}
	std::string Text(static_cast<size_t>(Size), '\0');
	ReadBytes(Text.data(), Text.size());
	return Text;
}
} // namespace Flockwork
