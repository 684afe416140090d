#include "FbxPivots.h"

#include "Names.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

namespace Flockwork
{
namespace
{
using FMember = glm::dvec3 FFbxPivots::*;
struct FProperty
{
	std::string_view Name;
	FMember Member;
};
constexpr std::array<FProperty, 6> Properties{
    {{"PreRotation", &FFbxPivots::PreRotation}, {"PostRotation", &FFbxPivots::PostRotation},
        {"RotationOffset", &FFbxPivots::RotationOffset}, {"RotationPivot", &FFbxPivots::RotationPivot},
        {"ScalingOffset", &FFbxPivots::ScalingOffset}, {"ScalingPivot", &FFbxPivots::ScalingPivot}}};

const FProperty* FindProperty(std::string_view Name)
{
	for (const FProperty& Each : Properties)
	{
		if (Each.Name == Name)
		{
			return &Each;
		}
	}
	return nullptr;
}

glm::dquat TurnsXyz(const glm::dvec3& Degrees)
{
	const glm::dvec3 Half = Degrees * (3.14159265358979323846 / 360.0);
	const glm::dquat X(std::cos(Half.x), std::sin(Half.x), 0.0, 0.0);
	const glm::dquat Y(std::cos(Half.y), 0.0, std::sin(Half.y), 0.0);
	const glm::dquat Z(std::cos(Half.z), 0.0, 0.0, std::sin(Half.z));
	return Z * Y * X;
}

// One property of a binary record. FBX 7.x stores strings as 'S', their length, their letters.
class FBinaryWords
{
public:
	explicit FBinaryWords(std::string_view InText, size_t InAt) : Text(InText), At(InAt) {}

	std::optional<std::string_view> String()
	{
		uint32_t Size = 0;
		if (!Take('S') || !Copy(Size) || Size > Text.size() - At)
		{
			return std::nullopt;
		}
		At += Size;
		return Text.substr(At - Size, Size);
	}
	std::optional<double> Number()
	{
		double Value = 0.0;
		return Take('D') && Copy(Value) && std::isfinite(Value) ? std::optional(Value) : std::nullopt;
	}
	bool SkipLong()
	{
		int64_t Value = 0;
		return Take('L') && Copy(Value);
	}

private:
	bool Take(char Letter)
	{
		const bool bThere = At < Text.size() && Text[At] == Letter;
		At += bThere ? 1 : 0;
		return bThere;
	}
	template <typename Value>
	bool Copy(Value& Out)
	{
		if (Text.size() - At < sizeof(Out))
		{
			return false;
		}
		std::memcpy(&Out, Text.data() + At, sizeof(Out));
		At += sizeof(Out);
		return true;
	}

	std::string_view Text;
	size_t At;
};

// Records' names lie open in a binary FBX (only long arrays are compressed): "Model" and its id, name and kind, and
// within it a "P" for each property.
void ScanBinary(std::string_view Text, std::map<std::string, FFbxPivots>& Out)
{
	FFbxPivots* Model = nullptr; // that the properties belong to
	for (size_t At = 0; At + 1 < Text.size(); ++At)
	{
		if (Text.compare(At, 6, "\x05Model") == 0)
		{
			FBinaryWords Words(Text, At + 6);
			const bool bId = Words.SkipLong();
			const std::optional<std::string_view> Name = bId ? Words.String() : std::nullopt;
			if (Name)
			{
				Model = &Out[PrintableName(Name->substr(0, Name->find('\0')))];
			}
		}
		else if (Model && Text[At] == '\x01' && Text[At + 1] == 'P')
		{
			FBinaryWords Words(Text, At + 2);
			const std::optional<std::string_view> Name = Words.String();
			const FProperty* const Found = Name ? FindProperty(*Name) : nullptr;
			if (Found && Words.String() && Words.String() && Words.String())
			{
				const std::optional<double> X = Words.Number();
				const std::optional<double> Y = Words.Number();
				const std::optional<double> Z = Words.Number();
				(*Model).*(Found->Member) = X && Y && Z ? glm::dvec3(*X, *Y, *Z) : glm::dvec3(0.0);
			}
		}
	}
}

// The text between the quotes that come next; empty when there are none on this line.
std::string_view NextQuoted(std::string_view& Line)
{
	const size_t Start = Line.find('"');
	const size_t End = Start == std::string_view::npos ? Start : Line.find('"', Start + 1);
	if (End == std::string_view::npos)
	{
		return {};
	}
	const std::string_view Found = Line.substr(Start + 1, End - Start - 1);
	Line.remove_prefix(End + 1);
	return Found;
}

// Model: 2001, "Model::Spine", "LimbNode" {   and   P: "PreRotation", "Vector3D", "Vector", "",90,0,0
void ScanText(std::string_view Text, std::map<std::string, FFbxPivots>& Out)
{
	constexpr std::string_view ModelPrefix = "Model::";
	FFbxPivots* Model = nullptr;
	while (!Text.empty())
	{
		const size_t End = std::min(Text.find('\n'), Text.size());
		std::string_view Line = Text.substr(0, End);
		Text.remove_prefix(std::min(End + 1, Text.size()));
		Line.remove_prefix(std::min(Line.find_first_not_of(" \t"), Line.size()));
		if (Line.starts_with("Model:"))
		{
			std::string_view Name = NextQuoted(Line);
			Name.remove_prefix(Name.starts_with(ModelPrefix) ? ModelPrefix.size() : 0);
			Model = &Out[PrintableName(Name)];
		}
		const FProperty* const Found = Model && Line.starts_with("P:") ? FindProperty(NextQuoted(Line)) : nullptr;
		if (!Found)
		{
			continue;
		}
		for (int Word = 0; Word < 3; ++Word)
		{
			NextQuoted(Line);
		}
		glm::dvec3 Value(0.0);
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			Line.remove_prefix(std::min(Line.find_first_not_of(", \t"), Line.size()));
			const auto [Rest, Error] = std::from_chars(Line.data(), Line.data() + Line.size(), Value[Axis]);
			Value[Axis] = Error == std::errc{} && std::isfinite(Value[Axis]) ? Value[Axis] : 0.0;
			Line.remove_prefix(size_t(Rest - Line.data()));
		}
		(*Model).*(Found->Member) = Value;
	}
}
} // namespace

bool FFbxPivots::HasPivots() const
{
	const glm::dvec3 None(0.0);
	return RotationOffset != None || RotationPivot != None || ScalingOffset != None || ScalingPivot != None;
}

glm::dquat FFbxPivots::Pre() const
{
	return TurnsXyz(PreRotation);
}

glm::dquat FFbxPivots::Post() const
{
	return TurnsXyz(PostRotation);
}

// What the pivots add to a translation.
glm::dvec3 FFbxPivots::ShiftOf(const glm::dquat& Rotation, const glm::dvec3& Scale) const
{
	return RotationOffset + RotationPivot +
	       Rotation * (ScalingOffset + ScalingPivot - RotationPivot - Scale * ScalingPivot);
}

FRigTransform FFbxPivots::Compose(const FRigTransform& Local) const
{
	FRigTransform Out;
	Out.Rotation = Pre() * Local.Rotation * glm::conjugate(Post());
	Out.Scale = Local.Scale;
	Out.Translation = Local.Translation + ShiftOf(Out.Rotation, Local.Scale);
	return Out;
}

FRigTransform FFbxPivots::TakeApart(const FRigTransform& Composed) const
{
	FRigTransform Out;
	Out.Rotation = glm::conjugate(Pre()) * Composed.Rotation * Post();
	Out.Scale = Composed.Scale;
	Out.Translation = Composed.Translation - ShiftOf(Composed.Rotation, Composed.Scale);
	return Out;
}

FRigTransform FFbxPivots::Mend(const FRigTransform& ByAssimp) const
{
	FRigTransform Out = ByAssimp;
	Out.Rotation = ByAssimp.Rotation * glm::conjugate(Post() * Post());
	Out.Translation += ShiftOf(Out.Rotation, Out.Scale) - ShiftOf(ByAssimp.Rotation, ByAssimp.Scale);
	return Out;
}

std::map<std::string, FFbxPivots> FindFbxPivots(const FFileBytes& Bytes)
{
	const std::string_view Text(reinterpret_cast<const char*>(Bytes.data()), Bytes.size());
	std::map<std::string, FFbxPivots> Found;
	Text.starts_with("Kaydara FBX Binary") ? ScanBinary(Text, Found) : ScanText(Text, Found);
	std::erase_if(Found, [](const auto& Each) { return !Each.second.HasPostRotation() && !Each.second.HasPivots(); });
	return Found;
}
} // namespace Flockwork
