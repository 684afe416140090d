#pragma once
// Setting values in snapshots and replays.
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Settings.h"

namespace Flockwork
{
void WriteSettingValue(FByteWriter& Writer, const FSettingValue& Value);
// False when what was written is of no known type; check Reader.IsOk() besides.
bool ReadSettingValue(FByteReader& Reader, FSettingValue& Out);
} // namespace Flockwork
