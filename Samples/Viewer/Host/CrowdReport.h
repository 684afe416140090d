#pragma once
// The crowds of a run in its report: numbers over time, and the fundamental diagram.
#include "FlockworkCore/DataNode.h"
#include "FlockworkGame/World.h"

#include <string>

namespace Flockwork
{
FDataNode MakeCrowdReport(const UWorld& World);       // "crowds"
FDataNode MakeFundamentalReport(const UWorld& World); // "fundamentalDiagram"
std::string MakeCrowdSummary(const UWorld& World);    // some lines for a person; empty without crowds
} // namespace Flockwork
