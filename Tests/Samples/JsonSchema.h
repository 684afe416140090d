#pragma once
// As much of JSON Schema as Report.schema.json uses: type, const, enum, required, properties, additionalProperties,
// items, minimum, maximum, minLength, pattern. An unknown keyword is a fault of the schema, not passed over.
#include "FlockworkCore/DataNode.h"

#include <string>
#include <vector>

namespace Flockwork
{
// One line a violation, each with the place in the document; empty when Document is as Schema says.
std::vector<std::string> FindSchemaViolations(const FDataNode& Schema, const FDataNode& Document);
} // namespace Flockwork
