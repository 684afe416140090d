#include "CharacterBytes.h"

#include "FlockworkCore/Serialize.h"

namespace Flockwork
{
std::vector<uint8_t> WriteImportedCharacter(const FImportedCharacter& Character)
{
	FByteWriter Writer;
	Writer.WriteString(Character.Format);
	Writer.Write(Character.MetersPerUnit);
	Writer.WriteString(Character.UpAxis);
	Writer.Write(uint64_t(Character.Sources.size()));
	for (const FLevelSource& Source : Character.Sources)
	{
		Writer.WriteString(Source.Name);
		Writer.Write(Source.Checksum);
		Writer.Write(uint8_t(Source.bFound));
	}
	const std::vector<uint8_t> Asset = WriteCharacter(Character.Asset);
	Writer.WriteBytes(Asset.data(), Asset.size());
	return Writer.GetBytes();
}

bool ReadImportedCharacter(
    std::span<const uint8_t> Bytes, const std::string& File, FImportedCharacter& Out, FDiagnostics& Diagnostics)
{
	FByteReader Reader(Bytes);
	FImportedCharacter Character;
	Character.Format = Reader.ReadString();
	Character.MetersPerUnit = Reader.Read<float>();
	Character.UpAxis = Reader.ReadString();
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FLevelSource Source;
		Source.Name = Reader.ReadString();
		Source.Checksum = Reader.Read<uint64_t>();
		Source.bFound = Reader.Read<uint8_t>() != 0;
		Character.Sources.push_back(std::move(Source));
	}
	if (!Reader.IsOk() || Character.Sources.empty())
	{
		Diagnostics.Error({File}, "", "holds no imported character, or only a part of one");
		return false;
	}
	if (!ReadCharacter(Bytes.last(Reader.Remaining()), File, Character.Asset, Diagnostics))
	{
		return false;
	}
	Out = std::move(Character);
	return true;
}
} // namespace Flockwork
