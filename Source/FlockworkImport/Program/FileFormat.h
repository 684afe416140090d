#pragma once
// Which of the formats that are read a file is of.
#include "FlockworkCore/Diagnostics.h"
#include "GuardedFiles.h"

#include <string>

namespace Flockwork
{
struct FFileFormat
{
	const char* Name = "";
	const char* AssimpName = "";
};

// By the file's extension, which its content must not contradict. Null with an error when it is none of the four.
const FFileFormat* FindFormat(const std::string& Path, const FFileBytes& Bytes, FDiagnostics& Diagnostics);
} // namespace Flockwork
