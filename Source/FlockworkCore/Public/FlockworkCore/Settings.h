#pragma once
// One table per settings struct. From it come JSON loading, the inspector's sliders, access by dotted name from scripts
// and the C ABI, the reference page and the range tests.
//
//	struct FFlockSettings
//	{
//		float MaxSpeed = 5.0f;
//		static const FSettingsTable& Table();
//	};
//	const FSettingsTable& FFlockSettings::Table()
//	{
//		static const FSettingsTable Table = TSettingsTableBuilder<FFlockSettings>("flock", "Steering of a flock.")
//			.Float("maxSpeed", &FFlockSettings::MaxSpeed, "m/s", 0.1, 1000.0, "Speed limit of a boid.")
//			.Build();
//		return Table;
//	}
//
// Names are camelCase, with dots for groups: "separation.weight" is {"separation": {"weight": 1.5}} in JSON and
// flock.separation.weight for scripts. Defaults are the struct's own initialisers: there is no second place for them.
// A settings struct is standard-layout apart from std::string members.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Math.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace Flockwork
{
enum class ESettingType : uint8_t
{
	Bool,
	Int,    // int32_t
	Float,  // float
	Vector, // FVector; Min and Max hold for each component
	Enum,   // uint8_t-based enum; JSON and scripts use the names
	String  // std::string
};

using FSettingValue = std::variant<bool, int32_t, float, FVector, std::string>; // Enum values travel as their name
std::string ToString(const FSettingValue& Value);
FDataNode SettingToNode(const FSettingValue& Value); // as files have it

// Each field of an Int, Float or Vector has a range: Min < Max, both ends included.
struct FSettingField
{
	std::string Name; // dotted, without the table's name
	ESettingType Type = ESettingType::Float;
	size_t Offset = 0;
	std::string Unit; // "" only for Bool, Enum, String and pure numbers, which say "1"
	double Min = 0.0;
	double Max = 0.0;
	std::string Sentence;
	std::vector<std::string> EnumNames; // camelCase, by value
	FSettingValue Default;
};

class FSettingsTable
{
public:
	std::string Name;
	std::string Sentence;
	std::vector<FSettingField> Fields;

	const FSettingField* Find(std::string_view FieldName) const;
	FSettingValue Get(const void* Settings, const FSettingField& Field) const;
	// Out-of-range values are clamped with a warning; NaN, infinities, wrong types and unknown enum names are errors.
	// Int and Float fields take either number; an Int only a whole one.
	bool Set(void* Settings, std::string_view FieldName, const FSettingValue& Value, FDiagnostics& Diagnostics,
	    const FSourcePlace& Place = {}) const;
	// Whether Set would take it, with the same words where not; stores nothing.
	bool CanTake(std::string_view FieldName, const FSettingValue& Value, FDiagnostics& Diagnostics) const;
	// Reads an Object. Unknown fields are errors that name the nearest known one. Fields that are not named keep their
	// value. On any error Settings is untouched and false is returned.
	bool Read(void* Settings, const FDataNode& Node, std::string_view File, FDiagnostics& Diagnostics) const;
	// All fields, or only those that differ from their default.
	FDataNode Write(const void* Settings, bool bOnlyChanged = false) const;
	// Each violation of type range (for settings filled in code), one diagnostic a field.
	bool Validate(const void* Settings, FDiagnostics& Diagnostics) const;
	// For the tests of each module: every field has a camelCase name of its own, unit, range, a default inside it, and
	// a sentence.
	bool CheckDefinition(FDiagnostics& Diagnostics) const;
};

// Every table that the linked modules have: registered by the module's Register function (no static constructors, which
// a static library may drop).
class FSettingsRegistry
{
public:
	void Add(const FSettingsTable& Table); // adding one again is harmless; another of the same name is a misuse
	const FSettingsTable* Find(std::string_view Name) const;
	std::span<const FSettingsTable* const> GetAll() const { return Tables; }
	// Splits "flock.separation.weight" into table and field; what is unknown is null. Table names have no dots.
	struct FLookup
	{
		const FSettingsTable* Table = nullptr;
		const FSettingField* Field = nullptr;
	};
	FLookup Resolve(std::string_view DottedName) const;
	// The reference page (Markdown): each table with name, unit, default, range and sentence of every field.
	std::string WriteReferencePage() const;

private:
	std::vector<const FSettingsTable*> Tables;
};

// Core's own tables: "tasks".
void RegisterCoreSettings(FSettingsRegistry& Registry);

template <typename Struct>
class TSettingsTableBuilder
{
public:
	TSettingsTableBuilder(std::string_view Name, std::string_view Sentence)
	{
		Table.Name = Name;
		Table.Sentence = Sentence;
	}
	TSettingsTableBuilder& Bool(std::string_view Name, bool Struct::*Member, std::string_view Sentence)
	{
		return Add(Name, ESettingType::Bool, OffsetOf(Member), "", 0, 1, Sentence, {}, Defaults.*Member);
	}
	TSettingsTableBuilder& Int(std::string_view Name, int32_t Struct::*Member, std::string_view Unit, double Min,
	    double Max, std::string_view Sentence)
	{
		return Add(Name, ESettingType::Int, OffsetOf(Member), Unit, Min, Max, Sentence, {}, Defaults.*Member);
	}
	TSettingsTableBuilder& Float(std::string_view Name, float Struct::*Member, std::string_view Unit, double Min,
	    double Max, std::string_view Sentence)
	{
		return Add(Name, ESettingType::Float, OffsetOf(Member), Unit, Min, Max, Sentence, {}, Defaults.*Member);
	}
	TSettingsTableBuilder& Vector(std::string_view Name, FVector Struct::*Member, std::string_view Unit, double Min,
	    double Max, std::string_view Sentence)
	{
		return Add(Name, ESettingType::Vector, OffsetOf(Member), Unit, Min, Max, Sentence, {}, Defaults.*Member);
	}
	TSettingsTableBuilder& String(std::string_view Name, std::string Struct::*Member, std::string_view Sentence)
	{
		return Add(Name, ESettingType::String, OffsetOf(Member), "", 0, 0, Sentence, {}, Defaults.*Member);
	}
	template <typename Enum>
	TSettingsTableBuilder& EnumField(
	    std::string_view Name, Enum Struct::*Member, std::vector<std::string> EnumNames, std::string_view Sentence)
	{
		static_assert(sizeof(Enum) == 1, "settings enums are uint8_t");
		const std::string DefaultName = EnumNames.at(size_t(Defaults.*Member));
		const double Max = double(EnumNames.size()) - 1.0;
		return Add(Name, ESettingType::Enum, OffsetOf(Member), "", 0, Max, Sentence, std::move(EnumNames), DefaultName);
	}
	FSettingsTable Build() { return std::move(Table); }

private:
	template <typename Field>
	size_t OffsetOf(Field Struct::*Member) const
	{
		return size_t(reinterpret_cast<const char*>(&(Defaults.*Member)) - reinterpret_cast<const char*>(&Defaults));
	}
	TSettingsTableBuilder& Add(std::string_view Name, ESettingType Type, size_t Offset, std::string_view Unit,
	    double Min, double Max, std::string_view Sentence, std::vector<std::string> EnumNames, FSettingValue Default)
	{
		Table.Fields.push_back({std::string(Name), Type, Offset, std::string(Unit), Min, Max, std::string(Sentence),
		    std::move(EnumNames), std::move(Default)});
		return *this;
	}
	Struct Defaults{};
	FSettingsTable Table;
};
} // namespace Flockwork
