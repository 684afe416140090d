#pragma once
// Damage to files, by chance but the same each time.
#include "FlockworkCore/DataNode.h"

#include <cstdint>
#include <random>
#include <string>

namespace Flockwork
{
// How many mutations a test tries: few, or what FLOCKWORK_IMPORT_MUTATIONS says.
int32_t GetMutationCount();
// Bits turned, stretches cut out, doubled or overwritten, numbers replaced by those that break readers.
std::string Mutate(std::string Bytes, std::mt19937& Random);
// Lines cut out, doubled, moved, numbers replaced: the text stays a text of its kind for a while.
std::string MutateLines(const std::string& Text, std::mt19937& Random);
// Members and items cut out, doubled, moved elsewhere, numbers replaced: it stays JSON.
void MutateJson(FDataNode& Root, std::mt19937& Random);
// Numbers in a buffer of floats replaced by others: not finite ones, huge ones, tiny ones.
std::string MutateFloats(std::string Bytes, std::mt19937& Random);
} // namespace Flockwork
