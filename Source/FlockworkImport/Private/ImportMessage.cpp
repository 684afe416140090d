#include "ImportMessage.h"

#include "FlockworkCore/Serialize.h"

namespace Flockwork
{
namespace
{
void WriteDiagnostic(const FDiagnostic& Diagnostic, FByteWriter& Writer)
{
	Writer.Write(uint8_t(Diagnostic.Severity));
	Writer.WriteString(Diagnostic.Place.File);
	Writer.Write(Diagnostic.Place.Line);
	Writer.Write(Diagnostic.Place.Column);
	Writer.WriteString(Diagnostic.Field);
	Writer.WriteString(Diagnostic.Message);
}

FDiagnostic ReadDiagnostic(FByteReader& Reader)
{
	FDiagnostic Diagnostic;
	Diagnostic.Severity = Reader.Read<uint8_t>() == uint8_t(ESeverity::Warning) ? ESeverity::Warning : ESeverity::Error;
	Diagnostic.Place.File = Reader.ReadString();
	Diagnostic.Place.Line = Reader.Read<int32_t>();
	Diagnostic.Place.Column = Reader.Read<int32_t>();
	Diagnostic.Field = Reader.ReadString();
	Diagnostic.Message = Reader.ReadString();
	return Diagnostic;
}
} // namespace

std::vector<uint8_t> WriteImportMessage(const FImportMessage& Message)
{
	FByteWriter Writer;
	Writer.Write(uint64_t(Message.Found.size()));
	for (const FDiagnostic& Diagnostic : Message.Found)
	{
		WriteDiagnostic(Diagnostic, Writer);
	}
	Writer.Write(uint8_t(Message.bUsable));
	Writer.WriteArray(std::span<const uint8_t>(Message.Content));
	return WrapBytes(ImportMessageKind, Writer.GetBytes());
}

bool ReadImportMessage(
    std::span<const uint8_t> Bytes, const std::string& File, FImportMessage& Out, FDiagnostics& Diagnostics)
{
	std::span<const uint8_t> Content;
	if (!UnwrapBytes(ImportMessageKind, Bytes, File, Content, Diagnostics))
	{
		return false;
	}
	FByteReader Reader(Content);
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		Out.Found.push_back(ReadDiagnostic(Reader));
	}
	Out.bUsable = Reader.Read<uint8_t>() != 0;
	Out.Content = Reader.ReadArray<uint8_t>();
	if (!Reader.IsOk())
	{
		Diagnostics.Error({File}, "", std::string(NoSense));
	}
	return Reader.IsOk();
}
} // namespace Flockwork
