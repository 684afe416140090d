#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkCore/TaskPool.h"
#include "SettingValue.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
std::string EscapeCell(std::string_view Text)
{
	std::string Out;
	for (const char Letter : Text)
	{
		Out += Letter == '|' ? "\\|" : std::string(1, Letter);
	}
	return Out;
}

std::string DefaultCell(const FSettingField& Field)
{
	const std::string Text = ToString(Field.Default);
	return Text.empty() ? "(empty)" : EscapeCell(Text);
}

std::string RangeCell(const FSettingField& Field)
{
	switch (Field.Type)
	{
	case ESettingType::Bool:
		return "true, false";
	case ESettingType::String:
		return "any text";
	case ESettingType::Enum:
		return RangeToString(Field);
	default:
		return NumberToString(Field.Min) + ".." + NumberToString(Field.Max);
	}
}

std::string WriteSection(const FSettingsTable& Table)
{
	std::string Page = "\n## " + Table.Name + "\n\n" + Table.Sentence +
	                   "\n\n| setting | unit | default | range | meaning |\n|---|---|---|---|---|\n";
	for (const FSettingField& Field : Table.Fields)
	{
		Page += "| `" + Field.Name + "` | " + EscapeCell(Field.Unit) + " | " + DefaultCell(Field) + " | " +
		        RangeCell(Field) + " | " + EscapeCell(Field.Sentence) + " |\n";
	}
	return Page;
}
} // namespace

void FSettingsRegistry::Add(const FSettingsTable& Table)
{
	const FSettingsTable* Known = Find(Table.Name);
	FW_CHECK(Known == nullptr || Known == &Table, "two settings tables have one name");
	if (Known == nullptr)
	{
		Tables.push_back(&Table);
	}
}

const FSettingsTable* FSettingsRegistry::Find(std::string_view Name) const
{
	const auto Found =
	    std::find_if(Tables.begin(), Tables.end(), [&](const FSettingsTable* Table) { return Table->Name == Name; });
	return Found != Tables.end() ? *Found : nullptr;
}

FSettingsRegistry::FLookup FSettingsRegistry::Resolve(std::string_view DottedName) const
{
	const size_t Dot = DottedName.find('.');
	FLookup Lookup;
	Lookup.Table = Find(DottedName.substr(0, Dot));
	if (Lookup.Table != nullptr && Dot != std::string_view::npos)
	{
		Lookup.Field = Lookup.Table->Find(DottedName.substr(Dot + 1));
	}
	return Lookup;
}

void RegisterCoreSettings(FSettingsRegistry& Registry)
{
	Registry.Add(FTaskPoolSettings::Table());
}

std::string FSettingsRegistry::WriteReferencePage() const
{
	std::string Page =
	    "# Settings\n\nScripts and the C interface name a setting by its table and its own name with a dot "
	    "between them;\nin JSON each dot opens an object. A range ends where the program would misbehave.\n";
	for (const FSettingsTable* Table : Tables)
	{
		Page += WriteSection(*Table);
	}
	return Page;
}
} // namespace Flockwork
