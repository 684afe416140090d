#pragma once
// How a settings value is checked against its field, stored, and turned to and from JSON.
#include "FlockworkCore/Settings.h"

#include <optional>

namespace Flockwork
{
// Value in the field's own type and inside its range. Out-of-range numbers are clamped with a warning; anything else
// that does not fit is an error and gives nothing. FullName is the dotted name with the table's.
std::optional<FSettingValue> FitSetting(const FSettingField& Field, const std::string& FullName,
    const FSettingValue& Value, const FSourcePlace& Place, FDiagnostics& Diagnostics);
// As FitSetting, of a JSON value.
std::optional<FSettingValue> FitSettingNode(const FSettingField& Field, const std::string& FullName,
    const FDataNode& Node, std::string_view File, FDiagnostics& Diagnostics);
// Value must have come from FitSetting.
void StoreSetting(void* Settings, const FSettingField& Field, const FSettingValue& Value);
// "0..1000 m/s", or the names of an enum.
std::string RangeToString(const FSettingField& Field);
std::string NumberToString(double Number);
} // namespace Flockwork
