#pragma once
// The numbers behind a glTF file's accessors, exactly as the specification (Khronos 2021, 3.6.2) says: any component
// type, normalised or not, interleaved, sparse.
#include "FlockworkCore/Diagnostics.h"
#include "GltfDocument.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FGltfAccessors
{
public:
	FGltfAccessors(const FGltfDocument& InDocument, FDiagnostics& InDiagnostics)
	    : Document(InDocument), Diagnostics(InDiagnostics)
	{
	}

	// Reference is an accessor's index. Type is what it must be ("VEC3"). False with an error at its place when it is
	// not there, of another type, outside its buffer, or holds what is no number.
	bool ReadNumbers(
	    const FDataNode& Reference, std::string_view Field, std::string_view Type, std::vector<double>& Out);
	// As ReadNumbers, of unsigned integers.
	bool ReadIntegers(
	    const FDataNode& Reference, std::string_view Field, std::string_view Type, std::vector<uint32_t>& Out);
	void Refuse(const FDataNode& Where, std::string_view Field, std::string Message);
	void Warn(const FDataNode& Where, std::string_view Field, std::string Message);
	// Nothing was refused so far.
	bool IsGood() const { return bGood; }
	const FGltfDocument& GetDocument() const { return Document; }

private:
	// The accessor, when all is right with it but its numbers.
	const FDataNode* Find(
	    const FDataNode& Reference, std::string_view Field, std::string_view Type, bool bIntegers, size_t& OutCount);

	const FGltfDocument& Document;
	FDiagnostics& Diagnostics;
	bool bGood = true;
};
} // namespace Flockwork
